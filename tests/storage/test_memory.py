from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from bot.core.seats import Seat
from bot.engine.errors import StorageFailure
from bot.engine.memory import GuildSettings, HandPlace, Memory, Opener, RoleId, Surface, UserSettings
from bot.engine.models import ChannelId, GuildId, Level, MessageId, Pace, Pictures, TableId, TableStatus, UserId
from bot.palette import Palette
from bot.storage.store import SqliteStore
from tests.storage.examples import NOW, SEATS, record


async def test_shown_messages(store: SqliteStore) -> None:
    memory: Memory = store
    table = (await store.create(record(), SEATS)).id
    public = Surface(table, None, ChannelId(10), MessageId(1000), 3, "token", NOW, 2)
    hand = Surface(table, Seat(0), ChannelId(20), MessageId(2000))
    assert await memory.surfaces.get(table, None) is None
    await memory.surfaces.put(hand)
    await memory.surfaces.put(public)
    assert await memory.surfaces.of_table(table) == (public, hand)
    moved = replace(public, message=MessageId(1001), shown_seq=4)
    await memory.surfaces.put(moved)
    assert await memory.surfaces.get(table, None) == moved
    await memory.surfaces.delete(table, None)
    assert await memory.surfaces.of_table(table) == (hand,)


async def test_lagging_tables(store: SqliteStore) -> None:
    shown = await store.create(record(10), SEATS)
    behind = await store.create(record(11), SEATS)
    never = await store.create(record(12), SEATS)
    closed = await store.create(record(13, status=TableStatus.CLOSED), SEATS)
    await store.save(replace(behind, revision=2), SEATS)
    for table, seq in ((shown.id, 0), (behind.id, 1)):
        await store.surfaces.put(Surface(table, None, ChannelId(10), MessageId(table), seq))
    assert await store.lagging() == (behind.id, never.id)
    await store.surfaces.put(Surface(closed.id, None, ChannelId(13), MessageId(13), -1))
    assert await store.lagging() == (behind.id, never.id, closed.id)


async def test_of_tables_that_are_over_only_the_latest_lag(store: SqliteStore) -> None:
    over = [await store.create(record(100 + n, status=TableStatus.FINISHED), SEATS) for n in range(60)]
    for table in over:
        await store.surfaces.put(Surface(table.id, None, table.channel, MessageId(table.id), -1))
    assert await store.lagging() == tuple(table.id for table in over[10:])
    for table in over[20:]:
        await store.surfaces.put(Surface(table.id, None, table.channel, MessageId(table.id), 0))
    assert await store.lagging() == tuple(table.id for table in over[:20])


async def test_a_running_table_that_lacks_a_hand_or_its_public_message_lags(store: SqliteStore) -> None:
    table = (await store.create(record(10, status=TableStatus.PLAYING), SEATS)).id
    hand = Surface(table, Seat(0), ChannelId(20), MessageId(1), 0)
    await store.surfaces.put(hand)
    assert await store.lagging() == (table,)
    await store.surfaces.put(replace(hand, seat=None, message=MessageId(2)))
    assert await store.lagging() == ()
    await store.surfaces.delete(table, Seat(0))
    assert await store.lagging() == (table,)


async def test_settings_of_servers_and_members(store: SqliteStore) -> None:
    guild, user = GuildId(1), UserId(2**62)
    assert await store.settings.guild(guild) == GuildSettings(guild)
    assert await store.settings.user(user) == UserSettings(user)
    ours = GuildSettings(
        guild,
        "en",
        frozenset({ChannelId(5), ChannelId(3)}),
        Opener.ROLE,
        RoleId(9),
        pace=Pace.SLOW,
        pictures=Pictures.TRICK,
        palette=Palette.FOUR,
        level=Level.EXPERT,
        hints=True,
    )
    looks = (Palette.FOUR, Pictures.TEXT, True, False, True, True)
    mine = UserSettings(user, "fr", "en", ChannelId(8), NOW, HandPlace.CHANNEL, *looks)
    ours = replace(ours, seek_role=RoleId(8), sought_at=NOW)
    assert await store.settings.change_guild(guild, lambda _: ours) == ours
    assert await store.settings.change_user(user, lambda _: mine) == mine
    assert await store.settings.guild(guild) == ours
    assert await store.settings.user(user) == mine
    await store.settings.change_guild(guild, lambda _: GuildSettings(guild))
    assert await store.settings.guild(guild) == GuildSettings(guild)


async def test_changes_at_once_of_one_server_s_settings_all_stand(store: SqliteStore) -> None:
    """Two managers, two commands: neither writes over what the other has just chosen."""
    guild, user = GuildId(1), UserId(2)
    every = frozenset(ChannelId(number) for number in range(1, 9))
    await asyncio.gather(
        *(store.settings.change_guild(guild, partial(_also_in, channel)) for channel in every),
        store.settings.change_guild(guild, lambda before: replace(before, language="en")),
        store.settings.change_user(user, lambda before: replace(before, language="fr")),
        store.settings.change_user(user, lambda before: replace(before, dm_channel=ChannelId(8))),
    )
    assert await store.settings.guild(guild) == GuildSettings(guild, "en", every)
    assert await store.settings.user(user) == UserSettings(user, "fr", dm_channel=ChannelId(8))


async def test_a_change_that_is_refused_changes_nothing(store: SqliteStore) -> None:
    guild = GuildId(1)
    before = await store.settings.change_guild(guild, lambda found: replace(found, language="en"))

    def refuse(_: GuildSettings) -> GuildSettings:
        raise ValueError

    with pytest.raises(ValueError):
        await store.settings.change_guild(guild, refuse)
    assert await store.settings.guild(guild) == before


def _also_in(channel: ChannelId, settings: GuildSettings) -> GuildSettings:
    return replace(settings, channels=settings.channels | {channel})


async def test_a_client_s_language_is_noted_without_touching_the_rest(store: SqliteStore) -> None:
    user = UserId(7)
    await store.settings.see_language(user, "en")
    assert await store.settings.user(user) == UserSettings(user, client_language="en")
    mine = UserSettings(user, "fr", "en", ChannelId(8), NOW, HandPlace.CHANNEL)
    await store.settings.change_user(user, lambda _: mine)
    await store.settings.see_language(user, "fr")
    assert await store.settings.user(user) == replace(mine, client_language="fr")


async def test_a_tip_is_told_once_and_kept_whatever_else_is_changed(store: SqliteStore) -> None:
    user, other = UserId(7), UserId(8)
    assert await store.settings.tell_once(user, "hand")
    assert not await store.settings.tell_once(user, "hand")
    assert await store.settings.tell_once(user, "refusal")
    assert await store.settings.tell_once(other, "hand")
    await store.settings.change_user(user, lambda before: replace(before, labels=True))
    assert (await store.settings.user(user)).tips == {"hand", "refusal"}


async def test_named_texts(store: SqliteStore) -> None:
    assert await store.meta.get("commands") is None
    await store.meta.put("commands", "abc")
    await store.meta.put("commands", "déf")
    assert await store.meta.get("commands") == "déf"
    await store.meta.delete("commands")
    assert await store.meta.get("commands") is None


async def test_a_message_of_an_unknown_table_is_refused(store: SqliteStore) -> None:
    with pytest.raises(StorageFailure):
        await store.surfaces.put(Surface(TableId(99), None, ChannelId(1), MessageId(1)))
