"""One sleeper for all deadlines: a plain sleep, cancelled and made anew when something earlier is due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from enum import StrEnum
from functools import partial

from bot.engine.models import TableId
from bot.engine.ports import Clock

log = logging.getLogger(__name__)


class Alarm(StrEnum):
    """Why a table is to be looked at."""

    DEADLINE = "deadline"
    REMINDER = "reminder"
    ANSWERS = "answers"
    TURN = "turn"


class Deadlines:
    """Times at which tables are to be looked at.

    Args:
        clock: the time.
        ring: called once per alarm when its time has come; each call runs on its own.
    """

    def __init__(self, clock: Clock, ring: Callable[[TableId, Alarm], Awaitable[None]]) -> None:
        self._clock = clock
        self._ring = ring
        self._due: dict[tuple[TableId, Alarm], datetime] = {}
        self._sleeper: asyncio.Task[None] | None = None
        self._wakes_at: datetime | None = None
        self._ringing: set[asyncio.Future[None]] = set()
        self._held = False

    def set(self, table: TableId, alarm: Alarm, when: datetime | None) -> None:
        """Set, move or (None) clear an alarm."""
        if when is None:
            self._due.pop((table, alarm), None)
            return
        self._due[table, alarm] = when
        if not self._held and (self._wakes_at is None or when < self._wakes_at):
            self._sleep_anew()

    def hold(self) -> None:
        """Let no alarm ring until `release`."""
        self._held = True
        self._stop()

    def release(self) -> None:
        """Ring again; what became due meanwhile rings at once."""
        self._held = False
        self._sleep_anew()

    async def close(self) -> None:
        """Forget every alarm and end what is under way."""
        self._held = True
        self._due.clear()
        tasks: set[asyncio.Future[None]] = set(self._ringing)
        if self._sleeper is not None:
            tasks.add(self._sleeper)
        self._stop()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _stop(self) -> None:
        if self._sleeper is not None:
            self._sleeper.cancel()
        self._sleeper, self._wakes_at = None, None

    def _sleep_anew(self) -> None:
        self._stop()
        if self._due and not self._held:
            self._wakes_at = min(self._due.values())
            self._sleeper = asyncio.create_task(self._sleep(self._wakes_at))

    async def _sleep(self, until: datetime) -> None:
        await self._clock.sleep(max(0.0, (until - self._clock.now()).total_seconds()))
        now = self._clock.now()
        self._sleeper, self._wakes_at = None, None
        for (table, alarm), when in sorted(self._due.items(), key=lambda item: item[1]):
            if when <= now:
                del self._due[table, alarm]
                task = asyncio.ensure_future(self._ring(table, alarm))
                self._ringing.add(task)
                task.add_done_callback(partial(self._rang, table))
        self._sleep_anew()

    def _rang(self, table: TableId, task: asyncio.Future[None]) -> None:
        self._ringing.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("an alarm failed", exc_info=task.exception(), extra={"table": table})
