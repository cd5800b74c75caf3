"""What goes by age: logs of matches over for long, and tables that had no result. The rest stays as it is."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.engine import lobby
from bot.engine.models import TableId
from bot.storage.audit import audit
from bot.storage.errors import VerifyRefused
from bot.storage.packs import compact
from bot.storage.store import SqliteStore
from bot.storage.sweep import AT_ONCE, GOES, Swept, sweep
from bot.storage.verify import verify_deal
from tests.engine.fakes import FakeClock
from tests.storage.evenings import ALL_GAMES, HOST, Evening
from tests.storage.examples import NOW, SEATS, record

PLAYED = FakeClock().now()
LATER = max(PLAYED, NOW) + timedelta(days=1)


async def an_evening(store: SqliteStore, seed: int) -> Evening:
    """A toy match with a deal behind it."""
    evening = Evening(store, ALL_GAMES["toy"], seed)
    await evening.open(target=100, channel=seed)
    await evening.deal()
    return evening


async def given_up(store: SqliteStore, seed: int) -> Evening:
    """A match that was closed after a deal: its result is kept as abandoned."""
    evening = await an_evening(store, seed)
    await evening.desk.change(evening.table, lambda table: lobby.close(table, HOST.user, manager=True, confirm=True))
    return evening


async def closed_lobby(store: SqliteStore, channel: int, opened: datetime = NOW) -> TableId:
    made = await store.create(record(channel, opened_at=opened), SEATS)
    evening = Evening(store, ALL_GAMES["toy"], 1)
    evening.table = made.id
    await evening.desk.change(made.id, lambda table: lobby.close(table, HOST.user, manager=True, confirm=True))
    return made.id


def contents(path: Path, table: TableId) -> dict[str, int]:
    """How many rows belong to a table."""
    with closing(sqlite3.connect(path)) as connection:
        found = dict.fromkeys((*GOES, "seats", "holders", "results"), "table_id") | {"tables": "id"}
        return {
            name: connection.execute(f"SELECT count(*) FROM {name} WHERE {key} = ?", (table,)).fetchone()[0]
            for name, key in found.items()
        }


async def test_a_match_over_for_long_keeps_its_seats_and_result_only(path: Path) -> None:
    store = await SqliteStore.open(path, games=ALL_GAMES)
    running, over = await an_evening(store, 1), await given_up(store, 2)
    packed = await given_up(store, 3)
    before = {evening: contents(path, evening.table) for evening in (over, packed)}
    assert all(found["events"] and found["deals"] and found["results"] for found in before.values())
    await asyncio.to_thread(compact, path, LATER, ALL_GAMES)
    lobby_gone = await closed_lobby(store, 4)
    untouched = contents(path, running.table)
    due = await store.sweeper.due(LATER)
    assert due == (over.table, packed.table, lobby_gone)
    assert await store.sweeper.remove(due) == Swept(logs=2, tables=1)
    for evening in (over, packed):
        left = contents(path, evening.table)
        assert not any(left[name] for name in GOES)
        assert all(left[name] == before[evening][name] for name in ("seats", "holders", "results", "tables"))
        assert await store.load(evening.table) is None, "nothing can be shown of it"
    assert not any(contents(path, lobby_gone).values())
    assert contents(path, running.table) == untouched
    assert await store.sweeper.due(LATER) == ()
    assert all(report.fine for report in audit(path, ALL_GAMES))
    assert await store.table_in(over.desk.known(over.table).record.channel) is None  # type: ignore[union-attr]  # it was just closed
    with pytest.raises(VerifyRefused, match="removed by age"):
        await verify_deal(path, over.table, 1, ALL_GAMES)
    await store.close()


async def test_what_is_young_stays_to_the_moment(path: Path) -> None:
    """By when the match ended, not by when it was opened; a lobby's end is not known, it goes by its opening."""
    store = await SqliteStore.open(path, games=ALL_GAMES)
    over = await given_up(store, 1)
    early, late = await closed_lobby(store, 2, NOW), await closed_lobby(store, 3, LATER)
    await store.database.run("UPDATE results SET ended_at = ?", (LATER.isoformat(),))
    assert await store.sweeper.due(LATER) == (early,)
    assert await store.sweeper.due(LATER + timedelta(seconds=1)) == (over.table, early, late)
    await store.database.run("UPDATE results SET ended_at = 'soon'", ())
    assert over.table not in await store.sweeper.due(LATER + timedelta(days=1)), "what cannot be read stays"
    await store.close()


async def test_a_match_without_a_counted_deal_goes_by_its_last_event(path: Path) -> None:
    store = await SqliteStore.open(path, games=ALL_GAMES)
    evening = Evening(store, ALL_GAMES["toy"], 1)
    await evening.open(channel=1)
    await evening.desk.change(evening.table, lambda table: lobby.close(table, HOST.user, manager=True, confirm=True))
    await store.database.run("UPDATE tables SET opened_at = ?", ((PLAYED - timedelta(days=9)).isoformat(),))
    assert await store.sweeper.due(PLAYED) == ()
    assert await store.sweeper.due(PLAYED + timedelta(seconds=1)) == (evening.table,)
    await store.close()


async def test_the_command_does_the_same_beside_the_bot_and_without_it(path: Path) -> None:
    store = await SqliteStore.open(path, games=ALL_GAMES)
    over = await given_up(store, 1)
    for channel in range(2, AT_ONCE + 4):
        await closed_lobby(store, channel)
    assert await asyncio.to_thread(sweep, path, PLAYED - timedelta(days=1)) == (Swept(), False, True)
    assert await asyncio.to_thread(sweep, path, LATER) == (Swept(logs=1, tables=AT_ONCE + 2), False, True)
    log = path.with_name(f"{path.name}-wal")
    assert log.stat().st_size == 0, "nothing that was removed is left in it"
    await closed_lobby(store, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        assert await asyncio.to_thread(sweep, path, LATER) == (Swept(tables=1), False, False)
    assert log.stat().st_size > 0
    await store.close()
    done, shrunk, emptied = await asyncio.to_thread(sweep, path, LATER)
    assert (done, shrunk, emptied) == (Swept(), True, True)
    assert contents(path, over.table)["results"] == 1
