"""What hands are worth under a denomination, and how well they fit with what their holders called.

The weights are those of `families.bidding`: a least-squares fit of the points that a bidder's side made. Hands are
masks of numbers (see `kernel`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from bot.ai.belote.kernel import SA, SUIT, SUITS
from bot.ai.belote.knowledge import BID, CAPOT, GENERALE, TAKE
from bot.ai.belote.layout import Known

_ACE, _KING, _QUEEN, _JACK, _TEN, _NINE = 7, 6, 5, 4, 3, 2


def _as_trumps(held: int) -> int:
    high = 34 * (held >> _JACK & 1) + 26 * (held >> _NINE & 1) + 19 * (held >> _ACE & 1) + 18 * (held >> _TEN & 1)
    return high + 14 * (held & (1 << _KING | 1 << _QUEEN | 0b11)).bit_count()


def _beside(held: int) -> int:
    short = 2 if held.bit_count() < 2 else 0
    return 10 * (held >> _ACE & 1) + 7 * (held >> _TEN & 1 and held.bit_count() > 1) + short


def _in_no_trumps(held: int) -> int:
    ace = held >> _ACE & 1
    ten = held >> _TEN & 1
    return 22 * ace + ten * (14 if ace else 7 if held.bit_count() > 1 else 2) + (3 if ace and held >> _KING & 1 else 0)


def _in_all_trumps(held: int) -> int:
    jack, nine = held >> _JACK & 1, held >> _NINE & 1
    return (
        20 * jack + nine * (14 if jack else 8 if held.bit_count() > 1 else 2) + (5 if jack and held >> _ACE & 1 else 0)
    )


TRUMPS = tuple(_as_trumps(held) for held in range(SUIT + 1))
BESIDE = tuple(_beside(held) for held in range(SUIT + 1))
NO_TRUMPS = tuple(_in_no_trumps(held) for held in range(SUIT + 1))
ALL_TRUMPS = tuple(_in_all_trumps(held) for held in range(SUIT + 1))


def support(hand: int, denomination: int) -> int:
    """Points that a hand brings by itself under a denomination."""
    one, two, three, four = hand & SUIT, hand >> 8 & SUIT, hand >> 16 & SUIT, hand >> 24 & SUIT
    if denomination >= SUITS:
        table = NO_TRUMPS if denomination == SA else ALL_TRUMPS
        return table[one] + table[two] + table[three] + table[four]
    trumps = hand >> 8 * denomination & SUIT
    beside = BESIDE[one] + BESIDE[two] + BESIDE[three] + BESIDE[four]
    return TRUMPS[trumps] + beside - BESIDE[trumps]


def likelihood(known: Known, hands: Sequence[int], seats: Sequence[int]) -> float:
    """How well hands as dealt fit with the calls of these seats: a probability up to a factor."""
    calls = known.calls
    fit = 1.0
    bid = (0, 0, -1, -1)
    for at in range(0, len(calls), 4):
        seat, kind, level, denomination = calls[at : at + 4]
        if seat in seats:
            fit *= _fit_of_call(hands[seat], calls[at : at + 4], bid)
        if kind in (BID, CAPOT, GENERALE, TAKE):
            bid = (seat, level, denomination, kind)
    return fit


def _fit_of_call(hand: int, call: Sequence[int], bid: tuple[int, int, int, int]) -> float:
    seat, kind, level, denomination = call
    if kind == TAKE:
        return _above(support(hand, denomination), 62, 8)
    if kind == BID:
        raised = bid[3] >= 0 and (bid[0] ^ seat) & 1 == 0 and bid[2] == denomination
        if raised:
            return _above(support(hand, denomination), 22 + (level - bid[1] - 10) // 2, 8)
        return _above(support(hand, denomination), level - 26, 7)
    if kind in (CAPOT, GENERALE):
        return _above(support(hand, denomination), 110, 10)
    return 1.0


def _above(value: int, middle: int, width: int) -> float:
    """From 0 to 1 as a value goes from well below a middle to well above."""
    return 1.0 / (1.0 + exp((middle - value) / width))
