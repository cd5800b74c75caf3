"""How late the event loop is while computer players think: in worker processes, in threads, and on the loop itself.

    python -m bench.lag [--tables 8] [--level expert] [--games belote tarot] [--pause 0.1] [--seconds 10]

Tables play deals one after another with a pause between two moves, all in one loop, in which a ticker wakes every five
milliseconds and notes by how much it is late. `nobody thinks` is the same loop with players by rules of thumb: what the
rules and this machine cost. Wanted: in processes at most 10 ms at the 99th percentile, and a quarter of what
threads make of it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.players import Table, opened
from bot.ai.brains import brain_of
from bot.ai.heuristic import Heuristic
from bot.ai.hints import hint_for
from bot.ai.levels import LEVELS
from bot.ai.minds import solvers
from bot.ai.problem import Problem, Values
from bot.ai.workers import InLine, Solver, Workers, weigh
from bot.core.actions import Action
from bot.core.registry import game_of
from bot.core.situation import Situation
from bot.engine.ports import Brain

TICK = 0.005


class Threads:
    """Weighs in threads of this process."""

    async def solve(self, problem: Problem, patience: float) -> Values:
        """The values of its choices."""
        return await asyncio.to_thread(weigh, problem)


class Pausing:
    """A brain that takes its time, as a table leaves it."""

    def __init__(self, brain: Brain, pause: float) -> None:
        self._brain = brain
        self._pause = pause
        self.decisions = 0

    async def choose(self, situation: Situation) -> Action:
        """What the brain says, a pause later."""
        self.decisions += 1
        action = await self._brain.choose(situation)
        await asyncio.sleep(self._pause)
        return action


def seated(key: str, level: str, solver: Solver | None) -> Brain:
    """The player of a game."""
    game = game_of(key)
    if solver is None:
        return Heuristic(game, hint_for(key), 1)
    return brain_of(game, LEVELS[level], solver, 1)


async def lateness(wanted: argparse.Namespace, solver: Solver | None) -> tuple[list[float], int]:
    """By how many milliseconds the ticker was late, and how many moves were made meanwhile."""
    brains = {key: Pausing(seated(key, wanted.level, solver), wanted.pause) for key in wanted.games}

    async def table(number: int) -> None:
        key = wanted.games[number % len(wanted.games)]
        game = game_of(key)
        seats = 4 if 4 in game.seat_counts else max(game.seat_counts)
        for deal in range(1_000_000):
            chance = Random(f"{number} {deal}")
            play = opened(Table(key, game.default_preset, seats), deal % seats, chance)
            await play.deal([brains[key]] * seats)

    tables = [asyncio.create_task(table(number)) for number in range(wanted.tables)]
    late: list[float] = []
    ends = perf_counter() + wanted.seconds
    while perf_counter() < ends:
        begun = perf_counter()
        await asyncio.sleep(TICK)
        late.append((perf_counter() - begun - TICK) * 1000)
    for task in tables:
        task.cancel()
    await asyncio.gather(*tables, return_exceptions=True)
    return late, sum(brain.decisions for brain in brains.values())


def told(name: str, late: Sequence[float], moves: int) -> str:
    """One row."""
    shares = quantiles(late, n=100)
    return f"{name:18} {median(late):8.1f} {shares[94]:8.1f} {shares[98]:8.1f} {max(late):8.1f} {moves:8}"


async def measured(wanted: argparse.Namespace) -> None:
    """Print a row for each way to think."""
    print(f"{wanted.tables} tables of {' '.join(wanted.games)}, {wanted.level}, {wanted.pause} s between two moves")
    print(f"{'milliseconds late':18} {'median':>8} {'95 %':>8} {'99 %':>8} {'most':>8} {'moves':>8}")
    workers = Workers(wanted.workers, solvers())
    await workers.warm()
    ways: dict[str, Solver | None] = {
        "nobody thinks": None,
        "processes": workers,
        "threads": Threads(),
        "on the loop": InLine(),
    }
    for name, solver in ways.items():
        late, moves = await lateness(wanted, solver)
        print(told(name, late, moves), flush=True)
    await workers.close()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--games", nargs="*", default=["belote", "coinche", "tarot"])
    parser.add_argument("--pause", type=float, default=0.1)
    parser.add_argument("--seconds", type=float, default=10)
    asyncio.run(measured(parser.parse_args()))


if __name__ == "__main__":
    main()
