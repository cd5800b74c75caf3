"""Rulings of belote for two (docs/rules/belote.md 15)."""

from __future__ import annotations

import pytest

from bot.core.cards import cards
from bot.core.errors import Reason
from bot.core.events import CardPlayed, HiddenEvent, TrickWon, visible
from bot.core.families.belote.belotes import Word
from bot.core.families.belote.classic_game import ClassicState
from bot.core.families.belote.counting import Points
from bot.core.families.belote.events import BeloteSaid
from bot.core.game import apply
from bot.core.games.belote_two.events import CardUncovered, RowCovered
from bot.core.games.belote_two.keys import Refusal
from bot.core.games.belote_two.rules import GAME
from bot.core.games.belote_two.state import TwoState
from bot.core.seats import Seat

from .two_deals import dealt, do, face_up, in_turn, offered, refusal, rows, score, talon, to_the_end, tricks, zones

# With a talon.


def test_six_cards_by_threes_and_three_more_each_once_somebody_takes() -> None:
    state = dealt(talon(), turned="AH")
    order = state.hands
    assert [len(hand) for hand in order] == [6, 6]
    view = GAME.view(state, None)
    assert (view.phase, zones(view)) == ("bidding", {("turned", None): "AH"})
    state = in_turn(state, "pass", "take")
    assert [len(hand) for hand in state.hands] == [9, 9]
    assert [state.hands[seat][:6] for seat in (0, 1)] == list(order)
    view = GAME.view(state, None)
    bottom = state.talon[-1].code
    assert zones(view) == {("turned", None): "AH", ("bottom", None): bottom}
    assert len(state.talon) == 13
    assert (view.taker, view.trump) == (1, "H")
    assert view.to_act == {0}


def test_the_dealers_opponent_speaks_first_and_four_passes_end_the_deal() -> None:
    state = dealt(talon(), turned="AH")
    assert GAME.to_act(state) == {0}
    state = in_turn(state, "pass", "pass")
    assert offered(state, 0) == {"pass", "take:S", "take:D", "take:C"}
    assert refusal(state, 0, "take:H").code is Reason.SUIT_WAS_TURNED
    result = GAME.result(in_turn(state, "pass", "pass"))
    assert result is not None
    assert (result.counts, result.points, result.next_dealer) == (False, (0, 0), 0)


def test_the_turned_card_is_not_the_takers() -> None:
    state = in_turn(dealt(talon(), turned="JH"), "take")
    assert cards("JH")[0] not in state.hands[0] + state.hands[1]
    assert GAME.view(to_the_end(state), None).hand_sizes == (0, 0)


EXCHANGE = "declare:exchange"
WORD = "declare:belote"


def test_the_seven_of_trumps_is_exchanged_before_ones_first_card() -> None:
    state = in_turn(dealt(talon(), "KC", "7H QC 8C", turned="AH"), "take")
    assert EXCHANGE not in offered(state, 0)
    assert refusal(state, 0, EXCHANGE).code is Refusal.NO_EXCHANGE
    assert refusal(state, 1, EXCHANGE).code is Reason.NOT_YOUR_TURN
    state = tricks(state, "KC")
    assert EXCHANGE in offered(state, 1)
    after = do(state, 1, EXCHANGE)
    assert cards("AH")[0] in after.hands[1]
    assert cards("7H")[0] not in after.hands[1]
    view = GAME.view(after, None)
    assert zones(view)["turned", None] == "7H"
    assert [fact.key for fact in view.facts] == ["said.exchange"]
    assert GAME.to_act(after) == {1}, "a card is still due"
    assert EXCHANGE not in offered(after, 1)
    late = tricks(state, "QC")
    assert refusal(late, late.turn, EXCHANGE).code is Refusal.EXCHANGE_LATE


def test_no_exchange_in_another_suit_nor_where_the_seven_itself_was_turned() -> None:
    other_suit = in_turn(dealt(talon(), "7H", turned="AH"), "pass", "pass", "take:S")
    assert EXCHANGE not in offered(other_suit, 0)
    same = in_turn(dealt(talon(), "8H", turned="7H"), "take")
    assert EXCHANGE not in offered(same, 0)
    assert EXCHANGE not in offered(in_turn(dealt(talon(seven_exchange=False), "7H", turned="AH"), "take"), 0)


def test_the_card_got_by_the_exchange_may_make_a_belote() -> None:
    state = in_turn(dealt(talon(), "7H QH", turned="KH"), "take", EXCHANGE)
    step = apply(GAME, state, Seat(0), GAME.parse("play:KH"))
    assert BeloteSaid(Seat(0), Word.BELOTE) in step.events


