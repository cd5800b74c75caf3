"""Removes what belongs to servers that sent the bot away, once the time that the settings give has passed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import timedelta

from bot.engine.errors import EngineRefusal, StorageFailure
from bot.engine.models import GuildId
from bot.engine.ports import Clock
from bot.engine.service import TableService
from bot.storage.departures import Departures

log = logging.getLogger(__name__)

PAUSE = 6 * 3600.0
"""Seconds between two rounds."""


class Retention:
    """Goes round now and then.

    Args:
        departures: who has left, and the removal.
        service: lets go of tables in memory.
        clock: the time.
        days: how long a server's data stays after the bot has left it.
        present: the servers where the bot is; None while that is not known for sure.
    """

    def __init__(
        self,
        departures: Departures,
        service: TableService,
        clock: Clock,
        days: int,
        present: Callable[[], Collection[GuildId] | None],
    ) -> None:
        self._departures = departures
        self._service = service
        self._clock = clock
        self._stays = timedelta(days=days)
        self._present = present
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Go round from now on; nothing happens when that was said before."""
        if self._task is None:
            self._task = asyncio.create_task(self._rounds())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def round(self) -> None:
        """Note who has left and come back, and remove what has stayed long enough; what fails waits for the next."""
        present = self._present()
        if present is None:
            return
        try:
            await self._departures.note(present, self._clock.now())
            for guild in await self._departures.due(self._clock.now() - self._stays):
                await self._erase(guild)
        except (StorageFailure, EngineRefusal):
            log.exception("the data of servers that left is not removed yet")

    async def _erase(self, guild: GuildId) -> None:
        tables = await self._departures.tables(guild)
        await self._service.forget(tables)
        await self._departures.erase(guild)
        log.info("removed what belonged to server %s: %d tables, its profiles and settings", guild, len(tables))

    async def _rounds(self) -> None:
        while True:
            await self.round()
            await self._clock.sleep(PAUSE)
