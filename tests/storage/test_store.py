from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.core.match import MatchEnded
from bot.core.seats import Seat, Side
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import Ask, Asked, ChannelId, Held, Pace, SeatHolder, Seeking, TableId, TableStatus, UserId
from bot.engine.ports import Abandoned, DealSecret, LogEntry, Store, StoredTable
from bot.engine.quiet import QuietHours
from bot.storage.store import SqliteStore
from tests.engine.fakes import GAMES, FakeStore
from tests.storage.examples import NOW, SEATS, entries, record, steps


@pytest_asyncio.fixture(params=["sqlite", "fake"])
async def any_store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Store]:
    """Both stores: what holds for the real one holds for the fake one that the engine's tests use."""
    if request.param == "fake":
        yield FakeStore()
        return
    made = await SqliteStore.open(path, games=GAMES)
    yield made
    await made.close()


async def test_a_table_comes_back_as_it_was_stored(any_store: Store) -> None:
    made = await any_store.create(record(), SEATS)
    assert made.id != 0
    assert await any_store.load(made.id) == StoredTable(made, SEATS, ())
    changed = replace(
        made,
        status=TableStatus.PLAYING,
        deadline=NOW + timedelta(seconds=90, microseconds=5),
        ready=frozenset({Seat(0), Seat(1)}),
        secret=DealSecret(1, bytes(range(32)), ("1", "2")),
        locale="en",
        revision=7,
        pace=Pace.SLOW,
        quiet=QuietHours("America/Montreal", 23, 7),
        paused=True,
        asked=Asked(Ask.RESUME, Seat(1), NOW, frozenset({Seat(1)}), frozenset({Seat(0)})),
        private=True,
        invited=frozenset({UserId(101), UserId(103)}),
        seeking=Seeking.DONE,
    )
    seats = (*SEATS[:1], SeatHolder(Seat(1), UserId(102), "Tom ✨", "", away=True, missed=2, vacated=True))
    await any_store.save(changed, seats)
    assert await any_store.load(made.id) == StoredTable(changed, seats, ())


async def test_the_latest_deals_holders_come_back_with_the_table(any_store: Store) -> None:
    made = await any_store.create(record(), SEATS)
    first = (Held(1, Seat(0), 0, UserId(101), present=True), Held(1, Seat(1), 0, None, present=False))
    second = tuple(replace(held, deal=2, since=9) for held in first)
    await any_store.append(made, SEATS, 0, entries(next(iter(steps())), 0), held=first)
    late = Held(1, Seat(1), 4, UserId(102), present=True)
    await any_store.save(made, SEATS, (late,))
    stored = await any_store.load(made.id)
    assert stored is not None
    assert stored.held == (*first, late)
    await any_store.save(made, SEATS, second)
    stored = await any_store.load(made.id)
    assert stored is not None
    assert stored.held == second


async def test_every_deals_holders_are_kept(store: SqliteStore) -> None:
    made = await store.create(record(), SEATS)
    entry = Held(1, Seat(0), 0, UserId(101), present=True)
    again = replace(entry, present=False)
    await store.save(made, SEATS, (entry, replace(entry, deal=2, since=9)))
    await store.save(made, SEATS, (again,))
    assert await store.held(made.id) == (again, replace(entry, deal=2, since=9))


async def test_a_match_that_is_given_up_has_a_result(store: SqliteStore) -> None:
    made = await store.create(record(status=TableStatus.PLAYING), SEATS)
    await store.save(replace(made, status=TableStatus.CLOSED), SEATS, (), Abandoned(NOW, (3, 8), counts=False))
    rows = await store.database.rows("SELECT totals, winner, ended_at, abandoned, counts FROM results", ())
    assert [tuple(row) for row in rows] == [("[3, 8]", None, NOW.isoformat(), 1, 0)]


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("pace", "brisk"),
        ("quiet", "{}"),
        ("quiet", '{"zone":"UTC","start":25,"end":0}'),
        ("asked", '{"what":"dance","by":0,"until":"2026-01-31T20:15:00+00:00","yes":[],"no":[]}'),
        ("asked", "[]"),
    ],
)
async def test_what_cannot_be_read_of_pace_and_question_is_named(store: SqliteStore, column: str, text: str) -> None:
    made = await store.create(record(), SEATS)
    await store.database.run(f"UPDATE tables SET {column} = ?", (text,))
    stored = await store.load(made.id)
    assert stored is not None
    assert stored.failure == f"unreadable in its row: {column}"


async def test_a_log_comes_back_in_order(any_store: Store) -> None:
    made = await any_store.create(record(), SEATS)
    log: list[LogEntry] = []
    for events in steps(deals=3):
        added = entries(events, len(log))
        await any_store.append(made, SEATS, len(log), added)
        log += added
    assert len(log) > 40
    stored = await any_store.load(made.id)
    assert stored is not None
    assert stored.entries == tuple(log)
    assert stored.failure is None


