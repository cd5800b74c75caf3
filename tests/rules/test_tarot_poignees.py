"""Poignées and misères: who shows what and when, and what stays hidden."""

from __future__ import annotations

import pytest

from bot.core.actions import Declare
from bot.core.cards import Card, cards
from bot.core.errors import Reason
from bot.core.events import visible
from bot.core.game import Draft
from bot.core.games.tarot.keys import Refusal
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.state import TarotState
from bot.core.seats import Seat

from .tarot_deals import STANDS, by, dealt, offered, refused, taken, tarot

TEN_TRUMPS = "T21 T20 T18 T16 T14 T12 T10 T8 T6 T4"


def with_poignee(hand: str) -> TarotState:
    """Seat 0 leads to the first trick with this hand."""
    return by(taken(dealt(tarot(), {0: hand}, dealer=3), 1, "garde_sans"), (1, "go"))


def test_a_poignee_hides_what_its_holder_chooses() -> None:
    state = with_poignee(f"{TEN_TRUMPS} T2 T1 KS QS")
    state = by(state, (0, "declare:poignee_simple"))
    assert GAME.to_act(state) == {0}
    assert refused(state, 0, "play:KS").code is Refusal.POIGNEE_DUE
    assert refused(state, 0, "hide:T1").code is Refusal.HIDE_COUNT
    state = by(state, (0, "hide:T21 T1"))
    (zone,) = [zone for zone in GAME.view(state, None).zones if zone.name == "shown"]
    assert zone.cards == cards("T20 T18 T16 T14 T12 T10 T8 T6 T4 T2")
    assert refused(state, 0, "declare:poignee_simple").code is Refusal.POIGNEE_SAID


@pytest.mark.parametrize("hand", [f"{TEN_TRUMPS} T2 T1 KS QS", f"{TEN_TRUMPS} KS QS"])
def test_nobody_else_learns_that_trumps_stay_hidden(hand: str) -> None:
    before = with_poignee(hand)
    draft = Draft(GAME, before)
    GAME.handle(draft, Seat(0), Declare("poignee_simple"))
    chosen, *_ = draft.events
    others = (Seat(1), Seat(2), Seat(3), None)
    assert not any(visible(chosen, seat) for seat in others)
    if draft.state.choosing:
        assert GAME.view(draft.state, Seat(0)).phase == "poignee"
        assert [GAME.view(draft.state, seat) for seat in others] == [GAME.view(before, seat) for seat in others]
        for code in ("go", "hide:T21 T1", "declare:poignee_simple", "declare:chelem", "play:2S"):
            told = [refused(state, 2, code).fact for state in (before, draft.state)]
            assert told[0] == told[1]


@pytest.mark.parametrize("preset", ["fft", "textes"])
def test_before_the_lead_everybody_is_asked_alike_while_poignees_are_chosen(preset: str) -> None:
    for players, hand in ((4, f"{TEN_TRUMPS} T2"), (3, f"{TEN_TRUMPS} T2 T1 T3 T5 KS")):
        options = tarot(preset, poignee_time="before_lead")
        before = by(taken(dealt(options, {0: hand}, players=players, dealer=players - 1), 1, "garde_sans"), (1, "go"))
        assert GAME.to_act(before) == set(range(players))
        state = by(before, (0, "declare:poignee_simple"))
        assert {code.partition(":")[0] for code in offered(state, 0)} == {"hide"}
        for seat in (None, *map(Seat, range(1, players))):
            assert GAME.view(state, seat) == GAME.view(before, seat)
            assert seat is None or GAME.prompts(state, seat) == GAME.prompts(before, seat)
        state = by(state, (1, "go"), (2, "go"))
        assert GAME.to_act(state) == set(range(players)) - {1, 2}


def test_two_seats_may_choose_what_they_hide_at_once() -> None:
    hands = {
        0: "T21 T20 T18 T16 T14 T12 T10 T8 T6 KS QS CS JS 10S 9S",
        3: "T19 T17 T15 T13 T11 T9 T7 T5 T3 KH QH CH JH 9H 8H",
    }
    options = tarot(poignee_time="before_lead")
    state = by(taken(dealt(options, hands, players=5, dealer=4), 1, "garde_sans"), (1, "call:KC"), (1, "go"))
    state = by(state, (0, "declare:poignee_simple"))
    assert "declare:poignee_simple" in offered(state, 3)
    state = by(state, (3, "declare:poignee_simple"), (0, "hide:T6"), (3, "hide:T3"))
    assert [shown.seat for shown in state.poignees] == [0, 3]
    early = by(taken(dealt(STANDS, hands, players=5, dealer=4), 1, "garde_sans"), (1, "call:KC"), (1, "go"))
    before = offered(early, 3)
    early = by(early, (0, "declare:poignee_simple"))
    assert offered(early, 3) == before
    assert "declare:poignee_simple" in before
    assert len(by(early, (3, "declare:poignee_simple"), (0, "hide:T6"), (3, "hide:T3")).poignees) == 2


