"""Belote and rebelote in play: said by the player, or by the program (docs/rules/belote.md 8)."""

from __future__ import annotations

from bot.core.errors import Reason
from bot.core.facts import Term
from bot.core.families.belote.keys import Refusal

from .deals import State, belote, coinche, dealt, do, in_turn, offered, playing, refusal, score, taken, tricks

HANDS = {
    0: "KH QH AS KS QS JS 10S 9S",
    1: "8H 8S AD KD QD JD 10D 9D",
    2: "9H 10H 7S 8D 7D AC KC QC",
    3: "JH AH 7H JC 10C 9C 8C 7C",
}
MANUAL = coinche("contree")
AUTO = coinche("contree_online")


def finish(state: State) -> State:
    """Play the rest with the first card offered each time, saying nothing."""
    while state.score is None:
        state = tricks(state, state.playable()[0].code)
    return state


def belotes_of(state: State) -> tuple[int, ...]:
    return state.deal_count().belotes


def said(state: State) -> list[str]:
    return [fact.key for fact in state.said]


def test_after_belote_only_its_cards_may_be_played() -> None:
    state = playing(MANUAL, HANDS)
    assert {"declare:belote", "play:AS", "play:KH"} <= offered(state, 0)
    state = in_turn(state, "declare:belote")
    assert offered(state, 0) == {"play:KH", "play:QH"}
    refused = refusal(state, 0, "play:AS")
    assert refused.code is Reason.DECLARED_CARD_DUE
    assert refused.fact.get("word") == Term("said", "belote")
    assert {card.code for card in refused.legal} == {"KH", "QH"}
    assert refusal(state, 0, "declare:belote").code is Refusal.WORD_SAID


def test_both_words_earn_the_belote() -> None:
    state = tricks(in_turn(playing(MANUAL, HANDS), "declare:belote"), "QH 8H 10H AH")
    assert said(state) == ["said.belote"]
    while "declare:rebelote" not in offered(state, 0):
        state = tricks(state, next(card.code for card in state.playable() if card.code != "KH"))
    state = in_turn(state, "declare:rebelote")
    assert offered(state, 0) == {"play:KH"}
    assert belotes_of(finish(state)) == (0,)


def test_without_rebelote_the_belote_is_lost() -> None:
    state = tricks(in_turn(playing(MANUAL, HANDS), "declare:belote"), "KH 8H 10H AH")
    assert belotes_of(finish(state)) == ()


def test_without_belote_there_is_no_rebelote() -> None:
    state = tricks(playing(MANUAL, HANDS), "KH 8H 10H AH")
    while state.turn != 0:
        state = tricks(state, state.playable()[0].code)
    assert "declare:rebelote" not in offered(state, 0)
    assert refusal(state, 0, "declare:rebelote").code is Refusal.NO_REBELOTE
    assert refusal(state, 0, "declare:belote").code is Refusal.BELOTE_LATE
    assert belotes_of(finish(state)) == ()


def test_the_program_says_both_words() -> None:
    state = playing(AUTO, HANDS)
    assert refusal(state, 0, "declare:belote").code is Refusal.WORD_AUTOMATIC
    state = finish(tricks(state, "KH"))
    assert said(state) == ["said.belote", "said.rebelote"]
    assert belotes_of(state) == (0,)


def test_half_a_belote_is_nothing() -> None:
    hands = {0: "KH AS KS QS JS 10S 9S 8S", 1: "QH 7H", 2: "9H 10H", 3: "JH AH"}
    state = playing(MANUAL, hands)
    assert refusal(state, 0, "declare:belote").code is Refusal.NO_BELOTE
    assert belotes_of(finish(tricks(playing(AUTO, hands), "KH"))) == ()


def test_the_word_needs_a_card_that_may_be_played_now() -> None:
    hands = {0: "AS 7H", 1: "KH QH 7S 8S", 2: "9S", 3: "10S"}
    state = tricks(playing(MANUAL, hands), "AS")
    assert state.turn == 1
    assert refusal(state, 1, "declare:belote").code is Refusal.ROYAL_NOT_NOW


def test_king_first() -> None:
    state = playing(coinche("contree", belote_order="king_first"), HANDS)
    said_first = in_turn(state, "declare:belote")
    assert offered(said_first, 0) == {"play:KH"}
    assert refusal(said_first, 0, "play:QH").code is Reason.BELOTE_ORDER
    queen_first = tricks(state, "QH")
    assert belotes_of(finish(queen_first)) == ()
    auto = playing(coinche("contree_online", belote_order="king_first"), HANDS)
    assert said(finish(tricks(auto, "QH"))) == []
    assert said(finish(tricks(auto, "KH"))) == ["said.belote", "said.rebelote"]


TWO_PAIRS = {
    0: "KH QH KS QS AH AS AD AC",
    1: "JH 9H KD QC JS 9S JD JC",
    2: "10H 8H QD KC 10S 8S 10D 10C",
    3: "7H 7S 7D 7C 8D 8C 9D 9C",
}


def test_tout_atout_has_a_belote_for_each_suit() -> None:
    taken_ta = playing(coinche("contree_online", sa_ta=True), TWO_PAIRS, "bid:80:TA")
    assert belotes_of(finish(taken_ta)) == (0, 0)
    one = playing(coinche("contree_online", sa_ta=True, ta_belotes="one"), TWO_PAIRS, "bid:80:TA")
    assert said(finish(one)).count("said.rebelote") == 1
    none = playing(coinche("contree_online", sa_ta=True, ta_belotes="none"), TWO_PAIRS, "bid:80:TA")
    assert said(finish(none)) == []


def test_sans_atout_has_no_belote() -> None:
    state = playing(coinche("contree", sa_ta=True), TWO_PAIRS, "bid:80:SA")
    assert refusal(state, 0, "declare:belote").code is Refusal.NO_BELOTE
    assert said(finish(playing(coinche("contree_online", sa_ta=True), TWO_PAIRS, "bid:80:SA"))) == []


def test_the_turned_card_may_complete_a_belote() -> None:
    state = taken(belote("belote_online"), {0: "KH AS KS QS JS 10S 9S QH"})
    assert said(tricks(state, "QH")) == ["said.belote"]


def test_several_belotes_of_one_side_are_all_marked() -> None:
    plain = score(belote(sa_ta=True), (188, 60), trump="TA")
    twice = score(belote(sa_ta=True), (188, 60), trump="TA", belotes=(0, 0, 1))
    assert twice.points == (plain.points[0] + 40, plain.points[1] + 20)


def test_words_are_refused_during_the_auction() -> None:
    state = dealt(MANUAL, HANDS)
    assert refusal(state, 0, "declare:belote").code is Reason.WRONG_PHASE
    assert refusal(do(state, 0, "bid:80:H"), 0, "declare:belote").code is Reason.NOT_YOUR_TURN
