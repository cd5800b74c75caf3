"""What a deal of belote for two is worth (docs/rules/belote.md 15, and 11 where it says nothing else)."""

from __future__ import annotations

from dataclasses import replace

from bot.core.facts import Camp
from bot.core.families.belote.counting import LAST_TRICK, DealCount, Held, Ledger, Points, Scored, count, settle
from bot.core.families.belote.counting import undecided as undecided_part
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.keys import Key
from bot.core.game import DealSetup
from bot.core.games.belote_two.options import TwoOptions
from bot.core.seats import Side

_CARDS = 152
"""Card points of the whole pack."""


def score(setup: DealSetup, taker: Side | None, trump: Denomination, deal: DealCount) -> Scored:
    """Judge and mark a deal that was played.

    Args:
        setup: its options, totals, the pot left by earlier ties, and whether it is the last deal.
        taker: who took; None where the trump was not bid for.
        trump: the trump suit.
        deal: what was won.
    """
    options = setup.options
    assert isinstance(options, TwoOptions)
    ledger = Ledger()
    # All that was won, the last trick, and the bonus: what sleeps is nobody's.
    whole = replace(options, capot_points=_CARDS + LAST_TRICK + options.capot_bonus)
    held = count(trump, deal, whole, ledger)
    if taker is None:
        for side in (Side(0), Side(1)):
            _mark_own(side, held, ledger)
        return _settle(setup, options, held, ledger, (0, 0), None, None)
    made = _judge(taker, held, setup.last, options, ledger)
    if made is None:
        return _tied(setup, taker, held, options, ledger)
    if made:
        for side in (taker, Side(1 - taker)):
            _mark_own(side, held, ledger)
    else:
        _mark_failed(taker, held, options, ledger)
    ledger.mark(taker if made else 1 - taker, Key.ACCOUNT_MARK_POT, sum(setup.carried))
    return _settle(setup, options, held, ledger, (0, 0), made, None if made else taker)


def _settle(
    setup: DealSetup,
    options: TwoOptions,
    held: Held,
    ledger: Ledger,
    waiting: Points,
    made: bool | None,
    failed: Side | None,
) -> Scored:
    trickless = None if held.capot is None else 1 - held.capot
    barred = undecided_part(ledger.belote, failed, trickless, options.belote_finish)
    return settle(ledger, setup, options, waiting, barred, made)


def _judge(taker: Side, held: Held, last: bool, options: TwoOptions, ledger: Ledger) -> bool | None:
    """Whether the taker has more than the opponent; None for a tie that is neither."""
    compared = held.compared(options)
    mine, theirs = compared[taker], compared[1 - taker]
    if held.capot == taker:
        ledger.note(Key.ACCOUNT_MADE_CAPOT, camp=Camp(taker))
        return True
    if mine != theirs:
        made = mine > theirs
        key = Key.ACCOUNT_MADE if made else Key.ACCOUNT_FAILED
        ledger.note(key, camp=Camp(taker), points=mine, other=theirs)
        return made
    if options.litige == "carry":
        ledger.note(Key.ACCOUNT_TIE_LAST_DEAL if last else Key.ACCOUNT_TIE, points=mine)
        return None
    made = options.litige == "made"
    ledger.note(Key.ACCOUNT_TIE_MADE if made else Key.ACCOUNT_TIE_FAILS, points=mine)
    return made


def _mark_own(side: Side, held: Held, ledger: Ledger) -> None:
    ledger.mark(side, Key.ACCOUNT_MARK_TRICKS, held.tricks[side])
    ledger.mark_belote(side, Key.ACCOUNT_MARK_BELOTE, held.belote[side])


def _mark_failed(taker: Side, held: Held, options: TwoOptions, ledger: Ledger) -> None:
    """The opponent marks all that both have won, or the flat amount with the bonus of a capot."""
    other = Side(1 - taker)
    base = sum(held.tricks)
    if options.fail_marks == "flat":
        base = options.fail_base + (options.capot_bonus if held.capot == other else 0)
    ledger.mark(other, Key.ACCOUNT_MARK_BASE, base)
    ledger.mark_belote(other, Key.ACCOUNT_MARK_BELOTE, held.belote[other])
    if options.belote_on_fail == "kept":
        ledger.mark_belote(taker, Key.ACCOUNT_MARK_BELOTE, held.belote[taker])
    else:
        ledger.mark_belote(other, Key.ACCOUNT_MARK_BELOTE_TAKEN, held.belote[taker], source=Camp(taker))


def _tied(setup: DealSetup, taker: Side, held: Held, options: TwoOptions, ledger: Ledger) -> Scored:
    """The opponent marks at once, the taker's points wait; on the last deal everybody has his own, the pot included."""
    _mark_own(Side(1 - taker), held, ledger)
    if setup.last:
        _mark_own(taker, held, ledger)
        for side in (0, 1):
            ledger.mark(side, Key.ACCOUNT_MARK_POT_RETURNED, setup.carried[side])
        return _settle(setup, options, held, ledger, (0, 0), None, None)
    waiting = [*setup.carried]
    waiting[taker] += held.tricks[taker]
    if options.litige_belote == "kept":
        ledger.mark_belote(taker, Key.ACCOUNT_MARK_BELOTE, held.belote[taker])
    else:
        waiting[taker] += held.belote[taker]
    return _settle(setup, options, held, ledger, tuple(waiting), None, None)
