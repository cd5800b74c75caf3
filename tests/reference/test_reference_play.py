"""Bidding, play, annonces and belote where no public case looks."""

from __future__ import annotations

import pytest

from . import annonces, belote, bidding, cards
from .samples import preset

# --- bidding ------------------------------------------------------------------------------------------


def test_coinche_out_of_turn_then_the_doubled_side_in_playing_order() -> None:
    rules = preset("coinche_pagat")
    calls: list[bidding.Call] = ["80:H", (3, "coinche")]  # seat 1 was to speak
    state = bidding.auction(rules, 3, calls)
    assert state["seat"] == 0
    assert bidding.auction(rules, 3, [*calls, "pass"])["seat"] == 2
    end = bidding.auction(rules, 3, [*calls, "pass", "surcoinche"])
    assert end == {"status": "contract", "taker": 0, "bid": 80, "trump": "H", "coinche": "surcoinche"}
    assert bidding.coinche_seats(rules, 3, ["80:H"]) == [1, 3]
    assert bidding.coinche_seats(preset("contree"), 3, ["80:H"]) == [1]
    assert bidding.coinche_seats(rules, 3, ["80:H", "90:S"]) == [0, 2]


def test_coinche_ends_the_auction_without_surcoinche() -> None:
    state = bidding.auction(preset("contree", surcoinche=False), 3, ["80:H", "coinche"])
    assert (state["status"], state["coinche"]) == ("contract", "coinche")


def test_doublers_partner_is_silent() -> None:
    rules = preset("contree")
    assert not bidding.is_valid(rules, 3, ["80:H", "coinche", "pass"], "pass", 3)
    assert not bidding.is_valid(rules, 3, ["80:H", "coinche"], "90:H", 2)
    assert not bidding.is_valid(rules, 3, ["80:H", "coinche"], "coinche", 2)


def test_last_bidder_may_go_on_with_four_passes() -> None:
    rules = preset("coinche_bga")
    calls: list[bidding.Call] = ["82:H", "pass", "pass", "pass"]
    assert bidding.auction(rules, 3, calls)["status"] == "open"
    assert bidding.auction(rules, 3, [*calls, "pass"])["status"] == "contract"
    assert bidding.is_valid(rules, 3, calls, "capot:S", 0)
    assert not bidding.is_valid(rules, 3, calls, "capot:H", 0)
    no = preset("coinche_bga", self_raise="no")
    assert not bidding.is_valid(no, 3, calls, "90:S", 0)


def test_ranked_suits_bounds() -> None:
    rules = preset("contree", suits_ranked=True)

    def least(*calls: str) -> int | None:
        legal = bidding.auction(rules, 3, list(calls))["legal"]
        assert "min_bid" in legal
        return legal["min_bid"]

    assert least("90:D") == 90
    assert least("90:S") == 100
    assert least("160:H") == 160
    assert least("160:S") is None
    assert not bidding.is_valid(rules, 3, ["capot:C"], "capot:S", 1)


def test_82_is_only_the_first_step() -> None:
    rules = preset("coinche_bga")
    assert bidding.is_valid(rules, 3, [], "82:H", 0)
    assert bidding.is_valid(rules, 3, [], "90:H", 0)
    assert not bidding.is_valid(rules, 3, [], "80:H", 0)
    assert not bidding.is_valid(rules, 3, [], "92:H", 0)
    assert not bidding.is_valid(rules, 3, [], "180:H", 0)


def test_classic_without_trumps_only_in_round_two() -> None:
    rules = preset("belote", sa_ta=True)
    four: list[bidding.Call] = ["pass"] * 4
    assert not bidding.is_valid(rules, 3, [], "take:TA", 0, "9H")
    assert bidding.is_valid(rules, 3, four, "take:TA", 0, "9H")
    assert not bidding.is_valid(rules, 3, four, "take", 0, "9H")
    assert not bidding.is_valid(rules, 3, four, "take:C", 1, "9H")
    assert not bidding.is_valid(preset("belote"), 3, four, "take:SA", 0, "9H")


