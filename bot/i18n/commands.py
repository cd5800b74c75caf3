"""Names and descriptions of the slash commands, their options and choices, in every language.

Base names are English. A command's path is dotted (`table.open`), an option's follows it (`table.open.game`). The keys are
`command.<path>.name` and `command.<path>.description`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from bot.i18n.catalogue import MissingWords, entries, languages

NAME_LIMIT = 32
DESCRIPTION_LIMIT = 100

COMMANDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "table": (),
        "table.open": ("game", "profile", "players", "target", "pace", "thread"),
        "table.join": ("seat",),
        "table.leave": (),
        "table.start": (),
        "table.close": (),
        "table.status": (),
        "table.seat": ("player", "number"),
        "table.computer": ("level", "number"),
        "table.teams": ("partner",),
        "table.pause": (),
        "table.resume": (),
        "table.substitute": ("player",),
        "hand": ("table",),
        "play": ("card", "table"),
        "bid": ("call", "table"),
        "declare": ("what", "table"),
        "call": ("card", "table"),
        "discard": ("cards", "table"),
        "deal": ("table",),
        "here": ("table",),
        "rematch": (),
        "trick": ("table",),
        "score": ("table",),
        "takeback": ("table",),
        "referee": ("table",),
        "rules": ("game", "topic"),
        "help": (),
        "preferences": ("language", "colours", "display", "pings", "hands"),
        "settings": ("language", "channels", "openers", "profile", "pace"),
        "profile": (),
        "profile.list": ("game",),
        "profile.show": ("name",),
        "profile.create": ("game", "name", "base"),
        "profile.edit": ("name", "option", "value"),
        "profile.delete": ("name",),
    }
)
"""Every command's path, with its options."""


class Part(StrEnum):
    """What is said of a command or an option."""

    NAME = "name"
    DESCRIPTION = "description"


def command_text(path: str, part: str, language: str) -> str:
    """The name or description of a command or option.

    Args:
        path: `table.open` for a command, `table.open.game` for its option.
        part: `name` or `description`.
        language: a catalogue's code.

    Raises:
        MissingWords: there is none.
    """
    key = f"command.{path}.{Part(part).value}"
    entry = entries(language).get(key)
    if entry is None or not entry.forms[0]:
        raise MissingWords(f"{language}: {key}")
    return entry.forms[0]


def command_keys() -> frozenset[str]:
    """All keys that commands need."""
    paths = [path for command, options in COMMANDS.items() for path in (command, *(f"{command}.{o}" for o in options))]
    return frozenset(f"command.{path}.{part.value}" for path in paths for part in Part)


def localised(path: str, part: str) -> dict[str, str]:
    """The text of a command or option in every language."""
    return {language: command_text(path, part, language) for language in languages()}
