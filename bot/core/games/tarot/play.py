"""Doing things in a deal of tarot: every action is checked, then becomes events."""

from __future__ import annotations

from bot.core.actions import Action, Declare, Pass, PlayCard, TakeBack
from bot.core.cards import Card, Suit
from bot.core.errors import IllegalAction, Reason
from bot.core.events import CardPlayed, CardTakenBack, DealScored, DealVoid, TrickWon
from bot.core.facts import Who, fact
from bot.core.game import Draft
from bot.core.games.tarot import events as ev
from bot.core.games.tarot import offers
from bot.core.games.tarot.actions import Bid, CallKing, CancelDeal, Discard, Go, Hide, OrderLead, PlayEarly
from bot.core.games.tarot.auction import ORDER
from bot.core.games.tarot.dealing import is_lone_excuse, layout
from bot.core.games.tarot.duties import Order, winner
from bot.core.games.tarot.ecart import check
from bot.core.games.tarot.keys import Refusal
from bot.core.games.tarot.pack import sort_cards
from bot.core.games.tarot.poignee import Misere, Size
from bot.core.games.tarot.result import counted
from bot.core.games.tarot.sayings import refusal_to_declare
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.seats import Seat, Side

Drafted = Draft[TarotState]


def act(draft: Drafted, seat: Seat, action: Action) -> None:
    """Do an action of a seat.

    Raises:
        IllegalAction: it is not allowed.
    """
    state = draft.state
    if seat not in state.seats:
        raise IllegalAction(Refusal.SITS_OUT)
    if state.chosen_size(seat) is not None:
        # Nobody else may notice that a poignée is being chosen, not even by what is refused.
        _unless_order_due(state)
        if not isinstance(action, Hide):
            raise IllegalAction(Refusal.POIGNEE_DUE)
    match action:
        case Pass() | Bid() | CancelDeal():
            _bid(draft, seat, action)
        case CallKing(card=card):
            _call(draft, seat, card)
        case Go():
            _go(draft, seat)
        case Discard(cards=chosen):
            _discard(draft, seat, chosen)
        case Declare(what=what):
            _declare(draft, seat, what)
        case Hide(cards=hidden):
            _hide(draft, seat, hidden)
        case _:
            _act_in_play(draft, seat, action)


def _act_in_play(draft: Drafted, seat: Seat, action: Action) -> None:
    match action:
        case PlayCard(card=card):
            _play(draft, seat, card)
        case PlayEarly(card=card):
            _play_early(draft, seat, card)
        case OrderLead(order=order):
            _order(draft, seat, order)
        case TakeBack():
            _take_back(draft, seat)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE)


def _in_phase(state: TarotState, seat: Seat, *phases: Phase) -> None:
    if state.phase not in phases:
        raise IllegalAction(Reason.WRONG_PHASE)
    if seat not in offers.acting(state):
        raise IllegalAction(Reason.NOT_YOUR_TURN)


def _unless_order_due(state: TarotState) -> None:
    if offers.order_due(state):
        assert state.taker is not None
        raise IllegalAction(Refusal.ORDER_DUE, who=Who(state.taker))


def _bid(draft: Drafted, seat: Seat, action: Pass | Bid | CancelDeal) -> None:
    state = draft.state
    _in_phase(state, seat, Phase.BIDDING)
    match action:
        case Pass():
            draft.emit(ev.Passed(seat))
        case Bid(contract=contract):
            high = state.auction.high
            if ORDER.index(contract) < ORDER.index(state.auction.lowest):
                raise IllegalAction(Refusal.NO_PETITE)
            if high is not None and contract not in state.auction.offered():
                raise IllegalAction(Refusal.NOT_HIGHER, call=fact(high[1].call.value), who=Who(high[0]))
            draft.emit(ev.BidMade(seat, contract))
        case CancelDeal():
            if state.options.lone_excuse != "may_cancel":
                raise IllegalAction(Refusal.NO_CANCEL)
            if not is_lone_excuse(state.hands[seat]):
                raise IllegalAction(Refusal.NO_LONE_EXCUSE)
            draft.emit(ev.DealCancelled(seat))
            draft.emit(DealVoid())
            return
    if draft.state.auction.finished and draft.state.auction.high is None:
        draft.emit(DealVoid())
    _turn_chien(draft)


