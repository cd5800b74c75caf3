"""What a deal of tarot is worth: the fate of the Excuse, the Petit at the end, the count, the scores, the match.

Camps are "attack" and "defence"; card points are counted in halves. Rules: docs/rules/tarot.md 12 to 17.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from .tarot_cards import Options

MULTIPLIER = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
TARGETS = {0: 56, 1: 51, 2: 41, 3: 36}


def other(camp: str) -> str:
    return "defence" if camp == "attack" else "attack"


def camps(seats: Collection[int], taker: int, partner: int | None) -> dict[int, str]:
    return {seat: "attack" if seat in (taker, partner) else "defence" for seat in seats}


# --- Excuse and Petit -------------------------------------------------------------------------------


class Fate(NamedTuple):
    """Who counts the Excuse as a bout; none, low_card_now, owed; what it and its replacement bring, in halves."""

    owner: str
    exchange: str
    worth: dict[str, int]


def excuse_fate(
    options: Options,
    side: str,
    winner: str,
    *,
    last: bool,
    won_all_before: bool,
    wins: bool = False,
    low_cards: int = 1,
) -> Fate:
    """Of a fool played by `side` to a trick that `winner` wins.

    `last`: it is the last trick; `won_all_before`: `side` has won every trick before; `wins`: the fool itself wins it.
    `low_cards`: how many cards of half a point `side` could give at once.
    """
    foe = other(side)
    if not last:
        if winner == side:
            return Fate(side, "none", {side: 9, foe: 0})
        return Fate(side, "low_card_now" if low_cards else "owed", {side: 8, foe: 1})
    if wins or (won_all_before and winner == side):
        return Fate(side, "none", {side: 9, foe: 0})
    if winner == foe:
        return Fate(foe, "none", {side: 0, foe: 9})
    if options["excuse_last_trick"] == "trick_winner":
        return Fate(side, "none", {side: 9, foe: 0})
    return Fate(foe, "low_card_now", {side: 1, foe: 8})


def petit_au_bout(played_in: int, total: int, won_by: str, *, excuse_won_last: bool) -> str | None:
    """The camp that gets the bonus; tricks are numbered from 1."""
    if played_in == total or (excuse_won_last and played_in == total - 1):
        return won_by
    return None


# --- score of a deal --------------------------------------------------------------------------------


class Chelem(TypedDict):
    """`won_all_tricks`: the camp that did, or None."""

    announced: bool
    won_all_tricks: str | None
    announced_by: NotRequired[str]


class Outcome(TypedDict):
    """A played deal. `bouts` and `half_points` are the attack's; `poignees` sizes; `miseres` seats, one for each."""

    seats: Sequence[int]
    taker: int
    partner: int | None
    contract: str
    bouts: int
    half_points: int
    petit: str | None
    poignees: Sequence[str]
    miseres: Sequence[int]
    chelem: Chelem


class Score(TypedDict):
    """`diff` is negative for a lost contract; `per_defender` is D."""

    made: bool
    target: int
    diff: int
    per_defender: int
    scores: dict[int, int]


def score_deal(options: Options, outcome: Outcome) -> Score:
    """Sections 14 to 16."""
    target = TARGETS[outcome["bouts"]]
    made, diff = _difference(options, outcome["half_points"], target)
    sign = 1 if made else -1
    multiplier = MULTIPLIER[outcome["contract"]]
    per_defender = sign * (25 + _rounded(options, diff)) * multiplier
    per_defender += sign * sum(poignee_bonus(options, size) for size in outcome["poignees"])
    if outcome["petit"] is not None:
        per_defender += (10 if outcome["petit"] == "attack" else -10) * multiplier
    per_defender += chelem_points(outcome["chelem"])
    sides = camps(outcome["seats"], outcome["taker"], outcome["partner"])
    for seat in outcome["miseres"]:
        per_defender += _misere(options, multiplier) * (1 if sides[seat] == "attack" else -1)
    scores = shares(sides, outcome["taker"], per_defender)
    if options["misere"] == "flat10_personal":
        for announcer in outcome["miseres"]:
            for seat in outcome["seats"]:
                scores[seat] += 10 * (len(outcome["seats"]) - 1) if seat == announcer else -10
    return {"made": made, "target": target, "diff": sign * diff, "per_defender": per_defender, "scores": scores}


def _difference(options: Options, halves: int, target: int) -> tuple[bool, int]:
    """Made or not, and by how many whole points: a half goes to the winner of the deal, or is dropped."""
    if options["half_point"] == "ignore":
        halves -= halves % 2
    missing = 2 * target - halves
    if missing > 0:
        return False, (missing + 1) // 2
    return True, (-missing + 1) // 2


def _rounded(options: Options, diff: int) -> int:
    step = {"exact": 1, "nearest5": 5, "nearest10": 10}[str(options["score_round"])]
    return (2 * diff + step) // (2 * step) * step


def poignee_bonus(options: Options, size: str) -> int:
    simple, double, triple = (int(number) for number in str(options["poignee_values"]).split("_"))
    return {"simple": simple, "double": double, "triple": triple}[size]


def chelem_points(chelem: Chelem) -> int:
    """What each defender pays for all tricks, or for an announcement that failed; a defender's counts the other way."""
    swept = chelem["won_all_tricks"]
    points = 0
    announcer = chelem.get("announced_by", "attack") if chelem["announced"] else None
    if announcer is not None:
        value = 400 if swept == announcer else -200
        points += value if announcer == "attack" else -value
    if swept is not None and swept != announcer:
        points += 200 if swept == "attack" else -200
    return points


def _misere(options: Options, multiplier: int) -> int:
    return {"off": 0, "flat10_camp": 10, "flat10_personal": 0, "flat20_camp": 20, "mult10_camp": 10 * multiplier}[
        str(options["misere"])
    ]


def shares(sides: Mapping[int, str], taker: int, per_defender: int) -> dict[int, int]:
    """Each defender pays; of what five players' attack gets, the partner has one share and the taker the rest."""
    defenders = sum(side == "defence" for side in sides.values())
    partners = len(sides) - defenders - 1
    scores: dict[int, int] = {}
    for seat, side in sides.items():
        if side == "defence":
            scores[seat] = -per_defender
        elif seat == taker:
            scores[seat] = (defenders - partners) * per_defender
        else:
            scores[seat] = per_defender
    return scores


# --- match ------------------------------------------------------------------------------------------


def totals(deals: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*deals, strict=True)]


def places(sums: Sequence[int]) -> list[int]:
    """Equal totals share the place: 1, 1, 3, 3."""
    return [1 + sum(rival > own for rival in sums) for own in sums]


def is_over(options: Options, sums: Sequence[int], counted: int) -> bool:
    """After so many deals that count; the highest total may be shared, or a further deal decides it."""
    target = options["target"]
    if target is not None:
        assert isinstance(target, int)
        done = max(sums) >= target
    else:
        deals = options["deals"]
        assert isinstance(deals, int)
        done = counted >= deals
    if done and options["tie"] == "extra_deal":
        return list(sums).count(max(sums)) == 1
    return done


def winner(sums: Sequence[int]) -> int | None:
    """Who has the highest total alone."""
    best = [seat for seat, total in enumerate(sums) if total == max(sums)]
    return best[0] if len(best) == 1 else None
