"""Tables in SQL: plain functions on a connection, each called inside one transaction.

Of a table that is frozen or closed only the status, the deadline and the seats are written: what could not be read of
its row stays as it is, to be repaired.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.core.codec import EventCodec, Record, Snapshot, codec_of
from bot.core.game import AnyGame
from bot.core.match import MatchEnded
from bot.core.replay import read_log
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.fairdeal import commitment
from bot.engine.models import (
    ChannelId,
    GuildId,
    Held,
    Level,
    Pace,
    Pictures,
    SeatHolder,
    Seeking,
    TableId,
    TableStatus,
    UserId,
)
from bot.engine.ports import Abandoned, DealSecret, LogEntry, StoredTable, TableRecord
from bot.palette import Palette
from bot.storage import packs, rows, seating
from bot.storage.rows import Reading

_SELECT = (
    "SELECT guild, channel, game, profile, options, players, locale, status, opened_at, deadline, ready, secret, "
    "revealed, pace, quiet, paused, asked, profile_version, pictures, palette, lesson, private, call, "
    "level, hints, revision FROM tables WHERE id = ?"
)
_INSERT = (
    "INSERT INTO tables (guild, channel, game, profile, options, players, locale, status, opened_at, deadline, ready, "
    "secret, revealed, pace, quiet, paused, asked, profile_version, pictures, palette, lesson, private, call, "
    "level, hints) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE = (
    "UPDATE tables SET guild = ?, channel = ?, game = ?, profile = ?, options = ?, players = ?, locale = ?, "
    "status = ?, opened_at = ?, deadline = ?, ready = ?, secret = ?, revealed = ?, pace = ?, quiet = ?, "
    "paused = ?, asked = ?, profile_version = ?, pictures = ?, palette = ?, lesson = ?, private = ?, call = ?, "
    "level = ?, hints = ?, "
    "revision = ?, seq = seq + ? WHERE id = ? AND seq = ifnull(?, seq)"
)
_RESULT = (
    "INSERT INTO results (table_id, game, profile, profile_version, totals, winner, ended_at, abandoned, counts) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_STOP = "UPDATE tables SET status = ?, deadline = ?, revision = ? WHERE id = ?"
_STOPPED = frozenset({TableStatus.FROZEN, TableStatus.CLOSED})

_LATE_RESULTS = 50
"""Most tables that are over and still have to show how they ended."""


def create(connection: sqlite3.Connection, record: TableRecord, seats: Sequence[SeatHolder]) -> TableId:
    """Insert a table; its number.

    Raises:
        EngineRefusal: CHANNEL_TAKEN.
    """
    taken = connection.execute("SELECT id FROM tables WHERE channel = ? AND open", (record.channel,)).fetchone()
    if taken is not None:
        raise EngineRefusal(Trouble.CHANNEL_TAKEN, table=int(taken[0]))
    cursor = connection.execute(_INSERT, _row(record))
    table = TableId(int(cursor.lastrowid or 0))
    _write_deals(connection, table, record)
    seating.write_seats(connection, table, record.host, seats)
    seating.write_invited(connection, table, record)
    return table


def save(
    connection: sqlite3.Connection,
    record: TableRecord,
    seats: Sequence[SeatHolder],
    after_seq: int | None = None,
    added: int = 0,
    held: Sequence[Held] = (),
    abandoned: Abandoned | None = None,
) -> None:
    """Replace the row and the seats; with `after_seq`, only if the log ends there.

    Adds to the history of the seats, and the result of a match that is given up.

    Raises:
        StorageFailure: there is no such table, or its log ends elsewhere.
    """
    stops = record.status in _STOPPED and after_seq is None
    if stops:
        stop = (record.status.value, _text(record.deadline), record.revision, record.id)
        cursor = connection.execute(_STOP, stop)
    else:
        cursor = connection.execute(_UPDATE, (*_row(record), record.revision, added, record.id, after_seq))
    if cursor.rowcount != 1:
        raise StorageFailure(f"table {record.id} is not at event {after_seq}")
    if not stops:
        _write_deals(connection, record.id, record)
        seating.write_invited(connection, record.id, record)
    if seating.read_seats(connection, record.id) != (tuple(seats), record.host):
        seating.write_seats(connection, record.id, record.host, seats)
    seating.write_held(connection, record.id, held)
    if abandoned is not None and record.lesson is None:
        row = (json.dumps(abandoned.totals), None, abandoned.at.isoformat(), True, abandoned.counts)
        connection.execute(_RESULT, (record.id, record.game, record.profile, record.profile_version, *row))


def append(
    connection: sqlite3.Connection,
    record: TableRecord,
    seats: Sequence[SeatHolder],
    after_seq: int,
    entries: Sequence[LogEntry],
    codec: EventCodec,
    held: Sequence[Held] = (),
) -> tuple[str, ...]:
    """Add events and replace the row and the seats.

    Returns:
        The lines added to the log.

    Raises:
        StorageFailure: the log does not end at `after_seq`.
    """
    save(connection, record, seats, after_seq, len(entries), held)
    lines = tuple([codec.encode(Record(entry.seq, entry.at, entry.event)) for entry in entries])
    connection.executemany(
        "INSERT INTO events (table_id, seq, body) VALUES (?, ?, ?)",
        [(record.id, entry.seq, line) for entry, line in zip(entries, lines, strict=True)],
    )
    for entry in entries:
        if isinstance(entry.event, MatchEnded) and record.lesson is None:
            row = (json.dumps(entry.event.totals), entry.event.winner, entry.at.isoformat(), False, True)
            connection.execute(_RESULT, (record.id, record.game, record.profile, record.profile_version, *row))
    return lines


def load(connection: sqlite3.Connection, table: TableId, games: Mapping[str, AnyGame]) -> StoredTable | None:
    """A table with its whole log, whatever snapshots there are; None when there is none, or its log went by age."""
    found = read_table(connection, table)
    if found is None or is_swept(connection, table):
        return None
    return with_log(found, games.get(found.record.game), read_lines(connection, table))


def read_table(connection: sqlite3.Connection, table: TableId) -> StoredTable | None:
    """A table's row and seats, without its log. What cannot be read of the row is named as its failure."""
    row = connection.execute(_SELECT, (table,)).fetchone()
    if row is None:
        return None
    seats, host = seating.read_seats(connection, table)
    reading = Reading()
    record = _record(connection, table, host, row, reading)
    return StoredTable(record, seats, (), reading.failure, held=seating.read_held(connection, table, latest=True))


