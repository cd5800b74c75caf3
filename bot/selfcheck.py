"""What can be looked up of the bot's place in Discord before anybody plays; it changes nothing there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace

import aiohttp
import discord
from discord.ext import commands

from bot.app import COGS
from bot.config import Settings
from bot.metrics import route_of
from bot.ui.emoji.names import all_cards, emoji_name, styles
from bot.ui.emoji.shelf import CAPACITY
from bot.ui.tree import TapisTree

SERVERS = 50
"""As many servers are looked at."""

_LIMITS = ("Limit", "Remaining", "Reset-After", "Bucket")


class Finding(str):
    """A line that says what is not as it should be."""

    __slots__ = ()


async def look(settings: Settings, token: str, wanted: discord.Permissions) -> AsyncIterator[str]:
    """One line after another; a `Finding` where something is missing.

    Args:
        settings: names the operator's server.
        token: the bot's.
        wanted: what it needs in a server.

    Raises:
        discord.DiscordException, aiohttp.ClientError, OSError: Discord cannot be asked.
    """
    seen: dict[str, str] = {}
    client = commands.Bot(
        commands.when_mentioned,
        help_command=None,
        tree_cls=TapisTree,
        intents=discord.Intents(guilds=True),
        http_trace=_headers(seen),
    )
    async with client:
        await client.login(token)
        info = await client.application_info()
        yield f"application  {info.name}, {info.id}, of {info.team.name if info.team else info.owner}"
        yield await _commands(client)
        yield await _emoji(client)
        count = 0
        async for partial in client.fetch_guilds(limit=SERVERS):
            count += 1
            yield await _server(client, partial.id, wanted)
        if not count:
            yield Finding("servers      none: invite the bot (python -m bot invite)")
        if settings.admin_server is not None:
            yield await _operators(client, settings.admin_server)
    for route, limits in sorted(seen.items()):
        yield f"rate limit   {route}: {limits}"


async def _commands(client: commands.Bot) -> str:
    for cog in COGS:
        await cog.setup(client)
    here = {command.name for command in client.tree.get_commands()}
    there = {command.name for command in await client.tree.fetch_commands()}
    missing, strange = sorted(here - there), sorted(there - here)
    if missing or strange:
        what = f"missing: {', '.join(missing) or 'none'}; of another version: {', '.join(strange) or 'none'}"
        return Finding(f"commands     {what} (the next start registers them)")
    return f"commands     {len(there)} registered, as this version has them"


async def _emoji(client: commands.Bot) -> str:
    there = {emoji.name for emoji in await client.fetch_application_emojis()}
    counts = (
        f"{style.language} {style.palette.value} {sum(emoji_name(card, style) in there for card in all_cards())}"
        for style in styles()
    )
    return f"emoji        {', '.join(counts)} of {len(all_cards())} cards; {len(there)} of {CAPACITY} in all"


async def _server(client: commands.Bot, number: int, wanted: discord.Permissions) -> str:
    guild = await client.fetch_guild(number)
    assert client.user is not None
    member = await guild.fetch_member(client.user.id)
    missing = [name for name, needed in wanted if needed and not getattr(member.guild_permissions, name)]
    if missing:
        return Finding(f"server       {guild.id}: missing {', '.join(missing)}")
    return f"server       {guild.id}: all permissions (a channel may still take some away)"


async def _operators(client: commands.Bot, server: int) -> str:
    try:
        there = await client.tree.fetch_commands(guild=discord.Object(server))
    except discord.HTTPException as error:
        return Finding(f"/admin       server {server} answers {error.status}: is the bot there? (TAPIS_ADMIN_SERVER)")
    if not there:
        return Finding(f"/admin       not registered in server {server} (the next start registers it)")
    return f"/admin       registered in server {server}"


def _headers(seen: dict[str, str]) -> aiohttp.TraceConfig:
    """Notes the limits that Discord tells with each answer, by route."""

    async def ended(_: object, __: SimpleNamespace, done: aiohttp.TraceRequestEndParams) -> None:
        headers = done.response.headers
        told = [f"{name.lower()} {headers[key]}" for name in _LIMITS if (key := f"X-RateLimit-{name}") in headers]
        if told:
            seen[f"{done.method} {route_of(done.url.path)}"] = ", ".join(told)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace
