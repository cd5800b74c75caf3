"""What the engine tells about tables: ids, seats, and read models built for one viewer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from bot.core.match import DealRecord
from bot.core.options import Options
from bot.core.prompts import Prompt
from bot.core.seats import Seat, Side
from bot.core.views import View
from bot.engine.quiet import QuietHours
from bot.palette import Palette

GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
UserId = NewType("UserId", int)
MessageId = NewType("MessageId", int)
TableId = NewType("TableId", int)


class TableStatus(StrEnum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"
    SUSPENDED = "suspended"
    FROZEN = "frozen"


OPEN_STATUSES = frozenset({TableStatus.LOBBY, TableStatus.PLAYING, TableStatus.SUSPENDED, TableStatus.FROZEN})
"""Statuses in which a table occupies its channel."""


class Level(StrEnum):
    """How well a computer player plays, weakest first."""

    BEGINNER = "beginner"
    REGULAR = "regular"
    CLUB = "club"
    EXPERT = "expert"

    @classmethod
    def _missing_(cls, value: object) -> Level | None:
        """What two levels were called before: commands that a client still remembers name them so."""
        return {"random": cls.BEGINNER, "normal": cls.CLUB}.get(str(value))


class Pace(StrEnum):
    """How fast a table plays: in one sitting, or by the day."""

    LIVE = "live"
    SLOW = "slow"


class Pictures(StrEnum):
    """How cards are shown: as a picture with every change, with every trick only, or in words."""

    FULL = "full"
    TRICK = "trick"
    TEXT = "text"


class Seeking(StrEnum):
    """The call for a missing player: the server has no role for it, or it can be made, or it was."""

    OFF = "off"
    READY = "ready"
    DONE = "done"


class Ask(StrEnum):
    """What the members of a match decide together."""

    PAUSE = "pause"
    RESUME = "resume"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the members of a match.

    Attributes:
        what: the question.
        by: the seat of who asks.
        until: when it is decided without those who have not answered.
        yes: seats that agree.
        no: seats that do not.
    """

    what: Ask
    by: Seat
    until: datetime
    yes: frozenset[Seat] = frozenset()
    no: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Held:
    """A seat's holder during a deal, or a part of it.

    Attributes:
        deal: the deal's number at its table.
        seat: the place.
        since: events of the table recorded before: theirs are the moves after it, until the seat's next entry.
        user: the member; None for a computer player.
        present: the member moves; else a computer player does, for an absent one or in its own right.
    """

    deal: int
    seat: Seat
    since: int
    user: UserId | None
    present: bool


