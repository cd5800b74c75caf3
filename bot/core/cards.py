"""Cards of the French packs: 32 cards for the belote family, 78 for tarot.

A card knows its suit and rank and nothing else: strength and points depend on the contract (see `tricks.Ranking`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache


class Suit(StrEnum):
    """A suit, or the trump and Excuse families of tarot. The value is the code used in logs and buttons."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    TRUMPS = "T"
    EXCUSE = "X"

    # An enum hashes its name in Python; as a text it is equal to its value, and hashes as fast.
    __hash__ = str.__hash__


class Rank(StrEnum):
    """A rank by its code. Tarot aces and trumps use numbers (`1` to `21`); belote has `ACE`."""

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    KNIGHT = "C"
    JACK = "J"
    N1 = "1"
    N2 = "2"
    N3 = "3"
    N4 = "4"
    N5 = "5"
    N6 = "6"
    N7 = "7"
    N8 = "8"
    N9 = "9"
    N10 = "10"
    N11 = "11"
    N12 = "12"
    N13 = "13"
    N14 = "14"
    N15 = "15"
    N16 = "16"
    N17 = "17"
    N18 = "18"
    N19 = "19"
    N20 = "20"
    N21 = "21"
    EXCUSE = "E"

    __hash__ = str.__hash__


PLAIN_SUITS: tuple[Suit, ...] = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The four suits, in the order spades, hearts, diamonds, clubs."""


_NEVER_PLAIN = frozenset({Rank.EXCUSE, *(rank for rank in Rank if rank.isdecimal() and int(rank) > 10)})


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card of the pack: there is one object for each, so that cards compare and hash by identity.

    Attributes:
        rank: its rank.
        suit: its suit.
        code: short stable text: `10S`, `KH`, `T21`, `EX`.

    >>> Card.parse("10S").rank
    <Rank.N10: '10'>
    >>> Card(Rank.N21, Suit.TRUMPS).code
    'T21'
    """

    rank: Rank
    suit: Suit
    code: str = field(init=False, repr=False)

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        """The one card of this rank and suit."""
        return _only_card(rank, suit)

    def __getnewargs__(self) -> tuple[Rank, Suit]:
        """What copies are made from: a copy of a card is the card itself."""
        return self.rank, self.suit

    @staticmethod
    def parse(code: str) -> Card:
        """Read a card back from its code; the same code gives the same object.

        Raises:
            ValueError: the text is no card's code.
        """
        return _parsed(code)

    def __str__(self) -> str:
        return self.code


@cache
def _only_card(rank: Rank, suit: Suit) -> Card:
    card = object.__new__(Card)
    code = f"T{rank.value}" if suit is Suit.TRUMPS else f"{rank.value}{suit.value}"
    object.__setattr__(card, "code", "EX" if suit is Suit.EXCUSE else code)
    return card


# Every card is made here, before there is a second thread: two that made the same one would have two of it.
ALL_CARDS: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""Every pair of a suit and a rank, whether or not a pack has it."""


@cache
def _parsed(code: str) -> Card:
    if code == "EX":
        return Card(Rank.EXCUSE, Suit.EXCUSE)
    if len(code) > 1 and code[0] == "T" and code[1:].isdecimal():
        return Card(Rank(code[1:]), Suit.TRUMPS)
    suit = Suit(code[-1:])
    rank = Rank(code[:-1])
    if suit not in PLAIN_SUITS or rank in _NEVER_PLAIN:
        raise ValueError(f"not a card: {code!r}")
    return Card(rank, suit)


BELOTE_RANKS: tuple[Rank, ...] = (
    Rank.N7,
    Rank.N8,
    Rank.N9,
    Rank.N10,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.ACE,
)
"""Ranks of the 32-card pack in their natural order, lowest first."""


@cache
def deck_32() -> tuple[Card, ...]:
    """The 32-card pack of the belote family, in a fixed order."""
    return tuple(Card.parse(f"{rank.value}{suit.value}") for suit in PLAIN_SUITS for rank in BELOTE_RANKS)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards from codes separated by spaces.

    >>> [card.code for card in cards("JS 9S 10H")]
    ['JS', '9S', '10H']

    Raises:
        ValueError: a word is no card's code.
    """
    return tuple(Card.parse(word) for word in text.split())


def codes(held: tuple[Card, ...]) -> str:
    """The inverse of `cards`: codes separated by spaces."""
    return " ".join(card.code for card in held)
