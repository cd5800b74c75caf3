"""The worked examples of docs/rules/belote.md 18, and scoring options that have no public case.

Expected values are worked out by hand from the text, in the comments where it is not obvious.
"""

from __future__ import annotations

import pytest

from . import cards, match, scoring
from .samples import count, preset


def scored(options: cards.Options, deal: scoring.Count) -> tuple[bool | None, int, int]:
    result = scoring.score_deal(options, deal)
    return (result["made"], result["score"]["A"], result["score"]["B"])


# --- worked examples of section 18 --------------------------------------------------------------------


def test_18_1_to_4_classic() -> None:
    rules = preset("belote")
    assert scored(rules, count(70)) == (False, 0, 162)
    assert scored(rules, count(75, der="B", belotes="A")) == (True, 95, 87)
    assert scored(rules, count(75, belotes="B")) == (False, 0, 182)
    assert scored(rules, count(152, tricks=8, belotes="B")) == (True, 252, 20)


def test_18_5_litige() -> None:
    session = match.play_session(preset("belote"), [count(71), count(60)])
    assert session["marks"] == [{"A": 0, "B": 81}, {"A": 0, "B": 243}]
    assert session["pot"] == 0


def test_18_6_tout_atout_conversion() -> None:
    assert scored(preset("belote", sa_ta=True), count(188, trump="TA", belotes="A")) == (True, 144, 38)


def test_18_7_and_8_coinche() -> None:
    rules = preset("coinche")
    assert scored(rules, count(112, trump="C", bid=100)) == (True, 220, 40)
    assert scored(rules, count(86, trump="C", bid=100)) == (False, 0, 260)
    assert scored(rules, count(79, bid=90)) == (False, 0, 250)
    assert scored(rules, count(73, bid=100, annonces_a=20)) == (True, 200, 80)


def test_18_9_eighty_against_82() -> None:
    assert scored(preset("coinche"), count(70, bid=80)) == (False, 0, 240)
    assert scored(preset("contree"), count(70, bid=80)) == (True, 160, 80)


@pytest.mark.parametrize(
    ("multiply", "coinche", "marked"),
    [
        ("all", "coinche", 520),
        ("bid_only", "coinche", 360),
        ("all", "surcoinche", 1040),
        ("bid_only", "surcoinche", 560),
    ],
)
def test_18_10_doubled_and_failed(multiply: str, coinche: str, marked: int) -> None:
    deal = count(80, bid=100, coinche=coinche)
    assert scored(preset("coinche_pagat", multiply=multiply), deal) == (False, 0, marked)


def test_18_11_belote_of_failed_takers() -> None:
    deal = count(48, bid=90, belotes="A")
    assert scored(preset("contree"), deal) == (False, 0, 270)
    assert scored(preset("coinche"), deal) == (False, 20, 250)


def test_18_12_capot_bid() -> None:
    failed = count(140, bid="capot", tricks=7)
    made = count(152, bid="capot", tricks=8)
    assert scored(preset("coinche"), failed) == (False, 0, 410)
    assert scored(preset("contree"), failed) == (False, 0, 500)
    assert scored(preset("coinche"), made) == (True, 500, 0)
    assert scored(preset("contree"), made) == (True, 500, 0)


def test_18_13_doubled_capot_in_points_made() -> None:
    deal = count(152, bid=100, coinche="coinche", tricks=8)
    assert scored(preset("contree_made"), deal) == (True, 420, 0)


def test_18_14_last_deal_is_exact() -> None:
    rules = preset("contree_cannes")
    exact = scoring.score_deal(rules, count(94, bid=100))["exact"]
    assert exact == {"A": 204, "B": 58}
    assert match.written_line(rules, {"A": 1800, "B": 900}, exact, 9) == {"A": 204, "B": 58}
    assert match.written_line(rules, {"A": 1000, "B": 900}, exact, 9) == {"A": 200, "B": 60}


# --- sans-atout and tout-atout ------------------------------------------------------------------------


def test_convert_130() -> None:
    # 75 + 10 of 130: 85 * 162 / 130 = 105.9; 45 * 162 / 130 = 56.1
    deal = count(75, trump="SA", native=120)
    assert scored(preset("belote", sa_ta=True, sa_values="convert_130"), deal) == (True, 106, 56)
    # 60 + 10: 87.2; 60: 74.8
    deal = count(60, trump="SA", native=120)
    assert scored(preset("belote", sa_ta=True, sa_values="convert_130"), deal) == (True, 87, 75)


def test_scaled_13() -> None:
    rules = preset("coinche", sa_ta=True, ta_values="scaled_13")
    assert cards.points_of(rules, "TA", ["JS", "9S", "AH", "10C", "KD", "QD", "8S", "7S"]) == 38
    assert cards.points_of(rules, "TA", cards.DECK) == 152
    # 98 + 10 = 108 of 162, no conversion: 108 + 100 = 208; 54
    assert scored(rules, count(98, trump="TA", bid=100, native=152)) == (True, 210, 50)


