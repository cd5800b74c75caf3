"""A server that sends the bot away: its data stays for a while, then goes, and nobody else's does."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.models import GuildId, TableId
from bot.retention import PAUSE
from tests.ui.club import Club


def rows_of(club: Club, guild: int) -> dict[str, int]:
    """How many rows name this server, by table; and how many name a table that there is not."""
    found = {}
    with closing(sqlite3.connect(club.settings.database)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            columns = {row[1] for row in connection.execute(f"PRAGMA table_info({name})")}
            if "guild" in columns:
                sql = f"SELECT count(*) FROM {name} WHERE guild = ?"
                found[name] = connection.execute(sql, (guild,)).fetchone()[0]
            if "table_id" in columns:
                sql = f"SELECT count(*) FROM {name} WHERE table_id NOT IN (SELECT id FROM tables)"
                assert connection.execute(sql).fetchone()[0] == 0, name
    return found


async def another_server(club: Club) -> Any:
    """A table in a server that keeps the bot."""
    other = club.env.create_guild("Elsewhere", owner=club.olga_user)
    channel = other.create_text_channel("table")
    guest = other.add_member(club.members[0].user)
    await guest.slash(channel, "table open", game="tarot")
    return other


async def lived_in(club: Club) -> None:
    """Something of every kind that belongs to a server."""
    await club.open("belote")
    await club.fill()
    await club.olga.say("settings language", language="fr")
    store: Any = club.bot.front.memory
    await store.database.run(
        "INSERT INTO profiles (guild, key, name, game, base, options, rules_version, version, changed_at) "
        "VALUES (?, 'x', 'X', 'belote', 'online', '{}', 1, 1, '2026-01-01T00:00:00+00:00')",
        (club.guild.id,),
    )
    assert all(rows_of(club, club.guild.id).values())


async def sent_away(club: Club) -> None:
    """The server removes the bot."""
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id)})
    await club.env.settle()
    assert club.bot.get_guild(club.guild.id) is None


async def test_data_goes_after_its_time_and_only_that_server_s(club: Club) -> None:
    await lived_in(club)
    other = await another_server(club)
    before = rows_of(club, club.guild.id)
    await sent_away(club)
    assert rows_of(club, club.guild.id) == before
    retention: Any = club.bot._retention
    clock = retention._clock
    start = clock.now()
    for days, kept in ((29, True), (31, False)):
        retention._clock = At(start + timedelta(days=days))
        await retention.round()
        assert any(rows_of(club, club.guild.id).values()) is kept
    assert rows_of(club, other.id)["tables"] == 1
    assert club.bot.front.service.open_tables == 1
    assert (await club.bot.front.service.tables_in(GuildId(other.id)))[0].id == TableId(2)
    assert await club.bot.front.memory.meta.get(f"left:{club.guild.id}") is None


class At:
    """A clock that stands still."""

    def __init__(self, now: Any) -> None:
        self._now = now

    def now(self) -> Any:
        return self._now

    async def sleep(self, seconds: float) -> None:
        raise AssertionError("not waited for here")


async def test_a_server_that_comes_back_in_time_keeps_everything(club: Club) -> None:
    await lived_in(club)
    await sent_away(club)
    assert await club.bot.front.memory.meta.get(f"left:{club.guild.id}") is not None
    await club.restart()
    await club.env.advance_time(PAUSE + 1)
    retention: Any = club.bot._retention
    assert club.bot.get_guild(club.guild.id) is not None
    assert await club.bot.front.memory.meta.get(f"left:{club.guild.id}") is None
    retention._clock = At(retention._clock.now() + timedelta(days=400))
    await retention.round()
    assert all(rows_of(club, club.guild.id).values())


async def test_nothing_is_noted_while_the_servers_are_not_known(club: Club) -> None:
    """During an outage the list of servers may be anything."""
    await lived_in(club)
    club.bot.dispatch("disconnect")
    await club.env.settle()
    retention: Any = club.bot._retention
    await sent_away(club)
    await retention.round()
    assert await club.bot.front.memory.meta.get(f"left:{club.guild.id}") is None


@pytest.mark.parametrize("days", [3])
async def test_the_setting_says_how_long(club: Club, days: int) -> None:
    club.settings = replace(club.settings, retention_days=days)
    await club.restart()
    await lived_in(club)
    await sent_away(club)
    retention: Any = club.bot._retention
    start = retention._clock.now()
    for late, kept in ((days - 1, True), (days + 1, False)):
        retention._clock = At(start + timedelta(days=late))
        await retention.round()
        assert any(rows_of(club, club.guild.id).values()) is kept
