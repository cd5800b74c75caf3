"""One chaos: people at all tables and every storm of a plan, then the judgement."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from .chaos_endgame import STUCK, Endgame, abandoned, deals
from .chaos_judge import judge
from .chaos_keeper import Keeper
from .chaos_ledger import Ledger, all_tables
from .chaos_people import Bench
from .chaos_plan import Plan, Storm
from .chaos_storms import Storms
from .players import QUICK

T = TypeVar("T")

SLOWEST = 600.0
"""Seconds within which people must come to act; while nothing answers, each act takes some."""

AT_ONCE = 8
"""So many tables are brought to an end at the same time."""


@dataclass
class Report:
    """What was done, what went wrong around it, and what was found.

    Attributes:
        tried: acts of people.
        answered: those that got an answer in time.
        acts: by what came of them.
        injected: faults let loose, by kind.
        observed: effects of them that were seen, by kind.
        tables: all tables there were.
        deals: deals played to their end.
        driven: tables brought on to the end of a deal after the storms.
        over: tables that were over by then, and whose channel took a new one.
        kills: processes killed, all of which came up again.
        problems: what was lost, is stuck, or is wrong.
    """

    seed: int = 0
    tried: int = 0
    answered: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    injected: Counter[Storm] = field(default_factory=Counter)
    observed: Counter[Storm] = field(default_factory=Counter)
    tables: int = 0
    deals: int = 0
    driven: int = 0
    over: int = 0
    kills: int = 0
    problems: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Count another report's in."""
        for name in (
            "tried",
            "answered",
            "acts",
            "injected",
            "observed",
            "tables",
            "deals",
            "driven",
            "over",
            "kills",
            "problems",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def unseen(self) -> list[str]:
        """Kinds of faults of which nothing was seen: of them the run says nothing."""
        return [
            f"{storm}: injected {n} times, never observed"
            for storm, n in self.injected.items()
            if not self.observed[storm]
        ]

    def lines(self) -> list[str]:
        """The figures, for people."""
        acts = ", ".join(f"{what} {n}" for what, n in sorted(self.acts.items()))
        faults = ", ".join(f"{storm} {n}/{self.observed[storm]}" for storm, n in sorted(self.injected.items()))
        return [
            f"acts {self.tried}, answered in time {self.answered} ({acts})",
            f"tables {self.tables}, deals {self.deals}, kills survived {self.kills}",
            f"faults injected/observed: {faults}",
            f"afterwards {self.driven} tables played on to the end of a deal, {self.over} over and their channels free",
            f"problems {len(self.problems)}",
        ]


class Chaos:
    """People at the tables of a plan, on a bot that is kept running through every storm."""

    def __init__(self, harness: Any, database: Path, plan: Plan) -> None:
        self.harness = harness
        self.database = database
        self.plan = plan
        guild = harness.world.add_guild("Salon")
        self.benches = [
            Bench(harness, database, guild, number, seating, plan.seed)
            for number, seating in enumerate(plan.seatings(), 1)
        ]
        self.ledger = Ledger(harness.world, database)
        self.keeper = Keeper(harness)
        self.storms = Storms(harness, database, self.benches, self.keeper)
        self._raging = True

    @property
    def tried(self) -> int:
        """Acts so far."""
        return len(self.harness.world.interactions)

    async def run(self, *, stuck: float = STUCK) -> Report:
        """Everything: the storms, the end of every table, the judgement."""
        keeping = asyncio.create_task(self.keeper.run())
        try:
            await self._with(keeping, self._rage())
            report = await self._with(keeping, self._finish(stuck))
        finally:
            self.keeper.stop()
            await asyncio.wait([keeping])
        return report

    async def _with(self, keeping: asyncio.Task[None], work: Coroutine[Any, Any, T]) -> T:
        """Do something while the process is kept; what fails there fails here."""
        task = asyncio.ensure_future(work)
        await asyncio.wait([task, keeping], return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            await asyncio.wait([task])
            await keeping
        return await task

    async def _rage(self) -> None:
        await self.keeper.started()
        await self.harness.world.until(lambda: self.harness.world.commands, what="the commands")
        async with asyncio.TaskGroup() as group:
            for number, bench in enumerate(self.benches):
                group.create_task(self._live(number, bench))
            group.create_task(self._troubles())

    async def _live(self, number: int, bench: Bench) -> None:
        """The people of one table, as long as it storms."""
        for step in self.plan.steps(number):
            if not self._raging:
                return
            await bench.do(step)

    async def _troubles(self) -> None:
        try:
            for trouble in self.plan.troubles():
                if trouble.storm not in self.storms.kinds:
                    continue
                begin = self.tried + trouble.after
                await self._reached(begin)
                kills = self.keeper.killed
                await self.storms.strike(trouble)
                if self.keeper.killed > kills:
                    await self.ledger.review()
        finally:
            self._raging = False

    async def _reached(self, tried: int) -> None:
        world = self.harness.world
        await world.until(lambda: self.tried >= tried, SLOWEST, what=f"{tried} acts of people")

    async def _finish(self, stuck: float) -> Report:
        """The weather is fair: bring every table to an end and look at everything once more."""
        await self.keeper.started()
        report = Report(self.plan.seed)
        gate = asyncio.Semaphore(AT_ONCE)

        async def end(bench: Bench) -> None:
            async with gate:
                game = Endgame(bench, self.ledger, stuck)
                problem = await game.run()
                report.driven += game.driven
                report.over += game.over
                if problem is not None:
                    report.problems.append(problem)

        async with asyncio.TaskGroup() as group:
            for bench in self.benches:
                group.create_task(end(bench))
        await self.harness.world.quiet(0.3, 180.0)
        self.ledger.settle()
        await self.ledger.review()
        report.problems += await self._verify()
        self._count(report)
        return report

    async def _verify(self) -> list[str]:
        """The log of every table by the bot's own command, and by our own look."""
        code, output = await self.harness.run("-m", "bot", "verify", within=300.0)
        told = [] if code == 0 else [f"python -m bot verify ends with {code}: {output}"]
        return told + await asyncio.to_thread(judge, self.database)

    def _count(self, report: Report) -> None:
        report.problems += [*self.ledger.problems, *self.keeper.problems, *self.harness.world.problems()]
        report.problems += abandoned(self.ledger, self.storms.lost_tables)
        report.acts, report.kills = self.ledger.counts, self.keeper.killed
        report.injected, report.observed = self.storms.injected, self.storms.observed
        acts = self.harness.world.interactions.values()
        report.tried, report.answered = len(acts), sum(act.acked is not None for act in acts)
        numbers = all_tables(self.database)
        report.tables = len(numbers)
        for number in numbers:
            seen = self.ledger.see(number)
            report.deals += 0 if seen is None else deals(seen[1])


async def chaos(make: Callable[..., Any], folder: Path, plan: Plan) -> Report:
    """A whole chaos on a fresh database; `make` makes a harness."""
    database = folder / "tapis.db"
    harness = await make(("-m", "bot"), database=database, env=dict(QUICK), seed=plan.seed)
    return await Chaos(harness, database, plan).run()
