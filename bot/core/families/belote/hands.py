"""All hands of a table, one of them changed."""

from __future__ import annotations

from bot.core.cards import Card
from bot.core.seats import Seat


def with_hand(hands: tuple[tuple[Card, ...], ...], seat: Seat, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """All hands, with another one for this seat."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
