from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.core.cards import codes
from bot.core.events import HandDealt
from bot.engine.models import TableId
from bot.storage.errors import VerifyRefused
from bot.storage.store import SqliteStore
from bot.storage.verify import DealProof, verify_deal
from tests.engine.fakes import GAMES, LEA, World
from tests.storage.test_database import quiet


@pytest_asyncio.fixture
async def table(store: SqliteStore) -> AsyncIterator[TableId]:
    """A match whose first deal is over and whose second is running."""
    world = World()
    world.store = store  # type: ignore[assignment]  # the real one in place of the fake
    service = world.restarted()
    table = await world.lobby_on(50, LEA)
    await service.start(table, LEA.user, "4711", fill=True)
    for _ in range(2000):
        view = await service.table(table)
        if view.between:
            break
        if view.view is not None and 0 in view.view.to_act:
            await service.act(table, LEA.user, await world.code(table, LEA))
        await asyncio.sleep(0.001)
    await service.ready(table, LEA.user, "4712")
    await quiet(world, table)
    yield table
    await world.close()


async def check(path: Path, table: TableId, number: int) -> DealProof:
    return await verify_deal(path, table, number, GAMES)


async def test_a_finished_deal_is_proven_while_the_table_plays(store: SqliteStore, path: Path, table: TableId) -> None:
    proof = await check(path, table, 1)
    assert proof.secret.mixed == ("4711",)
    stored = await store.load(table)
    assert stored is not None
    dealt = [entry.event.cards for entry in stored.entries if isinstance(entry.event, HandDealt)]
    assert proof.order[:4] == dealt[0]
    text = "\n".join(proof.lines())
    for part in (proof.secret.seed.hex(), proof.commitment, "4711", codes(proof.order)):
        assert part in text


async def test_a_running_deal_is_refused(path: Path, table: TableId) -> None:
    with pytest.raises(VerifyRefused, match="still running"):
        await check(path, table, 2)


async def test_a_coming_deal_is_refused(store: SqliteStore, path: Path) -> None:
    world = World()
    world.store = store  # type: ignore[assignment]  # the real one in place of the fake
    service = world.restarted()
    lobby = await world.lobby_on(60, LEA)
    with pytest.raises(VerifyRefused, match="not been dealt"):
        await check(path, lobby, 1)
    await service.shut_down()


async def test_what_does_not_exist_is_refused(path: Path, table: TableId) -> None:
    for wrong in ((table, 9), (TableId(99), 1)):
        with pytest.raises(VerifyRefused, match="no deal"):
            await check(path, *wrong)
    with pytest.raises(VerifyRefused, match="cannot be read"):
        await check(path.with_name("nowhere.db"), table, 1)


@pytest.mark.parametrize(
    ("forgery", "complaint"),
    [
        ("UPDATE deals SET seed = zeroblob(32) WHERE number = 1", "does not fit the hash"),
        ("UPDATE deals SET commitment = 'ab' WHERE number = 1", "does not fit the hash"),
        ("UPDATE deals SET mixed = '[\"1\"]' WHERE number = 1", "not those the seed gives"),
        ("UPDATE events SET body = '{}' WHERE seq = 4", "cannot be read"),
    ],
)
async def test_a_forged_deal_is_found_out(
    store: SqliteStore, path: Path, table: TableId, forgery: str, complaint: str
) -> None:
    await store.database.run(forgery, ())
    with pytest.raises(VerifyRefused, match=complaint):
        await check(path, table, 1)
