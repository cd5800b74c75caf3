"""Hands find their way: private messages, closed ones, the channel by choice."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest

from bot.brake import HeldBack
from bot.i18n.words import words_for
from tests.ui.club import Club, Member, actions, take_first, verbs

EN = words_for("en")


def _close(club: Club, member: Member) -> None:
    club.env.inject_error(
        "POST",
        f"/channels/{member.user.dm_channel.id}/messages",
        status=403,
        code=50007,
        message="Cannot send messages to this user",
        times=None,
    )


def _sends(club: Club, member: Member) -> int:
    path = f"/channels/{member.user.dm_channel.id}/messages"
    return sum(entry.method == "POST" and entry.path == path for entry in club.env.http_requests)


async def test_the_first_message_comes_with_the_seat(club: Club) -> None:
    await club.open("belote")
    await club.members[1].press("ui:join")
    assert all(f"<#{club.channel.id}>" in member.dm.content for member in club.members[:2])
    assert not club.members[2].user.dm_channel.history()


async def test_closed_private_messages_are_told_and_hold_up_nobody(club: Club) -> None:
    anna, bruno = club.members[:2]
    _close(club, bruno)
    await club.open("belote")
    joined = await bruno.press("ui:join")
    assert joined.followups[-1].ephemeral
    assert joined.followups[-1].content == EN.text("mine.closed_dm")
    for member in club.members[2:]:
        await member.press("ui:join")
    await anna.press("ui:start")
    assert _sends(club, bruno) == 1, "a refusal is remembered, not tried again"
    for _ in range(60):
        asked = club.waiting()
        if asked is not None:
            await asked.hand_press(take_first(actions(asked)))
            continue
        if "ui:ready" in verbs(club.table):
            break
        await _move_here(bruno)
    assert "ui:ready" in verbs(club.table)
    assert _sends(club, bruno) == 1


async def _move_here(member: Member) -> None:
    """Ask for the hand in the channel and move by it."""
    await member.press("ui:hand")
    hand = member.here
    assert hand.flags.ephemeral
    offered = [verb for verb in verbs(hand) if not verb.startswith("ui:")]
    await member.press(take_first(offered), hand)


async def test_an_ephemeral_hand_follows_the_game_by_itself(club: Club) -> None:
    bruno = club.members[1]
    await bruno.say("preferences", hands="channel")
    await club.open("belote")
    await club.fill()
    assert not bruno.user.dm_channel.history()
    await bruno.press("ui:hand")
    hand = bruno.here.id

    def shown() -> Any:
        return next(message for message in club.channel.history(viewer=bruno.actor) if message.id == hand)

    passes = 0
    while passes < 2:
        turn = club.waiting()
        if turn is not None:
            await turn.hand_press("pass")
        else:
            assert "pass" in verbs(shown()), "it was drawn anew when the turn came"
            await bruno.press("pass", shown())
            assert "pass" not in verbs(shown())
            passes += 1


async def test_hands_are_for_one_pair_of_eyes(club: Club) -> None:
    bruno, chloe = club.members[1:3]
    await club.open("belote")
    await club.fill()
    await bruno.press("ui:hand")
    hand = bruno.here
    assert hand.flags.ephemeral
    assert hand.id not in [message.id for message in club.channel.history(viewer=chloe.actor)]
    assert bruno.dm.content.splitlines()[2] == hand.content.splitlines()[2]


async def test_who_leaves_takes_no_hand_along(club: Club) -> None:
    bruno = club.members[1]
    await club.open("belote")
    await club.fill()
    await bruno.press("ui:hand")
    hand = bruno.here
    await bruno.say("table leave", confirm=True)
    assert bruno.dm.content == EN.text("mine.blanked")
    assert not verbs(bruno.dm)
    shown = next(message for message in club.channel.history(viewer=bruno.actor) if message.id == hand.id)
    assert shown.content == EN.text("mine.blanked")


async def test_a_name_cannot_carry_markup_or_mentions(club: Club) -> None:
    rude = Member(club, "**@everyone** <@1>")
    await rude.say("table open", game="belote")
    assert "**@everyone**" not in club.table.content
    assert not club.table.mention_everyone
    assert not club.table.mentions


async def test_one_reminder_names_the_player_to_act(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    turn = club.waiting()
    assert turn is not None
    await club.env.advance_time(club.settings.turn_seconds / 3 + 1)
    mention = f"<@{turn.user.id}>"
    assert _channel(club).count(EN.text("say.reminder_bid", mention=mention)) == 1
    await club.env.advance_time(club.settings.turn_seconds / 3)
    assert [mention in content for content in _channel(club)].count(True) == 1


async def test_a_reminder_goes_once_its_player_has_acted(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    turn = club.mover()
    while not actions(turn)[0].startswith("play:"):
        await turn.hand_press(take_first(actions(turn)))
        turn = club.mover()
    before = len(_channel(club))
    await club.env.advance_time(club.settings.turn_seconds / 3 + 1)
    assert _channel(club).count(EN.text("say.reminder", mention=f"<@{turn.user.id}>")) == 1
    counted = len(club.env.http_requests)
    await turn.hand_press(actions(turn)[0])
    assert len(_channel(club)) == before
    assert [entry.method for entry in club.env.http_requests[counted:]].count("DELETE") == 1


async def test_a_reminder_goes_with_its_table(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    mention = f"<@{club.mover().user.id}>"
    await club.env.advance_time(club.settings.turn_seconds / 3 + 1)
    reminder = EN.text("say.reminder_bid", mention=mention)
    assert _channel(club).count(reminder) == 1
    await club.end()
    assert reminder not in _channel(club)


@pytest.mark.parametrize("failure", [HeldBack("held back"), aiohttp.ClientOSError("no network")], ids=["held", "cut"])
async def test_a_reminder_that_could_not_be_deleted_goes_with_the_next_move(
    club: Club, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    await club.open("belote")
    await club.fill()
    turn = club.mover()
    reminder = EN.text("say.reminder_bid", mention=f"<@{turn.user.id}>")
    await club.env.advance_time(club.settings.turn_seconds / 3 + 1)
    assert _channel(club).count(reminder) == 1

    async def fails(_: discord.PartialMessage) -> None:
        raise failure

    with monkeypatch.context() as network:
        network.setattr(discord.PartialMessage, "delete", fails)
        await turn.hand_press(take_first(actions(turn)))
        await club.env.settle()
    assert _channel(club).count(reminder) == 1
    mover = club.mover()
    await mover.hand_press(take_first(actions(mover)))
    await club.env.settle()
    assert reminder not in _channel(club)


async def test_a_reminder_that_may_not_be_deleted_is_asked_for_once(club: Club) -> None:
    """Refused requests count against the bot."""
    await club.open("belote")
    await club.fill()
    await club.env.advance_time(club.settings.turn_seconds / 3 + 1)
    path = f"/channels/{club.channel.id}/messages/*"
    club.env.inject_error("DELETE", path, status=403, code=50001, message="Missing Access", times=None)
    counted = len(club.env.http_requests)
    for _ in range(3):
        mover = club.mover()
        await mover.hand_press(take_first(actions(mover)))
        await club.env.settle()
    assert [entry.method for entry in club.env.http_requests[counted:]].count("DELETE") == 1


def _channel(club: Club) -> list[str]:
    return [message.content for message in club.channel.history()]


async def test_a_missed_turn_is_played_and_the_absent_comes_back(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    for _ in range(12):
        await club.env.advance_time(club.settings.turn_seconds + 1)
    away = [member for member in club.members if "ui:here" in member.offers()]
    assert away
    await away[0].hand_press("ui:here")
    assert "ui:here" not in away[0].offers()
