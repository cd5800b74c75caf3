"""Several deals: points of ties held over (litige), and the end of a match.

Rules: docs/rules/belote.md 11 (litige) and 13. A match over a number of deals is told by the option
`deals` (a number; absent or None: play to `target`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from .cards import Options, number
from .scoring import Count, Sides, other, round_line, score_deal


class PassedOut(TypedDict):
    passed_out: bool


class Detail(TypedDict):
    """What `belote_finish` needs: sides that failed, sides without a trick, belote points marked."""

    failed: list[str]
    no_trick: list[str]
    belote: Sides


class End(TypedDict):
    """winner: "A", "B", "draw", or None while the match goes on."""

    over: bool
    winner: str | None


class Session(TypedDict):
    marks: list[Sides]
    totals: Sides
    pot: int


def play_session(options: Options, deals: Sequence[Count | None], last: bool = False) -> Session:
    """Marks of a run of classic deals; None is a deal nobody took. `last`: the last one ends the session.

    The pot is held exactly; a side that wins it adds it to its exact points, then the line is rounded.
    """
    marks: list[Sides] = []
    pot: Sides = {"A": 0, "B": 0}  # by the side that put it in
    for index, deal in enumerate(deals):
        if deal is None:
            marks.append({"A": 0, "B": 0})
            continue
        ends = last and index == len(deals) - 1
        result = score_deal(options, deal, ends)
        line = dict(result["exact"])
        takers = deal["contract"]["team"]
        if result["made"] is not None:
            winner = takers if result["made"] else other(takers)
            line[winner] += pot["A"] + pot["B"]
            pot = {"A": 0, "B": 0}
        elif ends:
            line = {side: line[side] + pot[side] for side in ("A", "B")}
            pot = {"A": 0, "B": 0}
        else:
            pot[takers] += result["pot"]
        marks.append({side: round_line(options, line[side]) for side in ("A", "B")})
    totals = {side: sum(line[side] for line in marks) for side in ("A", "B")}
    return {"marks": marks, "totals": totals, "pot": pot["A"] + pot["B"]}


def is_over_target(options: Options, total: int) -> bool:
    target = number(options, "target")
    return total > target if options["target_rule"] == "exceed" else total >= target


def deals_in_match(options: Options) -> int | None:
    """The fixed number of deals, or None for a match to a target."""
    return None if options.get("deals") is None else number(options, "deals")


def written_line(options: Options, before: Sides, exact: Sides, deal_number: int) -> Sides:
    """Marks of a deal from its exact points (pot included), with `round_last_deal`.

    Where the last deal is not rounded: a deal is such a deal if its exact or its rounded marks would bring
    a side to the target, or if it is the last of a fixed number (`deal_number` counts from 1).
    """
    rounded = {side: round_line(options, exact[side]) for side in ("A", "B")}
    if options["round_last_deal"]:
        return rounded
    deals = deals_in_match(options)
    if deals is not None:
        return dict(exact) if deal_number >= deals else rounded
    for line in (exact, rounded):
        if any(is_over_target(options, before[side] + line[side]) for side in ("A", "B")):
            return dict(exact)
    return rounded


def match_end(
    options: Options,
    before: Sides,
    marks: Sides,
    taker_team: str | None,
    detail: Detail | None = None,
    deal_number: int = 0,
) -> End:
    """Is the match over after this deal, and who won? `taker_team` None: a deal nobody took.

    `deal_number`: deals played so far, this one included, passed-out deals not counted.
    """
    totals = {side: before[side] + marks[side] for side in ("A", "B")}
    deals = deals_in_match(options)
    if deals is not None:
        if deal_number < deals:
            return {"over": False, "winner": None}
        return _higher(options, totals)
    over = [side for side in ("A", "B") if _reaches(options, totals[side], side, detail)]
    if not over:
        return {"over": False, "winner": None}
    if len(over) == 1:
        return {"over": True, "winner": over[0]}
    if options["both_over"] == "draw":
        return {"over": True, "winner": "draw"}
    if options["both_over"] == "takers_win" and taker_team is not None:
        return {"over": True, "winner": taker_team}
    return _higher(options, totals)


def _higher(options: Options, totals: Sides) -> End:
    if totals["A"] == totals["B"]:
        if options["both_over"] == "draw":
            return {"over": True, "winner": "draw"}
        return {"over": False, "winner": None}
    return {"over": True, "winner": "A" if totals["A"] > totals["B"] else "B"}


def _reaches(options: Options, total: int, side: str, detail: Detail | None) -> bool:
    """Over the target, and not only thanks to its belotes where `belote_finish` forbids it."""
    if not is_over_target(options, total):
        return False
    if detail is None or options["belote_finish"] == "always":
        return True
    barred = side in detail["no_trick"]
    if options["belote_finish"] == "not_if_capot_or_failed":
        barred = barred or side in detail["failed"]
    return not barred or is_over_target(options, total - detail["belote"][side])
