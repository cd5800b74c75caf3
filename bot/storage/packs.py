"""Packed logs: the lines of a table that is over, exactly as they were written, in one compressed piece.

A line is JSON and holds no line break. A pack that does not give back what went in (its digest says so) reads as one
line that is no event: its table cannot be read then, and only its table.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from bot.core import registry
from bot.core.codec import codec_of
from bot.core.errors import CorruptLog
from bot.core.game import AnyGame
from bot.core.match import DealEnded
from bot.engine.errors import StorageFailure
from bot.engine.models import TableId
from bot.storage.errors import AlreadyRunning, DatabaseCorrupt, VerifyRefused
from bot.storage.lease import take_lease
from bot.storage.migrate import shipped, version_of

UNREADABLE = "a damaged pack"
"""Stands for the lines of a pack that cannot be read; it is no JSON."""

_BUSY_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Compacted:
    """What packing did.

    Attributes:
        tables: how many were packed now.
        passed_over: tables that are over but whose log cannot be read to its end; they stay as they are.
        deals: how many deals the packed ones hold.
        before: bytes of their events as they were.
        after: bytes of their packs.
        file_before: bytes of the file in use before.
        file_after: bytes of the file in use after.
        shrunk: whether the file gave the room back; else new rows fill it.
    """

    tables: int
    passed_over: int
    deals: int
    before: int
    after: int
    file_before: int
    file_after: int
    shrunk: bool


def read(connection: sqlite3.Connection, table: TableId) -> tuple[str, ...]:
    """The packed lines of a table; none when it has no pack."""
    row = connection.execute("SELECT events, digest, body FROM packs WHERE table_id = ?", (table,)).fetchone()
    if row is None:
        return ()
    events, digest, body = row
    try:
        lines = tuple(zlib.decompress(body).decode().split("\n"))
    except (zlib.error, ValueError):
        return (UNREADABLE,)
    return lines if len(lines) == events and _digest(lines) == digest else (UNREADABLE,)


def compact(database: Path, before: datetime, games: Mapping[str, AnyGame] | None = None) -> Compacted:
    """Pack every table that is over and whose last event is older than `before`; the bot may run meanwhile.

    Every table is one transaction: packed, unpacked again, compared, and only then are the single events removed. All
    packs are read and compared once more from the file at the end. The file shrinks when no process uses it.

    Args:
        database: the file.
        before: with its zone.
        games: the games by key; all of them when left out.

    Raises:
        VerifyRefused: the database is not of this program's version.
        DatabaseCorrupt: the file is damaged, or a pack does not read back.
        StorageFailure: it cannot be written.
    """
    try:
        address = f"{database.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=_BUSY_SECONDS)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            return _compact(connection, database, before, registry.games() if games is None else games)
    except sqlite3.OperationalError as error:
        raise StorageFailure(f"the database {database} cannot be written: {error}") from error
    except sqlite3.DatabaseError as error:
        raise DatabaseCorrupt(f"the database {database} is damaged: {error}") from error


def _compact(
    connection: sqlite3.Connection, database: Path, before: datetime, games: Mapping[str, AnyGame]
) -> Compacted:
    if version_of(connection) != len(shipped()):
        raise VerifyRefused("the database is of another version: start the bot once to bring it up to date")
    file_before = _in_use(connection)
    digests: dict[TableId, bytes] = {}
    deals = size = passed_over = 0
    for (number,) in connection.execute(
        "SELECT id FROM tables WHERE NOT open AND EXISTS (SELECT 1 FROM events WHERE table_id = id) ORDER BY id"
    ).fetchall():
        table = TableId(number)
        lines = _lines(connection, table)
        counted = _counted(connection, table, lines, games)
        if counted is None:
            passed_over += 1
        elif counted[0] < before:
            _pack(connection, table, lines)
            digests[table] = _digest(lines)
            deals, size = deals + counted[1], size + sum(len(line.encode()) for line in lines)
    packed = 0
    for table, digest in digests.items():
        if _digest(read(connection, table)) != digest:
            raise DatabaseCorrupt(f"the pack of table {table} does not read back: restore a backup")
        packed += connection.execute("SELECT length(body) FROM packs WHERE table_id = ?", (table,)).fetchone()[0]
    shrunk = shrink(connection, database)
    return Compacted(len(digests), passed_over, deals, size, packed, file_before, _in_use(connection), shrunk)


def _lines(connection: sqlite3.Connection, table: TableId) -> tuple[str, ...]:
    found = connection.execute("SELECT body FROM events WHERE table_id = ? ORDER BY seq", (table,))
    return tuple([line for (line,) in found])


def _counted(
    connection: sqlite3.Connection, table: TableId, lines: Sequence[str], games: Mapping[str, AnyGame]
) -> tuple[datetime, int] | None:
    """When the last event was, and how many deals are over; None when the log cannot be read to its end."""
    key, counted = connection.execute("SELECT game, seq FROM tables WHERE id = ?", (table,)).fetchone()
    game = games.get(key)
    if game is None or counted != len(lines):
        return None
    try:
        records = [codec_of(game).decode(line) for line in lines]
    except CorruptLog:
        return None
    return records[-1].at, sum(isinstance(record.event, DealEnded) for record in records)


def _pack(connection: sqlite3.Connection, table: TableId, lines: Sequence[str]) -> None:
    """Put the pack in the place of the events, unless it does not give back the same."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        body = zlib.compress("\n".join(lines).encode(), 9)
        connection.execute(
            "INSERT INTO packs (table_id, events, digest, body) VALUES (?, ?, ?, ?)",
            (table, len(lines), _digest(lines), body),
        )
        _require_same(connection, table)
        connection.execute("DELETE FROM events WHERE table_id = ?", (table,))
        connection.execute("DELETE FROM snapshots WHERE table_id = ?", (table,))
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _require_same(connection: sqlite3.Connection, table: TableId) -> None:
    if read(connection, table) != _lines(connection, table):
        raise DatabaseCorrupt(f"the log of table {table} cannot be packed")


def shrink(connection: sqlite3.Connection, database: Path) -> bool:
    """Give the free room back to the disk; whether it was: not while a process uses the database."""
    try:
        lease = take_lease(database)
    except AlreadyRunning:
        return False
    with closing(lease):
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return True


def _in_use(connection: sqlite3.Connection) -> int:
    def value(name: str) -> int:
        return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

    return (value("page_count") - value("freelist_count")) * value("page_size")


def _digest(lines: Sequence[str]) -> bytes:
    return sha256("\n".join(lines).encode()).digest()
