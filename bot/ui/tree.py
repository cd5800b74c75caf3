"""The command tree: every command is answered, and errors of the library itself become sentences too."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.present import Notice

log = logging.getLogger(__name__)


CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""Commands serve servers and private messages with the bot."""

INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
"""The bot is invited by servers."""


class TapisTree(app_commands.CommandTree[Any]):
    """A tree whose last word is never silence."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer what the library refused before a command began, or what broke inside it."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("suggestions failed", exc_info=error)
            return
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error

        async def work(_: Call) -> None:
            match error:
                case app_commands.NoPrivateMessage():
                    raise Notice("error.guild_only")
                case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
                    raise Notice("say.old_command")
                case app_commands.TransformerError():
                    raise Notice("say.bad_value", value=str(error.value))
                case _:
                    raise cause

        await answered(interaction, work)


async def description_hash(
    tree: app_commands.CommandTree[Any], application: int, server: discord.Object | None = None
) -> str:
    """Changes exactly when what Discord knows of the commands should change.

    Args:
        tree: with all its commands.
        application: the application's id: another one knows nothing yet.
        server: whose own commands are meant; None for those that all have.
    """
    translator = tree.translator
    described = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands(guild=server)
    ]
    text = json.dumps([application, described], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
