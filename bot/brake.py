"""A brake on refused requests: Discord bans an address that sends too many of them, here long before it does.

Counted are the answers that Discord counts (401, 403, 429) in a window that slides. Above a first number only hands
and what answers people go out; above a second nothing does but what answers people.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from time import monotonic

import aiohttp

log = logging.getLogger(__name__)

BANNED_AT = 10_000
"""Refused requests in a window for which Discord bans."""

WINDOW = 600.0
"""Seconds."""

WARY_AT = 1_000
STOP_AT = 3_000


class Level(IntEnum):
    """What may still be sent."""

    FREE = 0
    WARY = 1
    """Hands, and what answers people."""
    STOPPED = 2
    """What answers people."""


class HeldBack(aiohttp.ClientError):
    """A request that was not sent. Whoever sends it treats it like one that found no network.

    What shows a table, what clears up behind a reminder, and a word to everybody are tried again; what is said once in
    passing (a hint, an old message to be deleted) is left out, and the log says so.
    """


class Brake:
    """Counts refused requests and says what may still be sent.

    A level that was reached is left only when half of its number is left in the window: it does not flutter.
    """

    def __init__(
        self,
        *,
        wary_at: int = WARY_AT,
        stop_at: int = STOP_AT,
        window: float = WINDOW,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Make a brake that is off.

        Args:
            wary_at: how many refused requests in the window make it wary.
            stop_at: how many make it stop.
            window: seconds for which one counts.
            clock: seconds that never go back.
        """
        self._reached = {Level.WARY: wary_at, Level.STOPPED: stop_at}
        self._window = window
        self._clock = clock
        self._refused: deque[float] = deque()
        self._level = Level.FREE

    @property
    def count(self) -> int:
        """Refused requests in the window."""
        limit = self._clock() - self._window
        while self._refused and self._refused[0] <= limit:
            self._refused.popleft()
        return len(self._refused)

    @property
    def level(self) -> Level:
        """What may be sent now."""
        self._look()
        return self._level

    def refused(self) -> None:
        """Note an answer that counts towards the ban."""
        self._refused.append(self._clock())
        self._look()

    def wait(self) -> float:
        """Seconds until the level falls if nothing more is refused; 0.0 when all may be sent."""
        if self.level is Level.FREE:
            return 0.0
        last = self._refused[self.count - self._left_at(self._level) - 1]
        return max(0.0, last + self._window - self._clock())

    def _left_at(self, level: Level) -> int:
        return self._reached[level] // 2

    def _look(self) -> None:
        """Go up or down as the window says, and tell it once."""
        count, before = self.count, self._level
        for level, number in self._reached.items():
            if count >= number and self._level < level:
                self._level = level
        while self._level is not Level.FREE and count <= self._left_at(self._level):
            self._level = Level(self._level - 1)
        if self._level is Level.STOPPED and before < Level.STOPPED:
            log.error("stopped sending: %s refused requests in %.0f s; only people are answered", count, self._window)
        elif self._level is Level.WARY and before is Level.FREE:
            log.warning("braking: %s refused requests in %.0f s; only hands are sent", count, self._window)
        elif self._level < before:
            log.warning("sending again: %s refused requests in %.0f s", count, self._window)
