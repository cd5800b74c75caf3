"""Asks the core about what comes before the first card of tarot: deal, auction, call, écart, poignée."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from bot.core.actions import Deal
from bot.core.cards import Card
from bot.core.errors import IllegalAction, Reason
from bot.core.game import apply
from bot.core.games.tarot.actions import Discard
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.dealing import after_misdeal, is_pattern, is_petit_sec, layout
from bot.core.games.tarot.ecart import check, limits
from bot.core.games.tarot.keys import Refusal
from bot.core.games.tarot.king import Camp, callable_cards
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.pack import bouts, half_points
from bot.core.games.tarot.poignee import best, size_of, sizes
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.scoring import aside_camp
from bot.core.games.tarot.state import Phase, TarotState, playing_seats
from bot.core.seats import Seat

from .asking import Deviations, compare, differs
from .tarot_asking import codes, held, players_of
from .tarot_deals import pack, position, setup_of, tried


def run_deal(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    match case["type"]:
        case "petit_sec":
            yield from compare(expected, _petit_sec(options, case))
        case "layout":
            form = layout(case["players"])
            found: dict[str, object] = {
                "packet": form.packet,
                "hand_size": form.hand,
                "chien_size": form.chien,
                "tricks": form.hand,
            }
            yield from compare(expected, found)
        case "pattern":
            yield from compare(expected, {"valid": is_pattern(case["pattern"], case["players"])})
        case "misdeal":
            again = after_misdeal(Seat(case["dealer"]))
            barred: dict[str, object] = {"redealt_by": again.dealer, "barred_from_bidding": sorted(again.barred)}
            yield from compare(expected, barred)
        case other:
            yield f"nothing answers a deal of type {other}"


def _petit_sec(options: TarotOptions, case: dict[str, Any]) -> dict[str, Any]:
    hand = held(case["hand"])
    setup = setup_of(options, players_of(case), case["dealer"])
    seats = playing_seats(setup)
    state = apply(GAME, GAME.begin(setup), None, Deal(pack(seats, {seats[0]: hand}))).state
    result = GAME.result(state)
    return {
        "petit_sec": is_petit_sec(hand),
        "deal_annulled": result is not None,
        "next_dealer": None if result is None else result.next_dealer,
    }


REASONS: dict[StrEnum, str] = {
    Reason.NOT_YOUR_TURN: "out_of_turn",
    Refusal.SITS_OUT: "out_of_turn",
    Reason.WRONG_PHASE: "auction_over",
    Reason.DEAL_OVER: "auction_over",
    Refusal.NO_PETITE: "not_higher",
}
"""The three reasons that the files know."""


def run_bidding(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    setup = setup_of(options, case.get("people") or case["players"], case["dealer"])
    state = apply(GAME, GAME.begin(setup), None, Deal(pack(playing_seats(setup), {}))).state
    if "bidders" in case and case["dealer"] not in case["bidders"] and "people" not in case:
        # The dealer of a deal that is given again may not bid.
        barred = after_misdeal(Seat(case["dealer"])).barred
        speakers = tuple(seat for seat in state.auction.speakers if seat not in barred)
        state = replace(state, auction=replace(state.auction, speakers=speakers))
    if "bidders" in case:
        yield from differs("bidders", case["bidders"], list(state.auction.speakers))
    for index, said in enumerate(case["calls"]):
        call = said["call"]
        after = tried(state, said["seat"], GAME.parse("pass" if call == "pass" else f"bid:{call}"))
        if isinstance(after, IllegalAction):
            reason = REASONS.get(after.code, after.code.value)
            yield from compare(expected, {"valid": False, "illegal_index": index, "reason": reason})
            return
        state = after
    found = _auction(state)
    if "legal_calls" in expected and "legal_calls" in found:
        # Calls come in no particular order.
        yield from differs("legal_calls", sorted(expected["legal_calls"]), sorted(found["legal_calls"]))
        expected = {**expected, "legal_calls": found["legal_calls"]}
    yield from compare(expected, found)


def _auction(state: TarotState) -> dict[str, Any]:
    finished, high = state.auction.finished, state.auction.high
    seat, contract = (None, None) if high is None else (high[0], high[1].value)
    found: dict[str, Any] = {"valid": True, "finished": finished, "all_pass": finished and high is None}
    if not finished:
        calls = [code.removeprefix("bid:") for p in GAME.prompts(state, state.auction.turn) for code in p.codes()]
        return {
            **found,
            "next_seat": state.auction.turn,
            "legal_calls": calls,
            "high_seat": seat,
            "high_call": contract,
        }
    result = GAME.result(state)
    if result is not None:
        return {**found, "next_dealer": result.next_dealer}
    return {**found, "taker": seat, "contract": contract}


def run_call(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    if "hand" in case:
        offered = callable_cards(held(case["hand"]), own_too=options.call_self == "allowed")
        yield from compare(expected, {"legal": Card.parse(case["call"]) in offered})
        return
    called, taker = Card.parse("KS"), case["taker"]
    holder = _holder(str(case["called_card_location"]), taker)
    hands = {} if holder is None else {holder: [called]}
    camps = position(options, hands, players=case.get("players", 5), taker=taker, called=called).camps
    found = {camp.value: sorted(camps.members(camp)) for camp in Camp}
    yield from compare(expected, {"partner": camps.partner, **found})


def _holder(location: str, taker: int) -> int | None:
    """Whose hand the called card is in; None for the chien."""
    words = location.replace("_", " ").split()
    if words[-1].isdecimal():
        return int(words[-1])
    if "chien" in words:
        return None
    assert {"taker", "hand", "own"} & set(words), location
    return taker


ECART_REASONS: dict[StrEnum, str] = {
    Refusal.ECART_COUNT: "count",
    Refusal.ECART_TOO_MANY: "count",
    Refusal.ECART_BOUT: "bout",
    Refusal.ECART_KING: "king",
    Refusal.ECART_TRUMP: "trump_not_needed",
}


def run_ecart(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    match case["type"]:
        case "ownership":
            aside = held(case["set_aside"])
            camp = aside_camp(Contract(case["contract"])).value
            yield from compare(expected, {"camp": camp, "half_points": half_points(aside), "bouts": bouts(aside)})
        case "limits":
            allowed = limits(held(case["hand"]), layout(case["players"]).chien)
            found = {
                "cards_to_discard": allowed.size,
                "plain_discardable": codes(allowed.plain),
                "trumps_required": allowed.trumps_required,
                "trumps_discardable": codes(allowed.trumps) if allowed.trumps_required else [],
            }
            yield from compare(_sorted(expected, "plain_discardable", "trumps_discardable"), found)
        case "check":
            yield from _checked(options, case, expected, layout(case["players"]).chien)
        case other:
            yield f"nothing answers an ecart of type {other}"


def _sorted(expected: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The expected values, with these lists of cards in order."""
    return {name: sorted(value) if name in names else value for name, value in expected.items()}


