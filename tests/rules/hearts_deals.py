"""Deals and positions of hearts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from bot.core.actions import Deal
from bot.core.cards import Card, cards
from bot.core.game import DealSetup, apply
from bot.core.games.hearts.options import HeartsOptions
from bot.core.games.hearts.pack import pack
from bot.core.games.hearts.rules import GAME
from bot.core.games.hearts.state import HeartsState, Phase
from bot.core.options import OptionValue
from bot.core.seats import Seat, seats_from
from bot.core.tricks import Trick, WonTrick


def hearts(preset: str = "standard", **changes: OptionValue) -> HeartsOptions:
    return GAME.presets[preset].with_values(changes)


def setup_of(options: HeartsOptions, players: int = 4, dealer: int | None = None, number: int = 1) -> DealSetup:
    seat = Seat(players - 1 if dealer is None else dealer)
    nothing = (0,) * players
    return DealSetup(players, seat, options, nothing, nothing, number=number)


def dealt(
    options: HeartsOptions,
    hands: Mapping[int, str],
    players: int = 4,
    *,
    dealer: int | None = None,
    number: int = 1,
) -> HeartsState:
    """A deal in which these cards were dealt, the rest as it comes."""
    setup = setup_of(options, players, dealer, number)
    whole = pack(options, players)
    fixed = {card for hand in hands.values() for card in cards(hand)}
    rest = [card for card in whole if card not in fixed]
    held = {seat: list(cards(hands.get(seat, ""))) for seat in range(players)}
    for hand in held.values():
        while len(hand) < len(whole) // players:
            hand.append(rest.pop(0))
    order = seats_from(Seat((setup.dealer + 1) % players), players)
    dealt_out = chain.from_iterable(zip(*(held[seat] for seat in order), strict=True))
    return apply(GAME, GAME.begin(setup), None, Deal(tuple(dealt_out))).state


def by(state: HeartsState, *steps: tuple[int, str]) -> HeartsState:
    """The deal after seats did these actions, by their codes."""
    for seat, code in steps:
        state = apply(GAME, state, Seat(seat), GAME.parse(code)).state
    return state


def offered(state: HeartsState, seat: int) -> set[str]:
    return {code for prompt in GAME.prompts(state, Seat(seat)) for code in prompt.codes()}


def passed(state: HeartsState) -> HeartsState:
    """The deal after everybody passed the first cards of his hand."""
    for seat in state.seats:
        given = " ".join(card.code for card in state.hands[seat][: state.to_give])
        state = by(state, (seat, f"give:{given}"))
    return state


def position(
    options: HeartsOptions,
    hands: Sequence[str],
    *,
    leader: int = 0,
    trick: str = "",
    first: bool = False,
    breaker: Card | None = None,
    taken: Sequence[str] = (),
) -> HeartsState:
    """A deal in the middle of play, made for a question about one card.

    Args:
        options: of the game.
        hands: cards held, by seat.
        leader: who led, or leads.
        trick: cards on the table.
        first: it is the first trick.
        breaker: the card that broke hearts.
        taken: cards taken in tricks before, by seat.
    """
    players = len(hands)
    own = tuple(cards(hand) for hand in hands)
    plays = tuple((Seat((leader + place) % players), card) for place, card in enumerate(cards(trick)))
    won = tuple(
        WonTrick(Trick(tuple((Seat(seat), card) for card in cards(pile))), Seat(seat))
        for seat, pile in enumerate(taken)
    )
    before = () if first else won or (WonTrick(Trick(), Seat(leader)),)
    broken = None if breaker is None else (Seat(0), breaker)
    nobody: tuple[tuple[Card, ...], ...] = ((),) * players
    return HeartsState(
        setup_of(options, players), Phase.PLAY, own, own, nobody, Seat(leader), Trick(plays), before, broken
    )
