"""The lease that keeps a second process off a database, and what a failure to use one means."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.storage.errors import AlreadyRunning, DatabaseCorrupt, DatabaseNotWritable


def take_lease(path: Path) -> sqlite3.Connection:
    """Hold a lock that the system frees when this process ends, however it ends: SQLite's own, on a file beside.

    Raises:
        AlreadyRunning: another process holds it.
        DatabaseNotWritable: nothing can be written there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lease = sqlite3.connect(path.with_name(path.name + ".lock"), timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseNotWritable(f"the database {path} cannot be opened: {error}") from error
    try:
        lease.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lease.close()
        if _code(error) == sqlite3.SQLITE_BUSY:
            raise AlreadyRunning(f"another process uses the database {path}") from error
        raise problem(path, error) from error
    return lease


def _code(error: sqlite3.Error) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code


def problem(path: Path, error: sqlite3.Error) -> DatabaseNotWritable | DatabaseCorrupt:
    """What an error says of the database at this path."""
    if _code(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return DatabaseCorrupt(f"the database {path} is damaged or no database: {error}")
    return DatabaseNotWritable(f"the database {path} cannot be written: {error}")
