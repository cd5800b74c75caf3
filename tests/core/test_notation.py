"""What is written in notation reads back the same."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import cards, facts, notation, seats
from bot.core.cards import Card, deck_32
from bot.core.codec import codec_of
from bot.core.errors import CorruptLog
from bot.core.events import DealScored, TalonSet
from bot.core.facts import Camp, Term, Who, fact
from bot.core.notation import event_of, event_text, hand_cards, hand_text, log_events, log_text, trick_of, trick_text
from bot.core.seats import Seat, Side
from bot.core.tricks import Trick
from tests.conformance.toygame import TOY
from tests.conformance.walk import Plan, plans, walk

CODEC = codec_of(TOY)
hands = st.sets(st.sampled_from(deck_32()), max_size=12)


@pytest.mark.parametrize("module", [cards, facts, notation, seats])
def test_examples_in_the_documentation(module: object) -> None:
    done = doctest.testmod(module)  # type: ignore[arg-type]  # a module is an object to the parametrization
    assert done.failed == 0
    assert done.attempted > 0


@given(hands)
def test_hands(held: set[Card]) -> None:
    text = hand_text(held)
    assert set(hand_cards(text)) == held
    assert hand_text(hand_cards(text)) == text


def test_tarot_suits_only_when_held() -> None:
    assert hand_text(cards.cards("T21 T1 EX CS KS 10S")) == "S:K.C.10 H:- D:- C:- T:21.1 X:E"
    assert set(hand_cards("S:K.C T:21.1 X:E")) == set(cards.cards("KS CS T21 T1 EX"))


@given(st.lists(st.tuples(st.integers(0, 3).map(Seat), st.sampled_from(deck_32())), max_size=4))
def test_tricks(plays: list[tuple[Seat, Card]]) -> None:
    trick = Trick(tuple(plays))
    assert trick_of(trick_text(trick)) == trick


@given(plans)
def test_logs(plan: Plan) -> None:
    events = walk(TOY, TOY.presets["loud"], 3, plan).events
    text = log_text(CODEC, events)
    assert log_events(CODEC, text) == events
    assert text.isascii()
    assert text.count("\n") == len(events)
    assert log_events(CODEC, f"# a remark\n\n{text}") == events


values = st.one_of(
    st.integers(-500, 500),
    st.text(max_size=12),
    st.sampled_from(deck_32()),
    st.lists(st.sampled_from(deck_32()), max_size=3).map(tuple),
    st.integers(0, 3).map(Seat).map(Who),
    st.integers(0, 1).map(Side).map(Camp),
    st.sampled_from(["null", "true", "10", "-1", "10H", "a b", "x=1", "[", ""]),
    st.just(Term("suit", "S")),
)


@given(st.dictionaries(st.sampled_from(["one", "two", "three"]), values))
def test_facts_of_every_kind(data: dict[str, facts.Value]) -> None:
    event = DealScored((1, -2), (0, 0), (0, 0), Side(1), None, (fact("score.line", **data),))
    text = event_text(CODEC, event)
    assert "\n" not in text
    assert event_of(CODEC, text) == event
    assert repr(event_of(CODEC, text)) == repr(event)


def test_an_event_is_readable() -> None:
    assert event_text(CODEC, TalonSet(cards.cards("JS 10H"))) == "table.TalonSet cards=[JS 10H]"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "table.Nothing",
        "table.TalonSet",
        "table.TalonSet cards",
        "table.TalonSet cards=[JS",
        "table.TalonSet cards=[JS 11X]",
        'table.TalonSet cards=["JS]',
        "table.TalonSet cards={JS}",
        "table.TalonSet cards=[] seat=1",
        "table.TalonSet@2 cards=[]",
    ],
)
def test_bad_lines_are_refused(text: str) -> None:
    with pytest.raises(CorruptLog):
        event_of(CODEC, text)
