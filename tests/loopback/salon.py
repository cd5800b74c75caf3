"""One bot, and tables of every game one after another, judged as they end."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import aiohttp

from bot.health import Unhealthy, ask

from .players import QUICK
from .recorder import Recorder, Report, judge_lines
from .sitting import Sitting

MOST_HUMANS = 2
"""As many members sit at a table, at most, while a deal of every game must take seconds."""


class Salon:
    """A server with the bot, and its tables.

    Attributes:
        metrics: the port on which the bot's metrics are served.
        seeds: of all deals so far.
    """

    def __init__(self, harness: Any, database: Path, chance: Random, metrics: int) -> None:
        self.metrics = metrics
        self.harness = harness
        self.database = database
        self.chance = chance
        self.guild = harness.world.add_guild("Salon")
        self.health: list[str] = []
        self.seeds: set[str] = set()
        self.tables = 0
        self._heard = 0

    @classmethod
    async def open(
        cls, loopback: Callable[..., Coroutine[Any, Any, Any]], folder: Path, seed: int, **env: str
    ) -> Salon:
        """A salon with the bot running; its log tells all it can tell."""
        database = folder / "tapis.db"
        port = _free_port()
        told = {**QUICK, "TAPIS_LOG_LEVEL": "DEBUG", "TAPIS_METRICS_PORT": str(port), **env}
        harness = await loopback(("-m", "bot"), database=database, env=told, seed=seed)
        salon = cls(harness, database, Random(seed), port)
        await harness.start()
        return salon

    def sitting(self, seats: int, humans: int = MOST_HUMANS) -> Sitting:
        """A fresh channel and fresh people."""
        self.tables += 1
        return Sitting(self.harness, self.database, self.guild, self.tables, min(seats, humans), self.chance)

    async def deal(
        self, game: str, seats: int, profile: str | None = None, *, deals: int = 1, humans: int = MOST_HUMANS
    ) -> Report:
        """Deals of a game at a table of its own, to their end, and what they told."""
        sitting, since = self.sitting(seats, humans), len(self.harness.world.log)
        await sitting.begin(game, seats, profile)
        for number in range(deals):
            if number and not await sitting.again():
                break
            self.health.append(await self._health())
            await sitting.play()
        await self.harness.world.quiet()
        recorder = Recorder(sitting)
        self.seeds |= recorder.opened.keys()
        return recorder.report(since)

    async def _health(self) -> str:
        """What the process says of itself, with its metrics, whether or not its gateway has a heartbeat yet."""
        try:
            health = json.dumps(await ask(self.database))
        except Unhealthy as unhealthy:
            health = str(unhealthy)
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{self.metrics}/metrics") as answer,
        ):
            return f"{health}\n{await answer.text()}"

    async def lines(self) -> Report:
        """What the log and the health check have said since this was last asked."""
        lines = [*self.harness.log[self._heard :], *(line for told in self.health for line in told.splitlines())]
        self._heard, self.health = len(self.harness.log), []
        return judge_lines(lines, self.seeds)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
