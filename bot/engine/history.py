"""Matches that are over, as members look back on them: who may see which, told without any card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.core.seats import Seat, Side
from bot.engine.models import ChannelId, GuildId, SeatHolder, TableId, UserId

PAGE = 5
"""Matches on a page."""


@dataclass(frozen=True, slots=True)
class Past:
    """A match that is over.

    Attributes:
        table: where it was played.
        game: the game's key.
        profile: a preset's name, or the server's own.
        profile_version: of the server's own; 0 for a preset.
        ended_at: when it ended.
        seats: who held the seats at its end, in seat order.
        sides: the seats of each side.
        totals: match points by side.
        winner: the side that won; None for a draw, or a match that was given up.
        abandoned: it was given up before its end.
    """

    table: TableId
    game: str
    profile: str
    profile_version: int
    ended_at: datetime
    seats: tuple[SeatHolder, ...]
    sides: tuple[tuple[Seat, ...], ...]
    totals: tuple[int, ...]
    winner: Side | None
    abandoned: bool


@dataclass(frozen=True, slots=True)
class Question:
    """Which matches are looked for.

    Attributes:
        asker: who asks: sees every match they played in, wherever that was.
        guild: the server in which it is asked; None in private messages.
        channels: those of that server that the asker can read: what was played there at tables open to all is seen.
        member: only matches in which this member held a seat; None for everybody's.
    """

    asker: UserId
    guild: GuildId | None
    channels: Sequence[ChannelId]
    member: UserId | None


@dataclass(frozen=True, slots=True)
class Page:
    """A page of matches, the latest first, and whether older ones follow."""

    matches: tuple[Past, ...]
    more: bool


class History(Protocol):
    """Looks back."""

    async def page(self, question: Question, number: int) -> Page:
        """A page, counted from 0; empty behind the last one.

        Raises:
            StorageFailure: it cannot be read.
        """
        ...
