"""How many requests a deal costs on Discord, and how fast clicks are answered: the real bot on the loopback server.

    python bench/requests_per_deal.py [GAME]

- from private messages: requests within the bot's limit of 50 a second, against cards + 16.
- from the channel: the same for hands shown in the channel, against 8.
- answers: milliseconds from a click to its first answer (p50, p99), against Discord's limit of 3,000.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.loopback.deal_costs import Cost, from_private_messages, from_the_channel
from tests.loopback.harness import Harness
from tests.loopback.players import QUICK, Club

Way = Callable[[Club, str, int], Awaitable[Cost]]

DEADLINE_MS = 3_000
FOR_NEW_MESSAGES, FROM_THE_CHANNEL = 16, 8


async def measured(game: str, way: Way, humans: int, **env: str) -> Cost:
    """One deal of a bot of its own."""
    with TemporaryDirectory() as folder:
        database = Path(folder) / "tapis.db"
        async with Harness(("-m", "bot"), database=database, env={**QUICK, **env}) as harness:
            club = Club(harness, database)
            await harness.start()
            return await way(club, game, humans)


def show(name: str, cost: Cost, limit: int) -> None:
    """One deal in a few lines."""
    print(f"{name}: {cost.cards} cards, {cost.clicks} clicks")
    print(f"  requests within the limit {cost.requests:4}, at most {limit}: ratio {cost.requests / limit:.2f}")
    print(f"  requests outside it       {cost.exempt:4}")
    print(f"  answers p50 {cost.ack(50):.0f} ms, p99 {cost.ack(99):.0f} ms: ratio {cost.ack(99) / DEADLINE_MS:.3f}")
    for route, count in cost.counted.most_common():
        print(f"    {count:4} {route}")


async def main(game: str) -> None:
    """Measure the ways to play a deal."""
    cost = await measured(game, from_private_messages, 4)
    show("four members, private messages", cost, _budget(cost))
    show("four members, in the channel", await measured(game, from_the_channel, 4), FROM_THE_CHANNEL)
    slow = {"TAPIS_EDIT_INTERVAL": "1.2", "TAPIS_COMPUTER_PAUSE": "0.1"}
    cost = await measured(game, from_private_messages, 1, **slow)
    show("one member and three computer players, private messages", cost, _budget(cost))


def _budget(cost: Cost) -> int:
    return cost.cards + FOR_NEW_MESSAGES


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "coinche"))
