"""Belote for three: one deal, from the turned card to the score (docs/rules/belote.md 5, 7, 8 and 15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from bot.core.account import Part
from bot.core.actions import Action
from bot.core.cards import Card
from bot.core.errors import CorruptLog, IllegalAction, Reason
from bot.core.events import Event
from bot.core.evolving import replace
from bot.core.families.belote.classic_game import ClassicGame, ClassicState
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import DealCount, Scored
from bot.core.families.belote.dealing import Packet
from bot.core.families.belote.display import sort_cards
from bot.core.families.belote.forms import Form, alone
from bot.core.families.belote.hands import with_hand
from bot.core.families.belote.state import Phase
from bot.core.game import DealSetup, Draft
from bot.core.games.belote_three.actions import Discard
from bot.core.games.belote_three.dealing import LAYOUTS, PLAYERS, Layout
from bot.core.games.belote_three.events import BottomTurned, CardsPutAside, EcartDone
from bot.core.games.belote_three.keys import PARTS, Refusal
from bot.core.games.belote_three.options import PRESETS, ThreeOptions
from bot.core.games.belote_three.scoring import score
from bot.core.options import Options
from bot.core.prompts import PickCards, Prompt
from bot.core.seats import Seat
from bot.core.views import View, Zone


class BeloteThreeGame(ClassicGame):
    """Belote for three, in three ways to deal."""

    key: ClassVar[str] = "belote_three"
    rules_version: ClassVar[int] = 1
    seat_counts: ClassVar[frozenset[int]] = frozenset({PLAYERS})
    options_type: ClassVar[type[Options]] = ThreeOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    default_preset: ClassVar[str] = "trois_24"
    lesson: ClassVar[int] = 37
    action_types: ClassVar[tuple[type[Action], ...]] = (*ClassicGame.action_types, Discard)
    event_types: ClassVar[tuple[type[Event], ...]] = (
        *(event for event in ClassicGame.event_types if not event.kind.startswith("Annonce")),
        BottomTurned,
        CardsPutAside,
        EcartDone,
    )
    account_parts: ClassVar[Mapping[str, Part]] = PARTS

    def form(self, options: Options, players: int) -> Form:
        """Everybody for himself."""
        return alone(PLAYERS, _layout(options).tricks)

    def deck(self, options: Options, players: int) -> tuple[Card, ...]:
        """The 32 cards, or 24 without sevens and eights."""
        return _layout(options).pack

    def first_packets(self, setup: DealSetup) -> tuple[Packet, ...]:
        """What is dealt before the bidding, the turned card included."""
        return _layout(setup.options).first_packets(setup.dealer)

    def second_packets(self, setup: DealSetup, taker: Seat) -> tuple[Packet, ...]:
        """What is dealt once somebody has taken."""
        return _layout(setup.options).second_packets(setup.dealer, taker)

    def before_play(self, draft: Draft[ClassicState]) -> None:
        """The rest of the cards, and the bottom card for all to see where cards stay out of play."""
        super().before_play(draft)
        if _layout(draft.state.setup.options).bottom:
            draft.emit(BottomTurned(draft.state.talon[-1]))

    def after_take(self, state: ClassicState, taker: Seat) -> ClassicState:
        """The turned card goes to the taker, or stays on the table; where cards are put aside, that comes first."""
        layout = _layout(state.setup.options)
        after = super().after_take(state, taker) if layout.picked_up else state
        return replace(after, phase=Phase.ECART) if layout.aside else after

    def own_prompts(self, state: ClassicState, seat: Seat) -> tuple[Prompt, ...]:
        """The cards the taker may put aside: any."""
        if state.phase is not Phase.ECART or seat != state.turn:
            return ()
        number = _layout(state.setup.options).aside
        return (PickCards(Discard.kind, sort_cards(state.hands[seat], state.ranking), number, number),)

    def own_action(self, draft: Draft[ClassicState], seat: Seat, action: Action) -> None:
        """Put cards aside.

        Raises:
            IllegalAction: it is no écart, or not of the right number of cards, or of cards that are not held.
        """
        if not isinstance(action, Discard):
            raise IllegalAction(Reason.WRONG_PHASE)
        state = draft.state
        number = _layout(state.setup.options).aside
        stranger = next((card for card in action.cards if card not in state.hands[seat]), None)
        if stranger is not None:
            raise IllegalAction(Reason.NOT_IN_HAND, card=stranger)
        chosen = len(set(action.cards))
        if chosen > number:
            raise IllegalAction(Refusal.ECART_TOO_MANY, n=number, chosen=chosen)
        if chosen < number or len(action.cards) != number:
            raise IllegalAction(Refusal.ECART_COUNT, n=number, chosen=chosen, missing=number - chosen)
        draft.emit(CardsPutAside(seat, action.cards))
        draft.emit(EcartDone(seat))

    def score(self, setup: DealSetup, contract: Contract, deal: DealCount) -> Scored:
        """What a deal that was played is worth."""
        return score(setup, contract, deal)

    def evolve(self, state: ClassicState, event: Event) -> ClassicState:
        """The deal after an event.

        Raises:
            CorruptLog: the event is not this game's, or does not fit.
        """
        match event:
            case BottomTurned():
                if state.phase is not Phase.PLAY or state.talon[-1:] != (event.card,):
                    raise CorruptLog("this card is not at the bottom")
                return state
            case CardsPutAside():
                return _put_aside(state, event)
            case EcartDone():
                if state.phase is not Phase.ECART or not state.aside:
                    raise CorruptLog("nothing was put aside")
                return replace(state, phase=Phase.PLAY)
            case _:
                return super().evolve(state, event)

    def view(self, state: ClassicState, seat: Seat | None) -> View:
        """What the seat, or a spectator, may see; who put cards aside may look at them."""
        seen = super().view(state, seat)
        if state.contract is None:
            return seen
        aside = tuple(_put_aside_zone(state)) if seat == state.contract.taker and state.score is None else ()
        return replace(seen, zones=(*seen.zones, *_zones(state)), own=aside)


def _layout(options: Options) -> Layout:
    assert isinstance(options, ThreeOptions)
    return LAYOUTS[options.three_deal]


def _zones(state: ClassicState) -> Iterator[Zone]:
    """The bottom card that was turned up; once the deal is over everything that nobody played."""
    if state.score is None:
        if _layout(state.setup.options).bottom:
            yield Zone("out_of_play", state.talon[-1:])
        return
    yield from _put_aside_zone(state)
    if state.turned is not None:
        yield Zone("not_dealt", sort_cards((state.turned, *state.talon), state.ranking))


def _put_aside_zone(state: ClassicState) -> Iterator[Zone]:
    if state.aside:
        yield Zone("put_aside", sort_cards(state.aside, state.ranking), state.playing.taker)


def _put_aside(state: ClassicState, event: CardsPutAside) -> ClassicState:
    held = state.hands[event.seat]
    if state.phase is not Phase.ECART or event.seat != state.turn or not set(held).issuperset(event.cards):
        raise CorruptLog(f"seat {event.seat} cannot have put these cards aside")
    rest = tuple(card for card in held if card not in event.cards)
    return replace(state, hands=with_hand(state.hands, event.seat, rest), aside=event.cards)


GAME = BeloteThreeGame()
"""The game, found by the registry."""
