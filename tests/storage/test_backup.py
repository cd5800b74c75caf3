"""Copies: whole, consistent, without tokens, made while the database is in use; and put back without a loss."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from bot.engine.memory import Surface
from bot.engine.models import ChannelId, MessageId, TableId
from bot.storage import tables
from bot.storage.backup import back_up, last_backup, restore
from bot.storage.errors import AlreadyRunning, BackupFailed, BackupRefused, DatabaseTooNew
from bot.storage.store import SqliteStore
from tests.storage.evenings import ALL_GAMES, Evening
from tests.storage.examples import NOW
from tests.storage.test_migrations import full_disk

GAME = "coinche"


@pytest_asyncio.fixture
async def evening(path: Path) -> AsyncIterator[Evening]:
    store = await SqliteStore.open(path, games=ALL_GAMES)
    made = Evening(store, ALL_GAMES[GAME], 5)
    await made.open()
    yield made
    await made.store.close()


def shown(table: TableId) -> Surface:
    return Surface(table, None, ChannelId(1), MessageId(9), shown_seq=3, token="secret-token", token_at=NOW)


async def whole(path: Path) -> list[tuple[object, ...]]:
    """Every table's whole log with its count, read from a file."""

    def read() -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            found: list[tuple[object, ...]] = []
            for table in tables.open_tables(connection):
                stored = tables.load(connection, table, ALL_GAMES)
                assert stored is not None
                assert stored.failure is None
                (seq,) = connection.execute("SELECT seq FROM tables WHERE id = ?", (table,)).fetchone()
                assert seq == len(stored.entries)
                found.append((stored.record, stored.seats, stored.entries))
            return found

    return await asyncio.to_thread(read)


async def test_copies_made_during_play_are_whole_moments(evening: Evening, path: Path, tmp_path: Path) -> None:
    """A copy holds the table as it was after one move: never a row without its events."""
    copies: list[Path] = []
    longest = 0
    for number in range(8):
        copying = asyncio.ensure_future(asyncio.to_thread(back_up, path, tmp_path / f"{number}.db"))
        while not copying.done():
            await evening.step()
            await asyncio.sleep(0)
        await copying
        copies.append(tmp_path / f"{number}.db")
    final = await evening.truth()
    for copy in copies:
        ((_, _, entries),) = await whole(copy)
        assert isinstance(entries, tuple)
        assert entries == final.entries[: len(entries)]
        assert len(entries) >= longest
        longest = len(entries)
    assert longest > 0


async def test_a_copy_holds_no_token(evening: Evening, path: Path, tmp_path: Path) -> None:
    await evening.store.surfaces.put(shown(evening.table))
    target = tmp_path / "copy.db"
    size = await asyncio.to_thread(back_up, path, target)
    content = await asyncio.to_thread(target.read_bytes)
    assert size == len(content)
    assert b"secret-token" not in content
    kept = await evening.store.surfaces.get(evening.table, None)
    assert kept is not None
    assert kept.token == "secret-token"
    assert last_backup(path) is not None


