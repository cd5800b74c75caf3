"""Toy games with one fault each. The suite must find every one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from bot.core.actions import Action, Deal, Declare, PlayCard
from bot.core.cards import Card
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import CardPlayed, Event, HandDealt, PublicEvent
from bot.core.facts import fact
from bot.core.game import Draft
from bot.core.prompts import OneOf, Prompt
from bot.core.seats import Seat, next_seat
from bot.core.views import View, Zone
from tests.conformance.toygame import GiftMade, Give, ToyGame, ToyState


class ViewShowsNextHand(ToyGame):
    """A zone of the view names a card of another hand."""

    caught_by = "nothing_leaks"

    def view(self, state: ToyState, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if seat is None or not state.hands:
            return view
        other = next_seat(seat, state.setup.players)
        return replace(view, zones=(Zone("stolen", state.hands[other][:1], other),))


class ViewCountsHiddenSuit(ToyGame):
    """A fact of the spectator's view depends on a hidden hand without naming a card."""

    caught_by = "nothing_leaks"

    def view(self, state: ToyState, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if seat is not None or not state.hands:
            return view
        spades = sum(card.suit == "S" for card in state.hands[0])
        return replace(view, facts=(*view.facts, fact("toy.spades", number=spades)))


class PromptDependsOnOtherHand(ToyGame):
    """Whether one may knock depends on the next hand."""

    caught_by = "nothing_leaks"

    def may_act(self, state: ToyState) -> frozenset[Seat]:
        acting = self.to_act(state)
        strong = (seat for seat, hand in enumerate(state.hands) if any(card.rank == "A" for card in hand))
        return acting | {next_seat(Seat(seat), state.setup.players) for seat in strong} & super().may_act(state)

    def prompts(self, state: ToyState, seat: Seat) -> tuple[Prompt, ...]:
        return super().prompts(state, seat) if seat in self.may_act(state) else ()


class TakesGiftsInSecret(ToyGame):
    """A gift is made without a word, and yet the others see who need not give any more."""

    caught_by = "unseen_steps_change_nothing"

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        super().handle(draft, seat, action)
        draft.events = [event for event in draft.events if not isinstance(event, GiftMade)]


class RefusesByOtherHands(ToyGame):
    """Why a card that one does not hold is refused tells whether the next hand holds it."""

    caught_by = "_refused_alike"

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        state = draft.state
        if isinstance(action, PlayCard) and seat is not None and state.hands:
            following = state.hands[next_seat(seat, state.setup.players)]
        else:
            following = ()
        if isinstance(action, PlayCard) and action.card in following:
            raise IllegalAction(Reason.CALL_NOT_OFFERED)
        super().handle(draft, seat, action)


class OffersTooMuch(ToyGame):
    """Every card of the hand is offered, even when one must follow."""

    caught_by = "steps"

    def prompts(self, state: ToyState, seat: Seat) -> tuple[Prompt, ...]:
        offered = super().prompts(state, seat)
        if state.trick.plays and seat in self.to_act(state):
            return (OneOf(tuple(PlayCard(card) for card in state.hands[seat])),)
        return offered


class OffersTooLittle(ToyGame):
    """The last legal card is not offered."""

    caught_by = "legality_agrees"

    def prompts(self, state: ToyState, seat: Seat) -> tuple[Prompt, ...]:
        offered = super().prompts(state, seat)
        first = offered[0] if offered else None
        if isinstance(first, OneOf) and len(first.actions) > 1:
            return (OneOf(first.actions[:-1]),)
        return offered


class RefusesWithoutReason(ToyGame):
    """A refused card does not come with the legal ones."""

    caught_by = "refusals_explain"

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        try:
            super().handle(draft, seat, action)
        except IllegalAction as error:
            raise IllegalAction(error.code) from error


class ChangesBesideEvents(ToyGame):
    """The state changes although no event says so."""

    caught_by = "replay_equals_play"

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        super().handle(draft, seat, action)
        if isinstance(action, Give):
            draft.state = replace(draft.state, leader=Seat(0))


class DealsACardTwice(ToyGame):
    """The first card dealt is also in the second hand."""

    caught_by = "cards_are_conserved"

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        after = super().evolve(state, event)
        if isinstance(event, HandDealt) and event.seat == 1:
            return replace(after, hands=(after.hands[0], (after.hands[0][0], *after.hands[1][1:])))
        return after


class ForgetsWhoActs(ToyGame):
    """Nobody is to play the last card."""

    caught_by = "steps"

    def to_act(self, state: ToyState) -> frozenset[Seat]:
        left = sum(len(hand) for hand in state.hands)
        return frozenset() if state.hands and left == 1 else super().to_act(state)


class OneCodeForTwo(ToyGame):
    """A code is offered twice."""

    caught_by = "codes_are_sound"

    def prompts(self, state: ToyState, seat: Seat) -> tuple[Prompt, ...]:
        return tuple(prompt for prompt in super().prompts(state, seat) for _ in range(2))


class KeepsKnocking(ToyGame):
    """One may knock again and again: two different choices look the same."""

    caught_by = "tokens_change"

    def may_act(self, state: ToyState) -> frozenset[Seat]:
        return super().may_act(replace(state, knocker=None))

    def view(self, state: ToyState, seat: Seat | None) -> View:
        return replace(super().view(state, seat), may_act=self.may_act(state))


class AcceptsAnything(ToyGame):
    """A foreign event leaves the state as it is."""

    caught_by = "evolve_is_total"

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        try:
            return super().evolve(state, event)
        except CorruptLog:
            return state


class TripsOverEvents(ToyGame):
    """An event that does not fit ends in another error than CorruptLog."""

    caught_by = "evolve_is_total"

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        if isinstance(event, CardPlayed):
            held = list(state.hands[event.seat])
            held.remove(event.card)
        return super().evolve(state, event)


class SeatlessDeal(ToyGame):
    """Chance may be played by a seat."""

    caught_by = "legality_agrees"

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        if action == Declare("knock") and seat is None and draft.state.hands and not draft.state.scored:
            return
        super().handle(draft, seat, action)


@dataclass(frozen=True, slots=True)
class Peeked(PublicEvent):
    """A hand, told to everybody."""

    kind: ClassVar[str] = "Peeked"
    cards: tuple[Card, ...]


class TellsTheHands(ToyGame):
    """A public event names the cards of a hand."""

    caught_by = "nothing_leaks"
    event_types = (*ToyGame.event_types, Peeked)

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        super().handle(draft, seat, action)
        if isinstance(action, Deal):
            draft.emit(Peeked(draft.state.hands[0]))

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        return state if isinstance(event, Peeked) else super().evolve(state, event)


class HidesTheDuty(ToyGame):
    """Only some cards may be played, and the view does not say why."""

    caught_by = "refusals_explain"

    def view(self, state: ToyState, seat: Seat | None) -> View:
        return replace(super().view(state, seat), duty=None)


class AnswersOutOfTurn(ToyGame):
    """Refuses a card at its turn once somebody knocked."""

    caught_by = "steps"

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        if isinstance(action, PlayCard) and draft.state.knocker is not None:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        super().handle(draft, seat, action)


BROKEN: tuple[type[ToyGame], ...] = tuple(cls for cls in ToyGame.__subclasses__() if cls.__module__ == __name__)
