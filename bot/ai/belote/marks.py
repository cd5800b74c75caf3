"""What a deal is worth, from card points to the marks of both sides (docs/rules/belote.md 10 to 12)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ai.belote.kernel import SA, TA
from bot.core.families.belote.belotes import BELOTE_POINTS
from bot.core.families.belote.contract import Aim, Contract, Doubling
from bot.core.families.belote.counting import LAST_TRICK, nearest, rounded
from bot.core.families.belote.options import FamilyOptions
from bot.core.games.belote.options import BeloteOptions
from bot.core.games.coinche.options import CoincheOptions
from bot.core.games.coinche.scoring import CAPOT_MORE

Pair = tuple[int, int]
"""One number for each side."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was won in play.

    Attributes:
        cards: card points of the takers' tricks, without the last-trick bonus and before any conversion.
        der: whether the takers won the last trick.
        capot: 1 when the takers won every trick, -1 when the defence did, else 0.
        alone: whether the taker himself won every trick.
        belotes: belotes of takers and defence.
        annonces: points of valid annonces of takers and defence.
    """

    cards: int
    der: bool
    capot: int = 0
    alone: bool = False
    belotes: Pair = (0, 0)
    annonces: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a contract is played for.

    Attributes:
        options: of the game.
        denomination: its number.
        aim: what is to be done.
        level: the number bid.
        doubling: coinche, surcoinche or none.
        total: card points of the pack, before any conversion.
        totals: match points of takers and defence before the deal.
        pot: points waiting from earlier ties, of takers and defence.
        last: whether the match ends with this deal.
    """

    options: FamilyOptions
    denomination: int
    aim: Aim
    level: int
    doubling: Doubling
    total: int
    totals: Pair = (0, 0)
    pot: Pair = (0, 0)
    last: bool = False

    def marks(self, result: Result) -> Pair:
        """What takers and defence mark."""
        options = self.options
        tricks = self._tricks(result)
        belotes = self._belotes(result)
        if isinstance(options, CoincheOptions):
            exact = _coinche(self, options, result, tricks, belotes)
        else:
            assert isinstance(options, BeloteOptions)
            exact = _classic(self, options, result, tricks, belotes)
        written = rounded(exact[0], options.round), rounded(exact[1], options.round)
        if written != exact and not options.round_last_deal and self._could_finish(exact, written):
            return exact
        return written

    def compared(self, result: Result) -> Pair:
        """What counts towards the contract, of takers and defence."""
        tricks, belotes, annonces = self._tricks(result), self._belotes(result), result.annonces
        belote, annonce = self.options.belote_counts_for_contract, self.options.annonces_count_for_contract
        mine = tricks[0] + belotes[0] * belote + annonces[0] * annonce
        return mine, tricks[1] + belotes[1] * belote + annonces[1] * annonce

    def _tricks(self, result: Result) -> Pair:
        options = self.options
        if result.capot:
            return (options.capot_points, 0) if result.capot > 0 else (0, options.capot_points)
        mine, theirs = result.cards, self.total - result.cards
        more, less = (LAST_TRICK, 0) if result.der else (0, LAST_TRICK)
        conversion = _conversion(self.denomination, options)
        if conversion is None:
            return mine + more, theirs + less
        times, over, with_der = conversion
        if with_der:
            return nearest(mine + more, times, over), nearest(theirs + less, times, over)
        return nearest(mine, times, over) + more, nearest(theirs, times, over) + less

    def _belotes(self, result: Result) -> Pair:
        mine, theirs = result.belotes
        if self.denomination == SA or (self.denomination == TA and self.options.ta_belotes == "none"):
            return 0, 0
        return mine * BELOTE_POINTS, theirs * BELOTE_POINTS

    def _could_finish(self, exact: Pair, written: Pair) -> bool:
        rules = self.options.match_rules()
        if rules.deals is not None:
            return self.last
        target = rules.target + rules.exceed
        return any(self.totals[camp] + max(exact[camp], written[camp]) >= target for camp in (0, 1))


def stakes_of(
    options: FamilyOptions,
    contract: Contract,
    denomination: int,
    total: int,
    totals: tuple[int, ...] = (0, 0),
    pot: tuple[int, ...] = (0, 0),
    last: bool = False,
) -> Stakes:
    """The stakes of a contract; totals and pot are by side, as the match has them."""
    mine, theirs = contract.side, 1 - contract.side
    return Stakes(
        options,
        denomination,
        contract.aim,
        contract.level,
        contract.doubling,
        total,
        (totals[mine], totals[theirs]),
        (pot[mine], pot[theirs]),
        last,
    )


def _conversion(denomination: int, options: FamilyOptions) -> tuple[int, int, bool] | None:
    """Multiplier, divisor, and whether the last trick is converted too (docs/rules/belote.md 3)."""
    if denomination == SA:
        return {"cards_152": (152, 120, False), "convert_130": (162, 130, True)}.get(options.sa_values)
    if denomination == TA:
        return {"cards_152": (152, 248, False), "convert_258": (162, 258, True)}.get(options.ta_values)
    return None