async def test_nothing_is_written_over(evening: Evening, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    await asyncio.to_thread(target.write_text, "precious")
    with pytest.raises(BackupRefused, match="--force"):
        await asyncio.to_thread(back_up, path, target)
    assert await asyncio.to_thread(target.read_text) == "precious"
    await asyncio.to_thread(partial(back_up, path, target, force=True))
    assert len(await whole(target)) == 1
    for own in (path, path.with_name("tapis.db-wal")):
        with pytest.raises(BackupRefused, match="database itself"):
            await asyncio.to_thread(partial(back_up, path, own, force=True))
    with pytest.raises(BackupRefused, match="folder"):
        await asyncio.to_thread(partial(back_up, path, tmp_path, force=True))


async def test_a_full_disk_leaves_the_old_copy_and_no_rest(evening: Evening, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies" / "copy.db"
    await asyncio.to_thread(back_up, path, target)
    before = await whole(target)
    await evening.deal()
    with full_disk(40_000), pytest.raises(BackupFailed, match="could not be written"):
        back_up(path, target, force=True)
    assert [found.name for found in target.parent.iterdir()] == ["copy.db"]
    assert await whole(target) == before


async def test_a_backup_is_put_back_and_the_other_kept(evening: Evening, path: Path, tmp_path: Path) -> None:
    """What was there is kept with its unwritten log; everything is drawn anew; a note of the past is gone."""
    target = tmp_path / "copy.db"
    await evening.store.surfaces.put(shown(evening.table))
    await evening.store.meta.put("commands", "abc")
    await evening.store.meta.put("other", "def")
    await asyncio.to_thread(back_up, path, target)
    then = await evening.truth()
    await evening.deal()
    late = await evening.truth()
    with pytest.raises(AlreadyRunning):
        await asyncio.to_thread(restore, target, path)
    await evening.store.close()

    kept = await asyncio.to_thread(restore, target, path, ("commands",))
    assert kept is not None
    assert kept.parent == path.parent
    evening.restart(await SqliteStore.open(path, games=ALL_GAMES))
    assert (await evening.truth()).entries == then.entries
    assert await evening.store.meta.get("commands") is None
    assert await evening.store.meta.get("other") == "def"
    surface = await evening.store.surfaces.get(evening.table, None)
    assert surface == replace(shown(evening.table), shown_seq=-1, token=None, token_at=None)
    assert evening.table in await evening.store.lagging()
    ((_, _, entries),) = await whole(kept)
    assert entries == late.entries
    await evening.deal()


async def test_a_killed_process_s_last_moves_are_kept_with_the_replaced_file(path: Path, tmp_path: Path) -> None:
    """They stand in the -wal file only: it is set aside with its database, and not left to the new one."""
    source = tmp_path / "copy.db"
    first = await SqliteStore.open(path, games=ALL_GAMES)
    await first.meta.put("where", "backup")
    await asyncio.to_thread(back_up, path, source)
    await first.meta.put("where", "wal")
    killed = {name: path.with_name(path.name + name).read_bytes() for name in ("", "-wal")}
    await first.close()
    for name, content in killed.items():
        path.with_name(path.name + name).write_bytes(content)
    kept = await asyncio.to_thread(restore, source, path)
    assert kept is not None
    assert kept.with_name(kept.name + "-wal").exists()
    for file, said in ((path, "backup"), (kept, "wal")):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT value FROM meta WHERE key = 'where'").fetchone() == (said,)


async def test_a_machine_without_a_database_gets_one(evening: Evening, path: Path, tmp_path: Path) -> None:
    target, elsewhere = tmp_path / "copy.db", tmp_path / "new" / "tapis.db"
    await asyncio.to_thread(back_up, path, target)
    assert await asyncio.to_thread(restore, target, elsewhere) is None
    assert await whole(elsewhere) == await whole(path)


@pytest.mark.parametrize("content", [b"", b"not a database" * 1000, None])
async def test_what_is_no_backup_is_refused(
    evening: Evening, path: Path, tmp_path: Path, content: bytes | None
) -> None:
    await evening.store.close()
    source = tmp_path / "copy.db"
    if content is not None:
        await asyncio.to_thread(source.write_bytes, content)
    before = await asyncio.to_thread(path.read_bytes)
    with pytest.raises(BackupRefused):
        await asyncio.to_thread(restore, source, path)
    assert await asyncio.to_thread(path.read_bytes) == before
    assert sorted(found.name for found in path.parent.iterdir()) == ["tapis.db", "tapis.db.lock"]


async def test_a_newer_backup_is_refused(evening: Evening, path: Path, tmp_path: Path) -> None:
    source = tmp_path / "copy.db"
    await asyncio.to_thread(back_up, path, source)
    await evening.store.close()
    with closing(sqlite3.connect(source)) as newer:
        newer.execute("PRAGMA user_version = 9999")
    with pytest.raises(DatabaseTooNew):
        await asyncio.to_thread(restore, source, path)
