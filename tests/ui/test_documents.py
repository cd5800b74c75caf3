"""Every command that a document names exists, in the language in which it is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
import pytest_asyncio

from tests.project.papers import ROOT, code, documents, name_of, spans
from tests.ui.club import Club

SUBCOMMANDS = {1, 2}


@dataclass(frozen=True)
class Command:
    """A command or a group of commands."""

    english: str
    french: str
    group: bool
    takes_text: bool


def _french(entry: dict[str, Any]) -> str:
    return str((entry.get("name_localizations") or {}).get("fr", entry["name"]))


def _commands(entry: dict[str, Any], before: tuple[str, str] = ("", "")) -> Iterator[Command]:
    english, french = f"{before[0]} {entry['name']}".strip(), f"{before[1]} {_french(entry)}".strip()
    options = entry.get("options") or []
    inside = [option for option in options if option["type"] in SUBCOMMANDS]
    yield Command(english, french, bool(inside), bool(options) and not inside)
    for option in inside:
        yield from _commands(option, (english, french))


@pytest_asyncio.fixture
async def commands(club: Club) -> list[Command]:
    """The command tree as Discord knows it, in the server that has the operator's command too."""
    club.settings = replace(club.settings, admin_server=club.guild.id)
    await club.restart()
    known = club.env.backend.commands
    return [
        command for scope in (None, club.guild.id) for entry in known[scope].values() for command in _commands(entry)
    ]


def understood(text: str, commands: list[Command]) -> bool:
    """Whether `/text` is a command in one of the languages; words after one that takes text are its text."""
    named = {name: command for command in commands for name in (command.english, command.french)}
    words = text.split()
    for length in range(len(words), 0, -1):
        command = named.get(" ".join(words[:length]))
        if command is not None:
            return length == len(words) or command.takes_text
    return False


async def test_names_that_do_not_exist_are_found(commands: list[Command]) -> None:
    for good in ("table open", "table ouvrir", "main", "jouer dame de pique"):
        assert understood(good, commands), good
    for bad in ("table anything", "tables", "ouvrir", "table here", "settings nothing"):
        assert not understood(bad, commands), bad


@pytest.mark.parametrize("path", documents(), ids=name_of)
async def test_every_command_in_a_document_exists(path: Any, commands: list[Command]) -> None:
    for piece in code(path):
        match = re.match(r"/([a-zà-ÿ-]+(?: [^`]*)?)$", piece)
        if match is not None:
            assert understood(match[1], commands), piece


async def test_the_readme_s_table_of_commands_is_true_in_both_languages(commands: list[Command]) -> None:
    french_of = {command.english: command.french for command in commands}
    rows = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `/")]
    assert len(rows) > 5
    named: set[str] = set()
    for row in rows:
        english, french, *_ = row.strip("|").split(" | ")
        own = list(_paths(spans(english)))
        group = own[0].split()[0]
        assert all(path in french_of for path in own), row
        expected = [french_of[path] for path in own]
        assert list(_paths(spans(french), french_of[group] if " " in own[0] else "")) == expected, row
        named |= set(own)
    tops = {command.english.split()[0] for command in commands}
    assert tops == {path.split()[0] for path in named} | {"help"}, "a command is missing in the table"
    assert {command.english for command in commands if command.english.startswith("table ")} <= named | {
        "table options",
    }


def _paths(names: list[str], group: str = "") -> Iterator[str]:
    """Full names: a name without a stroke belongs to the group before it."""
    for name in names:
        if name.startswith("/"):
            words = name[1:].split()
            group = words[0]
            yield " ".join(words)
        else:
            yield f"{group} {name}"
