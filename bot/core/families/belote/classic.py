"""The classic auction: two rounds over a turned card (docs/rules/belote.md 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from bot.core.actions import Action, Pass
from bot.core.cards import Card, Suit
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import Event, PublicEvent
from bot.core.evolving import kept, replace
from bot.core.facts import Fact, Term, fact
from bot.core.families.belote.auction import Auction
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.denominations import ALL_DENOMINATIONS, SUITS_ONLY, Denomination
from bot.core.families.belote.events import Passed
from bot.core.families.belote.keys import Key, Refusal
from bot.core.prompts import OneOf, Prompt
from bot.core.seats import Seat, next_seat
from bot.core.views import Call

ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take: the turned card's suit (`take`), or in the second round a denomination of one's own (`take:S`)."""

    kind: ClassVar[str] = "take"
    denomination: Denomination | None = None

    @property
    def argument(self) -> str:
        """The denomination's code; empty for the turned suit."""
        return "" if self.denomination is None else self.denomination.value

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read a denomination's code, or nothing."""
        return cls(Denomination(argument) if argument else None)


@dataclass(frozen=True, slots=True)
class CardTurned(PublicEvent):
    """The card turned up for the bidding."""

    kind: ClassVar[str] = "CardTurned"
    card: Card


@dataclass(frozen=True, slots=True)
class Taken(PublicEvent):
    """A seat took, with this denomination; the turned card is its own."""

    kind: ClassVar[str] = "Taken"
    seat: Seat
    denomination: Denomination


@dataclass(frozen=True)
class ClassicAuction(Auction):
    """The auction of one deal. It has no slots: see `evolving`.

    Attributes:
        first: who speaks first.
        players: how many speak.
        sa_ta: whether sans-atout and tout-atout may be chosen in the second round.
        turned: the card turned up; None before the deal.
        passes: who has passed, in order.
        taken: the take, which ends the auction.
    """

    first: Seat
    players: int
    sa_ta: bool
    turned: Card | None = None
    passes: tuple[Seat, ...] = ()
    taken: Taken | None = None

    @kept
    def contract(self) -> Contract | None:
        """The take, as a contract."""
        return None if self.taken is None else Contract(self.taken.seat, self.taken.denomination)

    @property
    def passed_out(self) -> bool:
        """Whether everybody passed twice."""
        return len(self.passes) == ROUNDS * self.players

    @property
    def turn(self) -> Seat:
        """Who must speak."""
        return next_seat(self.first, self.players, len(self.passes))

    @property
    def second_round(self) -> bool:
        """Whether all have passed once."""
        return len(self.passes) >= self.players

    @kept
    def calls(self) -> tuple[Call, ...]:
        """Everything said so far."""
        passes = tuple(Call(seat, fact(Key.CALL_PASSED.value)) for seat in self.passes)
        return passes if self.taken is None else (*passes, Call(self.taken.seat, self._taking(self.taken)))

    def _taking(self, taken: Taken) -> Fact:
        key = Key.CALL_NAME if self.second_round else Key.CALL_TAKE
        return fact(key.value, denomination=Term("denomination", taken.denomination.value))

    def interrupters(self) -> frozenset[Seat]:
        """Nobody speaks out of turn."""
        return frozenset()

    def prompts(self, seat: Seat) -> tuple[Prompt, ...]:
        """Pass or take, for the seat whose turn it is."""
        if seat != self.turn or self.passed_out or self.taken is not None or self.turned is None:
            return ()
        if not self.second_round:
            return (OneOf((Pass(), Take())),)
        return (OneOf((Pass(), *(Take(denomination) for denomination in self.offered()))),)

    def offered(self) -> tuple[Denomination, ...]:
        """What may be named in the second round: anything but the turned suit."""
        denominations = ALL_DENOMINATIONS if self.sa_ta else SUITS_ONLY
        return tuple(denomination for denomination in denominations if denomination.trump_suit is not self.turned_suit)

    @property
    def turned_suit(self) -> Suit:
        """The suit of the turned card."""
        assert self.turned is not None
        return self.turned.suit

    def check(self, seat: Seat, action: Action) -> Passed | Taken:
        """The event of a call.

        Raises:
            IllegalAction: the call is not allowed now.
        """
        if seat != self.turn:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        match action:
            case Pass():
                return Passed(seat)
            case Take():
                return Taken(seat, self._named(action.denomination))
            case _:
                raise IllegalAction(Reason.WRONG_PHASE)

    def _named(self, denomination: Denomination | None) -> Denomination:
        if denomination is None and not self.second_round:
            return Denomination(self.turned_suit.value)
        if denomination is None:
            raise self._about_the_turned(Refusal.NAME_A_SUIT)
        if not self.second_round:
            raise self._about_the_turned(Refusal.TAKE_TURNED_ONLY)
        if denomination.trump_suit is self.turned_suit:
            raise self._about_the_turned(Reason.SUIT_WAS_TURNED)
        if denomination not in self.offered():
            named = Term("denomination", denomination.value)
            raise IllegalAction(Reason.DENOMINATION_NOT_OFFERED, denomination=named)
        return denomination

    def _about_the_turned(self, reason: Reason | Refusal) -> IllegalAction:
        assert self.turned is not None
        return IllegalAction(reason, suit=Term("suit", self.turned.suit.value), card=self.turned)

    def hear(self, event: Event) -> Self:
        """The auction after the turned card, a pass or a take.

        Raises:
            CorruptLog: the event is none of these.
        """
        match event:
            case CardTurned():
                return replace(self, turned=event.card)
            case Passed():
                return replace(self, passes=(*self.passes, event.seat))
            case Taken():
                return replace(self, taken=event)
            case _:
                raise CorruptLog(f"{event.kind} is no call of this auction")