def test_an_order_for_the_lead_comes_before_a_poignee_that_is_being_chosen() -> None:
    state = by(taken(dealt(STANDS, {0: f"{TEN_TRUMPS} T2 KS"}, dealer=3), 1, "garde_sans"), (1, "go"))
    card = next(card.code for card in state.hands[2] if card.suit.value in "SHDC")
    chosen = by(state, (0, "declare:poignee_simple"), (2, f"early:{card}"))
    silent = by(state, (2, f"early:{card}"))
    assert [GAME.view(chosen, seat) for seat in (None, Seat(1), Seat(3))] == [
        GAME.view(silent, seat) for seat in (None, Seat(1), Seat(3))
    ]
    assert GAME.may_act(chosen) == {1}
    assert refused(chosen, 0, "hide:T2").code is Refusal.ORDER_DUE
    ordered = by(chosen, (1, "lead:free"))
    assert by(ordered, (0, "hide:T2")).poignees


def test_the_taker_may_announce_a_chelem_while_a_poignee_is_chosen() -> None:
    state = by(with_poignee(f"{TEN_TRUMPS} T2 T1 KS QS"), (0, "declare:poignee_simple"))
    assert refused(state, 2, "declare:chelem").code is Refusal.CHELEM_OF_TAKER
    state = by(state, (1, "declare:chelem"))
    assert GAME.to_act(state) == {Seat(1)}
    assert state.choosing == ()
    assert state.poignees == ()
    state = by(state, (1, f"play:{state.legal().cards[0].code}"))
    while state.turn != 0:
        state = by(state, (state.turn, f"play:{state.legal().cards[0].code}"))
    assert "declare:poignee_simple" in offered(state, 0)


def test_a_card_may_be_taken_back_while_the_next_poignee_is_chosen() -> None:
    state = dealt(tarot("textes"), {1: f"{TEN_TRUMPS} T2 T1 KS QS"}, dealer=3)
    state = by(taken(state, 2, "garde_sans"), (2, "go"))
    state = by(state, (0, f"play:{state.legal().cards[0].code}"))
    before = {seat: offered(state, seat) for seat in (0, 2, 3)}
    state = by(state, (1, "declare:poignee_simple"))
    assert {seat: offered(state, seat) for seat in (0, 2, 3)} == before
    back = by(state, (0, "takeback"))
    assert (back.choosing, back.turn, back.poignees) == ((), 0, ())


def test_a_poignee_chosen_out_of_turn_stops_nobody() -> None:
    state = by(taken(dealt(tarot("textes"), {1: f"{TEN_TRUMPS} T2 T1 KS QS"}, dealer=3), 2, "garde_sans"), (2, "go"))
    state = by(state, (1, "declare:poignee_simple"))
    assert GAME.to_act(state) == {0}
    assert set(GAME.view(state, Seat(0)).playable) == set(state.legal().cards)
    state = by(state, (0, f"play:{state.legal().cards[0].code}"))
    assert GAME.to_act(state) == {1}
    assert refused(state, 1, "play:KS").code is Refusal.POIGNEE_DUE
    state = by(state, (1, "hide:T21 T1"))
    assert offered(state, 1) >= {f"play:{card.code}" for card in state.legal().cards}


def test_the_excuse_is_shown_only_with_every_trump() -> None:
    nine_and_excuse = with_poignee(f"{TEN_TRUMPS.replace(' T4', '')} EX KS QS")
    state = by(nine_and_excuse, (0, "declare:poignee_simple"))
    assert Card.parse("EX") in state.poignees[0].cards
    ten_and_excuse = by(with_poignee(f"{TEN_TRUMPS} EX KS QS"), (0, "declare:poignee_simple"))
    assert ten_and_excuse.poignees[0].cards == cards(TEN_TRUMPS)


def test_it_is_too_late_after_the_first_card() -> None:
    state = by(with_poignee(f"{TEN_TRUMPS} KS QS"), (0, "play:QS"))
    assert refused(state, 0, "declare:poignee_simple").code is Refusal.SHOW_LATE


def test_a_card_taken_back_brings_the_poignee_back() -> None:
    options = tarot("friends")
    state = by(taken(dealt(options, {0: f"{TEN_TRUMPS} KS QS"}, dealer=3), 1, "garde_sans"), (1, "go"), (0, "play:QS"))
    assert "declare:poignee_simple" not in offered(state, 0)
    state = by(state, (0, "takeback"))
    assert "declare:poignee_simple" in offered(state, 0)
    assert Card.parse("QS") in state.hands[0]
    assert refused(state, 0, "takeback").code is Refusal.CARD_COVERED


def test_miseres_are_said_by_those_who_have_one() -> None:
    low = "1S 2S 3S 4S 5S 6S 7S 8S 9S 1H 2H 3H 4H 5H 6H 7H 8H 9H"
    state = by(taken(dealt(tarot("friends"), {0: low}, dealer=3), 1, "garde_sans"), (1, "go"))
    assert {"declare:misere_atout", "declare:misere_tete"} <= offered(state, 0)
    state = by(state, (0, "declare:misere_tete"))
    assert refused(state, 0, "declare:misere_tete").code is Refusal.MISERE_SAID
    assert refused(state, 1, "declare:misere_tete").code is Reason.NOT_YOUR_TURN
