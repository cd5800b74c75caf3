"""French names and descriptions of commands, and their English descriptions."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.i18n.commands import command_text
from bot.i18n.words import language_of

BASE_LANGUAGE = "en"
_NAMES = frozenset(
    {
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
        app_commands.TranslationContextLocation.choice_name,
    }
)
LOCALES = frozenset({discord.Locale.french})
"""Client languages that get localisations beside the English base."""


def about(path: str) -> str:
    """The English description of a command or option; the path's parts are joined by dots.

    Raises:
        MissingWords: there is none.
    """
    return command_text(path, "description", BASE_LANGUAGE)


class CommandTranslator(app_commands.Translator):
    """Finds a command's words by its path, so that commands need no keys of their own."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in the client's language; None for the base language."""
        if locale not in LOCALES:
            return None
        path = _path(context.data)
        if path is None:
            return None
        try:
            return command_text(
                path, "name" if context.location in _NAMES else "description", language_of(locale.value)
            )
        except LookupError:
            return None


def _path(data: Any) -> str | None:
    match data:
        case app_commands.Command() | app_commands.Group():
            return data.qualified_name.replace(" ", ".")
        case app_commands.Parameter():
            command = data.command
            return f"{command.qualified_name.replace(' ', '.')}.{data.name}"
        case app_commands.Choice():
            return f"choice.{data.value}"
        case _:
            return None
