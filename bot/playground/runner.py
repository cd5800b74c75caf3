"""Starts and ends the playground."""

from __future__ import annotations

import asyncio
import errno
import signal
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

import discord

from bot import health
from bot.app import TapisBot, create_bot
from bot.config import Settings
from bot.playground.adapter import Simulation
from bot.playground.hub import Hub
from bot.playground.server import PageServer
from bot.playground.store import open_state
from bot.playground.words import Words, terminal_words
from bot.playground.world import World


class PortTaken(Exception):
    """Another program listens on the page's port; the text is for the person."""


class PlaygroundSettings(Protocol):
    """What the playground needs of the bot's settings."""

    @property
    def database(self) -> Path:
        """The bot's database; the simulated Discord is kept beside it."""
        ...


SettingsT = TypeVar("SettingsT", bound=PlaygroundSettings)
Beside = Callable[[discord.Client], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class Playground:
    """A running playground."""

    url: str
    world: World


@asynccontextmanager
async def open_playground(
    settings: SettingsT,
    create_bot: Callable[[SettingsT], discord.Client],
    *,
    port: int,
    words: Words,
    beside: Beside | None = None,
) -> AsyncIterator[Playground]:
    """Run the bot in a simulated Discord with its page; on leaving, close page, bot, Discord and state in turn.

    `beside` is entered once the bot has started, and left before it is closed.

    Raises:
        OSError: the port is taken.
        sqlite3.Error: the state file cannot be used.
    """
    state = open_state(settings.database)
    try:
        bot = create_bot(settings)
        simulation = Simulation(bot)
        simulation.locale = words.locale
        world = World(simulation, state, words)
        server = PageServer(world, Hub(world))
        try:
            number = await server.start(port)
            await simulation.start()
            await world.register_commands(bot)
            async with nullcontext() if beside is None else beside(bot):
                yield Playground(f"http://127.0.0.1:{number}/", world)
        finally:
            await server.close()
            await bot.close()
            await simulation.stop()
    finally:
        state.close()


async def host(
    settings: SettingsT,
    create_bot: Callable[[SettingsT], discord.Client],
    *,
    port: int,
    open_browser: bool = False,
    words: Words | None = None,
    say: Callable[[str], None] = print,
    beside: Beside | None = None,
) -> None:
    """Run the bot that ``create_bot`` makes in the playground until Ctrl-C.

    Args:
        settings: the bot's settings; ``database`` decides where the simulated Discord is kept.
        create_bot: makes the bot; it is closed at the end with its own ``close``.
        port: loopback port of the page; 0 takes any free one.
        open_browser: also open the page in the person's browser.
        words: language of the terminal and of the page at first; default: the terminal's.
        say: prints one line.
        beside: what else runs while the bot does.

    Raises:
        PortTaken: another program has the port.
        sqlite3.Error: the state file cannot be used.
    """
    words = words or terminal_words()
    stop = _stop_event()
    try:
        async with open_playground(settings, create_bot, port=port, words=words, beside=beside) as playground:
            say(words.ready.format(url=playground.url))
            say(words.goes_on if playground.world.restored else words.first)
            say(words.stop)
            if open_browser:
                await asyncio.to_thread(webbrowser.open, playground.url)
            await stop.wait()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise PortTaken(words.port_taken.format(port=port)) from error
    say(words.stopped)


async def run_playground(settings: Settings, *, port: int, open_browser: bool = False) -> None:
    """Run Tapis itself in the playground until Ctrl-C; see :func:`host`.

    Raises:
        PortTaken: another program has the port.
        sqlite3.Error: the state file cannot be used.
    """

    def answering(bot: discord.Client) -> AbstractAsyncContextManager[None]:
        assert isinstance(bot, TapisBot)
        return health.answering(settings.database, bot.health)

    # This Discord sets no limits: the card emoji are there before the first deal.
    settings = replace(settings, emoji_pause=0.0)
    await host(settings, create_bot, port=port, open_browser=open_browser, beside=answering)


def _stop_event() -> asyncio.Event:
    """An event that Ctrl-C and a polite kill set."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(sign, stop.set)
        except NotImplementedError:  # Windows has no handlers in the loop: there Ctrl-C ends asyncio.run itself
            break
    return stop
