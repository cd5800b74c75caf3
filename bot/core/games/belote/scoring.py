"""What a deal of classic belote is worth (docs/rules/belote.md 11)."""

from __future__ import annotations

from enum import Enum, auto
from typing import assert_never

from bot.core.facts import Camp
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import DealCount, Held, Ledger, Points, Scored, count, settle, undecided
from bot.core.families.belote.keys import Key
from bot.core.game import DealSetup
from bot.core.games.belote.options import BeloteOptions
from bot.core.seats import Side


class Outcome(Enum):
    """How the takers did."""

    MADE = auto()
    FAILED = auto()
    HELD_OVER = auto()
    SHARED = auto()


def score(setup: DealSetup, contract: Contract, deal: DealCount) -> Scored:
    """Judge and mark a deal that was played.

    Args:
        setup: its options, totals, the pot left by earlier ties, and whether it is the last deal.
        contract: what was played.
        deal: what was won.
    """
    options = setup.options
    assert isinstance(options, BeloteOptions)
    ledger = Ledger()
    held = count(contract.denomination, deal, options, ledger)
    outcome = _judge(contract.side, held, setup.last, options, ledger)
    waiting: Points = (0, 0)
    match outcome:
        case Outcome.MADE:
            _mark_made(contract.side, held, options, ledger)
        case Outcome.FAILED:
            _mark_failed(contract.side, held, options, ledger)
        case Outcome.HELD_OVER:
            waiting = _mark_tie(contract.side, held, options, ledger)
        case Outcome.SHARED:
            for side in (0, 1):
                _mark_own(side, held, ledger)
        case _:
            assert_never(outcome)
    waiting = _pot(setup, contract.side, outcome, waiting, ledger)
    made = {Outcome.MADE: True, Outcome.FAILED: False}.get(outcome)
    failed = contract.side if made is False else None
    trickless = None if held.capot is None else 1 - held.capot
    barred = undecided(ledger.belote, failed, trickless, options.belote_finish)
    return settle(ledger, setup, options, waiting, barred, made)


def _judge(taker: int, held: Held, last: bool, options: BeloteOptions, ledger: Ledger) -> Outcome:
    compared = held.compared(options)
    camp, mine, theirs = Camp(Side(taker)), compared[taker], compared[1 - taker]
    if held.capot == taker:
        ledger.note(Key.ACCOUNT_MADE_CAPOT, camp=camp)
        return Outcome.MADE
    if mine != theirs:
        made = mine > theirs
        ledger.note(Key.ACCOUNT_MADE if made else Key.ACCOUNT_FAILED, camp=camp, points=mine, other=theirs)
        return Outcome.MADE if made else Outcome.FAILED
    if options.litige == "fail":
        ledger.note(Key.ACCOUNT_TIE_FAILS, points=mine)
        return Outcome.FAILED
    if options.litige == "made":
        ledger.note(Key.ACCOUNT_TIE_MADE, points=mine)
        return Outcome.MADE
    ledger.note(Key.ACCOUNT_TIE_LAST_DEAL if last else Key.ACCOUNT_TIE, points=mine)
    return Outcome.SHARED if last else Outcome.HELD_OVER


def _mark_own(side: int, held: Held, ledger: Ledger) -> None:
    ledger.mark(side, Key.ACCOUNT_MARK_TRICKS, held.tricks[side])
    ledger.mark(side, Key.ACCOUNT_MARK_ANNONCES, held.annonces[side])
    ledger.mark_belote(side, Key.ACCOUNT_MARK_BELOTE, held.belote[side])


def _mark_made(taker: int, held: Held, options: BeloteOptions, ledger: Ledger) -> None:
    defence = 1 - taker
    _mark_own(taker, held, ledger)
    ledger.mark(defence, Key.ACCOUNT_MARK_TRICKS, held.tricks[defence])
    if held.capot == taker and options.capot_takes_annonces:
        source = Camp(Side(defence))
        ledger.mark(taker, Key.ACCOUNT_MARK_ANNONCES_TAKEN, held.annonces[defence], source=source)
    else:
        ledger.mark(defence, Key.ACCOUNT_MARK_ANNONCES, held.annonces[defence])
    ledger.mark_belote(defence, Key.ACCOUNT_MARK_BELOTE, held.belote[defence])


def _mark_failed(taker: int, held: Held, options: BeloteOptions, ledger: Ledger) -> None:
    defence, source = 1 - taker, Camp(Side(taker))
    base = options.defence_capot_base if held.capot == defence else options.fail_base
    ledger.mark(defence, Key.ACCOUNT_MARK_BASE, base)
    ledger.mark(defence, Key.ACCOUNT_MARK_ANNONCES, held.annonces[defence])
    ledger.mark(defence, Key.ACCOUNT_MARK_ANNONCES_TAKEN, held.annonces[taker], source=source)
    ledger.mark_belote(defence, Key.ACCOUNT_MARK_BELOTE, held.belote[defence])
    if options.belote_on_fail == "kept":
        ledger.mark_belote(taker, Key.ACCOUNT_MARK_BELOTE, held.belote[taker])
    else:
        ledger.mark_belote(defence, Key.ACCOUNT_MARK_BELOTE_TAKEN, held.belote[taker], source=source)


def _mark_tie(taker: int, held: Held, options: BeloteOptions, ledger: Ledger) -> Points:
    """The defence marks its own; the takers' points wait. Returns what waits, by side."""
    _mark_own(1 - taker, held, ledger)
    waiting = held.tricks[taker] + held.annonces[taker]
    if options.litige_belote == "kept":
        ledger.mark_belote(taker, Key.ACCOUNT_MARK_BELOTE, held.belote[taker])
    else:
        waiting += held.belote[taker]
    return (waiting, 0) if taker == 0 else (0, waiting)


def _pot(setup: DealSetup, taker: int, outcome: Outcome, waiting: Points, ledger: Ledger) -> Points:
    """Give the pot of earlier ties to the winner, or back on the last deal, or leave it. Returns what still waits."""
    before = setup.carried
    if outcome is Outcome.HELD_OVER:
        return before[0] + waiting[0], before[1] + waiting[1]
    if outcome is Outcome.SHARED:
        for side in (0, 1):
            ledger.mark(side, Key.ACCOUNT_MARK_POT_RETURNED, before[side])
        return 0, 0
    winner = taker if outcome is Outcome.MADE else 1 - taker
    ledger.mark(winner, Key.ACCOUNT_MARK_POT, sum(before))
    return 0, 0
