"""Auctions: what is refused and why, doubling out of turn, and races (docs/rules/belote.md 5 and 6)."""

from __future__ import annotations

import pytest

from bot.core.errors import Reason, UnknownAction
from bot.core.families.belote.contract import Doubling
from bot.core.families.belote.keys import Refusal
from bot.core.families.belote.state import Phase
from bot.core.games.belote.rules import GAME as BELOTE
from bot.core.games.coinche.rules import GAME as COINCHE
from bot.core.prompts import BidRange

from .deals import belote, coinche, dealt, do, in_turn, offered, prompts, refusal, setup

OPEN = coinche("coinche_pagat", capot_doublable=True)


@pytest.mark.parametrize(
    ("calls", "seat", "code", "reason"),
    [
        ((), 1, "pass", Reason.NOT_YOUR_TURN),
        ((), 0, "bid:70:H", Refusal.OPENING_TOO_LOW),
        ((), 0, "bid:85:H", Reason.BID_NOT_A_STEP),
        ((), 0, "bid:170:H", Reason.BID_TOO_HIGH),
        ((), 0, "bid:80:SA", Reason.DENOMINATION_NOT_OFFERED),
        ((), 0, "coinche:0", Reason.NOTHING_TO_DOUBLE),
        ((), 0, "surcoinche", Reason.NOT_DOUBLED),
        ((), 0, "generale:H", Refusal.NO_GENERALE),
        ((), 0, "play:AS", Reason.WRONG_PHASE),
        (("bid:80:H",), 1, "bid:80:S", Reason.BID_TOO_LOW),
        (("bid:80:H", "pass"), 2, "coinche:1", Reason.NOT_THE_OPPONENTS_BID),
        (("bid:80:H", "pass", "pass"), 1, "coinche:1", Reason.NOT_YOUR_TURN),
        (("bid:80:H", "coinche:1"), 2, "bid:90:H", Reason.ALREADY_DOUBLED),
        (("bid:80:H", "coinche:1", "pass"), 3, "coinche:1", Reason.ALREADY_DOUBLED),
        (("bid:80:H", "bid:90:S"), 2, "coinche:1", Reason.BID_CHANGED),
        (("capot:H",), 1, "bid:160:H", Refusal.SLAM_STANDS),
        (("capot:H",), 1, "capot:S", Refusal.SLAM_STANDS),
    ],
)
def test_refused_calls(calls: tuple[str, ...], seat: int, code: str, reason: Reason | Refusal) -> None:
    state = in_turn(dealt(coinche("contree"), {}), *calls)
    assert refusal(state, seat, code).code is reason


@pytest.mark.parametrize("level", ["1010", "1" + "0" * 30])
def test_without_a_maximum_a_bid_stays_a_number_of_this_world(level: str) -> None:
    state = dealt(coinche("coinche"), {})
    refused = refusal(state, 0, f"bid:{level}:S")
    assert refused.code is Reason.BID_TOO_HIGH
    assert refused.fact.get("maximum") == 1000
    top = in_turn(state, "bid:1000:S")
    assert not any(isinstance(prompt, BidRange) for prompt in prompts(top, 1))
    (bids,) = [prompt for prompt in prompts(state, 0) if isinstance(prompt, BidRange)]
    assert bids.maximum is None


def test_a_too_low_bid_says_what_is_enough() -> None:
    state = in_turn(dealt(coinche("contree"), {}), "bid:100:H")
    assert refusal(state, 1, "bid:100:S").fact.get("minimum") == 110


def test_nobody_raises_himself() -> None:
    four = coinche("contree", passes_to_end=4)
    state = in_turn(dealt(four, {}), "bid:80:H", "pass", "pass", "pass")
    assert offered(state, 0) == {"pass"}
    assert refusal(state, 0, "bid:90:S").code is Reason.OWN_BID
    assert in_turn(state, "pass").phase is Phase.PLAY
    other = in_turn(dealt(coinche("coinche_bga"), {}), "bid:82:H", "pass", "pass", "pass")
    assert {code for code in offered(other, 0) if code.startswith("capot")} == {
        "capot:S",
        "capot:D",
        "capot:C",
        "capot:SA",
        "capot:TA",
    }


def test_ranked_denominations_have_their_own_floors() -> None:
    state = in_turn(dealt(coinche("contree", suits_ranked=True, sa_ta=True), {}), "bid:80:H")
    ranges = [prompt for prompt in prompts(state, 1) if isinstance(prompt, BidRange)]
    assert dict(ranges[0].floors) == {"S": 80, "H": 90, "D": 90, "C": 90, "SA": 80, "TA": 80}


def test_a_ranked_ceiling_leaves_only_the_higher_suits() -> None:
    state = in_turn(dealt(coinche("contree", suits_ranked=True), {}), "bid:160:D")
    assert {code for code in offered(state, 1) if code.startswith("bid")} == {"bid:160:S", "bid:160:H"}
    assert refusal(state, 1, "bid:170:C").code is Reason.BID_TOO_HIGH


