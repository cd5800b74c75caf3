"""Counting a deal: from card points to what each side has, and the ledger that explains every mark.

A deal is judged on exact points; rounding only changes what is written (docs/rules/belote.md 10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from bot.core.facts import Camp, Fact, Value, fact
from bot.core.families.belote.belotes import counted
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.keys import Key
from bot.core.families.belote.options import FamilyOptions
from bot.core.game import DealSetup
from bot.core.seats import Side

Points = tuple[int, ...]
"""One number for each side."""

LAST_TRICK = 10


@dataclass(frozen=True, slots=True)
class DealCount:
    """What was won in play.

    Attributes:
        cards: card points of each side's tricks, before conversion, without the last-trick bonus.
        tricks: tricks won by each side.
        der: the side that won the last trick.
        belotes: the side of each belote earned, in order.
        annonces: points of the one side whose annonces count; empty where there are none in the game.
        solo_tricks: tricks won by the taker in person.
        aside: points of the cards that each side put aside; empty where nobody does.
        asleep: points of the cards that nobody could win because they were not dealt.
    """

    cards: Points
    tricks: Points
    der: int
    belotes: tuple[int, ...] = ()
    annonces: Points = ()
    solo_tricks: int = 0
    aside: Points = ()
    asleep: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """What each side has before the contract is judged.

    Attributes:
        tricks: trick points, converted, the last trick or the capot included.
        belote: belote points.
        annonces: points of valid annonces.
        capot: the side that won every trick; None when several won some.
    """

    tricks: Points
    belote: Points
    annonces: Points
    capot: int | None

    def compared(self, options: FamilyOptions) -> Points:
        """What counts towards the contract, under `belote_counts_for_contract` and `annonces_count_for_contract`."""
        return tuple(self._compared(side, options) for side in range(len(self.tricks)))

    def _compared(self, side: int, options: FamilyOptions) -> int:
        belote = self.belote[side] if options.belote_counts_for_contract else 0
        annonces = self.annonces[side] if options.annonces_count_for_contract else 0
        return self.tricks[side] + belote + annonces


@dataclass(frozen=True, slots=True)
class Scored:
    """What a deal is worth.

    Attributes:
        points: what each side marks.
        held: what each side leaves waiting for the next deal.
        undecided: the part of `points` that cannot by itself finish the match.
        made: whether the contract was made; None for a tie.
        account: the explanation.
    """

    points: Points
    held: Points
    undecided: Points
    made: bool | None
    account: tuple[Fact, ...]


@dataclass(slots=True)
class Ledger:
    """Adds up what each side marks, one explained line at a time; `of` makes one for another number of sides than two.

    Attributes:
        lines: the account so far.
        marks: points of each side.
        belote: the part of them that comes from belotes.
    """

    lines: list[Fact] = field(default_factory=list)
    marks: list[int] = field(default_factory=lambda: [0, 0])
    belote: list[int] = field(default_factory=lambda: [0, 0])

    @classmethod
    def of(cls, sides: int) -> Self:
        """An empty ledger for this many sides."""
        return cls(marks=[0] * sides, belote=[0] * sides)

    def note(self, key: StrEnum, **data: Value) -> None:
        """Add a line that marks nothing."""
        self.lines.append(fact(key.value, **data))

    def mark(self, side: int, key: StrEnum, points: int, **data: Value) -> None:
        """Add points to a side's marks; no points, no line."""
        if points:
            self.marks[side] += points
            self.note(key, camp=Camp(Side(side)), **data, points=points)

    def mark_belote(self, side: int, key: StrEnum, points: int, **data: Value) -> None:
        """Add belote points, remembered apart for the end of the match."""
        self.belote[side] += points
        self.mark(side, key, points, **data)

    def multiply(self, side: int, amount: int, factor: int) -> None:
        """Count the last terms a side marked, `amount` together, `factor` times in all."""
        self.mark(side, Key.ACCOUNT_MARK_MULTIPLIED, amount * (factor - 1), amount=amount, factor=factor)


def nearest(amount: int, times: int, over: int) -> int:
    """`amount` × `times` / `over`, to the nearest integer."""
    return (2 * amount * times + over) // (2 * over)


def _conversion(denomination: Denomination, options: FamilyOptions) -> tuple[int, int, bool] | None:
    """Multiplier, divisor, and whether the last trick is converted too; None when card points stand."""
    if denomination is Denomination.SANS_ATOUT:
        return {"cards_152": (152, 120, False), "convert_130": (162, 130, True)}.get(options.sa_values)
    if denomination is Denomination.TOUT_ATOUT:
        return {"cards_152": (152, 248, False), "convert_258": (162, 258, True)}.get(options.ta_values)
    return None


