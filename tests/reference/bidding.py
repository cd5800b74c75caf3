"""Auctions of classic belote and of coinche / contrée.

`auction(...)` replays calls and gives the state as a dictionary shaped like `expected` in the case file;
`is_valid(...)` says whether one more call is allowed. Rules: docs/rules/belote.md 5 and 6.

Calls are strings: pass, take, take:SUIT; pass, VALUE:DENOMINATION, capot:DENOMINATION,
generale:DENOMINATION, coinche, surcoinche. A call in a list may also be (seat, call): needed only for a
coinche out of turn, checked everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict, final

from .cards import SUITS, Illegal, Options, number, suit_of

Call = str | tuple[int, str]
RANKED = ["C", "D", "H", "S", "SA", "TA"]


# "pass" is a Python keyword, so this one needs the functional form.
CoincheLegal = TypedDict(
    "CoincheLegal",
    {
        "pass": bool,
        "coinche": bool,
        "surcoinche": bool,
        "min_bid": int | None,
        "max_bid": int | None,
        "capot": bool,
        "generale": bool,
    },
)


@final
class ClassicLegal(TypedDict):
    calls: list[str]


class State(TypedDict):
    """status: open (seat, legal) | contract (taker, trump [, bid, coinche]) | passed_out (next_dealer)."""

    status: str
    seat: NotRequired[int]
    legal: NotRequired[ClassicLegal | CoincheLegal]
    taker: NotRequired[int]
    trump: NotRequired[str]
    bid: NotRequired[int | str]
    coinche: NotRequired[str]
    next_dealer: NotRequired[int]


def is_classic(options: Options) -> bool:
    return options["game"] == "belote"


def auction(options: Options, dealer: int, calls: Sequence[Call], turn_up: str | None = None) -> State:
    """State after the calls; raises `Illegal` at the first one that is not allowed."""
    if is_classic(options):
        if turn_up is None:
            raise ValueError("a classic auction needs the turned card")
        return _classic(options, dealer, calls, turn_up)
    return _coinche(options, dealer, calls)


def is_valid(
    options: Options, dealer: int, calls: Sequence[Call], call: str, by: int, turn_up: str | None = None
) -> bool:
    """Is `call` by seat `by` allowed after `calls`? The calls before it must be legal."""
    auction(options, dealer, calls, turn_up)
    try:
        auction(options, dealer, [*calls, (by, call)], turn_up)
    except Illegal:
        return False
    return True


def next_dealer_after_pass_out(options: Options, dealer: int) -> int:
    if options["passed_out_dealer"] == "same":
        return dealer
    return (dealer + 1) % number(options, "players")


# --- classic ----------------------------------------------------------------------------------------


def _classic(options: Options, dealer: int, calls: Sequence[Call], turn_up: str) -> State:
    players = number(options, "players")
    taker = None
    trump = ""
    for index, item in enumerate(calls):
        seat = (dealer + 1 + index) % players
        by, call = (seat, item) if isinstance(item, str) else item
        if taker is not None or index >= 2 * players:
            raise Illegal("the auction is over")
        if by != seat:
            raise Illegal(f"seat {seat} is to speak, not {by}")
        if call not in _classic_calls(options, index >= players, suit_of(turn_up)):
            raise Illegal(f"{call} is not allowed")
        if call != "pass":
            taker = seat
            trump = suit_of(turn_up) if call == "take" else call.removeprefix("take:")
    if taker is not None:
        return {"status": "contract", "taker": taker, "trump": trump}
    if len(calls) == 2 * players:
        return {"status": "passed_out", "next_dealer": next_dealer_after_pass_out(options, dealer)}
    seat = (dealer + 1 + len(calls)) % players
    legal = _classic_calls(options, len(calls) >= players, suit_of(turn_up))
    return {"status": "open", "seat": seat, "legal": {"calls": legal}}


def _classic_calls(options: Options, second_round: bool, turned: str) -> list[str]:
    if not second_round:
        return ["pass", "take"]
    names = [suit for suit in SUITS if suit != turned]
    if options["sa_ta"]:
        names += ["SA", "TA"]
    return ["pass"] + ["take:" + name for name in names]


# --- coinche ----------------------------------------------------------------------------------------


class Auction:
    """A coinche auction under way: everything the next call may depend on."""

    def __init__(self, options: Options, dealer: int) -> None:
        self.options = options
        self.dealer = dealer
        self.seat = (dealer + 1) % 4
        self.bid: int | str | None = None  # number, "capot" or "generale"
        self.trump = ""
        self.bidder = -1
        self.coinche = "none"
        self.passes = 0
        self.over = False


def denominations(options: Options) -> list[str]:
    return RANKED if options["sa_ta"] else RANKED[:4]


def _may_name(table: Auction, seat: int, trump: str) -> bool:
    """May this seat make any bid at all in this denomination, whatever its height?"""
    if table.over or table.coinche != "none" or trump not in denominations(table.options):
        return False
    if seat == table.bidder:  # only reached when more than three passes are needed to end
        return table.options["self_raise"] == "other_suit" and trump != table.trump
    return True


def number_allowed(table: Auction, seat: int, value: int, trump: str) -> bool:
    """May `seat`, whose turn it is, bid this number in this denomination?"""
    if not _may_name(table, seat, trump):
        return False
    lowest = number(table.options, "bid_min")
    if value < lowest or (value % 10 != 0 and value != lowest):
        return False
    if table.options["bid_max"] is not None and value > number(table.options, "bid_max"):
        return False
    if table.bid is None:
        return True
    if isinstance(table.bid, str):
        return False
    if table.options["suits_ranked"] and value == table.bid:
        return RANKED.index(trump) > RANKED.index(table.trump)
    return value > table.bid


def capot_allowed(table: Auction, seat: int, trump: str) -> bool:
    return _may_name(table, seat, trump) and not isinstance(table.bid, str)


def generale_allowed(table: Auction, seat: int, trump: str) -> bool:
    return bool(table.options["generale"]) and _may_name(table, seat, trump) and table.bid != "generale"


def coinche_allowed(table: Auction, seat: int) -> bool:
    if table.over or table.bid is None or table.coinche != "none":
        return False
    against_an_opponent = (seat - table.bidder) % 2 == 1
    in_time = seat == table.seat or table.options["coinche_when"] == "any_time"
    return against_an_opponent and in_time


def surcoinche_allowed(table: Auction, seat: int) -> bool:
    return not table.over and table.coinche == "coinche" and bool(table.options["surcoinche"]) and seat == table.seat


def _coinche(options: Options, dealer: int, calls: Sequence[Call]) -> State:
    table = Auction(options, dealer)
    for item in calls:
        by, call = (table.seat, item) if isinstance(item, str) else item
        _speak(table, by, call)
    if not table.over:
        return {"status": "open", "seat": table.seat, "legal": _legal(table)}
    if table.bid is None:
        return {"status": "passed_out", "next_dealer": next_dealer_after_pass_out(options, dealer)}
    return {
        "status": "contract",
        "taker": table.bidder,
        "bid": table.bid,
        "trump": table.trump,
        "coinche": table.coinche,
    }


def _speak(table: Auction, by: int, call: str) -> None:
    if table.over:
        raise Illegal("the auction is over")
    if call == "coinche":
        _double(table, by)
        return
    if by != table.seat:
        raise Illegal(f"seat {table.seat} is to speak, not {by}")
    if call == "surcoinche":
        if not surcoinche_allowed(table, by):
            raise Illegal("no surcoinche here")
        table.coinche = "surcoinche"
        table.over = True
    elif call == "pass":
        _pass(table)
    else:
        _bid(table, by, call)


def _double(table: Auction, by: int) -> None:
    if not coinche_allowed(table, by):
        raise Illegal(f"seat {by} may not double")
    table.coinche = "coinche"
    table.passes = 0
    table.seat = (by + 1) % 4  # the doubler's neighbours are the two players of the doubled side
    if not table.options["surcoinche"]:
        table.over = True  # nobody has anything left to say


def _pass(table: Auction) -> None:
    table.passes += 1
    if table.coinche != "none":
        table.seat = (table.seat + 2) % 4
        table.over = table.passes == 2
        return
    table.seat = (table.seat + 1) % 4
    needed = 4 if table.bid is None else number(table.options, "passes_to_end")
    table.over = table.passes == needed


def _bid(table: Auction, by: int, call: str) -> None:
    name, separator, trump = call.partition(":")
    if not separator:
        raise Illegal(f"unknown call {call}")
    bid: int | str = name
    if name == "capot":
        allowed = capot_allowed(table, by, trump)
    elif name == "generale":
        allowed = generale_allowed(table, by, trump)
    elif name.isdecimal():
        bid = int(name)
        allowed = number_allowed(table, by, bid, trump)
    else:
        raise Illegal(f"unknown call {call}")
    if not allowed:
        raise Illegal(f"{call} is not allowed")
    table.bid = bid
    table.trump = trump
    table.bidder = by
    table.passes = 0
    table.seat = (by + 1) % 4
    if isinstance(bid, str) and not table.options["capot_doublable"]:
        table.over = True


def _legal(table: Auction) -> CoincheLegal:
    seat = table.seat
    names = denominations(table.options)
    highest = table.options["bid_max"]
    lowest = number(table.options, "bid_min")
    last = table.bid if isinstance(table.bid, int) else lowest
    values = [
        value
        for value in range(lowest, last + 11)  # the next bid is never further away
        if any(number_allowed(table, seat, value, trump) for trump in names)
    ]
    return {
        "pass": True,
        "coinche": coinche_allowed(table, seat),
        "surcoinche": surcoinche_allowed(table, seat),
        "min_bid": min(values) if values else None,
        "max_bid": number(table.options, "bid_max") if values and highest is not None else None,
        "capot": any(capot_allowed(table, seat, trump) for trump in names),
        "generale": any(generale_allowed(table, seat, trump) for trump in names),
    }


def coinche_seats(options: Options, dealer: int, calls: Sequence[Call]) -> list[int]:
    """Seats that may say coinche after these calls, out of turn included."""
    return [seat for seat in range(4) if is_valid(options, dealer, calls, "coinche", seat)]
