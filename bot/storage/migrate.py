"""Brings a database to the present version: numbered SQL files, each one transaction, a backup before the first."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from bot.storage.errors import DatabaseCorrupt, DatabaseTooNew

APPLICATION_ID = 0x54415049
"""Marks a database as one of this program (`PRAGMA application_id`)."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: brings a database from version `number` - 1 to `number`."""

    number: int
    name: str
    script: str

    def statements(self) -> Iterator[str]:
        """The script's statements, one by one."""
        statement = ""
        for line in self.script.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                yield statement
                statement = ""


def shipped() -> tuple[Migration, ...]:
    """The migrations of this version of the program, in order.

    Raises:
        LookupError: their numbers have a gap.
    """
    found = sorted(
        (item for item in files("bot.storage.migrations").iterdir() if item.name.endswith(".sql")),
        key=lambda item: item.name,
    )
    steps = tuple(Migration(int(item.name[:4]), item.name, item.read_text(encoding="utf-8")) for item in found)
    if [step.number for step in steps] != list(range(1, len(steps) + 1)):
        raise LookupError(f"migrations are not numbered from 1 without gaps: {[step.name for step in steps]}")
    return steps


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a database; 0 for an empty one.

    Raises:
        DatabaseCorrupt: it is a database of another program.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    objects = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if (version or objects) and application != APPLICATION_ID:
        raise DatabaseCorrupt("the database belongs to another program")
    return version


def migrate(
    connection: sqlite3.Connection, steps: Sequence[Migration], keep: Callable[[sqlite3.Connection, int], None]
) -> None:
    """Apply what is missing. A step that fails leaves the database as it was before that step.

    Args:
        connection: in autocommit mode.
        steps: all known migrations, in order.
        keep: keeps a copy of a database with contents, whose version it is told, before that is changed.

    Raises:
        DatabaseTooNew: the database has a version beyond the last step.
    """
    version = version_of(connection)
    if version > len(steps):
        raise DatabaseTooNew(f"the database has version {version}, this program knows up to {len(steps)}")
    if 0 < version < len(steps):
        keep(connection, version)
    for step in steps[version:]:
        log.info("migrating the database: %s", step.name)
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in step.statements():
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {step.number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
