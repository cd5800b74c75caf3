"""Taking a card back in the belote family, and what becomes of what was said (docs/rules/belote.md 14)."""

from __future__ import annotations

import pytest

from bot.core.cards import Card
from bot.core.errors import Reason
from bot.core.families.belote.keys import Refusal
from bot.core.games.belote_three.rules import GAME as THREE
from bot.core.seats import Seat

from . import three_deals as three
from .deals import State, belote, coinche, do, game_of, in_turn, offered, playing, refusal, taken, tricks
from .test_annonces_in_play import HANDS

ROYAL = {0: "KH QH AS KS QS JS 10S 9S", 1: "8S AD KD"}


def asked(state: State) -> State:
    return do(state, state.trick.plays[-1][0], "takeback")


def told(state: State) -> list[str]:
    return [fact.key for fact in game_of(state.options).view(state, None).facts]


def test_both_opponents_bring_the_card_back() -> None:
    before = taken(belote(undo="consent"), ROYAL)
    state = asked(tricks(before, "AS"))
    assert state.trick.plays
    assert told(state) == ["said.take_back_asked"]
    assert [offered(state, seat) & {"agree", "refuse"} for seat in (0, 2)] == [set(), set()]
    assert {"agree", "refuse"} <= offered(state, 1)
    assert offered(state, 3) == {"agree", "refuse"}
    assert game_of(state.options).view(state, Seat(2)).aloud == ("agree", "refuse")
    state = do(state, 3, "agree")
    assert offered(state, 3) == set()
    assert refusal(state, 3, "agree").code is Refusal.NOT_ASKED
    state = do(state, 1, "agree")
    assert (state.trick.plays, state.turn) == ((), 0)
    assert set(state.hands[0]) == set(before.hands[0])
    assert told(state) == ["said.taken_back"]
    assert offered(state, 0) == offered(before, 0)


@pytest.mark.parametrize("by", [1, 3])
def test_one_refusal_ends_the_request_for_good(by: int) -> None:
    state = asked(tricks(taken(belote(undo="consent"), ROYAL), "AS"))
    state = do(state, by, "refuse")
    assert told(state) == ["said.take_back_refused"]
    assert offered(state, 0) == set()
    refused = refusal(state, 0, "takeback")
    assert refused.code is Refusal.TAKE_BACK_REFUSED
    assert refusal(state, 4 - by, "agree").code is Refusal.NOT_ASKED
    assert told(tricks(state, "8S")) == []


def test_the_next_card_and_the_next_word_end_the_request() -> None:
    state = asked(tricks(taken(belote(undo="consent"), ROYAL), "AS"))
    assert refusal(state, 0, "takeback").code is Refusal.TAKE_BACK_ASKED
    covered = tricks(state, "8S")
    assert offered(covered, 3) == set()
    assert refusal(covered, 0, "takeback").code is Refusal.CARD_STAYS
    spoken = {0: "7D AH", 1: "KH QH 8H 7H AS"}
    state = asked(tricks(taken(belote(undo="consent"), spoken), "AH"))
    state = in_turn(state, "declare:belote")
    assert refusal(state, 0, "takeback").code is Refusal.CARD_STAYS
    assert offered(state, 3) == set()


def test_the_last_card_of_a_trick_stays() -> None:
    hands = {0: "AS", 1: "7S", 2: "8S", 3: "9S"}
    state = tricks(taken(belote(undo="uncovered"), {**hands, 0: "AS AH"}), "AS 7S 8S")
    assert "takeback" in offered(state, 2)
    done = tricks(state, "9S")
    assert all("takeback" not in offered(done, seat) for seat in range(4))
    assert refusal(done, 3, "takeback").code is Refusal.CARD_STAYS


def test_a_card_that_was_covered_stays_when_the_card_on_it_goes() -> None:
    state = tricks(taken(belote(undo="uncovered"), {0: "AS AH", 1: "7S"}), "AS 7S")
    state = do(state, 1, "takeback")
    assert [play[1].code for play in state.trick.plays] == ["AS"]
    assert refusal(state, 0, "takeback").code is Refusal.CARD_STAYS


@pytest.mark.parametrize("announce", ["auto", "manual"])
def test_the_word_goes_back_with_its_card(announce: str) -> None:
    before = taken(belote(undo="uncovered", belote_announce=announce), ROYAL)
    words = ["declare:belote"] if announce == "manual" else []
    said = tricks(in_turn(before, *words), "KH")
    assert told(said) == ["said.belote"]
    back = do(said, 0, "takeback")
    assert (back.royal, back.word, told(back)) == ((), None, ["said.taken_back"])
    assert offered(back, 0) == offered(before, 0)
    again = tricks(in_turn(back, *words), "QH")
    assert told(again) == ["said.taken_back", "said.belote"]
    assert [play.card for play in again.royal] == [Card.parse("QH")]


def test_annonces_stay_announced_once_and_their_showing_keeps_the_card() -> None:
    state = tricks(playing(coinche(undo="uncovered", belote_announce="auto"), HANDS), "AS")
    state = tricks(do(state, 0, "takeback"), "AS 7S 8S 10S")
    assert [seat for seat, _ in state.announced] == [0, 2]
    shown = tricks(state, "KS")
    assert shown.judged is not None
    assert refusal(shown, 0, "takeback").code is Refusal.CARD_STAYS


def test_nothing_goes_back_where_the_table_plays_so() -> None:
    state = tricks(taken(belote(), ROYAL), "AS")
    assert refusal(state, 0, "takeback").code is Reason.NO_TAKE_BACK
    assert state.regret is None
    assert game_of(state.options).may_take_back(state) is None


def test_of_three_both_others_are_asked() -> None:
    before = three.taken(three.options(undo="consent"), {0: "AS AH"})
    state = three.do(three.played(before, "AS"), 0, "takeback")
    assert THREE.asked(state) == {1, 2}
    state = three.do(three.do(state, 2, "agree"), 1, "agree")
    assert (state.trick.plays, state.turn) == ((), 0)
    assert THREE.asked(state) == frozenset()
