"""Hearts, "la Dame de pique", for three, four and five (docs/rules/hearts.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.core.account import Part
from bot.core.actions import Action, Deal, PlayCard
from bot.core.cards import Card
from bot.core.errors import IllegalAction, Reason
from bot.core.events import CardPlayed, DealScored, Event, HandDealt, TrickWon
from bot.core.game import DealResult, DealSetup, Draft, Game, MatchRules
from bot.core.games.hearts import events as ev
from bot.core.games.hearts.actions import Give, Moon, MoonWay
from bot.core.games.hearts.evolve import evolve
from bot.core.games.hearts.keys import PARTS
from bot.core.games.hearts.options import PRESETS, HeartsOptions
from bot.core.games.hearts.pack import pack, sort_cards
from bot.core.games.hearts.play import act, deal
from bot.core.games.hearts.state import HeartsState, Phase
from bot.core.games.hearts.view import view
from bot.core.options import Options
from bot.core.prompts import OneOf, PickCards, Prompt
from bot.core.seats import Seat, all_seats, next_seat
from bot.core.views import View


class HeartsGame(Game[HeartsState]):
    """One deal, everybody for himself, in which points are bad."""

    key: ClassVar[str] = "hearts"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[frozenset[int]] = frozenset({3, 4, 5})
    options_type: ClassVar[type[Options]] = HeartsOptions
    presets: ClassVar[Mapping[str, HeartsOptions]] = PRESETS
    default_preset: ClassVar[str] = "standard"
    lesson: ClassVar[int] = 28
    action_types: ClassVar[tuple[type[Action], ...]] = (Deal, Give, PlayCard, Moon)
    event_types: ClassVar[tuple[type[Event], ...]] = (
        HandDealt,
        ev.CardsGiven,
        ev.PassMade,
        ev.CardsTaken,
        ev.PlayBegan,
        CardPlayed,
        TrickWon,
        ev.MoonChosen,
        DealScored,
    )
    account_parts: ClassVar[Mapping[str, Part]] = PARTS

    def sides(self, players: int) -> tuple[tuple[Seat, ...], ...]:
        """Everybody alone."""
        return tuple((seat,) for seat in all_seats(players))

    def match_rules(self, options: Options) -> MatchRules:
        """When a match under these options ends."""
        return _hearts(options).match_rules()

    def deck(self, options: Options, players: int) -> tuple[Card, ...]:
        """The 52 cards, without a two or both where they cannot be shared out equally."""
        return pack(_hearts(options), players)

    def begin(self, setup: DealSetup) -> HeartsState:
        """A deal before its cards are dealt."""
        empty: tuple[tuple[Card, ...], ...] = ((),) * setup.players
        return HeartsState(setup, Phase.DEALING, empty, empty, empty, next_seat(setup.dealer, setup.players))

    def needs_deal(self, state: HeartsState) -> bool:
        """Whether the pack is to be dealt."""
        return state.phase is Phase.DEALING

    def to_act(self, state: HeartsState) -> frozenset[Seat]:
        """The seats that must act: all at once while cards are passed."""
        return state.acting()

    def prompts(self, state: HeartsState, seat: Seat) -> tuple[Prompt, ...]:
        """What the seat is offered."""
        if seat not in state.acting():
            return ()
        if state.phase is Phase.PASSING:
            return (PickCards(Give.kind, sort_cards(state.hands[seat]), state.to_give, state.to_give),)
        if state.phase is Phase.MOON:
            return (OneOf(tuple(Moon(way) for way in MoonWay)),)
        return (OneOf(tuple(PlayCard(card) for card in sort_cards(state.legal.cards))),)

    def progress(self, state: HeartsState, seat: Seat) -> tuple[int, ...]:
        """The phase and the number of cards held: each action changes one of them."""
        return list(Phase).index(state.phase), len(state.hands[seat])

    def handle(self, draft: Draft[HeartsState], seat: Seat | None, action: Action) -> None:
        """Do an action, up to the end of the deal when it brings it about.

        Raises:
            IllegalAction: it is not allowed.
        """
        if draft.state.phase is Phase.OVER:
            raise IllegalAction(Reason.DEAL_OVER)
        if isinstance(action, Deal) and seat is None:
            deal(draft, action)
        elif seat is None or draft.state.phase is Phase.DEALING:
            raise IllegalAction(Reason.WRONG_PHASE)
        else:
            act(draft, seat, action)

    def evolve(self, state: HeartsState, event: Event) -> HeartsState:
        """The deal after an event.

        Raises:
            CorruptLog: the event is not this game's, or does not fit.
        """
        return evolve(state, event)

    def view(self, state: HeartsState, seat: Seat | None) -> View:
        """What the seat, or a spectator, may see."""
        return view(state, seat)

    def result(self, state: HeartsState) -> DealResult | None:
        """How the deal ended; None while it runs."""
        score = state.score
        if score is None:
            return None
        return DealResult.of(score, next_seat(state.setup.dealer, state.setup.players))


def _hearts(options: Options) -> HeartsOptions:
    assert isinstance(options, HeartsOptions)
    return options


GAME = HeartsGame()
"""The game, found by the registry."""
