"""Removes what belongs to servers that sent the bot away, once the time that the settings give has passed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from datetime import timedelta

from bot.engine.errors import EngineRefusal, StorageFailure
from bot.engine.models import GuildId
from bot.engine.ports import Clock
from bot.engine.service import TableService
from bot.keeper import Keeper
from bot.storage.departures import Departures

log = logging.getLogger(__name__)

PAUSE = 6 * 3600.0
"""Seconds between two rounds."""


class Retention(Keeper):
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
        super().__init__(clock)
        self._stays = timedelta(days=days)
        self._present = present

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

    async def turn(self) -> float:
        """Go round; seconds until the next time."""
        await self.round()
        return PAUSE

    async def _erase(self, guild: GuildId) -> None:
        tables = await self._departures.tables(guild)
        await self._service.forget(tables)
        await self._departures.erase(guild)
        log.info("removed what belonged to server %s: %d tables, its profiles and settings", guild, len(tables))
