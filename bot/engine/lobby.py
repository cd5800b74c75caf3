"""What may be done to a table's seats and settings: pure functions from one table to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.fairdeal import shuffled
from bot.engine.models import (
    OPEN_STATUSES,
    Level,
    Person,
    Pictures,
    SeatHolder,
    TableStatus,
    UserId,
)
from bot.engine.table import Table, seated, unseated


def require_host(table: Table, by: UserId) -> None:
    """Accept the host only.

    Raises:
        EngineRefusal: NOT_HOST.
    """
    if table.record.host != by:
        raise EngineRefusal(Trouble.NOT_HOST)


def require_lobby(table: Table) -> None:
    """Accept a table whose match has not started.

    Raises:
        EngineRefusal: NOT_IN_LOBBY.
    """
    if table.status is not TableStatus.LOBBY:
        raise EngineRefusal(Trouble.NOT_IN_LOBBY)


def require_no_lesson(table: Table) -> None:
    """Accept a table at which everybody may sit down.

    Raises:
        EngineRefusal: LESSON.
    """
    if table.record.lesson is not None:
        raise EngineRefusal(Trouble.LESSON)


def with_hints(table: Table, by: UserId, hints: bool) -> Table:
    """Let the members ask what they had best do, or not: agreed before the cards are dealt, seen by all.

    Raises:
        EngineRefusal: NOT_IN_LOBBY, LESSON, NOT_HOST.
    """
    require_lobby(table)
    require_no_lesson(table)
    require_host(table, by)
    return table if table.record.hints is hints else replace(table, record=replace(table.record, hints=hints))


def shown_as(table: Table, by: UserId, pictures: Pictures) -> Table:
    """Show cards in another way from now on, on the word of anybody who plays there.

    Raises:
        EngineRefusal: NOT_SEATED; NO_TABLE when the table is over.
    """
    table.seat_of(by)
    if table.status not in OPEN_STATUSES:
        raise EngineRefusal(Trouble.NO_TABLE)
    if table.record.pictures is pictures:
        return table
    return replace(table, record=replace(table.record, pictures=pictures))


def join(table: Table, person: Person, seat: Seat | None) -> Table:
    """Seat a member: in the lobby, or between two deals in a computer player's place.

    Without a seat, the first free one, or else a computer player's: one that fills in for who has left, or the last.

    Raises:
        EngineRefusal: ALREADY_SEATED, NOT_INVITED, SEAT_TAKEN, TABLE_FULL, NOT_IN_LOBBY, NOT_BETWEEN_DEALS,
            LESSON.
    """
    require_no_lesson(table)
    if table.in_deal:
        raise EngineRefusal(Trouble.NOT_BETWEEN_DEALS)
    if table.status is not TableStatus.LOBBY and not table.between:
        raise EngineRefusal(Trouble.NOT_IN_LOBBY)
    if any(holder.user == person.user for holder in table.seats):
        raise EngineRefusal(Trouble.ALREADY_SEATED)
    table.require_invited(person.user)
    computers = sorted(table.seats, key=lambda holder: (not holder.vacated, -holder.seat))
    offered = (*table.free_seats(), *(holder.seat for holder in computers if holder.user is None))
    if not offered:
        raise EngineRefusal(Trouble.TABLE_FULL)
    if seat is not None and seat not in offered:
        raise EngineRefusal(Trouble.SEAT_TAKEN)
    taken = offered[0] if seat is None else seat
    newcomers = table.newcomers | {taken} if table.between else table.newcomers
    return replace(seated(table, SeatHolder(taken, person.user, person.name)), newcomers=newcomers)


def vacate(table: Table, seat: Seat) -> Table:
    """Take a holder away: a free seat in the lobby, a computer player's in a match.

    The next member becomes host when the host goes; without any member left, the table closes as it is. Whose table is
    over stays in its result.
    """
    holder = table.holder(seat)
    if holder is None or table.status not in OPEN_STATUSES:
        return table
    others = [other for other in table.seats if other.user is not None and other.seat != seat]
    if holder.user is not None and not others:
        return closed(table)
    if table.status is TableStatus.LOBBY:
        table = unseated(table, seat)
    elif holder.user is not None:
        table = seated(table, SeatHolder(seat, None, "", table.record.level.value, vacated=True))
    return without_wishes(handed_on(table, holder, others), seat)


def without_wishes(table: Table, seat: Seat) -> Table:
    """The table without what a seat's former holder had asked for, or let pass."""
    record = replace(table.record, ready=table.record.ready - {seat})
    return replace(table, record=record, forced=table.forced - {seat})


def handed_on(table: Table, gone: SeatHolder, others: Sequence[SeatHolder]) -> Table:
    """The table with the next of the others as its host when its host is gone: rather one who is there."""
    if gone.user != table.record.host:
        return table
    players = table.record.players
    heir = min(others, key=lambda other: (not other.present, (other.seat - gone.seat) % players))
    assert heir.user is not None
    return replace(table, record=replace(table.record, host=heir.user))


