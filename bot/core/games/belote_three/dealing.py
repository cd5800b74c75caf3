"""The three ways to deal belote for three (docs/rules/belote.md 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.core.cards import Card, Rank, deck_32
from bot.core.families.belote.dealing import BEFORE_BIDDING, Packet, rounds_of_packets
from bot.core.seats import Seat

PLAYERS = 3
LOW = frozenset({Rank.N7, Rank.N8})


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to deal.

    Attributes:
        pack: the cards it is played with.
        tricks: cards of each hand when the play begins.
        before: packets to everybody before a card is turned.
        others: cards for the two others once somebody has taken.
        taker: cards for the taker then.
        picked_up: whether the turned card goes to the taker; else it stays on the table, out of play.
        aside: cards the taker then puts aside.
        bottom: whether the last card out of play is turned up too.
    """

    pack: tuple[Card, ...]
    tricks: int
    before: tuple[int, ...]
    others: int
    taker: int
    picked_up: bool = True
    aside: int = 0
    bottom: bool = False

    def first_packets(self, dealer: Seat) -> tuple[Packet, ...]:
        """What is dealt before the bidding; the turned card comes last."""
        return (*rounds_of_packets(dealer, self.before, PLAYERS), (None, 1))

    def second_packets(self, dealer: Seat, taker: Seat) -> tuple[Packet, ...]:
        """What is dealt once this seat has taken."""
        order = (seat for seat, _ in rounds_of_packets(dealer, (1,), PLAYERS))
        sizes = ((seat, self.taker if seat == taker else self.others) for seat in order)
        return tuple((seat, size) for seat, size in sizes if size)


LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {
        "cards_24": Layout(
            tuple(card for card in deck_32() if card.rank not in LOW), 8, BEFORE_BIDDING, others=3, taker=2
        ),
        "cards_32": Layout(deck_32(), 9, (3, 3), others=3, taker=3, picked_up=False, bottom=True),
        "chien": Layout(deck_32(), 10, (3, 2, 3, 2), others=0, taker=1, aside=2),
    }
)
"""By the option `three_deal`."""
