"""Coinche and contrée: one deal, from the auction to the score (docs/rules/belote.md 4, 6 to 10, 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.core.actions import Action, Deal, Declare, Pass, PlayCard
from bot.core.cards import Card
from bot.core.errors import IllegalAction, Reason
from bot.core.events import Event, HandDealt
from bot.core.families.belote.contract import Aim, Contract
from bot.core.families.belote.counting import DealCount, Scored
from bot.core.families.belote.dealing import ALL_AT_ONCE, hand_out, rounds_of_packets
from bot.core.families.belote.events import SHARED_EVENTS, Passed
from bot.core.families.belote.game import BeloteFamilyGame
from bot.core.families.belote.regrets import REGRETS
from bot.core.families.belote.state import BeloteState
from bot.core.game import DealSetup, Draft
from bot.core.games.coinche.actions import Bid, Capot, Coinche, Generale, Surcoinche
from bot.core.games.coinche.auction import CoincheAuction
from bot.core.games.coinche.events import BidMade, CapotBid, Coinched, GeneraleBid, Surcoinched
from bot.core.games.coinche.options import FEDERATION, PRESETS, CoincheOptions
from bot.core.games.coinche.scoring import score
from bot.core.options import Options
from bot.core.seats import Seat, next_seat

CoincheState = BeloteState[CoincheAuction]


class CoincheGame(BeloteFamilyGame[CoincheAuction]):
    """Coinche, and contrée by its presets."""

    key: ClassVar[str] = "coinche"
    rules_version: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = CoincheOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    default_preset: ClassVar[str] = "coinche_online"
    lesson: ClassVar[int] = 198
    federation: ClassVar[Mapping[str, str]] = FEDERATION
    action_types: ClassVar[tuple[type[Action], ...]] = (
        Deal,
        Pass,
        Bid,
        Capot,
        Generale,
        Coinche,
        Surcoinche,
        PlayCard,
        Declare,
        *REGRETS,
    )
    call_types: ClassVar[tuple[type[Event], ...]] = (Passed, BidMade, CapotBid, GeneraleBid, Coinched, Surcoinched)
    event_types: ClassVar[tuple[type[Event], ...]] = tuple(dict.fromkeys((*SHARED_EVENTS, *call_types)))

    def begin(self, setup: DealSetup) -> CoincheState:
        """A deal before its cards are dealt.

        Raises:
            IllegalAction: the options cannot be played: CUT_ONLY, or OPTION_REFUSED for limits that leave no bid.
        """
        options = _options(setup)
        if options.bid_max is not None and options.bid_max < options.bid_min:
            raise IllegalAction(Reason.OPTION_REFUSED, option="bid_max", value=str(options.bid_max))
        return super().begin(setup)

    def open_auction(self, setup: DealSetup) -> CoincheAuction:
        """An auction in which nobody has spoken."""
        return CoincheAuction(_options(setup), next_seat(setup.dealer, setup.players))

    def deal_cards(self, draft: Draft[CoincheState], order: tuple[Card, ...]) -> None:
        """All eight cards at once."""
        received, _ = hand_out(order, rounds_of_packets(draft.state.setup.dealer, ALL_AT_ONCE))
        for seat, cards in received.items():
            if seat is not None:
                draft.emit(HandDealt(seat, cards))

    def call(self, draft: Draft[CoincheState], seat: Seat, action: Action) -> None:
        """One call of the auction.

        Raises:
            IllegalAction: it is not allowed.
        """
        draft.emit(draft.state.auction.check(seat, action))

    def first_leader(self, setup: DealSetup, contract: Contract) -> Seat:
        """The dealer's next, or who bid a générale (`generale_leads`)."""
        if contract.aim is Aim.GENERALE and _options(setup).generale_leads:
            return contract.taker
        return super().first_leader(setup, contract)

    def score(self, setup: DealSetup, contract: Contract, deal: DealCount) -> Scored:
        """What a deal that was played is worth."""
        return score(setup, contract, deal)


def _options(setup: DealSetup) -> CoincheOptions:
    assert isinstance(setup.options, CoincheOptions)
    return setup.options


GAME = CoincheGame()
"""The game, found by the registry."""
