"""Counts a deal of tarot that was played to its end: the piles, the Petit, the chelem, and the score.

Rules: docs/rules/tarot.md 12 to 16.
"""

from __future__ import annotations

from . import tarot_score as scoring
from .tarot_cards import EXCUSE, PETIT, bouts, half_points
from .tarot_table import Table, Trick


def outcome(table: Table) -> scoring.Outcome:
    """What was played, for the score."""
    camps = table.camps
    halves = owned = 0
    petit = None
    extra = table.chien if table.contract in ("garde_sans", "garde_contre") else table.aside
    if table.contract != "garde_contre":
        halves, owned = half_points(extra), bouts(extra)
    for number, trick in enumerate(table.tricks, start=1):
        last = number == len(table.tricks)
        for seat, card in trick.plays:
            if card == PETIT:
                petit = scoring.petit_au_bout(
                    number, len(table.tricks), camps[trick.winner], excuse_won_last=table.tricks[-1].by_fool
                )
            if card in table.fools:
                fate = _fate(table, number, trick, seat, last=last)
                halves += fate.worth["attack"]
                owned += fate.owner == "attack"
            elif camps[trick.winner] == "attack":
                halves, owned = halves + half_points([card]), owned + bouts([card])
    return {
        "seats": sorted(table.seats),
        "taker": table.taker,
        "partner": table.partner,
        "contract": table.contract,
        "bouts": owned,
        "half_points": halves,
        "petit": petit,
        "poignees": list(table.poignees.values()),
        "miseres": [seat for seat, _ in table.miseres],
        "chelem": _chelem(table),
    }


def _fate(table: Table, number: int, trick: Trick, seat: int, *, last: bool) -> scoring.Fate:
    camps = table.camps
    return scoring.excuse_fate(
        table.options,
        camps[seat],
        camps[trick.winner],
        last=last,
        won_all_before=all(camps[won.winner] == camps[seat] for won in table.tricks[: number - 1]),
        wins=trick.by_fool and trick.winner == seat,
    )


def _chelem(table: Table) -> scoring.Chelem:
    winners = {table.camps[trick.winner] for trick in table.tricks}
    swept = winners.pop() if len(winners) == 1 else None
    if table.chelem is None:
        return {"announced": False, "won_all_tricks": swept}
    return {"announced": True, "won_all_tricks": swept, "announced_by": table.camps[table.chelem]}


def score(table: Table) -> scoring.Score:
    return scoring.score_deal(table.options, outcome(table))


def excuse_owner(table: Table) -> str:
    """The camp that counts the Excuse as a bout; one that was never played lies in the chien."""
    for number, trick in enumerate(table.tricks, start=1):
        for seat, card in trick.plays:
            if card == EXCUSE:
                return _fate(table, number, trick, seat, last=number == len(table.tricks)).owner
    return "defence" if table.contract == "garde_contre" else "attack"
