"""What a deal of coinche or contrée is worth (docs/rules/belote.md 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from bot.core.facts import Camp, Who
from bot.core.families.belote.contract import Aim, Contract, Doubling
from bot.core.families.belote.counting import (
    LAST_TRICK,
    DealCount,
    Held,
    Ledger,
    Scored,
    count,
    settle,
    undecided,
)
from bot.core.families.belote.keys import Key
from bot.core.game import DealSetup
from bot.core.games.coinche.options import CoincheOptions
from bot.core.seats import Side

CAPOT_MORE = 90
"""What a capot adds to the flat base of a doubled contract: 250 instead of 160, 252 instead of 162."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A deal that was judged, ready to be marked.

    Attributes:
        contract: what was played.
        held: what each side has.
        made: whether the takers did it.
        options: the game's options.
    """

    contract: Contract
    held: Held
    made: bool
    options: CoincheOptions

    @property
    def taker(self) -> int:
        """The taking side."""
        return self.contract.side

    @property
    def winner(self) -> int:
        """The side that marks the contract."""
        return self.taker if self.made else 1 - self.taker

    @property
    def doubled(self) -> bool:
        """Whether the contract was doubled at all."""
        return self.contract.doubling is not Doubling.NONE

    @property
    def factor(self) -> int:
        """How many times a doubled contract counts."""
        match self.contract.doubling:
            case Doubling.NONE:
                return 1
            case Doubling.COINCHE:
                return self.options.coinche_factor
            case Doubling.SURCOINCHE:
                return self.options.surcoinche_factor
            case _:
                assert_never(self.contract.doubling)

    @property
    def value(self) -> int:
        """Points of the bid itself; 82 is a way to say 80 and is marked as such."""
        match self.contract.aim:
            case Aim.CAPOT:
                return self.options.capot_bid_value
            case Aim.GENERALE:
                return self.options.generale_value
            case Aim.NUMBER | Aim.TAKE:
                return self.contract.level // 10 * 10
            case _:
                assert_never(self.contract.aim)

    @property
    def slam(self) -> bool:
        """Whether capot or générale was bid."""
        return self.contract.aim in (Aim.CAPOT, Aim.GENERALE)


def score(setup: DealSetup, contract: Contract, deal: DealCount) -> Scored:
    """Judge and mark a deal that was played.

    Args:
        setup: its options, totals, and whether it is the last deal.
        contract: what was played.
        deal: what was won.
    """
    options = setup.options
    assert isinstance(options, CoincheOptions)
    ledger = Ledger()
    held = count(contract.denomination, deal, options, ledger)
    judged = Judgement(contract, held, _judge(contract, deal, held, options, ledger), options)
    if options.scoring == "bid":
        _mark_bid(judged, ledger)
    elif judged.slam and (options.scoring == "made" or options.capot_bid == "flat"):
        _mark_flat(judged, ledger)
    elif options.scoring == "made":
        _mark_points_made(judged, ledger)
    else:
        _mark_made_plus_bid(judged, ledger)
    if options.scoring != "bid" or options.bid_mode_belote == "mark":
        _mark_belotes(judged, ledger)
    failed = None if judged.made else judged.taker
    trickless = None if held.capot is None else 1 - held.capot
    barred = undecided(ledger.belote, failed, trickless, options.belote_finish)
    return settle(ledger, setup, options, (0, 0), barred, judged.made)


def _judge(contract: Contract, deal: DealCount, held: Held, options: CoincheOptions, ledger: Ledger) -> bool:
    """Whether the contract was made, on exact points (docs/rules/belote.md 12.1)."""
    camp, tricks = Camp(Side(contract.side)), deal.tricks[contract.side]
    every = sum(deal.tricks)
    if contract.aim is Aim.CAPOT:
        made = tricks == every
        ledger.note(Key.ACCOUNT_CAPOT_MADE if made else Key.ACCOUNT_CAPOT_FAILED, camp=camp, tricks=tricks)
        return made
    if contract.aim is Aim.GENERALE:
        made = deal.solo_tricks == every
        key = Key.ACCOUNT_GENERALE_MADE if made else Key.ACCOUNT_GENERALE_FAILED
        ledger.note(key, who=Who(contract.taker), tricks=deal.solo_tricks)
        return made
    needed = max(contract.level, options.min_points_80) if contract.level == 80 else contract.level
    compared = held.compared(options)
    mine, theirs = compared[contract.side], compared[1 - contract.side]
    if mine < needed:
        ledger.note(Key.ACCOUNT_BID_FAILED, camp=camp, points=mine, needed=needed)
        return False
    if options.must_beat_defence and mine <= theirs and held.capot != contract.side:
        ledger.note(Key.ACCOUNT_DEFENCE_NOT_BEATEN, camp=camp, points=mine, other=theirs)
        return False
    ledger.note(Key.ACCOUNT_BID_MADE, camp=camp, points=mine, needed=needed)
    return True


def _mark_bid(judged: Judgement, ledger: Ledger) -> None:
    ledger.mark(judged.winner, Key.ACCOUNT_MARK_BID, judged.value)
    ledger.multiply(judged.winner, judged.value, judged.factor)


def _mark_flat(judged: Judgement, ledger: Ledger) -> None:
    """A slam worth twice its value, multiplied when doubled, made or failed."""
    flat = 2 * judged.value
    ledger.mark(judged.winner, Key.ACCOUNT_MARK_FLAT, flat)
    ledger.multiply(judged.winner, flat, judged.factor)
    _mark_annonces(judged, ledger)


def _mark_points_made(judged: Judgement, ledger: Ledger) -> None:
    """Tricks only; a failed or doubled contract is worth the flat base, whatever the tricks really made."""
    if not judged.doubled and judged.made:
        _mark_tricks(judged, ledger)
    else:
        base = judged.options.fail_base
        ledger.mark(judged.winner, Key.ACCOUNT_MARK_BASE, base)
        ledger.multiply(judged.winner, base, judged.factor)
        if judged.made and judged.held.capot == judged.taker:
            ledger.mark(judged.winner, Key.ACCOUNT_MARK_CAPOT_BONUS, 10 * LAST_TRICK)
    _mark_annonces(judged, ledger)


def _mark_made_plus_bid(judged: Judgement, ledger: Ledger) -> None:
    if not judged.doubled and judged.made:
        _mark_tricks(judged, ledger)
        ledger.mark(judged.winner, Key.ACCOUNT_MARK_BID, judged.value)
    else:
        base = _base(judged)
        ledger.mark(judged.winner, Key.ACCOUNT_MARK_BASE, base)
        ledger.mark(judged.winner, Key.ACCOUNT_MARK_BID, judged.value)
        multiplied = judged.value if judged.options.multiply == "bid_only" else judged.value + base
        ledger.multiply(judged.winner, multiplied, judged.factor)
    _mark_annonces(judged, ledger)


def _mark_tricks(judged: Judgement, ledger: Ledger) -> None:
    for side in (judged.taker, 1 - judged.taker):
        ledger.mark(side, Key.ACCOUNT_MARK_TRICKS, judged.held.tricks[side])


def _base(judged: Judgement) -> int:
    """What stands for the tricks when the contract failed or was doubled."""
    options, held = judged.options, judged.held
    if not judged.made:
        return options.fail_base
    if options.coinched_made_base == "points":
        return held.tricks[judged.taker]
    return options.fail_base + (CAPOT_MORE if held.capot == judged.taker else 0)


def _mark_annonces(judged: Judgement, ledger: Ledger) -> None:
    """Annonces follow the winner of a failed or doubled contract, and the takers' capot; else each keeps its own."""
    options, held = judged.options, judged.held
    taken = judged.doubled or not judged.made
    taken = taken or (held.capot == judged.taker and options.capot_takes_annonces)
    winner, loser = judged.winner, 1 - judged.winner
    ledger.mark(winner, Key.ACCOUNT_MARK_ANNONCES, held.annonces[winner])
    if not taken:
        ledger.mark(loser, Key.ACCOUNT_MARK_ANNONCES, held.annonces[loser])
        return
    source = Camp(Side(loser))
    ledger.mark(winner, Key.ACCOUNT_MARK_ANNONCES_TAKEN, held.annonces[loser], source=source)
    if options.annonces_multiplied and options.multiply == "all":
        ledger.multiply(winner, sum(held.annonces), judged.factor)


def _mark_belotes(judged: Judgement, ledger: Ledger) -> None:
    """Each side's own, unless `belote_on_fail` gives the loser's to the winner (docs/rules/belote.md 8)."""
    options, held = judged.options, judged.held
    winner, loser = judged.winner, 1 - judged.winner
    ledger.mark_belote(winner, Key.ACCOUNT_MARK_BELOTE, held.belote[winner])
    won = held.belote[winner]
    if options.belote_on_fail == "to_winner" and (judged.doubled or not judged.made):
        source = Camp(Side(loser))
        ledger.mark_belote(winner, Key.ACCOUNT_MARK_BELOTE_TAKEN, held.belote[loser], source=source)
        won += held.belote[loser]
    else:
        ledger.mark_belote(loser, Key.ACCOUNT_MARK_BELOTE, held.belote[loser])
    if options.belote_multiplied and options.multiply == "all" and options.scoring != "bid":
        ledger.multiply(winner, won, judged.factor)
