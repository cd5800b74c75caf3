"""The command line: `python -m bot [command]`. Every foreseen failure is one sentence and an exit code of `Exit`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import re
import sqlite3
import sys
from collections.abc import Coroutine, Sequence
from enum import IntEnum
from importlib.util import find_spec
from typing import Self

import discord
from dotenv import dotenv_values

from bot import __version__, health, logs
from bot.app import (
    AlreadyRunning,
    DatabaseCorrupt,
    DatabaseNotWritable,
    DatabaseTooNew,
    VerifyRefused,
    create_bot,
    verify_deal,
)
from bot.config import BadSetting, Settings
from bot.engine.errors import StorageFailure
from bot.metrics import NoMetrics, PortTaken, how_to_install, require_installed
from bot.serving import TokenRefused, Unreachable, plain_failures, serve
from bot.storage.errors import BackupFailed, BackupRefused, GameFileRefused
from bot.tools import NEED_A_DATABASE, TOOLS, Drifted, add_tools, number_of

log = logging.getLogger("bot.cli")

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
)
"""Exactly what the bot needs in a server."""

TOKEN_SHAPE = re.compile(r"[\w-]+(\.[\w-]+){2}", re.ASCII)
"""What every bot token looks like; whether it is one, Discord says."""


class Exit(IntEnum):
    """Exit codes, each with its meaning."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> Self:
        """A code that knows what it means."""
        made = int.__new__(cls, code)
        made._value_ = code
        made.meaning = meaning
        return made

    DONE = 0, "done"
    UNEXPECTED = 1, "unexpected failure"
    USAGE = 2, "wrong use or setting"
    NO_TOKEN = 3, "token missing"
    TOKEN_REFUSED = 4, "token refused"
    NO_NETWORK = 5, "Discord not reached"
    DATABASE = 6, "database not usable"
    DATABASE_TOO_NEW = 7, "database of a newer version"
    ALREADY_RUNNING = 8, "already running on this database"
    NO_PLAYGROUND = 9, "playground not installed"
    UNHEALTHY = 10, "not healthy"
    NOT_VERIFIED = 11, "deal not verified"
    DRIFTED = 12, "logs damaged or decided otherwise now"
    INCOMPLETE = 13, "selfcheck found something"
    GAME_FILE = 14, "game file not made or not taken"


