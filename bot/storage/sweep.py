"""What goes by age: logs, seeds and messages of tables that were over for long. Their seats and results stay.

A table that ended without a result (a lobby that closed, a match without one counted deal) goes as a whole.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from bot.engine.errors import StorageFailure
from bot.engine.models import TableId
from bot.storage import packs, rows, tables
from bot.storage.database import Database
from bot.storage.errors import DatabaseCorrupt, VerifyRefused
from bot.storage.migrate import shipped, version_of

GOES = ("events", "packs", "snapshots", "deals", "surfaces", "invitations")
"""Whose rows of a table go when its result stays."""

AT_ONCE = 25
"""Tables of one transaction: moves are recorded in between."""

_BUSY_SECONDS = 30.0

_PATIENCE = 1000
"""Milliseconds for those who read to finish before the write-ahead log is emptied."""


@dataclass(frozen=True, slots=True)
class Swept:
    """What was removed.

    Attributes:
        logs: tables of which only seats and result are left.
        tables: tables that are gone altogether.
    """

    logs: int = 0
    tables: int = 0

    def __add__(self, other: Swept) -> Swept:
        """Both together."""
        return Swept(self.logs + other.logs, self.tables + other.tables)


class Sweeper:
    """Removes by age in a database that is in use.

    Args:
        database: with foreign keys on.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, before: datetime) -> tuple[TableId, ...]:
        """Tables that were over before this time and of which there is something to remove.

        Raises:
            StorageFailure: the database could not be read.
        """
        return await self._database.read(partial(due, before=before))

    async def remove(self, found: Sequence[TableId]) -> Swept:
        """Remove what goes of these tables, a few at a time. Nothing of it is left in the file afterwards.

        Raises:
            StorageFailure: the database did not take it; what was removed before is.
        """
        done = Swept()
        for start in range(0, len(found), AT_ONCE):
            done += await self._database.write(partial(remove, found=found[start : start + AT_ONCE]))
        if found:
            await self._database.empty_log()
        return done


def sweep(database: Path, before: datetime) -> tuple[Swept, bool, bool]:
    """Remove from a file what was over before this time; the bot may run meanwhile.

    Returns:
        What was removed; whether the file gave the room back: it does when no process uses it; and whether the
        write-ahead log was emptied: while somebody reads, what was removed stays legible in it until the next time.

    Raises:
        VerifyRefused: the database is not of this program's version.
        DatabaseCorrupt: the file is damaged.
        StorageFailure: it cannot be written.
    """
    address = f"{database.absolute().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=_BUSY_SECONDS)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
            if version_of(connection) != len(shipped()):
                raise VerifyRefused("the database is of another version: start the bot once to bring it up to date")
            found, done = due(connection, before), Swept()
            for start in range(0, len(found), AT_ONCE):
                connection.execute("BEGIN IMMEDIATE")
                with connection:
                    done += remove(connection, found[start : start + AT_ONCE])
            shrunk = packs.shrink(connection, database)
            connection.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return done, shrunk, not busy
    except sqlite3.OperationalError as error:
        raise StorageFailure(f"the database {database} cannot be written: {error}") from error
    except sqlite3.DatabaseError as error:
        raise DatabaseCorrupt(f"the database {database} is damaged: {error}") from error


def due(connection: sqlite3.Connection, before: datetime) -> tuple[TableId, ...]:
    """Tables that were over before this time and of which there is something to remove, the oldest first."""
    found = connection.execute(
        "SELECT id, opened_at, ended_at FROM tables LEFT JOIN results ON table_id = id "
        "WHERE NOT open AND NOT swept ORDER BY id"
    ).fetchall()
    return tuple(
        TableId(number) for number, opened, ended in found if _was_over(connection, number, opened, ended, before)
    )


def _was_over(connection: sqlite3.Connection, number: int, opened: str, ended: str | None, before: datetime) -> bool:
    """By its result, else by its last event, else by when it was opened. What cannot be read stays."""
    try:
        if rows.time(opened) >= before:
            return False
        if ended is not None:
            return rows.time(ended) < before
        lines = tables.read_lines(connection, TableId(number))
        return not lines or rows.time(json.loads(lines[-1])["at"]) < before
    except (ValueError, KeyError, TypeError):
        return False


def remove(connection: sqlite3.Connection, found: Sequence[TableId]) -> Swept:
    """Remove what goes of these tables, unless one is open (again) or was swept meanwhile."""
    logs = gone = 0
    for table in found:
        row = connection.execute(
            "SELECT EXISTS (SELECT 1 FROM results WHERE table_id = id) FROM tables WHERE id = ? "
            "AND NOT open AND NOT swept",
            (table,),
        ).fetchone()
        if row is None:
            continue
        if not row[0]:
            connection.execute("DELETE FROM tables WHERE id = ?", (table,))
            gone += 1
            continue
        for name in GOES:
            connection.execute(f"DELETE FROM {name} WHERE table_id = ?", (table,))  # noqa: S608 - names of ours
        connection.execute("UPDATE tables SET swept = 1 WHERE id = ?", (table,))
        logs += 1
    return Swept(logs, gone)
