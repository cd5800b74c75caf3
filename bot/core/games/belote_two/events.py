"""Events of belote for two, beside those of the family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.core.cards import Card
from bot.core.events import HiddenEvent, PublicEvent
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class BottomShown(PublicEvent):
    """The bottom card of the talon, shown once the hands are complete; it is never played."""

    kind: ClassVar[str] = "BottomShown"
    card: Card


@dataclass(frozen=True, slots=True)
class SevenExchanged(PublicEvent):
    """A seat put the seven of trumps on the table and has the turned card instead."""

    kind: ClassVar[str] = "SevenExchanged"
    seat: Seat
    given: Card
    received: Card


@dataclass(frozen=True, slots=True)
class RowCovered(HiddenEvent):
    """The face-down cards of a seat's piles, in the order of the piles. Their owner does not see them either."""

    kind: ClassVar[str] = "RowCovered"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RowDealt(PublicEvent):
    """The face-up cards of a seat's piles, each on the face-down card of the same place."""

    kind: ClassVar[str] = "RowDealt"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardUncovered(PublicEvent):
    """A seat turned up the card under the one it played."""

    kind: ClassVar[str] = "CardUncovered"
    seat: Seat
    card: Card
