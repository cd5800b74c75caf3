"""Seats of a running match that change hands: a pure function from one table to the next."""

from __future__ import annotations

from dataclasses import replace

from bot.core.seats import Seat
from bot.engine import asking
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.holding import seen_by
from bot.engine.lobby import handed_on, require_no_lesson, without_wishes
from bot.engine.models import Person, SeatHolder, TableStatus
from bot.engine.play import back
from bot.engine.table import Table, seated


def substitute(table: Table, person: Person, seat: Seat | None) -> Table:
    """Seat a spectator where a member has left or is away, in the middle of a deal too; they play on with that hand.

    Whoever has seen a hand of the running deal takes that one again or none. Without a seat, the first that is open.
    A member who is away and takes their own seat is back.

    Raises:
        EngineRefusal: NOT_PLAYING, TABLE_FROZEN, ALREADY_SEATED, NOT_INVITED; NO_OPEN_SEAT; SEAT_TAKEN when the one
            that is asked for is not open; HAND_SEEN; LESSON.
    """
    if table.status is TableStatus.FROZEN:
        raise EngineRefusal(Trouble.TABLE_FROZEN, table=int(table.id))
    if table.status is not TableStatus.PLAYING:
        raise EngineRefusal(Trouble.NOT_PLAYING)
    own = next((holder for holder in table.seats if holder.user == person.user), None)
    if own is not None:
        if not own.away or seat not in (None, own.seat):
            raise EngineRefusal(Trouble.ALREADY_SEATED)
        return back(table, own.seat)
    table.require_invited(person.user)
    require_no_lesson(table)
    offered = [holder.seat for holder in table.seats if holder.open]
    if seat is not None and seat not in offered:
        raise EngineRefusal(Trouble.SEAT_TAKEN)
    if not offered:
        raise EngineRefusal(Trouble.NO_OPEN_SEAT)
    seen = seen_by(table, person.user)
    allowed = [place for place in offered if place in seen] if seen else offered
    if not allowed or (seat is not None and seat not in allowed):
        raise EngineRefusal(Trouble.HAND_SEEN)
    return _taken(table, person, allowed[0] if seat is None else seat)


def _taken(table: Table, person: Person, seat: Seat) -> Table:
    before = table.holder(seat)
    assert before is not None
    table = seated(table, SeatHolder(seat, person.user, person.name))
    table = handed_on(table, before, [holder for holder in table.seats if holder.user is not None])
    newcomers = table.newcomers | {seat} if table.between else table.newcomers
    return asking.forgotten(without_wishes(replace(table, newcomers=newcomers), seat), seat)
