from __future__ import annotations

import os
import re
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from bot.core.seats import Seat
from bot.engine.models import TableId, UserId
from bot.storage.backup import keep_before_migrating
from bot.storage.database import Database
from bot.storage.errors import DatabaseNotWritable
from bot.storage.migrate import Migration, migrate, shipped, version_of
from bot.storage.store import SqliteStore
from tests.engine.fakes import GAMES
from tests.storage.rows import ROWS

STEPS = shipped()
DIGESTS = {
    "0001_tables.sql": "e21b08a98f9ec19eb66b684debde64bf63ba4220d667fcb3516e5e90220f92e1",
    "0002_snapshots.sql": "23cffc0c75cdac86183d2ecbedd6aaf4a93e83c1d13fce2cc26836e958d6195e",
    "0003_profiles.sql": "b903124547830e3313ca2857b62c26869114ef75f9f664269c2ea1f530e4b424",
    "0004_packs.sql": "134f6bb94dc8f08bf6ed40fc03d61a625331b2a5264b8e4f7c8a5e771081d1d4",
    "0005_people.sql": "b63c5ec40b1c33f266207b33673fc6e93be06f299fa1de8a6144e8ca2ff90067",
    "0006_tastes.sql": "739bbc34843b686b999b2c4d9dce2ad07f0c96b3a4357cc60ed9b360b2bd3f8b",
    "0007_age_and_invitations.sql": "861d7e530ff3417f5451900b66acfe101b8655492f997cbfc4d1a655d687fa1c",
    "0008_levels.sql": "23ff20ed5b9307083a27a4af93aa8d498df18219ba8fc75330f48f2c91757852",
    "0009_colours.sql": "c82898f22a298c353a78da2f5e2c894794ca605599576a08a66550c703faa395",
    "0010_imports.sql": "e4c16f4383db394f7c1c1fff633974a82e936f9fc1908b924eff554d92873479",
    "0011_hints.sql": "82452073324a6746f7b7378c6eedfdd0f00456022511462b9ba69b1bdaba1d99",
}
"""SHA-256 of every step. A new step adds its line; the line of one that was released never changes again."""


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as made:
        made.execute("PRAGMA foreign_keys = ON")
        yield made


def counts(connection: sqlite3.Connection) -> dict[str, int]:
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {
        name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        for name in names
        if not name.startswith("sqlite_")
    }


def backups_in(folder: Path) -> list[str]:
    return sorted(found.name for found in folder.glob("*.backup"))


def never(*_: object) -> None:
    """For databases that are not to be copied."""
    raise AssertionError("copied")


def keep(folder: Path, connection: sqlite3.Connection, version: int) -> None:
    keep_before_migrating(connection, folder / "tapis.db", version, 3)


def filled(connection: sqlite3.Connection, version: int, tmp_path: Path) -> dict[str, int]:
    """A database of this version with its example rows; how many rows each table has."""
    migrate(connection, STEPS[:version], never)
    connection.executescript(ROWS[version])
    return counts(connection)


def test_every_version_has_example_rows_in_every_table(connection: sqlite3.Connection, tmp_path: Path) -> None:
    assert len(ROWS) == len(STEPS) + 1
    assert all(filled(connection, len(STEPS), tmp_path).values())


@pytest.mark.parametrize("version", range(len(STEPS) + 1))
async def test_every_version_becomes_the_present_one_with_its_rows(tmp_path: Path, version: int) -> None:
    path = tmp_path / "tapis.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        before = filled(old, version, tmp_path)
    store = await SqliteStore.open(path, games=GAMES)
    stored = await store.load(TableId(1))
    await store.close()
    with closing(sqlite3.connect(path)) as new:
        assert version_of(new) == len(STEPS)
        assert new.execute("PRAGMA foreign_key_check").fetchall() == []
        after = counts(new)
    assert all(after[name] >= number for name, number in before.items())
    backups = backups_in(tmp_path)
    assert len(backups) == (0 < version < len(STEPS))
    assert all(re.fullmatch(rf"tapis\.db\.v{version}\.\d{{8}}T\d{{6}}Z\.backup", name) for name in backups)
    if version:
        assert stored is not None
        assert stored.failure is None
        assert stored.record.revealed is not None
        assert stored.record.revealed.mixed == ("77",)
        assert stored.record.ready == {Seat(0)}
        assert stored.record.host == UserId(101)
        assert [entry.event.kind for entry in stored.entries] == ["MatchStarted"]


def test_no_step_is_edited_after_its_release() -> None:
    """Databases that took a step as it was are never brought up to what it says now: a change is a new step."""
    assert {step.name: sha256(step.script.encode()).hexdigest() for step in STEPS} == DIGESTS


