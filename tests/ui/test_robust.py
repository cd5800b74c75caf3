"""Late, double and stray clicks, messages and channels that vanish, failures, restarts."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from typing import Any

import aiohttp
import pytest

from bot.app import COMMANDS_NOTE
from bot.engine.errors import StorageFailure
from bot.engine.models import UserId
from bot.engine.service import TableService
from bot.i18n.words import words_for
from bot.ui.ack import Answer
from tests.ui.club import Club, actions, control, play_deal, quick_bot, take_first, verbs

EN = words_for("en")


def _said(result: Any) -> list[str]:
    """Everything the answer said in private."""
    answers = [*result.followups]
    if result.response is not None and result.response.ephemeral:
        answers.append(result.response)
    return [answer.content for answer in answers if answer.ephemeral]


async def test_a_double_click_plays_once(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    custom_id = control(member.dm, "pass")
    one = club.raw_click(member, member.dm, custom_id)
    two = club.raw_click(member, member.dm, custom_id)
    await club.env.settle()
    assert one.acknowledged
    assert two.acknowledged
    said = _said(one) + _said(two)
    assert said == [EN.text("refusal.stale")]
    assert not actions(member)
    assert club.waiting() is not member


async def test_a_click_on_a_hand_as_it_was_is_refused_and_the_hand_drawn_anew(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    old = control(member.dm, "take")
    for _ in range(4):
        turn = club.waiting()
        assert turn is not None
        await turn.hand_press("pass")
    assert club.waiting() is member
    shown = member.dm.content
    result = club.raw_click(member, member.dm, old)
    await club.env.settle()
    assert _said(result) == [EN.text("refusal.stale")]
    assert member.dm.content == shown
    assert actions(member)


async def test_a_menu_choice_of_a_hand_as_it_was_is_refused(club: Club) -> None:
    await club.open("coinche")
    await club.fill()
    member = club.waiting()
    assert member is not None
    old = control(member.dm, "ui:level")
    await member.hand_press("pass")
    result = club.raw_click(member, member.dm, old, values=["90"])
    await club.env.settle()
    assert _said(result) == [EN.text("refusal.stale")]


async def test_a_button_of_another_version_is_answered(club: Club) -> None:
    await club.open("belote")
    result = club.raw_click(club.members[0], club.table, "old:button")
    await club.env.settle()
    assert _said(result) == [EN.text("say.over")]


async def test_the_hand_of_the_deal_before_moves_nothing(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    await play_deal(club)
    anna = club.members[0]
    old = anna.dm
    ready = control(old, "ui:ready")
    for member in club.members:
        await member.press("ui:ready")
    result = club.raw_click(anna, old, ready)
    await club.env.settle()
    assert result.acknowledged
    assert "2" in club.table.content.splitlines()[0]


async def test_a_deleted_table_message_is_posted_again(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    gone = club.table
    club.env.backend.delete_message(club.channel.id, gone.id)
    member = club.waiting()
    assert member is not None
    await member.hand_press("pass")
    assert club.table.id != gone.id
    assert "ui:hand" in verbs(club.table)


async def test_a_deleted_hand_is_sent_again(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    following = club.members[(club.members.index(member) + 1) % 4]
    club.env.backend.delete_message(following.user.dm_channel.id, following.dm.id)
    await member.hand_press("pass")
    assert actions(following)


async def test_the_table_comes_down_on_request(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    high = club.table
    await club.members[0].press("ui:more")
    await club.members[0].press("ui:down", club.members[0].here)
    assert club.table.id != high.id
    assert high.id not in [message.id for message in club.channel.history()]
    await club.members[0].say("table status")
    assert "ui:hand" in verbs(club.table)


async def test_a_lost_permission_is_told_once_in_private(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    for method, path in (("PATCH", "/channels/*/messages/*"), ("PATCH", "/webhooks/*/*/messages/*")):
        club.env.inject_error(method, path, status=403, code=50013, message="Missing Permissions", times=None)
    before = [len(member.user.dm_channel.history()) for member in club.members]
    member = club.waiting()
    assert member is not None
    for _ in range(3):
        turn = club.waiting()
        if turn is None:
            break
        await turn.hand_press("pass")
    after = [len(member.user.dm_channel.history()) for member in club.members]
    assert max(late - early for early, late in zip(before, after, strict=True)) >= 1
    told = [message.content for message in club.members[0].user.dm_channel.history()]
    assert told.count(EN.text("say.channel_forbidden", channel=f"<#{club.channel.id}>")) == 1


async def test_a_deleted_channel_suspends_the_table(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    hand = member.dm
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    told = EN.text("say.channel_gone", channel=f"<#{club.channel.id}>")
    for other in club.members:
        history = other.user.dm_channel.history()
        assert [message.content for message in history].count(told) == 1
    shown = next(message for message in member.user.dm_channel.history() if message.id == hand.id)
    assert not verbs(shown)


async def test_a_failure_is_named_in_the_answer_and_in_the_log(club: Club, monkeypatch: Any, caplog: Any) -> None:
    await club.open("belote")

    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a tube has burst")

    monkeypatch.setattr(TableService, "join", broken)
    result = await club.members[1].press("ui:join")
    (text,) = _said(result)
    reference = re.search(r"[2-9A-HJ-NP-Z]{4}", text)
    assert reference is not None
    (line,) = [record for record in caplog.records if getattr(record, "ref", None) == reference[0]]
    assert line.table == 1
    assert "a tube has burst" in caplog.text
    command = await club.members[1].say("table join")
    assert command.ephemeral


async def test_a_database_that_refuses_says_so_and_nothing_moves(club: Club, monkeypatch: Any) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    shown = club.table.content

    async def full(*_: Any, **__: Any) -> None:
        raise StorageFailure("disk full")

    monkeypatch.setattr(type(club.bot._store), "append", full)
    result = await member.hand_press("pass")
    monkeypatch.undo()
    assert len(_said(result)) == 1
    assert club.table.content == shown
    await member.hand_press("pass")
    assert club.waiting() is not member


async def test_a_restart_while_bidding(club: Club) -> None:
    await club.open("coinche")
    await club.fill()
    member = club.waiting()
    assert member is not None
    await member.hand_press("pass")
    table, hands = club.table.id, [other.dm.id for other in club.members]
    following = club.waiting()
    assert following is not None
    offered = actions(following)
    await club.restart()
    assert actions(following) == offered
    await following.hand_press("pass")
    assert club.table.id == table
    assert [other.dm.id for other in club.members] == hands
    assert club.waiting() is not following


async def test_a_restart_inside_a_trick(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    played = 0
    for _ in range(40):
        member = club.waiting()
        assert member is not None
        code = take_first(actions(member))
        await member.hand_press(code)
        played += code.startswith("play:")
        if played == 6:
            break
    shown = club.table.content
    await club.restart()
    assert club.table.content == shown
    await play_deal(club)
    assert "ui:ready" in verbs(club.table)


async def test_an_old_lobby_button_after_a_restart(club: Club) -> None:
    await club.open("belote")
    await club.restart()
    await club.members[1].press("ui:join")
    assert "Bruno" in club.table.content
    assert len(club.channel.history()) == 1


async def test_a_late_answer_leaves_the_move_standing(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    club.env.inject_error(
        "POST", "/interactions/*/*/callback", status=404, code=10062, message="Unknown interaction", times=1
    )
    await member.hand_press("pass")
    assert not actions(member), "the hand was drawn by other means"
    assert club.waiting() is not member


async def test_leaving_by_the_menu_of_more(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    bruno = club.members[1]
    await bruno.press("ui:more")
    await bruno.press("ui:leave", bruno.here)
    assert bruno.here.content == EN.text("say.leave_sure")
    assert "Bruno" in club.table.content
    await bruno.press("ui:leave:yes", bruno.here)
    assert bruno.here.content == EN.text("say.left")
    assert bruno.dm.content == EN.text("mine.blanked")
    assert "Bruno" not in club.table.content


async def test_the_last_member_is_told_that_leaving_ends_the_match(club: Club) -> None:
    await club.open("belote")
    await club.fill(1)
    anna = club.members[0]
    asked = await anna.say("table leave")
    assert asked.ephemeral
    assert asked.response.content == EN.text("say.leave_last")
    assert "ui:hand" in verbs(club.table)
    await anna.press("ui:leave:yes", anna.here)
    assert anna.here.content == EN.text("say.left_closed")
    assert EN.text("table.abandoned") in club.table.content
    assert EN.text("table.abandoned") in anna.dm.content
    assert not verbs(anna.dm)


async def test_who_does_not_play_is_not_asked_about_leaving(club: Club) -> None:
    await club.open("belote")
    await club.fill(3)
    refused = await club.members[3].say("table leave")
    assert refused.response.content.rstrip(".") == EN.text("refusal.not_seated").rstrip(".")


async def test_closing_in_the_middle_asks_first(club: Club) -> None:
    await club.open("belote")
    await club.fill(1)
    anna = club.members[0]
    await anna.press("ui:more")
    await anna.press("ui:close", anna.here)
    assert anna.here.content == EN.text("say.close_sure")
    assert verbs(club.table)
    await anna.press("ui:close:yes", anna.here)
    assert anna.here.content == EN.text("say.closed")
    assert not verbs(club.table)
    assert not actions(anna)


async def test_a_server_that_sends_the_bot_away_and_calls_it_back(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    guild = {"id": str(club.guild.id)}
    club.env.backend.emit("GUILD_DELETE", guild)
    await club.env.settle()
    (table,) = await club.bot.front.service.tables_of(UserId(member.user.id))
    assert table.status.value == "suspended"


async def test_nobody_reads_tables_of_other_servers(club: Club) -> None:
    await club.open("belote")
    elsewhere = club.env.create_guild("Ailleurs")
    channel = elsewhere.create_text_channel("salon")
    visitor = elsewhere.add_member(club.env.create_user("zoe"))
    result = await visitor.slash(channel, "score", table=1)
    assert result.response is not None
    assert result.response.content == EN.text("refusal.no_table")


async def test_clocks_stand_still_while_the_bot_is_cut_off(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    hand = member.dm.content
    await _happens(club, "disconnect")
    await club.env.advance_time(club.settings.turn_seconds * 2)
    assert member.dm.content == hand
    await _happens(club, "resumed")
    await club.env.advance_time(club.settings.turn_seconds - 60)
    assert member.dm.content == hand
    await club.env.advance_time(120)
    assert member.dm.content != hand, "a computer player spoke for the member"


async def test_a_start_without_commands_and_emoji(club: Club) -> None:
    """Discord refuses both at the start: the bot serves its tables all the same, and registers at the next start."""
    await club.open("belote")
    store = club.bot._store
    assert store is not None
    await store.meta.delete(COMMANDS_NOTE)
    for method, path in (("PUT", "/applications/*/commands"), ("GET", "/applications/*/emojis")):
        club.env.inject_error(method, path, status=400, code=50035, message="odd", times=1)
    await club.restart()
    await club.members[1].press("ui:join")
    assert "Bruno" in club.table.content
    before = len(club.env.http_requests)
    await club.restart()
    assert [entry.method for entry in club.env.http_requests[before:] if entry.path.endswith("/commands")] == ["PUT"]


async def _happens(club: Club, event: str) -> None:
    """An event of the connection itself, which the simulated gateway does not have."""
    with club.env._bot_scope():
        club.env.bot.dispatch(event)
    await club.env.settle()


UNREACHABLE = (StorageFailure("the disk is gone"), OSError("no route"), aiohttp.ClientConnectionError("cut off"))


@pytest.mark.parametrize("failure", UNREACHABLE, ids=lambda failure: type(failure).__name__)
@pytest.mark.parametrize("verb", ["pass", "take", "play:AS", "ui:hand", "ui:ready", "ui:nothing"])
async def test_a_click_raises_nothing_whatever_fails(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, verb: str, failure: Exception
) -> None:
    """The refusal of a stale click looks the table up again and draws; all of that may fail, and so may the answer."""
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    table = control(member.dm, "pass").split("|")[1]
    for broken in (_broken_reading, _broken_drawing, _broken_answer):
        with monkeypatch.context() as patched:
            broken(patched, failure)
            result = club.raw_click(member, member.dm, f"t|{table}|stale|{verb}")
            await club.env.settle()
        told = [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]
        assert result.acknowledged or told, broken.__name__
        assert not any("Ignoring exception" in record.getMessage() for record in caplog.records)
        caplog.clear()


@pytest.mark.parametrize("failure", UNREACHABLE, ids=lambda failure: type(failure).__name__)
async def test_a_command_raises_nothing_whatever_fails(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failure: Exception
) -> None:
    await club.open("belote")
    await club.fill()
    for broken in (_broken_reading, _broken_answer):
        with monkeypatch.context() as patched:
            broken(patched, failure)
            await _quietly(club.members[0].say("hand"))
        assert [record for record in caplog.records if record.levelname == "ERROR"], broken.__name__
        assert not any("Ignoring exception" in record.getMessage() for record in caplog.records)
        caplog.clear()


async def test_a_refusal_is_told_though_the_table_cannot_be_read(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    old = control(member.dm, "pass")
    await member.hand_press("pass")
    _broken_reading(monkeypatch, StorageFailure("the disk is gone"))
    result = club.raw_click(member, member.dm, old)
    await club.env.settle()
    assert _said(result) == [EN.text("refusal.stale")]


def _raising(failure: Exception) -> Any:
    async def broken(*_: Any, **__: Any) -> None:
        raise failure

    return broken


def _broken_reading(patched: pytest.MonkeyPatch, failure: Exception) -> None:
    for method in ("table", "seat_view", "table_in", "tables_of"):
        patched.setattr(TableService, method, _raising(failure))


def _broken_drawing(patched: pytest.MonkeyPatch, failure: Exception) -> None:
    patched.setattr(Answer, "update", _raising(failure))


def _broken_answer(patched: pytest.MonkeyPatch, failure: Exception) -> None:
    for method in ("update", "tell", "defer"):
        patched.setattr(Answer, method, _raising(failure))


async def _quietly(asked: Any) -> None:
    """A command that gets no answer at all, which the simulated Discord would not let pass."""
    with contextlib.suppress(AssertionError):
        await asked


async def test_a_table_that_cannot_be_read_leaves_its_members_other_tables_alone(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.open("belote")
    await club.fill()
    anna = club.members[0]
    (broken,) = await club.bot.front.service.tables_of(UserId(anna.user.id))
    await club.bot.close()
    with contextlib.closing(sqlite3.connect(club.settings.database)) as connection, connection:
        connection.execute("UPDATE tables SET game = 'whist' WHERE id = ?", (broken.id,))
    await club.env.restart_bot(quick_bot(club.settings, club.seed))
    other = club.guild.create_text_channel("other")
    await anna.actor.slash(other, "table open", game="belote")
    (sound,) = await club.bot.front.service.tables_of(UserId(anna.user.id))
    assert sound.id != broken.id
    choices = await anna.user.autocomplete("hand", "table", "")
    assert [choice["value"] for choice in choices] == [sound.id]
    shown = await anna.user.slash("hand")
    assert shown.acknowledged
    assert any(getattr(record, "table", None) == broken.id for record in caplog.records)
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id)})
    await club.env.settle()
    (sound,) = await club.bot.front.service.tables_of(UserId(anna.user.id))
    assert sound.status.value == "suspended"
