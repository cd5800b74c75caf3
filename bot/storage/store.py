"""The SQLite store: the engine's `Store` port and what the Discord side remembers, over one database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from bot.core import registry
from bot.core.game import AnyGame
from bot.core.match import MatchState
from bot.engine.errors import StorageFailure
from bot.engine.models import OPEN_STATUSES, ChannelId, Held, SeatHolder, TableId, UserId
from bot.engine.ports import Abandoned, DealSecret, LogEntry, StoredTable, TableRecord
from bot.meter import Meter
from bot.storage import seating, snapshots, tables
from bot.storage.database import BUSY_SECONDS, Database, Mode
from bot.storage.departures import Departures
from bot.storage.history import SqliteHistory
from bot.storage.memory import SqliteMeta, SqliteSettings, SqliteSurfaces
from bot.storage.people import SqlitePeople
from bot.storage.profiles import SqliteProfiles
from bot.storage.snapshots import Tail
from bot.storage.sweep import Sweeper

log = logging.getLogger(__name__)

HEALTH_NOTE = "health"
HEALTH_SECONDS = 3.0
"""How long a health check waits for its write."""


class SqliteStore:
    """Durable tables in one file. Made by `open`; close it.

    Attributes:
        database: the connections.
        surfaces: shown messages.
        settings: settings of servers and members.
        meta: named texts.
        profiles: servers' own rules.
        departures: servers that sent the bot away.
        sweeper: what goes by age.
        people: one person's data.
        history: matches that are over, for who may see them.
    """

    def __init__(self, database: Database, games: Mapping[str, AnyGame], meter: Meter | None = None) -> None:
        self.database = database
        self.surfaces = SqliteSurfaces(database)
        self.settings = SqliteSettings(database)
        self.meta = SqliteMeta(database)
        self.profiles = SqliteProfiles(database)
        self.departures = Departures(database)
        self.sweeper = Sweeper(database)
        self.people = SqlitePeople(database, games)
        self.history = SqliteHistory(database, games)
        self._games = games
        self._meter = Meter() if meter is None else meter
        self._tails: dict[TableId, Tail] = {}

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        games: Mapping[str, AnyGame] | None = None,
        mode: Mode = "rwc",
        busy_seconds: float = BUSY_SECONDS,
        meter: Meter | None = None,
    ) -> SqliteStore:
        """Open or make the file.

        Args:
            path: the file.
            games: the games by key; all of them when left out.
            mode: how to open it; other than `rwc` for tests.
            busy_seconds: how long a write waits for another process.
            meter: counts acts and times transactions.

        Raises:
            DatabaseTooNew, DatabaseNotWritable, DatabaseCorrupt, AlreadyRunning: it cannot be used.
        """
        known = registry.games() if games is None else games
        database = await Database.open(path, mode=mode, busy_seconds=busy_seconds, meter=meter)
        return cls(database, known, meter)

    async def writable(self) -> bool:
        """Whether the database takes a write now."""
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self.meta.put(HEALTH_NOTE, datetime.now(UTC).isoformat(timespec="seconds"))
        except (StorageFailure, TimeoutError) as error:
            log.warning("the database takes no write: %s", error)
            return False
        return True

    async def close(self) -> None:
        """Finish what is queued and let go of the file."""
        await self.database.close()

    async def create(self, record: TableRecord, seats: Sequence[SeatHolder]) -> TableRecord:
        """Insert a table and give it its id.

        Raises:
            EngineRefusal: CHANNEL_TAKEN when an open table has this channel.
            StorageFailure: the database did not take it.
        """
        number = await self.database.write(partial(tables.create, record=record, seats=seats))
        self._tails[number] = Tail()
        return replace(record, id=number)

    async def save(
        self,
        record: TableRecord,
        seats: Sequence[SeatHolder],
        held: Sequence[Held] = (),
        abandoned: Abandoned | None = None,
    ) -> None:
        """Replace a table's row and seats, add to the history of its seats, and note how a match was given up.

        Raises:
            StorageFailure: the database did not take it.
        """
        await self.database.write(partial(tables.save, record=record, seats=seats, held=held, abandoned=abandoned))
        if record.status not in OPEN_STATUSES:
            self._tails.pop(record.id, None)

    async def append(
        self,
        record: TableRecord,
        seats: Sequence[SeatHolder],
        after_seq: int,
        entries: Sequence[LogEntry],
        state: MatchState | None = None,
        held: Sequence[Held] = (),
    ) -> None:
        """Add events after `after_seq`, replace the row and seats, and keep the match when it is given.

        Raises:
            StorageFailure: the database did not take it, or the log has gone on.
        """
        work = partial(
            snapshots.append,
            record=record,
            seats=seats,
            after_seq=after_seq,
            entries=entries,
            game=self._games[record.game],
            tail=self._tails.pop(record.id, None),
            state=state,
            held=held,
        )
        self._know(record, await self.database.write(work))
        self._meter.count("acts", record.game)
        if state is not None:
            self._meter.count("deals", record.game)

    async def load(self, table: TableId) -> StoredTable | None:
        """A table with its log, or the readable beginning of it; None when there is no such table.

        Raises:
            StorageFailure: the database could not be read.
        """
        found = await self.database.read(partial(snapshots.load, table=table, games=self._games))
        if found is None:
            return None
        stored, tail = found
        self._know(stored.record, tail)
        return stored

    def _know(self, record: TableRecord, tail: Tail | None) -> None:
        """Note how far a log is known, as long as it may grow. What was read late does not hide what was written."""
        known = self._tails.get(record.id)
        if tail is not None and record.status in OPEN_STATUSES and (known is None or known.seq <= tail.seq):
            self._tails[record.id] = tail

    async def open_tables(self) -> tuple[TableId, ...]:
        """All tables that occupy a channel."""
        return await self.database.read(tables.open_tables)

    async def table_in(self, channel: ChannelId) -> TableId | None:
        """The open table of a channel, or else its latest one."""
        return await self.database.read(partial(tables.table_in, channel=channel))

    async def tables_of(self, user: UserId) -> tuple[TableId, ...]:
        """Open tables where this member holds a seat."""
        return await self.database.read(partial(tables.tables_of, user=user))

    async def held(self, table: TableId) -> tuple[Held, ...]:
        """Who held a table's seats in each of its deals, in the order of the log."""
        return await self.database.read(partial(seating.read_held, table=table))

    async def secret(self, table: TableId, number: int) -> DealSecret | None:
        """The seed of a deal, whether it is over or not; None when there is none."""
        return await self.database.read(partial(tables.read_deal, table=table, number=number))

    async def lagging(self) -> tuple[TableId, ...]:
        """Tables with a message shown before their last change, and open ones that lack a message.

        Of those that are over only the latest few.
        """
        return await self.database.read(tables.lagging)
