"""Prompts: what is listed is accepted, and only that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.actions import Action, Deal, Declare, Pass, PlayCard, parse_action
from bot.core.cards import Card, cards, deck_32
from bot.core.errors import UnknownAction
from bot.core.prompts import BidRange, OneOf, PickCards, Prompt

ranges = st.builds(
    BidRange,
    st.just("bid"),
    st.lists(
        st.tuples(st.sampled_from(["S", "H", "D", "C", "SA", "TA"]), st.integers(1, 40).map(lambda n: n * 2)),
        min_size=1,
        unique_by=lambda floor: floor[0],
    ).map(tuple),
    st.none() | st.integers(80, 200),
    st.sampled_from([1, 5, 10]),
)
prompts = st.one_of(
    ranges,
    st.builds(PickCards, st.just("discard"), st.just(cards("7S 8S 9S 10S JS")), st.integers(0, 2), st.integers(2, 4)),
    st.just(OneOf((Pass(), PlayCard(Card.parse("AS")), Declare("belote")))),
)


@given(prompts)
def test_listed_codes_are_accepted_and_differ(prompt: Prompt) -> None:
    codes = list(prompt.codes())
    assert len(set(codes)) == len(codes)
    assert all(prompt.accepts(code) for code in codes)


@given(ranges, st.integers(0, 300), st.sampled_from(["S", "SA", "XX"]))
def test_bids_are_listed_when_accepted(prompt: BidRange, level: int, name: str) -> None:
    code = f"bid:{level}:{name}"
    if prompt.maximum is not None:
        assert prompt.accepts(code) == (code in set(prompt.codes()))


def test_the_first_step_may_be_off_the_raster() -> None:
    prompt = BidRange("bid", (("S", 82), ("H", 90)), 120, 10)
    assert prompt.levels("S", 0) == (82, 90, 100, 110, 120)
    assert prompt.levels("H", 0) == (90, 100, 110, 120)
    assert prompt.minimum == 82
    assert prompt.denominations == ("S", "H")


@pytest.mark.parametrize("code", ["bid:85:S", "bid:080:S", "bid:80", "bid:80:D", "take:80:S", "bid:-80:S", "bid:٨٠:S"])
def test_bids_that_are_not_offered(code: str) -> None:
    assert not BidRange("bid", (("S", 80),), None, 10).accepts(code)


def test_no_end_means_no_end() -> None:
    prompt = BidRange("bid", (("S", 80),), None, 10)
    assert prompt.accepts("bid:8000:S")
    assert len(list(prompt.codes())) == 21


@pytest.mark.parametrize("number", ["1000000", "9" * 31, "9" * 5000])
def test_numbers_that_nobody_means_are_not_even_read(number: str) -> None:
    assert not BidRange("bid", (("S", 80),), None, 1).accepts(f"bid:{number}:S")


def test_the_ceiling_binds_where_the_rules_know_no_end() -> None:
    prompt = BidRange("bid", (("S", 980),), None, 10, ceiling=1000)
    assert prompt.maximum is None
    assert prompt.levels("S", 5000) == (980, 990, 1000)
    assert list(prompt.codes()) == ["bid:980:S", "bid:990:S", "bid:1000:S"]
    assert prompt.accepts("bid:1000:S")
    assert not prompt.accepts("bid:1010:S")


@pytest.mark.parametrize(
    ("code", "good"),
    [
        ("give:7S 8S", True),
        ("give:8S 7S", True),
        ("give:7S", False),
        ("give:7S 7S", False),
        ("give:7S 9S", False),
        ("keep:7S 8S", False),
        ("give:", False),
    ],
)
def test_picks(code: str, good: bool) -> None:
    assert PickCards("give", cards("7S 8S JS"), 2, 2).accepts(code) is good


TYPES: tuple[type[Action], ...] = (Deal, Pass, PlayCard, Declare)


@given(st.permutations(deck_32()))
def test_actions_read_back(order: list[Card]) -> None:
    for action in (Deal(tuple(order)), Pass(), PlayCard(order[0]), Declare("belote")):
        assert parse_action(TYPES, action.code) == action


@pytest.mark.parametrize(
    "code", ["", "pass:", "pass:1", "play", "play:1X", "play:11S", "declare:a b", "bid:80:S", "deal:1"]
)
def test_unknown_actions(code: str) -> None:
    if code == "pass:":  # an empty argument is none
        assert parse_action(TYPES, code) == Pass()
        return
    with pytest.raises(UnknownAction):
        parse_action(TYPES, code)


@given(st.text(max_size=8))
def test_any_text_is_an_action_or_unknown(text: str) -> None:
    try:
        action = parse_action(TYPES, text)
    except UnknownAction:
        return
    assert parse_action(TYPES, action.code) == action
