"""A live table: an immutable value that the pure functions of `lobby` and `play` turn into the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.core import match
from bot.core.errors import IllegalAction
from bot.core.events import Event, visible
from bot.core.game import AnyGame
from bot.core.match import DealStarted, MatchState
from bot.core.options import Options
from bot.core.replay import replay
from bot.core.seats import Seat
from bot.core.views import View
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.fairdeal import commitment
from bot.engine.models import OPEN_STATUSES, Held, SeatHolder, SeatView, TableId, TableStatus, TableView, UserId
from bot.engine.ports import StoredTable, TableRecord


@dataclass(frozen=True, slots=True)
class Table:
    """Everything the engine knows of a table.

    Attributes:
        game: its rules.
        options: the record's options, checked.
        record: its row.
        seats: the taken seats, in seat order.
        state: the match; None before it starts.
        seq: number of recorded events.
        deal: events of the running or last deal, oldest first.
        pending: events decided but not recorded yet.
        forced: members' seats for which the clock ran out and a computer player is about to move.
        newcomers: seats taken since the last deal ended: what was dealt there is not theirs to see. Not stored.
        failure: why the table is frozen; None when it is sound.
        held: who held the seats in the running or last deal.
    """

    game: AnyGame
    options: Options
    record: TableRecord
    seats: tuple[SeatHolder, ...]
    state: MatchState | None = None
    seq: int = 0
    deal: tuple[Event, ...] = ()
    pending: tuple[Event, ...] = ()
    forced: frozenset[Seat] = frozenset()
    newcomers: frozenset[Seat] = frozenset()
    failure: str | None = None
    held: tuple[Held, ...] = ()

    @property
    def id(self) -> TableId:
        """Its number."""
        return self.record.id

    @property
    def status(self) -> TableStatus:
        """Where it stands."""
        return self.record.status

    @property
    def between(self) -> bool:
        """A match waits for its next deal."""
        return self.status is TableStatus.PLAYING and self.state is not None and self.state.between

    @property
    def in_deal(self) -> bool:
        """A deal is running."""
        return self.status is TableStatus.PLAYING and self.state is not None and not self.state.between

    @property
    def dealt(self) -> bool:
        """Cards are in hands, whether the table goes on, waits or is stopped."""
        return self.status in OPEN_STATUSES and self.state is not None and not self.state.between

    @property
    def asleep(self) -> bool:
        """A match none of whose members is there: nothing moves until one comes back."""
        return self.status is TableStatus.PLAYING and not any(holder.present for holder in self.seats)

    @property
    def hints(self) -> bool:
        """Whether members may ask what they had best do: where the table says so, and in every lesson.

        The one place that says it: a tournament or a rated match is opened without.
        """
        return self.record.hints or self.record.lesson is not None

    @property
    def to_act(self) -> frozenset[Seat]:
        """Seats that must act now."""
        if not self.in_deal or self.state is None or self.record.paused:
            return frozenset()
        return match.to_act(self.game, self.state)

    @property
    def waiting(self) -> frozenset[Seat]:
        """Seats of members who must act and still have time."""
        present = {holder.seat for holder in self.seats if holder.present}
        return (self.to_act & present) - self.forced

    @property
    def unheard(self) -> bool:
        """Whether something was just done, and nothing of it is for everybody's ears."""
        return bool(self.pending) and not any(visible(event, None) for event in self.pending)

    def holder(self, seat: Seat) -> SeatHolder | None:
        """Who sits there."""
        return next((holder for holder in self.seats if holder.seat == seat), None)

    def seat_of(self, user: UserId) -> Seat:
        """The member's seat.

        Raises:
            EngineRefusal: NOT_SEATED.
        """
        for holder in self.seats:
            if holder.user == user:
                return holder.seat
        raise EngineRefusal(Trouble.NOT_SEATED)

    def require_invited(self, user: UserId) -> None:
        """Accept who may sit here.

        Raises:
            EngineRefusal: NOT_INVITED.
        """
        if self.record.private and user not in self.record.invited:
            raise EngineRefusal(Trouble.NOT_INVITED)

    def free_seats(self) -> tuple[Seat, ...]:
        """Seats nobody holds."""
        taken = {holder.seat for holder in self.seats}
        return tuple(Seat(number) for number in range(self.record.players) if number not in taken)

    def token(self, seat: Seat) -> str:
        """What guards this seat's buttons now."""
        if self.state is None:
            return f"{self.record.revision:08x}"
        return match.prompt_token(self.game, self.state, seat)


def seated(table: Table, *holders: SeatHolder) -> Table:
    """The table with these holders in their seats, whoever sat there before."""
    by_seat = {holder.seat: holder for holder in (*table.seats, *holders)}
    return replace(table, seats=tuple(by_seat[seat] for seat in sorted(by_seat)))


def unseated(table: Table, seat: Seat) -> Table:
    """The table with this seat free."""
    return replace(table, seats=tuple(holder for holder in table.seats if holder.seat != seat))


