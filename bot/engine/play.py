"""What may be done in a match: pure functions from one table to the next, chance given by a `Dealer`."""

from __future__ import annotations

from dataclasses import replace

from bot.core import match
from bot.core.actions import Action, Deal
from bot.core.cards import Card
from bot.core.errors import UnknownAction
from bot.core.match import DealEnded, MatchState, MatchStep
from bot.core.seats import Seat, all_seats
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.fairdeal import lesson_order, shuffled, with_click
from bot.engine.lobby import filled, require_host, require_lobby
from bot.engine.models import OPEN_STATUSES, SeatHolder, TableStatus, UserId
from bot.engine.ports import Dealer, DealSecret
from bot.engine.table import Table, adding, seated


def require_playing(table: Table) -> None:
    """Accept a running match.

    Raises:
        EngineRefusal: TABLE_FROZEN, NOT_PLAYING or PAUSED.
    """
    if table.status is TableStatus.FROZEN:
        raise EngineRefusal(Trouble.TABLE_FROZEN, table=int(table.id))
    if table.status is not TableStatus.PLAYING:
        raise EngineRefusal(Trouble.NOT_PLAYING)
    if table.record.paused:
        raise EngineRefusal(Trouble.PAUSED)


def start(table: Table, by: UserId, click: str | None, dealer: Dealer, *, fill: bool) -> Table:
    """Begin the match and deal. Who deals first is drawn.

    Raises:
        EngineRefusal: NOT_IN_LOBBY, NOT_HOST, SEATS_EMPTY.
    """
    require_lobby(table)
    require_host(table, by)
    if fill:
        table = filled(table)
    if table.free_seats():
        raise EngineRefusal(Trouble.SEATS_EMPTY, missing=len(table.free_seats()))
    seats = all_seats(table.record.players)
    # Who learns speaks first: the one before deals.
    learns = table.record.lesson is not None
    first = seats[-1] if learns else shuffled(dealer.seed(), f"tapis-first-dealer-1|{table.id}", seats)[0]
    table = adding(table, match.start(table.game, table.options, table.record.players, first))
    table = replace(table, record=replace(table.record, status=TableStatus.PLAYING))
    return deal(_mixing(table, click), dealer)


def deal(table: Table, dealer: Dealer) -> Table:
    """Let chance act for as long as it must."""
    table = replace(table, record=replace(table.record, ready=frozenset()))
    while table.state is not None and match.needs_deal(table.game, table.state):
        table = adding(table, _step(table, table.state, None, Deal(_order(table, dealer))))
        if table.between:
            break
    return _after_step(table, dealer)


def _step(table: Table, state: MatchState, seat: Seat | None, action: Action) -> MatchStep:
    """One action. A lesson is one deal, however long a match by its options is: the next had the same cards."""
    return match.act(table.game, state, seat, action, one_deal=table.record.lesson is not None)


def _order(table: Table, dealer: Dealer) -> tuple[Card, ...]:
    """The pack: prepared where somebody learns, else as the coming deal's seed gives it."""
    deck = table.game.deck(table.options, table.record.players)
    if table.record.lesson is not None:
        return lesson_order(table.record.lesson, deck)
    assert table.record.secret is not None, "every coming deal has its seed"
    return dealer.order(table.record.secret, table.id, deck)


def act(table: Table, seat: Seat, code: str, token: str | None, dealer: Dealer) -> Table:
    """Do one action of a seat.

    Raises:
        EngineRefusal: TABLE_FROZEN, NOT_PLAYING, PAUSED, STALE, UNKNOWN_ACTION.
        IllegalAction: the rules refuse it.
    """
    require_playing(table)
    if token is not None and token != table.token(seat):
        raise EngineRefusal(Trouble.STALE)
    assert table.state is not None
    try:
        action = table.game.parse(code)
    except UnknownAction as error:
        raise EngineRefusal(Trouble.UNKNOWN_ACTION) from error
    if isinstance(action, Deal):
        raise EngineRefusal(Trouble.UNKNOWN_ACTION)
    forced = table.forced
    table = adding(table, _step(table, table.state, seat, action))
    if not (table.unheard and seat in table.to_act):
        # A move that nobody hears of leaves the turn where it was: so does the clock that ran out.
        table = replace(table, forced=forced - {seat})
    return _after_step(table, dealer)


def ready(table: Table, user: UserId, click: str | None, dealer: Dealer) -> Table:
    """Ask for the next deal; when every member who is there has, it is dealt.

    Raises:
        EngineRefusal: NOT_SEATED, TABLE_FROZEN, NOT_PLAYING, PAUSED, NOT_BETWEEN_DEALS.
    """
    seat = table.seat_of(user)
    require_playing(table)
    if not table.between:
        raise EngineRefusal(Trouble.NOT_BETWEEN_DEALS)
    table = back(table, seat)
    if seat not in table.record.ready:
        table = _mixing(table, click)
        table = replace(table, record=replace(table.record, ready=table.record.ready | {seat}))
    present = {holder.seat for holder in table.seats if holder.present}
    return deal(table, dealer) if present <= table.record.ready else table


def back(table: Table, seat: Seat, *, moves: bool = False) -> Table:
    """The member of this seat is there: nothing is played for them any more.

    Whoever only says so does not get a turn back that they have missed: a computer player ends it, and it stays missed;
    else nobody else could play on. Only a table that slept waits for them from the start. Whoever `moves` was there.
    """
    holder = table.holder(seat)
    if holder is None or holder.user is None or table.status not in OPEN_STATUSES:
        return table
    if seat in table.forced and not moves and not table.asleep:
        return seated(table, replace(holder, away=False)) if holder.away else table
    if not (holder.away or holder.missed or seat in table.forced):
        return table
    return replace(seated(table, replace(holder, away=False, missed=0)), forced=table.forced - {seat})


def overdue(table: Table, missed_turns: int) -> Table:
    """The clock ran out for all who had to act: computer players are to move for them."""
    late = tuple(_late(holder, missed_turns) for holder in table.seats if holder.seat in table.waiting)
    return replace(seated(table, *late), forced=table.forced | {holder.seat for holder in late})


def _late(holder: SeatHolder, missed_turns: int) -> SeatHolder:
    missed = holder.missed + 1
    return replace(holder, missed=missed, away=missed >= missed_turns)


def _mixing(table: Table, click: str | None) -> Table:
    secret = table.record.secret
    if click is None or secret is None:
        return table
    return replace(table, record=replace(table.record, secret=with_click(secret, click)))


def _after_step(table: Table, dealer: Dealer) -> Table:
    """Once a deal is over: open its seed, and draw the next one's unless the match has ended."""
    state, secret = table.state, table.record.secret
    assert state is not None
    forced = table.forced & table.to_act
    if not any(isinstance(event, DealEnded) for event in table.pending):
        return replace(table, forced=forced)
    record = replace(table.record, revealed=secret)
    if state.ended:
        record = replace(record, status=TableStatus.FINISHED, secret=None, deadline=None)
    else:
        record = replace(record, secret=DealSecret(state.number + 1, dealer.seed()))
    return replace(table, record=record, forced=frozenset())
