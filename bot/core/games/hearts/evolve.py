"""How a deal changes with each event: the single place where its state changes."""

from __future__ import annotations

from bot.core.cards import Card
from bot.core.errors import CorruptLog
from bot.core.events import CardPlayed, DealScored, Event, HandDealt, TrickWon
from bot.core.evolving import replace
from bot.core.games.hearts import events as ev
from bot.core.games.hearts.pack import QUEEN, is_heart
from bot.core.games.hearts.state import HeartsState, Phase
from bot.core.seats import Seat
from bot.core.tricks import Trick, WonTrick

Hands = tuple[tuple[Card, ...], ...]


def evolve(state: HeartsState, event: Event) -> HeartsState:
    """The deal after an event.

    Raises:
        CorruptLog: the event is not one of hearts', or does not fit the state.
    """
    match event:
        case HandDealt(seat=seat, cards=given):
            _fits(state.phase is Phase.DEALING and not state.dealt[seat], event)
            return _dealt(state, seat, given)
        case ev.CardsGiven() | ev.PassMade() | ev.CardsTaken():
            _fits(state.phase is Phase.PASSING, event)
            return _passing(state, event)
        case ev.PlayBegan(seat=seat):
            _fits(state.phase is Phase.PASSING and (state.way is None or all(state.given)), event)
            return replace(state, phase=Phase.PLAY, leader=seat)
        case CardPlayed() | TrickWon():
            _fits(state.phase is Phase.PLAY, event)
            return _play(state, event)
        case ev.MoonChosen():
            _fits(state.phase is Phase.MOON, event)
            return state
        case DealScored():
            _fits(state.phase is Phase.MOON, event)
            return replace(state, score=event, phase=Phase.OVER)
        case _:
            raise CorruptLog(f"{event.kind} does not belong to this game")


def _fits(holds: bool, event: Event) -> None:
    if not holds:
        raise CorruptLog(f"{event.kind} at another time")


def _with(held: Hands, seat: Seat, cards: tuple[Card, ...]) -> Hands:
    return (*held[:seat], cards, *held[seat + 1 :])


def _dealt(state: HeartsState, seat: Seat, given: tuple[Card, ...]) -> HeartsState:
    dealt = _with(state.dealt, seat, given)
    phase = Phase.PASSING if all(dealt) else Phase.DEALING
    return replace(state, hands=_with(state.hands, seat, given), dealt=dealt, phase=phase)


def _passing(state: HeartsState, event: ev.CardsGiven | ev.PassMade | ev.CardsTaken) -> HeartsState:
    match event:
        case ev.CardsGiven(seat=seat, cards=cards):
            hand = state.hands[seat]
            _fits(not state.given[seat] and set(cards) <= set(hand), event)
            rest = tuple(card for card in hand if card not in cards)
            return replace(state, hands=_with(state.hands, seat, rest), given=_with(state.given, seat, cards))
        case ev.PassMade(seat=seat):
            _fits(bool(state.given[seat]), event)
            return state
        case ev.CardsTaken(seat=seat, cards=cards):
            _fits(state.way is not None and cards == state.given[state.giver(seat)], event)
            _fits(set(cards).isdisjoint(state.hands[seat]), event)
            return replace(state, hands=_with(state.hands, seat, (*state.hands[seat], *cards)))


def _play(state: HeartsState, event: CardPlayed | TrickWon) -> HeartsState:
    match event:
        case CardPlayed(seat=seat, card=card):
            hand = state.hands[seat]
            _fits(card in hand and seat == state.turn and len(state.trick.plays) < state.setup.players, event)
            rest = tuple(held for held in hand if held != card)
            state = replace(state, hands=_with(state.hands, seat, rest), trick=state.trick.adding(seat, card))
            return _broken(state, seat, card)
        case TrickWon(seat=seat):
            _fits(len(state.trick.plays) == state.setup.players, event)
            won = (*state.won, WonTrick(state.trick, seat))
            phase = Phase.PLAY if len(won) < state.tricks_total else Phase.MOON
            return replace(state, trick=Trick(), won=won, leader=seat, phase=phase)


def _broken(state: HeartsState, seat: Seat, card: Card) -> HeartsState:
    """Hearts are broken by the first one played, at some tables by the queen of spades too."""
    breaks = is_heart(card) or (card == QUEEN and state.options.queen_breaks)
    return replace(state, breaker=(seat, card)) if breaks and state.breaker is None else state
