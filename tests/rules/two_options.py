"""For every option of belote for two a question whose answer changes with it."""

from __future__ import annotations

from typing import Unpack

from bot.core.families.belote.counting import Points
from bot.core.game import apply
from bot.core.games.belote_two.options import TwoOptions
from bot.core.games.belote_two.rules import GAME
from bot.core.match import DealEnded, verdict
from bot.core.seats import Seat, Side

from .changes import Answer, Change
from .two_deals import Played, dealt, in_turn, offered, rows, score, to_the_end, tricks, zones

ROYALS = "KH QH AH AS KS QS JS 10S 9S"


def marks(cards_won: Points, **played: Unpack[Played]) -> Answer:
    def answer(options: TwoOptions) -> object:
        result = score(options, cards_won, **played)
        return result.made, result.points, result.held

    return answer


def begun(options: TwoOptions) -> object:
    """How many cards each has, and who acts, once the cards are dealt."""
    view = GAME.view(dealt(options), None)
    return view.phase, view.hand_sizes


def phase_of_rows(options: TwoOptions) -> object:
    return GAME.view(rows(options), None).phase


def with_the_seven(options: TwoOptions) -> object:
    return offered(in_turn(dealt(options, "7H", turned="AH"), "take"), 0)


def with_royals(options: TwoOptions) -> object:
    return offered(in_turn(dealt(options, ROYALS, turned="9H"), "take"), 0)


def after_belote(options: TwoOptions) -> object:
    return offered(in_turn(dealt(options, ROYALS, turned="9H"), "take", "declare:belote"), 0)


def dealer_after_passes(options: TwoOptions) -> object:
    result = GAME.result(in_turn(dealt(options), "pass", "pass", "pass", "pass"))
    assert result is not None
    return result.next_dealer


def dealer_after_a_win_of_the_dealer(options: TwoOptions) -> object:
    """Seat 1 has dealt, and wins nearly everything in the trumps of its own."""
    state = in_turn(dealt(options, "7S 8S 7D 8D 7C 8C 9C 9D 9S", "JH 9H AH 10H KH QH AS AD AC", "8H"), "pass", "take")
    result = GAME.result(to_the_end(state))
    assert result is not None
    assert result.made
    return result.next_dealer


def looks_back(options: TwoOptions) -> object:
    """What of earlier tricks a spectator may see in the middle of the second trick, and after it."""
    state = in_turn(dealt(options, "AS KS 7D", "7S 8S 8D", "9H"), "take")
    views = [GAME.view(moment, None) for moment in (tricks(state, "AS 7S KS"), tricks(state, "AS 7S KS 8S"))]
    return [(view.last_trick, zones(view)) for view in views]


def about_a_card(options: TwoOptions) -> object:
    """Whether seat 0 may take its first card back, and what it then holds."""
    laid = tricks(in_turn(dealt(options, "AS KS 7D", "7S 8S 8D", "9H"), "take"), "AS")
    if "takeback" not in offered(laid, 0):
        return None
    return apply(GAME, laid, Seat(0), GAME.parse("takeback")).state.hands[0]


def over(totals: tuple[int, int], counted: int = 1) -> Answer:
    def answer(options: TwoOptions) -> object:
        ended = DealEnded((0, 0), (0, 0), (0, 0), Side(1), made=True, counts=True, next_dealer=Seat(0))
        end = verdict(GAME.match_rules(options), totals, ended, counted)
        return None if end is None else (True, end.winner)

    return answer


def barred(options: TwoOptions) -> object:
    """Points that cannot finish the match: of an opponent without a trick, and of a taker who failed."""
    capot = score(options, (100, 0), tricks_won=(9, 0), belotes=(1,))
    return capot.undecided, score(options, (20, 60), belotes=(0,)).undecided


def near_the_end(options: TwoOptions) -> object:
    """What is marked when only rounding would reach the target: 85, written as 90."""
    return score(options, (75, 30), totals=(options.target - 90, 0)).points


QUESTIONS: dict[str, Change] = {
    "form": Change(begun),
    "seven_exchange": Change(with_the_seven),
    "open_trump": Change(phase_of_rows, base={"form": "open"}),
    "capot_bonus": Change(marks((100, 0), tricks_won=(9, 0)), (50, 90)),
    "fail_marks": Change(marks((30, 50))),
    "fail_base": Change(marks((30, 50)), (160, 162), base={"fail_marks": "flat"}),
    "litige": Change(marks((50, 60))),
    "litige_belote": Change(marks((40, 70), belotes=(0,))),
    "next_dealer": Change(dealer_after_a_win_of_the_dealer),
    "passed_out_dealer": Change(dealer_after_passes),
    "belote_announce": Change(with_royals),
    "belote_order": Change(after_belote, base={"belote_announce": "manual"}),
    "belote_counts_for_contract": Change(marks((45, 60), belotes=(0,))),
    "belote_on_fail": Change(marks((20, 60), belotes=(0,))),
    "round": Change(marks((75, 27))),
    "round_last_deal": Change(near_the_end, base={"round": "nearest5up"}),
    "target": Change(over((1200, 100)), (1000, 1500)),
    "target_rule": Change(over((1000, 100))),
    "deals": Change(over((500, 400), counted=3), (None, 3)),
    "both_over": Change(over((2600, 2500)), base={"target": 1500}),
    "belote_finish": Change(barred),
    "last_trick_view": Change(looks_back),
    "undo": Change(about_a_card),
}
