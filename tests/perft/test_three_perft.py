"""Counts of all legal play sequences of fixed endings of belote for three, in the core and in the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from bot.core.cards import cards
from bot.core.families.belote.duties import Duty
from bot.core.families.belote.state import BeloteState
from bot.core.games.belote_three.rules import GAME
from bot.core.options import OptionValue
from bot.core.tricks import Trick
from tests.conformance.suite import THOROUGH
from tests.perft import counting
from tests.reference import three
from tests.reference.cards import legal_cards
from tests.rules.belote_positions import playing_state
from tests.rules.three_deals import options

Line = tuple[three.Played, tuple[three.Play, ...]]
"""The play so far, and what it was made by."""


@dataclass(frozen=True)
class Ending:
    """Three hands of equal size: everybody plays against everybody, so nobody is spared a ruff.

    Attributes:
        preset: by name.
        undertrump: the option.
        trump: the denomination.
        leader: who leads.
        hands: by seat.
        count: number of play sequences, fixed.
        won: how many tricks of all of them each seat wins, fixed.
    """

    preset: str
    undertrump: str
    trump: str
    leader: int
    hands: tuple[str, str, str]
    count: int
    won: tuple[int, int, int]


ENDINGS: tuple[Ending, ...] = (
    Ending("trois_24", "required", "H", 1, ("QH AH 10D 9D", "10H AC JH JD", "9C JC 9H QC"), 312, (408, 684, 156)),
    Ending(
        "trois_24",
        "free",
        "H",
        0,
        ("JS QD AS 10D QH", "10H 9H AD KD KH", "9S AH JD KS QS"),
        8808,
        (3384, 35856, 4800),
    ),
    Ending(
        "trois_32",
        "required",
        "S",
        1,
        ("10C JC QC JS 10S", "QS 8C 7S 9H KC", "AC AH 10H 8S 7H"),
        3264,
        (9024, 3200, 4096),
    ),
    Ending("trois_32", "free", "C", 1, ("8C AC KC QD", "10S 7S AS 9C", "10C 8S 9S 7C"), 696, (1584, 728, 472)),
    Ending("trois_10", "required", "S", 0, ("8S 10D AD QD", "9S 10S 7C KS", "AC JS 9D 8D"), 504, (72, 1080, 864)),
    Ending(
        "trois_10",
        "required",
        "C",
        2,
        ("9S 7C JS KH QS", "JC 8C QH 7H 10H", "8S 9C 7S KC 8H"),
        4416,
        (6432, 8736, 6912),
    ),
    Ending(
        "trois_10",
        "free",
        "S",
        1,
        ("9S 10H KD QH 9D", "JD KH 10D 8S 7H", "JS QD AH KS 8H"),
        3151,
        (3777, 2498, 9480),
    ),
)


def opened(ending: Ending) -> BeloteState[Any]:
    chosen = options(ending.preset, undertrump=ending.undertrump)
    hands = {seat: cards(hand) for seat, hand in enumerate(ending.hands)}
    return playing_state(GAME, chosen, ending.trump, hands, Trick(), ending.leader)


def by_reference(ending: Ending) -> counting.Count:
    told: dict[str, OptionValue] = {
        **options(ending.preset, undertrump=ending.undertrump).values(),
        "players": 3,
        "game": "belote",
    }
    hands, dealer = [hand.split() for hand in ending.hands], (ending.leader + 2) % 3

    def moves(done: Line) -> list[str]:
        state = done[0]
        seat = state["seat"]
        return sorted(legal_cards(told, ending.trump, seat, state["trick"], state["hands"][seat]))

    def after(done: Line, card: str) -> tuple[Line, int | None]:
        plays = (*done[1], (done[0]["seat"], card, None))
        state = three.play(told, ending.trump, dealer, hands, plays)
        return (state, plays), None if state["trick"] else state["winners"][-1]

    start: Line = three.play(told, ending.trump, dealer, hands, ()), ()
    return counting.count(start, 3, moves, after)


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: f"{ending.preset}-{ending.undertrump}-{ending.count}")
def test_fixed_endings(ending: Ending) -> None:
    assert counting.Core(GAME).count(opened(ending)) == (ending.count, ending.won)


COUNTED = [ending for ending in ENDINGS if THOROUGH or ending.count <= counting.SMALL]


@pytest.mark.parametrize("ending", COUNTED, ids=lambda ending: f"{ending.preset}-{ending.undertrump}-{ending.count}")
def test_the_reference_counts_the_same(ending: Ending) -> None:
    assert by_reference(ending) == (ending.count, ending.won)


def test_enough_is_counted() -> None:
    assert sum(ending.count for ending in ENDINGS) >= 20_000
    assert {ending.preset for ending in ENDINGS} == set(GAME.presets)
    assert {ending.preset for ending in COUNTED} == set(GAME.presets)


def test_every_duty_binds_somewhere() -> None:
    met = counting.Core(GAME)
    for ending in ENDINGS:
        met.count(opened(ending))
    assert set(met.met) == {None, Duty.FOLLOW, Duty.RISE, Duty.TRUMP, Duty.OVERTRUMP, Duty.UNDERTRUMP}


def test_no_card_is_there_twice() -> None:
    for ending in ENDINGS:
        held = " ".join(ending.hands).split()
        assert len(held) == len(set(held))
        assert set(held) <= set(three.pack(options(ending.preset).values()))
