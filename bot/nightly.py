"""Cleans up once a night: what was over for longer than the settings say is removed from the database."""

from __future__ import annotations

import logging
from datetime import datetime, time, timedelta

from bot.engine.errors import EngineRefusal, StorageFailure
from bot.engine.memory import Meta
from bot.engine.ports import Clock
from bot.engine.quiet import DEFAULT_ZONE, zone_of
from bot.engine.service import TableService
from bot.keeper import Keeper
from bot.meter import Meter
from bot.storage import rows
from bot.storage.sweep import Sweeper, Swept

log = logging.getLogger(__name__)

NOTE = "swept_at"
"""Names the note of when it was last done."""

HOUR = 4
"""When it is done, by the clocks of the usual time zone."""

PAUSE = 3600.0
"""Most seconds between two looks at the clock, which may be set anew; and the wait after a failure."""


class Nightly(Keeper):
    """Goes round once a night; a night without the bot is made up for at its next start.

    Args:
        sweeper: finds and removes.
        meta: keeps the note of the last time.
        service: lets go of tables in memory.
        clock: the time.
        days: how long a table's log stays once it is over.
        meter: counts what was removed.
    """

    def __init__(
        self, sweeper: Sweeper, meta: Meta, service: TableService, clock: Clock, days: int, meter: Meter
    ) -> None:
        self._sweeper = sweeper
        self._meta = meta
        self._service = service
        super().__init__(clock)
        self._stays = timedelta(days=days)
        self._meter = meter

    async def turn(self) -> float:
        """Clean up if that is due; seconds until the next look. What fails is tried again."""
        try:
            due = await self._due()
            if self._clock.now() >= due:
                await self._sweep()
                due = await self._noted()
        except (StorageFailure, EngineRefusal):
            log.exception("tables that are over for long are not removed yet")
            return PAUSE
        return min(PAUSE, max(1.0, (due - self._clock.now()).total_seconds()))

    async def _due(self) -> datetime:
        """When it is to be done: the first time, the next such hour. A note from the future is a clock's mistake."""
        now, note = self._clock.now(), await self._meta.get(NOTE)
        last = None if note is None else _moment(note)
        return await self._noted() if last is None or last > now + timedelta(days=1) else next_hour(last)

    async def _noted(self) -> datetime:
        """Note that it was done now; when it is due next."""
        now = self._clock.now()
        await self._meta.put(NOTE, now.isoformat())
        return next_hour(now)

    async def _sweep(self) -> None:
        found = await self._sweeper.due(self._clock.now() - self._stays)
        await self._service.forget(found)
        done = await self._sweeper.remove(found)
        if done == Swept():
            return
        self._meter.count("swept", "log", by=done.logs)
        self._meter.count("swept", "table", by=done.tables)
        days = self._stays.days
        log.info(
            "removed what was over for %d days: the logs of %d tables, %d tables that had no result",
            days,
            done.logs,
            done.tables,
        )


def _moment(note: str) -> datetime | None:
    """When a note says it was done; None for one that says nothing: it is as if there were none."""
    try:
        return rows.time(note)
    except ValueError:
        log.warning("the note of the last clean-up holds no time; it is made anew")
        return None


def next_hour(moment: datetime) -> datetime:
    """The first moment after this one when the clocks show the hour of the clean-up."""
    zone = zone_of(DEFAULT_ZONE)
    local = moment.astimezone(zone)
    today = datetime.combine(local.date(), time(HOUR), zone)
    if today > moment:
        return today
    return datetime.combine(local.date() + timedelta(days=1), time(HOUR), zone)
