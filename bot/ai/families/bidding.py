"""What a hand of the belote family is worth under a suit as trump.

The weights are a least-squares fit of the points that the bidder's side made in 2,000 deals between these players, the
bidder naming the best of four suits. The fit leaves a standard deviation of 25 points.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.cards import PLAIN_SUITS, Card, Rank, Suit

BASE = 27
"""What the rest of the side brings on average, in points."""

SHORTEST = 3
"""Trumps needed to name a suit."""

_TRUMPS = (Rank.JACK, Rank.N9, Rank.ACE, Rank.N10)
_WEIGHTS = (34, 26, 19, 18, 14, 10, 7, 2)


def features(held: Sequence[Card], trump: Suit) -> tuple[int, ...]:
    """What counts: J, 9, A, 10 of trumps, other trumps, side aces, guarded tens, short suits to ruff."""
    ranks = {card.rank for card in held if card.suit is trump}
    others = len(ranks.difference(_TRUMPS))
    side = [{card.rank for card in held if card.suit is suit} for suit in PLAIN_SUITS if suit is not trump]
    aces = sum(Rank.ACE in suit for suit in side)
    tens = sum(Rank.N10 in suit and len(suit) > 1 for suit in side)
    short = sum(len(suit) < 2 for suit in side) if len(ranks) > 1 else 0
    return (*(int(rank in ranks) for rank in _TRUMPS), others, aces, tens, short)


def support(held: Sequence[Card], trump: Suit) -> int:
    """Points that this hand brings by itself when the suit is trump."""
    return sum(weight * count for weight, count in zip(_WEIGHTS, features(held, trump), strict=True))


def long_enough(held: Sequence[Card], trump: Suit) -> bool:
    """Whether there are enough trumps to name the suit oneself: the fit knows only such hands."""
    return sum(card.suit is trump for card in held) >= SHORTEST


def defence(held: Sequence[Card], trump: Suit) -> int:
    """Points that this hand should win against a contract in this suit."""
    ranks = {card.rank for card in held if card.suit is trump}
    safe = 26 * (Rank.JACK in ranks)
    safe += 18 * (Rank.N9 in ranks and len(ranks) > 1)
    safe += 14 * (Rank.ACE in ranks and len(ranks) > 2)
    return safe + 12 * sum(card.rank is Rank.ACE and card.suit is not trump for card in held)


def suit_taken(turned: Card | None, code: str) -> Suit | None:
    """The suit that a call would make trump; None for a pass and for SA and TA."""
    kind, _, name = code.partition(":")
    if kind != "take":
        return None
    if not name:
        return None if turned is None else turned.suit
    return Suit(name) if name in PLAIN_SUITS else None
