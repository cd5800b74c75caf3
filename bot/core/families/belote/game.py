"""The course of a deal that belote and coinche share; each game adds its auction, its deal and its score."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic

from bot.core.account import Part
from bot.core.actions import Action, Deal
from bot.core.cards import Card, deck_32
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import DealScored, DealVoid, Event
from bot.core.evolving import replace
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import ALL_TRICKS, DealCount, Scored
from bot.core.families.belote.dealing import PLAYERS
from bot.core.families.belote.evolve import evolve
from bot.core.families.belote.keys import PARTS, Refusal
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.play import act, play_prompts
from bot.core.families.belote.state import A, BeloteState, Phase
from bot.core.families.belote.view import view
from bot.core.game import DealResult, DealSetup, Draft, Game, MatchRules
from bot.core.options import Options
from bot.core.prompts import Prompt
from bot.core.seats import Seat, Side, next_seat
from bot.core.views import View

_PACK = frozenset(deck_32())


class BeloteFamilyGame(Game[BeloteState[A]], Generic[A]):
    """One deal for four players in two partnerships; the auction's type is the game's own.

    Attributes:
        call_types: the events of the auction.
    """

    seat_counts: ClassVar[frozenset[int]] = frozenset({PLAYERS})
    call_types: ClassVar[tuple[type[Event], ...]]
    account_parts: ClassVar[Mapping[str, Part]] = PARTS

    @abstractmethod
    def open_auction(self, setup: DealSetup) -> A:
        """An auction in which nobody has spoken."""

    @abstractmethod
    def deal_cards(self, draft: Draft[BeloteState[A]], order: tuple[Card, ...]) -> None:
        """Hand out what is dealt before the bidding."""

    @abstractmethod
    def call(self, draft: Draft[BeloteState[A]], seat: Seat, action: Action) -> None:
        """Check a call and emit its event.

        Raises:
            IllegalAction: it is not allowed.
        """

    @abstractmethod
    def score(self, setup: DealSetup, contract: Contract, deal: DealCount) -> Scored:
        """What a deal that was played is worth."""

    def before_play(self, draft: Draft[BeloteState[A]]) -> None:
        """What happens between the last call and the first card; nothing by default."""

    def first_leader(self, setup: DealSetup, contract: Contract) -> Seat:
        """Who leads to the first trick: the dealer's next, whoever took (docs/rules/belote.md 7)."""
        return next_seat(setup.dealer, setup.players)

    def sides(self, players: int) -> tuple[tuple[Seat, ...], ...]:
        """Partners sit opposite."""
        return (Seat(0), Seat(2)), (Seat(1), Seat(3))

    def match_rules(self, options: Options) -> MatchRules:
        """When a match under these options ends."""
        return _family(options).match_rules()

    def deck(self, options: Options, players: int) -> tuple[Card, ...]:
        """The 32 cards."""
        return deck_32()

    def begin(self, setup: DealSetup) -> BeloteState[A]:
        """A deal before its cards are dealt.

        Raises:
            IllegalAction: the options cannot be played: CUT_ONLY.
        """
        if _family(setup.options).shuffle == "cut_only":
            raise IllegalAction(Refusal.CUT_ONLY)
        empty: tuple[tuple[Card, ...], ...] = ((),) * setup.players
        leader = next_seat(setup.dealer, setup.players)
        return BeloteState(setup, self.open_auction(setup), Phase.DEALING, empty, empty, leader)

    def needs_deal(self, state: BeloteState[A]) -> bool:
        """Whether the pack is to be dealt."""
        return state.phase is Phase.DEALING

    def to_act(self, state: BeloteState[A]) -> frozenset[Seat]:
        """The seat whose turn it is."""
        return state.to_act

    def may_act(self, state: BeloteState[A]) -> frozenset[Seat]:
        """The seat whose turn it is, and those who may double out of turn."""
        return state.may_act

    def prompts(self, state: BeloteState[A], seat: Seat) -> tuple[Prompt, ...]:
        """What the seat is offered."""
        if state.phase is Phase.BIDDING:
            return state.auction.prompts(seat)
        return play_prompts(state) if state.phase is Phase.PLAY and seat == state.turn else ()

    def handle(self, draft: Draft[BeloteState[A]], seat: Seat | None, action: Action) -> None:
        """Do an action, up to the end of the deal when it brings it about.

        Raises:
            IllegalAction: it is not allowed.
        """
        phase = draft.state.phase
        if phase is Phase.OVER:
            raise IllegalAction(Reason.DEAL_OVER)
        if seat is None or isinstance(action, Deal):
            self._deal(draft, seat, action)
        elif phase is Phase.BIDDING:
            self._bid(draft, seat, action)
        elif phase is Phase.PLAY:
            self._play(draft, seat, action)
        else:
            raise IllegalAction(Reason.WRONG_PHASE)

    def _deal(self, draft: Draft[BeloteState[A]], seat: Seat | None, action: Action) -> None:
        if seat is not None or not isinstance(action, Deal) or draft.state.phase is not Phase.DEALING:
            raise IllegalAction(Reason.WRONG_PHASE)
        if len(action.order) != len(deck_32()) or _PACK.difference(action.order):
            raise IllegalAction(Reason.BAD_DECK)
        self.deal_cards(draft, action.order)

    def _bid(self, draft: Draft[BeloteState[A]], seat: Seat, action: Action) -> None:
        self.call(draft, seat, action)
        if draft.state.auction.passed_out:
            draft.emit(DealVoid())
        elif draft.state.phase is Phase.PLAY:
            self.before_play(draft)

    def _play(self, draft: Draft[BeloteState[A]], seat: Seat, action: Action) -> None:
        if seat != draft.state.turn:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        act(draft, seat, action)
        state = draft.state
        if len(state.won) == ALL_TRICKS:
            scored = self.score(state.setup, state.playing, state.deal_count())
            account = (state.playing.as_fact(), *scored.account)
            draft.emit(
                DealScored(scored.points, scored.held, scored.undecided, state.playing.side, scored.made, account)
            )

    def evolve(self, state: BeloteState[A], event: Event) -> BeloteState[A]:
        """The deal after an event.

        Raises:
            CorruptLog: the event is not this game's, or does not fit.
        """
        if not isinstance(event, self.call_types):
            return evolve(state, event)
        if state.phase is not Phase.BIDDING:
            raise CorruptLog(f"{event.kind} outside the bidding")
        auction = state.auction.hear(event)
        contract = auction.contract
        if contract is None:
            return replace(state, auction=auction)
        leader = self.first_leader(state.setup, contract)
        return replace(state, auction=auction, contract=contract, leader=leader, phase=Phase.PLAY)

    def view(self, state: BeloteState[A], seat: Seat | None) -> View:
        """What the seat, or a spectator, may see."""
        return view(state, seat, self.to_act(state), self.may_act(state))

    def result(self, state: BeloteState[A]) -> DealResult | None:
        """How the deal ended; None while it runs."""
        if state.phase is not Phase.OVER:
            return None
        setup = state.setup
        following = next_seat(setup.dealer, setup.players)
        if state.score is None:
            dealer = setup.dealer if state.options.passed_out_dealer == "same" else following
            return DealResult((0, 0), setup.carried, (0, 0), None, None, counts=False, next_dealer=dealer)
        score = state.score
        return DealResult(
            points=score.points,
            held=score.held,
            undecided=score.undecided,
            taker_side=Side(score.taker_side),
            made=score.made,
            counts=True,
            next_dealer=following,
            account=score.account,
        )


def _family(options: Options) -> FamilyOptions:
    assert isinstance(options, FamilyOptions)
    return options


def check_turn(turn: Seat, seat: Seat) -> None:
    """Refuse a call out of turn.

    Raises:
        IllegalAction: NOT_YOUR_TURN.
    """
    if turn != seat:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
