"""Sets up deals of the belote family for tests: chosen hands, calls and cards by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

from bot.core.actions import Deal
from bot.core.cards import Card, Suit, cards, deck_32
from bot.core.errors import IllegalAction
from bot.core.facts import Fact
from bot.core.families.belote.contract import Aim, Contract, Doubling
from bot.core.families.belote.counting import DealCount, Points, Scored
from bot.core.families.belote.dealing import (
    ALL_AT_ONCE,
    classic_first_packets,
    classic_second_packets,
    rounds_of_packets,
)
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.game import BeloteFamilyGame
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import BeloteState
from bot.core.game import DealSetup, apply
from bot.core.games.belote.rules import GAME as BELOTE
from bot.core.games.coinche.rules import GAME as COINCHE
from bot.core.options import OptionValue
from bot.core.prompts import Prompt
from bot.core.seats import Seat

AnyBelote = BeloteFamilyGame[Any]
State = BeloteState[Any]


def game_of(options: FamilyOptions) -> AnyBelote:
    return BELOTE if options.game == "belote" else COINCHE


def options(game: AnyBelote, preset: str, **changes: OptionValue) -> FamilyOptions:
    made = game.presets[preset].with_values(changes)
    assert isinstance(made, FamilyOptions)
    return made


def coinche(preset: str = "coinche", **changes: OptionValue) -> FamilyOptions:
    return options(COINCHE, preset, **changes)


def belote(preset: str = "belote", **changes: OptionValue) -> FamilyOptions:
    return options(BELOTE, preset, **changes)


def setup(
    chosen: FamilyOptions, dealer: int = 3, totals: Points = (0, 0), carried: Points = (0, 0), last: bool = False
) -> DealSetup:
    return DealSetup(4, Seat(dealer), chosen, totals, carried, last)


def full_hands(wanted: Mapping[int, str]) -> list[list[Card]]:
    """Four hands of eight: the wanted cards, then whatever is left."""
    hands = [list(cards(wanted.get(seat, ""))) for seat in range(4)]
    used = {card for hand in hands for card in hand}
    rest = [card for card in deck_32() if card not in used]
    for hand in hands:
        while len(hand) < 8:
            hand.append(rest.pop())
    return hands


def dealt(chosen: FamilyOptions, wanted: Mapping[int, str], dealer: int = 3) -> State:
    """A coinche deal in which each seat holds the wanted cards."""
    hands = full_hands(wanted)
    order: list[Card] = []
    for seat, size in rounds_of_packets(Seat(dealer), ALL_AT_ONCE):
        assert seat is not None
        order += [hands[seat].pop(0) for _ in range(size)]
    game = game_of(chosen)
    return apply(game, game.begin(setup(chosen, dealer)), None, Deal(tuple(order))).state


def do(state: State, seat: int, code: str) -> State:
    game = game_of(state.options)
    return apply(game, state, Seat(seat), game.parse(code)).state


def in_turn(state: State, *codes: str) -> State:
    """Do actions one after another, each by the seat whose turn it is."""
    for code in codes:
        state = do(state, state.turn, code)
    return state


def playing(
    chosen: FamilyOptions, wanted: Mapping[int, str], call: str = "bid:80:H", *more: str, dealer: int = 3
) -> State:
    """A coinche deal in play: the dealer's next bids, and the others pass unless said otherwise."""
    return in_turn(dealt(chosen, wanted, dealer), call, *(more or ("pass", "pass", "pass")))


def taken(chosen: FamilyOptions, wanted: Mapping[int, str]) -> State:
    """A deal in play with hearts as trumps, taken by seat 0, who leads and must hold a heart among the wanted cards."""
    if chosen.game == "coinche":
        return playing(chosen, wanted)
    hands = full_hands(wanted)
    turned = next(card for card in reversed(hands[0]) if card.suit is Suit.HEARTS)
    hands[0].remove(turned)
    order: list[Card] = []
    for seat, size in (*classic_first_packets(Seat(3)), *classic_second_packets(Seat(3), Seat(0))):
        order += [turned] if seat is None else [hands[seat].pop(0) for _ in range(size)]
    return in_turn(apply(BELOTE, BELOTE.begin(setup(chosen)), None, Deal(tuple(order))).state, "take")


def tricks(state: State, *played: str) -> State:
    """Play cards given as codes separated by spaces, each by the seat whose turn it is."""
    for code in " ".join(played).split():
        state = do(state, state.turn, f"play:{code}")
    return state


def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    return game_of(state.options).prompts(state, Seat(seat))


def offered(state: State, seat: int) -> set[str]:
    """Codes offered to a seat."""
    return {code for prompt in prompts(state, seat) for code in prompt.codes()}


def refusal(state: State, seat: int | None, code: str) -> IllegalAction:
    """Why an action is refused.

    Raises:
        AssertionError: it is not.
    """
    game = game_of(state.options)
    try:
        apply(game, state, None if seat is None else Seat(seat), game.parse(code))
    except IllegalAction as error:
        return error
    raise AssertionError(f"{code} by {seat} was accepted")


def points_of(line: Fact) -> int:
    """The points that a line of an account tells."""
    points = line.get("points")
    assert isinstance(points, int), line
    return points


class Played(TypedDict, total=False):
    """How a deal taken by side 0 went, where it was not a contract at hearts with four tricks each."""

    trump: str
    bid: int | str | None
    doubling: str
    der: int
    tricks_won: Points
    belotes: tuple[int, ...]
    annonces: Points
    solo: int
    totals: Points
    carried: Points
    last: bool


class AllTricks(TypedDict):
    """Who won which tricks, of a deal in which one side won all."""

    tricks_won: Points
    der: int


class Doubled(TypedDict):
    """A contract of numbers that was doubled."""

    bid: int
    doubling: str


def score(chosen: FamilyOptions, cards_won: Points, **played: Unpack[Played]) -> Scored:
    """What a deal taken by side 0 is worth; in coinche 80 is bid unless said otherwise."""
    bid = played.get("bid")
    if bid is None and chosen.game == "coinche":
        bid = 80
    aim = Aim.TAKE if bid is None else Aim(bid) if isinstance(bid, str) else Aim.NUMBER
    denomination, doubling = Denomination(played.get("trump", "H")), Doubling(played.get("doubling", "none"))
    contract = Contract(Seat(0), denomination, aim, bid if isinstance(bid, int) else 0, doubling)
    count = DealCount(
        cards_won,
        played.get("tricks_won", (4, 4)),
        played.get("der", 0),
        played.get("belotes", ()),
        played.get("annonces", (0, 0)),
        played.get("solo", 4),
    )
    before = setup(
        chosen,
        totals=played.get("totals", (0, 0)),
        carried=played.get("carried", (0, 0)),
        last=played.get("last", False),
    )
    return game_of(chosen).score(before, contract, count)