def test_nothing_after_the_end() -> None:
    with pytest.raises(cards.Illegal):
        bidding.auction(preset("belote"), 3, ["take", "pass"], "9H")
    with pytest.raises(cards.Illegal):
        bidding.auction(preset("contree"), 3, ["pass"] * 5)
    with pytest.raises(cards.Illegal):
        bidding.auction(preset("coinche_pagat"), 3, ["80:H", "pass", "pass", "pass", (1, "coinche")])


@pytest.mark.parametrize("call", ["", "80", "80:X", "x:H", "capot", "-80:H", "take", "surcoinche"])
def test_nonsense_is_refused(call: str) -> None:
    assert not bidding.is_valid(preset("contree"), 3, [], call, 0)


# --- legal cards --------------------------------------------------------------------------------------


def test_tout_atout_rise_options() -> None:
    trick = [(0, "AH"), (1, "7H")]
    hand = ["JH", "8H", "9D"]
    for option in ("ta_rise", "rise_on_partner"):
        rules = preset("coinche", **{option: False})
        assert cards.legal_cards(rules, "TA", 2, trick, hand) == {"JH", "8H"}
    # against an opponent `rise_on_partner` changes nothing
    rules = preset("coinche", rise_on_partner=False)
    assert cards.legal_cards(rules, "TA", 1, [(0, "AH")], hand) == {"JH"}


def test_tout_atout_discards_never_raise_the_mark() -> None:
    trick = [(0, "7H"), (1, "JD")]
    assert cards.legal_cards(preset("coinche"), "TA", 2, trick, ["8H", "9S"]) == {"8H"}


@pytest.mark.parametrize(
    ("option", "hand", "legal"),
    [
        ("free", ["AD", "8D"], {"AD", "8D"}),
        ("no_undertrump", ["AD", "8D"], {"AD"}),
        ("no_undertrump", ["8D", "7D"], {"8D", "7D"}),
        ("must_rise", ["AD", "8D", "KS"], {"AD", "8D", "KS"}),
        ("must_rise", ["8D", "7D"], {"8D", "7D"}),
    ],
)
def test_under_the_partners_ruff(option: str, hand: list[str], legal: set[str]) -> None:
    trick = [(0, "KC"), (1, "10D"), (2, "7C")]
    assert cards.legal_cards(preset("contree", under_partner=option), "D", 3, trick, hand) == legal


def test_under_partner_needs_a_ruff() -> None:
    trick = [(1, "AC"), (2, "7C")]
    rules = preset("contree", under_partner="must_rise")
    assert cards.legal_cards(rules, "D", 3, trick, ["AD", "8D"]) == {"AD", "8D"}


def test_partner_undertrumped_by_an_opponent_stays_master() -> None:
    trick = [(0, "KC"), (1, "10D"), (2, "8D")]
    assert cards.legal_cards(preset("belote"), "D", 3, trick, ["AD", "KS"]) == {"AD", "KS"}


def test_endings_counted_by_hand() -> None:
    rules = preset("belote")
    # No-trump, everybody holds two spades: 2 * 2 * 2 * 2 first tricks, the second is forced.
    hands = [["8S", "9S"], ["AS", "JS"], ["7S", "KS"], ["10S", "QS"]]
    assert cards.count_play_sequences(rules, "SA", hands, 0) == 16
    # Spades trumps: on the 8 both of seat 1 rise, on the 9 only the jack; nobody can beat either.
    assert cards.count_play_sequences(rules, "S", hands, 0) == 12


# --- annonces -----------------------------------------------------------------------------------------


def combos(hand: str, trump: str = "H", **changes: cards.OptionValue) -> list[annonces.Combo]:
    return annonces.combos_of(preset("coinche", **changes), trump, hand.split())


def test_carre_and_run_share_a_card() -> None:
    hand = "AS KS QS JS AH AD AC 7C"
    # cinquante and carré overlap: the carré with the tierce K Q J is worth more
    assert combos(hand) == [("carre", "A", 100), ("tierce", "KS", 20)]
    assert combos(hand, annonce_cards="multi") == [("carre", "A", 100), ("cinquante", "AS", 50)]


