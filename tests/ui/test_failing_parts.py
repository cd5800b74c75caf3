"""A part that fails: the database, Discord at the start, the answer itself. Nobody is left without a word."""

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
from tests.ui.club import Club, control, quick_bot, said

EN = words_for("en")


async def test_a_failure_is_named_in_the_answer_and_in_the_log(club: Club, monkeypatch: Any, caplog: Any) -> None:
    await club.open("belote")

    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a tube has burst")

    monkeypatch.setattr(TableService, "join", broken)
    result = await club.members[1].press("ui:join")
    (text,) = said(result)
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
    assert len(said(result)) == 1
    assert club.table.content == shown
    await member.hand_press("pass")
    assert club.waiting() is not member


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
    assert said(result) == [EN.text("refusal.stale")]


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
