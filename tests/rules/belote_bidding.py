"""Asks the core about auctions of the belote family."""

from __future__ import annotations

from typing import Any

from bot.core.actions import Action, Deal
from bot.core.cards import Card
from bot.core.families.belote.classic_game import ClassicGame
from bot.core.families.belote.contract import Aim
from bot.core.families.belote.game import BeloteFamilyGame
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import BeloteState, Phase
from bot.core.game import DealSetup, apply
from bot.core.games.coinche.auction import CoincheAuction
from bot.core.prompts import BidRange, OneOf
from bot.core.seats import Seat, seats_from

from .asking import Deviations, compare, differs
from .belote_positions import GAMES, setup_of, tried

CHECK = ("call", "by", "valid")


def deck_turning(game: BeloteFamilyGame[Any], setup: DealSetup, turned: str | None) -> tuple[Card, ...]:
    """A pack in which the card that is turned up is the given one."""
    pack = game.deck(setup.options, setup.players)
    if turned is None or not isinstance(game, ClassicGame):
        return pack
    before = sum(size for seat, size in game.first_packets(setup) if seat is not None)
    rest = [card for card in pack if card.code != turned]
    return (*rest[:before], Card.parse(turned), *rest[before:])


def call_of(state: BeloteState[Any], text: str) -> Action:
    """A call as the files write it."""
    game = GAMES[state.options.game]
    if text == "coinche":
        assert isinstance(state.auction, CoincheAuction)
        return game.parse(f"coinche:{state.auction.of_bid}")
    return game.parse(f"bid:{text}" if text[0].isdecimal() else text)


def speaker(game: BeloteFamilyGame[Any], state: BeloteState[Any], action: Action) -> Seat:
    """Whose call this is: the seat whose turn it is, or the next one that may double out of turn."""
    for seat in seats_from(state.turn, state.setup.players):
        if seat in game.may_act(state) and tried(game, state, seat, action) is not None:
            return seat
    return state.turn


def run_bidding(game: BeloteFamilyGame[Any], options: FamilyOptions, case: dict[str, Any]) -> Deviations:
    """The state after the calls, or whether one more call is valid."""
    setup = setup_of(options, dealer=case["dealer"])
    order = deck_turning(game, setup, case.get("turn_up"))
    state = apply(game, game.begin(setup), None, Deal(order)).state
    for number, text in enumerate(case["calls"], 1):
        action = call_of(state, text)
        after = tried(game, state, speaker(game, state, action), action)
        if after is None:
            yield f"call {number}, {text}: refused"
            return
        state = after
    if "check" in case:
        check = case["check"]
        valid = tried(game, state, Seat(check["by"]), call_of(state, check["call"])) is not None
        yield from differs(f"{check['call']} by {check['by']} valid", check["valid"], valid)
    if "expected" in case:
        yield from _compare_auction(game, state, dict(case["expected"]))


def _compare_auction(game: BeloteFamilyGame[Any], state: BeloteState[Any], expected: dict[str, Any]) -> Deviations:
    if "legal" in expected:
        # Calls come in no particular order.
        legal, offered = dict(expected.pop("legal")), _offered(game, state)
        if "calls" in legal:
            yield from differs("calls", sorted(legal.pop("calls")), sorted(offered["calls"]))
        yield from compare(legal, offered)
    yield from compare(expected, _auction(game, state))


def _auction(game: BeloteFamilyGame[Any], state: BeloteState[Any]) -> dict[str, Any]:
    if state.phase is Phase.BIDDING:
        return {"status": "open", "seat": state.turn}
    if state.phase is Phase.OVER:
        result = game.result(state)
        assert result is not None
        return {"status": "passed_out", "next_dealer": result.next_dealer}
    contract = state.playing
    bids = {Aim.NUMBER: contract.level, Aim.TAKE: None}
    return {
        "status": "contract",
        "taker": contract.taker,
        "trump": contract.denomination.value,
        "bid": bids.get(contract.aim, contract.aim.value),
        "coinche": contract.doubling.value,
    }


def _offered(game: BeloteFamilyGame[Any], state: BeloteState[Any]) -> dict[str, Any]:
    prompts = game.prompts(state, state.turn)
    singles = [code for prompt in prompts if isinstance(prompt, OneOf) for code in prompt.codes()]
    if isinstance(game, ClassicGame):
        return {"calls": singles}
    kinds = {code.partition(":")[0] for code in singles}
    ranges = [prompt for prompt in prompts if isinstance(prompt, BidRange)]
    return {
        **{kind: kind in kinds for kind in ("pass", "coinche", "surcoinche", "capot", "generale")},
        "min_bid": ranges[0].minimum if ranges else None,
        "max_bid": ranges[0].maximum if ranges else None,
    }
