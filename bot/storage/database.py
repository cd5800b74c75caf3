"""The connections: one writer behind its lock, one reader, and the lease that keeps a second process out."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import aiosqlite

from bot.engine.errors import StorageFailure
from bot.meter import Meter
from bot.storage.backup import keep_before_migrating
from bot.storage.commits import Commits
from bot.storage.errors import BackupFailed, DatabaseCorrupt, DatabaseNotWritable
from bot.storage.lease import problem, take_lease
from bot.storage.migrate import Migration, migrate, shipped

T = TypeVar("T")
Mode = Literal["rwc", "rw", "ro"]
SqlValue = str | int | bytes | None

BUSY_SECONDS = 1.5
"""How long a write waits for another process; an answer to a click must come within three seconds."""

COPIES_KEPT = 3
"""How many copies made before migrations stay beside the database."""


class Database:
    """An open database. Made by `open`; close it, or its threads keep the process alive."""

    def __init__(
        self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, lease: sqlite3.Connection, meter: Meter
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._lease = lease
        self._meter = meter
        self._writing = asyncio.Lock()
        self._commits = Commits(self._write, meter)
        self._closed = False

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        mode: Mode = "rwc",
        busy_seconds: float = BUSY_SECONDS,
        migrations: Sequence[Migration] | None = None,
        meter: Meter | None = None,
    ) -> Database:
        """Open the file, make it if it is not there, and bring it to the present version.

        Args:
            path: the file.
            mode: how the writer opens it; other than `rwc` for tests.
            busy_seconds: how long a write waits for another process.
            migrations: other steps than the shipped ones, for tests.
            meter: times transactions.

        Raises:
            DatabaseTooNew, DatabaseNotWritable, DatabaseCorrupt, AlreadyRunning: it cannot be used.
        """
        steps = shipped() if migrations is None else migrations
        lease = take_lease(path)
        try:
            # On a plain connection first: one of aiosqlite's that cannot open leaves its thread behind.
            await asyncio.to_thread(_prepare, path, mode, busy_seconds, steps)
            writer = await _connect(path, mode, busy_seconds)
            reader = await _connect(path, "ro", busy_seconds)
        except sqlite3.Error as error:
            lease.close()
            raise problem(path, error) from error
        except BaseException:
            lease.close()
            raise
        return cls(writer, reader, lease, Meter() if meter is None else meter)

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` all or nothing, to its end even when the caller is cancelled.

        It may run together with others that are asked for at the same time, and again when that fails.

        Raises:
            StorageFailure: the database refused; nothing has changed. Other errors of `work` come through, and undo it.
        """
        return await self._commits.add(work)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        async with self._writing:
            return await self._run(self._writer, work)

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the reader: it sees what is committed.

        Raises:
            StorageFailure: the database could not be read.
        """
        with self._meter.timing("database_seconds", "read"):
            return await self._run(self._reader, partial(_snapshot, work))

    async def run(self, sql: str, values: Sequence[SqlValue]) -> None:
        """One statement as a transaction.

        Raises:
            StorageFailure: the database refused; nothing has changed.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(sql, values)

        await self.write(work)

    async def empty_log(self) -> None:
        """Bring the write-ahead log into the file and cut it, so that nothing of what was replaced stays in it.

        While somebody reads, it is left to a later time.

        Raises:
            StorageFailure: the database refused.
        """
        async with self._writing:
            await self._run(self._writer, _checkpoint)

    async def rows(self, sql: str, values: Sequence[SqlValue]) -> list[tuple[Any, ...]]:
        """The rows of one query; their types are the schema's.

        Raises:
            StorageFailure: the database could not be read.
        """

        def work(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
            return connection.execute(sql, values).fetchall()

        return await self.read(work)

    async def row(self, sql: str, *values: SqlValue) -> tuple[Any, ...] | None:
        """The first row of one query, None when there is none.

        Raises:
            StorageFailure: the database could not be read.
        """
        found = await self.rows(sql, values)
        return found[0] if found else None

    async def close(self) -> None:
        """Finish what is queued and let go of the file."""
        if self._closed:
            return
        await self._commits.finished()
        async with self._writing:
            self._closed = True
            await self._reader.close()
            await self._writer.close()
            self._lease.close()

    async def _run(self, connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StorageFailure("the database is closed")
        try:
            return await _hop(connection, work)
        except sqlite3.Error as error:
            raise StorageFailure(str(error)) from error


async def _hop(connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run a function in the connection's own thread, nothing in between (docs/adr/0006-one-hop-transactions.md)."""
    hop: Callable[[Callable[[], T]], Awaitable[T]] = connection._execute  # noqa: SLF001 - no public one-hop call exists
    return await hop(lambda: work(connection._conn))  # noqa: SLF001 - the sqlite3 connection, used in its own thread only


def _checkpoint(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _snapshot(work: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection) -> T:
    """Several reads of one moment."""
    connection.execute("BEGIN")
    try:
        return work(connection)
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _address(path: Path, mode: Mode) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


async def _connect(path: Path, mode: Mode, busy_seconds: float) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(_address(path, mode), uri=True, isolation_level=None, timeout=busy_seconds)
    await _hop(connection, _configure)
    return connection


def _configure(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    # What is deleted is overwritten: who is erased is not found in the file any more.
    connection.execute("PRAGMA secure_delete = ON")


def _prepare(path: Path, mode: Mode, busy_seconds: float, steps: Sequence[Migration]) -> None:
    address = _address(path, mode)
    with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=busy_seconds)) as connection:
        _configure(connection)
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise DatabaseCorrupt(f"the database {path} is damaged: {found}")
        connection.execute("PRAGMA journal_mode = WAL")
        _write_nothing(connection)
        migrate(connection, steps, partial(_keep_copy, path))


def _keep_copy(path: Path, connection: sqlite3.Connection, version: int) -> None:
    """A database that cannot be copied is not changed."""
    try:
        keep_before_migrating(connection, path, version, COPIES_KEPT)
    except BackupFailed as error:
        raise DatabaseNotWritable(
            f"the database {path} is of an older version and was left as it is: {error}; make room and start again"
        ) from error


def _write_nothing(connection: sqlite3.Connection) -> None:
    """Fail now, not at the first move, when nothing can be written."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"PRAGMA user_version = {version}")
    finally:
        connection.execute("ROLLBACK")
