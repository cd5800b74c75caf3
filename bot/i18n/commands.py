"""Names and descriptions of the slash commands, their options and choices, in every language.

Base names are English. A command's path is dotted (`table.open`), an option's follows it (`table.open.game`), a fixed
choice is `choice.<value>`. The keys are `command.<path>.name` and `command.<path>.description`.
"""

from __future__ import annotations

from enum import StrEnum

from bot.i18n.catalogue import MissingWords, entries

NAME_LIMIT = 32
DESCRIPTION_LIMIT = 100


class Part(StrEnum):
    """What is said of a command or an option."""

    NAME = "name"
    DESCRIPTION = "description"


def command_text(path: str, part: str, language: str) -> str:
    """The name or description of a command, an option or a choice.

    Args:
        path: `table.open` for a command, `table.open.game` for its option, `choice.dm` for a choice.
        part: `name` or `description`.
        language: a catalogue's code.

    Raises:
        MissingWords: there is none; it is a `KeyError`.
    """
    key = f"command.{path}.{Part(part).value}"
    entry = entries(language).get(key)
    if entry is None or not entry.forms[0]:
        raise MissingWords(f"{language}: {key}")
    return entry.forms[0]