def _turn_chien(draft: Drafted) -> None:
    if draft.state.phase is Phase.ECART and not draft.state.turned:
        draft.emit(ev.ChienTurned(sort_cards(draft.state.chien)))


def _call(draft: Drafted, seat: Seat, card: Card) -> None:
    state = draft.state
    _in_phase(state, seat, Phase.CALL)
    if state.options.call_self == "forbidden" and card in state.dealt[seat]:
        raise IllegalAction(Refusal.CALL_OWN_CARD, card=card)
    if card not in offers.callable_now(state, seat):
        raise IllegalAction(Refusal.CALL_NOT_A_KING, card=card)
    draft.emit(ev.KingCalled(seat, card))
    _turn_chien(draft)


def _go(draft: Drafted, seat: Seat) -> None:
    _in_phase(draft.state, seat, Phase.CHELEM, Phase.SHOW)
    draft.emit(ev.Ready(seat))
    _turn_chien(draft)


def _discard(draft: Drafted, seat: Seat, chosen: tuple[Card, ...]) -> None:
    state = draft.state
    _in_phase(state, seat, Phase.ECART)
    missing = next((card for card in chosen if card not in state.hands[seat]), None)
    if missing is not None:
        raise IllegalAction(Reason.NOT_IN_HAND, card=missing)
    allowed = offers.ecart_limits(state, seat)
    named_by_rule = next((card for card in chosen if card in allowed.forced), None)
    if named_by_rule is not None:
        raise IllegalAction(Refusal.ECART_GOES_ANYWAY, card=named_by_rule, n=allowed.to_choose)
    aside = sort_cards((*allowed.forced, *chosen))
    shown = check(state.hands[seat], aside, layout(len(state.seats)).chien)
    draft.emit(ev.EcartMade(seat, aside))
    draft.emit(ev.EcartShown(seat, shown))


def _declare(draft: Drafted, seat: Seat, what: str) -> None:
    state = draft.state
    if what not in offers.words(state, seat):
        raise refusal_to_declare(state, seat, what)
    match what:
        case offers.CHELEM:
            draft.emit(ev.ChelemAnnounced(seat))
            _advance(draft)
        case offers.ANNUL:
            draft.emit(ev.DealCancelled(seat))
            draft.emit(DealVoid())
        case offers.IMPRENABLE:
            draft.emit(ev.PetitUntouchable(seat))
        case Misere.TRUMPS.value | Misere.HONOURS.value:
            draft.emit(ev.MisereSaid(seat, Misere(what)))
        case _:
            size = Size(what.removeprefix(offers.POIGNEE))
            draft.emit(ev.PoigneeAnnounced(seat, size))
            _show_all(draft, seat, size)


def _show_all(draft: Drafted, seat: Seat, size: Size) -> None:
    """Show a poignée at once when nothing can be hidden."""
    how = offers.showing_of(draft.state, seat, size)
    assert how is not None
    if how.hidden == 0:
        draft.emit(ev.PoigneeShown(seat, size, how.pool))


def _hide(draft: Drafted, seat: Seat, hidden: tuple[Card, ...]) -> None:
    size = draft.state.chosen_size(seat)
    if size is None:
        raise IllegalAction(Reason.WRONG_PHASE)
    how = offers.showing_of(draft.state, seat, size)
    assert how is not None
    if len(hidden) != how.hidden or len(set(hidden)) != how.hidden or not set(hidden) <= set(how.pool):
        raise IllegalAction(Refusal.HIDE_COUNT, n=how.hidden, chosen=len(set(hidden) & set(how.pool)))
    draft.emit(ev.PoigneeShown(seat, size, tuple(card for card in how.pool if card not in hidden)))


