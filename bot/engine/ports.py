"""What the engine needs from outside: six ports. Adapters implement them; engine tests use fakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from bot.core.actions import Action
from bot.core.advice import Advice, Analysis
from bot.core.cards import Card
from bot.core.codec import Snapshot
from bot.core.events import Event
from bot.core.game import AnyGame, DealSetup
from bot.core.match import MatchState
from bot.core.seats import Seat
from bot.core.situation import Situation
from bot.engine.models import (
    Asked,
    ChannelId,
    GuildId,
    Held,
    Level,
    Pace,
    Pictures,
    SeatHolder,
    Seeking,
    TableId,
    TableStatus,
    UserId,
)
from bot.engine.quiet import QuietHours
from bot.palette import Palette


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One recorded event. `seq` counts from 1 without gaps."""

    seq: int
    at: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class DealSecret:
    """The seed of one deal: stored before its hash is shown, revealed after the deal.

    Attributes:
        number: the deal's number at its table, from 1.
        seed: 32 bytes from the system's secure source; kept out of `repr`, so that no log can tell it.
        mixed: what players' clicks after the commitment added, in order.
    """

    number: int
    seed: bytes = field(repr=False)
    mixed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table's row: what is not in its log.

    Attributes:
        host: a member who holds a seat.
        options: the full set of option values by name.
        profile_version: of the server profile; 0 for a preset.
        deadline: when the clock acts; None when nothing is timed.
        ready: seats that asked for the next deal.
        secret: seed of the running or coming deal.
        revealed: seed of the last finished deal.
        revision: grows by one with every `save` or `append`.
        pace: how long a turn lasts.
        quiet: when no turn of a slow table ends, as the server had it when the table was opened.
        paused: nothing goes on until the members agree to it.
        asked: what the members are deciding.
        pictures: how the table's message shows cards.
        palette: colours of the suits on messages that everybody reads.
        lesson: number of the prepared cards with which somebody learns here; None at a table like any other.
        hints: members may ask what they had best do.
        private: only who is invited may sit here.
        invited: who may, those who sit here already included; nobody at a table that is not private.
        seeking: the call for a missing player.
        level: of its computer players, but for those that the host chose another one for.
    """

    id: TableId
    guild: GuildId
    channel: ChannelId
    host: UserId
    game: str
    profile: str
    options: Mapping[str, str | int | bool | None]
    players: int
    locale: str
    status: TableStatus
    opened_at: datetime
    deadline: datetime | None = None
    ready: frozenset[Seat] = frozenset()
    secret: DealSecret | None = None
    revealed: DealSecret | None = None
    revision: int = 0
    profile_version: int = 0
    pace: Pace = Pace.LIVE
    quiet: QuietHours | None = None
    paused: bool = False
    asked: Asked | None = None
    pictures: Pictures = Pictures.FULL
    palette: Palette = Palette.CLASSIC
    lesson: int | None = None
    hints: bool = False
    private: bool = False
    invited: frozenset[UserId] = frozenset()
    seeking: Seeking = Seeking.OFF
    level: Level = Level.CLUB


@dataclass(frozen=True, slots=True)
class Abandoned:
    """How a match stands that is given up.

    Attributes:
        at: when.
        totals: match points by side.
        counts: at least half of it was played: it is rated as it stands.
    """

    at: datetime
    totals: tuple[int, ...]
    counts: bool


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as read back: its row, its seats and its log.

    Attributes:
        record: its row.
        seats: who sits there, in seat order.
        entries: the log, or its readable beginning; with a snapshot, from the start of the deal it was made in.
        failure: why the row cannot be read, or the log to its end; None when both can.
        snapshot: the match after an earlier event, exactly as the log up to there folds; None when all must be folded.
        held: who held the seats in the table's latest deal.
    """

    record: TableRecord
    seats: tuple[SeatHolder, ...]
    entries: tuple[LogEntry, ...]
    failure: str | None = None
    snapshot: Snapshot | None = None
    held: tuple[Held, ...] = ()


