"""Asks the core about what a deal of tarot is worth, and many of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.dealing import layout
from bot.core.games.tarot.duplicate import Form, attack_percents, defence_percents, match_points, overall
from bot.core.games.tarot.excuse import petit_au_bout
from bot.core.games.tarot.king import Camp
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.pack import bouts, half_points
from bot.core.games.tarot.poignee import Size
from bot.core.games.tarot.scoring import Outcome, points, sums
from bot.core.games.tarot.state import playing_seats
from bot.core.match import places
from bot.core.seats import Seat

from .asking import Deviations, compare
from .tarot_asking import MISERES, camp_or_none, camps_of, held
from .tarot_deals import setup_of


def run_count(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    counted_cards = held(case["cards"])
    worth = half_points(counted_cards)
    yield from compare(expected, {"half_points": worth, "points": worth / 2, "bouts": bouts(counted_cards)})


def run_petit(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    found = petit_au_bout(
        trick=case["petit_played_in_trick"],
        last=case.get("tricks_total") or layout(case["players"]).hand,
        won_by=Camp(case.get("that_trick_won_by") or case["last_trick_won_by"]),
        fool_won=case.get("excuse_won_last_trick", False),
    )
    yield from compare(expected, {"petit_au_bout": found})


def run_score(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    chelem = case.get("chelem") or {"announced": False, "won_all_tricks": None}
    announced = camp_or_none(chelem.get("announced_by", "attack")) if chelem["announced"] else None
    people = case.get("people") or case["players"]
    camps = camps_of(case)
    if people > case["players"]:
        camps = replace(camps, seats=playing_seats(setup_of(options, people, case["dealer"])))
    outcome = Outcome(
        camps,
        Contract(case["contract"]),
        case["half_points"],
        case["bouts"],
        petit=camp_or_none(case.get("petit_au_bout")),
        poignees=tuple((Seat(shown["seat"]), Size(shown["size"])) for shown in case.get("poignees") or []),
        chelem=announced,
        swept=camp_or_none(chelem.get("won_all_tricks")),
        miseres=tuple((Seat(said["seat"]), MISERES[said["type"]]) for said in case.get("miseres") or []),
    )
    parts = sums(outcome, options)
    found = {
        "made": parts.made,
        "diff": parts.signed_difference,
        "per_defender": parts.per_defender,
        "scores": list(points(outcome, parts, people)),
    }
    yield from compare(expected, found)


def run_match(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    totals = tuple(sum(column) for column in zip(*case["deals"], strict=True))
    found = {
        "totals": list(totals),
        "ranking": sorted(range(len(totals)), key=lambda column: places(totals)[column]),
        "places": list(places(totals)),
    }
    yield from compare(expected, found)


def run_duplicate(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    match case["type"]:
        case "top":
            marks = case["taker_marks"]
            found: dict[str, Any] = {"attack_pct": attack_percents(marks), "defence_pct": defence_percents(marks)}
        case "pm":
            gained = match_points(case["own_attacker"], case["opposing_attacker"])
            found = {"pm": gained, "opponents_pm": -gained}
        case "global":
            form = Form[case["form"].upper()]
            found = {"global_pct": overall(form, case["attack_pct"], case["defence_pct"])}
        case other:
            yield f"nothing answers a comparison of type {other}"
            return
    # Percents are stated to one decimal, match points to three; a half may have been rounded either way.
    for name, value in expected.items():
        exact = found[name] if isinstance(value, list) else [found[name]]
        stated = value if isinstance(value, list) else [value]
        near = 0.0005 if name.endswith("pm") else 0.05
        if len(exact) != len(stated) or any(abs(a - b) > near + 1e-9 for a, b in zip(exact, stated, strict=True)):
            yield f"{name}: expected {value}, found {found[name]}"
