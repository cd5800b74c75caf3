"""Running the bot on Discord: the connection, its first attempts, and a clean end on a signal."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Iterator

import aiohttp
import discord

from bot import health, metrics
from bot.app import TapisBot
from bot.config import Settings

log = logging.getLogger("bot.serving")

PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds between the first attempts to reach the gateway; then the program ends and its supervisor decides."""


class TokenRefused(Exception):
    """Discord does not know this token."""


class Unreachable(Exception):
    """Discord cannot be reached; the message says what failed."""


@contextlib.contextmanager
def plain_failures() -> Iterator[None]:
    """Turn the library's failures to log in or connect into ours.

    Raises:
        TokenRefused: Discord does not know the token.
        Unreachable: no network, or Discord is down or turns the bot away.
    """
    try:
        yield
    except discord.LoginFailure as error:
        raise TokenRefused from error
    except discord.HTTPException as error:
        raise Unreachable(f"it answers {error.status}") from error
    except (aiohttp.ClientError, discord.GatewayNotFound, TimeoutError) as error:
        raise Unreachable(type(error).__name__) from error


async def serve(bot: TapisBot, settings: Settings, token: str) -> None:
    """Run the bot until it is closed or the process is told to end (SIGTERM, Ctrl-C).

    Raises:
        TokenRefused: Discord does not know the token.
        Unreachable: Discord cannot be reached.
    """
    with plain_failures(), _ends_on_sigterm():
        async with bot:
            await bot.login(token)
            # Only now: whoever does not hold the database must not take the socket of the process that does.
            async with (
                health.answering(settings.database, bot.health),
                metrics.serving(bot, settings.metrics_host, settings.metrics_port),
            ):
                await _connect(bot)


async def _connect(bot: TapisBot) -> None:
    """Connect, with patience for the first attempt: the library takes a refused one for a broken session."""
    for pause in PAUSES:
        try:
            return await bot.connect()
        except AttributeError:
            if getattr(bot, "ws", None) is not None:  # declared as always there, but None before the first connection
                raise
            log.warning("the gateway refuses the connection; trying again in %s s", pause)
            await asyncio.sleep(pause)
    raise Unreachable("the gateway refuses the connection")


@contextlib.contextmanager
def _ends_on_sigterm() -> Iterator[None]:
    """Cancel the running task on SIGTERM, so that everything closes in order (Windows has no such signal)."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    told = False

    def end() -> None:
        nonlocal told
        told = True
        task.cancel()

    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers: there Ctrl-C ends the bot
        loop.add_signal_handler(signal.SIGTERM, end)
    try:
        yield
    except asyncio.CancelledError:
        if not told:
            raise
        task.uncancel()
        log.info("told to end: everything is saved and closed")
    finally:
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers: there Ctrl-C ends the bot
            loop.remove_signal_handler(signal.SIGTERM)
