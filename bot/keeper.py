"""Something that is done again and again while the bot runs."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod

from bot.engine.ports import Clock

log = logging.getLogger(__name__)


class Keeper(ABC):
    """Does its turns one after another, on the side. What a turn does not catch ends it, and is an error in the log."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def turn(self) -> float:
        """Do it once; seconds until the next time."""

    def start(self) -> None:
        """Go round from now on; nothing happens when that was said before."""
        if self._task is None:
            self._task = asyncio.create_task(self._turns())
            self._task.add_done_callback(self._ended)

    async def close(self) -> None:
        """Stop; what is half way is made up for later."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _turns(self) -> None:
        while True:
            await self._clock.sleep(await self.turn())

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s has ended", type(self).__name__.casefold(), exc_info=error)
