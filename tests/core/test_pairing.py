"""Pairings of tournaments, against brute force where that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.matching import fewest, paired
from bot.core.pairing import (
    Past,
    TooFew,
    bracket,
    groups,
    melee,
    next_round,
    positions,
    round_robin,
    sitting,
    swiss,
    table_sizes,
)


def team(number: int) -> str:
    return f"t{number}"


def everybody(number: int) -> list[str]:
    return [team(place) for place in range(number)]


def all_pairings(places: Sequence[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not places:
        yield ()
        return
    first, *others = places
    for other in others:
        for rest in all_pairings([place for place in others if place != other]):
            yield ((first, other), *rest)


@st.composite
def pasts(draw: st.DrawFn, least: int, most: int) -> tuple[int, Counter[frozenset[int]]]:
    size = 2 * draw(st.integers(least // 2, most // 2))
    share = draw(st.integers(0, 10))
    met = {
        frozenset(pair): draw(st.integers(1, 3))
        for pair in combinations(range(size), 2)
        if draw(st.integers(1, 10)) <= share
    }
    return size, Counter(met)


@settings(max_examples=30, deadline=None)
@given(pasts(2, 8))
def test_no_pairing_of_up_to_eight_is_better(past: tuple[int, Counter[frozenset[int]]]) -> None:
    size, met = past

    def cost(pairs: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
        times = [met[frozenset(pair)] for pair in pairs]
        return sum(time > 0 for time in times), sum(times), sum(abs(one - two) for one, two in pairs)

    found = paired(size, lambda one, two: met[frozenset((one, two))])
    assert sorted(place for pair in found for place in pair) == list(range(size))
    assert cost(found) == min(cost(pairs) for pairs in all_pairings(range(size)))


def neighbours(size: int) -> tuple[tuple[int, int], ...]:
    return tuple((place, place + 1) for place in range(0, size, 2))


@settings(max_examples=60, deadline=None)
@given(pasts(2, 8))
def test_no_pairing_of_up_to_eight_has_fewer_rematches_whatever_it_starts_from(
    past: tuple[int, Counter[frozenset[int]]],
) -> None:
    size, met = past

    def rematches(pairs: Sequence[tuple[int, int]]) -> int:
        return sum(met[frozenset(pair)] > 0 for pair in pairs)

    found = fewest(size, lambda one, two: met[frozenset((one, two))], neighbours(size))
    assert sorted(place for pair in found for place in pair) == list(range(size))
    assert rematches(found) == min(rematches(pairs) for pairs in all_pairings(range(size)))


@settings(max_examples=30, deadline=None)
@given(st.integers(6, 20), st.data())
def test_a_hidden_pairing_without_rematch_is_found_in_large_fields(half: int, data: st.DataObject) -> None:
    """Everybody has met everybody but for one pairing that is hidden, and a few more pairs that lead astray."""
    order = data.draw(st.permutations(range(2 * half)))
    fresh = {frozenset(order[place : place + 2]) for place in range(0, 2 * half, 2)}
    astray = data.draw(st.lists(st.sets(st.integers(0, 2 * half - 1), min_size=2, max_size=2), max_size=3 * half))
    fresh |= {frozenset(pair) for pair in astray}
    found = fewest(2 * half, lambda one, two: int(frozenset((one, two)) not in fresh), neighbours(2 * half))
    assert sorted(place for pair in found for place in pair) == list(range(2 * half))
    assert all(frozenset(pair) in fresh for pair in found)


@pytest.mark.parametrize("two", range(7, 14))
@pytest.mark.parametrize("one", range(7))
def test_the_search_goes_through_odd_rings(one: int, two: int) -> None:
    """Two rings of seven, joined by one pair: whoever starts at the wrong end must go round a ring."""
    fresh = {frozenset((base + place, base + (place + 1) % 7)) for base in (0, 7) for place in range(7)}
    fresh.add(frozenset((one, two)))
    found = fewest(14, lambda left, right: int(frozenset((left, right)) not in fresh), neighbours(14))
    assert all(frozenset(pair) in fresh for pair in found)


def test_a_large_field_whose_only_fresh_opponents_are_far_away_meets_nobody_again() -> None:
    """Each of the better half has one fresh opponent, the whole field away: near pairs alone would miss them."""
    half = 60
    found = paired(2 * half, lambda one, two: int(two - one != half))
    assert found == tuple((place, place + half) for place in range(half))


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 24), st.integers(1, 6), st.data())
def test_a_whole_swiss(teams: int, rounds: int, data: st.DataObject) -> None:
    """Nobody plays twice in a round, rests are shared, and while fields are large nobody meets anybody again."""
    order, past = everybody(teams), Past()
    for number in range(rounds):
        found = swiss(order, past)
        assert found == swiss(order, past)
        names = [name for pair in found.tables for name in pair] + list(found.resting)
        assert sorted(names) == sorted(order)
        assert len(found.resting) == teams % 2
        if teams >= 2 * number + 2 + teams % 2:
            # Each has at least half of the others before it: a pairing without rematch exists (Dirac).
            assert not any(past.met[frozenset(pair)] for pair in found.tables)
        past.met.update(frozenset(pair) for pair in found.tables)
        past.rested.update(found.resting)
        rests = [past.rested[name] for name in order]
        assert max(rests) - min(rests) <= 1
        order = data.draw(st.permutations(order))


def test_neighbours_meet_and_the_last_rests() -> None:
    assert swiss(everybody(5), Past()).tables == (("t0", "t1"), ("t2", "t3"))
    assert swiss(everybody(5), Past()).resting == ("t4",)
    rested = Past(rested=Counter(["t4"]))
    assert swiss(everybody(5), rested).resting == ("t3",)
    played = Past(met=Counter([frozenset(("t0", "t1"))]))
    assert swiss(everybody(4), played).tables == (("t0", "t2"), ("t1", "t3"))


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 23), st.data())
def test_a_whole_melee(people: int, data: st.DataObject) -> None:
    past = Past()
    for number in range(3):
        drawn = data.draw(st.permutations(everybody(people)))
        found = melee(drawn, past)
        pairs = [pair for table in found.tables for pair in table]
        assert sorted([name for pair in pairs for name in pair] + list(found.resting)) == sorted(drawn)
        assert len(found.resting) == people % 4
        if len(pairs) * 2 >= 2 * number + 2:
            assert not any(past.partners[frozenset(pair)] for pair in pairs)
        past.partners.update(frozenset(pair) for pair in pairs)
        past.met.update(frozenset((one, two)) for us, them in found.tables for one in us for two in them)
        past.rested.update(found.resting)
        rests = [past.rested[name] for name in drawn]
        assert max(rests) - min(rests) <= 1


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 70))
def test_the_best_seeds_meet_last_and_byes_are_theirs(entrants: int) -> None:
    first = bracket(everybody(entrants))
    exempt = {best for best, other in first if other is None}
    assert exempt == set(everybody(len(exempt)))
    assert sorted(name for pair in first for name in pair if name is not None) == sorted(everybody(entrants))
    seeds = {name: place for place, name in enumerate(everybody(entrants))}
    winners = [best for best, _ in first]
    while len(winners) > 1:
        assert set(winners) == set(everybody(len(winners)))
        winners = [min(pair, key=seeds.__getitem__) for pair in next_round(winners)]
    assert winners == ["t0"]


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), st.integers(0, 20))
def test_groups_are_equal_and_everybody_meets_everybody(number: int, more: int) -> None:
    found = groups(everybody(2 * number + more), number)
    assert sorted(name for group in found for name in group) == sorted(everybody(2 * number + more))
    assert max(map(len, found)) - min(map(len, found)) <= 1
    for group in found:
        rounds = round_robin(group)
        for played in rounds:
            assert sorted([name for pair in played.tables for name in pair] + list(played.resting)) == sorted(group)
        met = Counter(frozenset(pair) for played in rounds for pair in played.tables)
        assert met == Counter(frozenset(pair) for pair in combinations(group, 2))


def test_the_first_seeds_lead_different_groups() -> None:
    assert groups(everybody(8), 2) == (("t0", "t3", "t4", "t7"), ("t1", "t2", "t5", "t6"))


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (5, 4)),
        (10, (4, 3, 3)),
        (13, (5, 4, 4)),
        (14, (4, 4, 3, 3)),
        (15, (4, 4, 4, 3)),
        (16, (4, 4, 4, 4)),
    ],
)
def test_tarot_tables(people: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(people) == sizes


@given(st.integers(3, 40))
def test_everybody_has_a_place_at_a_tarot_table(people: int) -> None:
    sizes = table_sizes(people)
    assert sum(sizes) == people
    assert sum(size != 4 for size in sizes) <= 2


def test_thirteen_people_meet_as_few_again_as_thirteen_allow() -> None:
    past = Past(met=sitting(positions(everybody(13), Past())))
    tables = positions(everybody(13), past)
    assert sorted(name for table in tables for name in table) == sorted(everybody(13))
    # Of five from three tables two pairs come from the same ones, of four one pair.
    assert sum(past.met[pair] for pair in sitting(tables)) == 2 + 1 + 1


def test_sixteen_people_meet_nobody_again_at_tarot() -> None:
    past = Past(met=sitting(positions(everybody(16), Past())))
    assert not any(past.met[pair] for pair in sitting(positions(everybody(16), past)))


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 10))
def test_a_team_does_not_meet_at_tarot(pairs: int) -> None:
    people = everybody(2 * pairs + 4)
    teams = {name: f"team {place // 2}" for place, name in enumerate(people)}
    past = Past()
    for _round in range(3):
        tables = positions(people, past, teams)
        assert tables == positions(people, past, teams)
        assert all(len({teams[name] for name in table}) == len(table) for table in tables)
        past.met.update(sitting(tables))


def test_too_few() -> None:
    for refused in (
        lambda: swiss(everybody(1), Past()),
        lambda: melee(everybody(3), Past()),
        lambda: bracket(everybody(1)),
        lambda: groups(everybody(3), 2),
        lambda: positions(everybody(2), Past()),
    ):
        with pytest.raises(TooFew):
            refused()
