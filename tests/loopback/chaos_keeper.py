"""Keeps the bot's process running, as a service manager does: an end that was not asked for is noted."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Any

from bot.cli import Exit

from .world import World

PAUSE = 0.5
"""Seconds before a process that could not start is started again."""

STARTING = 180.0
"""Seconds within which a start must come to a gateway session, or to an end."""

CANNOT_START = frozenset({int(Exit.NO_NETWORK), int(Exit.DATABASE)})
"""How a start may end while the network or the database is out of order."""


FOREVER = 1e6


class Keeper:
    """Starts the bot again and again.

    Attributes:
        killed: processes that ended by our SIGKILL.
        refused: starts that ended because something was out of order, as they should.
        problems: ends that nothing explains.
        up: starts that came to a gateway session.
    """

    def __init__(self, harness: Any) -> None:
        self.harness = harness
        self.world: World = harness.world
        self.killed = 0
        self.refused = 0
        self.up = 0
        self.problems: list[str] = []
        self._stormy = False
        self._excused = False
        self._striking = False
        self._stopped = False

    async def run(self) -> None:
        """Until told to stop."""
        while not self._stopped:
            self._excused = self._stormy
            if await self._start():
                self.up += 1
                self._excused = False
            await self._until(lambda: self._code() is not None or self._stopped, FOREVER)
            code = self._code()
            if code is None:
                return
            await asyncio.sleep(PAUSE if code in CANNOT_START else 0)
            self._judge(code)
            await self.harness.kill()

    async def _start(self) -> bool:
        """Whether it came to a gateway session."""
        before = self.world.identified
        await self.harness.start(wait=False, may_end=True)
        await self._until(lambda: self.world.identified > before or self._code() is not None)
        return self.world.identified > before

    def _code(self) -> int | None:
        code: int | None = self.harness.exit_code
        return code

    def _judge(self, code: int) -> None:
        if code == -signal.SIGKILL and self._striking:
            self.killed += 1
        elif code in CANNOT_START and self._excused:
            self.refused += 1
        else:
            self.problems.append(f"the bot ended by itself with {code}\n{self.harness.log_tail()}")
        self._striking = False

    async def strike(self) -> None:
        """SIGKILL, and the start that follows."""
        before = self.killed
        process = self.harness.process
        if process is None or process.returncode is not None:
            return
        self._striking = True
        os.kill(process.pid, signal.SIGKILL)
        await self._until(lambda: self.killed > before or not self._striking)

    async def started(self) -> None:
        """Until the process has a gateway session."""
        await self._until(lambda: self.harness.process is not None and bool(self.harness.gateway.connected))

    def storm(self, on: bool) -> None:
        """Something is out of order from now on, or no longer: a start under way meanwhile may fail."""
        self._stormy = on
        self._excused = self._excused or on

    def stop(self) -> None:
        """Start it no more."""
        self._stopped = True
        self.world.touch()

    async def _until(self, true: Callable[[], bool], within: float = STARTING) -> None:
        await self.world.until(true, within, what="the bot's process")
