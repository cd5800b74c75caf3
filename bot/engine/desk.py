"""The one place where a table changes: lock, decide, record, replace in memory, unlock, and only then tell."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import TypeVar
from weakref import WeakValueDictionary

from bot.core.game import AnyGame
from bot.core.match import DealEnded, DealStarted, MatchEnded
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import OPEN_STATUSES, TableId, TableStatus
from bot.engine.policy import Policy
from bot.engine.ports import Change, ChangeKind, Clock, LogEntry, Outbox, Store
from bot.engine.table import Table, rebuilt
from bot.engine.timing import timed

T = TypeVar("T")
Work = Callable[[Table], Table]

_KEPT_AFTER_THE_END = 64

log = logging.getLogger(__name__)


class Desk:
    """Tables in memory, their locks, and the way from one state to the next.

    Args:
        store: where tables are kept.
        outbox: who shows them.
        clock: the time.
        policy: the deadlines.
        games: the games by key.
    """

    def __init__(
        self, store: Store, outbox: Outbox, clock: Clock, policy: Policy, games: Mapping[str, AnyGame]
    ) -> None:
        self._store = store
        self._outbox = outbox
        self._clock = clock
        self._policy = policy
        self._games = games
        self._tables: dict[TableId, Table] = {}
        self._over: deque[TableId] = deque()
        self._doubtful: set[TableId] = set()
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._running: set[asyncio.Task[object]] = set()
        self._followers: list[Callable[[Table], None]] = []
        self._closing = False

    def follow(self, follower: Callable[[Table], None]) -> None:
        """Call this with every table after it has changed or was read; it must return at once."""
        self._followers.append(follower)

    def known(self, table: TableId) -> Table | None:
        """A table in memory."""
        return self._tables.get(table)

    async def table(self, table: TableId) -> Table:
        """A table, read from the store when it is not in memory.

        Raises:
            EngineRefusal: NO_TABLE, TABLE_FROZEN.
            StorageFailure: it could not be read.
        """
        found = self._tables.get(table)
        if found is not None:
            return found
        return await self._alone(self._read(table))

    async def add(self, table: Table) -> Table:
        """Store a new table; it gets its id.

        Raises:
            EngineRefusal: CHANNEL_TAKEN, SHUTTING_DOWN.
            StorageFailure: it was not stored.
        """
        return await self._alone(self._add(table))

    async def change(self, table: TableId, work: Work, *, kind: ChangeKind | None = None) -> Table:
        """Let `work` decide and make it so; nothing happens when it hands back the table it was given.

        A caller who is cancelled leaves without the answer; the change is finished all the same.

        Args:
            table: which table.
            work: from the present table to the next; whatever it raises is raised here, and nothing changes.
            kind: how to announce the change, when its events do not say it.

        Raises:
            EngineRefusal: NO_TABLE, TABLE_FROZEN, SHUTTING_DOWN.
            StorageFailure: the change was not recorded, and did not happen.
        """
        return await self._alone(self._change(table, work, kind))

    def open_tables(self) -> tuple[Table, ...]:
        """The tables in memory that are not over."""
        return tuple(table for table in self._tables.values() if table.status in OPEN_STATUSES)

    def refuse(self) -> None:
        """Take no new requests from now on."""
        self._closing = True

    async def close(self) -> None:
        """Refuse new requests and wait for those under way."""
        self.refuse()
        while self._running:
            await asyncio.wait(set(self._running))

    async def _alone(self, work: Coroutine[object, object, T]) -> T:
        """Run to the end even when whoever asked goes away."""
        if self._closing:
            work.close()
            raise EngineRefusal(Trouble.SHUTTING_DOWN)
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _read(self, table: TableId) -> Table:
        async with self._lock(table):
            found = self._tables.get(table)
            if found is None:
                found = self._remember(await self._load(table))
        self._tell_followers(found)
        return found

    async def _add(self, table: Table) -> Table:
        table = timed(None, table, self._policy, self._clock.now())
        record = await self._store.create(table.record, table.seats)
        table = self._remember(replace(table, record=record))
        self._announce(table, table, ChangeKind.LOBBY)
        return table

    async def _change(self, table: TableId, work: Work, kind: ChangeKind | None) -> Table:
        async with self._lock(table):
            before = await self._present(table)
            after = work(before)
            if after is before:
                return before
            after = timed(before, after, self._policy, self._clock.now())
            await self._record(before, after)
            pending = after.pending
            after = self._remember(self._recorded(after))
        self._announce(before, replace(after, pending=pending), kind)
        return after

    async def _present(self, table: TableId) -> Table:
        """The table in memory; after a failed write it is read anew, so that memory and file cannot differ."""
        found = self._tables.get(table)
        if found is None or table in self._doubtful:
            found = self._remember(await self._load(table))
            self._doubtful.discard(table)
        return found

    async def _load(self, table: TableId) -> Table:
        stored = await self._store.load(table)
        if stored is None:
            raise EngineRefusal(Trouble.NO_TABLE)
        loaded = rebuilt(stored, self._games)
        if loaded.failure is not None:
            log.error("table %d is frozen after event %d: %s", table, loaded.seq, loaded.failure)
        return loaded

    async def _record(self, before: Table, after: Table) -> None:
        record = replace(after.record, revision=before.record.revision + 1)
        try:
            if after.pending:
                now = self._clock.now()
                entries = [LogEntry(before.seq + n, now, event) for n, event in enumerate(after.pending, 1)]
                ended = any(isinstance(event, DealEnded) for event in after.pending)
                await self._store.append(record, after.seats, before.seq, entries, after.state if ended else None)
            else:
                await self._store.save(record, after.seats)
        except StorageFailure:
            self._doubtful.add(after.id)
            raise

    def _recorded(self, table: Table) -> Table:
        record = replace(table.record, revision=table.record.revision + 1)
        return replace(table, record=record, seq=table.seq + len(table.pending), pending=())

    def _remember(self, table: Table) -> Table:
        """Keep open tables; of the others only the latest few."""
        self._tables[table.id] = table
        if table.status not in OPEN_STATUSES and table.id not in self._over:
            self._over.append(table.id)
            if len(self._over) > _KEPT_AFTER_THE_END:
                self._tables.pop(self._over.popleft(), None)
        return table

    def _lock(self, table: TableId) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    def _announce(self, before: Table, after: Table, kind: ChangeKind | None) -> None:
        change = change_between(before, after, kind)
        self._outbox.changed(after.id, change)
        self._tell_followers(replace(after, pending=()))

    def _tell_followers(self, table: Table) -> None:
        for follower in self._followers:
            follower(table)


def change_between(before: Table, after: Table, kind: ChangeKind | None) -> Change:
    """What to tell of a change. `after` still holds the events that were recorded."""
    if kind is None:
        kind = _kind(after)
    members = frozenset(holder.seat for holder in after.seats if holder.user is not None)
    if kind is ChangeKind.PROGRESS:
        seats = frozenset(seat for seat in members if before.token(seat) != after.token(seat))
    else:
        seats = members | frozenset(holder.seat for holder in before.seats if holder.user is not None)
    return Change(kind, seats, urgent=kind is not ChangeKind.PROGRESS or bool(after.waiting))


def _kind(after: Table) -> ChangeKind:
    if after.status is TableStatus.CLOSED:
        return ChangeKind.CLOSED
    kinds = {type(event) for event in after.pending}
    if MatchEnded in kinds:
        return ChangeKind.MATCH_ENDED
    if DealEnded in kinds:
        return ChangeKind.DEAL_ENDED
    if DealStarted in kinds:
        return ChangeKind.DEAL_STARTED
    return ChangeKind.LOBBY if after.status is TableStatus.LOBBY else ChangeKind.PROGRESS
