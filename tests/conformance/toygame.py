"""A tiny game for two to four players, to test the contract's users without a real game.

Sixteen cards, four to each seat, the rest stays hidden. Everybody first gives one card, unseen, to the next seat, all
at once. Then four tricks: follow suit if you can, the highest card of the led suit wins one point. A seat that is not
to play may knock once a deal: the points of the deal count double.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, Self, cast

from bot.core.actions import Action, Deal, Declare, PlayCard
from bot.core.cards import Card, Rank, Suit, deck_32
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import (
    CardPlayed,
    DealScored,
    Event,
    HandDealt,
    PublicEvent,
    SeatEvent,
    TalonSet,
    TrickWon,
)
from bot.core.facts import Who, fact
from bot.core.game import AnyGame, DealResult, DealSetup, DealState, Draft, Game, MatchRules
from bot.core.options import Options, flag, number
from bot.core.prompts import OneOf, PickCards, Prompt
from bot.core.seats import Seat, Side, all_seats, next_seat
from bot.core.tricks import Trick
from bot.core.views import TrickView, View

RANKS = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
DECK = tuple(card for card in deck_32() if card.rank in RANKS)
HELD = 4


@dataclass(frozen=True, slots=True)
class ToyOptions(Options):
    game: ClassVar[str] = "toy"
    target: int = number(5, low=1, high=100)
    knocking: bool = flag(True)


@dataclass(frozen=True, slots=True)
class Give(Action):
    kind: ClassVar[str] = "give"
    card: Card

    @property
    def argument(self) -> str:
        return self.card.code

    @classmethod
    def parse(cls, argument: str) -> Self:
        return cls(Card.parse(argument))


@dataclass(frozen=True, slots=True)
class CardGiven(SeatEvent):
    kind: ClassVar[str] = "CardGiven"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardReceived(SeatEvent):
    kind: ClassVar[str] = "CardReceived"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class GiftMade(PublicEvent):
    kind: ClassVar[str] = "GiftMade"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Knocked(PublicEvent):
    kind: ClassVar[str] = "Knocked"
    seat: Seat


class HighestOfLed:
    def strength(self, card: Card, led: Suit) -> int:
        return RANKS.index(card.rank) if card.suit is led else -1

    def points(self, card: Card) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class ToyState(DealState):
    setup: DealSetup
    hands: tuple[tuple[Card, ...], ...] = ()
    gifts: tuple[tuple[Seat, Card], ...] = ()
    leader: Seat = Seat(0)
    trick: Trick = field(default_factory=Trick)
    last: Trick | None = None
    won: tuple[int, ...] = ()
    knocker: Seat | None = None
    scored: bool = False


class ToyGame(Game[ToyState]):
    caught_by: ClassVar[str] = ""  # in a broken game: the check that finds the fault
    key = "toy"
    rules_version = 1
    seat_counts = frozenset({2, 3, 4})
    options_type: ClassVar[type[Options]] = ToyOptions
    presets: ClassVar[Mapping[str, Options]] = MappingProxyType(
        {"loud": ToyOptions(), "quiet": ToyOptions(knocking=False)}
    )
    default_preset = "loud"
    action_types = (Deal, Give, PlayCard, Declare)
    event_types: ClassVar[tuple[type[Event], ...]] = (
        HandDealt,
        TalonSet,
        CardGiven,
        CardReceived,
        GiftMade,
        Knocked,
        CardPlayed,
        TrickWon,
        DealScored,
    )

    def sides(self, players: int) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in all_seats(players))

    def match_rules(self, options: Options) -> MatchRules:
        assert isinstance(options, ToyOptions)
        return MatchRules(options.target)

    def deck(self, options: Options, players: int) -> tuple[Card, ...]:
        return DECK

    def begin(self, setup: DealSetup) -> ToyState:
        return ToyState(setup, leader=next_seat(setup.dealer, setup.players), won=(0,) * setup.players)

    def needs_deal(self, state: ToyState) -> bool:
        return not state.hands

    def to_act(self, state: ToyState) -> frozenset[Seat]:
        if not state.hands or state.scored:
            return frozenset()
        if len(state.gifts) < state.setup.players:
            return frozenset(all_seats(state.setup.players)) - {seat for seat, _ in state.gifts}
        return frozenset({state.trick.next_to_play(state.leader, state.setup.players)})

    def may_act(self, state: ToyState) -> frozenset[Seat]:
        acting = self.to_act(state)
        return frozenset(all_seats(state.setup.players)) if self._may_knock(state) else acting

    def prompts(self, state: ToyState, seat: Seat) -> tuple[Prompt, ...]:
        if seat not in self.may_act(state):
            return ()
        if seat not in self.to_act(state):
            return (OneOf((Declare("knock"),)),)
        if len(state.gifts) < state.setup.players:
            return (PickCards("give", state.hands[seat], 1, 1),)
        return (OneOf(tuple(PlayCard(card) for card in self.legal(state, seat))),)

    def legal(self, state: ToyState, seat: Seat) -> tuple[Card, ...]:
        hand = state.hands[seat]
        return tuple(card for card in hand if card.suit is state.trick.led) or hand

    def handle(self, draft: Draft[ToyState], seat: Seat | None, action: Action) -> None:
        state = draft.state
        if state.scored:
            raise IllegalAction(Reason.DEAL_OVER)
        if isinstance(action, Deal) and seat is None:
            self._deal(draft, action)
        elif seat is None or seat not in self.may_act(state):
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        elif isinstance(action, Give):
            self._give(draft, seat, action.card)
        elif isinstance(action, PlayCard):
            self._play(draft, seat, action.card)
        elif action == Declare("knock") and seat not in self.to_act(state):
            draft.emit(Knocked(seat))
        else:
            raise IllegalAction(Reason.WRONG_PHASE)

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        match event:
            case HandDealt(cards=held):
                return replace(state, hands=(*state.hands, held))
            case TalonSet() | GiftMade():
                return state
            case CardGiven(seat=seat, card=card):
                return replace(self._without(state, seat, card), gifts=(*state.gifts, (seat, card)))
            case CardReceived(seat=seat, card=card):
                return self._changed(state, seat, (*state.hands[seat], card))
            case Knocked(seat=seat):
                return replace(state, knocker=seat)
            case CardPlayed(seat=seat, card=card):
                left = self._without(state, seat, card)
                return replace(left, trick=state.trick.adding(seat, card))
            case TrickWon(seat=seat):
                won = tuple(count + (place == seat) for place, count in enumerate(state.won))
                return replace(state, leader=seat, last=state.trick, trick=Trick(), won=won)
            case DealScored():
                return replace(state, scored=True)
            case _:
                raise CorruptLog(f"no event of this game: {event.kind}")

    def view(self, state: ToyState, seat: Seat | None) -> View:
        playing = seat is not None and len(state.gifts) == state.setup.players and seat in self.to_act(state)
        hand = state.hands[seat] if seat is not None and state.hands else ()
        playable = self.legal(state, seat) if playing and seat is not None else ()
        facts = () if state.knocker is None else (fact("toy.knocked", who=Who(state.knocker)),)
        return View(
            viewer=seat,
            phase="over" if state.scored else "play",
            dealer=state.setup.dealer,
            hand=hand,
            playable=playable,
            duty=fact("duty.follow") if len(playable) < len(hand) and playing else None,
            hand_sizes=tuple(len(cards) for cards in state.hands),
            trick=_trick_view(state.trick),
            last_trick=None if state.last is None else _trick_view(state.last),
            tricks_won=state.won,
            to_act=self.to_act(state),
            may_act=self.may_act(state),
            trump=None,
            taker=None,
            contract=None,
            calls=(),
            zones=(),
            facts=facts,
            points=state.won,
        )

    def result(self, state: ToyState) -> DealResult | None:
        if not state.scored:
            return None
        nothing = (0,) * state.setup.players
        marks = tuple(won * (1 if state.knocker is None else 2) for won in state.won)
        after = next_seat(state.setup.dealer, state.setup.players)
        return DealResult(marks, nothing, nothing, Side(0), None, True, after, (fact("toy.tricks"),))

    def _may_knock(self, state: ToyState) -> bool:
        options = state.setup.options
        assert isinstance(options, ToyOptions)
        playing = len(state.gifts) == state.setup.players and not state.scored
        return options.knocking and playing and state.knocker is None

    def _deal(self, draft: Draft[ToyState], action: Deal) -> None:
        if draft.state.hands or sorted(map(str, action.order)) != sorted(map(str, DECK)):
            raise IllegalAction(Reason.BAD_DECK)
        players = draft.state.setup.players
        for seat in all_seats(players):
            draft.emit(HandDealt(seat, action.order[seat * HELD : (seat + 1) * HELD]))
        draft.emit(TalonSet(action.order[players * HELD :]))

    def _give(self, draft: Draft[ToyState], seat: Seat, card: Card) -> None:
        if len(draft.state.gifts) == draft.state.setup.players or seat not in self.to_act(draft.state):
            raise IllegalAction(Reason.WRONG_PHASE)
        if card not in draft.state.hands[seat]:
            raise IllegalAction(Reason.NOT_IN_HAND)
        draft.emit(CardGiven(seat, card))
        draft.emit(GiftMade(seat))
        if len(draft.state.gifts) == draft.state.setup.players:
            for giver, gift in draft.state.gifts:
                draft.emit(CardReceived(next_seat(giver, draft.state.setup.players), gift))

    def _play(self, draft: Draft[ToyState], seat: Seat, card: Card) -> None:
        state = draft.state
        if len(state.gifts) < state.setup.players:
            raise IllegalAction(Reason.WRONG_PHASE)
        if seat not in self.to_act(state):
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        if card not in state.hands[seat]:
            raise IllegalAction(Reason.NOT_IN_HAND)
        if card not in self.legal(state, seat):
            raise IllegalAction(Reason.MUST_FOLLOW, legal=self.legal(state, seat))
        draft.emit(CardPlayed(seat, card))
        if len(draft.state.trick.plays) == state.setup.players:
            best = draft.state.trick.best(HighestOfLed())
            assert best is not None
            draft.emit(TrickWon(best[0]))
            if not any(draft.state.hands):
                draft.emit(self._score(draft.state))

    def _score(self, state: ToyState) -> DealScored:
        nothing = (0,) * state.setup.players
        return DealScored(state.won, nothing, nothing, Side(0), None, ())

    def _without(self, state: ToyState, seat: Seat, card: Card) -> ToyState:
        if seat >= len(state.hands) or card not in state.hands[seat]:
            raise CorruptLog(f"seat {seat} does not hold {card}")
        return self._changed(state, seat, tuple(held for held in state.hands[seat] if held != card))

    def _changed(self, state: ToyState, seat: Seat, hand: tuple[Card, ...]) -> ToyState:
        if seat >= len(state.hands):
            raise CorruptLog(f"no cards were dealt to seat {seat}")
        hands = tuple(hand if place == seat else held for place, held in enumerate(state.hands))
        return replace(state, hands=hands)


def _trick_view(trick: Trick) -> TrickView:
    best = trick.best(HighestOfLed())
    return TrickView(trick.plays, None if best is None else best[0])


GAME = ToyGame()
TOY = cast("AnyGame", GAME)
