"""Calling a king at five: what may be called, and who then plays with whom (docs/rules/tarot.md 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.core.cards import Card
from bot.core.games.tarot.pack import HONOURS, SUITS
from bot.core.seats import Seat


class Camp(StrEnum):
    """The two camps of a deal."""

    ATTACK = "attack"
    DEFENCE = "defence"

    @property
    def other(self) -> Camp:
        """The opponents."""
        return Camp.DEFENCE if self is Camp.ATTACK else Camp.ATTACK


@dataclass(frozen=True, slots=True)
class Camps:
    """Who plays with whom: the taker, at five perhaps with a partner, against the others."""

    seats: tuple[Seat, ...]
    taker: Seat
    partner: Seat | None = None

    def of(self, seat: Seat) -> Camp:
        """The camp of a seat."""
        return Camp.ATTACK if seat in (self.taker, self.partner) else Camp.DEFENCE

    def members(self, camp: Camp) -> tuple[Seat, ...]:
        """The seats of a camp, in playing order."""
        return tuple(seat for seat in self.seats if self.of(seat) is camp)


def callable_cards(hand: Iterable[Card], *, own_too: bool = True) -> tuple[Card, ...]:
    """Cards that the taker may call with these dealt cards.

    Args:
        hand: the taker's dealt cards.
        own_too: whether he may call a card he holds himself.
    """
    held = frozenset(hand)
    return tuple(card for card in _callable(held) if own_too or card not in held)


def _callable(held: frozenset[Card]) -> Iterator[Card]:
    for rank in HONOURS:
        row = [Card(rank, suit) for suit in SUITS]
        yield from row
        if not held.issuperset(row):
            return


def partner_of(called: Card | None, taker: Seat, hands: Iterable[tuple[Seat, Iterable[Card]]]) -> Seat | None:
    """Who plays with the taker: the holder of the called card, unless that is the taker or nobody."""
    if called is None:
        return None
    return next((seat for seat, hand in hands if called in hand and seat != taker), None)
