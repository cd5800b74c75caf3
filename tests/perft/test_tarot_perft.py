"""Counts of all legal play sequences of fixed endings of tarot, in the core and in the independent reference.

The numbers were counted by the reference, sequence by sequence; the core visits every position of them once. Beside the
sequences all the tricks are counted that each seat wins in them, so that a wrong winner is found too.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.core.actions import PlayCard
from bot.core.cards import Card
from bot.core.game import apply
from bot.core.games.tarot.state import TarotState
from bot.core.prompts import OneOf
from bot.core.registry import game_of
from bot.core.seats import Seat
from tests.conformance.suite import THOROUGH
from tests.reference.tarot_before import HAND
from tests.reference.tarot_cards import DECK, count_play_sequences
from tests.rules.tarot_deals import position, tarot

SMALL = 4_000
"""Endings of so few sequences are counted by the reference too whenever the tests run; all with TAPIS_THOROUGH=1."""

LARGE = 100_000
"""Endings of more are counted with TAPIS_THOROUGH=1 alone."""


@dataclass(frozen=True)
class Ending:
    """The last cards of a deal that seat 0 plays alone; it has won every trick before.

    Attributes:
        name: what it is about.
        leader: who leads.
        hands: by seat.
        count: number of play sequences, fixed.
        won: how many tricks of all of them each seat wins, fixed.
    """

    name: str
    leader: int
    hands: tuple[str, ...]
    count: int
    won: tuple[int, ...]


ENDINGS = (
    Ending("overtrump", 0, ("T12 T3 KS 2S", "T20 T5 4H JS", "T16 T1 KH 3S", "T9 T2 5S 6H"), 183, (230, 301, 177, 24)),
    Ending(
        "overtrump",
        2,
        ("T12 T3 KS 2S 8H", "T20 T5 4H JS 9D", "T16 T1 KH 3S QD", "T9 T2 5S 6H 2D"),
        1440,
        (2138, 2430, 2409, 223),
    ),
    Ending(
        "excuse",
        0,
        ("EX T10 KS 2H 9C", "T14 T4 3S 9D 2C", "QS T7 KH 4D KC", "T19 T2 5H JD 3C"),
        5212,
        (2948, 6676, 5446, 10990),
    ),
    Ending(
        "excuse of a defender",
        1,
        ("T21 T10 KS 2H 9C", "EX T4 3S 9D 2C", "QS T7 KH 4D KC", "T19 T2 5H JD 3C"),
        5342,
        (13356, 821, 6464, 6069),
    ),
    Ending(
        "undertrump",
        3,
        ("KS 4S T6 T1 9C", "T18 T2 7H 8D 3C", "T17 T3 9H KD 5C", "5S T15 QH 2C T8"),
        3900,
        (6188, 3976, 3072, 6264),
    ),
    Ending(
        "petit",
        2,
        ("T1 KH 7C EX T9", "T2 T3 QH 8C 5D", "KC T21 9H 1D T20", "T4 JC 5H 6D 7D"),
        10048,
        (13120, 2608, 29024, 5488),
    ),
    Ending(
        "discards",
        1,
        ("KS 4D QC 2S 3D", "9D KH 8C 3H 5C", "5S 7S T1 JH QH", "1C 10D T8 EX 6C"),
        347200,
        (240544, 202048, 772480, 520928),
    ),
    Ending(
        "no more trumps",
        0,
        ("KS QS EX 5H 8C", "2S 3H 4D 6C CH", "7S KH QD KC JD", "9S 10H 2D CC 4S"),
        38896,
        (53664, 4632, 120604, 15580),
    ),
    Ending("long suits", 0, ("T13 KS 9S QH 3C", "T6 EX 8S 2H 4C", "T17 T2 7S KH 5C"), 2172, (2876, 220, 7764)),
    Ending(
        "long suits",
        1,
        ("T13 KS 9S QH 3C 5D", "T6 EX 8S 2H 4C QD", "T17 T2 7S KH 5C 9H"),
        62988,
        (111822, 18236, 247870),
    ),
    Ending("trumps", 2, ("T21 T14 T7 T1 KS", "EX T19 T8 2S 3H", "T16 T12 T3 QS 4H"), 8584, (27718, 7089, 8113)),
    Ending(
        "excuse", 1, ("T21 EX KS 2H 9C 1D", "T10 T4 3S KH 8C 2D", "T15 T2 QS 4H 7C KD"), 7080, (17648, 13206, 11626)
    ),
    Ending(
        "overtrump",
        1,
        ("T12 KS 4H 2D", "T20 T5 JS 3D", "EX T1 KH QD", "T9 T2 3S 5C", "T16 5S 6H 7C"),
        1427,
        (664, 2782, 522, 1075, 665),
    ),
    Ending(
        "excuse",
        0,
        ("EX T11 KC 2S 9D", "T13 4C 2H 5S 3D", "QC T1 KH 9S 4D", "T18 T6 9H KS JD", "7C T3 5H QS QD"),
        63256,
        (20077, 702, 39235, 221698, 34568),
    ),
    Ending(
        "petit",
        4,
        ("KS T8 2C 3H 4D", "T1 QS KH 5D 6C", "EX T20 4S 7H 8C", "T5 9C JH 2S 9D", "3S T14 7C QH JD"),
        2346,
        (1730, 2046, 4840, 1986, 1128),
    ),
)


class Counter:
    """Counts with what the core offers, each position once."""

    def __init__(self) -> None:
        self.known: dict[object, tuple[int, tuple[int, ...]]] = {}

    def count(self, state: TarotState) -> tuple[int, tuple[int, ...]]:
        """Sequences, and the tricks that each seat wins in all of them."""
        seats = state.setup.players
        last = all(len(hand) <= 1 for hand in state.hands)
        key = None if state.trick.plays else (state.hands, state.leader, frozenset(won.winner for won in state.won))
        if key is not None and key in self.known:
            return self.known[key]
        total, tricks = 0, [0] * seats
        for card in offered_cards(state, state.turn):
            after = apply(game_of("tarot"), state, state.turn, PlayCard(card)).state
            assert isinstance(after, TarotState)
            over = last and len(state.trick.plays) == seats - 1
            sequences, won = (1, (0,) * seats) if over else self.count(after)
            total += sequences
            tricks = [one + other for one, other in zip(tricks, won, strict=True)]
            if len(after.won) > len(state.won):
                tricks[after.won[-1].winner] += sequences
        if key is not None:
            self.known[key] = total, tuple(tricks)
        return total, tuple(tricks)


def offered_cards(state: TarotState, seat: Seat) -> list[Card]:
    prompts = game_of("tarot").prompts(state, seat)
    offers = [action for prompt in prompts if isinstance(prompt, OneOf) for action in prompt.actions]
    return [action.card for action in offers if isinstance(action, PlayCard)]


def opened(ending: Ending) -> TarotState:
    players, size = len(ending.hands), len(ending.hands[0].split())
    gone = Card.parse("KD") if players == 5 else None
    winners = [0] * (HAND[players] - size)
    hands = dict(enumerate(ending.hands))
    return position(tarot(), hands, players=players, called=gone, winners=winners, leader=ending.leader)


USUAL = [ending for ending in ENDINGS if THOROUGH or ending.count <= LARGE]


@pytest.mark.parametrize("ending", USUAL, ids=lambda ending: f"{len(ending.hands)}-{ending.name}-{ending.count}")
def test_fixed_endings(ending: Ending) -> None:
    assert Counter().count(opened(ending)) == (ending.count, ending.won)


COUNTED = [ending for ending in ENDINGS if THOROUGH or ending.count <= SMALL]


@pytest.mark.parametrize("ending", COUNTED, ids=lambda ending: f"{len(ending.hands)}-{ending.name}-{ending.count}")
def test_the_reference_counts_the_same(ending: Ending) -> None:
    count, won = count_play_sequences([hand.split() for hand in ending.hands], ending.leader, sweeping=(0,))
    assert (count, tuple(won)) == (ending.count, ending.won)


def test_enough_is_counted() -> None:
    assert sum(ending.count for ending in USUAL) >= 100_000
    assert {len(ending.hands) for ending in USUAL} == {3, 4, 5}


def test_the_duties_bind() -> None:
    """In the first ending, after the lead of a trump: over it, under it when there is none higher."""
    state = opened(ENDINGS[0])
    for card, held in [("T12", {"T20"}), ("T20", {"T16", "T1"}), ("T16", {"T9", "T2"})]:
        after = apply(game_of("tarot"), state, state.turn, PlayCard(Card.parse(card))).state
        assert isinstance(after, TarotState)
        state = after
        assert {offered.code for offered in offered_cards(state, state.turn)} == held


def test_no_card_is_there_twice() -> None:
    for ending in ENDINGS:
        held = " ".join(ending.hands).split()
        assert len(held) == len(set(held))
        assert set(held) <= set(DECK)