def test_long_runs() -> None:
    assert combos("AS KS QS JS 10S 9S 8S 7H") == [("cent", "AS", 100)]
    assert combos("AS KS QS JS 10S 9S 8S 7S") == [("cent", "AS", 100), ("tierce", "9S", 20)]
    assert combos("AS KS QS JS 10S 9S 8S 7S", annonce_cards="multi") == [
        ("cent", "AS", 100),
        ("tierce", "9S", 20),
    ]


def test_two_carres() -> None:
    assert combos("JS JH JD JC 9S 9H 9D 9C") == [("carre", "J", 200), ("carre", "9", 150)]
    assert combos("JS JH JD JC 9S 9H 9D 9C", "SA") == [("carre", "J", 100), ("carre", "9", 100)]
    assert combos("JS JH JD JC 9S 9H 9D 9C", "TA") == [("carre", "J", 200), ("carre", "9", 150)]


def test_trumps_break_no_tie_without_a_trump_suit() -> None:
    announced: dict[int, list[annonces.Combo]] = {0: [("tierce", "QS", 20)], 1: [("tierce", "QH", 20)]}
    for trump in ("SA", "TA", "D"):
        assert annonces.winning_side(preset("coinche"), trump, 0, announced) is None
    assert annonces.winning_side(preset("coinche"), "H", 0, announced) == "B"


def test_first_announced_goes_round_from_the_leader() -> None:
    rules = preset("coinche", annonce_tie="first")
    announced: dict[int, list[annonces.Combo]] = {
        0: [("tierce", "QS", 20)],
        2: [("cinquante", "KD", 50)],
        3: [("cinquante", "KC", 50)],
    }
    assert annonces.winning_side(rules, "H", 0, announced) == "A"
    assert annonces.annonce_points(rules, "H", 0, announced) == {"A": 70, "B": 0}
    assert annonces.winning_side(rules, "H", 3, announced) == "B"


def test_equal_combinations_of_partners_are_no_tie() -> None:
    announced: dict[int, list[annonces.Combo]] = {0: [("tierce", "QS", 20)], 2: [("tierce", "QD", 20)]}
    assert annonces.annonce_points(preset("coinche"), "H", 1, announced) == {"A": 40, "B": 0}


# --- belote -------------------------------------------------------------------------------------------


def test_king_first_binds_the_automatic_announcement_too() -> None:
    rules = preset("belote", belote_order="king_first", belote_announce="auto")
    assert belote.belote_of_two(rules, "H", [("QH", None), ("KH", None)]) == 0
    assert belote.belote_of_two(rules, "H", [("KH", None), ("QH", None)]) == 20


def test_words_in_the_wrong_order() -> None:
    assert belote.belote_of_two(preset("belote"), "H", [("KH", "rebelote"), ("QH", "belote")]) == 0


@pytest.mark.parametrize(
    ("option", "expected"),
    [("all", [(1, "D"), (0, "S"), (0, "H")]), ("one", [(1, "D")]), ("none", [])],
)
def test_belotes_in_tout_atout(option: str, expected: list[tuple[int, str]]) -> None:
    hands = [["KS", "QS", "KH", "QH"], ["KD", "QD", "KC"], ["QC"], []]
    plays: list[tuple[int, str, str | None]] = [
        (0, "KS", None),
        (1, "QD", None),
        (2, "QC", None),
        (1, "KD", None),
        (0, "QS", None),
        (1, "KC", None),
        (0, "QH", None),
        (0, "KH", None),
    ]
    rules = preset("coinche", ta_belotes=option, belote_announce="auto")
    assert belote.belotes_of_deal(rules, "TA", hands, plays) == expected
    assert belote.belotes_of_deal(rules, "SA", hands, plays) == []
    assert belote.belotes_of_deal(rules, "D", hands, plays) == [(1, "D")]
