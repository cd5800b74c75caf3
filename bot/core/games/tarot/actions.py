"""What a seat may do in tarot, beside passing, playing and declaring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from bot.core.actions import Action, BareAction, CardAction, CardsAction
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.duties import Order


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid a contract: `bid:garde`."""

    kind: ClassVar[str] = "bid"
    contract: Contract

    @property
    def argument(self) -> str:
        """The contract's code."""
        return self.contract.value

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read a contract's code."""
        return cls(Contract(argument))


@dataclass(frozen=True, slots=True)
class CancelDeal(BareAction):
    """Have the deal annulled, where a lone Excuse allows it."""

    kind: ClassVar[str] = "cancel"


@dataclass(frozen=True, slots=True)
class CallKing(CardAction):
    """Call a king, or what may be called instead: `call:KS`."""

    kind: ClassVar[str] = "call"


@dataclass(frozen=True, slots=True)
class Go(BareAction):
    """Say that nothing more will be announced: "jeu"."""

    kind: ClassVar[str] = "go"


@dataclass(frozen=True, slots=True)
class Discard(CardsAction):
    """Put cards aside: `discard:4S 7S`; where trumps must go, those alone are named."""

    kind: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True)
class Hide(CardsAction):
    """Choose the trumps that stay hidden from a poignée: `hide:T2 T3`."""

    kind: ClassVar[str] = "hide"


@dataclass(frozen=True, slots=True)
class PlayEarly(CardAction):
    """Play a card before one's turn, where that stands: `early:KS`."""

    kind: ClassVar[str] = "early"


@dataclass(frozen=True, slots=True)
class OrderLead(Action):
    """Say what the rightful leader must do after a defender's early lead: `lead:demand`."""

    kind: ClassVar[str] = "lead"
    order: Order

    @property
    def argument(self) -> str:
        """The order's code."""
        return self.order.value

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read an order's code."""
        return cls(Order(argument))
