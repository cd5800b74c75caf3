"""Counts of all legal play sequences of fixed endings of belote for two, in the core and in the reference.

With a talon the exchange of the seven counts as a move; in the open form a covered card turns up after the trick that
took the card above it.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

import pytest

from bot.core.cards import Card, cards
from bot.core.evolving import replace
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.duties import Duty
from bot.core.families.belote.state import Phase
from bot.core.games.belote_two.options import TwoOptions
from bot.core.games.belote_two.rules import GAME
from bot.core.games.belote_two.state import TwoState
from bot.core.seats import Seat
from bot.core.tricks import Trick, WonTrick
from tests.conformance.suite import THOROUGH
from tests.perft import counting
from tests.reference import two
from tests.reference.cards import DECK
from tests.rules.two_deals import face_up, setup, talon


@dataclass(frozen=True)
class Ending:
    """The last cards of two players.

    Attributes:
        trump: the denomination.
        leader: who leads.
        hands: by seat; in the open form the rows, a card that lies on another one as `AS/7H`.
        count: number of play sequences, fixed.
        won: how many tricks of all of them each seat wins, fixed.
        turned: the turned card, of a deal before its first trick; with a talon only.
    """

    trump: str
    leader: int
    hands: tuple[str, str]
    count: int
    won: tuple[int, int]
    turned: str | None = None

    @property
    def is_open(self) -> bool:
        return any("/" in hand for hand in self.hands)

    @property
    def options(self) -> TwoOptions:
        return face_up(open_trump="bid") if self.is_open else talon()

    @property
    def rows(self) -> list[list[list[str]]]:
        """Each card of each hand, with the one under it."""
        return [[place.split("/") for place in hand.split()] for hand in self.hands]


ENDINGS: tuple[Ending, ...] = (
    Ending("D", 1, ("JC 7C 10D KH KS", "JD 9H AS 9S JH"), 300, (872, 628)),
    Ending("H", 0, ("9S KD QD AH 10S 9C", "JD QH JH KH 8S 9D"), 7168, (22560, 20448)),
    Ending("C", 1, ("KD KH JC KS 7C", "JH AD QS QH 7H"), 1824, (8160, 960), turned="8C"),
    Ending("S", 0, ("9D 7S 8S QC KH 8D", "10S 9H AS QD 9C KS"), 8592, (18528, 33024), turned="9S"),
    Ending("S", 0, ("JS/8C 10S/QS 9D", "9C/QD QH/QC 10C"), 544, (2142, 578)),
    Ending("C", 1, ("AH/9C JD/KD JH/KC KS", "KH/8S JS/10C QS/QD 10D"), 4119, (20021, 8812)),
    Ending("S", 1, ("QD/AH 7D/9D 10H/7S JD", "AD/8D JC/KD 9H/QS 8H"), 9976, (28361, 41471)),
)


def named(ending: Ending) -> str:
    form = "open" if ending.is_open else "exchange" if ending.turned else "talon"
    return f"{form}-{ending.count}"


def opened(ending: Ending) -> TwoState:
    hands = tuple(cards(" ".join(place[0] for place in row)) for row in ending.rows)
    piles = tuple(
        tuple((Card.parse(place[0]), Card.parse(place[1])) for place in row if len(place) > 1) for row in ending.rows
    )
    before = () if ending.turned else (WonTrick(Trick(), Seat(ending.leader)),)
    return replace(
        GAME.begin(setup(ending.options)),
        phase=Phase.PLAY,
        hands=hands,
        dealt=hands,
        piles=piles,
        leader=Seat(ending.leader),
        contract=Contract(Seat(0), Denomination(ending.trump)),
        turned=None if ending.turned is None else Card.parse(ending.turned),
        won=before,
    )


def by_reference(ending: Ending) -> counting.Count:
    options = {**ending.options.values(), "players": 2}
    known: two.Told = {
        "auction": None,
        "trump": ending.trump,
        "hands": [[place[0] for place in row] for row in ending.rows],
        "under": [{place[0]: place[1] for place in row if len(place) > 1} for row in ending.rows],
        "turned": ending.turned,
        "bottom": None,
        "seat": ending.leader,
        "trick": [],
        "tricks": [] if ending.turned else [ending.leader],
        "points": [0, 0],
        "royals": [[], []],
        "belotes": [],
    }

    def moves(known: two.Told) -> list[str]:
        exchange = ["exchange"] if two.may_exchange(options, known, known["seat"]) else []
        return sorted(two.legal(options, known)) + exchange if any(known["hands"]) else []

    def after(known: two.Told, what: str) -> tuple[two.Told, int | None]:
        following = deepcopy(known)
        two._move(options, following, known["seat"], what, None)
        won = len(following["tricks"]) > len(known["tricks"])
        return following, following["tricks"][-1] if won else None

    return counting.count(known, 2, moves, after)


@pytest.mark.parametrize("ending", ENDINGS, ids=named)
def test_fixed_endings(ending: Ending) -> None:
    assert counting.Core(GAME).count(opened(ending)) == (ending.count, ending.won)


COUNTED = [ending for ending in ENDINGS if THOROUGH or ending.count <= counting.SMALL]


@pytest.mark.parametrize("ending", COUNTED, ids=named)
def test_the_reference_counts_the_same(ending: Ending) -> None:
    assert by_reference(ending) == (ending.count, ending.won)


def test_enough_is_counted() -> None:
    assert sum(ending.count for ending in ENDINGS) >= 20_000
    for form in (ENDINGS, COUNTED):
        assert {named(ending).split("-")[0] for ending in form} == {"talon", "exchange", "open"}


def test_every_duty_binds_somewhere() -> None:
    met = counting.Core(GAME)
    for ending in ENDINGS:
        met.count(opened(ending))
    assert set(met.met) == {None, Duty.FOLLOW, Duty.RISE, Duty.TRUMP}


def test_no_card_is_there_twice() -> None:
    for ending in ENDINGS:
        held = " ".join(ending.hands).replace("/", " ").split() + [ending.turned] * bool(ending.turned)
        assert len(held) == len(set(held))
        assert set(held) <= set(DECK)
