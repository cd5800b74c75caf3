"""Tables that cannot be read, wholly or in part: they stop alone, and not for ever."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.events import CardPlayed
from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import GuildId, TableId, TableStatus
from bot.engine.ports import LogEntry
from tests.conformance.toygame import DECK, TOY
from tests.engine.fakes import CHANNEL, GUILD, LEA, TOM, World


async def test_a_damaged_log_freezes_its_table_only(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.play(table, LEA)
    stored = world.store.tables[table]
    bad = LogEntry(len(stored.entries) + 1, world.clock.now(), CardPlayed(Seat(9), DECK[0]))
    world.store.tables[table] = replace(stored, entries=(*stored.entries, bad, bad), failure=None)
    await damaged(world, table)
    world.store.tables[table] = replace(stored, failure="no JSON: {")
    await damaged(world, table)
    world.store.tables[table] = stored  # repaired
    world.restarted()
    await world.service.start_up()
    await world.play(table, TOM)


async def damaged(world: World, table: TableId) -> None:
    """Check that this table is frozen, shown as it was before the damage, and can only be closed."""
    world.restarted()
    await world.service.start_up()
    view = await world.service.table(table)
    assert view.status is TableStatus.FROZEN
    assert view.view is not None
    for request in (world.service.act(table, LEA.user, "give:AS"), world.service.ready(table, LEA.user)):
        with pytest.raises(EngineRefusal) as info:
            await request
        assert info.value.code is Trouble.TABLE_FROZEN
    other = await world.lobby_elsewhere(TOM)
    await world.service.start(other, TOM.user, fill=True)


async def test_a_table_of_an_unknown_game_is_frozen(world: World) -> None:
    table = await world.lobby(LEA)
    stored = world.store.tables[table]
    world.store.tables[table] = replace(stored, record=replace(stored.record, game="gone"))
    world.restarted()
    await world.service.start_up()
    with pytest.raises(EngineRefusal) as info:
        await world.service.table(table)
    assert info.value.code is Trouble.TABLE_FROZEN
    opened = await world.service.open(GUILD, CHANNEL, TOM, "toy", "quiet", None, 3, "fr")
    assert (await world.service.table_in(CHANNEL)).id == opened.id
    assert world.store.tables[table].record.status is TableStatus.CLOSED
    with pytest.raises(EngineRefusal) as info:
        await world.service.open(GUILD, CHANNEL, LEA, "toy", "quiet", None, 3, "fr")
    assert info.value.code is Trouble.CHANNEL_TAKEN


@pytest.mark.parametrize("started", [False, True])
async def test_a_table_whose_options_do_not_fit_is_frozen_and_can_be_closed(world: World, started: bool) -> None:
    table = await (world.match(LEA) if started else world.lobby(LEA))
    stored = world.store.tables[table]
    world.store.tables[table] = replace(stored, record=replace(stored.record, options={"x": 1}))
    await world.restarted().start_up()
    view = await world.service.table(table)
    assert view.status is TableStatus.FROZEN
    assert view.options == TOY.presets["quiet" if started else "loud"]
    await world.service.close(table, LEA.user)
    await world.lobby(TOM)


async def test_one_table_that_cannot_be_read_leaves_the_others(world: World, caplog: pytest.LogCaptureFixture) -> None:
    lost, sound = await world.lobby(LEA), await world.lobby_elsewhere(LEA)
    stored = world.store.tables[lost]
    world.store.tables[lost] = replace(stored, record=replace(stored.record, game="whist"))
    world.restarted()
    assert [view.id for view in await world.service.tables_of(LEA.user)] == [sound]
    assert [view.id for view in await world.service.tables_in(GUILD)] == [sound]
    assert await world.service.tables_in(GuildId(GUILD + 1)) == ()
    assert {getattr(record, "table", None) for record in caplog.records} == {lost}
    with pytest.raises(EngineRefusal) as info:
        await world.service.table(lost)
    assert info.value.code is Trouble.TABLE_FROZEN


async def test_a_database_that_cannot_be_read_is_no_table_left_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.lobby(LEA)
    world.restarted()

    async def unread(table: TableId) -> None:
        raise StorageFailure("the disk is gone")

    monkeypatch.setattr(world.store, "load", unread)
    with pytest.raises(StorageFailure):
        await world.service.tables_of(LEA.user)