def is_swept(connection: sqlite3.Connection, table: TableId) -> bool:
    """Whether a table's log was removed by age."""
    return connection.execute("SELECT 1 FROM tables WHERE id = ? AND swept", (table,)).fetchone() is not None


def read_lines(connection: sqlite3.Connection, table: TableId) -> tuple[str, ...]:
    """A table's log as it is written, packed or not."""
    found = connection.execute("SELECT body FROM events WHERE table_id = ? ORDER BY seq", (table,))
    return (*packs.read(connection, table), *[line for (line,) in found])


def with_log(
    stored: StoredTable,
    game: AnyGame | None,
    lines: Sequence[str],
    after: int = 0,
    snapshot: Snapshot | None = None,
) -> StoredTable:
    """A table with the lines of its log that follow the event `after`, or as many as can be read."""
    if game is None:
        return replace(stored, failure=f"no game {stored.record.game}")
    read = read_log(codec_of(game), lines, after)
    entries = tuple(LogEntry(found.seq, found.at, found.event) for found in read.records)
    return replace(stored, entries=entries, failure=stored.failure or read.failure, snapshot=snapshot)


def open_tables(connection: sqlite3.Connection) -> tuple[TableId, ...]:
    """All tables that occupy a channel."""
    return _ids(connection.execute("SELECT id FROM tables WHERE open ORDER BY id"))


def table_in(connection: sqlite3.Connection, channel: ChannelId) -> TableId | None:
    """The open table of a channel, or else its latest one."""
    found = connection.execute(
        "SELECT id FROM tables WHERE channel = ? AND NOT swept ORDER BY open DESC, id DESC LIMIT 1", (channel,)
    ).fetchone()
    return None if found is None else TableId(int(found[0]))


def tables_of(connection: sqlite3.Connection, user: UserId) -> tuple[TableId, ...]:
    """Open tables where this member holds a seat."""
    sql = "SELECT id FROM tables JOIN seats ON table_id = id WHERE user = ? AND open ORDER BY id"
    return _ids(connection.execute(sql, (user,)))


def lagging(connection: sqlite3.Connection) -> tuple[TableId, ...]:
    """Tables with a message shown before their last change, and open ones that lack a message.

    Of tables that are over only the latest few: nobody waits for a result of long ago.
    A member whose hand is shown in the channel has no stored message either: his table is drawn once too often.
    """
    sql = (
        "WITH behind AS (SELECT id, open FROM tables "
        "WHERE EXISTS (SELECT 1 FROM surfaces WHERE table_id = id AND shown_seq < revision)) "
        "SELECT id FROM tables WHERE id IN (SELECT id FROM behind WHERE open) "
        "OR id IN (SELECT id FROM behind WHERE NOT open ORDER BY id DESC LIMIT ?) "
        "OR (open AND NOT EXISTS (SELECT 1 FROM surfaces WHERE table_id = id AND seat = -1)) "
        "OR (status = 'playing' AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = id AND user IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM surfaces WHERE surfaces.table_id = id AND surfaces.seat = seats.seat))) "
        "ORDER BY id"
    )
    return _ids(connection.execute(sql, (_LATE_RESULTS,)))


