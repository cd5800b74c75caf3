"""The command tree: limits, languages, and that everything a button does a command does too."""

from __future__ import annotations

import re
from typing import Any

from simcord import Env

from bot.app import COMMANDS_NOTE, create_bot
from bot.config import Settings
from bot.engine.fairdeal import SecureDealer
from bot.ui.clicks import HANDLERS
from tests.ui.club import Club, SeededDealer

NAME = re.compile(r"^[-_'\w]{1,32}$")
TYPED = 3
SUBCOMMANDS = {1, 2}


def _registered(env: Env) -> list[dict[str, Any]]:
    return list(env.backend.commands[None].values())


def _walk(entry: dict[str, Any], path: str = "") -> list[tuple[str, dict[str, Any]]]:
    here = f"{path} {entry['name']}".strip()
    found = [(here, entry)]
    for option in entry.get("options") or []:
        found += _walk(option, here)
    for choice in entry.get("choices") or []:
        found.append((f"{here} ={choice['value']}", choice))
    return found


def _everything(env: Env) -> list[tuple[str, dict[str, Any]]]:
    return [pair for command in _registered(env) for pair in _walk(command)]


async def test_names_and_descriptions_are_within_limits_in_both_languages(env: Env) -> None:
    for path, entry in _everything(env):
        names = [entry["name"], *(entry.get("name_localizations") or {}).values()]
        if "=" in path:
            assert all(1 <= len(name) <= 100 for name in names), path
            continue
        assert all(NAME.match(name) and name == name.lower() for name in names), (path, names)
        texts = [entry["description"], *(entry.get("description_localizations") or {}).values()]
        assert all(1 <= len(text) <= 100 for text in texts), path


async def test_everything_has_a_french_name_and_description(env: Env) -> None:
    for path, entry in _everything(env):
        assert (entry.get("name_localizations") or {}).get("fr"), path
        if "=" not in path:
            assert (entry.get("description_localizations") or {}).get("fr"), path


async def test_french_names_are_distinct_beside_each_other(env: Env) -> None:
    commands = _registered(env)
    groups = [commands, *(entry.get("options") or [] for _, entry in _everything(env))]
    for group in groups:
        for language in ("fr", None):
            names = [
                (entry.get("name_localizations") or {}).get(language, entry["name"]) if language else entry["name"]
                for entry in group
            ]
            assert len(names) == len(set(names)), names


async def test_what_belongs_to_a_server_is_not_offered_in_private(env: Env) -> None:
    contexts = {command["name"]: command.get("contexts") for command in _registered(env)}
    dm = {command["name"]: command.get("dm_permission", True) for command in _registered(env)}
    for name in ("table", "settings", "rematch", "profile"):
        assert contexts[name] == [0] or dm[name] is False, name
    for name in ("hand", "play", "bid", "declare", "call", "discard", "takeback", "trick", "score", "referee"):
        assert 1 in (contexts[name] or [1]), name


async def test_buttons_have_commands(env: Env) -> None:
    paths = {path for path, _ in _everything(env)}
    commands = {
        "open": "table open",
        "learn": "tutorial",
        "private": "table private",
        "seek": "table seek",
        "pictures": "table pictures",
        "pref": "preferences",
        "server": "settings show",
        "join": "table join",
        "leave": "table leave",
        "computer": "table computer",
        "teams": "table teams",
        "options": "table options",
        "profile": "table options",
        "start": "table start",
        "hand": "hand",
        "more": "help",
        "fair": "verify",
        "erase": "mydata erase",
        "history": "history",
        "referee": "referee",
        "help": "help",
        "ready": "deal",
        "rematch": "rematch",
        "here": "here",
        "ask": "table pause",
        "agree": "table answer",
        "disagree": "table answer",
        "substitute": "table substitute",
        "close": "table close",
        "down": "table status",
        "level": "bid",
        "pick": "discard",
        "confirm": "discard",
        "sure": "declare",
        "own": "profile show",
        "edit": "profile edit",
        "import": "profile import",
        "trick": "trick",
        "hands": "score",
        "score": "score",
        "analysis": "analysis",
        "hint": "hint",
        "hints": "table hints",
        "rules": "rules",
    }
    # `/admin close` is registered in one server only.
    assert set(commands) == set(HANDLERS) - {"retire"}
    assert set(commands.values()) <= paths


async def test_commands_are_registered_only_when_they_changed(club: Club) -> None:
    before = len(club.env.http_requests)
    await club.restart()
    assert not [entry for entry in club.env.http_requests[before:] if entry.path.endswith("/commands")]
    store = club.bot._store
    assert store is not None
    await store.meta.put(COMMANDS_NOTE, "other")
    before = len(club.env.http_requests)
    await club.restart()
    assert [entry.method for entry in club.env.http_requests[before:] if entry.path.endswith("/commands")] == ["PUT"]


async def test_a_bot_is_made_without_touching_anything(settings: Settings) -> None:
    bot = create_bot(settings)
    assert not settings.database.exists()
    assert await bot.health() == {
        "ready": False,
        "gateway": False,
        "database": False,
        "tables": 0,
        "refused": 0,
        "braking": 0,
        "workers": 0,
    }
    await bot.close()


async def test_no_setting_can_give_the_bot_another_dealer(settings: Settings) -> None:
    bot = create_bot(settings)
    assert type(bot._dealer) is SecureDealer
    await bot.close()


def test_deals_of_a_failed_test_come_again() -> None:
    seeds = [[dealer.seed() for _ in range(3)] for dealer in (SeededDealer(7), SeededDealer(7), SeededDealer(8))]
    assert seeds[0] == seeds[1] != seeds[2]
    assert len(set(seeds[0])) == 3
