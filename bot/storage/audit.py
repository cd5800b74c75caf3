"""Checks a whole database: every log read and folded, and decided again by the present rules.

What is reported names events by number and kind, never what they hold: hands of running deals stay secret.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.core import registry
from bot.core.errors import CorruptLog
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.match import DealEnded, MatchEnded
from bot.core.replay import Drift, replay, verify
from bot.engine.fairdeal import commitment
from bot.engine.models import TableId
from bot.engine.ports import StoredTable
from bot.storage import tables
from bot.storage.errors import DatabaseCorrupt, DatabaseTooNew, VerifyRefused
from bot.storage.migrate import shipped, version_of


@dataclass(frozen=True, slots=True)
class TableReport:
    """What was found at one table.

    Attributes:
        table: its number.
        game: its game's key.
        events: how many events its log holds.
        deals: how many deals are over.
        faults: what is wrong with what is stored, one sentence each.
        drift: where the present rules decide otherwise than was recorded; the record stands.
    """

    table: TableId
    game: str
    events: int
    deals: int
    faults: tuple[str, ...]
    drift: tuple[str, ...]

    @property
    def fine(self) -> bool:
        """Whether nothing was found."""
        return not self.faults and not self.drift


def audit(database: Path, games: Mapping[str, AnyGame] | None = None) -> Iterator[TableReport]:
    """Check every table of a database, which may be in use meanwhile; each is read as it stands at one moment.

    Args:
        database: the file.
        games: the games by key; all of them when left out.

    Raises:
        VerifyRefused: it cannot be read, or is of an older version.
        DatabaseTooNew: it was written by a newer version.
        DatabaseCorrupt: the file is damaged, or another program's.
    """
    known = registry.games() if games is None else games
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            _refuse_other_version(connection)
            for (number,) in connection.execute("SELECT id FROM tables ORDER BY id").fetchall():
                report = _report(connection, TableId(number), known)
                if report is not None:
                    yield report
    except sqlite3.OperationalError as error:
        raise VerifyRefused(f"the database {database} cannot be read: {error}") from error
    except sqlite3.DatabaseError as error:
        raise DatabaseCorrupt(f"the database {database} is damaged: {error}") from error


def _refuse_other_version(connection: sqlite3.Connection) -> None:
    version, newest = version_of(connection), len(shipped())
    if version > newest:
        raise DatabaseTooNew(f"the database has version {version}, this program knows {newest}")
    if version < newest:
        raise VerifyRefused("the database is of an older version: start the bot once to bring it up to date")
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise DatabaseCorrupt(f"the database is damaged: {found}")


def _report(connection: sqlite3.Connection, table: TableId, games: Mapping[str, AnyGame]) -> TableReport | None:
    """One table; None when it has gone meanwhile."""
    connection.execute("BEGIN")
    try:
        stored = tables.load(connection, table, games)
        if stored is None:
            return None
        faults = [stored.failure] if stored.failure is not None else []
        faults += _bookkeeping(connection, stored)
    finally:
        connection.execute("ROLLBACK")
    events = tuple(entry.event for entry in stored.entries)
    drift: tuple[str, ...] = ()
    game = games.get(stored.record.game)
    if game is not None:
        folded = replay(game, events)
        if folded.failure is not None:
            faults.append(folded.failure)
        drift = _drift(game, events[: folded.applied], one_deal=stored.record.lesson is not None)
    over = sum(isinstance(event, DealEnded) for event in events)
    return TableReport(table, stored.record.game, len(events), over, tuple(faults), drift)


def _drift(game: AnyGame, events: tuple[Event, ...], *, one_deal: bool) -> tuple[str, ...]:
    try:
        return tuple(_told(found) for found in verify(game, events, one_deal=one_deal))
    except CorruptLog as error:
        return (str(error),)


def _told(drift: Drift) -> str:
    now = "nothing" if drift.decided is None else drift.decided.kind
    same = drift.decided is not None and drift.decided.kind == drift.recorded.kind
    what = "the same kind with other contents" if same else now
    return f"event {drift.index + 1}: {drift.recorded.kind} was recorded, the rules now give {what}"


def _bookkeeping(connection: sqlite3.Connection, stored: StoredTable) -> Iterator[str]:
    """What the rows beside the log say otherwise than it does."""
    table = stored.record.id
    (counted,) = connection.execute("SELECT seq FROM tables WHERE id = ?", (table,)).fetchone()
    if stored.failure is None and counted != len(stored.entries):
        yield f"the row counts {counted} events, the log holds {len(stored.entries)}"
    for number, seed, shown in connection.execute(
        "SELECT number, seed, commitment FROM deals WHERE table_id = ? ORDER BY number", (table,)
    ):
        if commitment(bytes(seed), table, int(number)) != shown:
            yield f"deal {number}: the seed does not fit the hash that was shown"
    ended = next((entry.event for entry in stored.entries if isinstance(entry.event, MatchEnded)), None)
    result = connection.execute("SELECT totals FROM results WHERE table_id = ? AND NOT abandoned", (table,)).fetchone()
    if stored.record.lesson is not None:
        if connection.execute("SELECT 1 FROM results WHERE table_id = ?", (table,)).fetchone() is not None:
            yield "a lesson has a result"
    elif stored.failure is None and (ended is None) != (result is None):
        yield "a result without a match's end, or an end without its result"
    elif ended is not None and result is not None and result[0] != json.dumps(ended.totals):
        yield "the result is not the one the log ends with"