def test_migrated_and_new_databases_have_one_schema(tmp_path: Path) -> None:
    def schema(name: str, *stops: int) -> list[tuple[str, str]]:
        with closing(sqlite3.connect(tmp_path / name, isolation_level=None)) as connection:
            for stop in stops:
                migrate(connection, STEPS[:stop], lambda *_: None)
            return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()

    assert schema("slow.db", *range(len(STEPS) + 1)) == schema("fast.db", len(STEPS))


NEXT = Migration(
    len(STEPS) + 1,
    "next.sql",
    "ALTER TABLE meta ADD COLUMN note TEXT; -- a comment; with a semicolon\nUPDATE meta SET note = 'a;b';\n",
)


def test_a_step_keeps_a_copy_of_what_was_there_without_tokens(connection: sqlite3.Connection, tmp_path: Path) -> None:
    before = filled(connection, len(STEPS), tmp_path)
    migrate(connection, (*STEPS, NEXT), partial(keep, tmp_path))
    assert version_of(connection) == len(STEPS) + 1
    assert connection.execute("SELECT note FROM meta").fetchone() == ("a;b",)
    (backup,) = tmp_path.glob(f"tapis.db.v{len(STEPS)}.*.backup")
    with closing(sqlite3.connect(backup)) as copy:
        assert version_of(copy) == len(STEPS)
        assert counts(copy) == before
        assert copy.execute("SELECT count(token) FROM surfaces").fetchone() == (0,)
    assert b"secret-token" not in backup.read_bytes()
    assert connection.execute("SELECT count(token) FROM surfaces").fetchone() == (1,)


def test_a_step_that_fails_leaves_the_version_before(connection: sqlite3.Connection, tmp_path: Path) -> None:
    before = filled(connection, len(STEPS), tmp_path)
    wrong = Migration(NEXT.number + 1, "wrong.sql", "DELETE FROM meta;\nINSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (*STEPS, NEXT, wrong), partial(keep, tmp_path))
    assert version_of(connection) == NEXT.number
    assert counts(connection) == before


def test_nothing_is_done_or_copied_when_nothing_is_missing(connection: sqlite3.Connection, tmp_path: Path) -> None:
    filled(connection, len(STEPS), tmp_path)
    migrate(connection, STEPS, never)


def test_only_the_latest_copies_stay(connection: sqlite3.Connection, tmp_path: Path) -> None:
    filled(connection, len(STEPS), tmp_path)
    others = [tmp_path / f"tapis.db.v1.2026010{day}T000000Z.backup" for day in range(1, 6)]
    for day, other in enumerate(others):
        other.touch()
        os.utime(other, (day, day))
    mine = tmp_path / "before-the-holidays.backup"
    mine.touch()
    migrate(connection, (*STEPS, NEXT), partial(keep, tmp_path))
    (new,) = tmp_path.glob(f"tapis.db.v{len(STEPS)}.*.backup")
    assert backups_in(tmp_path) == sorted(path.name for path in (mine, *others[-2:], new))


async def test_without_a_copy_nothing_is_migrated(tmp_path: Path) -> None:
    """The copy fails like on a full disk: the start stops with a sentence, and the database is of its version still."""
    path = tmp_path / "tapis.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        before = filled(old, 1, tmp_path)
    with full_disk(path.stat().st_size), pytest.raises(DatabaseNotWritable, match="left as it is"):
        await Database.open(path, migrations=STEPS)
    with closing(sqlite3.connect(path)) as same:
        assert version_of(same) == 1
        assert counts(same) == before
    assert backups_in(tmp_path) == []


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file of this process may grow beyond this size meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room // 2, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_levels_of_computer_players_have_the_names_of_today(connection: sqlite3.Connection, tmp_path: Path) -> None:
    """What an older version wrote is called otherwise, and stands for the level that is most like it."""
    filled(connection, 7, tmp_path)
    connection.execute("UPDATE seats SET level = 'random' WHERE table_id = 2")
    before = connection.execute("SELECT level FROM seats ORDER BY table_id, seat").fetchall()
    migrate(connection, STEPS[:8], partial(keep, tmp_path))
    names = {"normal": "club", "random": "beginner", "": ""}
    after = connection.execute("SELECT level FROM seats ORDER BY table_id, seat").fetchall()
    assert after == [(names[level],) for (level,) in before]
    assert {level for (level,) in before} == set(names)
    for table in ("tables", "guild_settings"):
        assert {level for (level,) in connection.execute(f"SELECT level FROM {table}")} == {"club"}
