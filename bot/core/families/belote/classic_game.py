"""The course of a deal with the classic auction over a turned card; each game adds its packets and its score."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from bot.core.actions import Action, Deal, Declare, Pass, PlayCard
from bot.core.cards import Card
from bot.core.errors import CorruptLog
from bot.core.events import Event, HandDealt, TalonSet
from bot.core.evolving import replace
from bot.core.families.belote.classic import CardTurned, ClassicAuction, Take, Taken
from bot.core.families.belote.dealing import Packet, hand_out
from bot.core.families.belote.events import SHARED_EVENTS, Passed
from bot.core.families.belote.game import BeloteFamilyGame, family_options
from bot.core.families.belote.hands import with_hand
from bot.core.families.belote.regrets import REGRETS
from bot.core.families.belote.state import BeloteState, Phase
from bot.core.game import DealSetup, Draft
from bot.core.seats import Seat, next_seat

ClassicState = BeloteState[ClassicAuction]


class ClassicGame(BeloteFamilyGame[ClassicAuction]):
    """A game in which a few cards are dealt, one is turned up, and the rest follows once somebody has taken."""

    action_types: ClassVar[tuple[type[Action], ...]] = (Deal, Pass, Take, PlayCard, Declare, *REGRETS)
    event_types: ClassVar[tuple[type[Event], ...]] = (*SHARED_EVENTS, TalonSet, CardTurned, Taken)
    call_types: ClassVar[tuple[type[Event], ...]] = (Passed, Taken)

    @abstractmethod
    def first_packets(self, setup: DealSetup) -> tuple[Packet, ...]:
        """What is dealt before the bidding, the turned card included."""

    @abstractmethod
    def second_packets(self, setup: DealSetup, taker: Seat) -> tuple[Packet, ...]:
        """What is dealt once somebody has taken."""

    def open_auction(self, setup: DealSetup) -> ClassicAuction:
        """An auction in which nobody has spoken."""
        first = next_seat(setup.dealer, setup.players)
        return ClassicAuction(first, setup.players, family_options(setup.options).sa_ta)

    def deal_cards(self, draft: Draft[ClassicState], order: tuple[Card, ...]) -> None:
        """The first cards, then one turned up; the rest waits."""
        received, talon = hand_out(order, self.first_packets(draft.state.setup))
        _give(draft, received.items())
        draft.emit(TalonSet(talon))
        draft.emit(CardTurned(received[None][0]))

    def call(self, draft: Draft[ClassicState], seat: Seat, action: Action) -> None:
        """Pass or take.

        Raises:
            IllegalAction: it is not allowed.
        """
        draft.emit(draft.state.auction.check(seat, action))

    def before_play(self, draft: Draft[ClassicState]) -> None:
        """The rest of the cards."""
        state = draft.state
        received, _ = hand_out(state.talon, self.second_packets(state.setup, state.playing.taker))
        _give(draft, received.items())

    def evolve(self, state: ClassicState, event: Event) -> ClassicState:
        """The deal after an event.

        Raises:
            CorruptLog: the event is not this game's, or does not fit.
        """
        if isinstance(event, CardTurned):
            if state.auction.turned is not None:
                raise CorruptLog("a second card was turned")
            auction = state.auction.hear(event)
            return replace(state, turned=event.card, auction=auction, phase=Phase.BIDDING)
        after = super().evolve(state, event)
        return self.after_take(after, event.seat) if isinstance(event, Taken) else after

    def after_take(self, state: ClassicState, taker: Seat) -> ClassicState:
        """What becomes of the turned card: it goes to the taker's hand.

        Raises:
            CorruptLog: there is none.
        """
        if state.turned is None:
            raise CorruptLog("no turned card to take")
        return replace(
            state,
            hands=with_hand(state.hands, taker, (*state.hands[taker], state.turned)),
            dealt=with_hand(state.dealt, taker, (*state.dealt[taker], state.turned)),
            turned=None,
        )


def _give(draft: Draft[ClassicState], received: Iterable[tuple[Seat | None, tuple[Card, ...]]]) -> None:
    for seat, cards in received:
        if seat is not None:
            draft.emit(HandDealt(seat, cards))
