"""The bot's own limit of requests, below Discord's 50 a second, with an order of importance.

Answers to interactions are not counted by Discord and pass beside it. While too many requests are refused
(`bot/brake.py`) only hands get a turn.
"""

from __future__ import annotations

import asyncio
from enum import IntEnum
from heapq import heappop, heappush
from time import perf_counter

from bot.brake import Brake, Level


class Priority(IntEnum):
    """Who goes first when requests are scarce."""

    HAND = 0
    TABLE = 1
    CHATTER = 2


MARGIN = 0.001
"""Seconds."""


class Budget:
    """A bucket of `burst` requests, one at the least, that refills at `rate` a second.

    It has no task of its own: a waiting request arms one timer, which ends when nobody waits.
    """

    def __init__(self, rate: float, burst: float | None = None, brake: Brake | None = None) -> None:
        self._rate = rate
        self._brake = brake
        # With less than one it would never be full enough for a request.
        self._burst = max(1.0, rate if burst is None else burst)
        self._left = self._burst
        self._filled_at: float | None = None
        self._order = 0
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    async def take(self, priority: Priority) -> None:
        """Wait until a request may go out."""
        self._refill()
        if not self._waiting and self._left >= 1 and not self._held(priority):
            self._left -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._order += 1
        heappush(self._waiting, (priority, self._order, turn))
        self._arm()
        await turn

    def _refill(self) -> None:
        now = perf_counter()
        if self._filled_at is not None:
            self._left = min(self._burst, self._left + (now - self._filled_at) * self._rate)
        self._filled_at = now

    def _held(self, priority: Priority) -> bool:
        """Whether the brake lets only hands go out: those are held back, if at all, where they are sent."""
        return priority is not Priority.HAND and self._brake is not None and self._brake.level is not Level.FREE

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            wait = max(0.0, (1 - self._left) / self._rate)
            if self._brake is not None and self._held(self._waiting[0][0]):
                wait = max(wait, self._brake.wait())
            # A little more than needed: a timer that fires early by a rounding error must not fire for ever.
            self._timer = asyncio.get_running_loop().call_later(wait + MARGIN, self._serve)

    def _serve(self) -> None:
        self._timer = None
        self._refill()
        while self._waiting and self._left >= 1 and not self._held(self._waiting[0][0]):
            turn = heappop(self._waiting)[2]
            if not turn.done():
                self._left -= 1
                turn.set_result(None)
        self._arm()
