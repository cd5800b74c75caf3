"""Counting a deal: from card points to what each side has, and the ledger that explains every mark.

A deal is judged on exact points; rounding only changes what is written (docs/rules/belote.md 10).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.core.facts import Camp, Fact, Value, fact
from bot.core.families.belote.belotes import counted
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.keys import Key
from bot.core.families.belote.options import FamilyOptions
from bot.core.game import DealSetup
from bot.core.seats import Side

Pair = tuple[int, int]
"""One number for each of the two sides."""

LAST_TRICK = 10
ALL_TRICKS = 8


@dataclass(frozen=True, slots=True)
class DealCount:
    """What was won in play.

    Attributes:
        cards: card points of each side's tricks, before conversion, without the last-trick bonus.
        tricks: tricks won by each side.
        der: the side that won the last trick.
        belotes: the side of each belote earned, in order.
        annonces: points of the one side whose annonces count.
        solo_tricks: tricks won by the taker in person.
    """

    cards: Pair
    tricks: Pair
    der: int
    belotes: tuple[int, ...] = ()
    annonces: Pair = (0, 0)
    solo_tricks: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """What each side has before the contract is judged.

    Attributes:
        tricks: trick points, converted, the last trick or the capot included.
        belote: belote points.
        annonces: points of valid annonces.
        capot: the side that won every trick; None when both won some.
    """

    tricks: Pair
    belote: Pair
    annonces: Pair
    capot: int | None

    def compared(self, options: FamilyOptions) -> Pair:
        """What counts towards the contract, under `belote_counts_for_contract` and `annonces_count_for_contract`."""
        return self._compared(0, options), self._compared(1, options)

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

    points: Pair
    held: Pair
    undecided: Pair
    made: bool | None
    account: tuple[Fact, ...]


@dataclass(slots=True)
class Ledger:
    """Adds up what each side marks, one explained line at a time."""

    lines: list[Fact] = field(default_factory=list)
    marks: list[int] = field(default_factory=lambda: [0, 0])
    belote: list[int] = field(default_factory=lambda: [0, 0])

    def note(self, key: Key, **data: Value) -> None:
        """Add a line that marks nothing."""
        self.lines.append(fact(key.value, **data))

    def mark(self, side: int, key: Key, points: int, **data: Value) -> None:
        """Add points to a side's marks; no points, no line."""
        if points:
            self.marks[side] += points
            self.note(key, camp=Camp(Side(side)), **data, points=points)

    def mark_belote(self, side: int, key: Key, points: int, **data: Value) -> None:
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
    capot = next((side for side in (0, 1) if deal.tricks[side] == ALL_TRICKS), None)
    if capot is None:
        tricks = _trick_points(denomination, deal, options, ledger)
    else:
        tricks = _for(capot, options.capot_points)
        ledger.note(Key.ACCOUNT_CAPOT, camp=Camp(Side(capot)), points=options.capot_points)
    belote = counted(deal.belotes, denomination, options.ta_belotes)
    for side in (0, 1):
        camp = Camp(Side(side))
        ledger.note(Key.ACCOUNT_TRICKS, camp=camp, points=tricks[side])
        if belote[side]:
            key = Key.ACCOUNT_BELOTE if options.belote_counts_for_contract else Key.ACCOUNT_BELOTE_APART
            ledger.note(key, camp=camp, points=belote[side])
        if deal.annonces[side]:
            key = Key.ACCOUNT_ANNONCES if options.annonces_count_for_contract else Key.ACCOUNT_ANNONCES_APART
            ledger.note(key, camp=camp, points=deal.annonces[side])
    return Held(tricks, belote, deal.annonces, capot)


def _for(side: int, points: int) -> Pair:
    return (points, 0) if side == 0 else (0, points)


def _trick_points(denomination: Denomination, deal: DealCount, options: FamilyOptions, ledger: Ledger) -> Pair:
    conversion = _conversion(denomination, options)
    points = [0, 0]
    for side in (0, 1):
        camp = Camp(Side(side))
        points[side] = deal.cards[side]
        der = LAST_TRICK if deal.der == side else 0
        ledger.note(Key.ACCOUNT_CARDS, camp=camp, points=points[side])
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
    return points[0], points[1]


def rounded(points: int, rule: str) -> int:
    """Points as written on the score sheet under the option `round`."""
    if rule == "nearest5up":
        return (points + 5) // 10 * 10
    if rule == "nearest6up":
        return (points + 4) // 10 * 10
    return points


def undecided(belote: Pair, failed: int | None, trickless: int | None, belote_finish: str) -> Pair:
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
    return belote[0] if 0 in barred else 0, belote[1] if 1 in barred else 0


def settle(
    ledger: Ledger, setup: DealSetup, options: FamilyOptions, held: Pair, undecided_part: Pair, made: bool | None
) -> Scored:
    """Round each side's line for the deal and close the account.

    Options read: `round`, `round_last_deal`.
    """
    exact = ledger.marks[0], ledger.marks[1]
    points = rounded(exact[0], options.round), rounded(exact[1], options.round)
    if points != exact and not options.round_last_deal and _could_finish(setup, options, exact, points):
        points = exact
        ledger.note(Key.ACCOUNT_NOT_ROUNDED)
    for side in (0, 1):
        camp = Camp(Side(side))
        if held[side]:
            ledger.note(Key.ACCOUNT_HELD, camp=camp, points=held[side])
        if points[side] != exact[side]:
            ledger.note(Key.ACCOUNT_ROUNDED, camp=camp, before=exact[side], after=points[side])
        if undecided_part[side] and _reaches(setup, options, side, points[side]):
            ledger.note(Key.ACCOUNT_UNDECIDED, camp=camp, points=undecided_part[side])
    for side in (0, 1):
        ledger.note(Key.ACCOUNT_MARKS, camp=Camp(Side(side)), points=points[side])
    return Scored(points, held, undecided_part, made, tuple(ledger.lines))


def _could_finish(setup: DealSetup, options: FamilyOptions, exact: Pair, points: Pair) -> bool:
    """Whether this deal could end the match, rounded or not."""
    rules = options.match_rules()
    if rules.deals is not None:
        return setup.last
    return any(_reaches(setup, options, side, max(exact[side], points[side])) for side in (0, 1))


def _reaches(setup: DealSetup, options: FamilyOptions, side: int, points: int) -> bool:
    """Whether a side gets to the points that the match is played to."""
    rules = options.match_rules()
    return rules.deals is None and setup.totals[side] + points >= rules.target + int(rules.exceed)
