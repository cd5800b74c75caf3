"""A database that is full, locked, read-only, damaged, too new, in use; and a process that dies while writing."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import TableId
from bot.engine.table import rebuilt, table_view
from bot.storage.database import BUSY_SECONDS
from bot.storage.errors import AlreadyRunning, DatabaseCorrupt, DatabaseNotWritable, DatabaseTooNew
from bot.storage.store import SqliteStore
from tests.engine.fakes import GAMES, LEA, TOM, World
from tests.storage.examples import SEATS, entries, record, steps


@asynccontextmanager
async def playing(store: SqliteStore) -> AsyncIterator[tuple[World, TableId, TableId]]:
    """Two running matches on a real database."""
    world = World()
    world.store = store  # type: ignore[assignment]  # the real one in place of the fake
    world.restarted()
    tables: list[TableId] = []
    for person in (LEA, TOM):
        table = await world.lobby_on(len(tables) + 50, person)
        await world.service.start(table, person.user, fill=True)
        tables.append(table)
        await quiet(world, table)
    yield world, tables[0], tables[1]
    await world.close()


async def quiet(world: World, table: TableId) -> None:
    """Let the computer players move until only the member in seat 0 is to act."""
    for _ in range(1000):
        view = (await world.service.table(table)).view
        if view is not None and view.to_act == {0}:
            return
        await asyncio.sleep(0.001)
    raise AssertionError("the computer players do not move")


async def agree(world: World, table: TableId) -> None:
    """Memory and file hold the same table."""
    await quiet(world, table)
    stored = await world.store.load(table)
    assert stored is not None
    assert table_view(rebuilt(stored, GAMES)) == await world.service.table(table)


async def refuse_a_move(world: World, here: TableId) -> None:
    """A move is refused and nothing has changed."""
    before = await world.service.seat_view(here, LEA.user)
    code = await world.code(here, LEA)
    with pytest.raises(StorageFailure):
        await world.service.act(here, LEA.user, code, before.token)
    assert await world.service.seat_view(here, LEA.user) == before
    await agree(world, here)


async def test_a_full_disk_refuses_the_move(store: SqliteStore) -> None:
    async with playing(store) as (world, here, there):
        ballast = (await store.create(record(99), SEATS)).id
        (pages,) = (await store.database.row("PRAGMA page_count")) or (0,)
        await set_page_limit(store, pages)
        await fill_the_log(store, ballast)
        await refuse_a_move(world, here)
        await set_page_limit(store, 10 * pages)
        await world.service.act(here, LEA.user, await world.code(here, LEA))
        await world.service.act(there, TOM.user, await world.code(there, TOM))
        await agree(world, here)
        await agree(world, there)


async def set_page_limit(store: SqliteStore, pages: int) -> None:
    await store.database.write(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchone())


async def fill_the_log(store: SqliteStore, table: TableId) -> None:
    """Use up what is left of the last pages, until not one short event more fits."""
    size, seq = 2000, 1
    while size:
        try:
            await store.database.run("INSERT INTO events VALUES (?, ?, ?)", (table, seq, "x" * size))
            seq += 1
        except StorageFailure:
            size //= 2


async def test_a_lock_held_by_another_process_refuses_the_move(store: SqliteStore, path: Path) -> None:
    async with playing(store) as (world, here, there):
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await refuse_a_move(world, here)
            other.execute("ROLLBACK")
        await world.service.act(here, LEA.user, await world.code(here, LEA))
        await world.service.act(there, TOM.user, await world.code(there, TOM))
        await agree(world, here)


async def test_pages_that_cannot_be_read_fail_their_own_table(store: SqliteStore, path: Path) -> None:
    async with playing(store) as (world, here, there):
        await store.database.run("UPDATE events SET body = 'x' WHERE table_id = ? AND seq = 2", (here,))
        fresh = world.restarted()
        await fresh.start_up()
        assert (await fresh.table(here)).status.value == "frozen"
        await fresh.act(there, TOM.user, await world.code(there, TOM))


async def test_a_read_only_database_is_refused_at_the_start(path: Path) -> None:
    await (await SqliteStore.open(path, games=GAMES)).close()
    with pytest.raises(DatabaseNotWritable, match="cannot be written"):
        await SqliteStore.open(path, games=GAMES, mode="ro")
    await (await SqliteStore.open(path, games=GAMES)).close()


async def test_places_where_no_file_can_be_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "tapis.db", tmp_path / "folder"):
        if path.name == "folder":
            path.mkdir()
        with pytest.raises(DatabaseNotWritable):
            await SqliteStore.open(path, games=GAMES)


async def test_a_missing_file_is_not_made_when_it_must_exist(path: Path) -> None:
    with pytest.raises(DatabaseNotWritable):
        await SqliteStore.open(path, games=GAMES, mode="rw")


def make_text(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not a database at all, only a text\n" * 200)


def scramble(path: Path) -> None:
    """Overwrite the beginning of every page but the first few."""
    content = bytearray(path.read_bytes())
    page = 4096
    for number in range(3, len(content) // page):
        content[number * page : number * page + 64] = os.urandom(64)
    path.write_bytes(content)


async def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    make_text(path)
    with pytest.raises(DatabaseCorrupt):
        await SqliteStore.open(path, games=GAMES)


async def test_a_damaged_database_is_refused(path: Path) -> None:
    store = await SqliteStore.open(path, games=GAMES)
    made = await store.create(record(), SEATS)
    seq = 0
    for events in steps(deals=12):
        await store.append(made, SEATS, seq, entries(events, seq))
        seq += len(events)
    await store.close()
    scramble(path)
    with pytest.raises(DatabaseCorrupt):
        await SqliteStore.open(path, games=GAMES)


async def test_another_programs_database_is_left_alone(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(DatabaseCorrupt, match="another program"):
        await SqliteStore.open(path, games=GAMES)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)


async def test_a_newer_database_is_refused_untouched(path: Path) -> None:
    await (await SqliteStore.open(path, games=GAMES)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(DatabaseTooNew, match="99"):
        await SqliteStore.open(path, games=GAMES)


def opened_elsewhere(path: Path) -> str:
    """Open the database in another process: what it complains of."""
    program = (
        "import asyncio, sys; from pathlib import Path; from bot.storage.database import Database\n"
        "asyncio.run(Database.open(Path(sys.argv[1])))"
    )
    run = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False)
    return run.stderr


async def test_two_instances_on_one_database_are_refused(store: SqliteStore, path: Path) -> None:
    with pytest.raises(AlreadyRunning):
        await SqliteStore.open(path, games=GAMES)
    assert "AlreadyRunning" in opened_elsewhere(path)
    await store.close()
    await (await SqliteStore.open(path, games=GAMES)).close()


async def test_a_closed_store_refuses(path: Path) -> None:
    store = await SqliteStore.open(path, games=GAMES)
    await store.close()
    await store.close()
    with pytest.raises(StorageFailure):
        await store.open_tables()
    with pytest.raises(StorageFailure):
        await store.create(record(), SEATS)


async def test_a_transaction_is_undone_by_any_error(store: SqliteStore) -> None:
    def work(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO meta (key, value) VALUES ('half', 'done')")
        raise KeyError("a bug")

    with pytest.raises(KeyError):
        await store.database.write(work)
    assert await store.meta.get("half") is None
    await store.meta.put("whole", "done")


async def test_cancelled_writes_are_finished_in_their_order(store: SqliteStore) -> None:
    writes = [asyncio.ensure_future(store.meta.put("key", str(number))) for number in range(5)]
    await asyncio.sleep(0)
    for write in writes:
        write.cancel()
    answers = await asyncio.gather(*writes, return_exceptions=True)
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers)
    await store.meta.put("last", "done")
    assert await store.meta.get("key") == "4"


async def test_writes_at_once_do_not_mix(store: SqliteStore) -> None:
    made = [await store.create(record(channel), SEATS) for channel in range(20, 28)]

    async def play(number: int) -> None:
        seq = 0
        for events in steps():
            await store.append(made[number], SEATS, seq, entries(events, seq))
            seq += len(events)
            if number % 2:
                with pytest.raises(StorageFailure):
                    await store.append(made[number], SEATS, 0, entries(events, 0))

    await asyncio.gather(*(play(number) for number in range(len(made))))
    logs = [await store.load(table.id) for table in made]
    assert len({stored.entries for stored in logs if stored is not None}) == 1


async def test_settings_of_the_connection(store: SqliteStore) -> None:
    def look(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await store.database.write(look) == ["wal", 1, 2, 50]
    assert BUSY_SECONDS <= 1.5


WRITER = """
import asyncio, sys
from pathlib import Path
from bot.storage.store import SqliteStore
from tests.engine.fakes import GAMES
from tests.storage.examples import SEATS, entries, record, steps

