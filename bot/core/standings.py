"""Rankings of a tournament, computed from finished games: by points, by games won, or by match points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

WIN, OTHER = 2, 1
"""Match points of a game won, and of any other game that was played."""


class RankedBy(StrEnum):
    """What places teams: the option `ranking`."""

    POINTS = "points"
    WINS_THEN_POINTS = "wins_then_points"
    MATCH_POINTS = "match_points"


@dataclass(frozen=True, slots=True)
class Record:
    """The games of a team, or of a player who entered alone.

    Attributes:
        name: the team.
        games: points for and against, game by game; a game it rested in is not among them.
    """

    name: str
    games: tuple[tuple[int, int], ...]

    @property
    def points(self) -> int:
        """The points marked in all games."""
        return sum(own for own, _ in self.games)

    @property
    def difference(self) -> int:
        """The points marked less those of the opponents."""
        return sum(own - other for own, other in self.games)

    @property
    def wins(self) -> int:
        """Games in which it marked more than the opponents."""
        return sum(own > other for own, other in self.games)

    @property
    def match_points(self) -> int:
        """2 for a game won, 1 for any other."""
        return WIN * self.wins + OTHER * (len(self.games) - self.wins)


def ranked(records: Iterable[Record], by: RankedBy) -> tuple[Record, ...]:
    """The records, best first.

    Equal ones are separated by the difference of points, then by the points of the first game; what is still equal
    keeps its order, so that a lot is drawn by whoever orders the records.
    """
    return tuple(sorted(records, key=lambda record: _merit(record, by), reverse=True))


def _merit(record: Record, by: RankedBy) -> tuple[int, ...]:
    first = record.games[0][0] if record.games else 0
    return (*_main(record, by), record.difference, first)


def _main(record: Record, by: RankedBy) -> tuple[int, ...]:
    match by:
        case RankedBy.POINTS:
            return (record.points,)
        case RankedBy.WINS_THEN_POINTS:
            return record.wins, record.points
        case RankedBy.MATCH_POINTS:
            return (record.match_points,)
        case _:
            assert_never(by)
