"""Deals of every game, preset and number of seats on one bot, everything recorded and judged (`recorder.py`)."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from bot.core import registry

from .harness import Harness
from .recorder import Report
from .salon import Salon

DEALS_AT_A_TABLE = 3
EVERY_SEAT = 6
"""All seats are people's."""


def tables() -> list[tuple[str, int, str]]:
    """Every game, number of seats and preset."""
    return [
        (game.key, seats, profile)
        for game in registry.games().values()
        for seats in sorted(game.seat_counts)
        for profile in game.presets
    ]


async def run(deals: int, seed: int) -> bool:
    """Play this many deals and print what was compared; whether nobody was told too much."""
    chance, total, began = Random(seed), Report(), monotonic()
    with TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:

            async def make(*args: Any, **kwargs: Any) -> Harness:
                return await stack.enter_async_context(Harness(*args, **kwargs))

            salon = await Salon.open(make, Path(folder), seed)
            while total.deals < deals:
                for game, seats, profile in chance.sample(tables(), len(tables())):
                    if total.deals >= deals:
                        break
                    report = await salon.deal(
                        game, seats, profile, deals=DEALS_AT_A_TABLE, humans=chance.randint(1, EVERY_SEAT)
                    )
                    report.add(await salon.lines())
                    total.add(report)
                    for leak in report.leaks:
                        print(f"LEAK {game} {profile} for {seats}: {leak}", flush=True)
                    # What was judged is not needed any more; the bot's memory is its own.
                    salon.harness.world.log.clear()
                _show(total, began)
    _show(total, began)
    return total.deals >= deals and total.compared > 0 and total.lines > 0 and not total.leaks


def _show(total: Report, began: float) -> None:
    print(
        f"deals {total.deals}, messages and answers {total.shown}, compared with a hidden card {total.compared}, "
        f"lines of the log and of health {total.lines}, leaks {len(total.leaks)} ({monotonic() - began:.0f} s)",
        flush=True,
    )
