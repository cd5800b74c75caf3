"""Places that work no more: private channels of another application, archived threads, hands that should be gone."""

from __future__ import annotations

import sqlite3
from typing import Any

import aiohttp
import discord
import pytest

from bot.brake import HeldBack
from bot.engine.errors import StorageFailure
from bot.engine.models import GuildId, TableId, TableStatus, TableView
from bot.engine.service import TableService
from bot.i18n.words import words_for
from tests.ui.club import Club, actions, take_first, verbs

EN = words_for("en")


async def _damage(club: Club, statement: str) -> None:
    await club.bot.close()
    with sqlite3.connect(club.settings.database) as connection:
        connection.execute(statement)
    await club.restart()


async def test_a_private_channel_that_is_unknown_is_opened_anew(club: Club) -> None:
    anna = club.members[0]
    await club.open("belote")
    await anna.say("table close")
    await _damage(club, "UPDATE user_settings SET dm_channel = 5")
    before = len(anna.user.dm_channel.history())
    await club.open("belote")
    await anna.say("table start", computers=True)
    assert "Belote · deal 1" in anna.dm.content
    assert len(anna.user.dm_channel.history()) == before + 1, "who was greeted once is not greeted again"


async def test_a_hand_in_a_channel_of_another_application_comes_anew(club: Club) -> None:
    anna = club.members[0]
    await club.open("belote")
    await club.fill()
    first = anna.dm.id
    await club.restart()
    path = f"/channels/{anna.user.dm_channel.id}/messages"
    for method, wrong in (("PATCH", f"{path}/*"), ("POST", path)):
        club.env.inject_error(method, wrong, status=403, code=50001, message="Missing Access", times=1)
    await anna.say("preferences", language="fr")
    await club.env.advance_time(30)
    assert anna.dm.id != first
    assert "Belote · donne 1" in anna.dm.content


@pytest.mark.parametrize(
    ("status", "code"), [(400, 50083), (403, 50005)], ids=["an archived thread", "another application's message"]
)
async def test_a_message_that_cannot_be_edited_is_posted_anew(club: Club, status: int, code: int) -> None:
    await club.open("belote")
    await club.fill()
    before = club.table.id
    for path in (f"/channels/{club.channel.id}/messages/*", "/webhooks/*/*/messages/*"):
        club.env.inject_error("PATCH", path, status=status, code=code, message="no", times=3)
    member = club.mover()
    await member.hand_press(take_first(actions(member)))
    await club.env.advance_time(60)
    assert club.table.id != before
    assert before not in [message.id for message in club.channel.history()]


