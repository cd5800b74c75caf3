"""The bot's own limit of requests, below Discord's 50 a second, with an order of importance.

Answers to interactions are not counted by Discord and pass beside it.
"""

from __future__ import annotations

import asyncio
from enum import IntEnum
from heapq import heappop, heappush
from time import perf_counter


class Priority(IntEnum):
    """Who goes first when requests are scarce."""

    HAND = 0
    TABLE = 1
    CHATTER = 2


MARGIN = 0.001
"""Seconds."""


class Budget:
    """A bucket of `burst` requests that refills at `rate` a second.

    It has no task of its own: a waiting request arms one timer, which ends when nobody waits.
    """

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self._rate = rate
        self._burst = rate if burst is None else burst
        self._left = self._burst
        self._filled_at: float | None = None
        self._order = 0
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    async def take(self, priority: Priority) -> None:
        """Wait until a request may go out."""
        self._refill()
        if not self._waiting and self._left >= 1:
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

    def _arm(self) -> None:
        if self._timer is None and self._waiting:
            # A little more than needed: a timer that fires early by a rounding error must not fire for ever.
            wait = max(0.0, (1 - self._left) / self._rate) + MARGIN
            self._timer = asyncio.get_running_loop().call_later(wait, self._serve)

    def _serve(self) -> None:
        self._timer = None
        self._refill()
        while self._waiting and self._left >= 1:
            turn = heappop(self._waiting)[2]
            if not turn.done():
                self._left -= 1
                turn.set_result(None)
        self._arm()
