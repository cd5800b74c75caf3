"""Doing things in a deal of hearts: every action is checked, then becomes events."""

from __future__ import annotations

from bot.core.actions import Action, Deal, PlayCard
from bot.core.cards import Card
from bot.core.errors import IllegalAction, Reason
from bot.core.events import CardPlayed, DealScored, HandDealt, TrickWon
from bot.core.game import Draft
from bot.core.games.hearts import events as ev
from bot.core.games.hearts.actions import Give, Moon, MoonWay
from bot.core.games.hearts.duties import winner
from bot.core.games.hearts.keys import Refusal
from bot.core.games.hearts.pack import pack, sort_cards
from bot.core.games.hearts.scoring import score, shooter
from bot.core.games.hearts.state import HeartsState, Phase
from bot.core.seats import Seat, next_seat, seats_from

Drafted = Draft[HeartsState]


def deal(draft: Drafted, action: Deal) -> None:
    """Give the pack out one by one, first to the dealer's left.

    Raises:
        IllegalAction: it is not the time, or not this table's pack.
    """
    state = draft.state
    if state.phase is not Phase.DEALING:
        raise IllegalAction(Reason.WRONG_PHASE)
    cards = pack(state.options, state.setup.players)
    if len(action.order) != len(cards) or set(action.order) != set(cards):
        raise IllegalAction(Reason.BAD_DECK)
    players = state.setup.players
    for place, seat in enumerate(seats_from(next_seat(state.setup.dealer, players), players)):
        draft.emit(HandDealt(seat, action.order[place::players]))
    if state.way is None:
        _begin_play(draft)


def act(draft: Drafted, seat: Seat, action: Action) -> None:
    """Do an action of a seat.

    Raises:
        IllegalAction: it is not allowed.
    """
    match action:
        case Give(cards=cards):
            _give(draft, seat, cards)
        case PlayCard(card=card):
            _play(draft, seat, card)
        case Moon(way=way):
            _choose_moon(draft, seat, way)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE)


def _give(draft: Drafted, seat: Seat, cards: tuple[Card, ...]) -> None:
    state = draft.state
    if state.phase is not Phase.PASSING:
        raise IllegalAction(Reason.WRONG_PHASE)
    if state.given[seat]:
        raise IllegalAction(Refusal.GIVEN)
    missing = next((card for card in cards if card not in state.hands[seat]), None)
    if missing is not None:
        raise IllegalAction(Reason.NOT_IN_HAND, card=missing)
    if len(cards) != state.to_give or len(set(cards)) != len(cards):
        raise IllegalAction(Refusal.GIVE_COUNT, n=state.to_give)
    draft.emit(ev.CardsGiven(seat, sort_cards(cards)))
    draft.emit(ev.PassMade(seat))
    if not draft.state.acting():
        for taker in state.seats:
            draft.emit(ev.CardsTaken(taker, draft.state.given[draft.state.giver(taker)]))
        _begin_play(draft)


def _begin_play(draft: Drafted) -> None:
    """The holder of the lowest club leads, or else the dealer's left."""
    state = draft.state
    opening = state.opening
    if opening is None:
        leader = next_seat(state.setup.dealer, state.setup.players)
    else:
        leader = next(seat for seat in state.seats if opening in state.hands[seat])
    draft.emit(ev.PlayBegan(leader))


def _play(draft: Drafted, seat: Seat, card: Card) -> None:
    state = draft.state
    if state.phase is not Phase.PLAY:
        raise IllegalAction(Reason.WRONG_PHASE)
    if seat != state.turn:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    legal = state.legal
    if card not in state.hands[seat]:
        raise IllegalAction(Reason.NOT_IN_HAND, legal=sort_cards(legal.cards), duty=legal.as_fact(), card=card)
    if card not in legal.cards:
        raise legal.refusal(card)
    draft.emit(CardPlayed(seat, card))
    if len(draft.state.trick.plays) == state.setup.players:
        _gather(draft)


def _gather(draft: Drafted) -> None:
    best = winner(draft.state.trick)
    assert best is not None
    draft.emit(TrickWon(best[0]))
    state = draft.state
    if state.phase is Phase.MOON and not (state.options.moon == "choice" and shooter(state.taken) is not None):
        _count(draft, others_add=state.options.moon != "own_subtract")


def _choose_moon(draft: Drafted, seat: Seat, way: MoonWay) -> None:
    state = draft.state
    if state.phase is not Phase.MOON:
        raise IllegalAction(Reason.WRONG_PHASE)
    if seat not in state.acting():
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    draft.emit(ev.MoonChosen(seat, way is MoonWay.ADD))
    _count(draft, others_add=way is MoonWay.ADD)


def _count(draft: Drafted, *, others_add: bool) -> None:
    state = draft.state
    counted = score(state.taken, state.options, others_add=others_add)
    nothing = (0,) * state.setup.players
    draft.emit(DealScored(counted.points, nothing, nothing, None, None, counted.account))
