"""Copies of a database: made while it is in use, kept before it changes, and put back in its place.

A copy is written under another name and gets its own when it is whole: what has the name of a backup is one. It holds
no token that may edit messages.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.storage.errors import BackupFailed, BackupRefused, DatabaseCorrupt, DatabaseTooNew
from bot.storage.lease import take_lease
from bot.storage.migrate import shipped, version_of

log = logging.getLogger(__name__)

_STAMP = "%Y%m%dT%H%M%SZ"
_BESIDE = ("-wal", "-shm", "-journal")
"""Files that belong to a database by their names."""


def back_up(database: Path, target: Path, *, force: bool = False) -> int:
    """Copy a database that may be in use meanwhile, as it stands at one moment.

    Args:
        database: the file.
        target: where the copy goes.
        force: replace a file that is there.

    Returns:
        The size of the copy in bytes.

    Raises:
        BackupRefused: there is a file at `target` already, or it is the database itself.
        BackupFailed: the copy could not be written; nothing is left of it.
        DatabaseCorrupt: the file is no database of this program.
    """
    _refuse_target(database, target, force=force)
    with _reading(database) as connection:
        if version_of(connection) == 0:
            raise BackupRefused(f"{database} is empty")
        write_copy(connection, target)
    _note(database)
    return target.stat().st_size


def write_copy(connection: sqlite3.Connection, target: Path, *changes: tuple[str, ...]) -> None:
    """Write a whole copy without tokens.

    Args:
        connection: of the database to copy.
        target: the copy's name; a file there is replaced at the end.
        changes: what is changed in the copy: statements, each with its values.

    Raises:
        BackupFailed: the copy could not be written; nothing is left of it.
    """
    unfinished = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            for statement, *values in (("UPDATE surfaces SET token = NULL, token_at = NULL",), *changes):
                copy.execute(statement, values)
            # What was deleted stays in the free pages otherwise.
            copy.execute("VACUUM")
        _to_disk(unfinished)
        unfinished.replace(target)
    except (sqlite3.Error, OSError) as error:
        for left in (unfinished, *(unfinished.with_name(unfinished.name + ending) for ending in _BESIDE)):
            with suppress(OSError):
                left.unlink(missing_ok=True)
        raise BackupFailed(f"the copy {target} could not be written: {error}") from error


def keep_before_migrating(connection: sqlite3.Connection, database: Path, version: int, kept: int) -> None:
    """Keep a copy of what is there before it is changed, and the latest few of earlier ones.

    Args:
        connection: of the database.
        database: its file; the copy lies beside it, named after its version and the time.
        version: the database's version.
        kept: how many copies stay, this one included.

    Raises:
        BackupFailed: there is no copy; nothing may be changed.
    """
    stamp = datetime.now(UTC).strftime(_STAMP)
    target = database.with_name(f"{database.name}.v{version}.{stamp}.backup")
    earlier = [found for found in database.parent.glob(f"{database.name}.v*.backup") if found != target]
    write_copy(connection, target)
    _note(database)
    log.info("the database was copied to %s before migrating", target)
    for old in sorted(earlier, key=lambda path: path.stat().st_mtime_ns, reverse=True)[max(0, kept - 1) :]:
        try:
            old.unlink()
        except OSError as error:
            log.warning("an old copy could not be removed: %s", error)


def restore(source: Path, database: Path, forget: Sequence[str] = ()) -> Path | None:
    """Put a backup in the place of the database. All tables are shown anew at the next start.

    Args:
        source: the backup.
        database: the file to replace; it need not be there.
        forget: names of notes that would not be true of the world any more.

    Returns:
        Where the replaced file was put; None when there was none.

    Raises:
        AlreadyRunning: a process uses the database.
        BackupRefused: there is no backup at `source`, or it is damaged, or not of this program.
        DatabaseTooNew: the backup is of a newer version.
        BackupFailed: it could not be written; the database is as it was.
    """
    if not source.is_file() or _same(source, database):
        raise BackupRefused(f"there is no backup at {source}")
    unfinished = database.with_name(database.name + ".restoring")
    with closing(take_lease(database)):
        try:
            with _reading(source) as connection:
                _refuse_newer(connection, source)
                notes = [("DELETE FROM meta WHERE key = ?", name) for name in forget]
                write_copy(connection, unfinished, ("UPDATE surfaces SET shown_seq = -1",), *notes)
        except DatabaseCorrupt as error:
            raise BackupRefused(f"the backup {source} is not used: {error}") from error
        kept = _set_aside(database)
        unfinished.replace(database)
    return kept


def last_backup(database: Path) -> datetime | None:
    """When a database was last copied; None when it never was, or nobody can tell."""
    try:
        return datetime.fromisoformat(_note_path(database).read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return None


def _note(database: Path) -> None:
    """Note that there is a copy now. It is there, whatever becomes of the note."""
    try:
        _note_path(database).write_text(datetime.now(UTC).isoformat(timespec="seconds"), encoding="ascii")
    except OSError as error:
        log.warning("the time of the copy could not be noted: %s", error)


def _note_path(database: Path) -> Path:
    return database.with_name(database.name + ".copied")


def _refuse_target(database: Path, target: Path, *, force: bool) -> None:
    if _same(database, target) or target.name in {database.name + ending for ending in _BESIDE}:
        raise BackupRefused(f"{target} is the database itself")
    if target.is_dir():
        raise BackupRefused(f"{target} is a folder: name a file")
    if target.exists() and not force:
        raise BackupRefused(f"there is a file at {target} already: --force replaces it")


def _refuse_newer(connection: sqlite3.Connection, source: Path) -> None:
    version, newest = version_of(connection), len(shipped())
    if version == 0:
        raise DatabaseCorrupt("it is empty")
    if version > newest:
        raise DatabaseTooNew(f"the backup {source} has version {version}, this program knows up to {newest}")
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise DatabaseCorrupt(f"it is damaged: {found}")


def _set_aside(database: Path) -> Path | None:
    """Rename the database with what belongs to it; None when there is none."""
    if not database.exists():
        return None
    stamp = datetime.now(UTC).strftime(_STAMP)
    kept, count = database.with_name(f"{database.name}.{stamp}.replaced"), 1
    while kept.exists():
        kept, count = database.with_name(f"{database.name}.{stamp}-{count}.replaced"), count + 1
    try:
        for ending in _BESIDE:
            beside = database.with_name(database.name + ending)
            if beside.exists():
                beside.replace(kept.with_name(kept.name + ending))
        return database.replace(kept)
    except OSError as error:
        raise BackupFailed(f"the present database could not be set aside: {error}") from error


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads; what is found wrong with the file is told as damage.

    Raises:
        DatabaseCorrupt: the file is damaged, or no database.
        BackupRefused: the file cannot be opened.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            yield connection
    except sqlite3.OperationalError as error:
        raise BackupRefused(f"{path} cannot be read: {error}") from error
    except sqlite3.DatabaseError as error:
        raise DatabaseCorrupt(f"{path} is damaged or no database: {error}") from error


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
