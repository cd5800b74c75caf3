from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from bot.core.cards import codes
from bot.core.events import HandDealt
from bot.engine.fairdeal import order
from bot.engine.models import TableId
from bot.storage import tables
from bot.storage.errors import VerifyRefused
from bot.storage.store import SqliteStore
from bot.storage.verify import DealProof, verify_deal
from tests.conformance.toygame import DECK
from tests.engine.fakes import GAMES, LEA, World
from tests.storage.test_database import quiet


@pytest_asyncio.fixture
async def world(store: SqliteStore) -> AsyncIterator[World]:
    made = World()
    made.store = store  # type: ignore[assignment]  # the real one in place of the fake
    made.restarted()
    yield made
    await made.close()


@pytest_asyncio.fixture
async def table(world: World) -> TableId:
    """A match whose first deal is over and whose second is running."""
    service = world.service
    table = await world.lobby_on(50, LEA)
    await service.start(table, LEA.user, "4711", fill=True)
    while not (view := await service.table(table)).between:
        if view.view is not None and 0 in view.view.to_act:
            await service.act(table, LEA.user, await world.code(table, LEA))
        await asyncio.sleep(0.001)
    await service.ready(table, LEA.user, "4712")
    await quiet(world, table)
    return table


async def check(path: Path, table: TableId, number: int) -> DealProof:
    return await verify_deal(path, table, number, GAMES)


async def test_a_finished_deal_is_proven_while_the_table_plays(store: SqliteStore, path: Path, table: TableId) -> None:
    proof = await check(path, table, 1)
    assert proof.secret.mixed == ("4711",)
    stored = await store.database.read(partial(tables.load, table=table, games=GAMES))
    assert stored is not None
    dealt = [entry.event.cards for entry in stored.entries if isinstance(entry.event, HandDealt)]
    assert proof.order[:4] == dealt[0]
    text = "\n".join(proof.lines())
    for part in (proof.secret.seed.hex(), proof.commitment, "4711", codes(proof.order)):
        assert part in text


async def test_a_running_deal_is_refused(path: Path, table: TableId) -> None:
    with pytest.raises(VerifyRefused, match="still running"):
        await check(path, table, 2)


async def test_a_coming_deal_is_refused(world: World, path: Path) -> None:
    lobby = await world.lobby_on(60, LEA)
    with pytest.raises(VerifyRefused, match="not been dealt"):
        await check(path, lobby, 1)


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
        ("UPDATE events SET body = '{}' WHERE seq = 4", "cannot be read"),
    ],
)
async def test_a_forged_deal_is_found_out(
    store: SqliteStore, path: Path, world: World, table: TableId, forgery: str, complaint: str
) -> None:
    await world.service.shut_down()
    await store.database.run(forgery, ())
    with pytest.raises(VerifyRefused, match=complaint):
        await check(path, table, 1)


async def test_forged_clicks_are_found_out(store: SqliteStore, path: Path, world: World, table: TableId) -> None:
    """Clicks that would have given another first card: a few others give the same cards by chance."""
    proof = await check(path, table, 1)
    await world.service.shut_down()
    others = (replace(proof.secret, mixed=(str(click),)) for click in count(1))
    forged = next(other for other in others if order(other, table, DECK)[0] != proof.order[0])
    await store.database.run("UPDATE deals SET mixed = ? WHERE number = 1", (json.dumps(forged.mixed),))
    with pytest.raises(VerifyRefused, match="not those the seed gives"):
        await check(path, table, 1)
