"""Packs, positions and whole deals of tarot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.core.actions import Action, Deal
from bot.core.cards import Card, Suit, cards
from bot.core.errors import IllegalAction
from bot.core.game import DealSetup, apply
from bot.core.games.tarot.auction import Auction, Contract
from bot.core.games.tarot.dealing import default_pattern, layout
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.pack import PETIT, deck_78
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.state import Phase, TarotState, playing_seats
from bot.core.options import OptionValue
from bot.core.seats import Seat
from bot.core.tricks import Trick, WonTrick

Hands = Mapping[int, Sequence[Card]]


def tarot(preset: str = "fft", **changes: OptionValue) -> TarotOptions:
    return GAME.presets[preset].with_values(changes)


STANDS = tarot("textes")
"""Cards out of turn stand, and may be taken back."""


def setup_of(options: TarotOptions, players: int, dealer: int | None = None) -> DealSetup:
    seat = Seat(players - 1 if dealer is None else dealer)
    return DealSetup(players, seat, options, (0,) * players, (0,) * players)


def pack(seats: Sequence[Seat], hands: Hands, chien: Sequence[Card] = ()) -> tuple[Card, ...]:
    """A pack that deals these cards to these seats, and the rest as it comes, without a lone Petit."""
    form = layout(len(seats))
    fixed = {card for hand in hands.values() for card in hand} | set(chien)
    rest = [card for card in deck_78() if card not in fixed]
    # Trumps last, and the Petit between two of them, so that it is not alone where it is free.
    trumps = [card for card in rest if card.suit is Suit.TRUMPS]
    if PETIT in trumps:
        trumps[:2] = reversed(trumps[:2])
    rest = [card for card in rest if card.suit is not Suit.TRUMPS] + trumps
    held = {seat: list(hands.get(seat, ())) for seat in seats}
    for seat in seats:
        while len(held[seat]) < form.hand:
            held[seat].append(rest.pop(0))
    middle = [*chien, *rest]
    order: list[Card] = []
    packets = 0
    for size in default_pattern(len(seats)):
        taken = middle if size == 1 else held[seats[packets % len(seats)]]
        order += taken[:size]
        del taken[:size]
        packets += size != 1
    return tuple(order)


def dealt(
    options: TarotOptions,
    hands: Mapping[int, str | Sequence[Card]],
    players: int = 4,
    dealer: int | None = None,
    chien: str | Sequence[Card] = (),
) -> TarotState:
    """A deal in which these cards were dealt."""
    setup = setup_of(options, players, dealer)
    given = {seat: held(hand) for seat, hand in hands.items()}
    order = pack(playing_seats(setup), given, held(chien))
    return apply(GAME, GAME.begin(setup), None, Deal(order)).state


def held(hand: str | Sequence[Card]) -> tuple[Card, ...]:
    return cards(hand) if isinstance(hand, str) else tuple(hand)


def by(state: TarotState, *steps: tuple[int, str]) -> TarotState:
    """The deal after seats did these actions, by their codes."""
    for seat, code in steps:
        state = apply(GAME, state, Seat(seat), GAME.parse(code)).state
    return state


def in_turn(state: TarotState, *codes: str) -> TarotState:
    """The deal after the one seat that must act did these actions."""
    for code in codes:
        (seat,) = GAME.to_act(state)
        state = apply(GAME, state, seat, GAME.parse(code)).state
    return state


def taken(state: TarotState, taker: int, contract: str = "garde") -> TarotState:
    """The deal after an auction that this seat won."""
    for seat in state.seats:
        state = by(state, (seat, f"bid:{contract}" if seat == taker else "pass"))
    return state


def offered(state: TarotState, seat: int) -> set[str]:
    return {code for prompt in GAME.prompts(state, Seat(seat)) for code in prompt.codes()}


def tried(state: TarotState, seat: int | None, action: Action) -> TarotState | IllegalAction:
    try:
        return apply(GAME, state, None if seat is None else Seat(seat), action).state
    except IllegalAction as error:
        return error


def refused(state: TarotState, seat: int, code: str) -> IllegalAction:
    answer = tried(state, seat, GAME.parse(code))
    assert isinstance(answer, IllegalAction), f"{code} was accepted"
    return answer


def keys(state: TarotState) -> list[str]:
    """What was said aloud so far."""
    return [said.key for said in state.said]


def position(
    options: TarotOptions,
    hands: Mapping[int, str | Sequence[Card]],
    plays: Iterable[tuple[int, Card]] = (),
    *,
    players: int = 4,
    taker: int = 0,
    called: Card | None = None,
    winners: Sequence[int] = (),
    leader: int | None = None,
) -> TarotState:
    """A deal in the middle of play, made for a question about one card.

    Args:
        options: of the game.
        hands: cards held, by seat; the others hold nothing.
        plays: cards on the table.
        players: number of seats; the last one dealt.
        taker: who took, a garde.
        called: the called card.
        winners: who won the tricks before, which held no cards.
        leader: who leads; the first to have played, unless nobody has.
    """
    setup = setup_of(options, players)
    own = tuple(held(hands.get(seat, ())) for seat in range(players))
    seats = playing_seats(setup)
    said = tuple(Contract.GARDE if seat == taker else None for seat in seats)
    trick = Trick(tuple((Seat(seat), card) for seat, card in plays))
    first = trick.plays[0][0] if trick.plays else Seat(0 if leader is None else leader)
    won = tuple(WonTrick(Trick(), Seat(winner)) for winner in winners)
    return TarotState(
        setup, Auction(seats, said=said), Phase.PLAY, own, own, first, called=called, trick=trick, won=won
    )
