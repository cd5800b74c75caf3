"""Servers' own rules in the database."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.core.options import OptionValue
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.memory import GuildSettings
from bot.engine.models import GuildId, TableId, TableStatus
from bot.engine.profiles import ProfileId, ServerProfile
from bot.storage.migrate import migrate, shipped
from bot.storage.store import SqliteStore
from tests.engine.fakes import GAMES
from tests.storage.examples import NOW, SEATS, record, steps
from tests.storage.examples import entries as numbered
from tests.storage.rows import ROWS
from tests.storage.test_migrations import never

GUILD = GuildId(1)


def profile(name: str = "Comme chez nous", guild: GuildId = GUILD, **options: OptionValue) -> ServerProfile:
    values = {"target": 5, "knocking": True, **options}
    return ServerProfile(ProfileId(0), guild, name, "toy", "loud", values, 1, version=1, changed_at=NOW)


async def test_profiles_of_each_server_by_name(store: SqliteStore) -> None:
    zebra = await store.profiles.add(profile("zèbre"), 25)
    ours = await store.profiles.add(profile(target=7), 25)
    theirs = await store.profiles.add(profile(guild=GuildId(2)), 25)
    assert len({zebra.id, ours.id, theirs.id}) == 3
    assert await store.profiles.of(GUILD) == (ours, zebra)
    assert await store.profiles.of(GuildId(2)) == (theirs,)
    await store.profiles.remove(GUILD, ours.id)
    assert await store.profiles.of(GUILD) == (zebra,)
    with pytest.raises(EngineRefusal) as refused:
        await store.profiles.remove(GUILD, ours.id)
    assert refused.value.code is Trouble.PROFILE_GONE
    with pytest.raises(EngineRefusal):
        await store.profiles.remove(GUILD, theirs.id)


async def test_a_name_is_given_once_and_only_so_many(store: SqliteStore) -> None:
    await store.profiles.add(profile("Comme chez nous"), 2)
    with pytest.raises(EngineRefusal) as taken:
        await store.profiles.add(profile("COMME CHEZ NOUS"), 2)
    assert taken.value.code is Trouble.PROFILE_TAKEN
    both = await asyncio.gather(
        *(store.profiles.add(profile(name), 2) for name in ("one", "two")), return_exceptions=True
    )
    refusals = [found for found in both if isinstance(found, EngineRefusal)]
    assert [refusal.code for refusal in refusals] == [Trouble.PROFILES_FULL]


async def test_of_two_changes_of_one_version_only_the_first_is_kept(store: SqliteStore) -> None:
    first = await store.profiles.add(profile(), 25)
    second = replace(first, options={"target": 9}, version=2)
    await store.profiles.change(second)
    with pytest.raises(EngineRefusal) as refused:
        await store.profiles.change(replace(first, options={"target": 3}, version=2))
    assert refused.value.code is Trouble.PROFILE_CHANGED
    assert refused.value.fact.get("version") == 2
    assert await store.profiles.of(GUILD) == (second,)
    await store.profiles.remove(GUILD, first.id)
    with pytest.raises(EngineRefusal) as gone:
        await store.profiles.change(replace(second, version=3))
    assert gone.value.code is Trouble.PROFILE_GONE


async def test_a_name_used_again_is_another_profile(store: SqliteStore) -> None:
    first = await store.profiles.add(profile(), 25)
    await store.profiles.remove(GUILD, first.id)
    again = await store.profiles.add(profile(), 25)
    assert again.id != first.id
    with pytest.raises(EngineRefusal):
        await store.profiles.change(replace(first, version=2))


async def test_a_damaged_profile_leaves_the_others(store: SqliteStore) -> None:
    await store.profiles.add(profile("a"), 25)
    sound = await store.profiles.add(profile("b"), 25)
    await store.database.run("UPDATE profiles SET options = '[', changed_at = 'then' WHERE name = ?", ("a",))
    damaged, other = await store.profiles.of(GUILD)
    assert other == sound
    assert damaged.options == {}


async def test_a_server_s_chosen_profiles(store: SqliteStore) -> None:
    settings = GuildSettings(GUILD, profiles={"toy": "Comme chez nous"})
    await store.settings.change_guild(GUILD, lambda _: settings)
    assert await store.settings.guild(GUILD) == settings
    await store.database.run("UPDATE guild_settings SET profiles = '[1]' WHERE guild = ?", (GUILD,))
    with pytest.raises(StorageFailure):
        await store.settings.guild(GUILD)


async def test_a_table_and_its_result_keep_the_version(store: SqliteStore) -> None:
    opened = await store.create(record(profile="Comme chez nous", profile_version=2), SEATS)
    seq = 0
    for events in steps(1):
        await store.append(opened, SEATS, seq, numbered(events, seq))
        seq += len(events)
    stored = await store.load(opened.id)
    assert stored is not None
    assert (stored.record.profile, stored.record.profile_version) == ("Comme chez nous", 2)
    assert (await store.create(record(11), SEATS)).profile_version == 0


async def test_a_database_of_version_2_takes_profiles(tmp_path: Path) -> None:
    """The tables and settings that were there have no profile of the server's; new ones may."""
    path = tmp_path / "tapis.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        migrate(old, shipped()[:2], never)
        old.executescript(ROWS[2])
    store = await SqliteStore.open(path, games=GAMES)
    try:
        stored = await store.load(TableId(1))
        assert stored is not None
        assert stored.failure is None
        assert (stored.record.profile, stored.record.profile_version) == ("loud", 0)
        assert stored.record.status is TableStatus.PLAYING
        settings = await store.settings.guild(GuildId(5))
        assert (settings.language, settings.role, settings.profiles) == ("fr", 9, {})
        assert await store.profiles.of(GuildId(5)) == ()
        kept = await store.profiles.add(profile(guild=GuildId(5)), 25)
        assert await store.profiles.of(GuildId(5)) == (kept,)
        assert await store.database.row("SELECT profile, profile_version FROM results") == ("loud", 0)
    finally:
        await store.close()
