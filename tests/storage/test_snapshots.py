"""Snapshots are a cache: with them, without them and in memory a table is the same."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core.match import DealStarted
from bot.core.seats import all_seats
from bot.engine.models import TableStatus
from bot.engine.table import Table, seat_view, table_view
from bot.storage.migrate import shipped
from bot.storage.store import SqliteStore
from bot.storage.verify import verify_deal
from tests.conformance.toygame import TOY
from tests.storage.evenings import ALL_GAMES, Evening

DEALS = 4


def same(one: Table, other: Table) -> None:
    """Equal to the last detail: state, events of the deal, what each seat and everybody sees, tokens."""
    assert one == other
    assert repr(one) == repr(other)
    assert repr(table_view(one)) == repr(table_view(other))
    # A log cut off in the middle of dealing leaves a state that no rules function has to understand.
    for seat in all_seats(one.record.players) if one.failure is None else ():
        assert repr(seat_view(one, seat)) == repr(seat_view(other, seat))


async def agree(evening: Evening) -> None:
    memory = await evening.memory()
    same(await evening.loaded(), memory)
    same(await evening.folded(), memory)


async def proofs(path: Path, evening: Evening) -> list[object]:
    number = (await evening.memory()).record.revealed
    assert number is not None
    return [await verify_deal(path, evening.table, deal, ALL_GAMES) for deal in range(1, number.number + 1)]


async def one_evening(game: str, seed: int, path: Path) -> None:
    store = await SqliteStore.open(path, games=ALL_GAMES)
    try:
        evening = Evening(store, ALL_GAMES[game], seed)
        await evening.open()
        deals = evening.random.randint(1, DEALS)
        while (table := await evening.step()).status is TableStatus.PLAYING:
            assert table.state is not None
            if table.between or evening.random.random() < 0.1:
                await agree(evening)
                snapshot = (await evening.stored()).snapshot
                assert (snapshot is None) == (not table.state.records)
            if table.between and table.state.number >= deals:
                break
            if evening.random.random() < 0.05:
                evening.restart(store)
        await agree(evening)
        proven = await proofs(path, evening)
        await store.database.run("DELETE FROM snapshots", ())
        await agree(evening)
        assert (await evening.stored()).snapshot is None
        assert await proofs(path, evening) == proven
    finally:
        await store.close()


@pytest.mark.parametrize("game", sorted(ALL_GAMES))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_with_and_without_snapshots_and_in_memory_a_table_is_the_same(game: str, seed: int) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(one_evening(game, seed, Path(folder) / "tapis.db"))


@pytest_asyncio.fixture(params=sorted(ALL_GAMES))
async def evening(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Evening]:
    """A match with two finished deals and a little of a third."""
    store = await SqliteStore.open(path, games=ALL_GAMES)
    made = Evening(store, ALL_GAMES[request.param], 7)
    await made.open(target=100 if made.game is TOY else 3000)
    await made.deal()
    await made.deal()
    for _ in range(3):
        await made.step()
    yield made
    await made.store.close()


async def test_a_deal_that_ends_leaves_a_snapshot_in_place_of_the_one_before(evening: Evening) -> None:
    old = (await evening.stored()).snapshot
    await evening.deal()
    memory = await evening.memory()
    stored = await evening.stored()
    assert old is not None
    assert stored.snapshot is not None
    assert old.seq < stored.snapshot.seq == memory.seq
    assert stored.snapshot.state == memory.state
    assert isinstance(stored.entries[0].event, DealStarted)
    assert len(stored.entries) < len((await evening.truth()).entries) / 2
    assert await evening.store.database.row("SELECT count(*), max(seq) FROM snapshots") == (1, memory.seq)


DAMAGE = {
    "a letter of the text": "body = CAST(replace(CAST(body AS TEXT), '\"number\":2', '\"number\":3') AS BLOB)",
    "half the text": "body = substr(body, 1, length(body) / 2)",
    "no text": "body = x'ff00'",
    "another event": "seq = seq - 1",
    "an event to come": "seq = seq + 1000",
    "other rules": "rules_version = rules_version + 1",
    "another program": "program = 'older'",
    "no proof": "proof = zeroblob(32)",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
async def test_a_snapshot_that_does_not_fit_is_passed_over_and_logged(
    evening: Evening, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = await evening.memory()
    await evening.store.database.run(f"UPDATE snapshots SET {damage}", ())
    with caplog.at_level(logging.INFO, "bot.storage.snapshots"):
        stored = await evening.stored()
    assert "the whole log is" in caplog.text
    assert stored == await evening.truth()
    evening.restart(evening.store)
    same(await evening.memory(), before)
    await evening.deal()
    assert (await evening.stored()).snapshot is not None
    await agree(evening)


@pytest.mark.parametrize("at", [1, 3, "snapshot", "later"])
@pytest.mark.parametrize("harm", ["UPDATE events SET body = '{' ", "DELETE FROM events "])
async def test_a_damaged_log_freezes_at_the_same_event_with_and_without(
    evening: Evening, at: int | str, harm: str
) -> None:
    kept = (await evening.stored()).snapshot
    assert kept is not None
    seq = {"snapshot": kept.seq, "later": kept.seq + 2}.get(str(at), at)
    whole = await evening.store.database.rows("SELECT * FROM events WHERE seq = ?", (seq,))
    sound = await evening.memory()
    await evening.store.database.run(f"{harm} WHERE seq = {seq}", ())
    evening.restart(evening.store)
    frozen = await evening.memory()
    assert frozen.status is TableStatus.FROZEN
    assert frozen.seq == int(seq) - 1
    same(frozen, await evening.folded())
    await evening.store.database.run("DELETE FROM events WHERE seq = ?", (seq,))
    await evening.store.database.run("INSERT INTO events VALUES (?, ?, ?)", whole[0])
    evening.restart(evening.store)
    same(await evening.memory(), sound)
    await evening.deal()
    await agree(evening)


async def test_an_event_that_does_not_fold_freezes_at_the_same_place(evening: Evening) -> None:
    kept = (await evening.stored()).snapshot
    assert kept is not None
    body = "UPDATE events SET body = replace(body, '\"seat\":0', '\"seat\":9')"
    for seq in range(kept.seq + 1, (await evening.memory()).seq + 1):
        await evening.store.database.run(f"{body} WHERE seq = ?", (seq,))
    same(await evening.loaded(), await evening.folded())


async def test_what_was_damaged_while_the_table_played_on_is_not_hidden_by_its_next_snapshot(evening: Evening) -> None:
    await evening.store.database.run("UPDATE events SET body = '{' WHERE seq = 3", ())
    await evening.deal()
    evening.restart(evening.store)
    assert (await evening.memory()).seq == 2
    same(await evening.memory(), await evening.folded())


async def test_a_whole_evening_goes_on_after_every_restart_of_the_process(evening: Evening, path: Path) -> None:
    for _ in range(4):
        before = await evening.memory()
        await evening.store.close()
        evening.restart(await SqliteStore.open(path, games=ALL_GAMES))
        same(await evening.memory(), before)
        await evening.deal()
        await agree(evening)
        stored = await evening.stored()
        assert stored.snapshot is not None
        assert stored.snapshot.seq == (await evening.memory()).seq


def undone() -> Iterator[str]:
    """What takes every step after the first one back."""
    later = "".join(step.script for step in shipped()[1:])
    yield from (f"DROP TABLE {table}; " for table in re.findall(r"CREATE TABLE (\w+)", later))
    added = re.findall(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", later)
    yield from (f"ALTER TABLE {table} DROP COLUMN {column}; " for table, column in added)


async def test_a_database_from_before_snapshots_goes_on_and_gets_them(evening: Evening, path: Path) -> None:
    before = await evening.memory()
    await evening.store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.executescript("".join(undone()) + "PRAGMA user_version = 1;")
    evening.restart(await SqliteStore.open(path, games=ALL_GAMES))
    assert len([*path.parent.glob("tapis.db.v1.*.backup")]) == 1
    assert (await evening.stored()).snapshot is None
    same(await evening.memory(), replace(before, held=()))
    await evening.deal()
    assert (await evening.stored()).snapshot is not None
    await agree(evening)


async def test_a_snapshot_goes_with_the_append_or_not_at_all(evening: Evening) -> None:
    memory = await evening.memory()
    assert memory.state is not None
    kept = (await evening.stored()).snapshot
    await evening.store.database.run(
        "CREATE TRIGGER full AFTER INSERT ON snapshots BEGIN SELECT RAISE(ABORT, 'disk full'); END", ()
    )
    with pytest.raises(Exception, match="disk full"):
        await evening.deal()
    await evening.store.database.run("DROP TRIGGER full", ())
    await agree(evening)
    assert (await evening.stored()).snapshot == kept
    await evening.deal()
    await agree(evening)
    again = (await evening.stored()).snapshot
    assert again is not None
    assert again.seq == (await evening.memory()).seq