@dataclass(frozen=True, slots=True)
class Person:
    """A member as the platform names them; `name` is plain text, not escaped."""

    user: UserId
    name: str


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who sits where.

    Attributes:
        seat: the place.
        user: the member; None for a computer player.
        name: the member's name; empty for a computer player (words name it).
        level: the computer player's level; empty for a member.
        away: a computer player moves for this member until they say they are back.
        missed: turns in a row that the clock ended for this member.
        vacated: a computer player that fills in for a member who has left: anybody may take the seat.
    """

    seat: Seat
    user: UserId | None
    name: str
    level: str = ""
    away: bool = False
    missed: int = 0
    vacated: bool = False

    @property
    def gone(self) -> bool:
        """Somebody sat here whose data were erased."""
        return self.user is None and not self.level

    @property
    def present(self) -> bool:
        """A member who plays for themselves."""
        return self.user is not None and not self.away

    @property
    def open(self) -> bool:
        """A seat of a running match that somebody else may take: its member has left or is away."""
        return self.away or self.vacated


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything public about a table: safe to show in its channel.

    Attributes:
        id: the table.
        guild: its server.
        channel: its channel or thread; one open table per channel.
        host: who opened it (or took over).
        game: the game's key.
        profile: name of the preset or of the server's own profile.
        options: the options in force.
        status: where it stands.
        locale: language of its public messages, `fr` or `en`.
        players: number of seats.
        seats: the taken seats, in seat order.
        seq: grows with every saved change, moves and lobby alike: a message shown at a lower one is out of date.
        view: the public view of the running or last deal; None in the lobby.
        sides: seats by scoring side.
        totals: match points by side.
        target: points to reach; None for a number of deals.
        lowest_wins: the side with the fewest points leads.
        deals: number of deals to play; None for a target.
        number: number of the running or last deal, from 1.
        between: waiting for the next deal.
        ready: seats that asked for the next deal.
        records: the score sheet.
        winner: the winning side of a finished match; None for a draw or before.
        deadline: when the clock acts; None when nothing is timed.
        commitment: hash of the seed of the running (or coming) deal.
        committed: that deal's number.
        profile_version: of the server's own profile; 0 for a preset.
        revealed: seed of the last finished deal, in hexadecimal.
        revealed_mixed: the clicks mixed into that deal, in order.
        pace: how long a turn lasts.
        quiet: when no turn of a slow table ends; None for a live one.
        paused: nothing goes on until the members agree to it.
        asked: what the members are deciding; None when nothing.
        pictures: how the table's message shows cards.
        palette: colours of the suits on messages that everybody reads.
        lesson: somebody learns here: the cards are prepared, nothing counts.
        hints: members may ask what they had best do.
        private: only who is invited may sit here.
        seeking: whether the table's host may call for a missing player.
    """

    id: TableId
    guild: GuildId
    channel: ChannelId
    host: UserId
    game: str
    profile: str
    options: Options
    status: TableStatus
    locale: str
    players: int
    seats: tuple[SeatHolder, ...]
    seq: int
    view: View | None
    sides: tuple[tuple[Seat, ...], ...]
    totals: tuple[int, ...]
    target: int | None
    deals: int | None
    number: int
    between: bool
    ready: frozenset[Seat]
    records: tuple[DealRecord, ...]
    winner: Side | None
    deadline: datetime | None
    commitment: str | None
    revealed: str | None
    revealed_mixed: tuple[str, ...] = ()
    committed: int | None = None
    profile_version: int = 0
    lowest_wins: bool = False
    pace: Pace = Pace.LIVE
    quiet: QuietHours | None = None
    paused: bool = False
    asked: Asked | None = None
    pictures: Pictures = Pictures.FULL
    palette: Palette = Palette.CLASSIC
    lesson: bool = False
    hints: bool = False
    private: bool = False
    seeking: Seeking = Seeking.OFF

    @property
    def in_teams(self) -> bool:
        """Whether anybody has a partner for the whole match."""
        return any(len(side) > 1 for side in self.sides)

    @property
    def abandoned(self) -> bool:
        """A match that was given up before its end."""
        return self.status is TableStatus.CLOSED and self.number > 0

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """Seats of a running match whose member has left or is away."""
        if self.status is not TableStatus.PLAYING:
            return ()
        return tuple(holder.seat for holder in self.seats if holder.open)

    def holder(self, seat: Seat) -> SeatHolder | None:
        """Who sits there."""
        return next((holder for holder in self.seats if holder.seat == seat), None)

    def seat_of(self, user: UserId) -> Seat | None:
        """The member's seat at this table."""
        return next((holder.seat for holder in self.seats if holder.user == user), None)


@dataclass(frozen=True, slots=True)
class OpenedDeal:
    """What anyone needs to check a deal that is over (docs/fair-deals.md).

    Attributes:
        number: the deal's number at its table.
        seed: in hexadecimal.
        clicks: ids of the clicks that were mixed in, in order.
        commitment: hash of the seed, shown before the deal.
        latest: number of the table's last deal that is over.
    """

    number: int
    seed: str
    clicks: tuple[str, ...]
    commitment: str
    latest: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """A table as one seat sees it: for that member's eyes only.

    Attributes:
        table: what everybody sees.
        seat: whose view it is.
        view: the deal as this seat sees it; None in the lobby.
        prompts: what the seat is offered now.
        token: guards its buttons against stale and double clicks.
    """

    table: TableView
    seat: Seat
    view: View | None
    prompts: tuple[Prompt, ...]
    token: str
