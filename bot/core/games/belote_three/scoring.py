"""What a deal of belote for three is worth (docs/rules/belote.md 15)."""

from __future__ import annotations

from bot.core.facts import Camp
from bot.core.families.belote.contract import Contract
from bot.core.families.belote.counting import DealCount, Held, Ledger, Scored, count, settle
from bot.core.families.belote.keys import Key as Shared
from bot.core.game import DealSetup
from bot.core.games.belote_three.keys import Key
from bot.core.games.belote_three.options import ThreeOptions
from bot.core.seats import Side, next_seat


def score(setup: DealSetup, contract: Contract, deal: DealCount) -> Scored:
    """Judge and mark a deal that was played.

    Args:
        setup: its options, totals, and whether it is the last deal.
        contract: what was played; every seat is a side.
        deal: what was won.
    """
    options = setup.options
    assert isinstance(options, ThreeOptions)
    ledger = Ledger.of(setup.players)
    held = count(contract.denomination, deal, options, ledger)
    taker = Side(contract.taker)
    first = next_seat(contract.taker, setup.players)
    others = Side(first), Side(next_seat(first, setup.players))
    compared = held.compared(options)
    made = _judge(taker, others, held, compared, options, ledger)
    for side in (taker, *others):
        if made or side != taker:
            ledger.mark(side, Shared.ACCOUNT_MARK_TRICKS, held.tricks[side])
        ledger.mark_belote(side, Shared.ACCOUNT_MARK_BELOTE, held.belote[side])
    if not made:
        _share_out(taker, others, held, compared, ledger)
    nothing = (0,) * setup.players
    return settle(ledger, setup, options, nothing, nothing, made)


def _judge(
    taker: Side,
    others: tuple[Side, Side],
    held: Held,
    compared: tuple[int, ...],
    options: ThreeOptions,
    ledger: Ledger,
) -> bool:
    """Whether the taker has more than each opponent, or than both together (`three_contract`)."""
    mine = compared[taker]
    if held.capot == taker:
        ledger.note(Shared.ACCOUNT_MADE_CAPOT, camp=Camp(taker))
        return True
    if options.three_contract == "both":
        other = sum(compared[side] for side in others)
        keys = Key.ACCOUNT_BEATS_BOTH, Key.ACCOUNT_LEVEL_WITH_BOTH, Key.ACCOUNT_BEATEN_BY_BOTH
        ledger.note(_verdict(keys, mine, other), camp=Camp(taker), points=mine, other=other)
    else:
        rival = max(others, key=lambda side: compared[side])
        other = compared[rival]
        keys = Key.ACCOUNT_BEATS_EACH, Key.ACCOUNT_LEVEL_WITH_ONE, Key.ACCOUNT_BEATEN_BY_ONE
        ledger.note(_verdict(keys, mine, other), camp=Camp(taker), points=mine, rival=Camp(rival), other=other)
    return mine > other


def _verdict(keys: tuple[Key, Key, Key], mine: int, other: int) -> Key:
    more, level, fewer = keys
    return more if mine > other else level if mine == other else fewer


def _share_out(taker: Side, others: tuple[Side, Side], held: Held, compared: tuple[int, ...], ledger: Ledger) -> None:
    """The failed taker's tricks go to the opponent who made more, or half to each; an odd point goes to nobody."""
    best = max(compared[side] for side in others)
    winners = [side for side in others if compared[side] == best]
    for side in winners:
        points = held.tricks[taker] // len(winners)
        ledger.mark(side, Key.ACCOUNT_MARK_TRICKS_TAKEN, points, source=Camp(taker))
