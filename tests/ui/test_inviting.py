"""Private tables, invitations and the call for a missing player, in both languages."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.engine.memory import RoleId
from bot.engine.models import GuildId, Person, Seeking, TableId, UserId
from bot.i18n.words import Words, words_for
from bot.storage.memory import SqliteSettings
from bot.ui import ack
from bot.ui.budget import Priority
from bot.ui.inviting import SEEK_PAUSE, _call
from bot.ui.sparing import GUEST_LIMIT, GUEST_WINDOW, HOST_LIMIT, HOST_WINDOW, Sparing
from tests.ui.club import Club, said, verbs

EN = words_for("en")
FIRST = TableId(1)


async def test_a_private_table_is_for_those_who_are_invited(club: Club, words: Words) -> None:
    anna, bruno, chloe, _ = club.members
    await club.open("belote", private=True)
    assert words.text("lobby.private") in club.table.content
    await bruno.press("ui:join")
    assert bruno.here.content == words.text("refusal.not_invited")
    assert said(await bruno.say("table invite", member=bruno.actor)) == [words.text("refusal.not_host")]
    assert said(await anna.say("table invite", member=bruno.actor)) == [
        words.text("say.invited", who=f"<@{bruno.user.id}>")
    ]
    told = words.text(
        "say.invited_you",
        host="Anna",
        rules=words.text("say.profile_line", game=words.text("game.belote"), profile=_rules(words)),
        channel=f"<#{club.channel.id}>",
    )
    assert bruno.dm.content == told
    assert said(await anna.say("table invite", member=bruno.actor)) == [words.text("refusal.already_invited")]
    await bruno.press("ui:join")
    assert "Bruno" in club.table.content
    await anna.press("ui:private:off")
    assert words.text("lobby.private") not in club.table.content
    assert said(await anna.say("table invite", member=chloe.actor)) == [words.text("refusal.not_private")]
    await chloe.press("ui:join")
    assert said(await anna.say("table private")) == [words.text("say.now_private")]
    assert words.text("lobby.private") in club.table.content


def _rules(words: Words) -> str:
    return words.text("preset.belote.belote_online")


async def test_the_host_calls_for_a_player_once_and_seldom(club: Club, words: Words) -> None:
    anna, bruno, *_ = club.members
    await club.open("belote")
    assert "ui:seek" not in verbs(club.table), "no role is set"
    assert said(await anna.say("table seek")) == [words.text("say.no_seek_role")]
    await club.end()
    everyone, role = club.guild.default_role, club.guild.create_role("Joueurs", mentionable=True)
    assert said(await club.olga.say("settings seek", role=everyone)) == [words.text("say.seek_everyone")]
    set_to = said(await club.olga.say("settings seek", role=role))
    assert set_to == [words.text("say.seek_on", role=f"<@&{role.id}>")]
    assert (await club.bot.front.memory.settings.guild(GuildId(club.guild.id))).seek_role == RoleId(role.id)
    await club.open("belote")
    lobby = club.table
    await bruno.press("ui:seek")
    assert bruno.here.content == words.text("refusal.not_host")
    sent = _sent(club)
    await anna.press("ui:seek", lobby)
    call = club.channel.history()[-1]
    assert call.content.startswith(f"<@&{role.id}>")
    assert sent == [{"parse": [], "roles": [str(role.id)]}], "that role and nobody else"
    assert "ui:seek" not in verbs(club.channel.history()[-2])
    assert said(await anna.say("table seek")) == [words.text("refusal.already_sought")]
    await club.end()
    await club.open("belote")
    assert said(await anna.say("table seek")) == [
        words.text("refusal.sought_lately", minutes=int(SEEK_PAUSE.total_seconds() // 60))
    ]
    await club.env.advance_time(SEEK_PAUSE.total_seconds())
    assert said(await anna.say("table seek")) == [words.text("say.sought")]
    assert len(sent) == 2


@pytest.mark.parametrize("full", [False, True], ids=["refused", "full"])
async def test_a_call_that_did_not_go_out_may_be_made_again(club: Club, full: bool) -> None:
    anna, *others = club.members
    role = club.guild.create_role("Joueurs", mentionable=True)
    await club.olga.say("settings seek", role=role)
    await club.open("belote")
    front, settings = club.bot.front, club.bot.front.memory.settings
    sent = _sent(club)
    if full:
        # Everybody comes while the call waits its turn.
        usual = front.house.budget.take

        async def take(priority: Priority) -> None:
            if priority is Priority.CHATTER:
                for other in others:
                    await front.service.join(FIRST, Person(UserId(other.user.id), other.name))
            await usual(priority)

        front.house.budget.take = take  # type: ignore[method-assign]  # somebody comes at this moment
        assert said(await anna.say("table seek")) == [EN.text("say.sought")]
    else:
        club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=403, code=50013, times=1)
        assert said(await anna.say("table seek")) == [EN.text("say.sought")]
    await club.env.settle()
    assert (await settings.guild(GuildId(club.guild.id))).sought_at is None
    assert (await front.service.table(FIRST)).seeking is Seeking.READY
    if not full:
        assert "ui:seek" in verbs(club.table)
        assert said(await anna.say("table seek")) == [EN.text("say.sought")]
        assert len(sent) == 2
        assert club.channel.history()[-1].content.startswith(f"<@&{role.id}>")


async def test_a_call_that_waits_when_the_bot_stops_may_be_made_again(club: Club) -> None:
    anna = club.members[0]
    await club.olga.say("settings seek", role=club.guild.create_role("Joueurs", mentionable=True))
    await club.open("belote")
    front, settings, server = club.bot.front, club.bot.front.memory.settings, GuildId(club.guild.id)
    before, now = await settings.guild(server), discord.utils.utcnow()
    assert before.seek_role is not None
    await settings.change_guild(server, lambda present: replace(present, sought_at=now))
    await front.service.seek(FIRST, UserId(anna.user.id))
    turn = asyncio.get_running_loop().create_future()
    calling = front.outbox.errand(_call(front, FIRST, before.seek_role, before, now, turn))
    assert calling is not None
    front.calls[calling] = turn
    await club.restart()
    assert calling.done()
    front = club.bot.front
    assert (await front.memory.settings.guild(server)).sought_at is None
    assert (await front.service.table(FIRST)).seeking is Seeking.READY
    assert said(await anna.say("table seek")) == [EN.text("say.sought")]


@pytest.mark.parametrize("what", ["table open", "table seek"])
async def test_a_slow_database_is_signed_for_in_time(club: Club, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """What is looked up before the work counts too: the read ends only when the first sign is there."""
    await club.olga.say("settings seek", role=club.guild.create_role("Joueurs", mentionable=True))
    if what == "table seek":
        await club.open("belote")
    anna, read, signs = club.members[0], SqliteSettings.guild, list[bool]()
    monkeypatch.setattr(ack, "PATIENCE", 0.02)
    monkeypatch.setattr(ack, "LEAST", 0.01)
    answered = ack.Answer.after

    async def after(self: ack.Answer, work: Coroutine[Any, Any, Any]) -> Any:
        monkeypatch.setattr(SqliteSettings, "guild", slow_for(self))
        return await answered(self, work)

    def slow_for(answer: ack.Answer) -> Any:
        async def slow(settings: SqliteSettings, guild: GuildId) -> Any:
            for _ in range(3000):
                if answer.interaction.response.is_done():
                    signs.append(True)
                    break
                await asyncio.sleep(0.01)
            return await read(settings, guild)

        return slow

    monkeypatch.setattr(ack.Answer, "after", after)
    await anna.say(what, **({"game": "belote"} if what == "table open" else {}))
    assert signs
    assert all(signs)
    monkeypatch.undo()
    table = await club.bot.front.service.table(FIRST)
    assert table.seeking is (Seeking.DONE if what == "table seek" else Seeking.READY)


async def test_a_private_table_has_no_call(club: Club) -> None:
    role = club.guild.create_role("Joueurs", mentionable=True)
    await club.olga.say("settings seek", role=role)
    await club.open("belote", private=True)
    assert "ui:seek" not in verbs(club.table)
    assert said(await club.members[0].say("table seek")) == [EN.text("refusal.seek_private")]
    await club.members[0].press("ui:private:off")
    assert "ui:seek" in verbs(club.table)


async def test_an_invitation_that_is_not_told_stands(club: Club) -> None:
    anna, bruno, chloe, _ = club.members
    sparing, now = club.bot.front.sparing, discord.utils.utcnow()
    for number in range(GUEST_LIMIT):
        assert sparing.may_tell(UserId(900 + number), UserId(bruno.user.id), now)
    await club.open("belote", private=True)
    for guest in (bruno, chloe):
        asked = said(await anna.say("table invite", member=guest.actor))
        assert asked == [EN.text("say.invited", who=f"<@{guest.user.id}>")]
    assert bruno.user.dm_channel.last_message is None
    assert "Anna" in chloe.dm.content
    await bruno.press("ui:join")
    assert "Bruno" in club.table.content


def test_a_host_writes_to_few_and_a_guest_hears_little() -> None:
    sparing, now = Sparing(), datetime(2026, 1, 31, 20, tzinfo=UTC)
    host, guest = UserId(1), UserId(2)
    assert [sparing.may_tell(host, UserId(10 + n), now) for n in range(HOST_LIMIT + 1)] == [True] * HOST_LIMIT + [False]
    assert [sparing.may_tell(UserId(50 + n), guest, now) for n in range(GUEST_LIMIT + 1)].count(True) == GUEST_LIMIT
    later = now + HOST_WINDOW
    assert sparing.may_tell(host, UserId(30), later)
    assert not sparing.may_tell(host, guest, later)
    assert sparing.may_tell(host, guest, now + GUEST_WINDOW)
    sparing.forget(guest)
    assert [sparing.may_tell(UserId(70 + n), guest, now + GUEST_WINDOW) for n in range(GUEST_LIMIT)] == [True] * 3


def _sent(club: Club) -> list[dict[str, Any]]:
    """Filled with what each message that mentions a role from now on is allowed to notify."""
    found: list[dict[str, Any]] = []
    http: Any = club.bot.http
    send = http.send_message

    async def watch(channel: int, *, params: Any) -> Any:
        if str(params.payload.get("content", "")).startswith("<@&"):
            allowed = params.payload["allowed_mentions"]
            found.append({key: [str(one) for one in allowed[key]] for key in allowed if key != "replied_user"})
        return await send(channel, params=params)

    http.send_message = watch
    return found
