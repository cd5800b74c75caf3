"""The order in which a hand is shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise, permutations
from types import MappingProxyType

from bot.core.cards import PLAIN_SUITS, Card, Rank, Suit
from bot.core.families.belote.denominations import BeloteRanking, Denomination

_RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_STRENGTH_BEFORE_TRUMP = (
    Rank.N7,
    Rank.N8,
    Rank.N9,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.N10,
    Rank.ACE,
)


@lru_cache(maxsize=4096)
def sort_cards(held: tuple[Card, ...], ranking: BeloteRanking | None) -> tuple[Card, ...]:
    """Cards in display order: trumps first, colours alternating where possible, each suit strongest first.

    Args:
        held: the cards.
        ranking: of the contract; None before it is known.

    The last answers are kept: a hand is drawn for every action at the table, and changes with one in four.
    """
    places = _places(frozenset([card.suit for card in held]), ranking)
    return tuple(sorted(held, key=places.__getitem__))


@cache
def _places(present: frozenset[Suit], ranking: BeloteRanking | None) -> Mapping[Card, int]:
    """Where the cards of these suits stand."""
    suits = suit_order(present, None if ranking is None else ranking.denomination)
    places: dict[Card, int] = {}
    for suit in suits:
        order = [Card(rank, suit) for rank in _STRENGTH_BEFORE_TRUMP]
        if ranking is not None:
            order.sort(key=ranking.strengths.__getitem__)
        for card in reversed(order):
            places[card] = len(places)
    return MappingProxyType(places)


def suit_order(present: frozenset[Suit], denomination: Denomination | None) -> tuple[Suit, ...]:
    """The suits of a hand, trumps first, then with as few neighbours of one colour as possible."""
    trump = None if denomination is None else denomination.trump_suit
    orders = permutations([suit for suit in PLAIN_SUITS if suit in present])
    return min(orders, key=lambda order: (_place(order, trump), _clashes(order)))


def _place(order: tuple[Suit, ...], trump: Suit | None) -> int:
    return order.index(trump) if trump in order else 0


def _clashes(order: tuple[Suit, ...]) -> int:
    return sum((left in _RED) == (right in _RED) for left, right in pairwise(order))