def closed(table: Table) -> Table:
    """The table with nothing more to come."""
    return replace(table, record=replace(table.record, status=TableStatus.CLOSED, deadline=None), forced=frozenset())


def suspended(table: Table) -> Table:
    """The table out of sight: it waits, whatever it was doing. Tables that are over stay as they are."""
    if table.status not in {TableStatus.LOBBY, TableStatus.PLAYING}:
        return table
    return replace(table, record=replace(table.record, status=TableStatus.SUSPENDED))


def resumed(table: Table) -> Table:
    """A suspended table in sight again."""
    if table.status is not TableStatus.SUSPENDED:
        return table
    status = TableStatus.LOBBY if table.state is None else TableStatus.PLAYING
    return replace(table, record=replace(table.record, status=status))


def close(table: Table, by: UserId, *, manager: bool, confirm: bool) -> Table:
    """Close on the host's or a manager's word. A table that is over stays as it ended.

    Whether a running match may be closed on one word is not asked here (`asks_all`).

    Raises:
        EngineRefusal: NOT_HOST; DEAL_RUNNING unless confirmed.
    """
    if table.status not in OPEN_STATUSES:
        return table
    if not manager:
        require_host(table, by)
    if table.in_deal and not confirm:
        raise EngineRefusal(Trouble.DEAL_RUNNING)
    return closed(table)


def asks_all(table: Table, by: UserId) -> bool:
    """Whether closing wants the word of others: a match that somebody else plays too, who is there."""
    others = (holder.user for holder in table.seats if holder.present)
    return table.status is TableStatus.PLAYING and any(user != by for user in others)


def retired(table: Table) -> Table:
    """Closed on the operator's word. A table that is over stays as it ended."""
    return closed(table) if table.status in OPEN_STATUSES else table


def add_computer(table: Table, by: UserId, level: str | None, seat: Seat | None) -> Table:
    """Put a computer player on a free seat, or give the one that sits there another level.

    Args:
        table: the table.
        by: who asks.
        level: how well it plays; None for what the table's usually do.
        seat: where; None for the first free seat.

    Raises:
        EngineRefusal: NOT_IN_LOBBY, NOT_HOST, UNKNOWN_LEVEL, SEAT_TAKEN, TABLE_FULL.
    """
    require_lobby(table)
    require_host(table, by)
    try:
        chosen = table.record.level if level is None else Level(level)
    except ValueError as error:
        raise EngineRefusal(Trouble.UNKNOWN_LEVEL) from error
    free = table.free_seats()
    computers = {holder.seat for holder in table.seats if holder.user is None}
    if seat is not None and seat not in {*free, *computers}:
        raise EngineRefusal(Trouble.SEAT_TAKEN)
    if seat is None and not free:
        raise EngineRefusal(Trouble.TABLE_FULL)
    return seated(table, SeatHolder(free[0] if seat is None else seat, None, "", chosen.value))


def filled(table: Table) -> Table:
    """Computer players on every free seat."""
    return seated(table, *(SeatHolder(seat, None, "", table.record.level.value) for seat in table.free_seats()))


def remove(table: Table, by: UserId, seat: Seat) -> Table:
    """The host sends a holder away; in a match only one who is not there, whose seat becomes a computer player's.

    Before the match of a private table it takes the invitation back too.

    Raises:
        EngineRefusal: NOT_HOST; NOT_IN_LOBBY for a member who is playing.
    """
    require_host(table, by)
    holder = table.holder(seat)
    if table.status in OPEN_STATUSES - {TableStatus.LOBBY} and holder is not None and holder.present:
        raise EngineRefusal(Trouble.NOT_IN_LOBBY)
    if table.status is TableStatus.LOBBY and holder is not None and holder.user is not None:
        record = replace(table.record, invited=table.record.invited - {holder.user})
        table = replace(table, record=record)
    return vacate(table, seat)


def place(table: Table, by: UserId, user: UserId, seat: Seat) -> Table:
    """The host moves a member to a seat; whoever sits there takes the member's.

    Raises:
        EngineRefusal: NOT_IN_LOBBY, NOT_HOST, NOT_SEATED, SEAT_TAKEN (there is no such seat).
    """
    require_lobby(table)
    require_host(table, by)
    if not 0 <= seat < table.record.players:
        raise EngineRefusal(Trouble.SEAT_TAKEN)
    origin = table.seat_of(user)
    mover, other = table.holder(origin), table.holder(seat)
    assert mover is not None
    if other is None:
        return seated(unseated(table, origin), replace(mover, seat=seat))
    return seated(table, replace(mover, seat=seat), replace(other, seat=origin))


def draw_teams(table: Table, by: UserId, seed: bytes) -> Table:
    """Seat everybody anew, by chance.

    Raises:
        EngineRefusal: NOT_IN_LOBBY, NOT_HOST.
    """
    require_lobby(table)
    require_host(table, by)
    taken = tuple(holder.seat for holder in table.seats)
    drawn = shuffled(seed, f"tapis-teams-1|{table.id}", table.seats)
    return seated(table, *(replace(holder, seat=seat) for holder, seat in zip(drawn, taken, strict=True)))
