"""The form of a deal: how many play, who plays with whom, and how many tricks there are."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Form:
    """A form in which a game of the family is played.

    Attributes:
        camps: the side of each seat, in the order of the seats.
        tricks: how many tricks a deal has; each seat holds as many cards when the play begins.
    """

    camps: tuple[Side, ...]
    tricks: int

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.camps)

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that score together, by side."""
        numbers = range(max(self.camps) + 1)
        return tuple(tuple(Seat(seat) for seat, camp in enumerate(self.camps) if camp == side) for side in numbers)

    @property
    def nothing(self) -> tuple[int, ...]:
        """Zero for each side."""
        return (0,) * (max(self.camps) + 1)

    @property
    def opponent(self) -> str:
        """What somebody who is no partner is to a player: a code of `term.relation`.

        Where three or more play for themselves, "opponent" would be taken for the taker or for those against him.
        """
        if self.players == 2:
            return "sole_opponent"
        return "player" if len(self.nothing) == self.players else "opponent"

    def partners(self, one: Seat, other: Seat) -> bool:
        """Whether two seats score together; a seat is its own partner."""
        return self.camps[one] == self.camps[other]

    def added(self, by_seat: tuple[int, ...]) -> tuple[int, ...]:
        """Numbers of each seat, added up by side."""
        totals = list(self.nothing)
        for camp, number in zip(self.camps, by_seat, strict=True):
            totals[camp] += number
        return tuple(totals)


def partnerships(tricks: int) -> Form:
    """Four players, partners opposite."""
    return Form((Side(0), Side(1), Side(0), Side(1)), tricks)


def alone(players: int, tricks: int) -> Form:
    """Everybody for himself."""
    return Form(tuple(Side(seat) for seat in range(players)), tricks)


PARTNERSHIPS = partnerships(8)
"""Belote and coinche: four players in two partnerships, eight tricks."""
