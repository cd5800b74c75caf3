"""Every public case of the case file holds on the reference."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from . import annonces, belote, bidding, cards, deal, match, scoring

CASE_FILE = Path(__file__).parents[1] / "rules" / "data" / "belote-cases.json"
FILE: dict[str, Any] = json.loads(CASE_FILE.read_text(encoding="utf-8"))
Case = Mapping[str, Any]


def options_of(case: Case) -> dict[str, cards.OptionValue]:
    return {**FILE["presets"][case["preset"]], **case["options"]}


def check_legal(case: Case) -> None:
    trick = [(seat, card) for seat, card in case["trick"]]
    got = cards.legal_cards(options_of(case), case["trump"], case["seat"], trick, case["hand"])
    assert got == set(case["legal"])


def check_trick(case: Case) -> None:
    position = cards.winner_index(case["trump"], case["cards"])
    assert position == case["winner_index"]
    assert (case["leader"] + position) % 4 == case["winner_seat"]
    assert cards.points_of(options_of(case), case["trump"], case["cards"]) == case["points"]


def count_of(case: Case) -> scoring.Count:
    count: scoring.Count = {
        "contract": case["contract"],
        "cards": case["cards"],
        "tricks": case["tricks"],
        "der": case["der"],
        "belote": case["belote"],
        "annonces": case["annonces"],
    }
    if "solo" in case:
        count["solo"] = case["solo"]
    return count


def check_score(case: Case) -> None:
    result = scoring.score_deal(options_of(case), count_of(case))
    assert (result["made"], result["score"]) == (case["made"], case["score"])


def check_annonces(case: Case) -> None:
    options = options_of(case)
    trump = case["trump"]
    combos = {int(seat): annonces.combos_of(options, trump, hand) for seat, hand in case["hands"].items()}
    assert {str(seat): [list(c) for c in kept] for seat, kept in combos.items()} == case["combos"]
    assert annonces.winning_side(options, trump, case["first"], combos) == case["winner"]
    assert annonces.annonce_points(options, trump, case["first"], combos) == case["points"]


def check_bidding(case: Case) -> None:
    options = options_of(case)
    turn_up = case.get("turn_up")
    if "expected" in case:
        assert bidding.auction(options, case["dealer"], case["calls"], turn_up) == case["expected"]
        return
    check = case["check"]
    got = bidding.is_valid(options, case["dealer"], case["calls"], check["call"], check["by"], turn_up)
    assert got is check["valid"]


def check_litige(case: Case) -> None:
    deals = [None if deal.get("passed_out") else count_of(deal) for deal in case["deals"]]
    last = bool(case["deals"][-1].get("last"))
    session = match.play_session(options_of(case), deals, last)
    assert session == {"marks": case["marks"], "totals": case["totals"], "pot": case["pot"]}


def check_belote(case: Case) -> None:
    plays = [(play["card"], play["say"]) for play in case["plays"]]
    assert belote.belote_of_two(options_of(case), case["trump"], plays) == case["points"]


def check_match(case: Case) -> None:
    detail: match.Detail | None = None
    if "deal_detail" in case:
        side = case["deal_detail"]["failed_or_capot"]
        detail = {"failed": [side], "no_trick": [side], "belote": case["deal_detail"]["belote"]}
    end = match.match_end(options_of(case), case["before"], case["deal"], case["taker_team"], detail)
    assert end == {"over": case["over"], "winner": case["winner"]}


def check_deal(case: Case) -> None:
    options = options_of(case)
    taker = case.get("taker")
    assert deal.dealing_order(options, case["dealer"]) == case["order"]
    packets = deal.packets(options, case["dealer"], case["pattern"], taker)
    assert [list(packet) for packet in packets] == case["packets"]
    assert deal.cutter(options, case["dealer"]) == case["cutter"]
    assert deal.next_dealer(options, case["dealer"]) == case["next_dealer"]


CHECKS: dict[str, Callable[[Case], None]] = {
    "legal": check_legal,
    "trick": check_trick,
    "score": check_score,
    "annonces": check_annonces,
    "bidding": check_bidding,
    "litige": check_litige,
    "belote": check_belote,
    "match": check_match,
    "deal": check_deal,
}
CASES = [case for case in FILE["cases"] if case["kind"] in CHECKS]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Case) -> None:
    CHECKS[case["kind"]](case)


def test_no_kind_is_forgotten() -> None:
    left_out = {case["kind"] for case in FILE["cases"]} - set(CHECKS)
    assert left_out == {"ranking"}, "tournament tables are not part of the reference"