def _ids(found: Iterable[tuple[int]]) -> tuple[TableId, ...]:
    return tuple(TableId(number) for (number,) in found)


def _row(record: TableRecord) -> tuple[str | int | None, ...]:
    return (
        record.guild,
        record.channel,
        record.game,
        record.profile,
        json.dumps(dict(record.options), separators=(",", ":")),
        record.players,
        record.locale,
        record.status.value,
        record.opened_at.isoformat(),
        _text(record.deadline),
        json.dumps(sorted(record.ready)),
        None if record.secret is None else record.secret.number,
        None if record.revealed is None else record.revealed.number,
        record.pace.value,
        None if record.quiet is None else rows.quiet_text(record.quiet),
        record.paused,
        None if record.asked is None else rows.asked_text(record.asked),
        record.profile_version,
        record.pictures.value,
        record.palette.value,
        record.lesson,
        record.private,
        record.seeking.value,
        record.level.value,
        record.hints,
    )


def _text(when: datetime | None) -> str | None:
    return None if when is None else when.isoformat()


def _record(
    connection: sqlite3.Connection, table: TableId, host: UserId, row: tuple[object, ...], reading: Reading
) -> TableRecord:
    guild, channel, game, profile, options, players, locale, status, opened, deadline, ready, secret, revealed = row[
        :13
    ]
    pace, quiet, paused, asked, profile_version, pictures, palette, lesson, private, call, level, hints, revision = row[
        13:
    ]
    return TableRecord(
        id=table,
        guild=GuildId(_int(guild)),
        channel=ChannelId(_int(channel)),
        host=host,
        game=str(game),
        profile=str(profile),
        options=reading.value("options", rows.options, options, {}),
        players=_int(players),
        locale=str(locale),
        status=TableStatus(str(status)),
        opened_at=reading.value("opened_at", rows.time, opened, rows.UNKNOWN_TIME),
        deadline=None if deadline is None else reading.value("deadline", rows.time, deadline, None),
        ready=reading.value("ready", rows.seats, ready, frozenset()),
        secret=None if secret is None else _deal(connection, table, _int(secret), reading),
        revealed=None if revealed is None else _deal(connection, table, _int(revealed), reading),
        revision=_int(revision),
        profile_version=_int(profile_version),
        pace=reading.value("pace", Pace, pace, Pace.LIVE),
        quiet=None if quiet is None else reading.value("quiet", rows.quiet, quiet, None),
        paused=bool(paused),
        asked=None if asked is None else reading.value("asked", rows.asked, asked, None),
        pictures=reading.value("pictures", Pictures, pictures, Pictures.FULL),
        palette=reading.value("palette", Palette, palette, Palette.CLASSIC),
        lesson=None if lesson is None else _int(lesson),
        private=bool(private),
        invited=seating.read_invited(connection, table),
        seeking=reading.value("call", Seeking, call, Seeking.OFF),
        level=reading.value("level", Level, level, Level.CLUB),
        hints=bool(hints),
    )


def read_deal(connection: sqlite3.Connection, table: TableId, number: int) -> DealSecret | None:
    """The seed of a deal and what was mixed into it.

    Raises:
        StorageFailure: it cannot be read.
    """
    reading = Reading()
    found = _deal(connection, table, number, reading)
    if reading.failure is not None:
        raise StorageFailure(f"deal {number} of table {table}: {reading.failure}")
    return found


def _deal(connection: sqlite3.Connection, table: TableId, number: int, reading: Reading) -> DealSecret | None:
    found = connection.execute(
        "SELECT seed, mixed FROM deals WHERE table_id = ? AND number = ?", (table, number)
    ).fetchone()
    if found is None:
        return None
    return DealSecret(number, bytes(found[0]), reading.value(f"clicks of deal {number}", rows.clicks, found[1], ()))


def read_commitment(connection: sqlite3.Connection, table: TableId, number: int) -> str | None:
    """The hash that was shown before a deal."""
    sql = "SELECT commitment FROM deals WHERE table_id = ? AND number = ?"
    found = connection.execute(sql, (table, number)).fetchone()
    return None if found is None else str(found[0])


def _write_deals(connection: sqlite3.Connection, table: TableId, record: TableRecord) -> None:
    """Store seeds. One that is there already keeps its seed and hash: only clicks are added."""
    for secret in (record.revealed, record.secret):
        if secret is not None:
            connection.execute(
                "INSERT INTO deals (table_id, number, seed, mixed, commitment) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET mixed = excluded.mixed WHERE mixed <> excluded.mixed",
                (
                    table,
                    secret.number,
                    secret.seed,
                    json.dumps(secret.mixed),
                    commitment(secret.seed, table, secret.number),
                ),
            )


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
