"""Snapshots: a cache of matches, each as it stood after its table's last finished deal.

The log is the truth. A snapshot is used only where folding the whole log gives the same: it was made by these rules and
this very program (a deal's account is computed anew by each fold, so it may change while the rules stay), and its proof
covers its own text and every line of the log up to its event. A log that is damaged anywhere thus freezes the table at
the same event with and without a snapshot. Any other snapshot is passed over, and a line of the log says so.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from bot.core.codec import EventCodec, Snapshot, codec_of
from bot.core.errors import CorruptLog
from bot.core.game import AnyGame
from bot.core.match import DealStarted, MatchState
from bot.engine.models import Held, SeatHolder, TableId
from bot.engine.ports import LogEntry, StoredTable, TableRecord
from bot.storage import tables

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tail:
    """How far this process knows a log, because it read or wrote it.

    Attributes:
        seq: its last event.
        digest: of all its lines up to there.
    """

    seq: int = 0
    digest: bytes = b""

    def after(self, lines: Iterable[str]) -> Tail:
        """The tail once these lines have followed."""
        seq, digest = self.seq, self.digest
        for line in lines:
            seq, digest = seq + 1, sha256(digest + line.encode()).digest()
        return Tail(seq, digest)


def append(
    connection: sqlite3.Connection,
    record: TableRecord,
    seats: Sequence[SeatHolder],
    after_seq: int,
    entries: Sequence[LogEntry],
    game: AnyGame,
    tail: Tail | None,
    state: MatchState | None,
    held: Sequence[Held] = (),
) -> Tail | None:
    """Add events, replace the row and the seats, and keep the match after these events when it is given.

    Nothing is kept of a log whose tail is not known: its lines in the file may be others than those this process
    folded.

    Returns:
        The tail after these events.

    Raises:
        StorageFailure: the log does not end at `after_seq`.
    """
    lines = tables.append(connection, record, seats, after_seq, entries, codec_of(game), held)
    if tail is None or tail.seq != after_seq:
        return None
    tail = tail.after(lines)
    if state is not None:
        body = codec_of(game).encode_snapshot(Snapshot(tail.seq, state)).encode()
        connection.execute(
            "INSERT OR REPLACE INTO snapshots (table_id, seq, rules_version, program, proof, body) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (record.id, tail.seq, game.rules_version, _program(), _proof(game, tail, body), body),
        )
    return tail


def load(
    connection: sqlite3.Connection, table: TableId, games: Mapping[str, AnyGame]
) -> tuple[StoredTable, Tail | None] | None:
    """A table with its snapshot and what of its log is still needed, or with its whole log; and the log's tail.

    Returns:
        None when there is no such table, or its log was removed by age; no tail when the log cannot be read to its end.
    """
    found = tables.read_table(connection, table)
    if found is None or tables.is_swept(connection, table):
        return None
    game = games.get(found.record.game)
    if game is None:
        return tables.with_log(found, None, ()), None
    lines = tables.read_lines(connection, table)
    snapshot, tail = _usable(connection, table, game, lines)
    first = 0 if snapshot is None else _deal_start(codec_of(game), lines, snapshot.seq)
    stored = tables.with_log(found, game, lines[first:], first, snapshot)
    return stored, tail if stored.failure is None else None


def _usable(
    connection: sqlite3.Connection, table: TableId, game: AnyGame, lines: Sequence[str]
) -> tuple[Snapshot | None, Tail]:
    """The table's snapshot when it may stand for the log's beginning, and the tail of the log."""
    row = connection.execute(
        "SELECT seq, rules_version, program, proof, body FROM snapshots WHERE table_id = ?", (table,)
    ).fetchone()
    if row is None:
        return None, Tail().after(lines)
    seq, rules_version, program, proof, body = row
    there = Tail().after(lines[:seq])
    tail = there.after(lines[seq:])
    if (rules_version, program) != (game.rules_version, _program()):
        log.info("the snapshot is another version's; the whole log is read", extra={"table": table})
        return None, tail
    if there.seq != seq or proof != _proof(game, there, body):
        log.warning("the snapshot does not fit its log; the whole log is read", extra={"table": table})
        return None, tail
    try:
        return codec_of(game).decode_snapshot(body.decode()), tail
    except CorruptLog as error:
        log.warning("the snapshot cannot be read, the whole log is: %s", error, extra={"table": table})
        return None, tail


def _deal_start(codec: EventCodec, lines: Sequence[str], seq: int) -> int:
    """How many events come before the deal to which the event `seq` belongs."""
    return next((at for at in range(seq - 1, 0, -1) if isinstance(codec.decode(lines[at]).event, DealStarted)), 0)


def _proof(game: AnyGame, tail: Tail, body: bytes) -> bytes:
    marks = f"{game.key}|{game.rules_version}|{_program()}|{tail.seq}|"
    return sha256(marks.encode() + tail.digest + body).digest()


@cache
def _program() -> str:
    """A digest of the core's source: what folds a log."""
    digest = sha256()
    for name, source in _sources(files("bot.core")):
        digest.update(f"{name}|{len(source)}|".encode() + source)
    return digest.hexdigest()[:16]


def _sources(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _sources(item)
        elif item.name.endswith(".py"):
            yield item.name, item.read_bytes()