async def test_an_old_message_that_stays_is_no_failed_drawing(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another is in its place, and shows the table."""
    await club.open("belote")
    await club.fill()
    before = club.table.id

    async def fails(_: discord.PartialMessage) -> None:
        raise HeldBack("held back")

    monkeypatch.setattr(discord.PartialMessage, "delete", fails)
    for path in (f"/channels/{club.channel.id}/messages/*", "/webhooks/*/*/messages/*"):
        club.env.inject_error("PATCH", path, status=403, code=50005, message="no", times=3)
    member = club.mover()
    await member.hand_press(take_first(actions(member)))
    await club.env.advance_time(60)
    assert club.table.id != before
    assert "drawing failed" not in caplog.text


async def test_a_locked_thread_is_told_once(club: Club) -> None:
    anna = club.members[0]
    await club.open("belote")
    await club.fill()
    path = f"/channels/{club.channel.id}/messages"
    for method, locked in (("PATCH", f"{path}/*"), ("POST", path), ("PATCH", "/webhooks/*/*/messages/*")):
        club.env.inject_error(method, locked, status=400, code=50083, message="Thread is archived", times=None)
    for member in club.members:
        await member.say("bid", call="pass")
    told = EN.text("say.channel_forbidden", channel=f"<#{club.channel.id}>")
    assert [message.content for message in anna.user.dm_channel.history()].count(told) == 1


async def test_a_leavers_hand_is_taken_although_discord_stumbles(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    bruno = club.members[1]
    path = f"/channels/{bruno.user.dm_channel.id}/messages/*"
    club.env.inject_error("PATCH", path, status=500, code=0, message="stumbles", times=2)
    await bruno.say("table leave", confirm=True)
    await club.env.advance_time(60)
    assert bruno.dm.content == EN.text("mine.blanked")


@pytest.mark.parametrize("look", ["hand", "score"])
async def test_a_look_at_a_table_that_is_over_is_not_kept(club: Club, look: str) -> None:
    anna = club.members[0]
    await club.open("belote")
    await club.fill()
    public, private = club.table, anna.dm
    await club.end()
    outbox: Any = club.bot.front.outbox
    assert not outbox._boards
    await anna.say(look)
    club.raw_click(anna, public, "t|1|n1|ui:hand")
    club.raw_click(anna, private, "t|1|00000000|pass")
    club.raw_click(anna, public, "t|999|n1|ui:score")
    await club.env.settle()
    assert not outbox._boards
    assert not outbox._loading


async def test_a_posting_whose_answer_is_lost_is_not_made_twice(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.open("belote")
    posts: Any = {}
    send = club.bot.http.send_message

    async def lossy(channel: int, *, params: Any) -> Any:
        key = channel, params.payload.get("nonce")
        if key in posts:
            # Discord answers a nonce it knows with the message it has.
            return posts[key]
        posts[key] = await send(channel, params=params)
        raise aiohttp.ClientOSError("the answer is lost")

    before = {member.name: len(member.user.dm_channel.history()) for member in club.members}
    monkeypatch.setattr(club.bot.http, "send_message", lossy)
    await club.members[0].say("table start", computers=True)
    await club.env.advance_time(60)
    assert len(club.members[0].user.dm_channel.history()) == before["Anna"] + 1
    public = [message for message in club.channel.history() if "ui:hand" in verbs(message)]
    assert len(public) == 1
    assert len(posts) == 2


async def test_a_deleted_message_is_not_deleted_again(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    gone = club.table.id
    club.env.backend.delete_message(club.channel.id, gone)
    counted = len(club.env.http_requests)
    member = club.mover()
    await member.hand_press(take_first(actions(member)))
    await club.env.advance_time(60)
    assert club.table.id != gone
    assert "DELETE" not in [entry.method for entry in club.env.http_requests[counted:]]


@pytest.mark.parametrize(
    ("method", "event", "before", "after"),
    [("suspend", "guild_remove", "lobby", "suspended"), ("resume", "guild_join", "suspended", "lobby")],
)
async def test_a_table_that_fails_does_not_keep_its_servers_other_tables(
    club: Club,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    event: str,
    before: str,
    after: str,
) -> None:
    service, guild = club.bot.front.service, club.bot.get_guild(club.guild.id)
    await club.open("belote")
    await club.members[1].actor.slash(club.guild.create_text_channel("other"), "table open", game="belote")
    first, second = await service.tables_in(GuildId(club.guild.id))
    if before == "suspended":
        for table in (first, second):
            await service.suspend(table.id)
    works = getattr(TableService, method)

    async def fails_for_the_first(self: TableService, table: TableId) -> TableView:
        if table == first.id:
            raise StorageFailure("the disk is full")
        done: TableView = await works(self, table)
        return done

    monkeypatch.setattr(TableService, method, fails_for_the_first)
    with club.env._bot_scope():
        club.bot.dispatch(event, guild)
    await club.env.settle()
    tables = await service.tables_in(GuildId(club.guild.id))
    assert [table.status.value for table in tables] == [before, after]
    assert [getattr(line, "table", None) for line in caplog.records if line.name == "bot.app"] == [first.id]


def _forbid(club: Club, *, times: int | None = None, code: int = 50001, status: int = 403) -> None:
    path = f"/channels/{club.channel.id}/messages"
    for method, closed in (("PATCH", f"{path}/*"), ("POST", path), ("PATCH", "/webhooks/*/*/messages/*")):
        club.env.inject_error(method, closed, status=status, code=code, message="no", times=times)


def _told(club: Club, key: str) -> list[int]:
    text = EN.text(key, channel=f"<#{club.channel.id}>")
    return [[said.content for said in member.user.dm_channel.history()].count(text) for member in club.members]


async def _status(club: Club) -> TableStatus:
    return (await club.bot.front.service.table(TableId(1))).status


async def test_a_closed_channel_is_tried_once_a_minute(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    _forbid(club)
    counted = len(club.env.http_requests)
    for member in club.members:
        await member.say("bid", call="pass")
    inside = f"/channels/{club.channel.id}/messages"
    tried = [entry for entry in club.env.http_requests[counted:] if entry.path.startswith(inside)]
    assert len(tried) == 1
    assert await _status(club) is TableStatus.PLAYING
    await club.env.advance_time(61)
    await club.members[0].say("bid", call="pass")
    tried = [entry for entry in club.env.http_requests[counted:] if entry.path.startswith(inside)]
    assert len(tried) == 2
    assert _told(club, "say.channel_forbidden") == [1, 1, 1, 1]


async def test_a_closed_channel_that_is_deleted_stops_the_table(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    _forbid(club, times=1)
    await club.mover().hand_press("pass")
    assert await _status(club) is TableStatus.PLAYING
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    assert await _status(club) is TableStatus.SUSPENDED
    assert _told(club, "say.channel_gone") == [1, 1, 1, 1]


async def test_a_closed_channel_found_to_be_gone_stops_the_table(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    _forbid(club, times=1)
    await club.mover().hand_press("pass")
    await club.env.advance_time(61)
    _forbid(club, code=10003, status=404)
    for member in club.members:
        await member.say("bid", call="pass")
    assert await _status(club) is TableStatus.SUSPENDED
    assert _told(club, "say.channel_gone") == [1, 1, 1, 1]


async def test_a_table_stops_although_saving_stumbles_and_one_is_not_told(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.open("belote")
    await club.fill()
    suspend, failures = TableService.suspend, [StorageFailure("the disk stumbles")]

    async def stumbling(service: TableService, table: TableId) -> TableView:
        if failures:
            raise failures.pop()
        return await suspend(service, table)

    monkeypatch.setattr(TableService, "suspend", stumbling)
    path = f"/channels/{club.members[0].user.dm_channel.id}/messages"
    club.env.inject_error("POST", path, status=400, code=20026, message="no", times=1)
    _forbid(club, code=10003, status=404)
    await club.mover().hand_press("pass")
    await club.env.advance_time(60)
    assert not failures
    assert await _status(club) is TableStatus.SUSPENDED
    assert _told(club, "say.channel_gone") == [0, 1, 1, 1]
