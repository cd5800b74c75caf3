"""Who receives which cards of the pack, in dealing order (docs/rules/belote.md 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.cards import Card
from bot.core.seats import Seat, next_seat, seats_from

Packet = tuple[Seat | None, int]
"""A receiver and a number of cards; None for the card turned up."""

BEFORE_BIDDING = (3, 2)
"""Classic packets before the card is turned."""

ALL_AT_ONCE = (3, 2, 3)
"""Coinche packets."""


def rounds_of_packets(dealer: Seat, pattern: Sequence[int], players: int = 4) -> tuple[Packet, ...]:
    """Packets to every seat, beginning with the dealer's next, once for each number of the pattern."""
    order = seats_from(next_seat(dealer, players), players)
    return tuple((seat, size) for size in pattern for seat in order)


def classic_first_packets(
    dealer: Seat, pattern: Sequence[int] = BEFORE_BIDDING, players: int = 4
) -> tuple[Packet, ...]:
    """The classic deal up to the bidding: five cards each, then one turned up."""
    return (*rounds_of_packets(dealer, pattern, players), (None, 1))


def classic_second_packets(dealer: Seat, taker: Seat, players: int = 4) -> tuple[Packet, ...]:
    """The classic deal after the take: three each, two to the taker, who also has the turned card."""
    return tuple((seat, size - (seat == taker)) for seat, size in rounds_of_packets(dealer, (3,), players))


def cutter(dealer: Seat, players: int = 4) -> Seat:
    """Who would cut a pack of real cards: the seat before the dealer."""
    return next_seat(dealer, players, -1)


def hand_out(
    cards: Sequence[Card], packets: Sequence[Packet]
) -> tuple[Mapping[Seat | None, tuple[Card, ...]], tuple[Card, ...]]:
    """Take the packets from the front of the cards: what each receiver has, in order of first packet, and the rest."""
    received: dict[Seat | None, tuple[Card, ...]] = {}
    start = 0
    for seat, size in packets:
        received[seat] = received.get(seat, ()) + tuple(cards[start : start + size])
        start += size
    return received, tuple(cards[start:])
