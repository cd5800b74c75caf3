"""Who receives which cards of the pack when two play (docs/rules/belote.md 15)."""

from __future__ import annotations

from bot.core.cards import Card
from bot.core.families.belote.dealing import Packet
from bot.core.seats import Seat, next_seat, seats_from

PLAYERS = 2
PACKET = 3
PILES = 8

TALON_TRICKS = 9
"""Each has nine cards of his own."""

OPEN_TRICKS = 2 * PILES
"""All cards are played."""


def first_packets(dealer: Seat) -> tuple[Packet, ...]:
    """With a talon, up to the bidding: six cards each by threes, then one turned up."""
    order = seats_from(next_seat(dealer, PLAYERS), PLAYERS)
    return (*((seat, PACKET) for _ in range(2) for seat in order), (None, 1))


def second_packets(dealer: Seat) -> tuple[Packet, ...]:
    """With a talon, after the take: three more cards each. The rest is the talon."""
    return tuple((seat, PACKET) for seat in seats_from(next_seat(dealer, PLAYERS), PLAYERS))


def rows(order: tuple[Card, ...], dealer: Seat) -> tuple[tuple[Seat, tuple[Card, ...], tuple[Card, ...]], ...]:
    """The open form: for each seat, the dealer last, its face-down cards and the face-up ones that lie on them.

    First all face-down cards are dealt, one by one in turn, then the face-up ones: the last card of the pack is the
    dealer's and lies open.
    """
    half = PLAYERS * PILES
    seats = seats_from(next_seat(dealer, PLAYERS), PLAYERS)
    return tuple((seat, order[place:half:PLAYERS], order[half + place :: PLAYERS]) for place, seat in enumerate(seats))
