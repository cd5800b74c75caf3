"""Scoring one deal: classic belote, and coinche / contrée under every scoring system.

`score_deal` takes what the `score` cases of the case file hold. Rules: docs/rules/belote.md 10 to 12.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from .cards import Options, number

Sides = dict[str, int]


class Contract(TypedDict):
    """`bid` (a number, "capot" or "generale") and `coinche` only in coinche and contrée."""

    team: str
    trump: str
    bid: NotRequired[int | str]
    coinche: NotRequired[str]


class Count(TypedDict):
    """A finished deal; `cards` without the last-trick bonus, `belote` one side per validated belote."""

    contract: Contract
    cards: Sides
    tricks: Sides
    der: str
    belote: list[str]
    annonces: Sides
    solo: NotRequired[bool]


class Result(TypedDict):
    """made: None when a tie is held over. exact: before rounding. pot: points held over by this deal."""

    made: bool | None
    score: Sides
    exact: Sides
    pot: int


def other(side: str) -> str:
    return "B" if side == "A" else "A"


def nearest(numerator: int, denominator: int) -> int:
    """Nearest whole number of a positive fraction (a half never occurs with the fractions used here)."""
    return (2 * numerator + denominator) // (2 * denominator)


def round_line(options: Options, points: int) -> int:
    """What is written on the score sheet for these exact points."""
    if options["round"] == "nearest5up":
        return (points + 5) // 10 * 10
    if options["round"] == "nearest6up":
        return (points + 4) // 10 * 10
    return points


def capot_side(count: Count) -> str | None:
    for side in ("A", "B"):
        if count["tricks"][side] == 8:
            return side
    return None


def trick_points(options: Options, count: Count) -> Sides:
    """Both sides' trick points with the last-trick bonus or the capot, converted for SA and TA."""
    capot = capot_side(count)
    if capot is not None:
        return {capot: number(options, "capot_points"), other(capot): 0}
    return {side: _converted(options, count, side) for side in ("A", "B")}


def _converted(options: Options, count: Count, side: str) -> int:
    cards = count["cards"][side]
    der = 10 if count["der"] == side else 0
    trump = count["contract"]["trump"]
    if trump == "SA" and options["sa_values"] == "cards_152":
        return nearest(cards * 152, 120) + der
    if trump == "SA" and options["sa_values"] == "convert_130":
        return nearest((cards + der) * 162, 130)
    if trump == "TA" and options["ta_values"] == "cards_152":
        return nearest(cards * 152, 248) + der
    if trump == "TA" and options["ta_values"] == "convert_258":
        return nearest((cards + der) * 162, 258)
    return cards + der


def belote_points(count: Count) -> Sides:
    """20 for each belote, to the side that held it."""
    return {side: 20 * count["belote"].count(side) for side in ("A", "B")}


def deciding_totals(options: Options, count: Count) -> Sides:
    """Points that decide whether the contract is made."""
    totals = dict(trick_points(options, count))
    belote = belote_points(count)
    for side in ("A", "B"):
        if options["belote_counts_for_contract"]:
            totals[side] += belote[side]
        if options["annonces_count_for_contract"]:
            totals[side] += count["annonces"][side]
    return totals


def score_deal(options: Options, count: Count, last: bool = False) -> Result:
    """Marks of one deal. `last`: the last deal of a fixed-length match (classic ties are not held)."""
    if options["game"] == "belote":
        return _classic(options, count, last)
    return _coinche(options, count)


def _result(options: Options, made: bool | None, exact: Sides, pot: int = 0) -> Result:
    score = {side: round_line(options, exact[side]) for side in ("A", "B")}
    return {"made": made, "score": score, "exact": exact, "pot": pot}


# --- classic (11) -----------------------------------------------------------------------------------


def _classic(options: Options, count: Count, last: bool) -> Result:
    takers = count["contract"]["team"]
    defence = other(takers)
    totals = deciding_totals(options, count)
    if capot_side(count) == takers or totals[takers] > totals[defence]:
        return _result(options, True, _own_points(options, count))
    if totals[takers] < totals[defence] or options["litige"] == "fail":
        return _result(options, False, _dedans(options, count))
    own = _own_points(options, count)
    if options["litige"] == "made":
        return _result(options, True, own)
    if last:
        return _result(options, None, own)
    marked_now = belote_points(count)[takers] if options["litige_belote"] == "kept" else 0
    held = own[takers] - marked_now
    return _result(options, None, {takers: marked_now, defence: own[defence]}, held)


def _own_points(options: Options, count: Count) -> Sides:
    """Each side its own tricks, annonces and belotes; the takers' capot takes the defence's annonces."""
    takers = count["contract"]["team"]
    defence = other(takers)
    tricks = trick_points(options, count)
    annonces = dict(count["annonces"])
    belote = belote_points(count)
    if capot_side(count) == takers and options["capot_takes_annonces"]:
        annonces = {takers: annonces[takers] + annonces[defence], defence: 0}
    return {side: tricks[side] + annonces[side] + belote[side] for side in ("A", "B")}


