"""The operator's side: who that is, how the whole house stands, and a word to every table.

An operator is whoever owns the application in Discord's portal (its team's admins and developers, if it has a team),
and only in the one server that the settings name.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil, isfinite
from secrets import token_hex
from typing import Any

import aiohttp
import discord
from discord.ext import commands

from bot.brake import Brake, Level
from bot.engine.models import GuildId, TableStatus, TableView
from bot.engine.service import TableService
from bot.i18n.words import Words, words_for
from bot.ui.boards import passes
from bot.ui.budget import Budget, Priority
from bot.ui.message import NOBODY
from bot.ui.outbox import DiscordOutbox
from bot.ui.present import Notice

log = logging.getLogger(__name__)

ANNOUNCEMENT_LIMIT = 1000
PACE = 0.5
"""Seconds between two tables that are told something: it is never urgent."""

AGAIN = (10.0, 60.0, 600.0)
"""Seconds before those are told once more that could not be: the brake needs ten minutes at most."""

_REACHED = frozenset({TableStatus.LOBBY, TableStatus.PLAYING})


@dataclass(frozen=True, slots=True)
class Files:
    """How the database lies on the disk.

    Attributes:
        size: bytes, with what is not yet merged into the file.
        copied: when it was last copied; None when nobody can tell.
    """

    size: int
    copied: datetime | None


@dataclass(slots=True)
class House:
    """What the operator sees and does.

    Attributes:
        server: the one server where an operator's word counts; None for nowhere.
        files: looks at the database's files.
        version: the program's.
        started: when this process started.
    """

    client: commands.Bot
    service: TableService
    outbox: DiscordOutbox
    budget: Budget
    brake: Brake
    server: GuildId | None
    files: Callable[[], Files]
    version: str
    started: datetime = field(default_factory=discord.utils.utcnow)

    async def require_operator(self, interaction: discord.Interaction[Any]) -> None:
        """Accept an operator in the operators' server. The client may show commands that it should not.

        Raises:
            Notice: it is somebody else, or somewhere else.
        """
        here = interaction.guild_id is not None and interaction.guild_id == self.server
        if not here or not await self.client.is_owner(interaction.user):
            raise Notice("say.operator_only")

    async def status(self, words: Words) -> str:
        """How the house stands, a line each."""
        files = await asyncio.to_thread(self.files)
        census = self.service.census()
        latency = self.client.latency
        reached = self.client.is_ready() and isfinite(latency)
        copied = words.text("admin.never") if files.copied is None else discord.utils.format_dt(files.copied, "R")
        lines = [
            words.text("admin.version", version=self.version, since=discord.utils.format_dt(self.started, "R")),
            words.text("admin.gateway", ms=round(latency * 1000)) if reached else words.text("admin.no_gateway"),
            words.text("admin.tables", n=sum(census.values()), deals=self.service.running_deals),
            *(f"-# {game} · {status.value} · {count}" for (game, status), count in sorted(census.items())),
            words.text("admin.outbox", n=self.outbox.depth),
            self._refused(words),
            words.text("admin.database", size=f"{files.size / 1_000_000:.1f}", copied=copied),
        ]
        if self.service.draining:
            rest = self.service.running_deals
            lines.append(words.text("admin.draining", n=rest) if rest else words.text("admin.at_rest"))
        return "\n".join(lines)

    def _refused(self, words: Words) -> str:
        """How near Discord's ban is, and what the brake does about it."""
        level = self.brake.level
        said = words.text("admin.refused", n=self.brake.count)
        if level is Level.FREE:
            return said
        minutes = ceil(self.brake.wait() / 60)
        return said + "\n" + words.text("admin.stopped" if level is Level.STOPPED else "admin.braking", n=minutes)

    def announce(self, sentence: Callable[[Words], str]) -> int:
        """Tell every table that can be reached something in its language, gently; how many will be told."""
        tables = [table for table in self.service.open_views() if table.status in _REACHED]
        self.outbox.errand(self._tell(tables, sentence))
        return len(tables)

    async def _tell(self, tables: Sequence[TableView], sentence: Callable[[Words], str]) -> None:
        left, name = list(tables), token_hex(4)
        for pause in (0.0, *AGAIN):
            await asyncio.sleep(pause)
            left = [table for table in left if not await self._told(table, sentence, name)]
            if not left:
                return
        for table in left:
            log.warning("a table was not told, as often as it was tried", extra={"table": table.id})

    async def _told(self, table: TableView, sentence: Callable[[Words], str], name: str) -> bool:
        """Tell one table; False when it may be tried again: no network, Discord out of order, the brake on."""
        await asyncio.sleep(PACE)
        await self.budget.take(Priority.CHATTER)
        place: Any = self.client.get_partial_messageable(table.channel)
        text, nonce = sentence(words_for(table.locale)), f"{name}.{table.id}"
        try:
            # By its name Discord knows what it has taken already, should its answer have been lost.
            await place.send(text, allowed_mentions=NOBODY, nonce=nonce)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("a table was not told: %s", error, extra={"table": table.id})
            return not passes(error)
        return True
