"""Opens a table where a member learns a game: alone with computer players, with prepared cards."""

from __future__ import annotations

import asyncio

import discord

from bot.core import registry
from bot.core.game import AnyGame
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.lessons import lesson_options
from bot.engine.models import ChannelId, GuildId, Level
from bot.engine.setup import Manner
from bot.render.rulebook import game_name
from bot.ui.front import ALIVE, person_of
from bot.ui.greeting import greet
from bot.ui.opening import in_place, may_open, new_thread
from bot.ui.present import Notice
from bot.ui.request import Request
from bot.ui.visit import Visit


async def learn(request: Request, key: str) -> None:
    """Open the lesson of a game in a thread of its own where there can be one, else here, and begin it.

    Raises:
        EngineRefusal: UNKNOWN_GAME, CHANNEL_TAKEN, DRAINING.
        Notice: this server or channel does not allow it.
    """
    interaction, front = request.interaction, request.front
    game = registry.games().get(key)
    if game is None:
        raise EngineRefusal(Trouble.UNKNOWN_GAME, game=key)
    if interaction.guild_id is None:
        raise Notice("say.lesson_in_server")
    lock = front.learning.setdefault(request.user, asyncio.Lock())
    await request.answer.after(lock.acquire())
    try:
        running = await request.answer.after(_running(request, key))
        if running is None:
            await _begin(request, game, GuildId(interaction.guild_id))
        else:
            await request.say("say.lesson_opened", channel=f"<#{running}>")
    finally:
        lock.release()


async def _running(request: Request, key: str) -> ChannelId | None:
    """Where this member is learning that game already, as after a double click."""
    tables = await request.front.service.tables_of(request.user)
    mine = (table for table in tables if table.lesson and table.game == key and table.status in ALIVE)
    return next((table.channel for table in mine), None)


async def _begin(request: Request, game: AnyGame, guild: GuildId) -> None:
    interaction, front = request.interaction, request.front
    settings = await request.answer.after(front.memory.settings.guild(guild))
    allowed = interaction.app_permissions
    threaded = allowed.create_public_threads and allowed.send_messages_in_threads
    apart = threaded and isinstance(interaction.channel, discord.TextChannel)
    may_open(request, settings, thread=apart)
    options = lesson_options(game)
    front.service.check(game.key, game.default_preset, options, None)
    locale = await request.answer.after(front.public_locale(interaction))
    manner = Manner(pictures=settings.pictures, lesson=game.lesson, level=Level.BEGINNER)
    named = {"game": game_name(game.key, request.words), "who": interaction.user.display_name}
    name = request.words.text("lesson.thread", **named)
    thread = await request.answer.after(new_thread(interaction, name, manner.pace)) if apart else None
    channel = ChannelId((interaction.channel_id or 0) if thread is None else thread.id)
    host = person_of(interaction.user)
    preset = game.default_preset
    opening = front.service.open(guild, channel, host, game.key, preset, options, None, locale, manner=manner)
    with front.outbox.expecting():
        table = await in_place(request, opening, thread)
        table = await request.answer.saving(front.service.start(table.id, request.user, request.nonce, fill=True))
    await request.say("say.lesson_opened", channel=f"<#{channel}>")
    await greet(front, request.answer, table, request.user, request.words, hello=False)


async def clicked(visit: Visit, key: str) -> None:
    """A button that names the game."""
    await learn(visit, key)
