"""Calls of coinche and contrée, as events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.core.events import PublicEvent
from bot.core.families.belote.denominations import Denomination
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class BidMade(PublicEvent):
    """A seat bid a number."""

    kind: ClassVar[str] = "BidMade"
    seat: Seat
    level: int
    denomination: Denomination


@dataclass(frozen=True, slots=True)
class CapotBid(PublicEvent):
    """A seat bid capot."""

    kind: ClassVar[str] = "CapotBid"
    seat: Seat
    denomination: Denomination


@dataclass(frozen=True, slots=True)
class GeneraleBid(PublicEvent):
    """A seat bid générale."""

    kind: ClassVar[str] = "GeneraleBid"
    seat: Seat
    denomination: Denomination


@dataclass(frozen=True, slots=True)
class Coinched(PublicEvent):
    """A seat doubled the last bid."""

    kind: ClassVar[str] = "Coinched"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Surcoinched(PublicEvent):
    """A seat of the doubled side redoubled."""

    kind: ClassVar[str] = "Surcoinched"
    seat: Seat
