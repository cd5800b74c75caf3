"""Belote for two: one deal, with a talon or open (docs/rules/belote.md 15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.core.actions import Action, Declare
from bot.core.cards import Card
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import DealScored, Event
from bot.core.evolving import replace
from bot.core.facts import Term
from bot.core.families.belote.classic import CardTurned
from bot.core.families.belote.classic_game import ClassicGame, ClassicState
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import DealCount, Scored
from bot.core.families.belote.dealing import Packet
from bot.core.families.belote.forms import Form, alone
from bot.core.families.belote.state import Phase
from bot.core.game import DealSetup, Draft
from bot.core.games.belote_two import events as ev
from bot.core.games.belote_two.dealing import OPEN_TRICKS, PLAYERS, TALON_TRICKS, first_packets, rows, second_packets
from bot.core.games.belote_two.keys import EXCHANGE, Refusal
from bot.core.games.belote_two.options import PRESETS, TwoOptions
from bot.core.games.belote_two.scoring import score
from bot.core.games.belote_two.state import TwoState, evolve
from bot.core.games.belote_two.view import completed, fixed_contract
from bot.core.options import Options
from bot.core.prompts import OneOf, Prompt
from bot.core.seats import Seat, all_seats, next_seat
from bot.core.views import View


class BeloteTwoGame(ClassicGame):
    """Belote for two, in both forms."""

    key: ClassVar[str] = "belote_two"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[frozenset[int]] = frozenset({PLAYERS})
    options_type: ClassVar[type[Options]] = TwoOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    default_preset: ClassVar[str] = "deux_talon"
    lesson: ClassVar[int] = 15
    event_types: ClassVar[tuple[type[Event], ...]] = (
        *(event for event in ClassicGame.event_types if not event.kind.startswith("Annonce")),
        ev.BottomShown,
        ev.SevenExchanged,
        ev.RowDealt,
        ev.RowCovered,
        ev.CardUncovered,
    )

    def form(self, options: Options, players: int) -> Form:
        """Each plays alone."""
        return alone(PLAYERS, OPEN_TRICKS if _options(options).is_open else TALON_TRICKS)

    def begin(self, setup: DealSetup) -> TwoState:
        """A deal before its cards are dealt."""
        state = super().begin(setup)
        return TwoState(
            state.setup, state.form, state.auction, state.phase, state.hands, state.dealt, state.leader,
            points=state.points,
        )  # fmt: skip

    def first_packets(self, setup: DealSetup) -> tuple[Packet, ...]:
        """With a talon: six cards each, one turned up."""
        return first_packets(setup.dealer)

    def second_packets(self, setup: DealSetup, taker: Seat) -> tuple[Packet, ...]:
        """With a talon: three more each; the turned card stays on the table."""
        return second_packets(setup.dealer)

    def deal_cards(self, draft: Draft[ClassicState], order: tuple[Card, ...]) -> None:
        """Hand out the first cards, or lay out the two rows."""
        if not _two(draft.state).rules.is_open:
            super().deal_cards(draft, order)
            return
        for seat, under, row in rows(order, draft.state.setup.dealer):
            draft.emit(ev.RowDealt(seat, row))
            draft.emit(ev.RowCovered(seat, under))
        draft.emit(CardTurned(order[-1]))

    def before_play(self, draft: Draft[ClassicState]) -> None:
        """With a talon: the rest of the cards, and the bottom card for all to see."""
        if _two(draft.state).rules.is_open:
            return
        super().before_play(draft)
        draft.emit(ev.BottomShown(draft.state.talon[-1]))

    def prompts(self, state: ClassicState, seat: Seat) -> tuple[Prompt, ...]:
        """What the seat is offered."""
        offered = super().prompts(state, seat)
        if _two(state).exchange(seat) is None:
            return offered
        return (*offered, OneOf((Declare(EXCHANGE),)))

    def handle(self, draft: Draft[ClassicState], seat: Seat | None, action: Action) -> None:
        """Do an action, up to the end of the deal when it brings it about.

        Raises:
            IllegalAction: it is not allowed.
        """
        if action == Declare(EXCHANGE) and seat is not None and draft.state.phase is Phase.PLAY:
            _exchange(draft, seat)
            return
        super().handle(draft, seat, action)
        _turn_up(draft)

    def close(self, draft: Draft[ClassicState]) -> None:
        """Score the deal, once its last trick is won."""
        state = _two(draft.state)
        if state.contract is not None:
            super().close(draft)
            return
        scored = score(state.setup, None, state.denomination, state.deal_count())
        account = (fixed_contract(state), *scored.account)
        draft.emit(DealScored(scored.points, scored.held, scored.undecided, None, scored.made, account))

    def score(self, setup: DealSetup, contract: Contract, deal: DealCount) -> Scored:
        """What a deal that was taken is worth."""
        taker = self.form(setup.options, setup.players).camps[contract.taker]
        return score(setup, taker, contract.denomination, deal)

    def next_dealer(self, state: ClassicState) -> Seat:
        """The winner of the deal, or the other player; the other one too where nobody won it."""
        winner = _winner(state) if _two(state).rules.next_dealer == "winner" else None
        return next_seat(state.setup.dealer, PLAYERS) if winner is None else winner

    def evolve(self, state: ClassicState, event: Event) -> ClassicState:
        """The deal after an event.

        Raises:
            CorruptLog: the event is not this game's, or does not fit.
        """
        after: ClassicState | None = evolve(_two(state), event)
        if after is not None:
            return after
        if not isinstance(event, self.event_types):
            raise CorruptLog(f"{event.kind} does not belong to this game")
        after = super().evolve(state, event)
        if isinstance(event, CardTurned) and not _two(state).rules.has_taker:
            return replace(after, phase=Phase.PLAY, turned=None)
        return after

    def after_take(self, state: ClassicState, taker: Seat) -> ClassicState:
        """The turned card stays on the table; in the open form it is a card of the dealer's row."""
        return replace(state, turned=None) if _two(state).rules.is_open else state

    def view(self, state: ClassicState, seat: Seat | None) -> View:
        """What the seat, or a spectator, may see."""
        return completed(_two(state), super().view(state, seat))


