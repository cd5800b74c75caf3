"""The course of a deal that the games of the family share; each adds its auction, its deal and its score."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic

from bot.core.account import Part
from bot.core.actions import Action, Agree, Deal, Refuse, TakeBack
from bot.core.cards import Card, deck_32
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import DealScored, DealVoid, Event
from bot.core.evolving import replace
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import DealCount, Scored
from bot.core.families.belote.evolve import evolve
from bot.core.families.belote.forms import PARTNERSHIPS, Form
from bot.core.families.belote.keys import PARTS, Refusal
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.play import act, play_prompts
from bot.core.families.belote.regrets import regret_act, regret_prompts
from bot.core.families.belote.state import A, BeloteState, Phase
from bot.core.families.belote.view import view
from bot.core.game import DealResult, DealSetup, Draft, Game, MatchRules
from bot.core.options import Options
from bot.core.prompts import Prompt
from bot.core.seats import Seat, next_seat
from bot.core.views import View


class BeloteFamilyGame(Game[BeloteState[A]], Generic[A]):
    """One deal; the auction's type is the game's own. For four players in two partnerships unless a game says more.

    Attributes:
        call_types: the events of the auction.
    """

    seat_counts: ClassVar[frozenset[int]] = frozenset({PARTNERSHIPS.players})
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

    def own_prompts(self, state: BeloteState[A], seat: Seat) -> tuple[Prompt, ...]:
        """What a seat is offered in a phase between the bidding and the play; nothing by default."""
        return ()

    def own_action(self, draft: Draft[BeloteState[A]], seat: Seat, action: Action) -> None:
        """Do an action in a phase between the bidding and the play.

        Raises:
            IllegalAction: it is not allowed; by default none is.
        """
        raise IllegalAction(Reason.WRONG_PHASE)

    def first_leader(self, setup: DealSetup, contract: Contract) -> Seat:
        """Who leads to the first trick: the dealer's next, whoever took (docs/rules/belote.md 7)."""
        return next_seat(setup.dealer, setup.players)

    def form(self, options: Options, players: int) -> Form:
        """Who plays with whom, for how many tricks; the sides must be the same under all options."""
        return PARTNERSHIPS

    def next_dealer(self, state: BeloteState[A]) -> Seat:
        """Who deals after a deal that was played."""
        return next_seat(state.setup.dealer, state.setup.players)

    def sides(self, players: int) -> tuple[tuple[Seat, ...], ...]:
        """The seats that score together."""
        return self.form(self.presets[self.default_preset], players).sides

    def match_rules(self, options: Options) -> MatchRules:
        """When a match under these options ends."""
        return family_options(options).match_rules()

    def deck(self, options: Options, players: int) -> tuple[Card, ...]:
        """The 32 cards."""
        return deck_32()

    def begin(self, setup: DealSetup) -> BeloteState[A]:
        """A deal before its cards are dealt.

        Raises:
            IllegalAction: the options cannot be played: CUT_ONLY.
        """
        if family_options(setup.options).shuffle == "cut_only":
            raise IllegalAction(Refusal.CUT_ONLY)
        form = self.form(setup.options, setup.players)
        empty: tuple[tuple[Card, ...], ...] = ((),) * setup.players
        leader = next_seat(setup.dealer, setup.players)
        auction = self.open_auction(setup)
        return BeloteState(setup, form, auction, Phase.DEALING, empty, empty, leader, form.nothing)

    def needs_deal(self, state: BeloteState[A]) -> bool:
        """Whether the pack is to be dealt."""
        return state.phase is Phase.DEALING

    def to_act(self, state: BeloteState[A]) -> frozenset[Seat]:
        """The seat whose turn it is."""
        return state.to_act

    def may_act(self, state: BeloteState[A]) -> frozenset[Seat]:
        """The seat whose turn it is, who may double out of turn, take a card back, or answer who asks to."""
        return state.may_act

    def may_take_back(self, state: BeloteState[A]) -> Seat | None:
        """Who played the latest card, where it may be taken back or is asked for and not refused."""
        regret = state.regret
        return None if regret is None or regret.refused is not None else regret.seat

    def asked(self, state: BeloteState[A]) -> frozenset[Seat]:
        """Opponents who have not answered who asks for a card back."""
        return frozenset() if state.regret is None else frozenset(state.regret.waiting)

    def progress(self, state: BeloteState[A], seat: Seat) -> tuple[int, ...]:
        """What a seat has done, and what was done about cards that came back to a hand."""
        return (*super().progress(state, seat), state.regrets)

    def prompts(self, state: BeloteState[A], seat: Seat) -> tuple[Prompt, ...]:
        """What the seat is offered."""
        if state.phase is Phase.BIDDING:
            return state.auction.prompts(seat)
        if state.phase is not Phase.PLAY:
            return self.own_prompts(state, seat)
        own = play_prompts(state) if seat == state.turn else ()
        return own if state.regret is None else (*own, *regret_prompts(state, seat))

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
        elif phase is Phase.DEALING:
            raise IllegalAction(Reason.WRONG_PHASE)
        elif seat != draft.state.turn:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        else:
            self.own_action(draft, seat, action)

    def _deal(self, draft: Draft[BeloteState[A]], seat: Seat | None, action: Action) -> None:
        if seat is not None or not isinstance(action, Deal) or draft.state.phase is not Phase.DEALING:
            raise IllegalAction(Reason.WRONG_PHASE)
        setup = draft.state.setup
        pack = self.deck(setup.options, setup.players)
        if len(action.order) != len(pack) or set(pack).difference(action.order):
            raise IllegalAction(Reason.BAD_DECK)
        self.deal_cards(draft, action.order)

    def _bid(self, draft: Draft[BeloteState[A]], seat: Seat, action: Action) -> None:
        self.call(draft, seat, action)
        if draft.state.auction.passed_out:
            draft.emit(DealVoid())
        elif draft.state.contract is not None:
            self.before_play(draft)

    def _play(self, draft: Draft[BeloteState[A]], seat: Seat, action: Action) -> None:
        if isinstance(action, TakeBack | Agree | Refuse):
            regret_act(draft, seat, action)
            return
        if seat != draft.state.turn:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        act(draft, seat, action)
        if len(draft.state.won) == draft.state.form.tricks:
            self.close(draft)

    def close(self, draft: Draft[BeloteState[A]]) -> None:
        """Score the deal, once its last trick is won."""
        state = draft.state
        scored = self.score(state.setup, state.playing, state.deal_count())
        account = (state.playing.as_fact(), *scored.account)
        takers = state.form.camps[state.playing.taker]
        draft.emit(DealScored(scored.points, scored.held, scored.undecided, takers, scored.made, account))

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
        if state.score is None:
            same = state.options.passed_out_dealer == "same"
            dealer = setup.dealer if same else next_seat(setup.dealer, setup.players)
            nothing = state.form.nothing
            return DealResult(nothing, setup.carried, nothing, None, None, counts=False, next_dealer=dealer)
        return DealResult.of(state.score, self.next_dealer(state))


def family_options(options: Options) -> FamilyOptions:
    """The options of a game of this family, as the family reads them."""
    assert isinstance(options, FamilyOptions)
    return options
