"""Comparing one deal over several tables (docs/rules/tarot.md 19)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import copysign, sqrt


class Form(Enum):
    """Forms of individual and team duplicate; the value is the weight of the attack."""

    INDIVIDUAL = 0.25
    TRIPLETTES = 0.5


def attack_percents(marks: Sequence[int]) -> tuple[float, ...]:
    """The takers' notes on one board, in percent: the best has 100, the worst 0, equal ones share (DUP-TOP).

    Args:
        marks: what each table's taker marked, at least two.
    """
    others = len(marks) - 1
    return tuple(
        100 * (sum(other < mark for other in marks) + (sum(other == mark for other in marks) - 1) / 2) / others
        for mark in marks
    )


def defence_percents(marks: Sequence[int]) -> tuple[float, ...]:
    """The defenders' notes: the complement of the takers'."""
    return tuple(100 - percent for percent in attack_percents(marks))


def overall(form: Form, attack: float, defence: float) -> float:
    """A player's or team's percentage over attack and defence (DUP-GLOBAL)."""
    return form.value * attack + (1 - form.value) * defence


def match_points(own: int, other: int) -> float:
    """Match points of a quadrette for the difference of two attackers, to three decimals (DUP-PM)."""
    difference = own - other
    return round(copysign(sqrt(abs(difference)), difference), 3)
