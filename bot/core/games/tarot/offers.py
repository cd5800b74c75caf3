"""What a seat is offered at every moment of a deal (docs/rules/tarot.md 4 to 10 and 18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from bot.core.actions import Declare, Pass, PlayCard, TakeBack
from bot.core.cards import Card
from bot.core.evolving import kept_for, kept_with
from bot.core.games.tarot.actions import Bid, CallKing, CancelDeal, Go, OrderLead, PlayEarly
from bot.core.games.tarot.dealing import is_lone_excuse, layout
from bot.core.games.tarot.duties import Order
from bot.core.games.tarot.ecart import Limits, limits
from bot.core.games.tarot.king import callable_cards
from bot.core.games.tarot.pack import sort_cards
from bot.core.games.tarot.poignee import Showing, Size, miseres, showing, sizes
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.prompts import OneOf, PickCards, Prompt
from bot.core.seats import Seat

CHELEM = "chelem"
ANNUL = "annul"
IMPRENABLE = "imprenable"
POIGNEE = "poignee_"


@kept_for
def prompts(state: TarotState, seat: Seat) -> tuple[Prompt, ...]:
    """Everything a seat may do now."""
    if seat not in state.seats or state.phase in (Phase.DEALING, Phase.OVER):
        return ()
    size = state.chosen_size(seat)
    # While somebody chooses what a poignée hides, everybody else is offered what they were before, and asked in the
    # same order: were anything withdrawn, they would know that trumps stay hidden.
    if size is not None:
        return () if order_due(state) else _hiding(state, seat, size)
    return tuple(_prompts(state, seat))


def _prompts(state: TarotState, seat: Seat) -> Iterator[Prompt]:
    due = tuple(_due(state, seat))
    yield from due
    said = tuple(words(state, seat))
    if said and said != (CHELEM,):
        yield OneOf(tuple(Declare(word) for word in said if word != CHELEM))
    if CHELEM in said:
        yield OneOf((Declare(CHELEM),), careful=True)
    if state.phase is Phase.PLAY and not due and not order_due(state):
        yield from _out_of_turn(state, seat)


@kept_with
def acting(state: TarotState) -> frozenset[Seat]:
    """The seats that must act."""
    match state.phase:
        case Phase.DEALING | Phase.OVER:
            return frozenset()
        case Phase.PETIT_SEC:
            return frozenset() if state.petit_sec is None else frozenset({state.petit_sec})
        case Phase.BIDDING:
            return frozenset({state.auction.turn})
        case Phase.CALL | Phase.CHELEM | Phase.ECART:
            return frozenset() if state.taker is None else frozenset({state.taker})
        case Phase.SHOW:
            return state.waiting
        case Phase.PLAY:
            if order_due(state) and state.taker is not None:
                return frozenset({state.taker})
            return frozenset({state.turn})
        case _:
            assert_never(state.phase)


def _due(state: TarotState, seat: Seat) -> Iterator[Prompt]:
    """What a seat that must act has to choose from; words that may be said first come beside it."""
    if seat not in acting(state):
        return
    match state.phase:
        case Phase.BIDDING:
            yield OneOf((Pass(), *(Bid(contract) for contract in state.auction.offered())))
            if state.options.lone_excuse == "may_cancel" and is_lone_excuse(state.hands[seat]):
                yield OneOf((CancelDeal(),), careful=True)
        case Phase.CALL:
            yield OneOf(tuple(CallKing(card) for card in callable_now(state, seat)))
        case Phase.ECART:
            allowed = ecart_limits(state, seat)
            yield PickCards("discard", sort_cards(allowed.pool), allowed.to_choose, allowed.to_choose)
        case Phase.CHELEM | Phase.SHOW:
            yield OneOf((Go(),))
        case Phase.PLAY:
            if order_due(state):
                yield OneOf(tuple(OrderLead(order) for order in Order))
            else:
                yield OneOf(tuple(PlayCard(card) for card in sort_cards(state.legal().cards)))
        case Phase.PETIT_SEC | Phase.DEALING | Phase.OVER:
            return
        case _:
            assert_never(state.phase)


def callable_now(state: TarotState, seat: Seat) -> tuple[Card, ...]:
    """Cards that the taker may call."""
    return callable_cards(state.dealt[seat], own_too=state.options.call_self == "allowed")


def ecart_limits(state: TarotState, seat: Seat) -> Limits:
    """What the taker may put aside."""
    return limits(state.hands[seat], layout(len(state.seats)).chien)


def order_due(state: TarotState) -> bool:
    """Whether the taker must first say what he does about an early lead."""
    return state.ordered is not None and state.ordered.order is None


def _hiding(state: TarotState, seat: Seat, size: Size) -> tuple[Prompt, ...]:
    how = showing_of(state, seat, size)
    assert how is not None
    return (PickCards("hide", how.pool, how.hidden, how.hidden),)


def showing_of(state: TarotState, seat: Seat, size: Size) -> Showing | None:
    """How a seat may show a poignée of this size; None when it may not."""
    aside = state.aside if seat == state.taker else ()
    needed = sizes(len(state.seats), state.options)[size]
    return showing(state.hands[seat], aside, needed)


def words(state: TarotState, seat: Seat) -> Iterator[str]:
    """Words that a seat may say now."""
    if state.phase is Phase.PETIT_SEC:
        if seat == state.petit_sec:
            yield from (ANNUL, IMPRENABLE)
        return
    if order_due(state):
        return
    if may_show(state, seat):
        if not any(shown.seat == seat for shown in state.poignees):
            shown = (size for size in Size if showing_of(state, seat, size) is not None)
            yield from (f"{POIGNEE}{size.value}" for size in shown)
        if state.options.misere != "off":
            said = [kind for owner, kind in state.miseres if owner == seat]
            yield from (kind.value for kind in miseres(state.hands[seat]) if kind not in said)
    if may_announce_chelem(state, seat):
        yield CHELEM


def may_show(state: TarotState, seat: Seat) -> bool:
    """Whether it is the moment for a seat's poignée and misères: just before its first card, or before the lead."""
    if state.phase is Phase.SHOW:
        return seat in state.waiting
    if state.phase is not Phase.PLAY or state.options.poignee_time == "before_lead" or state.has_played(seat):
        return False
    return seat == state.turn or may_play_early(state, seat)


