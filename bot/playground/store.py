"""The file that keeps the simulated Discord between two starts, beside the bot's database.

The bot's database alone is not enough: it names messages, channels and people that a new simulated Discord would
not know. Every change is committed at once, in the same turn of the loop as the request that made it, so that a
killed process loses nothing a person saw.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_SCHEMA = """
CREATE TABLE IF NOT EXISTS rows (kind TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (kind, id))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blobs (id TEXT PRIMARY KEY, data BLOB NOT NULL);
"""


class StateFile:
    """Rows of JSON by kind and id, and pictures by id.

    Raises:
        sqlite3.Error: from any method, when the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, isolation_level=None)
        # A killed process keeps what was written; only a power cut could lose it, which a playground can bear.
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.executescript(_SCHEMA)

    def put(self, kind: str, key: int | str, data: Any) -> None:
        """Store ``data`` (JSON) under kind and key, replacing what was there."""
        text = json.dumps(data, ensure_ascii=False)
        self._db.execute("INSERT OR REPLACE INTO rows VALUES (?, ?, ?)", (kind, str(key), text))

    def get(self, kind: str, key: int | str) -> Any:
        """The data under kind and key, or ``None``."""
        row = self._db.execute("SELECT data FROM rows WHERE kind = ? AND id = ?", (kind, str(key))).fetchone()
        return None if row is None else json.loads(row[0])

    def all(self, kind: str) -> Iterator[tuple[str, Any]]:
        """Every (key, data) of a kind, oldest id first."""
        rows = self._db.execute("SELECT id, data FROM rows WHERE kind = ? ORDER BY length(id), id", (kind,)).fetchall()
        for key, text in rows:
            yield key, json.loads(text)

    def drop(self, kind: str, key: int | str) -> None:
        """Forget the row, if it is there."""
        self._db.execute("DELETE FROM rows WHERE kind = ? AND id = ?", (kind, str(key)))

    def put_blob(self, key: int | str, data: bytes) -> None:
        """Store a picture."""
        self._db.execute("INSERT OR REPLACE INTO blobs VALUES (?, ?)", (str(key), data))

    def blob(self, key: int | str) -> bytes | None:
        """The picture under ``key``, or ``None``."""
        row = self._db.execute("SELECT data FROM blobs WHERE id = ?", (str(key),)).fetchone()
        return None if row is None else bytes(row[0])

    def drop_blob(self, key: int | str) -> None:
        """Forget the picture, if it is there."""
        self._db.execute("DELETE FROM blobs WHERE id = ?", (str(key),))

    def close(self) -> None:
        """Close the file; nothing is pending."""
        self._db.close()


def state_path(database: Path) -> Path:
    """Where the playground of ``database`` keeps its Discord."""
    return database.with_name(f"{database.stem}.playground.sqlite")


def open_state(database: Path) -> StateFile:
    """Open the state beside ``database``; without a database the old state is thrown away.

    Messages of a world whose tables are gone would only be buttons that answer nothing.

    Raises:
        sqlite3.Error: the file cannot be opened.
    """
    path = state_path(database)
    if not database.exists():
        for leftover in path.parent.glob(path.name + "*"):
            leftover.unlink()
    return StateFile(path)
