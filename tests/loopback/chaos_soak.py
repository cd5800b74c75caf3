"""One chaos after another, each from a seed of its own, until enough deals are played. Run by `make soak`."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from .chaos_plan import Plan
from .chaos_run import Report, chaos
from .harness import Harness

TABLES = 30
ROUNDS = 4


async def run(deals: int, seed: int) -> bool:
    """Play this many deals through storms and print the figures; whether nothing was lost, stuck or never seen."""
    total, began = Report(), monotonic()
    while total.deals < deals:
        report = await once(seed)
        for problem in report.problems:
            print(f"PROBLEM with --seed {seed}: {problem}", flush=True)
        total.add(report)
        seed += 1
        print(f"-- {monotonic() - began:.0f} s", *total.lines(), sep="\n", flush=True)
    for kind in total.unseen():
        print(f"NOT SEEN {kind}", flush=True)
    return not total.problems and not total.unseen()


async def once(seed: int) -> Report:
    """One chaos on a fresh database."""
    with TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:

            async def make(*args: Any, **kwargs: Any) -> Harness:
                return await stack.enter_async_context(Harness(*args, **kwargs))

            return await chaos(make, Path(folder), Plan(seed, TABLES, ROUNDS))
