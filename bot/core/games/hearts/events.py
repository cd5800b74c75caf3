"""What happens in a deal of hearts, beside what all games share, and who sees it (docs/rules/hearts.md 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.core.cards import Card
from bot.core.events import PublicEvent, SeatEvent
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class CardsGiven(SeatEvent):
    """A seat put these cards aside for another one."""

    kind: ClassVar[str] = "CardsGiven"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PassMade(PublicEvent):
    """A seat has chosen what it passes; everybody sees that, and not what."""

    kind: ClassVar[str] = "PassMade"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsTaken(SeatEvent):
    """A seat took up what was passed to it."""

    kind: ClassVar[str] = "CardsTaken"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlayBegan(PublicEvent):
    """The hands are as they will be played; a seat leads: who holds the lowest club, where that one leads."""

    kind: ClassVar[str] = "PlayBegan"
    seat: Seat


@dataclass(frozen=True, slots=True)
class MoonChosen(PublicEvent):
    """A seat that took everything chose how that counts.

    Attributes:
        others: the others add the points; else its own are taken off.
    """

    kind: ClassVar[str] = "MoonChosen"
    seat: Seat
    others: bool