@pytest.mark.parametrize(
    ("trump", "changes", "total"),
    [
        ("H", {}, 152),
        ("SA", {}, 152),
        ("SA", {"sa_values": "cards_152"}, 120),
        ("SA", {"sa_values": "convert_130"}, 120),
        ("TA", {}, 248),
        ("TA", {"ta_values": "cards_152"}, 248),
        ("TA", {"ta_values": "scaled_14"}, 152),
    ],
)
def test_native_totals(trump: str, changes: dict[str, str], total: int) -> None:
    assert cards.points_of(preset("belote", **changes), trump, cards.DECK) == total


@pytest.mark.parametrize("der", ["A", "B"])
@pytest.mark.parametrize("sa_values", ["ace19", "cards_152", "convert_130"])
@pytest.mark.parametrize("ta_values", ["convert_258", "scaled_13", "scaled_14", "cards_152"])
def test_trick_points_always_total_162(der: str, sa_values: str, ta_values: str) -> None:
    rules = preset("belote", sa_values=sa_values, ta_values=ta_values)
    natives = {
        "H": 152,
        "SA": 152 if sa_values == "ace19" else 120,
        "TA": 152 if ta_values.startswith("scaled") else 248,
    }
    for trump, native in natives.items():
        for points in range(native + 1):
            both = scoring.trick_points(rules, count(points, trump=trump, der=der, native=native))
            assert both["A"] + both["B"] == 162


def test_capot_is_never_converted() -> None:
    for trump, native in [("SA", 152), ("TA", 248)]:
        deal = count(native, trump=trump, tricks=8)
        assert scored(preset("belote", sa_ta=True), deal) == (True, 252, 0)
        bid = count(native, trump=trump, tricks=8, bid=120)
        assert scored(preset("coinche", sa_ta=True), bid) == (True, 370, 0)  # 252 + 120
        assert scored(preset("coinche_bga"), bid) == (True, 370, 0)  # 250 + 120, not rounded


def test_several_belotes_in_tout_atout_are_added_after_the_conversion() -> None:
    # 198 -> 124 and 60 -> 38, then 20 for each belote
    deal = count(188, trump="TA", belotes="AAB")
    assert scored(preset("belote", sa_ta=True), deal) == (True, 164, 58)


# --- coinche: what is marked --------------------------------------------------------------------------


def test_bid_mode_belote_mark() -> None:
    rules = preset("coinche_bid", bid_mode_belote="mark")
    assert scored(rules, count(110, bid=100, belotes="A")) == (True, 120, 0)
    assert scored(rules, count(110, bid=100, belotes="B")) == (True, 100, 20)
    assert scored(rules, count(50, bid=100, belotes="A")) == (False, 20, 100)
    assert scored(rules, count(110, bid=100, belotes="A", coinche="coinche")) == (True, 220, 0)
    taken = {**rules, "belote_on_fail": "to_winner"}
    assert scored(taken, count(50, bid=100, belotes="A")) == (False, 0, 120)
    assert scored(preset("coinche_bid"), count(110, bid=100, belotes="A")) == (True, 100, 0)


def test_bid_mode_capot_and_generale() -> None:
    rules = preset("coinche_bid", generale=True)
    assert scored(rules, count(152, tricks=8, bid="capot")) == (True, 250, 0)
    assert scored(rules, count(140, tricks=7, bid="capot", coinche="surcoinche")) == (False, 0, 1000)
    assert scored(rules, count(152, tricks=8, bid="generale")) == (False, 0, 500)


def test_coinched_made_base_points() -> None:
    rules = preset("coinche_bga")  # no rounding, belote multiplied
    assert scored(rules, count(105, bid=110, coinche="coinche")) == (True, 450, 0)  # (115 + 110) * 2
    assert scored(rules, count(105, bid=110, coinche="coinche", belotes="A")) == (True, 490, 0)
    assert scored(rules, count(105, bid=110, coinche="coinche", belotes="B")) == (True, 450, 20)
    capot = count(152, bid=120, coinche="coinche", tricks=8)
    assert scored(rules, capot) == (True, 740, 0)  # (250 + 120) * 2
    assert scored(rules, count(80, bid=110, coinche="coinche")) == (False, 0, 544)  # (162 + 110) * 2
    pagat = preset("coinche_pagat", coinched_made_base="points", round="none")
    assert scored(pagat, count(105, bid=110, coinche="coinche")) == (True, 335, 0)  # 115 + 220


def test_flat_base_of_a_doubled_contract_made() -> None:
    rules = preset("coinche", fail_base=162, round="none")
    assert scored(rules, count(110, bid=100, coinche="coinche")) == (True, 524, 0)  # (162 + 100) * 2
    capot = count(152, bid=100, coinche="coinche", tricks=8)
    assert scored(rules, capot) == (True, 704, 0)  # (252 + 100) * 2


def test_bga_82_is_marked_80() -> None:
    rules = preset("coinche_bga")
    assert scored(rules, count(82, bid=82)) == (True, 172, 70)  # 92 + 80
    assert scored(rules, count(71, bid=82)) == (False, 0, 242)  # 81: 162 + 80