async def test_a_log_that_has_gone_on_takes_nothing(any_store: Store) -> None:
    made = await any_store.create(record(), SEATS)
    first, second, *_ = steps()
    await any_store.append(made, SEATS, 0, entries(first, 0))
    for after in (0, 5):
        with pytest.raises(StorageFailure):
            await any_store.append(replace(made, locale="en"), (), after, entries(second, after))
    stored = await any_store.load(made.id)
    assert stored == StoredTable(made, SEATS, tuple(entries(first, 0)))


async def test_one_open_table_per_channel(any_store: Store) -> None:
    made = await any_store.create(record(), SEATS)
    with pytest.raises(EngineRefusal) as info:
        await any_store.create(record(), SEATS)
    assert info.value.code is Trouble.CHANNEL_TAKEN
    await any_store.save(replace(made, status=TableStatus.FINISHED), SEATS)
    again = await any_store.create(record(), SEATS)
    assert again.id != made.id


async def test_tables_are_found(any_store: Store) -> None:
    first = await any_store.create(record(10), SEATS)
    other = await any_store.create(record(11), (SeatHolder(Seat(0), UserId(102), "Tom"),))
    assert await any_store.open_tables() == (first.id, other.id)
    assert await any_store.table_in(ChannelId(10)) == first.id
    assert await any_store.table_in(ChannelId(12)) is None
    assert await any_store.tables_of(UserId(101)) == (first.id,)
    assert await any_store.load(TableId(99)) is None
    await any_store.save(replace(first, status=TableStatus.CLOSED), SEATS)
    assert await any_store.open_tables() == (other.id,)
    assert await any_store.tables_of(UserId(101)) == ()
    assert await any_store.table_in(ChannelId(10)) == first.id
    newer = await any_store.create(record(10), SEATS)
    assert await any_store.table_in(ChannelId(10)) == newer.id


async def test_members_may_swap_seats(store: SqliteStore) -> None:
    lea, tom = SeatHolder(Seat(0), UserId(101), "Léa"), SeatHolder(Seat(1), UserId(102), "Tom")
    made = await store.create(record(), (lea, tom))
    swapped = (replace(tom, seat=Seat(0)), replace(lea, seat=Seat(1)))
    await store.save(made, swapped)
    stored = await store.load(made.id)
    assert stored is not None
    assert stored.seats == swapped
    assert stored.record.host == lea.user


async def test_a_seed_never_changes_and_every_deal_keeps_its_own(store: SqliteStore) -> None:
    made = await store.create(record(), SEATS)
    second = DealSecret(2, b"\x01" * 32)
    changed = replace(made, revealed=DealSecret(1, bytes(32), ("5",)), secret=second)
    await store.save(changed, SEATS)
    rows = await store.database.rows("SELECT number, seed, mixed, length(commitment) FROM deals", ())
    assert rows == [(1, bytes(range(32)), '["5"]', 64), (2, second.seed, "[]", 64)]


async def test_member_ids_are_in_seats_only(store: SqliteStore, path: Path) -> None:
    made = await store.create(record(), SEATS)
    seq = 0
    for events in steps():
        await store.append(made, SEATS, seq, entries(events, seq))
        seq += len(events)
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            text = repr(connection.execute(f"SELECT * FROM {name}").fetchall())
            assert ("101" in text or "Léa" in text) == (name == "seats"), name


async def test_a_finished_match_leaves_its_result(store: SqliteStore) -> None:
    made = await store.create(record(), SEATS)
    first, *_ = steps()
    over = MatchEnded((3, 5), Side(1))
    finished = replace(made, status=TableStatus.FINISHED)
    await store.append(finished, SEATS, 0, entries((*first, over), 0))
    rows = await store.database.rows("SELECT table_id, game, totals, winner FROM results", ())
    assert rows == [(made.id, "toy", "[3, 5]", 1)]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET body = '{' WHERE seq = 3",
        "DELETE FROM events WHERE seq = 3",
        "UPDATE events SET body = replace(body, 'HandDealt', 'HandStolen') WHERE seq = 3",
        "UPDATE events SET body = replace(body, '\"kv\":1', '\"kv\":9') WHERE seq = 3",
    ],
)
async def test_a_damaged_log_gives_its_good_beginning(store: SqliteStore, damage: str) -> None:
    made = await store.create(record(), SEATS)
    first, second, *_ = steps()
    await store.append(made, SEATS, 0, entries((*first, *second), 0))
    await store.database.run(damage, ())
    stored = await store.load(made.id)
    assert stored is not None
    assert [entry.seq for entry in stored.entries] == [1, 2]
    assert stored.failure


async def test_an_unknown_game_gives_no_events(store: SqliteStore) -> None:
    made = await store.create(record(), SEATS)
    await store.database.run("UPDATE tables SET game = 'gone'", ())
    stored = await store.load(made.id)
    assert stored is not None
    assert stored.failure == "no game gone"


async def test_unknown_tables_are_not_saved(store: SqliteStore) -> None:
    with pytest.raises(StorageFailure):
        await store.save(record(), SEATS)
