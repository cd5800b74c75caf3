"""Checks a finished deal: the revealed seed against the hash shown before it, and its cards against the seed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.core import match, registry
from bot.core.actions import Deal
from bot.core.cards import Card
from bot.core.errors import CoreError
from bot.core.events import Event
from bot.core.game import AnyGame
from bot.core.match import DealStarted, MatchState
from bot.core.replay import replay
from bot.engine.errors import StorageFailure
from bot.engine.fairdeal import NotFair, verify
from bot.engine.models import OPEN_STATUSES, TableId
from bot.engine.ports import DealSecret, StoredTable
from bot.storage import tables
from bot.storage.errors import DatabaseCorrupt, DatabaseTooNew, VerifyRefused
from bot.storage.migrate import shipped, version_of


@dataclass(frozen=True, slots=True)
class DealProof:
    """A deal that was checked and found fair.

    Attributes:
        table: the table's number.
        secret: the seed with the clicks mixed in.
        commitment: the hash that was shown before the deal.
        order: the pack as it was dealt, first card first.
    """

    table: TableId
    secret: DealSecret
    commitment: str
    order: tuple[Card, ...]

    def lines(self) -> tuple[str, ...]:
        """The proof for a person to read, one fact a line."""
        return (
            f"table {self.table}, deal {self.secret.number}: the cards are those the seed gives",
            f"seed        {self.secret.seed.hex()}",
            f"commitment  {self.commitment}  (SHA-256 of seed|table|deal, shown before the deal)",
            f"clicks      {' '.join(self.secret.mixed) or 'none'}",
            f"order       {' '.join(card.code for card in self.order)}",
        )


async def verify_deal(database: Path, table: int, number: int, games: Mapping[str, AnyGame] | None = None) -> DealProof:
    """Recompute a finished deal from the database, which may be in use meanwhile.

    Args:
        database: the file.
        table: the table's number.
        number: the deal's number at that table.
        games: the games by key; all of them when left out.

    Raises:
        VerifyRefused: the deal is unknown, still running, or not fair; the database cannot be read.
        DatabaseTooNew: the database was written by a newer version.
        DatabaseCorrupt: the file is damaged, or another program's database.
    """
    known = registry.games() if games is None else games
    try:
        stored, secret, shown = await asyncio.to_thread(_read_file, database, TableId(table), number, known)
    except StorageFailure as error:
        raise VerifyRefused(str(error)) from error
    except sqlite3.OperationalError as error:
        raise VerifyRefused(f"the database {database} cannot be read: {error}") from error
    except sqlite3.DatabaseError as error:
        raise DatabaseCorrupt(f"the database {database} is damaged: {error}") from error
    game = known[stored.record.game]
    events = tuple(entry.event for entry in stored.entries)
    before, dealt = _split(game, events, number)
    _refuse_running(stored, dealt, number)
    try:
        order = verify(secret, TableId(table), shown, game.deck(before.options, before.players))
        expected = match.act(game, before, None, Deal(order)).events
    except (NotFair, CoreError) as error:
        raise VerifyRefused(str(error)) from error
    if tuple(dealt[: len(expected)]) != expected:
        raise VerifyRefused(f"table {table}, deal {number}: the cards are not those the seed gives")
    return DealProof(TableId(table), secret, shown, order)


def _read_file(
    database: Path, table: TableId, number: int, games: Mapping[str, AnyGame]
) -> tuple[StoredTable, DealSecret, str]:
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return _read(connection, table, number, games)


def begin_reading(connection: sqlite3.Connection) -> None:
    """Begin to read one moment of a database of this program's own version.

    Raises:
        DatabaseTooNew: a newer program wrote it.
        VerifyRefused: it is of an older version.
    """
    connection.execute("BEGIN")
    version, newest = version_of(connection), len(shipped())
    if version > newest:
        raise DatabaseTooNew(f"the database has version {version}, this program knows {newest}")
    if version < newest:
        raise VerifyRefused("the database is of an older version: start the bot once to bring it up to date")


def _read(
    connection: sqlite3.Connection, table: TableId, number: int, games: Mapping[str, AnyGame]
) -> tuple[StoredTable, DealSecret, str]:
    begin_reading(connection)
    if tables.is_swept(connection, table):
        raise VerifyRefused(f"the deals of table {table} were removed by age: its result is all that is left")
    stored = tables.load(connection, table, games)
    secret = tables.read_deal(connection, table, number)
    shown = tables.read_commitment(connection, table, number)
    if stored is None or secret is None or shown is None:
        raise VerifyRefused(f"table {table} has no deal {number}")
    if stored.failure is not None:
        raise VerifyRefused(f"table {table} cannot be read: {stored.failure}")
    return stored, secret, shown


def _split(game: AnyGame, events: Sequence[Event], number: int) -> tuple[MatchState, Sequence[Event]]:
    """The match just before a deal, and the events from that deal's start."""
    for index, event in enumerate(events):
        if isinstance(event, DealStarted) and event.number == number:
            replayed = replay(game, events[:index])
            if replayed.state is None or replayed.failure is not None:
                raise VerifyRefused(f"the log does not fold: {replayed.failure}")
            return replayed.state, events[index:]
    raise VerifyRefused(f"deal {number} has not been dealt")


def _refuse_running(stored: StoredTable, dealt: Sequence[Event], number: int) -> None:
    ended = any(isinstance(event, match.DealEnded) for event in dealt)
    if not ended and stored.record.status in OPEN_STATUSES:
        raise VerifyRefused(f"deal {number} is still running: its seed stays secret until it is over")
