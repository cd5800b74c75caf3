"""Events: what happened, and who may see it.

Every event class is public, for one seat, or hidden. A class without an audience, a kind or a frozen body fails when it
is defined. A secret is an event of its own beside a public one; no event is ever shown in part.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from bot.core.cards import Card
from bot.core.facts import Fact
from bot.core.seats import Seat, Side


class Event:
    """Base of all events. Use `PublicEvent`, `SeatEvent` or `HiddenEvent`."""

    __slots__ = ()
    kind: ClassVar[str]
    version: ClassVar[int] = 1

    def __init_subclass__(cls, *, audience: bool = False) -> None:
        super().__init_subclass__()
        if audience:
            return
        if not issubclass(cls, PublicEvent | SeatEvent | HiddenEvent):
            raise TypeError(f"{cls.__name__} has no audience")
        if not getattr(cls, "kind", ""):
            raise TypeError(f"{cls.__name__} has no kind")


class PublicEvent(Event, audience=True):
    """Seen by everybody, spectators included."""

    __slots__ = ()


class SeatEvent(Event, audience=True):
    """Seen by one seat only: subclasses have a field `seat`."""

    __slots__ = ()
    seat: Seat


class HiddenEvent(Event, audience=True):
    """Seen by nobody at the table."""

    __slots__ = ()


def visible(event: Event, seat: Seat | None) -> bool:
    """Whether a seat, or a spectator (None), may see this event."""
    if isinstance(event, PublicEvent):
        return True
    return isinstance(event, SeatEvent) and seat is not None and event.seat == seat


@dataclass(frozen=True, slots=True)
class HandDealt(SeatEvent):
    """Cards given to a seat."""

    kind: ClassVar[str] = "HandDealt"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TalonSet(HiddenEvent):
    """Cards that stay face down on the table, in the order they will be given."""

    kind: ClassVar[str] = "TalonSet"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed(PublicEvent):
    """A seat put a card on the table."""

    kind: ClassVar[str] = "CardPlayed"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardTakenBack(PublicEvent):
    """A seat took its latest card back into its hand."""

    kind: ClassVar[str] = "CardTakenBack"
    seat: Seat
    card: Card


def standing_plays(events: Iterable[Event]) -> list[CardPlayed]:
    """The cards played and not taken back, in order."""
    plays: list[CardPlayed] = []
    for event in events:
        if isinstance(event, CardPlayed):
            plays.append(event)
        elif isinstance(event, CardTakenBack):
            plays.pop()
    return plays


@dataclass(frozen=True, slots=True)
class TrickWon(PublicEvent):
    """The trick is complete and belongs to a seat."""

    kind: ClassVar[str] = "TrickWon"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored(PublicEvent):
    """The deal was played to its end.

    Attributes:
        points: what each side marks, in side order, points held over from earlier included.
        held: what each side leaves waiting for the next deal (a tie held over).
        undecided: the part of `points` that cannot by itself finish the match, per side.
        taker_side: the taking side; None where nobody takes.
        made: whether the contract was made; None for a tie, and where nobody takes.
        account: the explanation, line by line.
    """

    kind: ClassVar[str] = "DealScored"
    points: tuple[int, ...]
    held: tuple[int, ...]
    undecided: tuple[int, ...]
    taker_side: Side | None
    made: bool | None
    account: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class DealVoid(PublicEvent):
    """Nobody took: the deal does not count."""

    kind: ClassVar[str] = "DealVoid"
