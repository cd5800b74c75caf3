"""Forms in which the belote family is played: who plays with whom, and what is counted for how many sides."""

from __future__ import annotations

from bot.core.cards import cards
from bot.core.families.belote.annonces import combinations_of, judge
from bot.core.families.belote.belotes import counted
from bot.core.families.belote.counting import DealCount, Ledger, count
from bot.core.families.belote.dealing import classic_first_packets, classic_second_packets, cutter
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.forms import PARTNERSHIPS, alone
from bot.core.seats import Seat

from .deals import belote

THREE = alone(3, 8)


def test_partners_sit_opposite_and_nobody_has_one_alone() -> None:
    assert PARTNERSHIPS.sides == ((0, 2), (1, 3))
    assert THREE.sides == ((0,), (1,), (2,))
    assert PARTNERSHIPS.partners(Seat(1), Seat(3))
    assert not PARTNERSHIPS.partners(Seat(1), Seat(2))
    assert not any(THREE.partners(Seat(0), Seat(other)) for other in (1, 2))


def test_numbers_of_seats_are_added_by_side() -> None:
    assert PARTNERSHIPS.added((1, 2, 4, 8)) == (5, 10)
    assert THREE.added((1, 2, 4)) == (1, 2, 4)
    assert (PARTNERSHIPS.nothing, THREE.nothing) == ((0, 0), (0, 0, 0))


def test_equal_annonces_tie_with_every_opponent() -> None:
    held = {
        Seat(seat): combinations_of(cards(hand), Denomination.HEARTS, "single")
        for seat, hand in ((0, "QS JS 10S"), (2, "QC JC 10C"))
    }
    assert judge(held, Seat(1), "cancel", THREE).cancelled
    assert judge(held, Seat(1), "first", THREE).points == (0, 0, 20)
    assert judge(held, Seat(1), "cancel").points == (40, 0)


def test_every_side_is_counted() -> None:
    ledger = Ledger.of(3)
    held = count(Denomination.HEARTS, DealCount((70, 50, 32), (3, 3, 2), 2, (1,)), belote(), ledger)
    assert (held.tricks, held.belote, held.capot) == ((70, 50, 42), (0, 20, 0), None)
    assert counted((2, 2), Denomination.HEARTS, "all", 3) == (0, 0, 40)


def test_a_capot_is_worth_less_what_is_asleep() -> None:
    deal = DealCount((0, 130, 0), (0, 9, 0), 1, asleep=22)
    held = count(Denomination.HEARTS, deal, belote(), Ledger.of(3))
    assert (held.tricks, held.capot) == ((0, 230, 0), 1)


def test_packets_of_three() -> None:
    assert classic_first_packets(Seat(2), (3, 2), 3) == ((0, 3), (1, 3), (2, 3), (0, 2), (1, 2), (2, 2), (None, 1))
    assert classic_second_packets(Seat(0), Seat(2), 3) == ((1, 3), (2, 2), (0, 3))
    assert cutter(Seat(0), 3) == 2
