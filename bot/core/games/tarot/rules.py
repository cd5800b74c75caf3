"""French tarot for three, four and five (docs/rules/tarot.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.core.account import Part
from bot.core.actions import Action, Deal, Declare, Pass, PlayCard, TakeBack
from bot.core.cards import Card
from bot.core.errors import IllegalAction, Reason
from bot.core.events import CardPlayed, CardTakenBack, DealScored, DealVoid, Event, HandDealt, TalonSet, TrickWon
from bot.core.facts import Fact, Who, fact
from bot.core.game import DealResult, DealSetup, Draft, Game, MatchRules
from bot.core.games.tarot import events as ev
from bot.core.games.tarot.actions import Bid, CallKing, CancelDeal, Discard, Go, Hide, OrderLead, PlayEarly
from bot.core.games.tarot.auction import Auction, Contract
from bot.core.games.tarot.dealing import deal_out, default_pattern, is_petit_sec
from bot.core.games.tarot.evolve import evolve
from bot.core.games.tarot.keys import PARTS, Key, Refusal
from bot.core.games.tarot.offers import acting, prompts, taker_back
from bot.core.games.tarot.options import FEDERATION, PRESETS, TarotOptions
from bot.core.games.tarot.pack import deck_78
from bot.core.games.tarot.play import act
from bot.core.games.tarot.state import Phase, TarotState, playing_seats, sits_out
from bot.core.games.tarot.view import may_act, view
from bot.core.options import Options
from bot.core.prompts import Prompt
from bot.core.seats import Seat, all_seats, next_seat
from bot.core.views import View

_PACK = frozenset(deck_78())


class TarotGame(Game[TarotState]):
    """One deal for three, four or five, everybody for himself over a match."""

    key: ClassVar[str] = "tarot"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[frozenset[int]] = frozenset({3, 4, 5})
    options_type: ClassVar[type[Options]] = TarotOptions
    presets: ClassVar[Mapping[str, TarotOptions]] = PRESETS
    default_preset: ClassVar[str] = "fft"
    lesson: ClassVar[int] = 30
    federation: ClassVar[Mapping[str, str]] = FEDERATION
    action_types: ClassVar[tuple[type[Action], ...]] = (
        Deal,
        Pass,
        Bid,
        CancelDeal,
        CallKing,
        Go,
        Discard,
        Declare,
        Hide,
        PlayCard,
        PlayEarly,
        OrderLead,
        TakeBack,
    )
    account_parts: ClassVar[Mapping[str, Part]] = PARTS
    event_types: ClassVar[tuple[type[Event], ...]] = (
        HandDealt,
        TalonSet,
        ev.PetitSecSaid,
        ev.PetitUntouchable,
        ev.DealCancelled,
        ev.Passed,
        ev.BidMade,
        ev.KingCalled,
        ev.ChelemAnnounced,
        ev.Ready,
        ev.ChienTurned,
        ev.EcartMade,
        ev.EcartShown,
        ev.PoigneeAnnounced,
        ev.PoigneeShown,
        ev.MisereSaid,
        CardPlayed,
        ev.CardExposed,
        ev.CardReturned,
        ev.LeadOrdered,
        CardTakenBack,
        TrickWon,
        DealScored,
        DealVoid,
    )

    def sides(self, players: int) -> tuple[tuple[Seat, ...], ...]:
        """Everybody alone: the camps change with every deal."""
        return tuple((seat,) for seat in all_seats(players))

    def match_rules(self, options: Options) -> MatchRules:
        """When a match under these options ends."""
        return _tarot(options).match_rules()

    def deck(self, options: Options, players: int) -> tuple[Card, ...]:
        """The 78 cards."""
        return deck_78()

    def begin(self, setup: DealSetup) -> TarotState:
        """A deal before its cards are dealt.

        Raises:
            IllegalAction: TAROT_CUT_ONLY, gathered tricks that are only cut would tell too much.
        """
        options = _tarot(setup.options)
        if options.shuffle == "cut_only":
            raise IllegalAction(Refusal.CUT_ONLY)
        seats = playing_seats(setup)
        lowest = Contract.GARDE if options.bids == "no_petite" else Contract.PETITE
        empty: tuple[tuple[Card, ...], ...] = ((),) * setup.players
        return TarotState(setup, Auction(seats, lowest), Phase.DEALING, empty, empty, seats[0])

    def needs_deal(self, state: TarotState) -> bool:
        """Whether the pack is to be dealt."""
        return state.phase is Phase.DEALING

    def to_act(self, state: TarotState) -> frozenset[Seat]:
        """The seats that must act."""
        return acting(state)

    def may_act(self, state: TarotState) -> frozenset[Seat]:
        """Those, and seats that may say or play something before their turn, or take a card back."""
        return may_act(state)

    def may_take_back(self, state: TarotState) -> Seat | None:
        """Who played the latest card of an incomplete trick, where it may be taken back."""
        return taker_back(state)

    def prompts(self, state: TarotState, seat: Seat) -> tuple[Prompt, ...]:
        """What the seat is offered."""
        return prompts(state, seat)

    def progress(self, state: TarotState, seat: Seat) -> tuple[int, ...]:
        """The phase, cards held, own calls, and cards that came back to the hand: the same may then be asked again."""
        phase = list(Phase).index(state.phase)
        return phase, len(state.hands[seat]), state.auction.spoken.count(seat), state.returned.count(seat)

    def handle(self, draft: Draft[TarotState], seat: Seat | None, action: Action) -> None:
        """Do an action, up to the end of the deal when it brings it about.

        Raises:
            IllegalAction: it is not allowed.
        """
        if draft.state.phase is Phase.OVER:
            raise IllegalAction(Reason.DEAL_OVER)
        if seat is None or isinstance(action, Deal):
            self._deal(draft, seat, action)
        elif draft.state.phase is Phase.DEALING:
            raise IllegalAction(Reason.WRONG_PHASE)
        else:
            act(draft, seat, action)

    def _deal(self, draft: Draft[TarotState], seat: Seat | None, action: Action) -> None:
        state = draft.state
        if seat is not None or not isinstance(action, Deal) or state.phase is not Phase.DEALING:
            raise IllegalAction(Reason.WRONG_PHASE)
        if len(action.order) != len(_PACK) or _PACK.difference(action.order):
            raise IllegalAction(Reason.BAD_DECK)
        dealt = deal_out(action.order, len(state.seats), default_pattern(len(state.seats)))
        for owner, hand in zip(state.seats, dealt.hands, strict=True):
            draft.emit(HandDealt(owner, hand))
        draft.emit(TalonSet(dealt.chien))
        if state.options.petit_sec != "ignore":
            self._find_petit_sec(draft)

    def _find_petit_sec(self, draft: Draft[TarotState]) -> None:
        """A lone Petit must be said before any bid; the deal is then annulled, unless the holder may play on."""
        state = draft.state
        holder = next((seat for seat in state.seats if is_petit_sec(state.hands[seat])), None)
        if holder is None:
            return
        draft.emit(ev.PetitSecSaid(holder))
        if state.options.petit_sec == "redeal":
            draft.emit(ev.DealCancelled(holder))
            draft.emit(DealVoid())

    def evolve(self, state: TarotState, event: Event) -> TarotState:
        """The deal after an event.

        Raises:
            CorruptLog: the event is not this game's, or does not fit.
        """
        return evolve(state, event)

    def view(self, state: TarotState, seat: Seat | None) -> View:
        """What the seat, or a spectator, may see."""
        return view(state, seat)

    def result(self, state: TarotState) -> DealResult | None:
        """How the deal ended; None while it runs."""
        if state.phase is not Phase.OVER:
            return None
        setup, score = state.setup, state.score
        following = next_seat(setup.dealer, setup.players)
        nothing = (0,) * setup.players
        if score is None:
            # Who sits out deals until somebody bids, even if the deal was annulled after that (OPT-MORT).
            dealer = setup.dealer if sits_out(setup) and not any(state.auction.said) else following
            account = _annulled(state)
            return DealResult(nothing, setup.carried, nothing, None, None, False, dealer, account)
        return DealResult.of(score, following)


def _annulled(state: TarotState) -> tuple[Fact, ...]:
    """Why a deal was annulled; nothing when everybody passed."""
    if state.cancelled is None:
        return ()
    key = Key.ACCOUNT_PETIT_SEC if state.petit_sec is not None else Key.ACCOUNT_LONE_EXCUSE
    return (fact(key.value, who=Who(state.cancelled)),)


def _tarot(options: Options) -> TarotOptions:
    assert isinstance(options, TarotOptions)
    return options


GAME = TarotGame()
"""The game, found by the registry."""
