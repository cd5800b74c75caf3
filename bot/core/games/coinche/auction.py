"""The auction of coinche and contrée (docs/rules/belote.md 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self, assert_never

from bot.core.actions import Action, Pass
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import Event
from bot.core.evolving import kept, replace
from bot.core.facts import Fact, Term, Who, fact
from bot.core.families.belote.auction import Auction
from bot.core.families.belote.contract import Aim, Contract, Doubling
from bot.core.families.belote.denominations import ALL_DENOMINATIONS, SUITS_ONLY, Denomination
from bot.core.families.belote.events import Passed
from bot.core.families.belote.keys import Key, Refusal
from bot.core.games.coinche.actions import Bid, Capot, Coinche, Generale, Surcoinche
from bot.core.games.coinche.events import BidMade, CapotBid, Coinched, GeneraleBid, Surcoinched
from bot.core.games.coinche.options import BID_CEILING, CoincheOptions
from bot.core.prompts import BidRange, OneOf, Prompt
from bot.core.seats import Seat, next_seat
from bot.core.views import Call

PLAYERS = 4
STEP = 10
RANKED: tuple[Denomination, ...] = (
    Denomination.CLUBS,
    Denomination.DIAMONDS,
    Denomination.HEARTS,
    Denomination.SPADES,
    Denomination.SANS_ATOUT,
    Denomination.TOUT_ATOUT,
)
"""Denominations from lowest to highest, where they are ranked."""

CallMade = Passed | BidMade | CapotBid | GeneraleBid | Coinched | Surcoinched


@dataclass(frozen=True)
class CoincheAuction(Auction):
    """The auction of one deal. It has no slots: see `evolving`.

    Attributes:
        options: the game's options.
        turn_seat: who must speak.
        made: the calls so far.
        bid: the last bid, as an undoubled contract; None before the first.
        of_bid: number of calls up to and including the last bid.
        passes: passes since the last bid, or since the coinche.
        doubler: who doubled the last bid.
        closed: whether the contract stands.
    """

    options: CoincheOptions
    turn_seat: Seat
    made: tuple[CallMade, ...] = ()
    bid: Contract | None = None
    of_bid: int = 0
    passes: int = 0
    doubler: Seat | None = None
    closed: bool = False

    @kept
    def contract(self) -> Contract | None:
        """The last bid with its doubling, once closed."""
        if not self.closed or self.bid is None:
            return None
        doubling = Doubling.NONE if self.doubler is None else Doubling.COINCHE
        if isinstance(self.made[-1], Surcoinched):
            doubling = Doubling.SURCOINCHE
        return Contract(self.bid.taker, self.bid.denomination, self.bid.aim, self.bid.level, doubling)

    @property
    def passed_out(self) -> bool:
        """Whether everybody passed without a bid."""
        return self.bid is None and self.passes == PLAYERS

    @property
    def turn(self) -> Seat:
        """Who must speak."""
        return self.turn_seat

    @kept
    def calls(self) -> tuple[Call, ...]:
        """Everything said so far."""
        return tuple(Call(call.seat, _call_fact(call)) for call in self.made)

    def interrupters(self) -> frozenset[Seat]:
        """Opponents of the last bidder, where one may double out of turn."""
        if self.options.coinche_when != "any_time" or self.bid is None or self.closed:
            return frozenset()
        seats = (Seat(seat) for seat in range(PLAYERS))
        return frozenset(seat for seat in seats if seat != self.turn and self._refusal_to_double(seat) is None)

    def prompts(self, seat: Seat) -> tuple[Prompt, ...]:
        """What a seat may call now."""
        if self.closed or self.passed_out:
            return ()
        if seat != self.turn:
            return (OneOf((Coinche(self.of_bid),)),) if seat in self.interrupters() else ()
        if self.doubler is not None:
            return (OneOf((Pass(), Surcoinche())),)
        doubling = (Coinche(self.of_bid),) if self._refusal_to_double(seat) is None else ()
        prompts: list[Prompt] = [OneOf((Pass(), *doubling))]
        floors = self.floors(seat)
        if floors:
            named = tuple((denomination.value, floor) for denomination, floor in floors)
            prompts.append(BidRange(Bid.kind, named, self.options.bid_max, STEP, BID_CEILING))
        capots = tuple(Capot(denomination) for denomination in self.slams(seat, Aim.CAPOT))
        generales = tuple(Generale(denomination) for denomination in self.slams(seat, Aim.GENERALE))
        prompts.extend(OneOf(offered) for offered in (capots, generales) if offered)
        return tuple(prompts)

    def floors(self, seat: Seat) -> tuple[tuple[Denomination, int], ...]:
        """The lowest number a seat may bid in each denomination it may name."""
        if self.doubler is not None or (self.bid is not None and self.bid.aim is not Aim.NUMBER):
            return ()
        floors = ((denomination, self._floor(denomination)) for denomination in self._nameable(seat))
        return tuple((denomination, floor) for denomination, floor in floors if floor <= self._top)

    @property
    def _top(self) -> int:
        """The highest number anybody may bid: the rules' maximum, or else a technical bound."""
        return BID_CEILING if self.options.bid_max is None else self.options.bid_max

    def _floor(self, denomination: Denomination) -> int:
        if self.bid is None:
            return self.options.bid_min
        higher = RANKED.index(denomination) > RANKED.index(self.bid.denomination)
        if self.options.suits_ranked and higher:
            return self.bid.level
        return self.bid.level // STEP * STEP + STEP

    def slams(self, seat: Seat, aim: Aim) -> tuple[Denomination, ...]:
        """Denominations in which a seat may bid capot, or générale."""
        last = Aim.TAKE if self.bid is None else self.bid.aim
        covered = (Aim.CAPOT, Aim.GENERALE) if aim is Aim.CAPOT else (Aim.GENERALE,)
        if self.doubler is not None or last in covered or (aim is Aim.GENERALE and not self.options.generale):
            return ()
        return self._nameable(seat)

    def _nameable(self, seat: Seat) -> tuple[Denomination, ...]:
        """Denominations a seat may bid in; the last bidder may at most change to another (`self_raise`)."""
        offered = ALL_DENOMINATIONS if self.options.sa_ta else SUITS_ONLY
        if self.bid is None or self.bid.taker != seat:
            return offered
        if self.options.self_raise == "no":
            return ()
        return tuple(denomination for denomination in offered if denomination is not self.bid.denomination)

    def check(self, seat: Seat, action: Action) -> CallMade:
        """The event of a call.

        Raises:
            IllegalAction: the call is not allowed now.
        """
        if isinstance(action, Coinche):
            return self._check_coinche(seat, action)
        if seat != self.turn:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        match action:
            case Pass():
                return Passed(seat)
            case Bid():
                self._check_bid(seat, action)
                return BidMade(seat, action.level, action.denomination)
            case Capot():
                self._check_slam(seat, Aim.CAPOT, action.denomination)
                return CapotBid(seat, action.denomination)
            case Generale():
                self._check_slam(seat, Aim.GENERALE, action.denomination)
                return GeneraleBid(seat, action.denomination)
            case Surcoinche():
                if self.doubler is None:
                    raise IllegalAction(Reason.NOT_DOUBLED)
                return Surcoinched(seat)
            case _:
                raise IllegalAction(Reason.WRONG_PHASE)

    def _check_coinche(self, seat: Seat, action: Coinche) -> Coinched:
        reason = self._refusal_to_double(seat)
        if reason is not None:
            raise self._refused(reason)
        if seat != self.turn and self.options.coinche_when != "any_time":
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        if action.of_bid != self.of_bid:
            raise self._refused(Reason.BID_CHANGED)
        return Coinched(seat)

    def _refused(self, reason: Reason | Refusal) -> IllegalAction:
        """The error for a call that an earlier one does not allow, with that one."""
        match reason:
            case Reason.NOTHING_TO_DOUBLE:
                return IllegalAction(reason)
            case Reason.ALREADY_DOUBLED:
                assert self.doubler is not None
                return IllegalAction(reason, who=Who(self.doubler))
            case Reason.OWN_BID | Refusal.OWN_SIDE:
                return IllegalAction(reason, call=self._standing())
            case _:
                assert self.bid is not None
                return IllegalAction(reason, call=self._standing(), who=Who(self.bid.taker))

    def _standing(self) -> Fact:
        """The last bid, as it was called."""
        bids = (call for call in reversed(self.made) if isinstance(call, BidMade | CapotBid | GeneraleBid))
        return _call_fact(next(bids))

    def _refusal_to_double(self, seat: Seat) -> Reason | Refusal | None:
        if self.bid is None:
            return Reason.NOTHING_TO_DOUBLE
        if self.doubler is not None:
            return Reason.ALREADY_DOUBLED
        if self.bid.taker == seat:
            return Refusal.OWN_SIDE
        return Reason.NOT_THE_OPPONENTS_BID if (self.bid.taker - seat) % 2 == 0 else None

    def _check_nameable(self, seat: Seat, denomination: Denomination) -> None:
        if self.doubler is not None:
            raise self._refused(Reason.ALREADY_DOUBLED)
        offered = ALL_DENOMINATIONS if self.options.sa_ta else SUITS_ONLY
        if denomination not in offered:
            named = Term("denomination", denomination.value)
            raise IllegalAction(Reason.DENOMINATION_NOT_OFFERED, denomination=named)
        if denomination not in self._nameable(seat):
            raise self._refused(Reason.OWN_BID)

    def _check_slam(self, seat: Seat, aim: Aim, denomination: Denomination) -> None:
        self._check_nameable(seat, denomination)
        if aim is Aim.GENERALE and not self.options.generale:
            raise IllegalAction(Refusal.NO_GENERALE)
        if denomination not in self.slams(seat, aim):
            raise self._refused(Refusal.SLAM_STANDS)

    def _check_bid(self, seat: Seat, action: Bid) -> None:
        self._check_nameable(seat, action.denomination)
        if self.bid is not None and self.bid.aim is not Aim.NUMBER:
            raise self._refused(Refusal.SLAM_STANDS)
        floor = self._floor(action.denomination)
        if action.level < floor:
            raise self._too_low(action.denomination, floor)
        if action.level > self._top:
            raise IllegalAction(Reason.BID_TOO_HIGH, maximum=self._top)
        if action.level != floor and action.level % STEP:
            near = max(floor, action.level // STEP * STEP)
            raise IllegalAction(Reason.BID_NOT_A_STEP, level=action.level, step=STEP, near=near)

    def _too_low(self, denomination: Denomination, floor: int) -> IllegalAction:
        if self.bid is None:
            return IllegalAction(Refusal.OPENING_TOO_LOW, minimum=floor)
        named, who = Term("denomination", denomination.value), Who(self.bid.taker)
        return IllegalAction(Reason.BID_TOO_LOW, call=self._standing(), who=who, minimum=floor, denomination=named)

    def hear(self, event: Event) -> Self:
        """The auction after a call.

        Raises:
            CorruptLog: the event is no call of this auction.
        """
        match event:
            case Passed():
                return self._passed(replace(self, made=(*self.made, event), passes=self.passes + 1))
            case BidMade():
                return self._raised(event, Contract(event.seat, event.denomination, Aim.NUMBER, event.level))
            case CapotBid():
                return self._raised(event, Contract(event.seat, event.denomination, Aim.CAPOT))
            case GeneraleBid():
                return self._raised(event, Contract(event.seat, event.denomination, Aim.GENERALE))
            case Coinched():
                return replace(
                    self,
                    made=(*self.made, event),
                    doubler=event.seat,
                    passes=0,
                    turn_seat=next_seat(event.seat, PLAYERS),
                    closed=not self.options.surcoinche,
                )
            case Surcoinched():
                return replace(self, made=(*self.made, event), closed=True)
            case _:
                raise CorruptLog(f"{event.kind} is no call of this auction")

    def _passed(self, after: Self) -> Self:
        """After a coinche only the two of the doubled side speak; else three (or four) passes end it."""
        if after.doubler is not None:
            turn = next_seat(after.doubler, PLAYERS, 3)
            return replace(after, turn_seat=turn, closed=after.passes == 2)
        closed = after.bid is not None and after.passes == after.options.passes_to_end
        return replace(after, turn_seat=next_seat(self.turn, PLAYERS), closed=closed)

    def _raised(self, event: BidMade | CapotBid | GeneraleBid, bid: Contract) -> Self:
        return replace(
            self,
            made=(*self.made, event),
            bid=bid,
            of_bid=len(self.made) + 1,
            passes=0,
            turn_seat=next_seat(event.seat, PLAYERS),
            closed=bid.aim is not Aim.NUMBER and not self.options.capot_doublable,
        )


def _call_fact(call: CallMade) -> Fact:
    match call:
        case Passed():
            return fact(Key.CALL_PASSED.value)
        case BidMade():
            named = Term("denomination", call.denomination.value)
            return fact(Key.CALL_BID.value, level=call.level, denomination=named)
        case CapotBid():
            return fact(Key.CALL_CAPOT.value, denomination=Term("denomination", call.denomination.value))
        case GeneraleBid():
            return fact(Key.CALL_GENERALE.value, denomination=Term("denomination", call.denomination.value))
        case Coinched():
            return fact(Key.CALL_COINCHE.value)
        case Surcoinched():
            return fact(Key.CALL_SURCOINCHE.value)
        case _:
            assert_never(call)
