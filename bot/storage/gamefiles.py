"""Game files of a database: matches that are over written to a file, and matches from files kept beside them.

What comes from a file is no table of this bot: it goes into `imports`, from which no result, history of holders or
ranking is ever made.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from bot.core import registry
from bot.core.cards import Card
from bot.core.errors import CoreError
from bot.core.game import AnyGame
from bot.core.gamefile.fields import LONGEST_LINE
from bot.core.gamefile.model import PlayedMatch, Proof, neutral_names, of_log
from bot.core.gamefile.reading import MOST_CLICKS, matches
from bot.core.gamefile.telling import told
from bot.core.gamefile.writing import lines_of
from bot.core.match import DealEnded
from bot.engine.errors import StorageFailure
from bot.engine.fairdeal import commitment, order
from bot.engine.models import OPEN_STATUSES, SeatHolder, TableId
from bot.engine.ports import DealSecret, StoredTable
from bot.storage import tables
from bot.storage.errors import DatabaseCorrupt, GameFileRefused, VerifyRefused
from bot.storage.migrate import shipped, version_of
from bot.storage.verify import begin_reading

T = TypeVar("T")

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of a file that is read."""

_BUSY_SECONDS = 30.0
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written.

    Attributes:
        matches: how many.
        deals: how many deals they hold.
        left_out: tables that are not in the file, and why.
    """

    matches: int
    deals: int
    left_out: tuple[tuple[TableId, str], ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """What was taken.

    Attributes:
        numbers: what the new matches are numbered by, in the order of the file.
        known: matches that were there already.
        deals: deals of the new ones.
    """

    numbers: tuple[int, ...]
    known: int
    deals: int


class NotExported(Exception):
    """A table is not written: it is open, a lesson, swept, or cannot be read."""


def export(
    database: Path,
    target: Path,
    table: TableId | None = None,
    *,
    text: bool = False,
    names: bool = False,
    force: bool = False,
    games: Mapping[str, AnyGame] | None = None,
) -> Exported:
    """Write matches that are over to a file; the database may be in use meanwhile.

    Args:
        database: the file to read.
        target: the file to write; it has its name once it is whole.
        table: which table; all of them when left out.
        text: in words for people instead of lines of JSON.
        names: with the players' names; else they are letters.
        force: replace a file that is there.
        games: the games by key; all of them when left out.

    Raises:
        GameFileRefused: the table is not to be exported, or the file cannot be written.
        VerifyRefused, DatabaseTooNew, DatabaseCorrupt: the database cannot be read.
    """
    known = registry.games() if games is None else games
    if target.is_dir() or (target.exists() and not force):
        raise GameFileRefused(f"there is something at {target} already: --force replaces a file")

    def work(connection: sqlite3.Connection) -> Exported:
        wanted = _all(connection) if table is None else (table,)
        found = _Found(table is None)
        _write(
            target,
            (line for played in found.of(connection, wanted, known, names) for line in _form(played, known, text)),
        )
        return Exported(found.matches, found.deals, tuple(found.left_out))

    return _reading(database, work)


def read_file(source: Path, games: Mapping[str, AnyGame] | None = None) -> tuple[PlayedMatch, ...]:
    """The matches of a file, each checked line by line; nothing is changed anywhere.

    Raises:
        BadFile: a line is wrong.
        GameFileRefused: the file cannot be opened, is too large, or holds no match.
    """
    try:
        if source.stat().st_size > LARGEST_FILE:
            raise GameFileRefused(f"{source} has more than {LARGEST_FILE:,} bytes: split it between two matches")
        with source.open("rb") as file:
            lines = iter(lambda: file.readline(LONGEST_LINE + 2), b"")
            found = tuple(matches(lines, registry.games() if games is None else games, wrong_with))
    except OSError as error:
        raise GameFileRefused(f"{source} cannot be read: {error.strerror}") from error
    if not found:
        raise GameFileRefused(f"{source} holds no match")
    return found


def take(database: Path, found: Iterable[PlayedMatch], now: datetime) -> Imported:
    """Keep matches that were read from a file, all or none; the bot may run meanwhile.

    Names of players are not kept. A match that is there already is not kept twice.

    Raises:
        VerifyRefused: the database is not of this program's version.
        DatabaseCorrupt: it is damaged.
        StorageFailure: it cannot be written; nothing is kept.
    """
    rows = [_row(played, now) for played in found]
    try:
        address = f"{database.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=_BUSY_SECONDS)) as connection:
            if version_of(connection) != len(shipped()):
                raise VerifyRefused("the database is of another version: start the bot once to bring it up to date")
            connection.execute("BEGIN IMMEDIATE")
            with connection:
                return _inserted(connection, rows)
    except sqlite3.OperationalError as error:
        raise StorageFailure(f"the database {database} cannot be written: {error}") from error
    except sqlite3.DatabaseError as error:
        raise DatabaseCorrupt(f"the database {database} is damaged: {error}") from error


def wrong_with(proof: Proof, number: int, pack: tuple[Card, ...], deck: tuple[Card, ...]) -> str | None:
    """What is wrong with a deal's proof, as docs/fair-deals.md has it; None when nothing is."""
    secret = DealSecret(number, bytes.fromhex(proof.seed), proof.clicks)
    if commitment(secret.seed, TableId(proof.table), number) != proof.commitment:
        return "the seed does not give this commitment"
    if order(secret, TableId(proof.table), deck) != pack:
        return "the seed does not give this pack"
    return None


