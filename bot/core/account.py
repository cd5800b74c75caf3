"""The shape of a deal's account: what each of its facts does in the sum that a side marks."""

from __future__ import annotations

from enum import StrEnum


class Part(StrEnum):
    """What a fact of an account is. All but `VERDICT`, `SEAT` and `NOTE` carry the side they are about as `camp`.

    `COUNTED`, `EXTRA`, `APART`, the marks, `MULTIPLIED` and `TOTAL` carry their amount as `points`.
    """

    VERDICT = "verdict"
    """Whether the contract was made, and why."""

    COUNTED = "counted"
    """A term of what a side won in tricks."""

    CONVERTED = "converted"
    """The terms counted so far, on another scale: they become `after`."""

    TRICKS = "tricks"
    """The sum of the terms counted."""

    EXTRA = "extra"
    """Counts towards the contract beside the tricks."""

    APART = "apart"
    """A side has it, but it does not count towards the contract."""

    MARK_TRICKS = "mark_tricks"
    """What was won in tricks is marked."""

    MARK = "mark"
    """A further term of what a side marks."""

    MULTIPLIED = "multiplied"
    """The last terms marked, which add up to `amount`, count `factor` times; `points` is what that adds."""

    ROUNDED = "rounded"
    """The sum of the marks, `before`, is written as `after`."""

    TOTAL = "total"
    """What a side marks."""

    ASIDE = "aside"
    """Said of a side after its sum."""

    SEAT = "seat"
    """What one player marks, who has no side of his own to add up: all players stand in one line, the last."""

    NOTE = "note"
    """A sentence of its own: what every fact is that the game does not list."""
