"""Quiet hours: when nobody is to be disturbed, and no turn of a slow table ends."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

log = logging.getLogger(__name__)

DEFAULT_ZONE = "Europe/Paris"
DEFAULT_START = 22
DEFAULT_END = 8


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A part of every day, by the clocks of a place.

    Attributes:
        zone: the place's name in the time zone database ("Europe/Paris").
        start: the hour it begins, 0 to 23.
        end: the hour it ends, 0 to 23; the same as `start` for no quiet hours at all.
    """

    zone: str = DEFAULT_ZONE
    start: int = DEFAULT_START
    end: int = DEFAULT_END

    def __contains__(self, moment: datetime) -> bool:
        """Whether a moment is quiet."""
        hour = moment.astimezone(zone_of(self.zone)).hour
        if self.start <= self.end:
            return self.start <= hour < self.end
        return hour >= self.start or hour < self.end

    def after(self, moment: datetime) -> datetime:
        """The moment itself, or the end of the quiet hours it falls in; in UTC."""
        if moment not in self:
            return moment
        local = moment.astimezone(zone_of(self.zone))
        day = local.date() + timedelta(days=1 if local.hour >= self.end else 0)
        return datetime(day.year, day.month, day.day, self.end, tzinfo=local.tzinfo).astimezone(UTC)


def zone_of(name: str) -> tzinfo:
    """A time zone; UTC, and a line in the log, where this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        log.warning("the time zone %s is not known on this machine; UTC is used", name)
        return UTC


def is_zone(name: str) -> bool:
    """Whether this machine knows a time zone of this name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