def _checked(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any], size: int) -> Deviations:
    hand, aside = held(case["hand"]), held(case["ecart"])
    found: dict[str, object]
    try:
        found = {"legal": True, "reason": None, "must_show": codes(check(hand, aside, size))}
    except IllegalAction as error:
        found = {"legal": False, "reason": ECART_REASONS[Refusal(error.code.value)], "must_show": []}
    yield from compare(_sorted(expected, "must_show"), found)
    allowed = limits(hand, size)
    chosen = tuple(card for card in aside if card not in allowed.forced)
    if set(allowed.forced) <= set(aside):
        state = replace(position(options, {0: hand}, players=case["players"]), phase=Phase.ECART, turned=True)
        answer = tried(state, 0, Discard(chosen))
        yield from differs("accepted", expected["legal"], not isinstance(answer, IllegalAction))


def run_poignee(options: TarotOptions, case: dict[str, Any], expected: dict[str, Any]) -> Deviations:
    hand, aside = held(case["hand"]), held(case.get("ecart") or [])
    counts = sizes(case["players"], options)
    if case["type"] == "best":
        yield from compare(expected, {"best": best(hand, aside, counts)})
    elif case["type"] == "show":
        size = size_of(held(case["show"]), hand, aside, counts)
        yield from compare(expected, {"legal": size is not None, "size": size})
    else:
        yield f"nothing answers a poignee of type {case['type']}"
