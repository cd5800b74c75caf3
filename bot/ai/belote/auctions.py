"""How an auction may go on, every seat by the rules of thumb of players without a mind, on masks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.ai.belote.judging import support
from bot.ai.belote.kernel import SUIT, SUITS
from bot.ai.belote.knowledge import BID, CAPOT, COINCHE, GENERALE, PASS, SURCOINCHE, TAKE
from bot.ai.families.bidding import BASE, SHORTEST
from bot.core.games.coinche.options import CoincheOptions

TAKEN_WITH = 51
"""Support, the turned card included, with which a suit is taken."""

OPENED_WITH = 4
"""How far below what is expected a bid stays."""

SHOWN = 4
RAISED = 10
HIGHEST = 160
SURE_DEFEAT = 30
NEARLY = 15
SURE_TRICK = 26


def next_taker(hands: Sequence[int], turned: int, passes: int, first: int) -> tuple[int, int] | None:
    """Who takes from here on, and in what, in the classic auction; None when everybody passes.

    Args:
        hands: five cards of each seat.
        turned: the card turned up.
        passes: how many have passed.
        first: who speaks first.
    """
    suit = turned.bit_length() - 1 >> 3
    for nth in range(passes, 8):
        seat = first + nth & 3
        whole = hands[seat] | turned
        best, named = TAKEN_WITH - 1, -1
        for trump in (suit,) if nth < SUITS else [other for other in range(SUITS) if other != suit]:
            if (whole >> 8 * trump & SUIT).bit_count() >= SHORTEST:
                worth = support(whole, trump)
                if worth > best:
                    best, named = worth, trump
        if named >= 0:
            return seat, named
    return None


class Auction(NamedTuple):
    """An auction of coinche under way.

    Attributes:
        turn: who speaks.
        taker: who bid last; -1 before the first bid.
        kind, level, denomination: that bid.
        doubling: 0, 1 or 2.
        passes: passes since the last bid, or the coinche.
        ours: for each side and suit the first bidder and his level, as seat << 10 | level; -1 before.
        raised: for each side and suit whether it was bid again by the other partner.
        over: whether the auction is closed.
    """

    turn: int
    taker: int = -1
    kind: int = PASS
    level: int = 0
    denomination: int = 0
    doubling: int = 0
    passes: int = 0
    ours: tuple[int, ...] = (-1,) * (2 * 6)
    raised: tuple[bool, ...] = (False,) * (2 * 6)
    over: bool = False

    def after(self, seat: int, kind: int, level: int, denomination: int, options: CoincheOptions) -> Auction:
        """The auction after a call."""
        following = seat + 1 & 3
        if kind == PASS:
            passes = self.passes + 1
            if self.doubling:
                return self._replace(passes=passes, turn=seat + 2 & 3, over=passes == 2)
            wanted = options.passes_to_end if self.taker >= 0 else SUITS
            return self._replace(passes=passes, turn=following, over=passes >= wanted)
        if kind == COINCHE:
            return self._replace(doubling=1, passes=0, turn=following, over=not options.surcoinche)
        if kind == SURCOINCHE:
            return self._replace(doubling=2, over=True)
        place = 6 * (seat & 1) + denomination
        ours, raised = self.ours, self.raised
        if ours[place] < 0:
            ours = (*ours[:place], seat << 10 | level, *ours[place + 1 :])
        elif ours[place] >> 10 != seat:
            raised = (*raised[:place], True, *raised[place + 1 :])
        over = kind != BID and not options.capot_doublable
        return Auction(following, seat, kind, level, denomination, 0, 0, ours, raised, over)

    def contract(self, aims: dict[int, int]) -> tuple[int, ...] | None:
        """Taker, denomination, aim, level and doubling, once closed; None when everybody passed."""
        if self.taker < 0:
            return None
        return self.taker, self.denomination, aims[self.kind], self.level, self.doubling


def heard(calls: Sequence[int], first: int, options: CoincheOptions) -> Auction:
    """The auction after some calls: seat, kind, level and denomination of each, one after the other."""
    auction = Auction(first)
    for at in range(0, len(calls), 4):
        auction = auction.after(calls[at], calls[at + 1], calls[at + 2], calls[at + 3], options)
    return auction


def rolled(
    auction: Auction, supports: Sequence[Sequence[int]], hands: Sequence[int], options: CoincheOptions
) -> Auction:
    """The auction's end, every seat bidding by rules of thumb.

    Args:
        auction: so far.
        supports: for each seat what it brings under each suit, less 999 where it has too few trumps to name it.
        hands: eight cards of each seat.
        options: of the game.
    """
    while not auction.over:
        seat = auction.turn
        kind, level, suit = usual_call(auction, seat, supports[seat], hands[seat], options)
        auction = auction.after(seat, kind, level, suit, options)
    return auction


def usual_call(
    auction: Auction, seat: int, supports: Sequence[int], hand: int, options: CoincheOptions
) -> tuple[int, int, int]:
    """What rules of thumb call: kind, level and denomination."""
    if auction.doubling:
        return PASS, 0, 0
    call = _bid(auction, seat, supports, options)
    return (COINCHE, 0, 0) if call[0] == PASS and _doubles(auction, seat, hand) else call


def _bid(auction: Auction, seat: int, supports: Sequence[int], options: CoincheOptions) -> tuple[int, int, int]:
    """The lowest bid that a hand is worth in its best suit, or a pass."""
    if auction.taker == seat or auction.kind in (CAPOT, GENERALE, TAKE):
        return PASS, 0, 0
    floor = options.bid_min if auction.taker < 0 else auction.level // 10 * 10 + 10
    if floor > min(HIGHEST, options.bid_max or HIGHEST):
        return PASS, 0, 0
    best, named = OPENED_WITH - 1, -1
    for suit in range(SUITS):
        place = 6 * (seat & 1) + suit
        bidder = auction.ours[place]
        own = supports[suit]
        if bidder < 0:
            expected = BASE + own
        else:
            if own < 0:
                own += 999
            if bidder >> 10 == seat:
                expected = BASE + own + (RAISED if auction.raised[place] else 0)
            else:
                expected = (bidder & 1023) + SHOWN + own - BASE
        margin = expected - floor
        if margin > best:
            best, named = margin, suit
    return (PASS, 0, 0) if named < 0 else (BID, floor, named)


def _doubles(auction: Auction, seat: int, hand: int) -> bool:
    if auction.taker < 0 or (auction.taker ^ seat) & 1 == 0 or auction.denomination >= SUITS:
        return False
    if auction.kind != BID:
        return False
    return defence(hand, auction.denomination) + BASE >= 162 - auction.level + SURE_DEFEAT


def may_double(auction: Auction, hand: int) -> bool:
    """Whether a hand by itself gives reason to double the last bid.

    Sampled hands are too kind to who doubles: without this, two doubled contracts of three were made.
    """
    if auction.kind in (CAPOT, GENERALE) or auction.denomination >= SUITS:
        return (
            auction.kind != BID and auction.denomination < SUITS and defence(hand, auction.denomination) >= SURE_TRICK
        )
    return defence(hand, auction.denomination) + BASE >= 162 - auction.level + SURE_DEFEAT - NEARLY


def defence(hand: int, trump: int) -> int:
    """Points that a hand should win against a contract in this suit, as `families.bidding.defence` has it."""
    trumps = hand >> 8 * trump & SUIT
    number = trumps.bit_count()
    safe = 26 * (trumps >> 4 & 1)
    safe += 18 if trumps >> 2 & 1 and number > 1 else 0
    safe += 14 if trumps >> 7 & 1 and number > 2 else 0
    aces = (hand & 0x80808080).bit_count() - (trumps >> 7 & 1)
    return safe + 12 * aces