class _Found:
    """Collects matches, and what is left out."""

    def __init__(self, lenient: bool) -> None:
        self._lenient = lenient
        self.matches = self.deals = 0
        self.left_out: list[tuple[TableId, str]] = []

    def of(
        self, connection: sqlite3.Connection, wanted: Iterable[TableId], games: Mapping[str, AnyGame], names: bool
    ) -> Iterator[PlayedMatch]:
        """The matches of these tables, one in memory at a time.

        Raises:
            GameFileRefused: one cannot be exported, and it was asked for by its number.
        """
        for table in wanted:
            try:
                played = _played(connection, table, games, names=names)
            except NotExported as error:
                if not self._lenient:
                    raise GameFileRefused(f"table {table} {error}") from error
                self.left_out.append((table, str(error)))
                continue
            self.matches += 1
            self.deals += len(played.deals)
            yield played


def _all(connection: sqlite3.Connection) -> tuple[TableId, ...]:
    found = connection.execute("SELECT id FROM tables WHERE NOT open AND NOT swept AND seq > 0 ORDER BY id")
    return tuple(TableId(int(number)) for (number,) in found.fetchall())


def _played(
    connection: sqlite3.Connection, table: TableId, games: Mapping[str, AnyGame], *, names: bool
) -> PlayedMatch:
    """A table's match.

    Raises:
        NotExported: why not.
    """
    if tables.is_swept(connection, table):
        raise NotExported("is over for long: its cards were removed by age")
    stored = tables.load(connection, table, games)
    if stored is None:
        raise NotExported("does not exist")
    if stored.record.status in OPEN_STATUSES:
        raise NotExported("is not over: its cards stay secret until then")
    if stored.record.lesson is not None:
        raise NotExported("is a lesson: its cards were prepared")
    if stored.failure is not None:
        raise NotExported(f"cannot be read: {stored.failure}")
    game = games[stored.record.game]
    events = tuple(entry.event for entry in stored.entries)
    seats = _names(stored) if names else None
    deals = sum(isinstance(event, DealEnded) for event in events)
    try:
        packs, proofs = _proofs(connection, stored, game, deals)
        return of_log(game, events, stored.record.profile, seats, packs, proofs)
    except CoreError as error:
        raise NotExported(f"cannot be exported: {error}") from error


def _proofs(
    connection: sqlite3.Connection, stored: StoredTable, game: AnyGame, deals: int
) -> tuple[dict[int, tuple[Card, ...]], dict[int, Proof]]:
    """Packs and proofs of the deals that are over, as far as their seeds are there."""
    table, deck = (
        stored.record.id,
        game.deck(game.options_type().with_values(stored.record.options), stored.record.players),
    )
    packs: dict[int, tuple[Card, ...]] = {}
    proofs: dict[int, Proof] = {}
    for number in range(1, deals + 1):
        secret = tables.read_deal(connection, table, number)
        if secret is not None and len(secret.mixed) <= MOST_CLICKS:
            packs[number] = order(secret, table, deck)
            shown = commitment(secret.seed, table, number)
            proofs[number] = Proof(table, secret.seed.hex(), secret.mixed, shown)
    return packs, proofs


def _names(stored: StoredTable) -> tuple[str, ...]:
    """The players' names as a file may hold them; a letter for who has none."""
    letters = neutral_names(stored.record.players)
    held: dict[int, SeatHolder] = {holder.seat: holder for holder in stored.seats}
    return tuple(_clean(held[seat].name) or letter if seat in held else letter for seat, letter in enumerate(letters))


def _clean(name: str) -> str:
    return "".join(char for char in name if char.isprintable()).strip()[:_LONGEST_NAME].strip()


def _form(played: PlayedMatch, games: Mapping[str, AnyGame], text: bool) -> Iterator[str]:
    if not text:
        return lines_of(played)
    return iter((*told(games[played.game], played), ""))


def _write(target: Path, lines: Iterable[str]) -> None:
    unfinished = target.with_name(target.name + ".part")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
        unfinished.replace(target)
    except OSError as error:
        raise GameFileRefused(f"{target} cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _row(played: PlayedMatch, now: datetime) -> tuple[object, ...]:
    nameless = replace(played, seats=neutral_names(played.players))
    body = "\n".join(lines_of(nameless)).encode()
    about = (played.game, played.profile, played.players, len(played.deals), played.finished)
    return (sha256(body).digest(), *about, now.isoformat(), zlib.compress(body, 9))


def _inserted(connection: sqlite3.Connection, rows: Iterable[tuple[object, ...]]) -> Imported:
    numbers: list[int] = []
    known = deals = 0
    for row in rows:
        found = connection.execute(
            "INSERT INTO imports (digest, game, profile, players, deals, finished, imported_at, body) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING RETURNING id, deals",
            row,
        ).fetchone()
        if found is None:
            known += 1
        else:
            numbers.append(int(found[0]))
            deals += int(found[1])
    return Imported(tuple(numbers), known, deals)


def _reading(database: Path, work: Callable[[sqlite3.Connection], T]) -> T:
    """Do something with one moment of a database that may be in use."""
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            begin_reading(connection)
            return work(connection)
    except StorageFailure as error:
        raise VerifyRefused(str(error)) from error
    except sqlite3.OperationalError as error:
        raise VerifyRefused(f"the database {database} cannot be read: {error}") from error
    except sqlite3.DatabaseError as error:
        raise DatabaseCorrupt(f"the database {database} is damaged: {error}") from error
