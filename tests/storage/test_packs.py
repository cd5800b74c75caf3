"""Packed logs: the same events unpack, for every game; what is running, young or damaged stays as it is."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine import lobby
from bot.engine.models import TableStatus
from bot.engine.ports import StoredTable
from bot.engine.table import rebuilt
from bot.storage.audit import audit
from bot.storage.packs import Compacted, compact
from bot.storage.store import SqliteStore
from tests.engine.fakes import FakeClock
from tests.storage.evenings import ALL_GAMES, HOST, Evening

START = FakeClock().now()
LATER = START + timedelta(days=1)


async def packed(path: Path, days: int = 1) -> Compacted:
    return await asyncio.to_thread(compact, path, START + timedelta(days=days), ALL_GAMES)


async def over(store: SqliteStore, key: str, seed: int) -> Evening:
    """A table that is over, after a deal or two."""
    evening = Evening(store, ALL_GAMES[key], seed)
    await evening.open(channel=seed)
    for _ in range(2):
        if (await evening.memory()).status is TableStatus.PLAYING:
            await evening.deal()
    if (await evening.memory()).status is TableStatus.PLAYING:
        await evening.step()
        await evening.desk.change(
            evening.table, lambda table: lobby.close(table, HOST.user, manager=True, confirm=True)
        )
    return evening


def counted(path: Path, sql: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(sql).fetchone()[0])


async def test_every_game_s_log_is_the_same_after_packing(path: Path) -> None:
    """Read by the engine and by the check of the whole database, folded to the same match, in less room."""
    store = await SqliteStore.open(path, games=ALL_GAMES)
    evenings = [await over(store, key, seed) for seed, key in enumerate(sorted(ALL_GAMES), 1)]
    before: list[StoredTable] = [await evening.truth() for evening in evenings]
    done = await packed(path)
    assert (done.tables, done.passed_over) == (len(evenings), 0)
    assert done.after < done.before / 4
    assert not done.shrunk, "the store is open"
    assert counted(path, "SELECT count(*) FROM events") == counted(path, "SELECT count(*) FROM snapshots") == 0
    assert [await evening.truth() for evening in evenings] == before
    for evening, known in zip(evenings, before, strict=True):
        assert await evening.stored() == known
        assert rebuilt(await evening.stored(), ALL_GAMES).state == rebuilt(known, ALL_GAMES).state
    assert all(report.fine for report in audit(path, ALL_GAMES))
    assert (await packed(path)).tables == 0
    await store.close()
    done = await packed(path)
    assert done.shrunk
    assert len(await asyncio.to_thread(path.read_bytes)) == done.file_after
    store = await SqliteStore.open(path, games=ALL_GAMES)
    evenings[0].restart(store)
    assert await evenings[0].truth() == before[0]
    await store.close()


async def test_running_young_and_damaged_tables_stay(path: Path) -> None:
    store = await SqliteStore.open(path, games=ALL_GAMES)
    running = Evening(store, ALL_GAMES["coinche"], 1)
    await running.open(channel=1)
    await running.deal()
    damaged, sound = [await over(store, "coinche", seed) for seed in (2, 3)]
    await store.database.run("UPDATE events SET body = '{}' WHERE table_id = ? AND seq = 3", (damaged.table,))
    assert (await packed(path, days=-1)).tables == 0, "their last events are younger"
    before = counted(path, "SELECT count(*) FROM events WHERE table_id <> 3")
    done = await packed(path)
    assert (done.tables, done.passed_over) == (1, 1)
    assert counted(path, "SELECT count(*) FROM events") == before
    assert counted(path, "SELECT table_id FROM packs") == sound.table
    await running.deal()
    assert (await running.stored()).failure is None
    await store.close()


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE packs SET body = zeroblob(20)",
        "UPDATE packs SET body = substr(body, 1, length(body) - 9)",
        "UPDATE packs SET digest = zeroblob(32)",
        "UPDATE packs SET events = events + 1",
    ],
)
async def test_a_damaged_pack_is_that_table_s_alone(path: Path, harm: str) -> None:
    store = await SqliteStore.open(path, games=ALL_GAMES)
    one, other = [await over(store, "coinche", seed) for seed in (1, 2)]
    await packed(path)
    await store.database.run(f"{harm} WHERE table_id = 1", ())
    stored = await one.stored()
    assert stored.failure is not None
    assert stored.entries == ()
    assert (await other.stored()).failure is None
    first, second = audit(path, ALL_GAMES)
    assert not first.fine
    assert second.fine
    await store.close()


async def test_what_cannot_be_packed_changes_nothing(path: Path) -> None:
    """Every table is packed in one transaction."""
    store = await SqliteStore.open(path, games=ALL_GAMES)
    evening = await over(store, "coinche", 1)
    before = await evening.truth()
    await store.database.run("CREATE TRIGGER stuck BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'no'); END", ())
    with pytest.raises(Exception, match="no"):
        await packed(path)
    assert counted(path, "SELECT count(*) FROM packs") == 0
    assert replace(await evening.truth()) == before
    await store.close()
