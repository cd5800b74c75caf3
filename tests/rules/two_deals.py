"""Sets up deals of belote for two for tests: chosen hands and rows, calls and cards by their codes."""

from __future__ import annotations

from typing import TypedDict, Unpack

from bot.core.actions import Deal
from bot.core.cards import Card, cards, deck_32
from bot.core.errors import IllegalAction
from bot.core.families.belote.classic_game import ClassicState
from bot.core.families.belote.counting import DealCount, Points, Scored
from bot.core.families.belote.denominations import Denomination
from bot.core.game import DealSetup, apply
from bot.core.games.belote_two.options import PRESETS, TwoOptions
from bot.core.games.belote_two.rules import GAME
from bot.core.games.belote_two.scoring import score as scored
from bot.core.options import OptionValue
from bot.core.seats import Seat, Side
from bot.core.views import View

DEALER = 1
"""So that seat 0 speaks and leads first."""


def talon(**changes: OptionValue) -> TwoOptions:
    return PRESETS["deux_talon"].with_values(changes)


def face_up(**changes: OptionValue) -> TwoOptions:
    return PRESETS["deux_decouverte"].with_values(changes)


class Before(TypedDict, total=False):
    """What a deal starts from, where it is not the first of a match dealt by seat 1."""

    dealer: int
    totals: Points
    carried: Points
    last: bool


def setup(chosen: TwoOptions, **before: Unpack[Before]) -> DealSetup:
    dealer, totals, carried = before.get("dealer", DEALER), before.get("totals", (0, 0)), before.get("carried", (0, 0))
    return DealSetup(2, Seat(dealer), chosen, totals, carried, before.get("last", False))


def pack(places: dict[int, Card]) -> tuple[Card, ...]:
    """The pack with some cards at their places, the others in their order around them."""
    rest = iter([card for card in deck_32() if card not in places.values()])
    return tuple(places[place] if place in places else next(rest) for place in range(32))


def placed(codes: str, places: list[int]) -> dict[int, Card]:
    return dict(zip(places, cards(codes), strict=False))


FIRST = [0, 1, 2, 6, 7, 8, 13, 14, 15]
SECOND = [3, 4, 5, 9, 10, 11, 16, 17, 18]
TURNED, BOTTOM = 12, 31


def dealt(chosen: TwoOptions, first: str = "", other: str = "", turned: str = "", bottom: str = "") -> ClassicState:
    """A deal with a talon, before the bidding; three of the cards come only after it. Seat 0 is the first."""
    places = placed(first, FIRST) | placed(other, SECOND) | placed(turned, [TURNED]) | placed(bottom, [BOTTOM])
    return apply(GAME, GAME.begin(setup(chosen)), None, Deal(pack(places))).state


def rows(
    chosen: TwoOptions, first: str = "", other: str = "", under_first: str = "", under_other: str = ""
) -> ClassicState:
    """An open deal; the last card of seat 1's row is the last one dealt. Seat 0 leads, or speaks first."""
    places = placed(first, list(range(16, 32, 2))) | placed(other, list(range(17, 32, 2)))
    places |= placed(under_first, list(range(0, 16, 2))) | placed(under_other, list(range(1, 16, 2)))
    return apply(GAME, GAME.begin(setup(chosen)), None, Deal(pack(places))).state


def do(state: ClassicState, seat: int, code: str) -> ClassicState:
    return apply(GAME, state, Seat(seat), GAME.parse(code)).state


def in_turn(state: ClassicState, *codes: str) -> ClassicState:
    """Do actions one after another, each by the seat whose turn it is."""
    for code in codes:
        state = do(state, state.turn, code)
    return state


def tricks(state: ClassicState, played: str) -> ClassicState:
    """Play cards given as codes separated by spaces, each by the seat whose turn it is."""
    return in_turn(state, *(f"play:{code}" for code in played.split()))


def to_the_end(state: ClassicState) -> ClassicState:
    """Play the first card that may be played until the deal is over."""
    while GAME.to_act(state):
        state = tricks(state, state.playable()[0].code)
    return state


def offered(state: ClassicState, seat: int) -> set[str]:
    """Codes offered to a seat."""
    return {code for prompt in GAME.prompts(state, Seat(seat)) for code in prompt.codes()}


def refusal(state: ClassicState, seat: int, code: str) -> IllegalAction:
    """Why an action is refused.

    Raises:
        AssertionError: it is not.
    """
    try:
        do(state, seat, code)
    except IllegalAction as error:
        return error
    raise AssertionError(f"{code} by {seat} was accepted")


def zones(view: View) -> dict[tuple[str, int | None], str]:
    """What lies open, by name and seat."""
    return {(zone.name, zone.seat): " ".join(card.code for card in zone.cards) for zone in view.zones}


class Played(Before, total=False):
    """How a deal went, where seat 0 did not take it at hearts and win five of nine tricks, the last among them."""

    taker: int | None
    tricks_won: Points
    der: int
    belotes: tuple[int, ...]


def score(chosen: TwoOptions, cards_won: Points, **played: Unpack[Played]) -> Scored:
    """What a deal is worth in which these card points were won."""
    taker = played.get("taker", 0)
    count = DealCount(
        cards=cards_won,
        tricks=played.get("tricks_won", (5, 4)),
        der=played.get("der", 0),
        belotes=played.get("belotes", ()),
        asleep=152 - sum(cards_won),
    )
    before = setup(
        chosen,
        totals=played.get("totals", (0, 0)),
        carried=played.get("carried", (0, 0)),
        last=played.get("last", False),
    )
    return scored(before, None if taker is None else Side(taker), Denomination.HEARTS, count)
