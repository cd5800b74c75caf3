"""What a table waits for, and until when: pure functions."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.engine.lobby import closed
from bot.engine.models import Pace, TableStatus
from bot.engine.play import deal, overdue
from bot.engine.policy import Policy
from bot.engine.ports import Dealer, TableRecord
from bot.engine.table import Table


class Wait(StrEnum):
    """What the clock of a table is running for."""

    NOTHING = "nothing"
    LOBBY = "lobby"
    NEXT_DEAL = "next_deal"
    TURN = "turn"
    ASLEEP = "asleep"
    STOPPED = "stopped"
    PAUSED = "paused"


def waits_for(table: Table) -> Wait:
    """What the clock runs for now."""
    if table.status is TableStatus.LOBBY:
        return Wait.LOBBY
    if table.status in {TableStatus.SUSPENDED, TableStatus.FROZEN}:
        return Wait.STOPPED
    if table.status is TableStatus.PLAYING and table.record.paused:
        return Wait.PAUSED
    if table.asleep:
        return Wait.ASLEEP
    if table.between:
        return Wait.NEXT_DEAL
    return Wait.TURN if table.waiting else Wait.NOTHING


def seconds_for(wait: Wait, policy: Policy, record: TableRecord) -> float | None:
    """How long the clock runs; None when nothing is timed."""
    slow = record.pace is Pace.SLOW
    match wait:
        case Wait.NOTHING:
            return None
        case Wait.LOBBY:
            return turn_seconds(policy, record) if slow else policy.lobby_minutes * 60
        case Wait.NEXT_DEAL:
            return policy.slow_next_deal_seconds if slow else policy.next_deal_seconds
        case Wait.TURN:
            return turn_seconds(policy, record)
        case Wait.ASLEEP | Wait.STOPPED:
            return policy.asleep_days * 86_400
        case Wait.PAUSED:
            return policy.paused_days * 86_400


def turn_seconds(policy: Policy, record: TableRecord) -> float:
    """How long a turn lasts at this table. Who learns keeps nobody waiting."""
    if record.lesson is not None:
        return policy.lobby_minutes * 60
    return policy.slow_hours * 3600 if record.pace is Pace.SLOW else policy.turn_seconds


def ask_until(table: Table, policy: Policy, now: datetime) -> datetime:
    """Until when the members may answer what one of them asks: as long as for a turn."""
    return awake(table, later(now, turn_seconds(policy, table.record)))


def awake(table: Table, moment: datetime) -> datetime:
    """The moment, or the end of the quiet hours it falls in where the table has some."""
    return moment if table.record.quiet is None else table.record.quiet.after(moment)


def began_tonight(table: Table, policy: Policy, now: datetime) -> bool:
    """Whether the running turn began in the quiet hours that it is now: it ends with those of the day after."""
    deadline = table.record.deadline
    if table.record.quiet is None or now not in table.record.quiet or deadline is None:
        return False
    # An hour less on the night when the clocks change.
    return (deadline - awake(table, now)).total_seconds() >= turn_seconds(policy, table.record) - 3600


def timed(before: Table | None, after: Table, policy: Policy, now: datetime) -> Table:
    """The table with its deadline: kept while it still waits for the same, else anew."""
    wait = waits_for(after)
    seconds = seconds_for(wait, policy, after.record)
    kept = before is not None and after.record.deadline is not None and _same_wait(before, after, wait)
    if kept and seconds is not None:
        return after
    deadline = None if seconds is None else awake(after, later(now, seconds))
    return replace(after, record=replace(after.record, deadline=deadline))


def is_late(table: Table, now: datetime) -> bool:
    """Whether its time has passed already."""
    return table.record.deadline is not None and table.record.deadline <= now


def unclocked(table: Table, policy: Policy) -> bool:
    """Whether it waits for something without a time.

    So it is after a stop between a missed turn and the move for it (that it was missed is not stored), and when a
    frozen table is read for the first time or was repaired.
    """
    return table.record.deadline is None and seconds_for(waits_for(table), policy, table.record) is not None


def renewed(table: Table, now: datetime) -> bool:
    """Whether its time starts anew once everybody can be reached again.

    A turn and the pause between two deals do. What lasts long goes on, so that it ends some day: only a lobby whose
    time passed meanwhile is spared.
    """
    match waits_for(table):
        case Wait.TURN | Wait.NEXT_DEAL:
            return True
        case Wait.LOBBY:
            return is_late(table, now)
        case Wait.NOTHING | Wait.ASLEEP | Wait.STOPPED | Wait.PAUSED:
            return False


def untimed(table: Table) -> Table:
    """The table with its time to be started anew."""
    return replace(table, record=replace(table.record, deadline=None))


def later(now: datetime, seconds: float) -> datetime:
    """The time so many seconds after now."""
    return now + timedelta(seconds=seconds)


def remind_at(table: Table, policy: Policy, now: datetime) -> datetime | None:
    """When to remind those whose turn it is: after a third of their time, not in quiet hours.

    None when that is past or nobody's turn.
    """
    deadline = table.record.deadline
    if waits_for(table) is not Wait.TURN or deadline is None:
        return None
    at = awake(table, later(deadline, -turn_seconds(policy, table.record) * 2 / 3))
    return at if now < at < deadline else None


def expired(table: Table, policy: Policy, now: datetime, dealer: Dealer) -> Table:
    """What happens when a table's time is up; the table itself when it is not. One without its time gets it."""
    if unclocked(table, policy):
        return untimed(table)
    if table.record.deadline is None or table.record.deadline > now:
        return table
    match waits_for(table):
        case Wait.NOTHING:
            return table
        case Wait.LOBBY | Wait.ASLEEP | Wait.STOPPED | Wait.PAUSED:
            return closed(table)
        case Wait.NEXT_DEAL:
            return deal(table, dealer)
        case Wait.TURN:
            return overdue(table, policy.missed_turns)


def _same_wait(before: Table, after: Table, wait: Wait) -> bool:
    """Any change renews a lobby's time; a turn lasts until what somebody waited for is asked changes.

    All see how long a turn lasts: what only some hear of does not make it longer.
    """
    if waits_for(before) is not wait or wait is Wait.LOBBY:
        return False
    if wait is Wait.TURN:
        asked = after.unheard or all(before.token(seat) == after.token(seat) for seat in after.waiting)
        return asked and after.waiting <= before.waiting
    return not after.pending
