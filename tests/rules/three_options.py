"""For every option of belote for three a question whose answer depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.core.families.belote.options import FamilyOptions
from bot.core.game import apply
from bot.core.games.belote_three.rules import GAME
from bot.core.match import DealEnded, verdict
from bot.core.seats import Seat, Side

from . import three_deals as three
from .changes import Answer, Change

ROYAL = {0: "KH QH AH AS"}


def dealer_after_passes(options: FamilyOptions) -> object:
    result = GAME.result(three.in_turn(three.dealt(options, {}), *["pass"] * 6))
    assert result is not None
    return result.next_dealer


def unable_to_overruff(options: FamilyOptions) -> object:
    """What seat 2 may play on an ace ruffed with the jack."""
    state = three.taken(options, {0: "AS AH", 1: "JH 9D 10D JD QD KD AD 9C", 2: "KH QH KC QC JC 10C AC 9H"})
    return three.offered(three.played(state, "AS JH"), 2)


def offers_of_royal_hand(options: FamilyOptions) -> object:
    return {code for code in three.offered(three.taken(options, ROYAL), 0) if code.startswith("declare")}


def cards_after_belote(options: FamilyOptions) -> object:
    return three.offered(three.in_turn(three.taken(options, ROYAL), "declare:belote"), 0)


def looks_back(options: FamilyOptions) -> object:
    """What of earlier tricks a spectator may see in the middle of the second trick, and after it."""
    hands = {0: "AH AS KS QS AC KC QC 9H", 1: "QH 10S JS 9S AD KD QD 10H", 2: "KH JD 10D 9D 10C JC 9C JH"}
    during = three.played(three.taken(options, hands), "AH 10H JH KH")
    after = three.in_turn(during, *(f"play:{card}" for card in ("9H", "QH")))
    views = [GAME.view(moment, None) for moment in (during, after)]
    return [(view.last_trick, [zone.name for zone in view.zones]) for view in views]


def about_a_card(options: FamilyOptions) -> object:
    """Whether seat 0 may take its first card back, and what it then holds."""
    laid = three.played(three.taken(options, {0: "AS AH"}), "AS")
    if "takeback" not in three.offered(laid, 0):
        return None
    return apply(GAME, laid, Seat(0), GAME.parse("takeback")).state.hands[0]


def marks(*won: int, **how: object) -> Answer:
    return lambda options: three.score(options, won, **how).points  # type: ignore[arg-type]


def near_the_end(options: FamilyOptions) -> object:
    """What is marked when only rounding would reach the target."""
    rounded = three.score(options.with_values({"round_last_deal": True}), (75, 46, 31)).points[0]
    return three.score(options, (75, 46, 31), totals=(options.target - rounded, 0, 0)).points


def over(totals: tuple[int, int, int], counted: int = 1) -> Answer:
    def answer(options: FamilyOptions) -> object:
        nothing = (0, 0, 0)
        ended = DealEnded(nothing, nothing, nothing, Side(1), made=True, counts=True, next_dealer=Seat(0))
        end = verdict(GAME.match_rules(options), totals, ended, counted)
        return None if end is None else (True, end.winner)

    return answer


def form_of_deal(options: FamilyOptions) -> object:
    state = three.dealt(options, {})
    return [len(hand) for hand in state.hands], state.form.tricks


QUESTIONS: Mapping[str, Change] = MappingProxyType(
    {
        "passed_out_dealer": Change(dealer_after_passes),
        "undertrump": Change(unable_to_overruff),
        "belote_announce": Change(offers_of_royal_hand),
        "belote_order": Change(cards_after_belote, base={"belote_announce": "manual"}),
        "belote_counts_for_contract": Change(marks(50, 59, 43, der=1, belotes=(0,))),
        "capot_points": Change(marks(152, 0, 0, tricks=(8, 0, 0)), (252, 230)),
        "round": Change(marks(75, 46, 31)),
        "round_last_deal": Change(near_the_end, base={"round": "nearest5up"}),
        "target": Change(over((1200, 100, 0)), (1000, 1500)),
        "target_rule": Change(over((1000, 100, 0)), base={"target": 1000}),
        "deals": Change(over((500, 400, 0), counted=3), (None, 3)),
        "both_over": Change(over((2600, 2500, 0)), base={"target": 1500}),
        "last_trick_view": Change(looks_back),
        "undo": Change(about_a_card),
        "three_deal": Change(form_of_deal),
        "three_contract": Change(marks(70, 50, 32, der=1)),
    }
)
