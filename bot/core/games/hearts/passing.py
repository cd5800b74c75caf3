"""The pass: in which direction cards go at which deal, and how many (docs/rules/hearts.md 3)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from bot.core.games.hearts.options import HeartsOptions
from bot.core.seats import Seat, next_seat


class Way(StrEnum):
    """Where cards are passed; the next to play sits on the left."""

    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"


_CYCLES: Mapping[str, tuple[Way | None, ...]] = MappingProxyType(
    {
        "left_right_across_hold": (Way.LEFT, Way.RIGHT, Way.ACROSS, None),
        "left_right_across": (Way.LEFT, Way.RIGHT, Way.ACROSS),
        "left_right_hold": (Way.LEFT, Way.RIGHT, None),
        "left_right": (Way.LEFT, Way.RIGHT),
        "left": (Way.LEFT,),
        "none": (None,),
    }
)
_BY_PLAYERS: Mapping[int, int] = MappingProxyType({3: 4, 4: 3, 5: 2})


def way_of(options: HeartsOptions, players: int, deal: int) -> Way | None:
    """The direction of a deal's pass, None for a deal without one.

    Args:
        options: of the table.
        players: how many play; an odd number has nobody across, and that step is left out.
        deal: its number in the match, from 1.
    """
    steps = [way for way in _CYCLES[options.exchange] if way is not Way.ACROSS or players % 2 == 0]
    return steps[(deal - 1) % len(steps)]


def count_of(options: HeartsOptions, players: int) -> int:
    """How many cards everybody passes."""
    return 3 if options.exchange_count == "three" else _BY_PLAYERS[players]


def receiver(giver: Seat, way: Way, players: int) -> Seat:
    """Who gets a seat's cards."""
    match way:
        case Way.LEFT:
            return next_seat(giver, players)
        case Way.RIGHT:
            return next_seat(giver, players, players - 1)
        case Way.ACROSS:
            return next_seat(giver, players, players // 2)
