"""Rows with something unreadable in them: their table stops, nothing else does, and nothing of them is overwritten."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.memory import Surface, UserSettings
from bot.engine.models import ChannelId, GuildId, MessageId, TableId, TableStatus, TableView
from bot.engine.service import TableService
from bot.storage.store import SqliteStore
from tests.conformance.toygame import TOY
from tests.engine.fakes import (
    CHANNEL,
    GAMES,
    GUILD,
    LEA,
    POLICY,
    TOM,
    FakeClock,
    FakeDealer,
    FakeOutbox,
    FirstBrain,
    settle,
)

FIRST = TableId(1)


def service_on(store: SqliteStore, clock: FakeClock) -> TableService:
    brain = FirstBrain(TOY)
    return TableService(store, FakeOutbox(), clock, FakeDealer(), lambda game, level: brain, POLICY, games=GAMES)


async def lobby(service: TableService, channel: int = CHANNEL) -> TableId:
    return (await service.open(GUILD, ChannelId(channel), LEA, "toy", "quiet", None, 3, "fr")).id


async def clocked(service: TableService, table: TableId = FIRST) -> TableView:
    """The table once it has its time: that is written in a moment of its own."""
    for _ in range(5000):
        view = await service.table(table)
        if view.deadline is not None:
            return view
        await asyncio.sleep(0.001)
    raise AssertionError("no time is set")


async def cell(store: SqliteStore, table: str, column: str) -> str:
    key = "id" if table == "tables" else "table_id"
    row = await store.database.row(f"SELECT {column} FROM {table} WHERE {key} = 1")
    assert row is not None
    return str(row[0])


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("tables", "deadline", "soon"),
        ("tables", "deadline", "2026-01-01T20:00:00"),
        ("tables", "opened_at", "x"),
        ("tables", "options", "{"),
        ("tables", "options", "[]"),
        ("tables", "options", '{"x":1}'),
        ("tables", "options", '{"target":[]}'),
        ("tables", "ready", "x"),
        ("tables", "ready", "5"),
        ("tables", "ready", '{"0":1}'),
        ("deals", "mixed", "?"),
        ("deals", "mixed", "[1]"),
    ],
)
async def test_a_damaged_row_stops_its_table_only(
    store: SqliteStore, table: str, column: str, value: str, started: bool
) -> None:
    clock = FakeClock()
    service = service_on(store, clock)
    await lobby(service)
    other = await lobby(service, CHANNEL + 1)
    if started:
        await service.start(FIRST, LEA.user, fill=True)
        await settle()
    await service.shut_down()
    sound = await cell(store, table, column)
    key = "id" if table == "tables" else "table_id"
    await store.database.run(f"UPDATE {table} SET {column} = ? WHERE {key} = 1", (value,))
    service = service_on(store, clock)
    await service.start_up()
    assert (await service.start(other, LEA.user, fill=True)).status is TableStatus.PLAYING
    assert (await clocked(service)).status is TableStatus.FROZEN
    with pytest.raises(EngineRefusal) as info:
        await service.act(FIRST, LEA.user, "give:AS")
    assert info.value.code is Trouble.TABLE_FROZEN
    if column != "deadline":
        assert await cell(store, table, column) == value, "what cannot be read is kept"
    await service.shut_down()
    await store.database.run(f"UPDATE {table} SET {column} = ? WHERE {key} = 1", (sound,))
    service = service_on(store, clock)
    await service.start_up()
    assert (await clocked(service)).status is (TableStatus.PLAYING if started else TableStatus.LOBBY)
    await service.shut_down()


async def test_a_damaged_table_is_closed_by_its_host_or_by_time(store: SqliteStore) -> None:
    clock = FakeClock()
    service = service_on(store, clock)
    for channel in (CHANNEL, CHANNEL + 1):
        await lobby(service, channel)
    await service.shut_down()
    await store.database.run("UPDATE tables SET options = ?", ("{",))
    service = service_on(store, clock)
    await service.start_up()
    await clocked(service, TableId(2))
    assert (await service.close(FIRST, LEA.user)).status is TableStatus.CLOSED
    assert await lobby(service) == 3
    await clock.advance(POLICY.asleep_days * 86_400 + 60)
    for _ in range(5000):
        if (await service.table(TableId(2))).status is TableStatus.CLOSED:
            break
        await asyncio.sleep(0.001)
    assert (await service.table(TableId(2))).status is TableStatus.CLOSED
    assert await cell(store, "tables", "options") == "{"
    await service.shut_down()


async def test_a_deal_with_unreadable_clicks_is_a_failure(store: SqliteStore) -> None:
    service = service_on(store, FakeClock())
    await lobby(service)
    await store.database.run("UPDATE deals SET mixed = ?", ("?",))
    with pytest.raises(StorageFailure):
        await store.secret(FIRST, 1)
    await service.shut_down()


@pytest.mark.parametrize("column", ["dm_closed_until", "hand", "palette", "pictures", "tips"])
async def test_unreadable_settings_of_a_member_are_the_defaults(
    store: SqliteStore, column: str, caplog: pytest.LogCaptureFixture
) -> None:
    await store.settings.change_user(TOM.user, lambda _: UserSettings(TOM.user, "en", "fr", ChannelId(5)))
    await store.database.run("PRAGMA ignore_check_constraints = ON", ())
    await store.database.run(f"UPDATE user_settings SET {column} = 'soon'", ())
    with caplog.at_level(logging.ERROR):
        assert await store.settings.user(TOM.user) == UserSettings(TOM.user, client_language="fr")
    assert len(caplog.records) == 1
    assert str(TOM.user) not in caplog.text


@pytest.mark.parametrize(
    ("column", "value"), [("channels", "x"), ("channels", '["a"]'), ("opener", "nobody"), ("pace", "")]
)
async def test_unreadable_settings_of_a_server_do_not_open_it_to_all(
    store: SqliteStore, column: str, value: str
) -> None:
    await store.settings.change_guild(GuildId(5), lambda settings: settings)
    await store.database.run("PRAGMA ignore_check_constraints = ON", ())
    await store.database.run(f"UPDATE guild_settings SET {column} = ?", (value,))
    with pytest.raises(StorageFailure):
        await store.settings.guild(GuildId(5))


async def test_a_token_of_unreadable_age_is_none(store: SqliteStore) -> None:
    service = service_on(store, clock := FakeClock())
    await lobby(service)
    shown = Surface(FIRST, Seat(0), ChannelId(10), MessageId(7), 3, "token", clock.now())
    await store.surfaces.put(shown)
    await store.database.run("UPDATE surfaces SET token_at = 'soon'", ())
    (found,) = await store.surfaces.of_table(FIRST)
    assert (found.message, found.token, found.token_at) == (MessageId(7), None, None)
    await service.shut_down()
