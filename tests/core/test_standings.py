"""Rankings of a tournament; the situations of tests/rules/data ask them too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.standings import RankedBy, Record, ranked

GAMES = st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2000)), max_size=5).map(tuple)
RECORDS = st.lists(GAMES, max_size=6).map(
    lambda results: [Record(str(number), games) for number, games in enumerate(results)]
)


def names(by: RankedBy, **games: tuple[tuple[int, int], ...]) -> str:
    return " ".join(record.name for record in ranked([Record(name, played) for name, played in games.items()], by))


def test_each_way_places_the_same_results_differently() -> None:
    results = {
        "steady": ((900, 890), (900, 890), (0, 1000)),
        "rich": ((3000, 2990), (0, 500), (0, 400)),
        "thrifty": ((500, 100), (500, 100), (400, 900)),
    }
    assert names(RankedBy.POINTS, **results) == "rich steady thrifty"
    assert names(RankedBy.WINS_THEN_POINTS, **results) == "steady thrifty rich"
    assert names(RankedBy.MATCH_POINTS, **results) == "thrifty steady rich"


@pytest.mark.parametrize("by", RankedBy)
def test_equal_teams_go_by_difference_then_first_game_then_as_they_came(by: RankedBy) -> None:
    less = ((900, 700), (1000, 800))
    more = ((900, 600), (1000, 800))
    better_start = ((1000, 800), (900, 700))
    assert names(by, less=less, more=more) == "more less"
    assert names(by, less=less, start=better_start) == "start less"
    assert names(by, one=less, two=less) == "one two"
    assert names(by, two=less, one=less) == "two one"


def test_a_game_without_a_winner_is_no_win() -> None:
    drawn = Record("drawn", ((800, 800),))
    assert (drawn.wins, drawn.match_points) == (0, 1)
    assert Record("rested", ()).match_points == 0


MAIN: dict[RankedBy, Callable[[Record], tuple[int, ...]]] = {
    RankedBy.POINTS: lambda record: (record.points, record.difference),
    RankedBy.WINS_THEN_POINTS: lambda record: (record.wins, record.points, record.difference),
    RankedBy.MATCH_POINTS: lambda record: (record.match_points, record.difference),
}


@given(RECORDS, st.sampled_from(RankedBy))
def test_everybody_is_placed_once_and_nobody_before_a_better_one(records: list[Record], by: RankedBy) -> None:
    found = ranked(records, by)
    assert sorted(record.name for record in found) == sorted(record.name for record in records)
    merits = [MAIN[by](record) for record in found]
    assert merits == sorted(merits, reverse=True)
