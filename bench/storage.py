"""How much the store costs, as ratios against the bare work of the same size on the same machine.

    python -m bench.storage [GAME]

- append: one action's events through the store, against a bare sqlite3 transaction of the same rows (at most 4 times).
- replay: reading the whole log of a 40-deal table, against playing the same deals again, in processor time (at most 1.5
  times).
- snapshot: reading that table with its snapshot, against reading its whole log, in processor time (at most half).
- start: opening a database with 200 open tables of 20 deals, and reading them all with and without their snapshots, in
  processor time.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from bot.core import match
from bot.core.actions import Deal
from bot.core.codec import Record, Snapshot, codec_of
from bot.core.game import AnyGame
from bot.core.match import DealEnded, MatchStep
from bot.core.registry import games
from bot.core.seats import Seat
from bot.engine.fairdeal import order
from bot.engine.models import ChannelId, GuildId, SeatHolder, TableId, TableStatus, UserId
from bot.engine.ports import DealSecret, LogEntry, TableRecord
from bot.engine.table import rebuilt
from bot.storage.store import SqliteStore

NOW = datetime(2026, 1, 1, tzinfo=UTC)
APPEND_LIMIT, REPLAY_LIMIT, SNAPSHOT_LIMIT = 4.0, 1.5, 0.5
DEALS, ROUNDS = 40, 5
TABLES, TABLE_DEALS = 200, 20


@dataclass(frozen=True)
class Measured:
    """Medians in seconds, by hand and through the store; processor times of the best round.

    Attributes:
        append: of all appends.
        deal_end: of those that end a deal and write a snapshot.
        playing: the same deals again.
        replaying: reading the whole log.
        loading: reading with the snapshot.
    """

    append: tuple[float, float]
    deal_end: tuple[float, float]
    playing: float
    replaying: float
    loading: float


def play(game: AnyGame, codes: Sequence[str] | None = None, deals: int = DEALS) -> tuple[list[MatchStep], list[str]]:
    """Play deals: by given codes, or else at random, the same every time, passing more often than not."""
    chance = Random(1)
    options = game.options_type().with_values({"target": 10_000})
    step = match.start(game, options, 4, Seat(0))
    steps = [step]
    chosen: list[str] = []
    while not step.state.ended and (step.state.number < deals or not step.state.between):
        if match.needs_deal(game, step.state):
            secret = DealSecret(step.state.number + 1, bytes(32))
            step = match.act(game, step.state, None, Deal(order(secret, TableId(1), game.deck(options, 4))))
        else:
            seat = min(match.to_act(game, step.state))
            code = codes[len(chosen)] if codes else _any(game, step.state, seat, chance)
            chosen.append(code)
            step = match.act(game, step.state, seat, game.parse(code))
        steps.append(step)
    return steps, chosen


def _any(game: AnyGame, state: match.MatchState, seat: Seat, chance: Random) -> str:
    offered = [code for prompt in match.prompts(game, state, seat) for code in prompt.codes()]
    return "pass" if "pass" in offered and chance.random() < 0.6 else chance.choice(offered)


def ends_deal(step: MatchStep) -> bool:
    return any(isinstance(event, DealEnded) for event in step.events)


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
            "CREATE TABLE snapshots (t INTEGER PRIMARY KEY, seq INTEGER, body BLOB);"
            "CREATE TABLE events (t INTEGER, seq INTEGER, body TEXT, PRIMARY KEY (t, seq)) WITHOUT ROWID;"
            "INSERT INTO tables VALUES (1, 'playing', NULL, 0);"
        )

    def append(self, step: MatchStep) -> float:
        """Seconds for one transaction."""
        records = [Record(self.seq + n, NOW, event) for n, event in enumerate(step.events, 1)]
        rows = [(1, record.seq, self.codec.encode(record)) for record in records]
        self.seq += len(rows)
        body = self.codec.encode_snapshot(Snapshot(self.seq, step.state)).encode() if ends_deal(step) else None
        begin = time.perf_counter()
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("UPDATE tables SET deadline = ?, seq = ?", (NOW.isoformat(), self.seq))
        self.connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
        if body is not None:
            self.connection.execute("INSERT OR REPLACE INTO snapshots VALUES (1, ?, ?)", (self.seq, body))
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

    async def append(self, step: MatchStep) -> float:
        """Seconds for one append."""
        if self.record.id == 0:
            self.record = await self.store.create(self.record, self.seats)
        entries = [LogEntry(self.seq + n, NOW, event) for n, event in enumerate(step.events, 1)]
        state = step.state if ends_deal(step) else None
        begin = time.perf_counter()
        await self.store.append(replace(self.record, revision=self.seq), self.seats, self.seq, entries, state)
        self.seq += len(entries)
        return time.perf_counter() - begin


async def measure(game: AnyGame, folder: Path) -> Measured:
    """One table of many deals."""
    steps, codes = play(game)
    bare = Bare(folder / "bare.db", game)
    store = await SqliteStore.open(folder / "tapis.db")
    through = Through(store, game)
    try:
        # In turn, so that both meet the same disk.
        pairs = [(bare.append(step), await through.append(step)) for step in steps]
        playing = min(timed(lambda: play(game, codes)) for _ in range(ROUNDS))
        loading = min([await _load(store, through.record.id, cached=True) for _ in range(ROUNDS)])
        await store.database.run("DELETE FROM snapshots", ())
        replaying = min([await _load(store, through.record.id, cached=False) for _ in range(ROUNDS)])
    finally:
        bare.connection.close()
        await store.close()
    ends = [pair for pair, step in zip(pairs, steps, strict=True) if ends_deal(step)]
    print(f"{game.key}: {DEALS} deals, {len(steps)} appends, {sum(len(step.events) for step in steps)} events")
    return Measured(_medians(pairs), _medians(ends), playing, replaying, loading)


def _medians(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    by_hand, by_store = zip(*pairs, strict=True)
    return median(by_hand), median(by_store)


async def _load(store: SqliteStore, table: TableId, *, cached: bool) -> float:
    begin = time.process_time()
    stored = await store.load(table)
    assert stored is not None
    assert (stored.snapshot is not None) == cached
    assert rebuilt(stored, games()).failure is None
    return time.process_time() - begin


async def cold_start(game: AnyGame, path: Path) -> tuple[float, float, float]:
    """Processor time to open a database with many open tables, to read them all, and to read them without snapshots."""
    store = await SqliteStore.open(path)
    through = Through(store, game)
    for step in play(game, deals=TABLE_DEALS)[0]:
        await through.append(step)
    await store.database.write(_copy)
    await store.close()
    begin = time.process_time()
    store = await SqliteStore.open(path)
    found = await store.open_tables()
    opening = time.process_time() - begin
    assert len(found) == TABLES
    reading = sum([await _load(store, table, cached=True) for table in found])
    await store.database.run("DELETE FROM snapshots", ())
    folding = sum([await _load(store, table, cached=False) for table in found])
    await store.close()
    return opening, reading, folding


COPIED = {
    "seats": "seat, user, name, level, away, missed, host",
    "deals": "number, seed, mixed, commitment",
    "events": "seq, body",
    "snapshots": "seq, rules_version, program, proof, body",
}


def _copy(connection: sqlite3.Connection) -> None:
    """Make table 1 many tables."""
    columns = (
        "guild, game, profile, options, players, locale, status, opened_at, deadline, ready, secret, revealed, seq, "
        "revision"
    )
    for number in range(2, TABLES + 1):
        connection.execute(
            f"INSERT INTO tables (id, channel, {columns}) SELECT {number}, {number}, {columns} FROM tables WHERE id = 1"
        )
        for name, columns_of in COPIED.items():
            connection.execute(
                f"INSERT INTO {name} (table_id, {columns_of}) SELECT {number}, {columns_of} FROM {name} "
                "WHERE table_id = 1"
            )


def main() -> int:
    game = games()[sys.argv[1] if len(sys.argv) > 1 else "belote"]
    with TemporaryDirectory() as folder:
        found = asyncio.run(measure(game, Path(folder)))
        opening, reading, folding = asyncio.run(cold_start(game, Path(folder) / "many.db"))
    append, replay, snapshot = (
        found.append[1] / found.append[0],
        found.replaying / found.playing,
        found.loading / found.replaying,
    )
    print(f"  append    {found.append[1] * 1e3:.3f} ms, bare {found.append[0] * 1e3:.3f} ms")
    print(f"  deal end  {found.deal_end[1] * 1e3:.3f} ms, bare {found.deal_end[0] * 1e3:.3f} ms (with a snapshot)")
    print(f"  replay    {found.replaying * 1e3:.1f} ms, playing {found.playing * 1e3:.1f} ms")
    print(f"  snapshot  {found.loading * 1e3:.1f} ms, whole log {found.replaying * 1e3:.1f} ms")
    print(f"  start     {TABLES} tables of {TABLE_DEALS} deals: opened in {opening * 1e3:.0f} ms,")
    print(f"            all read in {reading * 1e3:.0f} ms with snapshots, {folding * 1e3:.0f} ms without")
    print(f"  append / bare transaction  {append:.2f}  (at most {APPEND_LIMIT})")
    print(f"  replay / playing           {replay:.2f}  (at most {REPLAY_LIMIT})")
    print(f"  snapshot / whole log       {snapshot:.2f}  (at most {SNAPSHOT_LIMIT})")
    return 0 if append <= APPEND_LIMIT and replay <= REPLAY_LIMIT and snapshot <= SNAPSHOT_LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