def test_the_seven_is_exchanged_before_the_word_and_not_between_the_word_and_its_card() -> None:
    rules = talon(belote_announce="manual")
    state = in_turn(dealt(rules, "7H QH KH", turned="AH"), "take")
    said = do(state, 0, WORD)
    assert EXCHANGE not in offered(said, 0)
    assert refusal(said, 0, EXCHANGE).code is Reason.DECLARED_CARD_DUE
    said = do(do(state, 0, EXCHANGE), 0, WORD)
    assert cards("AH")[0] in said.hands[0]
    for due in (said, do(state, 0, WORD)):
        assert set(offered(due, 0)) == {"play:QH", "play:KH"}, "the word's card is due, and nobody is stuck"
        assert GAME.to_act(do(due, 0, "play:KH")) == {1}


def test_nine_tricks_are_played_and_the_hands_are_shown_as_they_were_in_the_end() -> None:
    state = to_the_end(in_turn(dealt(talon(), "7H", turned="AH"), "take", EXCHANGE))
    assert len(state.won) == 9
    view = GAME.view(state, None)
    assert [len(hand) for hand in view.hands] == [9, 9]
    assert cards("AH")[0] in view.hands[0]


@pytest.mark.parametrize(
    ("won", "marks"),
    [
        # The last trick is seat 0's, who took.
        ((40, 30), (50, 30)),
        ((20, 31), (0, 61)),
        ((0, 100), (0, 110)),
    ],
)
def test_the_taker_needs_more_than_the_opponent_and_loses_all_points_otherwise(won: Points, marks: Points) -> None:
    assert score(talon(), won).points == marks


def test_a_failed_taker_keeps_the_belote() -> None:
    assert score(talon(), (20, 60), belotes=(0,)).points == (20, 90)
    assert score(talon(belote_on_fail="to_winner"), (20, 60), belotes=(0,)).points == (0, 110)
    assert score(talon(), (40, 45), belotes=(1,)).points == (0, 115)


def test_the_amount_for_a_failed_contract_may_be_fixed() -> None:
    assert score(talon(fail_marks="flat"), (20, 60)).points == (0, 162)
    assert score(talon(fail_marks="flat"), (0, 90), tricks_won=(0, 9), der=1).points == (0, 162 + 50)


@pytest.mark.parametrize(("bonus", "marks"), [(50, 160), (90, 200), (0, 110)])
def test_a_capot_is_worth_a_bonus_beside_the_points_won(bonus: int, marks: int) -> None:
    """The bonus of 90 makes the last trick worth 100."""
    assert score(talon(capot_bonus=bonus), (100, 0), tricks_won=(9, 0)).points == (marks, 0)
    assert score(talon(capot_bonus=bonus), (0, 100), tricks_won=(0, 9), der=1).points == (0, marks)


def test_a_tie_waits_for_the_winner_of_the_next_deal() -> None:
    tied = score(talon(), (40, 50))
    assert (tied.made, tied.points, tied.held) == (None, (0, 50), (50, 0))
    assert score(talon(), (60, 30), carried=tied.held).points == (120, 30)
    assert score(talon(), (20, 60), carried=tied.held).points == (0, 140)
    last = score(talon(deals=3), (40, 50), carried=(0, 30), last=True)
    assert (last.points, last.held) == ((50, 80), (0, 0))


def test_the_winner_deals_next_and_a_tie_changes_the_dealer() -> None:
    strong, weak = "JH 9H AH 10H KH QH AS AD AC", "7S 8S 7D 8D 7C 8C 9C 9D 9S"
    state = to_the_end(in_turn(dealt(talon(), strong, weak, "8H"), "take"))
    result = GAME.result(state)
    assert result is not None
    assert (result.made, result.next_dealer) == (True, 0)
    weak = "7S 8S 7D 8D 9D 9S JD JS QS"
    state = to_the_end(in_turn(dealt(talon(), weak, strong, "7C"), "take"))
    result = GAME.result(state)
    assert result is not None
    assert (result.made, result.next_dealer) == (False, 1)


# Open.

FIRST, UNDER_FIRST = "AS KS 8D 7D 9C 8C 7C QH", "KH 10D 9D QD QC JC 10C KC"
OTHER, UNDER_OTHER = "10S 9S QS JS AD KD JD 7H", "8S 7S AH 10H 9H 8H JH AC"


def laid_out(**changes: str) -> TwoState:
    state = rows(face_up(**changes), FIRST, OTHER, UNDER_FIRST, UNDER_OTHER)
    assert isinstance(state, TwoState)
    return state


def test_the_last_card_dealt_makes_trumps_and_the_dealers_opponent_leads() -> None:
    view = GAME.view(laid_out(), None)
    assert (view.phase, view.trump, view.taker) == ("play", "H", None)
    assert view.to_act == {0}
    assert view.contract is not None
    assert view.contract.key == "contract.fixed"
    assert view.hand_sizes == (8, 8)
    shown = zones(view)
    assert set(shown) == {("on_cover", 0), ("on_cover", 1)}
    assert set(shown["on_cover", 1].split()) == set(OTHER.split())


