"""The core's games of the belote family, as the runner asks them: options, deals in the middle of something, words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.actions import Action
from bot.core.cards import Card, cards
from bot.core.errors import IllegalAction
from bot.core.evolving import replace
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import Points
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.game import BeloteFamilyGame
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import BeloteState, Phase
from bot.core.game import DealSetup, apply
from bot.core.games.belote.rules import GAME as BELOTE
from bot.core.games.belote_three.rules import GAME as BELOTE_THREE
from bot.core.games.belote_two.rules import GAME as BELOTE_TWO
from bot.core.games.coinche.rules import GAME as COINCHE
from bot.core.seats import Seat
from bot.core.tricks import Trick

GAMES: Mapping[str, BeloteFamilyGame[Any]] = {
    "belote": BELOTE,
    "belote_three": BELOTE_THREE,
    "belote_two": BELOTE_TWO,
    "coinche": COINCHE,
}
SIDES = ("A", "B", "C")


def players_of(game: BeloteFamilyGame[Any]) -> int:
    (players,) = game.seat_counts
    return players


def setup_of(
    options: FamilyOptions,
    dealer: int = 0,
    totals: Points | None = None,
    carried: Points | None = None,
    last: bool = False,
) -> DealSetup:
    game = GAMES[options.game]
    players = players_of(game)
    nothing = game.form(options, players).nothing
    return DealSetup(players, Seat(dealer), options, totals or nothing, carried or nothing, last)


def by_side(sides: Mapping[str, int]) -> Points:
    return tuple(sides[name] for name in SIDES if name in sides)


def named(values: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(SIDES, values, strict=False))


def hand_of(codes: list[str]) -> tuple[Card, ...]:
    return cards(" ".join(codes))


def playing_state(
    game: BeloteFamilyGame[Any],
    options: FamilyOptions,
    denomination: str,
    hands: Mapping[int, tuple[Card, ...]],
    trick: Trick,
    leader: int,
) -> BeloteState[Any]:
    """A deal in the middle of play, made for a question about one card."""
    setup = setup_of(options)
    held = tuple(hands.get(seat, ()) for seat in range(setup.players))
    contract = Contract(Seat(0), Denomination(denomination))
    return replace(
        game.begin(setup),
        phase=Phase.PLAY,
        hands=held,
        dealt=held,
        leader=Seat(leader),
        contract=contract,
        trick=trick,
    )


def tried(
    game: BeloteFamilyGame[Any], state: BeloteState[Any], seat: Seat | None, action: Action
) -> BeloteState[Any] | None:
    try:
        return apply(game, state, seat, action).state
    except IllegalAction:
        return None
