"""Opening a table: in a thread of its own, and where it may be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.errors import StorageFailure
from bot.engine.models import ChannelId, GuildId
from bot.i18n.words import words_for
from bot.storage.store import SqliteStore
from bot.ui.present import LISTED
from tests.ui.club import Club

EN = words_for("en")
MANY = 90


def _threads(club: Club) -> list[Any]:
    channel: Any = club.bot.get_channel(club.channel.id)
    return [thread for thread in channel.threads if not thread.archived]


@pytest.mark.parametrize("options", [{"players": 3}, {"target": 1}, {"profile": "nobody"}])
async def test_a_refused_opening_makes_no_thread(club: Club, options: dict[str, Any]) -> None:
    before = len(club.env.http_requests)
    await club.open("belote", thread=True, **options)
    assert not [entry for entry in club.env.http_requests[before:] if entry.path.endswith("/threads")]


@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_failed_opening_leaves_no_thread(club: Club, monkeypatch: pytest.MonkeyPatch, may_delete: bool) -> None:
    async def failing(*_: Any) -> Any:
        raise StorageFailure("disk full")

    monkeypatch.setattr(SqliteStore, "create", failing)
    if not may_delete:
        club.env.inject_error("DELETE", "/channels/*", status=403, code=50013, message="Missing Permissions", times=1)
    result = await club.open("belote", thread=True)
    assert result.followups or result.response
    assert not _threads(club)


async def test_many_allowed_channels_still_get_an_answer(club: Club) -> None:
    channels = frozenset(ChannelId(10**18 + number) for number in range(MANY))
    settings = club.bot.front.memory.settings
    await settings.change_guild(GuildId(club.guild.id), lambda before: replace(before, channels=channels))
    result = await club.open("belote")
    assert f"{MANY - LISTED} more" in result.response.content
    changed = await club.olga.say("settings channels", channel=club.channel)
    assert f"{MANY + 1 - LISTED} more" in changed.response.content


async def test_many_tables_still_get_an_answer(club: Club) -> None:
    anna = club.members[0]
    for number in range(LISTED + 2):
        await anna.actor.slash(club.guild.create_text_channel(f"c{number}"), "table open", game="belote")
    asked: Any = await anna.user.slash("hand")
    assert "2 more" in asked.response.content
    assert len(asked.response.content) < 2000
