"""Who sits at a table, sat there or may sit there, in SQL: plain functions, each called inside one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from bot.core.seats import Seat
from bot.engine.models import Held, SeatHolder, TableId, UserId
from bot.engine.ports import TableRecord

_HELD = "INSERT OR REPLACE INTO holders (table_id, deal, seat, since, user, present) VALUES (?, ?, ?, ?, ?, ?)"


def read_held(connection: sqlite3.Connection, table: TableId, *, latest: bool = False) -> tuple[Held, ...]:
    """Who held a table's seats, deal by deal in the order of the log; of the latest deal only if that is wanted."""
    only = " AND deal = (SELECT max(deal) FROM holders WHERE table_id = ?1)" if latest else ""
    sql = f"SELECT deal, seat, since, user, present FROM holders WHERE table_id = ?1{only}"  # noqa: S608 - no input
    found = connection.execute(f"{sql} ORDER BY deal, seat, since", (table,))
    return tuple(Held(deal, Seat(seat), since, _user(user), bool(there)) for deal, seat, since, user, there in found)


def read_invited(connection: sqlite3.Connection, table: TableId) -> frozenset[UserId]:
    """Who may sit at a private table."""
    found = connection.execute("SELECT user FROM invitations WHERE table_id = ?", (table,))
    return frozenset(UserId(user) for (user,) in found)


def write_invited(connection: sqlite3.Connection, table: TableId, record: TableRecord) -> None:
    """Store who may sit at a private table."""
    before = read_invited(connection, table)
    gone, new = before - record.invited, record.invited - before
    connection.executemany("DELETE FROM invitations WHERE table_id = ? AND user = ?", [(table, user) for user in gone])
    connection.executemany("INSERT INTO invitations (table_id, user) VALUES (?, ?)", [(table, user) for user in new])


def read_seats(connection: sqlite3.Connection, table: TableId) -> tuple[tuple[SeatHolder, ...], UserId]:
    """Who holds a table's seats now, and its host."""
    found = connection.execute(
        "SELECT seat, user, name, level, away, missed, host, vacated FROM seats WHERE table_id = ? ORDER BY seat",
        (table,),
    ).fetchall()
    seats = tuple(
        SeatHolder(Seat(row[0]), _user(row[1]), row[2], row[3], bool(row[4]), row[5], bool(row[7])) for row in found
    )
    host = next((_user(row[1]) for row in found if row[6]), None)
    return seats, UserId(0) if host is None else host


def _user(number: int | None) -> UserId | None:
    return None if number is None else UserId(number)


def write_seats(connection: sqlite3.Connection, table: TableId, host: UserId, seats: Sequence[SeatHolder]) -> None:
    """Store who holds a table's seats now."""
    connection.execute("DELETE FROM seats WHERE table_id = ?", (table,))
    connection.executemany(
        "INSERT INTO seats (table_id, seat, user, name, level, away, missed, host, vacated) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                table,
                holder.seat,
                holder.user,
                holder.name,
                holder.level,
                holder.away,
                holder.missed,
                holder.user == host,
                holder.vacated,
            )
            for holder in seats
        ],
    )


def write_held(connection: sqlite3.Connection, table: TableId, held: Sequence[Held]) -> None:
    """Add to the history of a table's seats."""
    connection.executemany(_HELD, [_held_row(table, entry) for entry in held])


def _held_row(table: TableId, held: Held) -> tuple[int | None, ...]:
    return (table, held.deal, held.seat, held.since, held.user, held.present)