def _winner(state: ClassicState) -> Seat | None:
    """Who made or broke the contract; without one who marks more. None for a tie."""
    score = state.score
    if score is None:
        return None
    if state.contract is None:
        best = max(score.points)
        return None if score.points.count(best) > 1 else Seat(score.points.index(best))
    if score.made is None:
        return None
    return state.contract.taker if score.made else next_seat(state.contract.taker, PLAYERS)


def _exchange(draft: Draft[ClassicState], seat: Seat) -> None:
    """Put the seven of trumps on the table for the turned card.

    Raises:
        IllegalAction: it is not allowed.
    """
    state = _two(draft.state)
    if seat != state.turn:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    if state.word is not None:
        word = Term("said", state.word.value)
        raise IllegalAction(Reason.DECLARED_CARD_DUE, legal=state.playable_in_order(), word=word)
    exchanged = state.exchange(seat)
    if exchanged is None:
        raise IllegalAction(Refusal.EXCHANGE_LATE if state.won else Refusal.NO_EXCHANGE, legal=state.playable())
    draft.emit(ev.SevenExchanged(seat, *exchanged))


def _turn_up(draft: Draft[ClassicState]) -> None:
    """After a trick each turns up the card that its own card lay on, the winner first."""
    if draft.state.trick.plays:
        return
    for step in all_seats(PLAYERS):
        seat = next_seat(draft.state.leader, PLAYERS, step)
        for card in _two(draft.state).to_uncover(seat):
            draft.emit(ev.CardUncovered(seat, card))


def _two(state: ClassicState) -> TwoState:
    assert isinstance(state, TwoState)
    return state


def _options(options: Options) -> TwoOptions:
    assert isinstance(options, TwoOptions)
    return options


GAME = BeloteTwoGame()
"""The game, found by the registry."""
