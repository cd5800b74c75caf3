"""Opens a member's private messages when a seat is taken, and says so when they are closed."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.engine.errors import StorageFailure
from bot.engine.memory import HandPlace
from bot.engine.models import TableView, UserId
from bot.i18n.words import Words
from bot.ui.ack import Answer
from bot.ui.front import Front
from bot.ui.message import Draft

log = logging.getLogger(__name__)


async def greet(
    front: Front, answer: Answer, table: TableView, user: UserId, words: Words, *, hello: bool = True
) -> None:
    """Send the very first private message, or tell in private how to open them; neither holds up the game.

    Without a hello, for who is about to get a hand or has had one, nothing is said while private messages are open.
    """
    try:
        settings = await front.delivery.settings(user)
        if settings.hand is not HandPlace.DM:
            return
        if hello and await front.memory.settings.tell_once(user, "hello"):
            text = words.text("say.cards_here", channel=f"<#{table.channel}>")
            told = await front.delivery.tell(user, settings, text)
        else:
            told = await front.delivery.channel(user, settings) is not None
    except (discord.HTTPException, aiohttp.ClientError, OSError, StorageFailure) as error:
        log.warning("no first private message: %s", error, extra={"table": table.id})
        return
    if not told:
        await answer.tell(Draft(words.text("mine.closed_dm")))
