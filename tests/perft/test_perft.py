"""Counts of all legal play sequences of fixed endings, in the core and in the independent reference.

Counting by different programs finds a wrong legal card that a few random positions would miss. Every ending is a real
one: the cards of eight-card hands of which some tricks are gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from bot.core.cards import Card, cards
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.duties import Duty, legal_cards
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import ranking_for
from bot.core.registry import game_of
from bot.core.seats import Seat
from bot.core.tricks import Trick
from tests.reference.cards import DECK, count_play_sequences

Hands = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Ending:
    """Four hands of equal size.

    Attributes:
        preset: `game/preset`.
        trump: the denomination.
        leader: who leads.
        hands: by seat.
        count: number of play sequences, fixed.
    """

    preset: str
    trump: str
    leader: int
    hands: tuple[str, str, str, str]
    count: int


# Seat 1 leads hearts; the ruffs and overruffs of spades decide what may follow.
RUFFS = ("AS 8S 7D 8D", "AH 10H KH 7C", "JS 9S 9D 8C", "QS KS 10S 7S")
PARTNER = ("JS 8S QH", "AD KD 8H", "9S 7H 8C", "7D 9D 10C")
SUITS = ("AS KH 7D 8C", "10S AH KD 9C", "9S 7H AD KC", "JS QH 10D AC")
TOPS = ("JS AH 10H KD 7C", "9S KH QH AD 8C", "AS 9H 8H 10D AC", "10S 7H JH QD KC")

ENDINGS = (
    Ending("belote/belote", "S", 0, RUFFS, 20016),
    Ending("belote/belote", "S", 1, RUFFS, 21888),
    Ending("belote/belote", "S", 2, RUFFS, 22176),
    Ending("belote/belote", "S", 3, RUFFS, 9360),
    Ending("coinche/coinche", "S", 0, RUFFS, 22176),
    Ending("coinche/coinche", "S", 1, RUFFS, 23184),
    Ending("coinche/coinche", "S", 2, RUFFS, 24336),
    Ending("coinche/coinche", "S", 3, RUFFS, 10224),
    Ending("coinche/coinche_bga", "S", 2, RUFFS, 22176),
    Ending("coinche/coinche_bga", "S", 1, PARTNER, 96),
    Ending("coinche/contree", "H", 3, RUFFS, 40032),
    Ending("belote/belote", "SA", 0, TOPS, 960),
    Ending("coinche/coinche_bga", "TA", 1, TOPS, 288),
    Ending("coinche/coinche_bga", "D", 2, TOPS, 960),
    Ending("belote/belote", "TA", 3, SUITS, 24),
)


def options_of(preset: str) -> FamilyOptions:
    key, _, name = preset.partition("/")
    options = game_of(key).presets[name]
    assert isinstance(options, FamilyOptions)
    return options


class Counter:
    """Counts with the core's own legal cards, and how often each duty bound."""

    def __init__(self, options: FamilyOptions, trump: str) -> None:
        self.options = options
        self.ranking = ranking_for(Denomination(trump), options)
        self.duties: dict[Duty | None, int] = {}

    def count(self, hands: Hands, leader: Seat, trick: Trick) -> int:
        best = trick.best(self.ranking)
        if len(trick.plays) == len(hands):
            assert best is not None
            leader, trick, best = best[0], Trick(), None
        if not any(hands):
            return 1
        seat = trick.next_to_play(leader, len(hands))
        partner = best is not None and (best[0] - seat) % 2 == 0
        legal = legal_cards(hands[seat], trick, partner, self.ranking, self.options)
        self.duties[legal.duty] = self.duties.get(legal.duty, 0) + 1
        return sum(self.count(_without(hands, seat, card), leader, trick.adding(seat, card)) for card in legal.cards)


def _without(hands: Hands, seat: Seat, card: Card) -> Hands:
    return tuple(
        tuple(held for held in hand if held != card) if place == seat else hand for place, hand in enumerate(hands)
    )


def both(preset: str, trump: str, leader: int, hands: tuple[str, ...]) -> tuple[int, Counter]:
    """The number of sequences, in which core and reference must agree."""
    options = options_of(preset)
    counter = Counter(options, trump)
    mine = counter.count(tuple(cards(hand) for hand in hands), Seat(leader), Trick())
    told = {**options.values(), "players": 4}
    theirs = count_play_sequences(told, trump, [hand.split() for hand in hands], leader)
    assert mine == theirs, f"{preset} {trump} {hands}: {mine}, reference {theirs}"
    return mine, counter


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: f"{ending.preset}-{ending.trump}-{ending.count}")
def test_fixed_endings(ending: Ending) -> None:
    assert both(ending.preset, ending.trump, ending.leader, ending.hands)[0] == ending.count


def test_enough_is_counted() -> None:
    assert sum(ending.count for ending in ENDINGS) >= 100_000


def test_every_duty_binds_somewhere() -> None:
    _, ruffs = both("belote/belote", "S", 1, RUFFS)
    _, over_partner = both("coinche/coinche_bga", "S", 1, PARTNER)
    met = ruffs.duties.keys() | over_partner.duties.keys()
    assert set(met) == {None, *Duty}
    assert ruffs.duties[Duty.OVERTRUMP] > 100


@pytest.mark.parametrize("preset", ["belote/belote", "coinche/contree", "coinche/coinche_bga", "coinche/textes"])
@pytest.mark.parametrize("trump", ["S", "H", "SA", "TA"])
def test_random_endings(preset: str, trump: str) -> None:
    chance = Random(f"{preset}{trump}")
    for size in (2, 3, 3):
        held = chance.sample(DECK, 4 * size)
        hands = tuple(" ".join(held[size * seat : size * (seat + 1)]) for seat in range(4))
        both(preset, trump, chance.randrange(4), hands)
