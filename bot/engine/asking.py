"""What the members of a match decide together: to pause, to go on, to close. Pure functions between tables.

A pause, and the end of one, want everybody's word; closing wants more than half. Who is away has no say. Silence is no
consent to a pause or to closing; a match that waits for one silent member goes on.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.lobby import closed
from bot.engine.models import Ask, Asked, TableStatus, UserId
from bot.engine.play import back
from bot.engine.table import Table


def voters(table: Table) -> frozenset[Seat]:
    """Whose word is asked: members who are there."""
    return frozenset(holder.seat for holder in table.seats if holder.present)


def ask(table: Table, by: UserId, what: Ask, until: datetime) -> Table:
    """A member asks the others; with nobody else there it is done at once. Asking again for the same is a yes.

    Raises:
        EngineRefusal: NOT_SEATED, NOT_PLAYING, ALREADY_PAUSED, NOT_PAUSED; ASK_PENDING while another is asked.
    """
    seat = table.seat_of(by)
    if table.status is not TableStatus.PLAYING:
        raise EngineRefusal(Trouble.NOT_PLAYING)
    if what is Ask.PAUSE and table.record.paused:
        raise EngineRefusal(Trouble.ALREADY_PAUSED)
    if what is Ask.RESUME and not table.record.paused:
        raise EngineRefusal(Trouble.NOT_PAUSED)
    asked = table.record.asked
    if asked is not None and asked.what is not what:
        raise EngineRefusal(Trouble.ASK_PENDING)
    if asked is None:
        table = _with(table, Asked(what, seat, until))
    return answer(table, by, what, yes=True)


def answer(table: Table, by: UserId, what: Ask, *, yes: bool) -> Table:
    """A member answers; who asked may take it back by a no.

    Raises:
        EngineRefusal: NOT_SEATED; STALE when that is not asked any more.
    """
    seat = table.seat_of(by)
    table = back(table, seat)
    asked = table.record.asked
    if asked is None or asked.what is not what or table.status is not TableStatus.PLAYING:
        raise EngineRefusal(Trouble.STALE)
    if not yes and seat == asked.by:
        return _with(table, None)
    given = replace(asked, yes=asked.yes - {seat}, no=asked.no - {seat})
    given = replace(given, yes=given.yes | {seat}) if yes else replace(given, no=given.no | {seat})
    return decided(_with(table, given))


def decided(table: Table) -> Table:
    """The table once enough have answered; the table itself while they have not."""
    asked = table.record.asked
    if asked is None or table.status is not TableStatus.PLAYING:
        return table
    asked_of = voters(table)
    yes, no = len(asked.yes & asked_of), len(asked.no & asked_of)
    if asked.what is Ask.CLOSE:
        passed, failed = 2 * yes > len(asked_of), 2 * no >= len(asked_of)
    else:
        passed, failed = yes == len(asked_of), no > 0
    if passed:
        return _done(table, asked.what)
    return _with(table, None) if failed else table


def forgotten(table: Table, seat: Seat) -> Table:
    """The table without the word of a seat whose holder has changed; without what they had asked."""
    asked = table.record.asked
    if asked is None:
        return table
    if asked.by == seat:
        return _with(table, None)
    return _with(table, replace(asked, yes=asked.yes - {seat}, no=asked.no - {seat}))


def lapsed(table: Table, now: datetime) -> Table:
    """What becomes of a question whose time is up; the table itself when there is none."""
    asked = table.record.asked
    if asked is None or asked.until > now or table.status is not TableStatus.PLAYING:
        return table
    return _done(table, asked.what) if asked.what is Ask.RESUME else _with(table, None)


def _done(table: Table, what: Ask) -> Table:
    table = _with(table, None)
    if what is Ask.CLOSE:
        return closed(table)
    # What the clock had decided before a pause is forgotten with it: every turn starts anew.
    return replace(table, record=replace(table.record, paused=what is Ask.PAUSE), forced=frozenset())


def _with(table: Table, asked: Asked | None) -> Table:
    return replace(table, record=replace(table.record, asked=asked))
