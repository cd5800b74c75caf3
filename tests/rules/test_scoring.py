"""What deals are worth where no public case says so; amounts worked out by hand from docs/rules/belote.md 10 to 13."""

from __future__ import annotations

from typing import Unpack

import pytest

from bot.core.facts import Camp
from bot.core.families.belote.counting import Points
from bot.core.families.belote.options import FamilyOptions
from bot.core.seats import Side

from .deals import AllTricks, Doubled, Played, belote, coinche, score

ALL: AllTricks = {"tricks_won": (8, 0), "der": 0}
NONE: AllTricks = {"tricks_won": (0, 8), "der": 1}


def marks(chosen: FamilyOptions, cards_won: Points, **played: Unpack[Played]) -> Points:
    return score(chosen, cards_won, **played).points


# Sans-atout and tout-atout


def test_sans_atout_converted_from_130() -> None:
    chosen = belote(sa_ta=True, sa_values="convert_130")
    assert marks(chosen, (85, 35), trump="SA") == (118, 44)


def test_tout_atout_scaled_needs_no_conversion() -> None:
    for values in ("scaled_13", "scaled_14"):
        assert marks(belote(sa_ta=True, ta_values=values), (98, 54), trump="TA") == (108, 54)


@pytest.mark.parametrize("trump", ["SA", "TA"])
@pytest.mark.parametrize(("sa_values", "ta_values"), [("convert_130", "convert_258"), ("cards_152", "cards_152")])
def test_a_capot_is_never_converted(trump: str, sa_values: str, ta_values: str) -> None:
    chosen = belote(sa_ta=True, sa_values=sa_values, ta_values=ta_values)
    assert marks(chosen, (248, 0), trump=trump, **ALL) == (252, 0)


def test_belotes_are_added_after_the_conversion() -> None:
    assert marks(belote(sa_ta=True), (188, 60), trump="TA", belotes=(0, 0, 0)) == (124 + 60, 38)


def test_one_belote_at_most_when_so_agreed() -> None:
    assert marks(belote(sa_ta=True, ta_belotes="one"), (188, 60), trump="TA", belotes=(0, 0)) == (144, 38)
    assert marks(belote(sa_ta=True, ta_belotes="none"), (188, 60), trump="TA", belotes=(0, 0)) == (124, 38)


# Classic


def test_a_belote_may_be_lost_with_the_contract() -> None:
    assert marks(belote(belote_on_fail="to_winner"), (60, 92), belotes=(0,)) == (0, 182)
    assert marks(belote(belote_on_fail="to_winner"), (96, 56), belotes=(1,)) == (106, 76)


def test_takers_capot_makes_the_contract_whatever_the_annonces() -> None:
    result = score(belote("belote_annonces"), (152, 0), annonces=(0, 300), **ALL)
    assert (result.made, result.points) == (True, (552, 0))


def test_the_pot_is_won_by_the_defence_of_a_failed_contract() -> None:
    assert marks(belote(), (60, 92), carried=(81, 91)) == (0, 162 + 172)


def test_a_tie_on_a_tie_adds_to_the_pot() -> None:
    result = score(belote(), (71, 81), carried=(0, 91))
    assert (result.made, result.points, result.held) == (None, (0, 81), (81, 91))


def test_the_last_deal_gives_the_pot_back() -> None:
    result = score(belote(deals=4), (71, 81), carried=(71, 91), last=True)
    assert (result.made, result.points, result.held) == (None, (81 + 71, 81 + 91), (0, 0))


def test_the_last_deal_gives_the_pot_to_its_winner_when_it_has_one() -> None:
    assert marks(belote(deals=4), (96, 56), carried=(71, 91), last=True) == (106 + 162, 56)


def test_what_waits_is_exact_and_the_line_is_rounded() -> None:
    tie = score(belote(round="nearest5up"), (71, 81))
    assert (tie.points, tie.held) == ((0, 80), (81, 0))
    assert marks(belote(round="nearest5up"), (96, 56), carried=(81, 0)) == (190, 60)


def test_a_kept_belote_waits_not() -> None:
    result = score(belote(litige_belote="kept", belote_counts_for_contract=False), (71, 81), belotes=(0,))
    assert (result.points, result.held) == ((20, 81), (81, 0))


# Coinche


def test_a_doubled_contract_made_on_the_points_really_made() -> None:
    chosen = coinche("coinche_bga")
    assert marks(chosen, (112, 40), bid=100, doubling="coinche") == ((122 + 100) * 2, 0)
    assert marks(chosen, (152, 0), bid=100, doubling="coinche", **ALL) == ((250 + 100) * 2, 0)
    assert marks(chosen, (60, 92), bid=100, doubling="coinche") == (0, (162 + 100) * 2)


def test_eighty_two_is_a_way_to_say_eighty() -> None:
    assert marks(coinche("coinche_bga"), (90, 62), bid=82) == (100 + 80, 62)
    assert score(coinche("coinche_bga"), (71, 81), bid=82).made is False
    assert marks(coinche("coinche_bga"), (71, 81), bid=82) == (0, 162 + 80)


