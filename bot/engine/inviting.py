"""Who may sit at a table, and the call for somebody who is missing: pure functions from one table to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.lobby import require_host, require_lobby, require_no_lesson
from bot.engine.models import OPEN_STATUSES, Seeking, TableStatus, UserId
from bot.engine.table import Table

INVITED_LIMIT: Final = 25
"""Members who may be invited to one table, those who sit there included."""


def closed_to_others(table: Table, by: UserId, *, private: bool) -> Table:
    """Let only who is invited sit here, or everybody again. Whoever sits here already counts as invited.

    Raises:
        EngineRefusal: NOT_IN_LOBBY, NOT_HOST.
    """
    require_lobby(table)
    require_host(table, by)
    if table.record.private is private:
        return table
    seated = {holder.user for holder in table.seats if holder.user is not None}
    invited = table.record.invited | seated if private else frozenset[UserId]()
    return replace(table, record=replace(table.record, private=private, invited=invited))


def invited(table: Table, by: UserId, user: UserId) -> Table:
    """Let a member sit at a private table.

    Raises:
        EngineRefusal: NO_TABLE when it is over; NOT_HOST, NOT_PRIVATE, ALREADY_INVITED, INVITED_FULL.
    """
    if table.status not in OPEN_STATUSES:
        raise EngineRefusal(Trouble.NO_TABLE)
    require_host(table, by)
    if not table.record.private:
        raise EngineRefusal(Trouble.NOT_PRIVATE)
    if user in table.record.invited:
        raise EngineRefusal(Trouble.ALREADY_INVITED)
    if len(table.record.invited) >= INVITED_LIMIT:
        raise EngineRefusal(Trouble.INVITED_FULL, limit=INVITED_LIMIT)
    return replace(table, record=replace(table.record, invited=table.record.invited | {user}))


def sought(table: Table, by: UserId) -> Table:
    """Note that the host has called for somebody who is missing: once at a table.

    Raises:
        EngineRefusal: NOT_HOST, ALREADY_SOUGHT; NOBODY_MISSING when no seat can be taken; LESSON and SEEK_PRIVATE where
            whoever came would not be let in.
    """
    require_host(table, by)
    require_no_lesson(table)
    if table.record.private:
        raise EngineRefusal(Trouble.SEEK_PRIVATE)
    free = table.free_seats() if table.status is TableStatus.LOBBY else ()
    vacant = [holder for holder in table.seats if holder.open] if table.status is TableStatus.PLAYING else []
    if not free and not vacant:
        raise EngineRefusal(Trouble.NOBODY_MISSING)
    if table.record.seeking is Seeking.DONE:
        raise EngineRefusal(Trouble.ALREADY_SOUGHT)
    return replace(table, record=replace(table.record, seeking=Seeking.DONE))


def not_sought(table: Table) -> Table:
    """Take the note back: the call did not go out."""
    if table.record.seeking is not Seeking.DONE:
        return table
    return replace(table, record=replace(table.record, seeking=Seeking.READY))
