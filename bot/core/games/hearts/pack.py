"""The 52 cards, or fewer: how high they are, what they cost, how a hand is shown (docs/rules/hearts.md 2 and 6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bot.core.cards import BELOTE_RANKS, PLAIN_SUITS, Card, Rank, Suit
from bot.core.games.hearts.options import HeartsOptions

RANKS: tuple[Rank, ...] = (Rank.N2, Rank.N3, Rank.N4, Rank.N5, Rank.N6, *BELOTE_RANKS)
"""Ranks of a suit, lowest first."""

QUEEN = Card(Rank.QUEEN, Suit.SPADES)
JACK = Card(Rank.JACK, Suit.DIAMONDS)

ALL_HEARTS = 13
QUEEN_POINTS = 13
JACK_POINTS = -10
ALL_POINTS = ALL_HEARTS + QUEEN_POINTS

_HEIGHT = {rank: height for height, rank in enumerate(RANKS, 2)}
_SHOWN = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_TWO_OF_DIAMONDS = Card(Rank.N2, Suit.DIAMONDS)
_TWO_OF_CLUBS = Card(Rank.N2, Suit.CLUBS)


def pack(options: HeartsOptions, players: int) -> tuple[Card, ...]:
    """The cards dealt to so many, in a fixed order: as many for everybody.

    Raises:
        ValueError: the game is not for so many.
    """
    return _pack(players, options.removed_at_three)


@cache
def _pack(players: int, removed_at_three: str) -> tuple[Card, ...]:
    match players:
        case 3:
            out = {_TWO_OF_CLUBS if removed_at_three == "two_of_clubs" else _TWO_OF_DIAMONDS}
        case 4:
            out = set()
        case 5:
            out = {_TWO_OF_CLUBS, _TWO_OF_DIAMONDS}
        case _:
            raise ValueError(f"hearts is not dealt to {players}")
    cards = (Card(rank, suit) for suit in PLAIN_SUITS for rank in RANKS)
    return tuple(card for card in cards if card not in out)


def lowest_club(cards: Iterable[Card]) -> Card:
    """The lowest club of a pack, with which its holder leads."""
    return min((card for card in cards if card.suit is Suit.CLUBS), key=height)


def height(card: Card) -> int:
    """Height within the card's suit: 2 for a two, 14 for an ace."""
    return _HEIGHT[card.rank]


def is_heart(card: Card) -> bool:
    """Whether the card is a heart."""
    return card.suit is Suit.HEARTS


def is_penalty(card: Card) -> bool:
    """Whether whoever takes the card is charged for it."""
    return is_heart(card) or card == QUEEN


def worth(card: Card, options: HeartsOptions) -> int:
    """What a card costs who takes it; below 0 for one that is good to have."""
    if is_heart(card):
        return 1
    if card == QUEEN:
        return QUEEN_POINTS
    return JACK_POINTS if card == JACK and options.jack_of_diamonds else 0


def sort_cards(held: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as a hand is shown: black and red in turn, each suit highest first."""
    return tuple(sorted(held, key=lambda card: (_SHOWN.index(card.suit), -height(card))))
