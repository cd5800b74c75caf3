"""What the bot says when it is invited: one message, in every language, with what to press first."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.engine.models import TableId
from bot.i18n.catalogue import languages
from bot.i18n.words import DEFAULT_LANGUAGE, words_for
from bot.render.panels import Button, Panel, Style
from bot.ui.budget import Priority
from bot.ui.front import Front
from bot.ui.message import NOBODY, Draft, readably
from bot.ui.visit import PRIVATE_TOKEN

log = logging.getLogger(__name__)


def hello() -> Draft:
    """The message: a paragraph a language, and buttons that name themselves in all of them."""
    spoken = [words_for(code) for code in sorted(languages(), key=lambda code: code != DEFAULT_LANGUAGE)]
    buttons = (("ui:help:start", "hello.play"), ("ui:help", "hello.help"), ("ui:server", "hello.settings"))
    row = tuple(
        Button(
            verb, " · ".join(words.text(key) for words in spoken), style=Style.PRIMARY if not at else Style.SECONDARY
        )
        for at, (verb, key) in enumerate(buttons)
    )
    text = "\n\n".join(words.text("hello") for words in spoken)
    return Draft.of(Panel(text, (row,)), TableId(0), PRIVATE_TOKEN)


async def say_hello(front: Front, guild: discord.Guild) -> None:
    """Greet a server where the bot may write, in the channel for such messages or the first one. Raises nothing."""
    channel = _channel(guild)
    if channel is None:
        log.info("no channel to say hello in server %s", guild.id)
        return
    await front.house.budget.take(Priority.CHATTER)

    async def send(shown: Draft) -> None:
        await channel.send(shown.text, view=shown.view() or discord.utils.MISSING, allowed_mentions=NOBODY)

    try:
        await readably(hello(), send)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("server %s was not greeted: %s", guild.id, error)


def _channel(guild: discord.Guild) -> discord.TextChannel | None:
    own = [] if guild.system_channel is None else [guild.system_channel]
    for channel in (*own, *guild.text_channels):
        allowed = channel.permissions_for(guild.me)
        if allowed.view_channel and allowed.send_messages:
            return channel
    return None
