"""Keeps every table going: takes tables up after a start, and rings when their time is up."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime

from bot.core.seats import Seat
from bot.engine import asking, timing
from bot.engine.deadlines import Alarm, Deadlines
from bot.engine.desk import Desk
from bot.engine.errors import EngineRefusal, StorageFailure
from bot.engine.gate import Gate
from bot.engine.models import OPEN_STATUSES, Pace, TableId, TableStatus
from bot.engine.policy import Policy
from bot.engine.ports import Change, ChangeKind, Clock, Dealer, Outbox, Store
from bot.engine.table import Table

log = logging.getLogger(__name__)


class Upkeep:
    """The clock of all tables.

    Args:
        desk: where tables change.
        store: which tables there are.
        outbox: who shows them.
        clock: the time.
        dealer: chance, for the next deal's seed.
        policy: the deadlines.
        gate: while it is shut no deal begins.
    """

    def __init__(
        self, desk: Desk, store: Store, outbox: Outbox, clock: Clock, dealer: Dealer, policy: Policy, gate: Gate
    ) -> None:
        self._desk = desk
        self._store = store
        self._outbox = outbox
        self._clock = clock
        self._dealer = dealer
        self._policy = policy
        self._gate = gate
        self._rested: set[TableId] = set()
        self._deadlines = Deadlines(clock, self._ring)
        self._holds = 0
        self._turns: dict[TableId, datetime | None] = {}

    def hold(self) -> None:
        """No deadline passes until `release`: nobody can be reached."""
        self._holds += 1
        self._deadlines.hold()

    async def release(self) -> None:
        """Everybody can be reached again: every running turn starts anew.

        Whoever holds meanwhile needs a release of their own.
        """
        holds, now = self._holds, self._clock.now()
        await self._start_anew([table for table in self._desk.open_tables() if timing.renewed(table, now)])
        self._let_go(holds)

    async def start_up(self) -> None:
        """Take up all open tables, and those that are over and do not show it yet.

        Raises:
            StorageFailure: the list of open tables could not be read.
        """
        self.hold()
        holds = self._holds
        lagging = await self._store.lagging()
        wanted = dict.fromkeys((*await self._store.open_tables(), *lagging))
        tables = [table for table in [await self._desk.sound(found) for found in wanted] if table]
        late = [table for table in tables if timing.is_late(table, self._clock.now())]
        await self._start_anew(late)
        behind = set(lagging) - {table.id for table in late}
        for table in sorted(tables, key=lambda table: not table.waiting):
            if table.id in behind:
                self._outbox.changed(table.id, Change(ChangeKind.RESTORED, _members(table), urgent=bool(table.waiting)))
        self._let_go(holds)

    def forget(self, table: TableId) -> None:
        """Ring for this table no more."""
        for alarm in Alarm:
            self._deadlines.set(table, alarm, None)
        self._rested.discard(table)
        self._turns.pop(table, None)

    def release_rested(self) -> None:
        """Ring for the tables whose next deal was not begun while the gate was shut."""
        rested, self._rested = self._rested, set()
        for table_id in rested:
            self._deadlines.set(table_id, Alarm.DEADLINE, self._clock.now())

    async def close(self) -> None:
        """Ring no more."""
        await self._deadlines.close()

    def follow(self, table: Table) -> None:
        """Set a table's alarms. One that lacks its time is rung for at once, and gets it then."""
        now = self._clock.now()
        due = now if timing.unclocked(table, self._policy) else table.record.deadline
        self._deadlines.set(table.id, Alarm.DEADLINE, due)
        self._deadlines.set(table.id, Alarm.REMINDER, timing.remind_at(table, self._policy, now))
        self._call_in(table, now)
        asked = table.record.asked if table.status is TableStatus.PLAYING else None
        self._deadlines.set(table.id, Alarm.ANSWERS, None if asked is None else asked.until)

    def _call_in(self, table: Table, now: datetime) -> None:
        """Tell those who play by the day that their turn has begun, once they may be disturbed.

        A table read after a start is only noted: its turn was told when it began, unless that was in the quiet hours
        which still last.
        """
        if table.status not in OPEN_STATUSES:
            self._turns.pop(table.id, None)
            self._deadlines.set(table.id, Alarm.TURN, None)
            return
        turn = table.record.deadline if timing.waits_for(table) is timing.Wait.TURN else None
        told = self._turns.get(table.id, None if timing.began_tonight(table, self._policy, now) else turn)
        self._turns[table.id] = turn
        if turn is None:
            self._deadlines.set(table.id, Alarm.TURN, None)
        elif turn != told and table.record.pace is Pace.SLOW:
            self._deadlines.set(table.id, Alarm.TURN, timing.awake(table, now))

    def _let_go(self, holds: int) -> None:
        """Let deadlines pass, unless somebody has held since there were so many holds."""
        if self._holds == holds:
            self._deadlines.release()

    async def _start_anew(self, tables: Iterable[Table]) -> None:
        for table in tables:
            try:
                await self._desk.change(table.id, timing.untimed, kind=ChangeKind.RESTORED)
            except (EngineRefusal, StorageFailure):
                log.exception("a time could not be started anew", extra={"table": table.id})

    async def _ring(self, table_id: TableId, alarm: Alarm) -> None:
        table = self._desk.known(table_id)
        if table is None:
            return
        if alarm in {Alarm.REMINDER, Alarm.TURN}:
            tell = self._outbox.remind if alarm is Alarm.REMINDER else self._outbox.call_in
            for seat in sorted(table.waiting):
                tell(table_id, seat)
            return
        if alarm is Alarm.DEADLINE and self._gate.shut and timing.waits_for(table) is timing.Wait.NEXT_DEAL:
            self._rested.add(table_id)
            return
        try:
            if alarm is Alarm.ANSWERS:
                await self._desk.change(table_id, self._unanswered, kind=ChangeKind.RESTORED)
            else:
                after = await self._desk.change(table_id, self._expired)
                for seat in sorted(after.forced - table.forced):
                    self._outbox.missed(table_id, seat)
        except EngineRefusal as refusal:
            log.info("the clock changes nothing: %s", refusal, extra={"table": table_id})
        except StorageFailure:
            log.exception("what the clock decided was not recorded; it will try again", extra={"table": table_id})
            self._ring_again(table_id, alarm)
        except Exception:  # whatever it is, logged and tried again: without an alarm the table would wait for ever
            log.exception("the clock failed; it will try again", extra={"table": table_id})
            self._ring_again(table_id, alarm)

    def _ring_again(self, table_id: TableId, alarm: Alarm) -> None:
        self._deadlines.set(table_id, alarm, timing.later(self._clock.now(), self._policy.retry_seconds))

    def _unanswered(self, table: Table) -> Table:
        return asking.lapsed(table, self._clock.now())

    def _expired(self, table: Table) -> Table:
        return timing.expired(table, self._policy, self._clock.now(), self._dealer)


def _members(table: Table) -> frozenset[Seat]:
    return frozenset(holder.seat for holder in table.seats if holder.user is not None)