def test_eighty_two_then_ninety() -> None:
    state = dealt(coinche("coinche_bga"), {})
    assert {"bid:82:H", "bid:90:H"} <= offered(state, 0)
    assert refusal(state, 0, "bid:80:H").code is Refusal.OPENING_TOO_LOW
    assert "bid:90:S" in offered(in_turn(state, "bid:82:H"), 1)


def test_doubling_out_of_turn_stands_for_the_bid_it_names() -> None:
    state = in_turn(dealt(OPEN, {}), "bid:80:H", "pass")
    assert COINCHE.may_act(state) == {2, 3, 1}
    assert COINCHE.to_act(state) == {2}
    assert offered(state, 1) == {"coinche:1"}
    later = in_turn(state, "pass")
    assert COINCHE.to_act(do(later, 1, "coinche:1")) == {2}
    raised = in_turn(state, "bid:90:H")
    assert refusal(raised, 1, "coinche:1").code is Reason.BID_CHANGED
    assert offered(raised, 1) == {"coinche:3"}
    assert COINCHE.view(raised, None).aloud == ("coinche:3",)


def test_the_doubled_side_speaks_in_playing_order() -> None:
    state = do(in_turn(dealt(OPEN, {}), "bid:80:H", "pass", "pass"), 1, "coinche:1")
    assert COINCHE.may_act(state) == {2}
    state = in_turn(state, "pass")
    assert COINCHE.to_act(state) == {0}
    state = in_turn(state, "surcoinche")
    assert state.playing.doubling is Doubling.SURCOINCHE
    assert state.playing.taker == 0


def test_without_surcoinche_a_coinche_ends_the_auction() -> None:
    state = in_turn(dealt(coinche("contree", surcoinche=False), {}), "bid:80:H", "coinche:1")
    assert state.playing.doubling is Doubling.COINCHE


def test_the_taker_is_the_last_bidder() -> None:
    state = in_turn(dealt(coinche("contree"), {}), "bid:80:H", "pass", "bid:90:H", "pass", "pass", "pass")
    assert (state.playing.taker, state.playing.level) == (2, 90)
    assert state.turn == 0


def test_a_generale_leads() -> None:
    chosen = coinche("contree", generale=True)
    calls = ("pass", "pass", "generale:S", "pass", "pass", "pass")
    assert in_turn(dealt(chosen, {}), *calls).turn == 2
    assert in_turn(dealt(coinche("contree", generale=True, generale_leads=False), {}), *calls).turn == 0


@pytest.mark.parametrize("code", ["bid:080:S", "bid:80", "bid:80:X", "bid:-80:S", "capot", "coinche:01", "coinche:x"])
def test_codes_have_one_form(code: str) -> None:
    with pytest.raises(UnknownAction):
        COINCHE.parse(code)


def test_the_classic_auction_refuses() -> None:
    state = dealt(belote(), {})
    turned = state.turned
    assert turned is not None
    assert refusal(state, 0, "take:S").code is Refusal.TAKE_TURNED_ONLY
    state = in_turn(state, "pass", "pass", "pass", "pass")
    assert refusal(state, 0, "take").code is Refusal.NAME_A_SUIT
    assert refusal(state, 0, f"take:{turned.suit.value}").code is Reason.SUIT_WAS_TURNED
    assert refusal(state, 0, "take:SA").code is Reason.DENOMINATION_NOT_OFFERED
    assert refusal(state, 1, "pass").code is Reason.NOT_YOUR_TURN


def test_sans_atout_is_named_in_the_second_round() -> None:
    state = dealt(belote(sa_ta=True), {})
    assert offered(state, 0) == {"pass", "take"}
    state = in_turn(state, "pass", "pass", "pass", "pass")
    assert {"take:SA", "take:TA"} <= offered(state, 0)
    turned = state.turned
    assert turned is not None
    state = in_turn(state, "take:TA")
    assert state.turn == 0
    assert turned in state.hands[0]
    assert [len(hand) for hand in state.hands] == [8, 8, 8, 8]


def test_the_pack_must_be_whole() -> None:
    assert refusal(dealt(belote(), {}), None, "deal:AS").code is Reason.WRONG_PHASE
    fresh = BELOTE.begin(setup(belote()))
    assert refusal(fresh, None, "deal:AS KS").code is Reason.BAD_DECK
    assert refusal(fresh, None, "deal:" + " ".join(["AS"] * 32)).code is Reason.BAD_DECK
    assert refusal(fresh, 0, "pass").code is Reason.WRONG_PHASE
    assert refusal(fresh, None, "pass").code is Reason.WRONG_PHASE
    assert BELOTE.to_act(fresh) == frozenset()