def test_annonces_of_a_doubled_deal() -> None:
    deal = count(105, bid=110, coinche="coinche", annonces_b=20)
    assert scored(preset("coinche"), deal) == (True, 580, 0)  # (160 + 110 + 20) * 2
    assert scored(preset("coinche", annonces_multiplied=False), deal) == (True, 560, 0)
    assert scored(preset("coinche", multiply="bid_only"), deal) == (True, 400, 0)  # 160 + 220 + 20


def test_belotes_of_a_doubled_deal() -> None:
    made = count(105, bid=110, coinche="coinche", belotes="AB")
    assert scored(preset("coinche"), made) == (True, 560, 20)
    assert scored(preset("contree"), made) == (True, 580, 0)
    failed = count(20, bid=110, coinche="coinche", belotes="A")
    assert scored(preset("coinche"), failed) == (False, 20, 540)
    assert scored(preset("contree", belote_multiplied=True), failed) == (False, 0, 580)


def test_generale() -> None:
    flat = preset("contree", generale=True)
    assert scored(flat, count(152, tricks=8, bid="generale", solo=True)) == (True, 1000, 0)
    assert scored(flat, count(152, tricks=8, bid="generale")) == (False, 0, 1000)
    assert scored(flat, count(140, tricks=7, bid="generale", coinche="coinche")) == (False, 0, 2000)
    contract = preset("coinche", generale=True)
    # each of the base 250 and the bid 500 is doubled
    assert scored(contract, count(152, tricks=8, bid="generale", coinche="coinche", solo=True)) == (
        True,
        1500,
        0,
    )


def test_flat_capot_with_a_threefold_redouble() -> None:
    deal = count(152, tricks=8, bid="capot", coinche="surcoinche")
    assert scored(preset("contree", surcoinche_factor=3), deal) == (True, 1500, 0)


def test_cannes_capot_is_a_contract_of_270() -> None:
    assert scored(preset("contree_cannes"), count(152, tricks=8, bid="capot")) == (True, 520, 0)
    assert scored(preset("contree_cannes"), count(140, tricks=7, bid="capot")) == (False, 0, 430)


def test_points_made() -> None:
    rules = preset("contree_made")
    assert scored(rules, count(152, tricks=8, bid=100)) == (True, 250, 0)
    assert scored(rules, count(152, tricks=8, bid=100, coinche="surcoinche")) == (True, 740, 0)
    assert scored(rules, count(100, bid=100, coinche="coinche")) == (True, 320, 0)
    assert scored(rules, count(152, tricks=8, bid="capot", coinche="coinche")) == (True, 1000, 0)
    assert scored(rules, count(140, tricks=7, bid="capot")) == (False, 0, 500)
    assert scored(rules, count(50, bid=100, belotes="A")) == (False, 0, 180)


def test_defence_capot_keeps_the_ordinary_base() -> None:
    assert scored(preset("coinche"), count(0, tricks=0, der="B", bid=100)) == (False, 0, 260)


def test_capot_passes_the_second_test() -> None:
    # 252 against the defence's annonces of 300, in tricks alone more than enough for the bid
    deal = count(152, tricks=8, bid=100, annonces_b=300)
    assert scored(preset("coinche"), deal) == (True, 650, 0)  # 252 + 300 + 100


def test_transferred_annonces_do_not_make_the_contract() -> None:
    deal = count(152, tricks=8, bid=300, annonces_b=50)
    assert scored(preset("coinche"), deal) == (False, 0, 510)  # 252 on 300: 160 + 300 + 50


def test_min_points_80_counts_the_belote() -> None:
    assert scored(preset("coinche_pagat"), count(52, bid=80, belotes="A")) == (True, 160, 100)
    assert scored(preset("coinche_pagat"), count(71, bid=80)) == (False, 0, 240)
    assert scored(preset("coinche_pagat"), count(72, bid=80)) == (True, 160, 80)


# --- classic ------------------------------------------------------------------------------------------


def test_classic_belote_to_winner() -> None:
    rules = preset("belote", belote_on_fail="to_winner")
    assert scored(rules, count(50, belotes="A")) == (False, 0, 182)
    assert scored(rules, count(120, belotes="B")) == (True, 130, 52)


def test_classic_defence_capot() -> None:
    deal = count(0, tricks=0, der="B", belotes="A", annonces_a=20)
    assert scored(preset("belote_annonces"), deal) == (False, 20, 272)


def test_pot_joins_the_line_before_rounding() -> None:
    session = match.play_session(preset("belote", round="nearest5up"), [count(71), count(94)])
    assert session["marks"] == [{"A": 0, "B": 80}, {"A": 190, "B": 60}]  # 104 + 81 = 185; 58


def test_waiting_pot_goes_back_on_a_tied_last_deal() -> None:
    session = match.play_session(preset("belote"), [count(71), count(71)], last=True)
    assert session["marks"] == [{"A": 0, "B": 81}, {"A": 162, "B": 81}]
    assert session["pot"] == 0


def test_waiting_pot_is_won_on_a_decided_last_deal() -> None:
    session = match.play_session(preset("belote"), [count(71), count(60)], last=True)
    assert session["marks"][1] == {"A": 0, "B": 243}
