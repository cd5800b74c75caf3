"""Every case of the tarot file holds on the reference."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from . import tarot_before as before
from . import tarot_cards as cards
from . import tarot_count as count
from . import tarot_score as scoring
from .tarot_samples import dealt, options_of, taken
from .tarot_table import Table

CASE_FILE = Path(__file__).parents[1] / "rules" / "data" / "tarot-cases.json"
FILE: dict[str, Any] = json.loads(CASE_FILE.read_text(encoding="utf-8"))
Case = Mapping[str, Any]


def check_legal(options: cards.Options, case: Case, expected: Case) -> None:
    assert cards.led_card(case["trick"]) == case["led"]
    legal = cards.legal_cards(case["hand"], case["trick"])
    if not case["trick"] and case["trick_no"] == 1:
        legal = cards.opening_leads(
            options, case["hand"], case.get("called_card"), leader_is_taker=False, fools=cards.JUST_EXCUSE
        )
    assert legal == set(expected["legal"])


def check_trick(_: cards.Options, case: Case, expected: Case) -> None:
    last = case["trick_no"] == case["tricks_total"]
    wins = last and case["excuse_side_won_all_earlier_tricks"]
    index = cards.winner_index(case["cards"], fool_leads_to_win=wins)
    led = cards.led_card(case["cards"])
    assert led is not None
    assert cards.suit_of(led) == expected["led_suit"]
    assert index == expected["winner_index"]
    assert case["cards"][index] == expected["winning_card"]
    assert (case["first_seat"] + index) % len(case["cards"]) == expected["winner_seat"]


def check_excuse(options: cards.Options, case: Case, expected: Case) -> None:
    sides = scoring.camps(range(case["players"]), case["taker"], case["partner"])
    side = sides[case["excuse_seat"]]
    winner = sides[case["trick_winner_seat"]]
    last = case["trick_no"] == case["tricks_total"]
    swept = case["tricks_won_before"][scoring.other(side)] == 0
    fate = scoring.excuse_fate(
        options,
        side,
        winner,
        last=last,
        won_all_before=swept,
        wins=last and swept and case["excuse_led"],
        low_cards=case.get("low_cards_in_excuse_side_pile", 0),
    )
    assert (fate.owner, fate.worth) == (expected["owner"], expected["half_points"])
    assert expected["exchange"] in ("any", fate.exchange)


def check_deal(options: cards.Options, case: Case, expected: Case) -> None:
    players = case.get("players", 4)
    if case["type"] == "petit_sec":
        assert before.is_petit_sec(case["hand"]) is expected["petit_sec"]
        table = dealt(options, players, {(case["dealer"] + 1) % players: case["hand"]}, dealer=case["dealer"])
        assert table.annulled is expected["deal_annulled"]
        assert table.next_dealer() == expected.get("next_dealer", table.next_dealer())
    elif case["type"] == "layout":
        sizes = (before.PACKET[players], before.HAND[players], before.CHIEN[players], before.HAND[players])
        assert sizes == tuple(expected[name] for name in ("packet", "hand_size", "chien_size", "tricks"))
    elif case["type"] == "pattern":
        assert before.is_valid_pattern(case["pattern"], players) is expected["valid"]
    else:
        assert (expected["redealt_by"], expected["barred_from_bidding"]) == (case["dealer"], [case["dealer"]])


def check_bidding(options: cards.Options, case: Case, expected: Case) -> None:
    people = case.get("people", case["players"])
    order = before.seats_at_play(options, people, case["dealer"])
    assert order == case.get("bidders", order)
    said = [(call["seat"], call["call"]) for call in case["calls"]]
    if not expected["valid"]:
        with pytest.raises(cards.Illegal) as caught:
            before.auction(options, order, said)
        assert caught.value.args == (expected["illegal_index"], expected["reason"])
        return
    now = before.auction(options, order, said)
    assert (now["next"] is None) is expected["finished"]
    if now["next"] is not None:
        high = now["high"] or (None, None)
        assert (now["next"], now["calls"]) == (expected["next_seat"], expected["legal_calls"])
        assert high == (expected.get("high_seat"), expected.get("high_call"))
    elif now["high"] is None:
        assert expected["all_pass"]
        table = dealt(options, people, {}, dealer=case["dealer"])
        for seat, _ in said:
            table.say(seat, "pass")
        assert table.next_dealer() == expected["next_dealer"]
    else:
        assert now["high"] == (expected["taker"], expected["contract"])


def check_lead(options: cards.Options, case: Case, expected: Case) -> None:
    table = taken(dealt(options, case["players"], {}, dealer=case["dealer"]), case["taker"], "garde_sans")
    if case["chelem_announced"]:
        table.say(case["taker"], "declare:chelem")
    assert table.leader == expected["leader"]


def check_ecart(_: cards.Options, case: Case, expected: Case) -> None:
    size = before.CHIEN[case["players"]]
    if case["type"] == "ownership":
        owner = "defence" if case["contract"] == "garde_contre" else "attack"
        aside = case["set_aside"]
        found = (owner, cards.half_points(aside), cards.bouts(aside))
        assert found == (expected["camp"], expected["half_points"], expected["bouts"])
    elif case["type"] == "limits":
        limits = before.ecart_limits(case["hand"], size)
        assert expected["cards_to_discard"] == size
        assert set(limits["plain"]) == set(expected["plain_discardable"])
        assert limits["trumps_required"] == expected["trumps_required"]
        assert set(limits["trumps"]) == set(expected["trumps_discardable"])
    else:
        fault = before.ecart_fault(case["hand"], case["ecart"], size)
        assert (fault is None, fault) == (expected["legal"], expected.get("reason"))
        if fault is None:
            assert {card for card in case["ecart"] if cards.is_trump(card)} == set(expected["must_show"])


def check_poignee(options: cards.Options, case: Case, expected: Case) -> None:
    hand, aside = case["hand"], case.get("ecart", [])
    if case["type"] == "best":
        best = [None, *before.possible_sizes(options, case["players"], hand, aside)][-1]
        assert best == expected["best"]
    else:
        size = before.shown_size(options, case["players"], hand, aside, case["show"])
        assert (size is not None, size) == (expected["legal"], expected["size"])


def check_call(options: cards.Options, case: Case, expected: Case) -> None:
    if "hand" in case:
        assert (case["call"] in before.callable_cards(options, case["hand"])) is expected["legal"]
        return
    words = case["called_card_location"].split()
    taker = case["taker"]
    hands = {int(words[1]): ["KS"]} if words[0] == "seat" else {}
    chien = ["KS"] if words[0] in ("chien", "dog") else []
    if not hands and not chien:
        hands = {taker: ["KS"]}
    table = taken(dealt(options, case["players"], hands, chien=chien), taker, "garde_sans")
    table.say(taker, "call:KS")
    sides = {camp: sorted(seat for seat in table.seats if table.camps[seat] == camp) for camp in ("attack", "defence")}
    assert {"partner": table.partner, **sides} == expected


def check_count(_: cards.Options, case: Case, expected: Case) -> None:
    assert (cards.half_points(case["cards"]), cards.bouts(case["cards"])) == (
        expected["half_points"],
        expected["bouts"],
    )


def check_petit(_: cards.Options, case: Case, expected: Case) -> None:
    gained = scoring.petit_au_bout(
        case["petit_played_in_trick"],
        case["tricks_total"],
        case["that_trick_won_by"],
        excuse_won_last=case["excuse_won_last_trick"],
    )
    assert gained == expected["petit_au_bout"]


def check_score(options: cards.Options, case: Case, expected: Case) -> None:
    score = scoring.score_deal(
        options,
        {
            "seats": range(case["players"]),
            "taker": case["taker"],
            "partner": case.get("partner"),
            "contract": case["contract"],
            "bouts": case["bouts"],
            "half_points": case["half_points"],
            "petit": case.get("petit_au_bout"),
            "poignees": [shown["size"] for shown in case.get("poignees", [])],
            "miseres": [said["seat"] for said in case.get("miseres", [])],
            "chelem": case.get("chelem", {"announced": False, "won_all_tricks": None}),
        },
    )
    found = {**score, "scores": [score["scores"][seat] for seat in range(case["players"])]}
    assert {name: found[name] for name in expected} == expected


def check_match(_: cards.Options, case: Case, expected: Case) -> None:
    totals = scoring.totals(case["deals"])
    places = scoring.places(totals)
    found = {"totals": totals, "places": places, "ranking": sorted(range(len(totals)), key=lambda seat: places[seat])}
    assert {name: found[name] for name in expected} == expected


def check_irregularity(options: cards.Options, case: Case, expected: Case) -> None:
    first = case["trick"][0]["seat"]
    hands = {play["seat"]: [play["card"]] for play in case["trick"]}
    table = taken(dealt(options, case["players"], hands, dealer=first - 1), first, "garde_sans")
    table.go(first)
    for play in case["trick"]:
        table.say(play["seat"], f"play:{play['card']}")
    assert ("takeback" in table.offers(case["request"]["seat"])) is expected["allowed"]


def check_play(options: cards.Options, case: Case, expected: Case) -> None:
    hands = dict(enumerate(case["hands"]))
    table = dealt(
        {**options, "petit_sec": "ignore"}, case["players"], hands, dealer=case["dealer"], chien=case["set_aside"]
    )
    taker = case["taker"]
    taken(table, taker, case["contract"])
    if "called_card" in case:
        table.say(taker, f"call:{case['called_card']}")
    if case["contract"] in ("petite", "garde"):
        table.turn_chien()
        table.put_aside(case["set_aside"])
    else:
        table.go(taker)
    for trick in case["tricks"]:
        for card in trick:
            table.say(table.turn, f"play:{card}")
    assert table.phase == "over"
    assert found_at_the_end(table) == expected


def found_at_the_end(table: Table) -> dict[str, object]:
    outcome, score = count.outcome(table), count.score(table)
    winners = [trick.winner for trick in table.tricks]
    attack = sum(table.camps[seat] == "attack" for seat in winners)
    return {
        "trick_winners": winners,
        "tricks_won": {"attack": attack, "defence": len(winners) - attack},
        "half_points": {"attack": outcome["half_points"], "defence": 182 - outcome["half_points"]},
        "attack_bouts": outcome["bouts"],
        "petit_au_bout": outcome["petit"],
        "won_all_tricks": outcome["chelem"]["won_all_tricks"],
        "excuse_owner": count.excuse_owner(table),
        "made": score["made"],
        "diff": score["diff"],
        "per_defender": score["per_defender"],
        "scores": [score["scores"][seat] for seat in sorted(table.seats)],
    }


CHECKS: dict[str, Callable[[cards.Options, Case, Case], None]] = {
    "legal": check_legal,
    "trick": check_trick,
    "excuse": check_excuse,
    "deal": check_deal,
    "bidding": check_bidding,
    "lead": check_lead,
    "ecart": check_ecart,
    "poignee": check_poignee,
    "call": check_call,
    "count": check_count,
    "petit": check_petit,
    "score": check_score,
    "match": check_match,
    "irregularity": check_irregularity,
    "play": check_play,
}
CASES = [case for case in FILE["cases"] if case["kind"] in CHECKS]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Case) -> None:
    CHECKS[case["kind"]](options_of(case.get("options", {})), case["input"], case["expected"])


def test_no_kind_is_forgotten() -> None:
    left_out = {case["kind"] for case in FILE["cases"]} - set(CHECKS)
    assert left_out == {"duplicate"}, "tournament tables are not part of the reference"