def test_bid_points_may_mark_the_belote() -> None:
    marked = coinche("coinche_bid", bid_mode_belote="mark")
    assert marks(marked, (130, 22), bid=100, belotes=(1,)) == (100, 20)
    assert marks(marked, (40, 112), bid=100, belotes=(0,)) == (20, 100)
    assert marks(coinche("coinche_bid"), (130, 22), bid=100, belotes=(0,)) == (100, 0)
    taken = coinche("coinche_bid", bid_mode_belote="mark", belote_on_fail="to_winner")
    assert marks(taken, (40, 112), bid=100, belotes=(0,)) == (0, 120)


def test_bid_points_of_slams() -> None:
    chosen = coinche("coinche_bid", generale=True)
    assert marks(chosen, (152, 0), bid="capot", doubling="surcoinche", **ALL) == (1000, 0)
    assert marks(chosen, (152, 0), bid="generale", solo=7, **ALL) == (0, 500)


def test_annonces_of_a_doubled_contract_follow_the_winner() -> None:
    doubled: Doubled = {"bid": 100, "doubling": "coinche"}
    assert marks(coinche(), (10, 142), annonces=(50, 0), **doubled) == (0, (160 + 100 + 50) * 2)
    assert marks(coinche(annonces_multiplied=False), (10, 142), annonces=(50, 0), **doubled) == (0, 520 + 50)
    assert marks(coinche(multiply="bid_only"), (10, 142), annonces=(50, 0), **doubled) == (0, 160 + 200 + 50)


def test_a_generale_bid_flat_is_worth_twice_its_value() -> None:
    chosen = coinche("contree", generale=True)
    assert marks(chosen, (152, 0), bid="generale", solo=8, **ALL) == (1000, 0)
    assert marks(chosen, (152, 0), bid="generale", solo=7, doubling="coinche", **ALL) == (0, 2000)


def test_points_made_only() -> None:
    chosen = coinche("contree_made", round="none")
    assert marks(chosen, (94, 58), bid=100, belotes=(0, 1)) == (104 + 20, 58 + 20)
    assert marks(chosen, (60, 92), bid=100, doubling="surcoinche") == (0, 640)
    assert marks(chosen, (142, 10), bid="capot", tricks_won=(7, 1)) == (0, 500)


def test_the_bonus_of_a_doubled_capot_is_the_takers_own() -> None:
    # Annonces alone make the contract while the defence wins every trick.
    chosen = coinche("contree_made", annonces=True)
    assert marks(chosen, (0, 152), bid=80, doubling="coinche", annonces=(100, 0), **NONE) == (320 + 200, 0)


def test_bid_points_multiply_the_bid_alone() -> None:
    chosen = coinche("coinche_bid", bid_mode_belote="mark", belote_multiplied=True)
    assert marks(chosen, (130, 22), bid=100, doubling="coinche", belotes=(0,)) == (220, 0)


def test_a_capot_of_the_defence_adds_nothing_in_coinche() -> None:
    assert marks(coinche(), (0, 152), bid=100, **NONE) == (0, 260)


def test_takers_capot_passes_the_test_against_the_defence() -> None:
    result = score(coinche(), (152, 0), bid=100, annonces=(0, 300), **ALL)
    assert (result.made, result.points) == (True, (650, 0))


def test_three_times_the_bid_of_cannes() -> None:
    chosen = coinche("contree_cannes")
    assert marks(chosen, (142, 10), bid="capot", tricks_won=(7, 1), doubling="surcoinche") == (0, 970)


# Rounding and the end of the match


def test_a_deal_that_could_finish_is_counted_exactly() -> None:
    cannes = coinche("contree_cannes")
    assert marks(cannes, (94, 58), bid=100, totals=(1500, 1500)) == (200, 60)
    assert marks(cannes, (94, 58), bid=100, totals=(1797, 0)) == (204, 58)
    assert marks(cannes, (94, 58), bid=100, totals=(0, 1941)) == (204, 58)
    assert marks(cannes.with_values({"deals": 5}), (94, 58), bid=100, totals=(1797, 0)) == (200, 60)
    assert marks(cannes.with_values({"deals": 5}), (94, 58), bid=100, last=True) == (204, 58)


def test_a_belote_alone_may_not_finish() -> None:
    def barred(rule: str) -> tuple[Points, Points]:
        capot = score(belote(belote_finish=rule), (152, 0), belotes=(1,), **ALL)
        failed = score(belote(belote_finish=rule), (40, 112), belotes=(0,))
        return capot.undecided, failed.undecided

    assert barred("always") == ((0, 0), (0, 0))
    assert barred("not_if_capot") == ((0, 20), (0, 0))
    assert barred("not_if_capot_or_failed") == ((0, 20), (20, 0))


def test_failed_takers_without_a_trick_may_not_finish_on_their_belote() -> None:
    for chosen in (belote(belote_finish="not_if_capot"), coinche(belote_finish="not_if_capot")):
        result = score(chosen, (0, 152), belotes=(0,), **NONE)
        assert (result.made, result.undecided) == (False, (20, 0))


def test_the_account_ends_with_the_marks() -> None:
    result = score(coinche("contree"), (94, 58), bid=100)
    last = result.account[-2:]
    assert [(line.key, line.get("camp"), line.get("points")) for line in last] == [
        ("account.marks", Camp(Side(0)), 200),
        ("account.marks", Camp(Side(1)), 60),
    ]
    assert any(line.key == "account.bid_made" and line.get("needed") == 100 for line in result.account)