def _play(draft: Drafted, seat: Seat, card: Card) -> None:
    state = draft.state
    if state.phase is not Phase.PLAY:
        raise IllegalAction(Reason.WRONG_PHASE)
    _unless_order_due(state)
    if seat != state.turn:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    legal = state.legal()
    if card not in state.hands[seat]:
        raise IllegalAction(Reason.NOT_IN_HAND, legal=sort_cards(legal.cards), duty=legal.as_fact(), card=card)
    if card not in legal.cards:
        raise legal.refusal(card)
    draft.emit(CardPlayed(seat, card))
    _advance(draft)


def _advance(draft: Drafted) -> None:
    """Gather a complete trick; let cards that were put down early be played, or go back, when their turn has come."""
    while True:
        state = draft.state
        if state.phase is not Phase.PLAY:
            return
        if len(state.trick.plays) == len(state.seats):
            _gather(draft)
            continue
        card = state.exposed(state.turn)
        if card is None or offers.order_due(state):
            return
        if card not in state.legal().cards:
            draft.emit(ev.CardReturned(state.turn, card))
            return
        draft.emit(CardPlayed(state.turn, card))


def _gather(draft: Drafted) -> None:
    state = draft.state
    seat, _ = winner(state.trick, state.fools, fool_wins=_fool_wins(state))
    draft.emit(TrickWon(seat))
    if len(draft.state.won) < state.tricks_total:
        return
    done = counted(draft.state)
    nothing = (0,) * state.setup.players
    taker = done.outcome.camps.taker
    draft.emit(DealScored(done.points, nothing, nothing, Side(taker), done.parts.made, done.account))


def _fool_wins(state: TarotState) -> bool:
    """Whether an Excuse led to this trick wins it: the last, by a camp that won every trick before."""
    if len(state.won) != state.tricks_total - 1:
        return False
    camp = state.camps.of(state.trick.plays[0][0])
    if not state.swept_by(camp):
        return False
    if state.options.excuse_wins_last == "any_chelem":
        return True
    return state.chelem is not None and state.camps.of(state.chelem) is camp


def _play_early(draft: Drafted, seat: Seat, card: Card) -> None:
    state = draft.state
    if state.phase is not Phase.PLAY:
        raise IllegalAction(Reason.WRONG_PHASE)
    _unless_order_due(state)
    if not offers.may_play_early(state, seat):
        raise _not_early(state, seat)
    if card not in state.hands[seat]:
        raise IllegalAction(Reason.NOT_IN_HAND, card=card)
    # Who shows the called card shows that he is no defender.
    against = state.may_be_defender(seat) and card != state.called
    leads = not state.trick.plays and state.ordered is None and against
    asks = leads and state.leader != state.taker and card not in state.fools
    draft.emit(ev.CardExposed(seat, card, asks))


def _not_early(state: TarotState, seat: Seat) -> IllegalAction:
    """Why a card cannot be played before its turn."""
    if seat == state.turn:
        return IllegalAction(Refusal.EARLY_ON_TURN)
    if state.options.out_of_turn == "refuse":
        return IllegalAction(Reason.NOT_YOUR_TURN)
    mine = state.exposed(seat) or next(card for owner, card in state.trick.plays if owner == seat)
    return IllegalAction(Refusal.EARLY_TWICE, card=mine)


def _order(draft: Drafted, seat: Seat, order: Order) -> None:
    state = draft.state
    if state.ordered is None or state.ordered.order is not None:
        raise IllegalAction(Reason.WRONG_PHASE)
    if seat != state.taker:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    draft.emit(ev.LeadOrdered(seat, order, Suit(state.ordered.suit)))


def _take_back(draft: Drafted, seat: Seat) -> None:
    state = draft.state
    if state.options.take_back == "none":
        raise IllegalAction(Reason.NO_TAKE_BACK)
    if offers.taker_back(state) != seat:
        raise IllegalAction(Refusal.CARD_COVERED)
    draft.emit(CardTakenBack(seat, state.trick.plays[-1][1]))
