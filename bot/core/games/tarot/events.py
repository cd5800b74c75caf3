"""What happens in a deal of tarot, beside what all games share, and who sees it (docs/rules/tarot.md 20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.core.cards import Card, Suit
from bot.core.events import PublicEvent, SeatEvent
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.duties import Order
from bot.core.games.tarot.poignee import Misere, Size
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class PetitSecSaid(PublicEvent):
    """A seat was dealt the Petit alone."""

    kind: ClassVar[str] = "PetitSecSaid"
    seat: Seat


@dataclass(frozen=True, slots=True)
class PetitUntouchable(PublicEvent):
    """The holder of a lone Petit plays on: it will be like a second Excuse."""

    kind: ClassVar[str] = "PetitUntouchable"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealCancelled(PublicEvent):
    """A seat had the deal annulled: a lone Petit, or a lone Excuse."""

    kind: ClassVar[str] = "DealCancelled"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed(PublicEvent):
    """A seat passed."""

    kind: ClassVar[str] = "Passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade(PublicEvent):
    """A seat bid a contract."""

    kind: ClassVar[str] = "BidMade"
    seat: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class KingCalled(PublicEvent):
    """The taker called a card. Who holds it stays unknown."""

    kind: ClassVar[str] = "KingCalled"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class ChelemAnnounced(PublicEvent):
    """A seat announced that its camp will win every trick; it leads to the first."""

    kind: ClassVar[str] = "ChelemAnnounced"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Ready(PublicEvent):
    """A seat has nothing more to announce."""

    kind: ClassVar[str] = "Ready"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChienTurned(PublicEvent):
    """The chien was turned up; the taker takes it."""

    kind: ClassVar[str] = "ChienTurned"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class EcartMade(SeatEvent):
    """The taker put these cards aside; nobody else knows them."""

    kind: ClassVar[str] = "EcartMade"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class EcartShown(PublicEvent):
    """The écart is made; trumps in it, when they could not be kept, are shown."""

    kind: ClassVar[str] = "EcartShown"
    seat: Seat
    trumps: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PoigneeAnnounced(SeatEvent):
    """A seat chose a size of poignée; its cards follow, and until then nobody else hears of it."""

    kind: ClassVar[str] = "PoigneeAnnounced"
    seat: Seat
    size: Size


@dataclass(frozen=True, slots=True)
class PoigneeShown(PublicEvent):
    """A seat showed its poignée, highest card first."""

    kind: ClassVar[str] = "PoigneeShown"
    seat: Seat
    size: Size
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MisereSaid(PublicEvent):
    """A seat announced a misère."""

    kind: ClassVar[str] = "MisereSaid"
    seat: Seat
    misere: Misere


@dataclass(frozen=True, slots=True)
class CardExposed(PublicEvent):
    """A seat put a card on the table before its turn.

    Attributes:
        asks: it led out of turn against the taker, who may now demand its suit or forbid it.
    """

    kind: ClassVar[str] = "CardExposed"
    seat: Seat
    card: Card
    asks: bool


@dataclass(frozen=True, slots=True)
class CardReturned(PublicEvent):
    """A card played before its turn cannot be played at it, and goes back to the hand."""

    kind: ClassVar[str] = "CardReturned"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LeadOrdered(PublicEvent):
    """The taker said what the rightful leader must do about a suit."""

    kind: ClassVar[str] = "LeadOrdered"
    seat: Seat
    order: Order
    suit: Suit
