"""Puts the parts of a long text on pages: a chapter stays together where it fits, no page is left almost empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.render.compose import clip, size


@dataclass(frozen=True, slots=True)
class Unit:
    """What stays together on a page.

    Attributes:
        text: its lines.
        names: what it can be found by.
    """

    text: str
    names: tuple[str, ...] = ()


def packed(groups: Sequence[Sequence[Unit]], limit: int) -> tuple[tuple[str, ...], dict[str, int]]:
    """The units on as few pages as keep groups together, and the page on which each name comes first.

    A group that fits beside the one before shares its page; one that needs several is divided evenly. One too short for
    a page of its own goes with the next, the last with the one before.

    Args:
        groups: the units of each chapter, in order.
        limit: longest page, in UTF-16 units.
    """
    sheets: list[list[Unit]] = []
    short: list[Unit] = []
    for group in groups:
        short = [*short, *group]
        if sheets and _size([*sheets[-1], *short]) <= limit:
            sheets[-1].extend(short)
        elif _size(short) < limit // 4:
            continue
        else:
            sheets.extend(_divided(short, limit))
        short = []
    if short:
        sheets.extend(_divided([*(sheets.pop() if sheets else []), *short], limit))
    first: dict[str, int] = {}
    for number, sheet in enumerate(sheets):
        for unit in sheet:
            for name in unit.names:
                first.setdefault(name, number)
    return tuple(_joined(sheet) for sheet in sheets), first


def _divided(group: Sequence[Unit], limit: int) -> list[list[Unit]]:
    """The group on as few pages as possible, the fullest of them as small as possible."""
    cut = [Unit(clip(unit.text, limit), unit.names) for unit in group]
    least = _filled(cut, limit)
    low, high = 1, limit
    while low < high:
        middle = (low + high) // 2
        fits = max(size(unit.text) for unit in cut) <= middle and len(_filled(cut, middle)) <= len(least)
        low, high = (low, middle) if fits else (middle + 1, high)
    return _filled(cut, high)


def _filled(units: Sequence[Unit], limit: int) -> list[list[Unit]]:
    sheets: list[list[Unit]] = []
    for unit in units:
        if sheets and _size([*sheets[-1], unit]) <= limit:
            sheets[-1].append(unit)
        else:
            sheets.append([unit])
    return sheets


def _size(units: Sequence[Unit]) -> int:
    return size(_joined(units))


def _joined(units: Sequence[Unit]) -> str:
    return "\n".join(unit.text for unit in units)
