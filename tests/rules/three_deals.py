"""Sets up deals of belote for three for tests: chosen hands, calls and cards by their codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.actions import Deal
from bot.core.cards import Card, Suit, cards
from bot.core.families.belote.classic_game import ClassicState
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import DealCount, Scored
from bot.core.families.belote.denominations import Denomination
from bot.core.game import DealSetup, apply
from bot.core.games.belote_three.dealing import LAYOUTS, Layout
from bot.core.games.belote_three.options import ThreeOptions
from bot.core.games.belote_three.rules import GAME
from bot.core.options import Options, OptionValue
from bot.core.seats import Seat

DEALER = Seat(2)
"""Seat 0 speaks and leads first."""


def options(preset: str = "trois_24", **changes: OptionValue) -> ThreeOptions:
    made = GAME.presets[preset].with_values(changes)
    assert isinstance(made, ThreeOptions)
    return made


def setup(chosen: Options, totals: Sequence[int] = (0, 0, 0), last: bool = False) -> DealSetup:
    return DealSetup(3, DEALER, chosen, tuple(totals), (0, 0, 0), last)


def layout_of(chosen: Options) -> Layout:
    assert isinstance(chosen, ThreeOptions)
    return LAYOUTS[chosen.three_deal]


def dealt(chosen: Options, wanted: Mapping[int, str], taker: int = 0) -> ClassicState:
    """A deal before the bidding in which each seat will hold the wanted cards once this seat has taken.

    The turned card is a heart: the last of those the taker wants, where he picks it up.
    """
    layout, before = layout_of(chosen), setup(chosen)
    hands = [list(cards(wanted.get(seat, ""))) for seat in range(3)]
    rest = [card for card in layout.pack if all(card not in hand for hand in hands)]
    hearts = [card for card in (hands[taker] if layout.picked_up else rest) if card.suit is Suit.HEARTS]
    turned = (hearts or [card for card in rest if card.suit is Suit.HEARTS])[-1]
    (hands[taker] if turned in hands[taker] else rest).remove(turned)
    packets = [packet for packet in layout.first_packets(DEALER) if packet[0] is not None]
    after = layout.second_packets(DEALER, Seat(taker))
    for holder, hand in enumerate(hands):
        size = sum(number for owner, number in (*packets, *after) if owner == holder)
        while len(hand) < size:
            hand.append(rest.pop(0))
    order: list[Card] = []
    for seat, number in packets:
        assert seat is not None
        order += [hands[seat].pop(0) for _ in range(number)]
    order.append(turned)
    for seat, number in after:
        assert seat is not None
        order += [hands[seat].pop(0) for _ in range(number)]
    return apply(GAME, GAME.begin(before), None, Deal((*order, *rest))).state


def do(state: ClassicState, seat: int, code: str) -> ClassicState:
    return apply(GAME, state, Seat(seat), GAME.parse(code)).state


def in_turn(state: ClassicState, *codes: str) -> ClassicState:
    """Do actions one after another, each by the seat whose turn it is."""
    for code in codes:
        state = do(state, state.turn, code)
    return state


def taken(chosen: Options, wanted: Mapping[int, str]) -> ClassicState:
    """A deal that seat 0, which leads, has taken at hearts."""
    return in_turn(dealt(chosen, wanted), "take")


def played(state: ClassicState, codes: str) -> ClassicState:
    """Play cards, each by the seat whose turn it is."""
    return in_turn(state, *(f"play:{code}" for code in codes.split()))


def offered(state: ClassicState, seat: int) -> set[str]:
    """Codes offered to a seat."""
    return {code for prompt in GAME.prompts(state, Seat(seat)) for code in prompt.codes()}


def score(
    chosen: Options,
    won: Sequence[int],
    *,
    tricks: Sequence[int] = (3, 3, 2),
    der: int = 0,
    belotes: Sequence[int] = (),
    asleep: int = 0,
    totals: Sequence[int] = (0, 0, 0),
    last: bool = False,
) -> Scored:
    """What a deal taken by seat 0 at hearts is worth."""
    count = DealCount(tuple(won), tuple(tricks), der, tuple(belotes), asleep=asleep)
    return GAME.score(setup(chosen, totals, last), Contract(Seat(0), Denomination.HEARTS), count)