def count(denomination: Denomination, deal: DealCount, options: FamilyOptions, ledger: Ledger) -> Held:
    """Turn what was won into what each side has, noting every step (docs/rules/belote.md 10, steps 1 to 3).

    Options read: `sa_values`, `ta_values`, `ta_belotes`, `capot_points`, and for the words
    `belote_counts_for_contract`, `annonces_count_for_contract`.
    """
    sides = range(len(deal.tricks))
    capot = next((side for side in sides if deal.tricks[side] == sum(deal.tricks)), None)
    if capot is None:
        tricks = _trick_points(denomination, deal, options, ledger)
    else:
        tricks = _capot_points(capot, deal, options, ledger)
    belote = counted(deal.belotes, denomination, options.ta_belotes, len(sides))
    annonces = deal.annonces or (0,) * len(sides)
    for side in sides:
        camp = Camp(Side(side))
        ledger.note(Key.ACCOUNT_TRICKS, camp=camp, points=tricks[side])
        if belote[side]:
            key = Key.ACCOUNT_BELOTE if options.belote_counts_for_contract else Key.ACCOUNT_BELOTE_APART
            ledger.note(key, camp=camp, points=belote[side])
        if annonces[side]:
            key = Key.ACCOUNT_ANNONCES if options.annonces_count_for_contract else Key.ACCOUNT_ANNONCES_APART
            ledger.note(key, camp=camp, points=annonces[side])
    return Held(tricks, belote, annonces, capot)


def _capot_points(capot: int, deal: DealCount, options: FamilyOptions, ledger: Ledger) -> Points:
    """All tricks to one side: what no trick of it held is taken off (docs/rules/belote.md 10 and 15)."""
    points = [0] * len(deal.tricks)
    points[capot] = options.capot_points - deal.asleep - sum(deal.aside)
    ledger.note(Key.ACCOUNT_CAPOT, camp=Camp(Side(capot)), points=points[capot])
    for side, aside in enumerate(deal.aside):
        if aside:
            points[side] += aside
            ledger.note(Key.ACCOUNT_ASIDE, camp=Camp(Side(side)), points=aside)
    return tuple(points)


def _trick_points(denomination: Denomination, deal: DealCount, options: FamilyOptions, ledger: Ledger) -> Points:
    conversion = _conversion(denomination, options)
    points = [*deal.cards]
    for side in range(len(points)):
        camp = Camp(Side(side))
        der = LAST_TRICK if deal.der == side else 0
        ledger.note(Key.ACCOUNT_CARDS, camp=camp, points=points[side])
        if deal.aside and deal.aside[side]:
            points[side] += deal.aside[side]
            ledger.note(Key.ACCOUNT_ASIDE, camp=camp, points=deal.aside[side])
        if conversion is not None:
            times, over, with_der = conversion
            before = points[side] + (der if with_der else 0)
            after = nearest(before, times, over)
            if der and with_der:
                ledger.note(Key.ACCOUNT_DER, camp=camp, points=der)
            ledger.note(Key.ACCOUNT_CONVERTED, camp=camp, before=before, times=times, over=over, after=after)
            points[side], der = after, 0 if with_der else der
        if der:
            ledger.note(Key.ACCOUNT_DER, camp=camp, points=der)
            points[side] += der
    return tuple(points)


def rounded(points: int, rule: str) -> int:
    """Points as written on the score sheet under the option `round`."""
    if rule == "nearest5up":
        return (points + 5) // 10 * 10
    if rule == "nearest6up":
        return (points + 4) // 10 * 10
    return points


def undecided(belote: Sequence[int], failed: int | None, trickless: int | None, belote_finish: str) -> Points:
    """Belote points that cannot by themselves finish the match (docs/rules/belote.md 13).

    Args:
        belote: belote points each side marks.
        failed: the side whose contract failed.
        trickless: the side that took no trick.
        belote_finish: the option.
    """
    barred: set[int | None] = set()
    if belote_finish != "always":
        barred.add(trickless)
    if belote_finish == "not_if_capot_or_failed":
        barred.add(failed)
    return tuple(points if side in barred else 0 for side, points in enumerate(belote))


def settle(
    ledger: Ledger, setup: DealSetup, options: FamilyOptions, held: Points, undecided_part: Points, made: bool | None
) -> Scored:
    """Round each side's line for the deal and close the account.

    Options read: `round`, `round_last_deal`.
    """
    exact = tuple(ledger.marks)
    points = tuple(rounded(marks, options.round) for marks in exact)
    if points != exact and not options.round_last_deal and _could_finish(setup, options, exact, points):
        points = exact
        ledger.note(Key.ACCOUNT_NOT_ROUNDED)
    for side in range(len(points)):
        camp = Camp(Side(side))
        if held[side]:
            ledger.note(Key.ACCOUNT_HELD, camp=camp, points=held[side])
        if points[side] != exact[side]:
            ledger.note(Key.ACCOUNT_ROUNDED, camp=camp, before=exact[side], after=points[side])
        if undecided_part[side] and _reaches(setup, options, side, points[side]):
            ledger.note(Key.ACCOUNT_UNDECIDED, camp=camp, points=undecided_part[side])
    for side in range(len(points)):
        ledger.note(Key.ACCOUNT_MARKS, camp=Camp(Side(side)), points=points[side])
    return Scored(points, held, undecided_part, made, tuple(ledger.lines))


def _could_finish(setup: DealSetup, options: FamilyOptions, exact: Points, points: Points) -> bool:
    """Whether this deal could end the match, rounded or not."""
    rules = options.match_rules()
    if rules.deals is not None:
        return setup.last
    return any(_reaches(setup, options, side, max(exact[side], points[side])) for side in range(len(points)))


def _reaches(setup: DealSetup, options: FamilyOptions, side: int, points: int) -> bool:
    """Whether a side gets to the points that the match is played to."""
    rules = options.match_rules()
    return rules.deals is None and setup.totals[side] + points >= rules.target + int(rules.exceed)