class Store(Protocol):
    """Durable tables. Every method is one transaction: all or nothing.

    Raises (every method): `StorageFailure` when the database refuses or fails.
    """

    async def create(self, record: TableRecord, seats: Sequence[SeatHolder]) -> TableRecord:
        """Insert a table and give it its id (the record's own id is ignored).

        Raises:
            EngineRefusal: CHANNEL_TAKEN when an open table has this channel.
        """
        ...

    async def save(
        self,
        record: TableRecord,
        seats: Sequence[SeatHolder],
        held: Sequence[Held] = (),
        abandoned: Abandoned | None = None,
    ) -> None:
        """Replace a table's row and seats, without events; of a frozen or closed one's row only what says so.

        Args:
            record: the table's new row.
            seats: its new seats.
            held: what is added to the history of its seats.
            abandoned: the result of the match that is given up with this.
        """
        ...

    async def append(
        self,
        record: TableRecord,
        seats: Sequence[SeatHolder],
        after_seq: int,
        entries: Sequence[LogEntry],
        state: MatchState | None = None,
        held: Sequence[Held] = (),
    ) -> None:
        """Add events after `after_seq` and replace the row and seats, together.

        Args:
            record: the table's new row.
            seats: its new seats.
            after_seq: the last event recorded so far.
            entries: the new events.
            state: the match after them, given when they end a deal: it may be kept as a snapshot.
            held: what is added to the history of its seats.

        Raises:
            StorageFailure: also when the log has gone on since `after_seq`.
        """
        ...

    async def load(self, table: TableId) -> StoredTable | None:
        """A table with its log, or the readable beginning of it; None when there is no such table."""
        ...

    async def open_tables(self) -> tuple[TableId, ...]:
        """All tables that occupy a channel."""
        ...

    async def table_in(self, channel: ChannelId) -> TableId | None:
        """The open table of a channel, or else its latest one."""
        ...

    async def tables_of(self, user: UserId) -> tuple[TableId, ...]:
        """Open tables where this member holds a seat."""
        ...

    async def secret(self, table: TableId, number: int) -> DealSecret | None:
        """The seed of a deal, whether it is over or not; None when there is none."""
        ...

    async def lagging(self) -> tuple[TableId, ...]:
        """Tables with a message shown before their last change, and open ones that lack a message.

        Of those that are over only the latest few.
        """
        ...


class ChangeKind(StrEnum):
    """What happened to a table, as far as showing it matters."""

    LOBBY = "lobby"
    DEAL_STARTED = "deal_started"
    PROGRESS = "progress"
    DEAL_ENDED = "deal_ended"
    MATCH_ENDED = "match_ended"
    CLOSED = "closed"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True)
class Change:
    """Told after every commit.

    Attributes:
        seats: seats whose private panel changed.
        urgent: a human is to act: show at once.
        complete: a trick came to its end. What computer players do within one is shown together, when it is complete.
    """

    kind: ChangeKind
    seats: frozenset[Seat]
    urgent: bool
    complete: bool = False


class Outbox(Protocol):
    """Shows what changed. Must return at once: it only notes the change and draws later."""

    def changed(self, table: TableId, change: Change) -> None:
        """A committed change of this table."""
        ...

    def missed(self, table: TableId, seat: Seat) -> None:
        """A member has let a turn pass: they may not even be a member of the server any more."""
        ...

    def remind(self, table: TableId, seat: Seat) -> None:
        """A third of the turn has passed without a move."""
        ...

    def call_in(self, table: TableId, seat: Seat) -> None:
        """At a table that is played by the day, a turn has begun: told once, when its member may be disturbed."""
        ...


class Clock(Protocol):
    """Time."""

    def now(self) -> datetime:
        """The present, with its time zone (UTC)."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class Dealer(Protocol):
    """Chance: seeds from a secure source, and the order they give."""

    def seed(self) -> bytes:
        """Thirty-two fresh secret bytes."""
        ...

    def order(self, secret: DealSecret, table: TableId, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The deck in the order this seed gives: the same for the same arguments, for anyone."""
        ...


class Brain(Protocol):
    """A computer player. It gets what its seat may see, never the state."""

    async def choose(self, situation: Situation) -> Action:
        """One of the offered actions.

        Args:
            situation: what the seat knows, and is offered.
        """
        ...


class Adviser(Protocol):
    """Advice for people. It gets what their seat may see, or a deal that is over; never the state of a running one."""

    async def advise(self, game: AnyGame, situation: Situation) -> Advice:
        """What the seat had best do, and why.

        Args:
            game: which game.
            situation: what the seat knows, and is offered.
        """
        ...

    async def analyse(
        self, game: AnyGame, setup: DealSetup, events: Sequence[Event], progress: Callable[[int, int], None]
    ) -> Analysis:
        """What every card of a deal that is over has cost, all hands seen. It may take minutes.

        Args:
            game: which game.
            setup: what the deal started from.
            events: all events of the deal, hidden ones included, oldest first.
            progress: told how many cards are weighed, of how many.
        """
        ...
