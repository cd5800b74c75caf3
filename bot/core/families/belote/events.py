"""Events of the belote family, beside the ones all games share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.core.cards import Card
from bot.core.events import CardPlayed, CardTakenBack, DealScored, DealVoid, Event, HandDealt, PublicEvent, TrickWon
from bot.core.families.belote.annonces import Annonce
from bot.core.families.belote.belotes import Word
from bot.core.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Passed(PublicEvent):
    """A seat passed."""

    kind: ClassVar[str] = "Passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class BeloteSaid(PublicEvent):
    """A seat said belote or rebelote with the card it is about to play."""

    kind: ClassVar[str] = "BeloteSaid"
    seat: Seat
    word: Word


@dataclass(frozen=True, slots=True)
class AnnonceSaid(PublicEvent):
    """A seat announced one combination, without its height."""

    kind: ClassVar[str] = "AnnonceSaid"
    seat: Seat
    annonce: Annonce


@dataclass(frozen=True, slots=True)
class AnnonceShown(PublicEvent):
    """A seat showed the cards of one combination, highest first."""

    kind: ClassVar[str] = "AnnonceShown"
    seat: Seat
    annonce: Annonce
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class AnnoncesJudged(PublicEvent):
    """The combinations of both sides were compared.

    Attributes:
        side: whose combinations count; None when none does.
        points: what each side obtains.
        cancelled: the best ones were equal, so none counts.
    """

    kind: ClassVar[str] = "AnnoncesJudged"
    side: Side | None
    points: tuple[int, ...]
    cancelled: bool


@dataclass(frozen=True, slots=True)
class TakeBackAsked(PublicEvent):
    """A seat asked its opponents to let it take its latest card back."""

    kind: ClassVar[str] = "TakeBackAsked"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TakeBackAgreed(PublicEvent):
    """An opponent agreed."""

    kind: ClassVar[str] = "TakeBackAgreed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeBackRefused(PublicEvent):
    """An opponent refused: the card stays."""

    kind: ClassVar[str] = "TakeBackRefused"
    seat: Seat


SHARED_EVENTS: tuple[type[Event], ...] = (
    HandDealt,
    Passed,
    BeloteSaid,
    AnnonceSaid,
    AnnonceShown,
    AnnoncesJudged,
    CardPlayed,
    TakeBackAsked,
    TakeBackAgreed,
    TakeBackRefused,
    CardTakenBack,
    TrickWon,
    DealScored,
    DealVoid,
)
"""Every event that all games of the family emit; calls, and a talon, are some games' own."""
