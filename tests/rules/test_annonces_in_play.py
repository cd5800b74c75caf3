"""Annonces in play: announced in the first trick, shown in the second (docs/rules/belote.md 9)."""

from __future__ import annotations

import pytest

from bot.core.actions import PlayCard
from bot.core.cards import cards
from bot.core.events import CardPlayed
from bot.core.families.belote.annonces import combinations_of
from bot.core.families.belote.denominations import Denomination
from bot.core.families.belote.events import AnnonceSaid, AnnonceShown, AnnoncesJudged
from bot.core.families.belote.keys import Refusal
from bot.core.game import apply
from bot.core.seats import Seat

from .deals import State, coinche, game_of, in_turn, offered, playing, refusal, tricks

# Seat 0 has a tierce to the ace, seat 2 a tierce to the king; the others have nothing.
HANDS = {
    0: "AS KS QS 7H AH 8D 10C 7C",
    1: "9D 10D 7D 9C 8C 7S 8H 10H",
    2: "KC QC JC KH AD 8S JD 9S",
    3: "JS 10S QH JH 9H AC KD QD",
}
AUTO = coinche("coinche", belote_announce="auto")
MANUAL = coinche("textes", belote_announce="auto")


def test_the_hands_are_what_they_are_said_to_be() -> None:
    own = {seat: combinations_of(cards(hand), Denomination.HEARTS, "single") for seat, hand in HANDS.items()}
    assert [[made.top.code for made in own[seat]] for seat in range(4)] == [["AS"], [], ["KC"], []]


def first_trick(state: State) -> State:
    return tricks(state, "AS 7S 8S 10S")


def test_the_program_announces_types_and_shows_the_winners() -> None:
    state = playing(AUTO, HANDS)
    game = game_of(AUTO)
    step = apply(game, state, Seat(0), PlayCard(cards("AS")[0]))
    assert [type(event) for event in step.events] == [AnnonceSaid, CardPlayed]
    after = tricks(step.state, "7S 8S 10S")
    assert [fact.key for fact in after.said] == ["said.annonce", "said.annonce"]
    assert all("card" not in repr(fact).lower() or fact.get("cards") is None for fact in after.said)
    step = apply(game, after, Seat(0), PlayCard(cards("KS")[0]))
    assert [type(event) for event in step.events] == [CardPlayed, AnnoncesJudged, AnnonceShown, AnnonceShown]
    assert step.state.judged is not None
    assert step.state.judged.points == (40, 0)
    zones = game.view(step.state, Seat(3)).zones
    assert [(zone.name, zone.seat) for zone in zones] == [("shown", 0), ("shown", 2)]


def test_the_losing_side_shows_nothing() -> None:
    hands = {
        0: "AS KS QS 7H AH JD 9D 8C",
        1: "KC QC JC 7S 8H 10H AD 10D",
        2: "8S 9S JS 9H JH KD 8D 7C",
        3: "10S QH KH QD 7D AC 10C 9C",
    }
    state = tricks(first_trick(playing(AUTO, hands)), "KS")
    assert {seat for seat, _ in state.announced} == {0, 1}
    assert {seat for seat, _ in state.shown} == {0}


def test_equal_annonces_cancel_and_nobody_shows() -> None:
    hands = {
        0: "AS KS QS 7H AH JD 9D 9C",
        1: "AC KC QC 7S 8H 10H AD 10D",
        2: "8S 9S JS 9H JH KD 8D 7C",
        3: "10S QH KH QD 7D JC 10C 8C",
    }
    state = tricks(first_trick(playing(AUTO, hands)), "KS")
    assert state.shown == ()
    assert state.said[-1].key == "said.annonces_cancelled"
    first = playing(coinche("coinche", belote_announce="auto", annonce_tie="first"), hands)
    assert {seat for seat, _ in tricks(first_trick(first), "KS").shown} == {0}


def test_manual_announced_and_shown_counts() -> None:
    state = playing(MANUAL, HANDS)
    assert "declare:annonces" in offered(state, 0)
    state = in_turn(state, "declare:annonces")
    assert refusal(state, 0, "declare:annonces").code is Refusal.ANNONCES_SAID
    assert refusal(state, 0, "declare:show").code is Refusal.SHOW_EARLY
    state = tricks(state, "AS 7S")
    state = tricks(in_turn(state, "declare:annonces"), "8S 10S")
    state = in_turn(state, "declare:show")
    assert refusal(state, 0, "declare:show").code is Refusal.ANNONCES_SHOWN
    state = tricks(state, "KS")
    state = tricks(state, state.playable()[0].code)
    state = in_turn(state, "declare:show")
    state = tricks(state, "9S JS")
    assert state.judged is not None
    assert state.judged.points == (40, 0)


def test_manual_not_announced_does_not_count() -> None:
    state = first_trick(playing(MANUAL, HANDS))
    assert refusal(state, 0, "declare:annonces").code is Refusal.ANNONCES_LATE
    assert refusal(state, 0, "declare:show").code is Refusal.NOTHING_TO_SHOW
    state = tricks(state, "KS")
    assert state.judged is None


def test_manual_announced_but_not_shown_does_not_count() -> None:
    state = first_trick(in_turn(playing(MANUAL, HANDS), "declare:annonces"))
    state = tricks(state, "KS")
    while len(state.won) < 2:
        state = tricks(state, state.playable()[0].code)
    assert state.judged is not None
    assert state.judged.points == (0, 0)
    while state.turn != 0:
        state = tricks(state, state.playable()[0].code)
    assert refusal(state, 0, "declare:show").code is Refusal.SHOW_LATE


def test_what_cannot_be_shown_cannot_be_announced() -> None:
    state = tricks(playing(MANUAL, HANDS), "AS")
    assert state.turn == 1
    assert refusal(state, 1, "declare:annonces").code is Refusal.NO_COMBINATION
    assert "declare:annonces" not in offered(state, 1)


@pytest.mark.parametrize("preset", ["contree", "coinche_online"])
def test_no_annonces_where_they_are_not_played(preset: str) -> None:
    state = playing(coinche(preset), HANDS)
    assert refusal(state, 0, "declare:annonces").code is Refusal.NO_ANNONCES
    assert tricks(state, "AS").announced == ()


def test_a_long_run_beside_a_four_of_a_kind_is_cut_to_keep_most_points() -> None:
    hand = cards("KS QS JS 10S 9S KH KD KC")
    kept = combinations_of(hand, Denomination.HEARTS, "single")
    assert [(made.kind.value, made.points) for made in kept] == [("carre", 100), ("cinquante", 50)]
    both = combinations_of(hand, Denomination.HEARTS, "multi")
    assert [made.points for made in both] == [100, 100]


def test_equal_partitions_keep_the_strongest_best_combination() -> None:
    kept = combinations_of(cards("AS KS QS JS 10S 9S 8H 7H"), Denomination.HEARTS, "single")
    assert [(made.kind.value, made.top.code) for made in kept] == [("cent", "AS")]
