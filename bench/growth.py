"""Bytes that one deal adds to the database, for every game, before and after packing.

    python -m bench.growth [GAME ...]

Each game is played at random until DEALS deals are over, then its tables are closed and packed. `log` are the events as
they stand in the log, `packed` the same packed; `file` is what the whole file grew by, indexes, seeds and snapshots
included, before and after. Random play makes longer auctions and fewer contracts than people do.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.core.registry import games
from bot.engine import lobby
from bot.engine.models import TableStatus
from bot.storage.packs import compact
from bot.storage.store import SqliteStore
from tests.engine.fakes import FakeClock
from tests.storage.evenings import ALL_GAMES, HOST, Evening

DEALS = 40
LIMIT = 0.25
"""Packed, at most this share of the log is left."""


async def measure(key: str) -> float:
    """Print one game's line; the share that is left when packed."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tapis.db"
        store = await SqliteStore.open(path, games=ALL_GAMES)
        await store.close()
        empty = path.stat().st_size
        store = await SqliteStore.open(path, games=ALL_GAMES)
        try:
            deals = await _play(store, key)
        finally:
            await store.close()
        full = path.stat().st_size
        done = compact(path, FakeClock().now() + timedelta(days=1), ALL_GAMES)
        whole = path.stat().st_size
    print(
        f"{key:<14} log {done.before / deals:7.0f}  packed {done.after / deals:6.0f}"
        f"  file {(full - empty) / deals:7.0f} -> {(whole - empty) / deals:6.0f}  bytes a deal"
    )
    return done.after / done.before


async def _play(store: SqliteStore, key: str) -> int:
    deals = channel = 0
    while deals < DEALS:
        channel += 1
        evening = Evening(store, ALL_GAMES[key], channel)
        await evening.open(channel=channel)
        while deals < DEALS and (await evening.memory()).status is TableStatus.PLAYING:
            await evening.deal()
            deals += 1
        if (await evening.memory()).status is TableStatus.PLAYING:
            await evening.desk.change(
                evening.table, lambda now: lobby.close(now, HOST.user, manager=True, confirm=True)
            )
    return deals


async def main() -> int:
    """Measure the named games, or all of them."""
    shares = [await measure(key) for key in sys.argv[1:] or sorted(games())]
    print(f"at most {max(shares):.0%} of a log is left when packed (wanted: {LIMIT:.0%})")
    return int(max(shares) > LIMIT)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
