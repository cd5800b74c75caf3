"""What all who ask the core share: how answers differ, and whether a case says only what is understood."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

Deviations = Iterator[str]


def differs(what: str, expected: object, found: object) -> Deviations:
    """One line when the core's answer is not the expected one."""
    if expected != found:
        yield f"{what}: expected {expected}, found {found}"


def compare(expected: Mapping[str, object], found: Mapping[str, object]) -> Deviations:
    """Every expected value against the found one of the same name."""
    for name, value in expected.items():
        if name not in found:
            yield f"{name}: expected {value}, but nothing answers that"
        else:
            yield from differs(name, value, found[name])


@dataclass(frozen=True)
class Shape:
    """The fields that a kind of case may have: what is given, and what is expected."""

    given: frozenset[str]
    expected: frozenset[str]


def shape(given: str, expected: str) -> Shape:
    """A shape from names separated by spaces."""
    return Shape(frozenset(given.split()), frozenset(expected.split()))


def unread(what: str, fields: Iterable[str], known: Collection[str]) -> Deviations:
    """One line for fields that nobody here reads: an answer that leaves them out would be luck."""
    unknown = sorted(set(fields) - set(known))
    if unknown:
        yield f"{what}: nobody reads {', '.join(unknown)}"