def _dedans(options: Options, count: Count) -> Sides:
    takers = count["contract"]["team"]
    defence = other(takers)
    belote = _belotes_after(options, count, winner=defence, made=False)
    base = number(options, "fail_base")
    if capot_side(count) == defence:
        base = number(options, "defence_capot_base")
    both = count["annonces"]["A"] + count["annonces"]["B"]
    return {takers: belote[takers], defence: base + both + belote[defence]}


def _belotes_after(options: Options, count: Count, winner: str, made: bool) -> Sides:
    """Who marks the belotes (8): the loser's go to the winner of a failed or doubled deal if prenable."""
    belote = belote_points(count)
    doubled = count["contract"].get("coinche", "none") != "none"
    if options["belote_on_fail"] == "to_winner" and (doubled or not made):
        return {winner: belote["A"] + belote["B"], other(winner): 0}
    return belote


# --- coinche and contrée (12) -----------------------------------------------------------------------


def contract_made(options: Options, count: Count) -> bool:
    """12.1."""
    takers = count["contract"]["team"]
    bid = count["contract"]["bid"]
    takers_capot = capot_side(count) == takers
    if bid == "capot":
        return takers_capot
    if bid == "generale":
        return takers_capot and count.get("solo", False)
    assert isinstance(bid, int)
    needed = max(bid, number(options, "min_points_80")) if bid == 80 else bid
    totals = deciding_totals(options, count)
    beats = takers_capot or totals[takers] > totals[other(takers)]
    return totals[takers] >= needed and (beats or not options["must_beat_defence"])


def bid_amount(options: Options, bid: int | str) -> int:
    """The number a contract is marked for: a bid of 82 is marked 80."""
    if bid == "capot":
        return number(options, "capot_bid_value")
    if bid == "generale":
        return number(options, "generale_value")
    assert isinstance(bid, int)
    return bid // 10 * 10


def factor(options: Options, coinche: str) -> int:
    if coinche == "none":
        return 1
    return number(options, "coinche_factor" if coinche == "coinche" else "surcoinche_factor")


def _coinche(options: Options, count: Count) -> Result:
    takers = count["contract"]["team"]
    made = contract_made(options, count)
    winner = takers if made else other(takers)
    if options["scoring"] == "bid":
        exact = _bid_mode(options, count, winner, made)
    elif made and count["contract"]["coinche"] == "none":
        exact = _made_undoubled(options, count)
    else:
        exact = _winner_takes_all(options, count, winner, made)
    return _result(options, made, exact)


def _bid_mode(options: Options, count: Count, winner: str, made: bool) -> Sides:
    """Points annoncés: the bid times k, nothing else but perhaps the belotes."""
    contract = count["contract"]
    amount = bid_amount(options, contract["bid"]) * factor(options, contract["coinche"])
    exact = {winner: amount, other(winner): 0}
    if options["bid_mode_belote"] == "mark":
        belote = _belotes_after(options, count, winner, made)
        exact = {side: exact[side] + belote[side] for side in ("A", "B")}
    return exact


def is_flat(options: Options, count: Count) -> bool:
    """A capot or générale bid worth a fixed sum instead of base and bid."""
    slam = isinstance(count["contract"]["bid"], str)
    return slam and (options["scoring"] == "made" or options["capot_bid"] == "flat")


def _made_undoubled(options: Options, count: Count) -> Sides:
    takers = count["contract"]["team"]
    exact = _own_points(options, count)
    amount = bid_amount(options, count["contract"]["bid"])
    if is_flat(options, count):
        exact[takers] += 2 * amount - trick_points(options, count)[takers]
    elif options["scoring"] == "made_plus_bid":
        exact[takers] += amount
    return exact


def _winner_takes_all(options: Options, count: Count, winner: str, made: bool) -> Sides:
    """Failed, or doubled: (base + bid + annonces) × k + belotes, with all the variants of 12.2."""
    contract = count["contract"]
    k = factor(options, contract["coinche"])
    belote = _belotes_after(options, count, winner, made)
    annonces = count["annonces"]["A"] + count["annonces"]["B"]
    everything = options["multiply"] == "all"
    total = _main_part(options, count, made, k)
    total += annonces * (k if everything and options["annonces_multiplied"] else 1)
    total += belote[winner] * (k if everything and options["belote_multiplied"] else 1)
    return {winner: total, other(winner): belote[other(winner)]}


def _main_part(options: Options, count: Count, made: bool, k: int) -> int:
    """Base and bid, multiplied as the options say."""
    bid = bid_amount(options, count["contract"]["bid"])
    base = number(options, "fail_base")
    takers = count["contract"]["team"]
    takers_capot = made and capot_side(count) == takers
    if is_flat(options, count):
        return 2 * bid * k
    if options["scoring"] == "made":
        return base * k + (100 if takers_capot else 0)
    if made and options["coinched_made_base"] == "points":
        base = trick_points(options, count)[takers]
    elif takers_capot:
        base += 90
    return (base + bid) * k if options["multiply"] == "all" else base + bid * k
