"""What the log says of tables: every line names them by its keys, and nobody's cards are in it."""

from __future__ import annotations

import ast
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import logs
from bot.ai.heuristic import Heuristic
from bot.engine.errors import StorageFailure
from bot.engine.models import Level
from bot.engine.service import TableService
from tests.ui.club import Club, play_deal, without_token

LINE = re.compile(
    r"\S+Z (?P<level>[A-Z]+) +(?P<logger>[\w.]+)"
    r"(?: table=(?P<table>\d+))?(?: seat=(?P<seat>\d+))?(?: ref=(?P<ref>\w+))? (?P<text>.*)"
)
ROOMS = ("engine", "ui", "storage", "ai", "app.py")
LEVELS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
NAMED = re.compile(r"\b(table|seat|ref)\b\s*=?\s*%", re.IGNORECASE)


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    """The log as the program writes it."""
    root, path = logging.getLogger(), tmp_path / "tapis.log"
    before, level = list(root.handlers), root.level
    logs.set_up("DEBUG", path, "")
    yield path
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = before
    root.setLevel(level)


def _lines(path: Path) -> list[re.Match[str]]:
    found = [LINE.fullmatch(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in found if line is not None and line["logger"].startswith("bot.")]


async def test_a_played_deal_in_the_log(club: Club, log_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("a bug in a brain")

    monkeypatch.setattr(Heuristic, "choose", broken)
    await club.open("belote")
    await club.members[1].press("ui:join")
    for _ in range(2):
        await club.members[0].say("table computer", level=Level.BEGINNER)
    await club.members[0].press("ui:start")
    without_token(club)
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=500, code=0, message="oops", times=2)
    await play_deal(club)
    lines = [line for line in _lines(log_file) if line["level"] in {"WARNING", "ERROR"}]
    moves = [line for line in lines if line["logger"] == "bot.engine.driver" and line["level"] == "ERROR"]
    assert moves
    assert {(line["table"], line["seat"] in {"2", "3"}) for line in moves} == {("1", True)}
    drawings = [line for line in lines if line["logger"] == "bot.ui.outbox"]
    assert drawings
    assert {line["table"] for line in drawings} == {"1"}
    assert not [line[0] for line in _lines(log_file) if re.search(r"\bplay:|[♠♥♦♣]|\btable[ =]\d", line["text"])]


@pytest.mark.parametrize("failure", [RuntimeError("burst"), StorageFailure("disk full")])
async def test_a_told_failure_is_found_by_its_id(
    club: Club, log_file: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    await club.open("belote")
    await club.fill()

    async def broken(*_: Any, **__: Any) -> None:
        raise failure

    monkeypatch.setattr(TableService, "act", broken)
    member = club.waiting()
    assert member is not None
    by_click = await member.hand_press("pass")
    by_command = await member.say("bid", call="pass")
    (clicked,) = by_click.followups or [by_click.response]
    for told in (clicked.content, by_command.response.content):
        (line,) = [line for line in _lines(log_file) if line["ref"] is not None and line["ref"] in told]
        assert (line["level"], line["table"]) == ("ERROR", "1")


def test_no_line_names_its_table_in_the_text() -> None:
    """Tables, seats and ids belong to the keys, where they can be searched: `extra`, never the text."""
    found = []
    for path in _sources():
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in LEVELS):
                continue
            if not (isinstance(call.func.value, ast.Name) and call.func.value.id in {"log", "_LOG"}):
                continue
            texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            assert texts, f"{path}:{call.lineno}: a text without a form"
            found += [f"{path}:{call.lineno}: {text}" for text in texts if NAMED.search(text)]
    assert not found


def _sources() -> Iterator[Path]:
    here = Path(__file__).parents[2] / "bot"
    for room in ROOMS:
        yield from [here / room] if room.endswith(".py") else (here / room).rglob("*.py")
