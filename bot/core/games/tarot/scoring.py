"""What a deal is worth for every seat (docs/rules/tarot.md 14 to 16)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.king import Camp, Camps
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.poignee import Misere, Size, bonus
from bot.core.seats import Seat

TARGETS = (56, 51, 41, 36)
"""Points to make with no, one, two and three bouts."""

BASE = 25
PETIT_AT_END = 10
SLAM = 200


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was played.

    Attributes:
        camps: who played with whom.
        contract: what was undertaken.
        half_points: of the attack, in half points.
        bouts: of the attack.
        petit: the camp that took the Petit to the end.
        poignees: what was shown, by whom.
        chelem: the camp that announced a chelem.
        swept: the camp that won every trick.
        miseres: what was announced, by whom.
    """

    camps: Camps
    contract: Contract
    half_points: int
    bouts: int
    petit: Camp | None = None
    poignees: tuple[tuple[Seat, Size], ...] = ()
    chelem: Camp | None = None
    swept: Camp | None = None
    miseres: tuple[tuple[Seat, Misere], ...] = ()


@dataclass(frozen=True, slots=True)
class Sums:
    """The parts of a score; each counts for every defender, below 0 when the attack pays.

    Attributes:
        needed: points to make.
        made: whether the contract was made.
        difference: points above or below, rounded to whole ones.
        counted: the difference as it is scored.
        contract: the contract itself.
        petit: the Petit at the end.
        poignees: all poignées.
        chelem: announced or not.
        each_misere: what a misère brings the camp of who announced it.
        misere: misères that count for a camp.
        personal: what every other player pays to those who announced a misère, by seat.
    """

    needed: int
    made: bool
    difference: int
    counted: int
    contract: int
    petit: int
    poignees: int
    chelem: int
    each_misere: int
    misere: int
    personal: tuple[tuple[Seat, int], ...]

    @property
    def per_defender(self) -> int:
        """What every defender pays to the attack; below 0 when he receives."""
        return self.contract + self.petit + self.poignees + self.chelem + self.misere

    @property
    def signed_difference(self) -> int:
        """The difference, below 0 for a contract that was lost."""
        return self.difference if self.made else -self.difference


def aside_camp(contract: Contract) -> Camp:
    """The camp that counts the écart, or the untouched chien (docs/rules/tarot.md 7)."""
    return Camp.DEFENCE if contract is Contract.GARDE_CONTRE else Camp.ATTACK


def sums(outcome: Outcome, options: TarotOptions) -> Sums:
    """The parts of the score."""
    needed = TARGETS[outcome.bouts]
    half_points = outcome.half_points
    if options.half_point == "ignore":
        half_points -= half_points % 2
    made = half_points >= 2 * needed
    difference = (abs(half_points - 2 * needed) + 1) // 2
    counted = _rounded(difference, options)
    sign, factor = (1 if made else -1), outcome.contract.factor
    return Sums(
        needed,
        made,
        difference,
        counted,
        contract=sign * (BASE + counted) * factor,
        petit=signed(outcome.petit) * PETIT_AT_END * factor,
        poignees=sign * sum(bonus(size, options) for _, size in outcome.poignees),
        chelem=_chelem(outcome),
        each_misere=_misere(outcome, options),
        misere=sum(signed(outcome.camps.of(seat)) for seat, _ in outcome.miseres) * _misere(outcome, options),
        personal=_personal(outcome, options),
    )


def _rounded(difference: int, options: TarotOptions) -> int:
    match options.score_round:
        case "nearest5":
            return (difference + 2) // 5 * 5
        case "nearest10":
            return (difference + 5) // 10 * 10
        case _:
            return difference


def signed(camp: Camp | None) -> int:
    """1 for what the attack gets, -1 for what it pays."""
    return 0 if camp is None else 1 if camp is Camp.ATTACK else -1


def _chelem(outcome: Outcome) -> int:
    """All tricks: 200, twice that when announced; an announcement that fails costs 200."""
    announced, swept = outcome.chelem, outcome.swept
    value = SLAM * signed(swept)
    if announced is None:
        return value
    return 2 * value if swept is announced else value - SLAM * signed(announced)


def _misere(outcome: Outcome, options: TarotOptions) -> int:
    match options.misere:
        case "flat10_camp":
            return 10
        case "flat20_camp":
            return 20
        case "mult10_camp":
            return 10 * outcome.contract.factor
        case _:
            return 0


def _personal(outcome: Outcome, options: TarotOptions) -> tuple[tuple[Seat, int], ...]:
    if options.misere != "flat10_personal":
        return ()
    return tuple((seat, 10) for seat, _ in outcome.miseres)


def points(outcome: Outcome, parts: Sums, players: int) -> tuple[int, ...]:
    """What each seat marks; they add up to 0. A seat that sat out marks nothing."""
    camps = outcome.camps
    marks = [0] * players
    for seat in camps.members(Camp.DEFENCE):
        marks[seat] -= parts.per_defender
        marks[camps.taker] += parts.per_defender
    if camps.partner is not None:
        marks[camps.taker] -= parts.per_defender
        marks[camps.partner] += parts.per_defender
    for seat, amount in parts.personal:
        for other in camps.seats:
            marks[other] -= amount
            marks[seat] += amount
    return tuple(marks)
