"""Seats around a table and the order of play."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, numbered from 0 in playing order; seat 0 is the first to have joined."""

Side = NewType("Side", int)
"""A unit that scores together: a partnership in belote (0 = seats 0 and 2), a single seat elsewhere."""


def next_seat(seat: Seat, players: int, steps: int = 1) -> Seat:
    """The seat that acts `steps` after this one.

    >>> next_seat(Seat(3), 4)
    0
    """
    return Seat((seat + steps) % players)


def seats_from(first: Seat, players: int) -> tuple[Seat, ...]:
    """All seats in playing order, beginning with `first`.

    >>> seats_from(Seat(2), 4)
    (2, 3, 0, 1)
    """
    return tuple(Seat((first + step) % players) for step in range(players))


def all_seats(players: int) -> tuple[Seat, ...]:
    """All seats, from 0."""
    return seats_from(Seat(0), players)
