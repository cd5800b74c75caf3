"""What can be trump, and how cards rank and count under it (docs/rules/belote.md 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from bot.core.cards import Card, Rank, Suit, deck_32


class Denomination(StrEnum):
    """A suit as trump, no trump (SA), or all trumps (TA)."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    SANS_ATOUT = "SA"
    TOUT_ATOUT = "TA"

    __hash__ = str.__hash__

    @property
    def trump_suit(self) -> Suit | None:
        """The one trump suit; None in SA and TA."""
        return None if self in (Denomination.SANS_ATOUT, Denomination.TOUT_ATOUT) else Suit(self.value)

    def is_trump(self, suit: Suit) -> bool:
        """Whether cards of this suit rank and count as trumps."""
        return self is Denomination.TOUT_ATOUT or self.value == suit.value


SUITS_ONLY: tuple[Denomination, ...] = (
    Denomination.SPADES,
    Denomination.HEARTS,
    Denomination.DIAMONDS,
    Denomination.CLUBS,
)
ALL_DENOMINATIONS: tuple[Denomination, ...] = (*SUITS_ONLY, Denomination.SANS_ATOUT, Denomination.TOUT_ATOUT)

_Points = Mapping[Rank, int]


def _points(*values: int) -> _Points:
    """Points of A, 10, K, Q, J, 9; eights and sevens count nothing."""
    counting = (Rank.ACE, Rank.N10, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.N9)
    return MappingProxyType({**dict(zip(counting, values, strict=True)), Rank.N8: 0, Rank.N7: 0})


_PLAIN_ORDER = (Rank.N7, Rank.N8, Rank.N9, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.N10, Rank.ACE)
_TRUMP_ORDER = (Rank.N7, Rank.N8, Rank.QUEEN, Rank.KING, Rank.N10, Rank.ACE, Rank.N9, Rank.JACK)
_PLAIN_POINTS = _points(11, 10, 4, 3, 2, 0)
_TRUMP_POINTS = _points(11, 10, 4, 3, 20, 14)
_SA_POINTS: Mapping[str, _Points] = MappingProxyType(
    {"ace19": _points(19, 10, 4, 3, 2, 0), "cards_152": _PLAIN_POINTS, "convert_130": _PLAIN_POINTS}
)
_TA_POINTS: Mapping[str, _Points] = MappingProxyType(
    {
        "convert_258": _TRUMP_POINTS,
        "cards_152": _TRUMP_POINTS,
        "scaled_13": _points(6, 5, 3, 2, 13, 9),
        "scaled_14": _points(6, 5, 3, 1, 14, 9),
    }
)

_RUFF = 10
"""Added to the strength of a trump, above every card of a led plain suit."""


@dataclass(frozen=True, slots=True, eq=False)
class BeloteRanking:
    """Strength and points of the 32 cards under one denomination: a `tricks.Ranking`. `ranking` makes one of each."""

    denomination: Denomination
    trump: Suit | None
    strengths: Mapping[Card, int]
    values: Mapping[Card, int]

    def strength(self, card: Card, led: Suit) -> int:
        """How strong a card is in a trick of the led suit; -1 for a discard."""
        strength = self.strengths[card]
        return strength if card.suit is led or strength >= _RUFF else -1

    def points(self, card: Card) -> int:
        """Card points, before any conversion."""
        return self.values[card]


@cache
def ranking(denomination: Denomination, sa_values: str = "ace19", ta_values: str = "convert_258") -> BeloteRanking:
    """Card order and points of a contract, under the options `sa_values` and `ta_values`."""
    trump = denomination.trump_suit
    strengths: dict[Card, int] = {}
    values: dict[Card, int] = {}
    for card in deck_32():
        as_trump = denomination.is_trump(card.suit)
        strengths[card] = (_TRUMP_ORDER if as_trump else _PLAIN_ORDER).index(card.rank)
        if card.suit is trump:
            strengths[card] += _RUFF
        values[card] = _table(denomination, as_trump, sa_values, ta_values)[card.rank]
    return BeloteRanking(denomination, trump, MappingProxyType(strengths), MappingProxyType(values))


def _table(denomination: Denomination, as_trump: bool, sa_values: str, ta_values: str) -> _Points:
    if denomination is Denomination.TOUT_ATOUT:
        return _TA_POINTS[ta_values]
    if denomination is Denomination.SANS_ATOUT:
        return _SA_POINTS[sa_values]
    return _TRUMP_POINTS if as_trump else _PLAIN_POINTS
