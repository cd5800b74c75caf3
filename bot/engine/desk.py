"""The one place where a table changes: lock, decide, record, replace in memory, unlock, and only then tell."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar
from weakref import WeakValueDictionary

from bot.core.events import TrickWon
from bot.core.game import AnyGame
from bot.core.match import DealEnded, DealStarted, MatchEnded
from bot.core.seats import Seat
from bot.engine import holding
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import OPEN_STATUSES, ChannelId, TableId, TableStatus
from bot.engine.policy import Policy
from bot.engine.ports import Change, ChangeKind, Clock, LogEntry, Outbox, Store
from bot.engine.table import Table, rebuilt
from bot.engine.timing import timed

T = TypeVar("T")
Work = Callable[[Table], Table]

_KEPT_AFTER_THE_END = 64
_UNREADABLE = frozenset({Trouble.NO_TABLE, Trouble.TABLE_FROZEN})

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

    async def readable(self, tables: Iterable[TableId]) -> tuple[Table, ...]:
        """These tables, without those whose row or log cannot be read: they must not take the others with them.

        Raises:
            EngineRefusal: SHUTTING_DOWN.
            StorageFailure: the database itself could not be read.
        """
        found = []
        for table in tables:
            try:
                found.append(await self.table(table))
            except EngineRefusal as refusal:
                if refusal.code not in _UNREADABLE:
                    raise
                log.warning("a table is left out: %s", refusal, extra={"table": table})
        return tuple(found)

    async def sound(self, table: TableId) -> Table | None:
        """A table; None, and a line in the log, when it cannot be had."""
        try:
            return await self.table(table)
        except (EngineRefusal, StorageFailure):
            log.exception("a table could not be taken up", extra={"table": table})
            return None

    async def add(self, table: Table) -> Table:
        """Store a new table; it gets its id.

        Raises:
            EngineRefusal: CHANNEL_TAKEN, SHUTTING_DOWN.
            StorageFailure: it was not stored.
        """
        return await self._alone(self._add(table))

    async def give_up(self, channel: ChannelId) -> bool:
        """Close a channel's open table if nothing can be made of it; its log is kept.

        Returns:
            Whether it was closed.

        Raises:
            StorageFailure: it could not be read, or its end was not recorded.
        """
        return await self._alone(self._give_up(channel))

    async def change(
        self,
        table: TableId,
        work: Work,
        *,
        kind: ChangeKind | None = None,
        recorded: Callable[[Table], None] | None = None,
    ) -> Table:
        """Let `work` decide and make it so; nothing happens when it hands back the table it was given.

        A caller who is cancelled leaves without the answer; the change is finished all the same.

        Args:
            table: which table.
            work: from the present table to the next; whatever it raises is raised here, and nothing changes.
            kind: how to announce the change, when its events do not say it.
            recorded: called with the next table once it is recorded, before anybody else can change it.

        Raises:
            EngineRefusal: NO_TABLE, TABLE_FROZEN, SHUTTING_DOWN.
            StorageFailure: the change was not recorded, and did not happen.
        """
        return await self._alone(self._change(table, work, kind, recorded))

    async def reread(self, table: TableId) -> None:
        """Have a table read anew when it is next wanted: what is stored of its people has changed elsewhere."""
        await self._alone(self._reread(table))

    def open_tables(self) -> tuple[Table, ...]:
        """The tables in memory that are not over."""
        return tuple(table for table in self._tables.values() if table.status in OPEN_STATUSES)

    async def forget(self, table: TableId) -> None:
        """Let go of a table that is about to be removed from the store."""
        async with self._lock(table):
            self._tables.pop(table, None)
            self._doubtful.discard(table)
            if table in self._over:
                self._over.remove(table)

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

    async def _reread(self, table: TableId) -> None:
        async with self._lock(table):
            known = self._tables.get(table)
            if known is None:
                return
            if known.status not in OPEN_STATUSES:
                self._tables.pop(table)
                return
            self._doubtful.add(table)
            await self._present(table)

    async def _give_up(self, channel: ChannelId) -> bool:
        table = await self._store.table_in(channel)
        if table is None:
            return False
        async with self._lock(table):
            stored = await self._store.load(table)
            if stored is None or stored.record.game in self._games or stored.record.status not in OPEN_STATUSES:
                return False
            ends = TableStatus.CLOSED
            record = replace(stored.record, status=ends, deadline=None, revision=stored.record.revision + 1)
            await self._store.save(record, stored.seats)
        log.warning("a table of the unknown game %s gave its channel up", record.game, extra={"table": table})
        return True

    async def _add(self, table: Table) -> Table:
        table = timed(None, table, self._policy, self._clock.now())
        record = await self._store.create(table.record, table.seats)
        table = self._remember(replace(table, record=record))
        self._announce(table, table, ChangeKind.LOBBY)
        return table

    async def _change(
        self, table: TableId, work: Work, kind: ChangeKind | None, recorded: Callable[[Table], None] | None
    ) -> Table:
        async with self._lock(table):
            before = await self._present(table)
            after = work(before)
            if after is before:
                return before
            after = timed(before, after, self._policy, self._clock.now())
            await self._record(before, after)
            pending = after.pending
            after = self._remember(self._recorded(before, after))
            if recorded is not None:
                recorded(after)
        self._announce(before, replace(after, pending=pending), kind)
        return after

    async def _present(self, table: TableId) -> Table:
        """The table in memory; after a failed write it is read anew, so that memory and file cannot differ.

        What was read is told at once: the request it was read for may well change nothing.
        """
        known = self._tables.get(table)
        if known is not None and table not in self._doubtful:
            return known
        found = await self._load(table)
        found = self._remember(found if known is None else _still(known, found))
        self._doubtful.discard(table)
        if known is not None and known.record.revision != found.record.revision:
            self._outbox.changed(table, change_between(known, found, ChangeKind.RESTORED))
        self._tell_followers(found)
        return found

    async def _load(self, table: TableId) -> Table:
        stored = await self._store.load(table)
        if stored is None:
            raise EngineRefusal(Trouble.NO_TABLE)
        loaded = rebuilt(stored, self._games)
        if loaded.failure is not None:
            log.error("frozen after event %d: %s", loaded.seq, loaded.failure, extra={"table": table})
        return loaded

    async def _record(self, before: Table, after: Table) -> None:
        record = replace(after.record, revision=before.record.revision + 1)
        held = holding.held_by(before, after)
        try:
            if after.pending:
                now = self._clock.now()
                entries = [LogEntry(before.seq + n, now, event) for n, event in enumerate(after.pending, 1)]
                ended = any(isinstance(event, DealEnded) for event in after.pending)
                state = after.state if ended else None
                await self._store.append(record, after.seats, before.seq, entries, state, held)
            else:
                await self._store.save(record, after.seats, held, holding.abandoned(before, after, self._clock.now()))
        except StorageFailure:
            self._doubtful.add(after.id)
            raise

    def _recorded(self, before: Table, table: Table) -> Table:
        record = replace(table.record, revision=table.record.revision + 1)
        held = holding.with_held(before.held, holding.held_by(before, table))
        return replace(table, record=record, seq=table.seq + len(table.pending), pending=(), held=held)

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


def _still(known: Table, found: Table) -> Table:
    """What was read anew, with what is not stored as far as it still holds."""
    forced = {seat for seat in known.forced & found.to_act if known.token(seat) == found.token(seat)}
    same = known.state is not None and found.state is not None and known.state.number == found.state.number
    newcomers = known.newcomers if same and known.seats == found.seats else frozenset[Seat]()
    return replace(found, forced=frozenset(forced), newcomers=newcomers)


def change_between(before: Table, after: Table, kind: ChangeKind | None) -> Change:
    """What to tell of a change. `after` still holds the events that were recorded."""
    if kind is None or after.status is TableStatus.CLOSED:
        kind = _kind(after)
    members = frozenset(holder.seat for holder in after.seats if holder.user is not None)
    if kind is ChangeKind.PROGRESS:
        seats = frozenset(seat for seat in members if before.token(seat) != after.token(seat))
    else:
        seats = members | frozenset(holder.seat for holder in before.seats if holder.user is not None)
    return Change(
        kind,
        seats,
        urgent=kind is not ChangeKind.PROGRESS or bool(after.waiting),
        complete=any(isinstance(event, TrickWon) for event in after.pending),
    )


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