def adding(table: Table, step: match.MatchStep) -> Table:
    """The table after a step of its match, with the step's events waiting to be recorded."""
    deal, newcomers = table.deal, table.newcomers
    for event in step.events:
        if isinstance(event, DealStarted):
            deal, newcomers = (event,), frozenset()
        else:
            deal = (*deal, event)
    pending = (*table.pending, *step.events)
    return replace(table, state=step.state, deal=deal, pending=pending, newcomers=newcomers)


def rebuilt(stored: StoredTable, games: Mapping[str, AnyGame]) -> Table:
    """A table as it stood after its last recorded event.

    A row or a log that cannot be read to its end gives a table in status FROZEN, as it was after the last good event.
    Once the cause is repaired, the table goes on.

    Raises:
        EngineRefusal: TABLE_FROZEN when not even its game is known.
    """
    record = stored.record
    game = games.get(record.game)
    if game is None:
        raise EngineRefusal(Trouble.TABLE_FROZEN, table=int(record.id))
    start, state = (0, None) if stored.snapshot is None else (stored.snapshot.seq, stored.snapshot.state)
    replayed = replay(game, (entry.event for entry in stored.entries if entry.seq > start), state, start)
    events = tuple(entry.event for entry in stored.entries if entry.seq <= replayed.applied)
    starts = [index for index, event in enumerate(events) if isinstance(event, DealStarted)]
    options, misfit = _options(game, record, replayed.state)
    failure = replayed.failure or stored.failure or misfit
    return Table(
        game=game,
        options=options,
        record=_frozen_or_not(record, replayed.state, failure),
        seats=stored.seats,
        state=replayed.state,
        seq=replayed.applied,
        deal=events[starts[-1] :] if starts else (),
        failure=failure,
        held=stored.held,
    )


def _options(game: AnyGame, record: TableRecord, state: MatchState | None) -> tuple[Options, str | None]:
    """The row's options; when they do not fit, those the match is played under or the game's own, and why."""
    try:
        return game.options_type().with_values(record.options), None
    except IllegalAction as error:
        return game.options_type() if state is None else state.options, f"the options are refused: {error.fact}"


def _frozen_or_not(record: TableRecord, state: MatchState | None, failure: str | None) -> TableRecord:
    if failure is not None and record.status in OPEN_STATUSES - {TableStatus.FROZEN}:
        return replace(record, status=TableStatus.FROZEN, deadline=None)
    if failure is None and record.status is TableStatus.FROZEN:
        status = TableStatus.LOBBY if state is None else TableStatus.PLAYING
        return replace(record, status=status, deadline=None)
    return record


def _view(table: Table, seat: Seat | None) -> View | None:
    """The deal as a seat sees it, or everybody. Nobody is to act at a table that has stopped."""
    if table.state is None or table.state.deal is None:
        return None
    view = table.game.view(table.state.deal, None if seat in table.newcomers else seat)
    if table.status in {TableStatus.PLAYING, TableStatus.FINISHED} and not table.record.paused:
        return view
    return replace(view, to_act=frozenset(), may_act=frozenset(), playable=(), duty=None, aloud=())


def table_view(table: Table) -> TableView:
    """What everybody may see."""
    record, state = table.record, table.state
    rules = table.game.match_rules(table.options)
    deals = rules.deals if record.lesson is None else 1
    sides = table.game.sides(record.players)
    return TableView(
        id=record.id,
        guild=record.guild,
        channel=record.channel,
        host=record.host,
        game=record.game,
        profile=record.profile,
        options=table.options,
        status=record.status,
        locale=record.locale,
        players=record.players,
        seats=table.seats,
        seq=record.revision,
        view=_view(table, None),
        sides=sides,
        totals=(0,) * len(sides) if state is None else state.totals,
        target=rules.target if deals is None else None,
        deals=deals,
        number=0 if state is None else state.number,
        between=table.between,
        ready=record.ready,
        records=() if state is None else state.records,
        winner=None if state is None else state.winner,
        deadline=record.deadline,
        commitment=None if record.secret is None else commitment(record.secret.seed, record.id, record.secret.number),
        revealed=None if record.revealed is None else record.revealed.seed.hex(),
        committed=None if record.secret is None else record.secret.number,
        profile_version=record.profile_version,
        lowest_wins=rules.lowest_wins,
        revealed_mixed=() if record.revealed is None else record.revealed.mixed,
        pace=record.pace,
        quiet=record.quiet,
        paused=record.paused,
        asked=record.asked if record.status is TableStatus.PLAYING else None,
        pictures=record.pictures,
        palette=record.palette,
        lesson=record.lesson is not None,
        hints=table.hints,
        private=record.private,
        seeking=record.seeking,
    )


def seat_view(table: Table, seat: Seat) -> SeatView:
    """What one seat may see."""
    state = table.state
    playing = table.status is TableStatus.PLAYING and state is not None and not table.record.paused
    return SeatView(
        table=table_view(table),
        seat=seat,
        view=_view(table, seat),
        prompts=match.prompts(table.game, state, seat) if playing and state is not None else (),
        token=table.token(seat),
    )
