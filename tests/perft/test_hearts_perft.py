"""Counts of all legal play sequences of fixed endings of hearts, in the core and in the independent reference."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import pytest

from bot.core.cards import Card
from bot.core.games.hearts.duties import Duty
from bot.core.games.hearts.options import HeartsOptions
from bot.core.games.hearts.rules import GAME
from bot.core.games.hearts.state import HeartsState
from bot.core.options import OptionValue
from tests.conformance.suite import THOROUGH
from tests.perft import counting
from tests.reference import hearts as reference
from tests.rules.hearts_deals import position


@dataclass(frozen=True)
class Ending:
    """Hands of equal size, of three, four or five players.

    Attributes:
        name: what it is about.
        leader: who leads.
        hands: by seat.
        count: number of play sequences, fixed.
        won: how many tricks of all of them each seat takes, fixed.
        first: it is the first trick of a deal; its leader is whom the options say.
        broken: hearts are broken.
        options: those that are not the usual ones.
    """

    name: str
    leader: int
    hands: tuple[str, ...]
    count: int
    won: tuple[int, ...]
    first: bool = False
    broken: bool = False
    options: tuple[tuple[str, OptionValue], ...] = ()


ENDINGS: tuple[Ending, ...] = (
    Ending("first trick", 0, ("2C 2H KH 8D", "QS 10C QC KS", "8C 7C 3H AC"), 736, (48, 2368, 528), first=True),
    Ending(
        "first trick",
        0,
        ("10C 9C 2C 7H", "QS QH 4C 5H", "JH KH 4H 8H", "AD 10H 5C KC"),
        4080,
        (2496, 2064, 2352, 9408),
        first=True,
    ),
    Ending(
        "no queen at first",
        3,
        ("8D 2H 9H", "5H 7H 8H", "QS KS 4D", "2C 4C JS"),
        252,
        (12, 0, 312, 432),
        first=True,
        options=(("first_trick", "no_queen"),),
    ),
    Ending(
        "any club",
        0,
        ("3C 8C AD", "4C 5H 9H", "8H QS AH", "8D QH 4D", "7H KS 4H"),
        208,
        (448, 72, 56, 48, 0),
        first=True,
        options=(("first_lead", "any_club"),),
    ),
    Ending(
        "left of the dealer",
        0,
        ("8C 9C QH", "3H 8H 2H", "QS JH 4H", "JS KC 6C"),
        336,
        (504, 4, 92, 408),
        first=True,
        options=(("first_lead", "left_of_dealer"),),
    ),
    Ending(
        "first trick",
        2,
        ("5H QS 9H", "QC 7C JC", "KH 3C 6H", "KS 9S 4D", "AC KC 7H"),
        1152,
        (264, 0, 720, 24, 2448),
        first=True,
    ),
    Ending("not broken", 1, ("AD 8H AC 9C", "JC 6C 3H 3C", "QS 5H 7C AH"), 348, (1094, 126, 172)),
    Ending("not broken", 1, ("6C 8D 5H 9S QH", "5C 2H QS 6H 8C", "KH 9H 2C 3H 4H"), 6432, (14308, 12748, 5104)),
    Ending(
        "not broken",
        0,
        ("4H 8H JS 7H", "2H QS 3C 3H", "5C AC JH 9C", "2C JC 6C 8D"),
        4752,
        (5184, 4752, 6048, 3024),
    ),
    Ending("not broken", 4, ("9C 3H AH", "JC KC QS", "QC 9S 5C", "QH AD 2H", "AC 8C 7C"), 480, (0, 888, 168, 0, 384)),
    Ending("broken", 1, ("5S 2H 6C", "AD AH QS", "AC 10C 6H", "JH JS 8H"), 212, (0, 636, 0, 0), broken=True),
    Ending(
        "broken by the queen",
        3,
        ("9S 5C KC JC", "5S 3H QH KS", "7C QS AC JH", "9H 9C 4C JS"),
        2848,
        (2760, 2992, 5126, 514),
        options=(("queen_breaks", True),),
    ),
    Ending(
        "free lead",
        0,
        ("QH QS 9C 2C", "8D 5H 8H 4H", "3C 2H 9S AH"),
        1152,
        (2766, 708, 1134),
        options=(("hearts_lead", "free"),),
    ),
)


def named(ending: Ending) -> str:
    return f"{len(ending.hands)}-{ending.name}-{ending.count}"


def options_of(ending: Ending) -> HeartsOptions:
    return GAME.presets["standard"].with_values(dict(ending.options))


def opened(ending: Ending) -> HeartsState:
    breaker = Card.parse("2H") if ending.broken else None
    chosen = options_of(ending)
    return position(chosen, ending.hands, leader=ending.leader, first=ending.first, breaker=breaker)


def by_reference(ending: Ending) -> counting.Count:
    players, options = len(ending.hands), options_of(ending).values()
    hands = [hand.split() for hand in ending.hands]
    dealt = [card for row in zip(*hands, strict=True) for card in row]
    deal = reference.Deal(options, players, players - 1, 1, dealt)
    if not ending.first:
        deal.tricks.append([(ending.leader, "AC")])
    deal.hearts_broken = ending.broken
    assert deal.hands == hands
    assert deal.turn() == ending.leader

    def moves(deal: reference.Deal) -> list[str]:
        return sorted(deal.legal()) if any(deal.hands) else []

    def after(deal: reference.Deal, card: str) -> tuple[reference.Deal, int | None]:
        following = copy(deal)
        following.hands = [list(hand) for hand in deal.hands]
        following.piles = [list(pile) for pile in deal.piles]
        following.tricks, following.on_the_table = list(deal.tricks), list(deal.on_the_table)
        return following, following.play(card)

    return counting.count(deal, players, moves, after)


@pytest.mark.parametrize("ending", ENDINGS, ids=named)
def test_fixed_endings(ending: Ending) -> None:
    assert counting.Core(GAME).count(opened(ending)) == (ending.count, ending.won)


COUNTED = [ending for ending in ENDINGS if THOROUGH or ending.count <= counting.SMALL]


@pytest.mark.parametrize("ending", COUNTED, ids=named)
def test_the_reference_counts_the_same(ending: Ending) -> None:
    assert by_reference(ending) == (ending.count, ending.won)


def test_enough_is_counted() -> None:
    assert sum(ending.count for ending in ENDINGS) >= 20_000
    assert {len(ending.hands) for ending in ENDINGS} == {len(ending.hands) for ending in COUNTED} == {3, 4, 5}


def test_every_duty_binds_somewhere() -> None:
    met = counting.Core(GAME)
    for ending in ENDINGS:
        met.count(opened(ending))
    assert set(met.met) == {None, *Duty}


def test_no_card_is_there_twice() -> None:
    for ending in ENDINGS:
        held = " ".join(ending.hands).split()
        assert len(held) == len(set(held))
        assert set(held) <= set(reference.pack(options_of(ending).values(), len(ending.hands)))