def test_nobody_sees_a_covered_card_not_even_its_owner() -> None:
    state = laid_out()
    hidden = {card for piles in state.piles for _, card in piles}
    assert hidden == set(cards(f"{UNDER_FIRST} {UNDER_OTHER}"))
    for seat in (None, Seat(0), Seat(1)):
        view = GAME.view(state, seat)
        assert hidden.isdisjoint([*view.hand, *(card for zone in view.zones for card in zone.cards)])
        assert view.hands == ()
        assert not visible(RowCovered(Seat(0), ()), seat)
    assert issubclass(RowCovered, HiddenEvent)


def test_only_open_cards_create_duties_and_each_turns_up_after_the_trick() -> None:
    """Seat 1 has spades to follow; seat 0's hearts under the clubs do not oblige it."""
    state = tricks(laid_out(), "8D")
    assert {card.code for card in state.playable()} == {"AD", "KD", "JD"}
    step = apply(GAME, state, Seat(1), GAME.parse("play:JD"))
    kinds = [type(event) for event in step.events]
    assert kinds == [CardPlayed, TrickWon, CardUncovered, CardUncovered]
    assert [event.seat for event in step.events if isinstance(event, CardUncovered)] == [1, 0], "the winner first"
    after = step.state
    assert {card.code for card in after.hands[0]} == set(FIRST.split()) - {"8D"} | {"9D"}
    assert zones(GAME.view(after, None))["bare", 0] == "9D"
    assert zones(GAME.view(after, None))["bare", 1] == "JH"


def test_a_covered_card_of_the_suit_led_does_not_oblige() -> None:
    """Seat 1 has a diamond only under its row: it must ruff."""
    state = rows(face_up(), "AD 7S 8S 9S 7C 8C 9C QC", "AS KS QS AC KC JC 10C 7H", "", "KD QD JD 10D 9D 8D 7D AH")
    state = tricks(state, "AD")
    assert [card.code for card in state.playable()] == ["7H"]
    assert refusal(state, 1, "play:AS").code is Reason.MUST_TRUMP
    assert refusal(state, 1, "play:KD").code is Reason.NOT_IN_HAND


def test_sixteen_tricks_hold_all_points_and_each_marks_his_own() -> None:
    state = to_the_end(laid_out())
    assert len(state.won) == 16
    result = GAME.result(state)
    assert result is not None
    assert (result.taker_side, result.made) == (None, None)
    assert sum(result.points) in (162, 182)
    assert result.next_dealer == 0
    assert [len(hand) for hand in GAME.view(state, None).hands] == [16, 16]


def test_without_a_taker_a_tie_is_marked_and_a_capot_is_worth_252() -> None:
    assert score(face_up(), (71, 81), taker=None, tricks_won=(8, 8)).points == (81, 81)
    assert score(face_up(), (152, 0), taker=None, tricks_won=(16, 0)).points == (252, 0)


def test_king_and_queen_make_a_belote_only_if_they_lie_open_at_once() -> None:
    """Seat 0's king lies under the ace of spades, the queen is open."""
    hidden = tricks(laid_out(), "AS 10S QH 7H")
    assert [play.word for play in hidden.royal] == [Word.BELOTE], "the king was turned up after the first trick"
    covered = tricks(laid_out(), "QH 7H AS 10S KH")
    assert [play.word for play in covered.royal] == [None, None]
    done = to_the_end(covered)
    assert isinstance(done, TwoState)
    assert done.belotes() == ()


def test_a_belote_is_refused_in_a_deal_without_a_taker_too() -> None:
    state: ClassicState = laid_out(belote_announce="manual")
    assert refusal(state, 0, "declare:belote").fact.key == "refusal.no_belote"
    state = tricks(state, "AS 10S")
    assert "declare:belote" in offered(state, 0)
    late = in_turn(state, "declare:belote", "play:QH", "play:7H")
    assert "declare:rebelote" in offered(late, 0)


def test_bid_for_the_trump_before_the_rows() -> None:
    state: ClassicState = laid_out(open_trump="bid")
    view = GAME.view(state, Seat(0))
    assert (view.phase, view.trump) == ("bidding", None)
    assert zones(view)["turned", None] == "7H"
    assert len(view.hand) == 8
    state = in_turn(state, "pass", "pass", "take:S")
    view = GAME.view(state, None)
    assert (view.phase, view.trump, view.taker) == ("play", "S", 0)
    assert view.to_act == {0}
    assert ("turned", None) not in zones(view)
    result = GAME.result(to_the_end(state))
    assert result is not None
    assert result.taker_side == 0
    assert result.made is not None


def test_the_piles_run_out_one_by_one() -> None:
    """A seat always has an open card until its sixteen are played."""
    state: ClassicState = laid_out()
    while GAME.to_act(state):
        assert isinstance(state, TwoState)
        seat = state.turn
        assert state.hands[seat]
        on_table = sum(owner == seat for owner, _ in state.trick.plays)
        left = len(state.hands[seat]) + len(state.piles[seat]) + len(state.won) + on_table
        assert left == 16
        state = tricks(state, state.playable()[-1].code)
