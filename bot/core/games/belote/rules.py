"""Classic belote: one deal, from the turned card to the score (docs/rules/belote.md 4, 5, 7 to 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.core.actions import Action, Deal, Declare, Pass, PlayCard
from bot.core.cards import Card
from bot.core.errors import CorruptLog
from bot.core.events import Event, HandDealt, TalonSet
from bot.core.evolving import replace
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import DealCount, Scored
from bot.core.families.belote.dealing import classic_first_packets, classic_second_packets, hand_out
from bot.core.families.belote.events import SHARED_EVENTS, Passed
from bot.core.families.belote.evolve import with_hand
from bot.core.families.belote.game import BeloteFamilyGame
from bot.core.families.belote.state import BeloteState, Phase
from bot.core.game import DealSetup, Draft
from bot.core.games.belote.actions import Take
from bot.core.games.belote.auction import CardTurned, ClassicAuction, Taken
from bot.core.games.belote.options import PRESETS, BeloteOptions
from bot.core.games.belote.scoring import score
from bot.core.options import Options
from bot.core.seats import Seat, next_seat

ClassicState = BeloteState[ClassicAuction]


class BeloteGame(BeloteFamilyGame[ClassicAuction]):
    """Classic belote."""

    key: ClassVar[str] = "belote"
    rules_version: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = BeloteOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    default_preset: ClassVar[str] = "belote_online"
    action_types: ClassVar[tuple[type[Action], ...]] = (Deal, Pass, Take, PlayCard, Declare)
    event_types: ClassVar[tuple[type[Event], ...]] = (*SHARED_EVENTS, TalonSet, CardTurned, Taken)
    call_types: ClassVar[tuple[type[Event], ...]] = (Passed, Taken)

    def open_auction(self, setup: DealSetup) -> ClassicAuction:
        """An auction in which nobody has spoken."""
        return ClassicAuction(next_seat(setup.dealer, setup.players), _options(setup).sa_ta)

    def deal_cards(self, draft: Draft[ClassicState], order: tuple[Card, ...]) -> None:
        """Five cards each, one turned up; the rest waits."""
        received, talon = hand_out(order, classic_first_packets(draft.state.setup.dealer))
        for seat, cards in received.items():
            if seat is not None:
                draft.emit(HandDealt(seat, cards))
        draft.emit(TalonSet(talon))
        draft.emit(CardTurned(received[None][0]))

    def call(self, draft: Draft[ClassicState], seat: Seat, action: Action) -> None:
        """Pass or take.

        Raises:
            IllegalAction: it is not allowed.
        """
        draft.emit(draft.state.auction.check(seat, action))

    def before_play(self, draft: Draft[ClassicState]) -> None:
        """The taker has the turned card and two more, the others three."""
        state = draft.state
        packets = classic_second_packets(state.setup.dealer, state.playing.taker)
        received, _ = hand_out(state.talon, packets)
        for seat, cards in received.items():
            if seat is not None:
                draft.emit(HandDealt(seat, cards))

    def score(self, setup: DealSetup, contract: Contract, deal: DealCount) -> Scored:
        """What a deal that was played is worth."""
        return score(setup, contract, deal)

    def evolve(self, state: ClassicState, event: Event) -> ClassicState:
        """The deal after an event; the turned card is this game's own affair.

        Raises:
            CorruptLog: the event is not this game's, or does not fit.
        """
        if isinstance(event, CardTurned):
            if state.phase is not Phase.DEALING:
                raise CorruptLog("a card was turned after the deal")
            auction = state.auction.hear(event)
            return replace(state, turned=event.card, auction=auction, phase=Phase.BIDDING)
        after = super().evolve(state, event)
        return _pick_up(after, event.seat) if isinstance(event, Taken) else after


def _pick_up(state: ClassicState, seat: Seat) -> ClassicState:
    """The turned card goes to the taker's hand."""
    if state.turned is None:
        raise CorruptLog("no turned card to take")
    return replace(
        state,
        hands=with_hand(state.hands, seat, (*state.hands[seat], state.turned)),
        dealt=with_hand(state.dealt, seat, (*state.dealt[seat], state.turned)),
        turned=None,
    )


def _options(setup: DealSetup) -> BeloteOptions:
    assert isinstance(setup.options, BeloteOptions)
    return setup.options


GAME = BeloteGame()
"""The game, found by the registry."""