class Stop(Exception):
    """End the program with a sentence and an exit code."""

    def __init__(self, code: Exit, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; every foreseen failure is one sentence on standard error."""
    # Cards need no voice: the library need not warn that it has none.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    chosen = _parser().parse_args(arguments)
    try:
        settings = _settings()
        if chosen.command in (None, "run", "playground"):
            _open_log(settings)
        _run(_command(chosen, settings))
    except Stop as stop:
        print(f"tapis: {stop}", file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        return Exit.DONE
    return Exit.DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        formatter_class=lambda prog: argparse.HelpFormatter(prog, max_help_position=24, width=100),
        description="Tapis, the card table for Discord. Settings come from the environment or from a file .env; "
        "config.example.env lists them all.",
        epilog="Exit codes: " + ", ".join(f"{code.value} {code.meaning}" for code in Exit) + ".",
    )
    parser.add_argument("--version", action="version", version=f"Tapis {__version__}")
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    commands.add_parser("run", help="run the bot on Discord (the default; needs DISCORD_TOKEN)")
    playground = commands.add_parser("playground", help="the real bot on a simulated Discord, in a browser page")
    playground.add_argument("--port", type=_port, help="port of the page on 127.0.0.1 (default: TAPIS_PLAYGROUND_PORT)")
    alive = commands.add_parser("health", help="ask the running bot whether Discord reaches it and it can write")
    alive.add_argument("--live", action="store_true", help="only whether the process answers")
    commands.add_parser("invite", help="print the link that invites the bot, with exactly the permissions it needs")
    commands.add_parser("selfcheck", help="look up permissions, commands, emoji and rate limits in Discord")
    add_tools(commands)
    verify = commands.add_parser("verify-deal", help="recompute a finished deal's cards from its revealed seed")
    verify.add_argument("table", help="number of the table, or table/deal as the bot's messages write it")
    verify.add_argument("deal", nargs="?", help="number of the deal at that table, from 1")
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65_535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return port


def _settings() -> Settings:
    try:
        return Settings.from_mapping(_variables())
    except BadSetting as error:
        raise Stop(Exit.USAGE, str(error)) from error


def _variables() -> dict[str, str]:
    written = {name: value for name, value in dotenv_values(".env").items() if value is not None}
    return {**written, **os.environ}


def _open_log(settings: Settings) -> None:
    try:
        logs.set_up(settings.log_level, settings.log_file, settings.token)
    except OSError as error:
        raise Stop(Exit.USAGE, f"TAPIS_LOG_FILE must be a path that can be written ({error})") from error
    for name in sorted(Settings.unknown(_variables())):
        log.warning("%s is not a setting of Tapis: see config.example.env", name)


def _command(chosen: argparse.Namespace, settings: Settings) -> Coroutine[None, None, None]:
    if chosen.command in NEED_A_DATABASE and not settings.database.exists():
        raise Stop(Exit.DATABASE, f"there is no database at {settings.database} (TAPIS_DATABASE)")
    if chosen.command in TOOLS:
        return TOOLS[chosen.command](settings, chosen)
    match chosen.command:
        case "playground":
            return _playground(settings, chosen.port)
        case "health":
            return _health(settings, live=chosen.live)
        case "invite":
            return _invite(settings)
        case "selfcheck":
            return _selfcheck(settings)
        case "verify-deal":
            return _verify(settings, *_named(chosen.table, chosen.deal))
        case _:
            return _serve(settings)


def _named(table: str, deal: str | None) -> tuple[int, int]:
    first, _, second = table.partition("/") if deal is None else (table, "", deal)
    if not (first.isdecimal() and second.isdecimal()):
        raise Stop(Exit.USAGE, "say which deal: verify-deal 12 3, or verify-deal 12/3")
    return int(first), int(second)


def _run(work: Coroutine[None, None, None]) -> None:
    try:
        asyncio.run(work)
    except DatabaseTooNew as error:
        raise Stop(
            Exit.DATABASE_TOO_NEW, f"{error}: install the newer version of Tapis, or restore a backup"
        ) from error
    except AlreadyRunning as error:
        raise Stop(Exit.ALREADY_RUNNING, f"{error}: stop the other one first") from error
    except (DatabaseNotWritable, DatabaseCorrupt, StorageFailure) as error:
        raise Stop(Exit.DATABASE, f"{error} (TAPIS_DATABASE)") from error
    except BackupRefused as error:
        raise Stop(Exit.USAGE, str(error)) from error
    except BackupFailed as error:
        raise Stop(Exit.DATABASE, str(error)) from error
    except GameFileRefused as error:
        raise Stop(Exit.GAME_FILE, str(error)) from error
    except Drifted as error:
        raise Stop(Exit.DRIFTED, str(error)) from error
    except TokenRefused as error:
        raise Stop(Exit.TOKEN_REFUSED, "Discord refuses DISCORD_TOKEN: copy it anew from the portal.") from error
    except Unreachable as error:
        raise Stop(Exit.NO_NETWORK, f"Discord cannot be reached ({error}).") from error
    except VerifyRefused as error:
        raise Stop(Exit.NOT_VERIFIED, str(error)) from error


def _token(settings: Settings) -> str:
    if not settings.token:
        raise Stop(
            Exit.NO_TOKEN,
            "DISCORD_TOKEN is not set. Put it into .env (see config.example.env), or try `python -m bot playground`.",
        )
    if not TOKEN_SHAPE.fullmatch(settings.token):
        raise Stop(
            Exit.TOKEN_REFUSED,
            "DISCORD_TOKEN is no bot token (three parts with dots between them): copy it anew from the portal.",
        )
    return settings.token


async def _serve(settings: Settings) -> None:
    token = _token(settings)
    if settings.metrics_port is not None:
        try:
            require_installed()
        except NoMetrics as error:
            raise Stop(Exit.USAGE, str(error)) from error
    try:
        await serve(create_bot(settings), settings, token)
    except PortTaken as error:
        raise Stop(Exit.USAGE, f"TAPIS_METRICS_PORT: {error}") from error


async def _playground(settings: Settings, port: int | None) -> None:
    if find_spec("simcord") is None:
        raise Stop(Exit.NO_PLAYGROUND, f"The playground is not installed: {how_to_install('playground')}.")
    from bot.playground import PortTaken as PageTaken
    from bot.playground import run_playground  # an extra: imported only when asked for

    try:
        await run_playground(settings, port=settings.playground_port if port is None else port)
    except PageTaken as error:
        raise Stop(Exit.USAGE, str(error)) from error
    except sqlite3.Error as error:
        raise Stop(Exit.DATABASE, f"the simulated Discord beside the database cannot be used: {error}") from error


async def _health(settings: Settings, *, live: bool) -> None:
    try:
        state = await health.ask(settings.database, live=live)
    except health.Unhealthy as error:
        raise Stop(Exit.UNHEALTHY, str(error)) from error
    said = f"{'ready' if state.get('ready') else 'alive, not ready'}, {number_of('open table', state['tables'])}"
    if state.get("braking"):
        said += f", braking: {number_of('refused request', state['refused'])} in ten minutes"
    print(said)


async def _invite(settings: Settings) -> None:
    token = _token(settings)
    with plain_failures():
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.login(token)
            info = await client.application_info()
    print(discord.utils.oauth_url(info.id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")))


async def _selfcheck(settings: Settings) -> None:
    from bot.selfcheck import Finding, look

    token, found = _token(settings), 0
    with plain_failures():
        async for line in look(settings, token, PERMISSIONS):
            found += isinstance(line, Finding)
            print(f"{'!' if isinstance(line, Finding) else ' '} {line}")
    if found:
        raise Stop(Exit.INCOMPLETE, f"{found} of these lines need you")


async def _verify(settings: Settings, table: int, deal: int) -> None:
    for line in await verify_deal(settings.database, table, deal):
        print(line)