async def main():
    store = await SqliteStore.open(Path(sys.argv[1]), games=GAMES)
    made = await store.create(record(), SEATS)
    seq = 0
    for events in steps(deals=10_000):
        await store.append(made, SEATS, seq, entries(events, seq))
        seq += len(events)
        print(seq, flush=True)

asyncio.run(main())
"""


def killed_while_writing(path: Path, lines: int) -> int:
    """Kill a writing process after so many acknowledged appends: the last event it promised."""
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    promised = 0
    for _ in range(lines):
        promised = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    return promised


@pytest.mark.parametrize("lines", [1, 7, 40])
async def test_a_killed_process_leaves_whole_transactions(path: Path, lines: int) -> None:
    promised = killed_while_writing(path, lines)
    store = await SqliteStore.open(path, games=GAMES)
    (table,) = await store.open_tables()
    stored = await store.load(table)
    await store.close()
    assert stored is not None
    assert stored.failure is None
    assert len(stored.entries) >= promised
    boundaries, seq = set(), 0
    for events in steps(deals=40):
        seq += len(events)
        boundaries.add(seq)
    assert len(stored.entries) in boundaries


async def hold_the_writer(store: SqliteStore) -> tuple[asyncio.Task[None], threading.Event]:
    """A change under way that ends on a word: all that are asked for meanwhile wait, and are made together."""
    begun, go = threading.Event(), threading.Event()

    def waiting(connection: sqlite3.Connection) -> None:
        begun.set()
        assert go.wait(60)

    held = asyncio.create_task(store.database.write(waiting))
    assert await asyncio.to_thread(begun.wait, 60)
    return held, go


def noted(name: str) -> Callable[[sqlite3.Connection], str]:
    """Notes a name."""

    def work(connection: sqlite3.Connection) -> str:
        connection.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (name, name))
        return name

    return work


async def names(store: SqliteStore) -> set[str]:
    """What was noted."""
    return {name for (name,) in await store.database.rows("SELECT key FROM meta", ())}


async def test_changes_that_wait_are_one_transaction_and_each_its_own_failure(store: SqliteStore) -> None:
    commits: list[str] = []

    def traced(connection: sqlite3.Connection) -> None:
        connection.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)

    def refused(connection: sqlite3.Connection) -> None:
        noted("undone")(connection)
        raise EngineRefusal(Trouble.CHANNEL_TAKEN)

    await store.database.write(traced)
    first, go = await hold_the_writer(store)
    rest = [asyncio.create_task(store.database.write(noted(str(number)))) for number in range(20)]
    bad = asyncio.create_task(store.database.write(refused))
    last = asyncio.create_task(store.database.write(noted("last")))
    await asyncio.sleep(0)
    commits.clear()
    go.set()
    await first
    assert await asyncio.gather(*rest) == [str(number) for number in range(20)]
    with pytest.raises(EngineRefusal):
        await bad
    assert await last == "last"
    assert await names(store) == {*(str(number) for number in range(20)), "last"}
    assert commits == ["COMMIT", "COMMIT"], "the one that was held, and all others"


async def test_a_change_the_database_refuses_takes_no_other_with_it(store: SqliteStore) -> None:
    first, go = await hold_the_writer(store)
    asked = [asyncio.create_task(store.database.write(noted(name))) for name in ("a", "b", "a", "c")]
    await asyncio.sleep(0)
    go.set()
    await first
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [outcome if isinstance(outcome, str) else type(outcome) for outcome in outcomes] == [
        "a",
        "b",
        StorageFailure,
        "c",
    ]
    assert await names(store) == {"a", "b", "c"}


async def test_many_changes_wait_once_for_another_process(path: Path) -> None:
    store = await SqliteStore.open(path, games=GAMES, busy_seconds=0.2)
    begun: list[str] = []
    await store.database.write(
        lambda connection: connection.set_trace_callback(lambda sql: begun.append(sql) if "BEGIN" in sql else None)
    )
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        outcomes = await asyncio.gather(
            *(store.database.write(noted(str(number))) for number in range(30)), return_exceptions=True
        )
        other.execute("ROLLBACK")
    assert {type(outcome) for outcome in outcomes} == {StorageFailure}
    assert len(set(map(id, outcomes))) == 30
    assert len(begun) <= 2
    assert await store.database.write(noted("after")) == "after"
    await store.close()


async def test_closing_finishes_what_waits(path: Path) -> None:
    store = await SqliteStore.open(path, games=GAMES)
    first, go = await hold_the_writer(store)
    asked = [asyncio.create_task(store.database.write(noted(str(number)))) for number in range(300)]
    await asyncio.sleep(0)
    closing_it = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(first, closing_it)
    assert await asyncio.gather(*asked) == [str(number) for number in range(300)]
    with pytest.raises(StorageFailure):
        await store.database.write(noted("late"))
