"""How much the store costs, as ratios against the bare work of the same size on the same machine.

    python -m bench.storage [GAME]

- append: one action's events through the store, against a bare sqlite3 transaction of the same rows (at most 4 times).
- replay: reading a 40-deal table back, against playing the same deals again, in processor time (at most 1.5 times).
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from bot.core import match
from bot.core.actions import Deal
from bot.core.codec import Record, codec_of
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.registry import games
from bot.core.seats import Seat
from bot.engine.fairdeal import order
from bot.engine.models import ChannelId, GuildId, SeatHolder, TableId, TableStatus, UserId
from bot.engine.ports import DealSecret, LogEntry, TableRecord
from bot.engine.table import rebuilt
from bot.storage.store import SqliteStore

NOW = datetime(2026, 1, 1, tzinfo=UTC)
APPEND_LIMIT, REPLAY_LIMIT = 4.0, 1.5
DEALS, ROUNDS = 40, 5


def play(game: AnyGame, codes: Sequence[str] | None = None) -> tuple[list[tuple[Event, ...]], list[str]]:
    """Play deals: by given codes, or else at random, the same every time, passing more often than not."""
    chance = Random(1)
    options = game.options_type().with_values({"target": 10_000})
    step = match.start(game, options, 4, Seat(0))
    steps = [step.events]
    chosen: list[str] = []
    while not step.state.ended and (step.state.number < DEALS or not step.state.between):
        if match.needs_deal(game, step.state):
            secret = DealSecret(step.state.number + 1, bytes(32))
            step = match.act(game, step.state, None, Deal(order(secret, TableId(1), game.deck(options, 4))))
        else:
            seat = min(match.to_act(game, step.state))
            code = codes[len(chosen)] if codes else _any(game, step.state, seat, chance)
            chosen.append(code)
            step = match.act(game, step.state, seat, game.parse(code))
        steps.append(step.events)
    return steps, chosen


def _any(game: AnyGame, state: match.MatchState, seat: Seat, chance: Random) -> str:
    offered = [code for prompt in match.prompts(game, state, seat) for code in prompt.codes()]
    return "pass" if "pass" in offered and chance.random() < 0.6 else chance.choice(offered)


def timed(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


class Bare:
    """The same rows written by hand."""

    def __init__(self, path: Path, game: AnyGame) -> None:
        self.codec = codec_of(game)
        self.seq = 0
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
            "CREATE TABLE tables (id INTEGER PRIMARY KEY, status TEXT, deadline TEXT, seq INTEGER);"
            "CREATE TABLE events (t INTEGER, seq INTEGER, body TEXT, PRIMARY KEY (t, seq)) WITHOUT ROWID;"
            "INSERT INTO tables VALUES (1, 'playing', NULL, 0);"
        )

    def append(self, events: tuple[Event, ...]) -> float:
        """Seconds for one transaction."""
        records = [Record(self.seq + n, NOW, event) for n, event in enumerate(events, 1)]
        rows = [(1, record.seq, self.codec.encode(record)) for record in records]
        self.seq += len(events)
        begin = time.perf_counter()
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("UPDATE tables SET deadline = ?, seq = ?", (NOW.isoformat(), self.seq))
        self.connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
        self.connection.execute("COMMIT")
        return time.perf_counter() - begin


class Through:
    """Through the store."""

    def __init__(self, store: SqliteStore, game: AnyGame) -> None:
        self.store = store
        self.seq = 0
        self.seats = tuple(SeatHolder(Seat(seat), UserId(seat + 1), f"player {seat}") for seat in range(4))
        self.record = TableRecord(
            id=TableId(0),
            guild=GuildId(1),
            channel=ChannelId(1),
            host=UserId(1),
            game=game.key,
            profile="bench",
            options=game.options_type().with_values({"target": 10_000}).values(),
            players=4,
            locale="fr",
            status=TableStatus.PLAYING,
            opened_at=NOW,
            deadline=NOW,
            secret=DealSecret(1, bytes(32)),
        )

    async def append(self, events: tuple[Event, ...]) -> float:
        """Seconds for one append."""
        if self.record.id == 0:
            self.record = await self.store.create(self.record, self.seats)
        entries = [LogEntry(self.seq + n, NOW, event) for n, event in enumerate(events, 1)]
        begin = time.perf_counter()
        await self.store.append(replace(self.record, revision=self.seq), self.seats, self.seq, entries)
        self.seq += len(events)
        return time.perf_counter() - begin


async def measure(game: AnyGame, folder: Path) -> tuple[float, float]:
    """The two ratios: of the median append, and of the best replay."""
    steps, codes = play(game)
    bare = Bare(folder / "bare.db", game)
    store = await SqliteStore.open(folder / "tapis.db")
    through = Through(store, game)
    try:
        # In turn, so that both meet the same disk.
        pairs = [(bare.append(events), await through.append(events)) for events in steps]
        playing = min(timed(lambda: play(game, codes)) for _ in range(ROUNDS))
        replaying = min([await _replay(store, through.record.id) for _ in range(ROUNDS)])
    finally:
        bare.connection.close()
        await store.close()
    by_hand, by_store = (median(seconds) for seconds in zip(*pairs, strict=True))
    events = sum(len(events) for events in steps)
    print(f"{game.key}: {DEALS} deals, {len(steps)} appends, {events} events")
    print(f"  append  {by_store * 1e3:.3f} ms, bare {by_hand * 1e3:.3f} ms")
    print(f"  replay  {replaying * 1e3:.1f} ms, playing {playing * 1e3:.1f} ms")
    return by_store / by_hand, replaying / playing


async def _replay(store: SqliteStore, table: TableId) -> float:
    begin = time.process_time()
    stored = await store.load(table)
    assert stored is not None
    assert rebuilt(stored, games()).failure is None
    return time.process_time() - begin


def main() -> int:
    key = sys.argv[1] if len(sys.argv) > 1 else "belote"
    with TemporaryDirectory() as folder:
        append, replay = asyncio.run(measure(games()[key], Path(folder)))
    print(f"  append / bare transaction  {append:.2f}  (at most {APPEND_LIMIT})")
    print(f"  replay / playing           {replay:.2f}  (at most {REPLAY_LIMIT})")
    return 0 if append <= APPEND_LIMIT and replay <= REPLAY_LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