def may_announce_chelem(state: TarotState, seat: Seat) -> bool:
    """Whether a seat may announce a chelem now (docs/rules/tarot.md 8)."""
    if state.chelem is not None or (seat != state.taker and state.options.chelem_by_defence == "no"):
        return False
    if state.options.chelem_window == "before_chien":
        return state.phase in (Phase.CALL, Phase.CHELEM)
    before = state.phase in (Phase.CALL, Phase.CHELEM, Phase.ECART, Phase.SHOW)
    return before or (state.phase is Phase.PLAY and not state.started)


def may_play_early(state: TarotState, seat: Seat) -> bool:
    """Whether a card of a seat whose turn it is not would stand."""
    if state.options.out_of_turn != "stands" or seat == state.turn or state.exposed(seat) is not None:
        return False
    return all(owner != seat for owner, _ in state.trick.plays)


def taker_back(state: TarotState) -> Seat | None:
    """The seat whose card is the latest of an incomplete trick, and may be taken back; None when none may."""
    plays = state.trick.plays
    if state.phase is not Phase.PLAY or state.options.take_back == "none" or not plays or order_due(state):
        return None
    return plays[-1][0]


def _out_of_turn(state: TarotState, seat: Seat) -> Iterator[Prompt]:
    if taker_back(state) == seat:
        yield OneOf((TakeBack(),))
    if may_play_early(state, seat):
        yield OneOf(tuple(PlayEarly(card) for card in sort_cards(state.hands[seat])), careful=True)
