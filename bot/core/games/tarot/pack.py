"""The 78 cards: what they count, how high they are, how a hand is shown (docs/rules/tarot.md 2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bot.core.cards import PLAIN_SUITS, Card, Rank, Suit

EXCUSE = Card(Rank.EXCUSE, Suit.EXCUSE)
PETIT = Card(Rank.N1, Suit.TRUMPS)
TWENTY_ONE = Card(Rank.N21, Suit.TRUMPS)
BOUTS: frozenset[Card] = frozenset({EXCUSE, PETIT, TWENTY_ONE})

NUMBERS: tuple[Rank, ...] = tuple(rank for rank in Rank if rank.value.isdecimal())
HONOURS: tuple[Rank, ...] = (Rank.KING, Rank.QUEEN, Rank.KNIGHT, Rank.JACK)
"""King, queen, knight, jack: highest first."""

ALL_POINTS = 182
"""Half points of the whole pack."""

_SUIT_RANKS = (*NUMBERS[:10], *reversed(HONOURS))
_HEIGHT = {rank: height for height, rank in enumerate(_SUIT_RANKS, 1)}
_TRUMP_HEIGHT = {rank: height for height, rank in enumerate(NUMBERS, 1)}
_HALF_POINTS = {Rank.KING: 9, Rank.QUEEN: 7, Rank.KNIGHT: 5, Rank.JACK: 3}
SUITS: tuple[Suit, ...] = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The suits in the order in which they are shown everywhere: black and red in turn."""

_SHOWN = (Suit.TRUMPS, Suit.EXCUSE, *SUITS)


@cache
def deck_78() -> tuple[Card, ...]:
    """The pack, in a fixed order."""
    plain = tuple(Card(rank, suit) for suit in PLAIN_SUITS for rank in _SUIT_RANKS)
    return (*plain, *(Card(rank, Suit.TRUMPS) for rank in NUMBERS), EXCUSE)


def is_trump(card: Card) -> bool:
    """Whether the card is one of the 21 numbered trumps; the Excuse is none."""
    return card.suit is Suit.TRUMPS


def height(card: Card) -> int:
    """Height within the card's own suit, 1 for the lowest; 0 for the Excuse."""
    if card.suit is Suit.EXCUSE:
        return 0
    return (_TRUMP_HEIGHT if is_trump(card) else _HEIGHT)[card.rank]


def worth(card: Card) -> int:
    """What a card counts, in half points."""
    if card in BOUTS:
        return 9
    return 1 if is_trump(card) else _HALF_POINTS.get(card.rank, 1)


def half_points(held: Iterable[Card]) -> int:
    """What cards count together, in half points."""
    return sum(worth(card) for card in held)


def bouts(held: Iterable[Card]) -> int:
    """How many bouts are among the cards."""
    return sum(card in BOUTS for card in held)


def trumps(held: Iterable[Card]) -> tuple[Card, ...]:
    """The numbered trumps among the cards, highest first."""
    return tuple(sorted((card for card in held if is_trump(card)), key=height, reverse=True))


def sort_cards(held: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as a hand is shown: trumps, the Excuse, then black and red in turn, each suit highest first."""
    return tuple(sorted(held, key=_places().__getitem__))


@cache
def _places() -> dict[Card, int]:
    """The place of each card when a hand is shown."""
    shown = sorted(deck_78(), key=lambda card: (_SHOWN.index(card.suit), -height(card)))
    return {card: place for place, card in enumerate(shown)}
