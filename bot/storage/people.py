"""One person's data: everything that is kept about them, and taking it out again.

Ids of members are in `seats`, `holders`, `invitations` and `user_settings`, and a hand's message in `surfaces` names
the conversation it is in; events, deals, results and snapshots hold seats only.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.core.codec import Record, codec_of
from bot.core.events import visible
from bot.core.game import AnyGame
from bot.core.match import DealStarted
from bot.core.seats import Seat
from bot.engine.memory import PersonalData
from bot.engine.models import Held, TableId, UserId
from bot.storage import seating, tables
from bot.storage.database import Database

_MINE = "SELECT table_id FROM seats WHERE user = ?1 UNION SELECT table_id FROM holders WHERE user = ?1"
_INVITED = "SELECT table_id FROM invitations WHERE user = ?1"
_LEAVE = (
    "UPDATE seats SET user = NULL, name = '', host = 0, away = 0, missed = 0, "
    "vacated = (SELECT open FROM tables WHERE id = table_id), "
    "level = (SELECT iif(open, tables.level, '') FROM tables WHERE id = table_id) WHERE user = ?1"
)
_HANDS = (
    "DELETE FROM surfaces WHERE seat >= 0 AND ("
    "channel = (SELECT dm_channel FROM user_settings WHERE user = ?1) "
    "OR EXISTS (SELECT 1 FROM seats WHERE seats.table_id = surfaces.table_id AND seats.seat = surfaces.seat "
    "AND seats.user = ?1))"
)
_NOBODYS_HANDS = (
    "DELETE FROM surfaces WHERE table_id = ?1 AND seat >= 0 "
    "AND seat NOT IN (SELECT seat FROM seats WHERE table_id = ?1 AND user IS NOT NULL)"
)


class SqlitePeople:
    """What is kept about one person."""

    def __init__(self, database: Database, games: Mapping[str, AnyGame]) -> None:
        self._database = database
        self._games = games

    async def export(self, user: UserId) -> PersonalData:
        """Everything about a person, as plain values; nothing about anybody else.

        Raises:
            StorageFailure: it cannot be read.
        """
        return await self._database.read(partial(exported, user=user, games=self._games))

    async def erase(self, user: UserId) -> tuple[TableId, ...]:
        """Forget a person; the tables where they held a seat. Nothing of it is left in the file afterwards.

        Raises:
            StorageFailure: the database refused; nothing has changed.
        """
        found = await self._database.write(partial(erased, user=user))
        await self._database.empty_log()
        return found

    async def forget_hands(self, tables: Sequence[TableId]) -> None:
        """Forget the private messages of seats that no member holds.

        Raises:
            StorageFailure: the database refused; nothing has changed.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(_NOBODYS_HANDS, [(table,) for table in tables])

        await self._database.write(work)
        await self._database.empty_log()


def erased(connection: sqlite3.Connection, user: UserId) -> tuple[TableId, ...]:
    """Take a person out of every table and setting. In a table that is over the seat is that of somebody who is gone.

    A seat that still plays, because its table could not be left, becomes a computer player's.
    """
    mine = f"{_MINE} UNION {_INVITED} ORDER BY 1"
    found = tuple(TableId(int(table)) for (table,) in connection.execute(mine, (user,)))
    connection.execute(_HANDS, (user,))
    connection.execute(_LEAVE, (user,))
    connection.execute("UPDATE holders SET user = NULL WHERE user = ?", (user,))
    connection.execute("DELETE FROM invitations WHERE user = ?", (user,))
    connection.execute("DELETE FROM user_settings WHERE user = ?", (user,))
    return found


def exported(connection: sqlite3.Connection, user: UserId, games: Mapping[str, AnyGame]) -> PersonalData:
    """Everything about a person: settings, seats, what they held and did in each deal, and how their matches ended."""
    found = connection.execute(f"{_MINE} ORDER BY 1", (user,)).fetchall()
    return {
        "member": str(user),
        "settings": _settings(connection, user),
        "invitations": [table for (table,) in connection.execute(f"{_INVITED} ORDER BY 1", (user,))],
        "tables": [_table(connection, TableId(int(table)), user, games) for (table,) in found],
    }