def _classic(stakes: Stakes, options: BeloteOptions, result: Result, tricks: Pair, belotes: Pair) -> Pair:
    """Marks of the classic game (docs/rules/belote.md 11)."""
    annonces = result.annonces
    mine, theirs = stakes.compared(result)
    made = result.capot > 0 or mine > theirs
    if mine == theirs and result.capot <= 0:
        if options.litige == "carry":
            return _tied(stakes, options, tricks, belotes, annonces)
        made = options.litige == "made"
    pot = sum(stakes.pot)
    if made:
        taken = annonces[1] if result.capot > 0 and options.capot_takes_annonces else 0
        own = tricks[0] + annonces[0] + taken + belotes[0] + pot
        return own, tricks[1] + annonces[1] - taken + belotes[1]
    base = options.defence_capot_base if result.capot < 0 else options.fail_base
    defence = base + sum(annonces) + belotes[1] + pot
    if options.belote_on_fail == "kept":
        return belotes[0], defence
    return 0, defence + belotes[0]


def _tied(stakes: Stakes, options: BeloteOptions, tricks: Pair, belotes: Pair, annonces: Pair) -> Pair:
    """A tie: the takers' points wait, except on the last deal, which shares everything out."""
    defence = tricks[1] + annonces[1] + belotes[1]
    if stakes.last:
        return tricks[0] + annonces[0] + belotes[0] + stakes.pot[0], defence + stakes.pot[1]
    return belotes[0] if options.litige_belote == "kept" else 0, defence


def _coinche(stakes: Stakes, options: CoincheOptions, result: Result, tricks: Pair, belotes: Pair) -> Pair:
    """Marks of coinche and contrée (docs/rules/belote.md 12)."""
    made = _made(stakes, options, result)
    doubled = stakes.doubling is not Doubling.NONE
    factor = _factor(stakes, options)
    slam = stakes.aim in (Aim.CAPOT, Aim.GENERALE)
    winner, loser = (0, 1) if made else (1, 0)
    marks = [0, 0]
    if options.scoring == "bid":
        marks[winner] = _value(stakes, options) * factor
    else:
        if slam and (options.scoring == "made" or options.capot_bid == "flat"):
            marks[winner] = 2 * _value(stakes, options) * factor
        elif made and not doubled:
            marks[0], marks[1] = tricks[0], tricks[1]
            marks[0] += _value(stakes, options) if options.scoring == "made_plus_bid" else 0
        else:
            marks[winner] = _for_the_winner(stakes, options, result, tricks, made, factor)
        _annonces(marks, options, result, winner, doubled or not made, factor)
    if options.scoring != "bid" or options.bid_mode_belote == "mark":
        taken = options.belote_on_fail == "to_winner" and (doubled or not made)
        won = belotes[winner] + (belotes[loser] if taken else 0)
        times = factor if options.belote_multiplied and options.multiply == "all" and options.scoring != "bid" else 1
        marks[winner] += won * times
        marks[loser] += 0 if taken else belotes[loser]
    return marks[0], marks[1]


def _made(stakes: Stakes, options: CoincheOptions, result: Result) -> bool:
    if stakes.aim is Aim.CAPOT:
        return result.capot > 0
    if stakes.aim is Aim.GENERALE:
        return result.alone
    mine, theirs = stakes.compared(result)
    needed = max(stakes.level, options.min_points_80) if stakes.level == 80 else stakes.level
    return mine >= needed and (not options.must_beat_defence or mine > theirs or result.capot > 0)


def _value(stakes: Stakes, options: CoincheOptions) -> int:
    """Points of the bid itself."""
    if stakes.aim is Aim.CAPOT:
        return options.capot_bid_value
    return options.generale_value if stakes.aim is Aim.GENERALE else stakes.level // 10 * 10


def _factor(stakes: Stakes, options: CoincheOptions) -> int:
    if stakes.doubling is Doubling.NONE:
        return 1
    return options.coinche_factor if stakes.doubling is Doubling.COINCHE else options.surcoinche_factor


def _for_the_winner(
    stakes: Stakes, options: CoincheOptions, result: Result, tricks: Pair, made: bool, factor: int
) -> int:
    """What the winner of a failed or doubled contract marks beside annonces and belotes."""
    base = options.fail_base
    capot = made and result.capot > 0
    if options.scoring == "made":
        return base * factor + (10 * LAST_TRICK if capot else 0)
    if made:
        base = tricks[0] if options.coinched_made_base == "points" else base + (CAPOT_MORE if capot else 0)
    value = _value(stakes, options)
    return base + value * factor if options.multiply == "bid_only" else (base + value) * factor


def _annonces(
    marks: list[int], options: CoincheOptions, result: Result, winner: int, follows: bool, factor: int
) -> None:
    """Annonces follow the winner of a failed or doubled contract, and the takers' capot; else each keeps its own."""
    annonces = result.annonces
    if not follows and not (result.capot > 0 and options.capot_takes_annonces):
        marks[0] += annonces[0]
        marks[1] += annonces[1]
        return
    times = factor if options.annonces_multiplied and options.multiply == "all" else 1
    marks[winner] += sum(annonces) * times
