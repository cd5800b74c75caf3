"""What happens in a deal of belote for three, beside what the family knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.core.cards import Card
from bot.core.events import PublicEvent, SeatEvent
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class BottomTurned(PublicEvent):
    """The last of the cards out of play, turned up for all to see."""

    kind: ClassVar[str] = "BottomTurned"
    card: Card


@dataclass(frozen=True, slots=True)
class CardsPutAside(SeatEvent):
    """The taker put these cards aside; nobody else knows them before the deal is over."""

    kind: ClassVar[str] = "CardsPutAside"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class EcartDone(PublicEvent):
    """The taker has put his cards aside, and the play begins."""

    kind: ClassVar[str] = "EcartDone"
    seat: Seat