def _settings(connection: sqlite3.Connection, user: UserId) -> dict[str, Any] | None:
    return _named(connection, "SELECT * FROM user_settings WHERE user = ?", user)


def _named(connection: sqlite3.Connection, sql: str, *values: int) -> dict[str, Any] | None:
    """A row by the names of its columns. Ids are texts: many readers of JSON would round them."""
    cursor = connection.execute(sql, values)
    row = cursor.fetchone()
    if row is None:
        return None
    names = [str(column[0]) for column in cursor.description]
    kept = dict(zip(names, row, strict=True))
    return {name: str(value) if name in _IDS and value is not None else value for name, value in kept.items()}


_IDS = frozenset({"user", "dm_channel", "guild", "channel", "message"})


def _table(
    connection: sqlite3.Connection, table: TableId, user: UserId, games: Mapping[str, AnyGame]
) -> dict[str, Any]:
    row = "SELECT guild, channel, game, profile, status, opened_at FROM tables WHERE id = ?"
    seat = "SELECT seat, name, host, away, missed FROM seats WHERE table_id = ? AND user = ?"
    hand = "SELECT channel, message FROM surfaces WHERE table_id = ? AND seat = ?"
    mine = _named(connection, seat, table, user)
    sat = None if mine is None else int(mine["seat"])
    turns = _turns(seating.read_held(connection, table), user)
    return {
        "table": table,
        **(_named(connection, row, table) or {}),
        "seat": mine,
        "hand_message": None if sat is None else _named(connection, hand, table, sat),
        "deals": [{"deal": turn.deal, "seat": turn.seat, "present": turn.present} for turn in turns],
        "result": _result(connection, table, sat, games),
        "events": list(_events(connection, table, turns, sat, games)),
    }


@dataclass(frozen=True, slots=True)
class _Turn:
    """A part of a deal in which the person held a seat: events after `since`, up to `until`."""

    deal: int
    seat: Seat
    since: int
    until: float
    present: bool


def _turns(held: Sequence[Held], user: UserId) -> list[_Turn]:
    found = []
    for place, entry in enumerate(held):
        following = held[place + 1] if place + 1 < len(held) else None
        same = following is not None and (following.deal, following.seat) == (entry.deal, entry.seat)
        if entry.user == user:
            until = following.since if following is not None and same else float("inf")
            found.append(_Turn(entry.deal, entry.seat, entry.since, until, entry.present))
    return found


def _result(
    connection: sqlite3.Connection, table: TableId, seat: int | None, games: Mapping[str, AnyGame]
) -> dict[str, Any] | None:
    """The total of the person's side and whether it won; None for a match that has not ended, or not theirs."""
    found = connection.execute("SELECT totals, winner, ended_at FROM results WHERE table_id = ?", (table,)).fetchone()
    stored = tables.read_table(connection, table)
    if found is None or stored is None or seat is None or stored.record.game not in games:
        return None
    sides = games[stored.record.game].sides(stored.record.players)
    side = next((number for number, seats in enumerate(sides) if seat in seats), None)
    totals = json.loads(found[0])
    if side is None or side >= len(totals):
        return None
    return {"total": totals[side], "won": found[1] == side, "ended_at": found[2]}


def _events(
    connection: sqlite3.Connection,
    table: TableId,
    turns: Sequence[_Turn],
    sat: int | None,
    games: Mapping[str, AnyGame],
) -> Iterator[dict[str, Any]]:
    """What the person's seat got and did while they held it; of tables older than that history, all of the seat's."""
    stored = tables.load(connection, table, games)
    game = None if stored is None else games.get(stored.record.game)
    if stored is None or game is None:
        return
    codec, deal = codec_of(game), 0
    for entry in stored.entries:
        if isinstance(entry.event, DealStarted):
            deal = entry.event.number
        seat = getattr(entry.event, "seat", None)
        if seat is None or not visible(entry.event, Seat(seat)):
            continue
        mine = any(turn.deal == deal and turn.seat == seat and turn.since < entry.seq <= turn.until for turn in turns)
        if mine or (not turns and seat == sat):
            yield json.loads(codec.encode(Record(entry.seq, entry.at, entry.event)))
