"""Cards out of turn in tarot (docs/rules/tarot.md 18)."""

from __future__ import annotations

from bot.core.cards import Card, cards
from bot.core.errors import IllegalAction, Reason
from bot.core.games.tarot.actions import PlayEarly
from bot.core.games.tarot.keys import Refusal
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.state import TarotState

from .tarot_deals import STANDS, by, offered, position, refused, tarot, tried


def early_lead(seat: int = 2, hand: str = "5H 2S", taker: int = 3) -> TarotState:
    """Seat 0 is to lead; a card of hearts lies before its turn."""
    hands = {0: "7H 3S 4C", 1: "8H 9S", seat: hand, 3: "9H 10S"}
    state = position(STANDS, hands, taker=taker, winners=[0], leader=0)
    return by(state, (seat, "early:5H"))


def test_a_card_out_of_turn_is_refused_by_default() -> None:
    state = position(tarot(), {0: "7H", 2: "5H 2S"}, winners=[0], leader=0)
    assert refused(state, 2, "early:5H").code is Reason.NOT_YOUR_TURN
    assert refused(state, 2, "play:5H").code is Reason.NOT_YOUR_TURN
    assert not offered(state, 2)


def test_the_taker_may_demand_the_suit_of_an_early_lead() -> None:
    state = early_lead()
    assert GAME.to_act(state) == {3}
    assert refused(state, 0, "play:3S").code is Refusal.ORDER_DUE
    state = by(state, (3, "lead:demand"))
    assert {card.code for card in state.legal().cards} == {"7H"}
    refusal = refused(state, 0, "play:3S")
    assert (refusal.code, refusal.legal) == (Refusal.LEAD_DEMANDED, cards("7H"))
    # The early card follows by itself once its turn has come.
    state = by(state, (0, "play:7H"), (1, "play:8H"))
    assert [card.code for card in state.trick.cards] == ["7H", "8H", "5H"]
    assert state.turn == 3


def test_the_taker_may_forbid_it_or_leave_it() -> None:
    forbidden = by(early_lead(), (3, "lead:forbid"))
    assert {card.code for card in forbidden.legal().cards} == {"3S", "4C"}
    free = by(early_lead(), (3, "lead:free"))
    assert len(free.legal().cards) == 3
    assert GAME.to_act(free) == {0}


def test_an_order_that_cannot_be_obeyed_is_void() -> None:
    hands = {0: "3S 4C", 1: "8H 9S", 2: "5H 2S", 3: "9H 10S"}
    state = by(position(STANDS, hands, taker=3, winners=[0], leader=0), (2, "early:5H"), (3, "lead:demand"))
    assert len(state.legal().cards) == 2


def test_an_early_card_that_is_illegal_at_its_turn_goes_back() -> None:
    state = by(early_lead(hand="5H 2C 2S"), (3, "lead:free"), (0, "play:4C"), (1, "play:9S"))
    assert state.early == ()
    assert state.turn == 2
    assert {card.code for card in state.legal().cards} == {"2C"}
    assert len(state.hands[2]) == 3


def test_the_takers_own_early_lead_costs_nothing_and_a_follower_s_neither() -> None:
    own = early_lead(seat=2, taker=2)
    assert GAME.to_act(own) == {0}
    hands = {0: "7H", 1: "8H 9S", 2: "5H 2S", 3: "9H"}
    follower = by(position(STANDS, hands, taker=3, winners=[0], leader=0), (0, "play:7H"), (2, "early:5H"))
    assert GAME.to_act(follower) == {1}
    assert isinstance(tried(follower, 2, PlayEarly(Card.parse("2S"))), IllegalAction)
