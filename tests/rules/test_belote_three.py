"""Rulings of belote for three (docs/rules/belote.md 15)."""

from __future__ import annotations

import pytest

from bot.core.cards import Rank, cards
from bot.core.errors import IllegalAction, Reason
from bot.core.families.belote.classic_game import ClassicState
from bot.core.families.belote.state import Phase
from bot.core.game import apply
from bot.core.games.belote_three.actions import Discard
from bot.core.games.belote_three.keys import DATA, Key, Refusal
from bot.core.games.belote_three.rules import GAME
from bot.core.seats import Seat

from .three_deals import dealt, in_turn, offered, options, played, score, taken


def sizes(state: ClassicState) -> list[int]:
    return [len(hand) for hand in state.hands]


def zones(state: ClassicState, seat: int | None = None) -> dict[str, tuple[object, ...]]:
    seen = GAME.view(state, None if seat is None else Seat(seat))
    return {zone.name: zone.cards for zone in seen.zones}


def test_24_cards_are_dealt_five_then_three_and_the_taker_has_the_turned_card() -> None:
    state = dealt(options("trois_24"), {0: "AH"})
    assert sizes(state) == [5, 5, 5]
    assert zones(state) == {"turned": cards("AH")}
    assert {card.rank for card in GAME.deck(options("trois_24"), 3)}.isdisjoint({Rank.N7, Rank.N8})
    after = in_turn(state, "take")
    assert (sizes(after), after.phase) == ([8, 8, 8], Phase.PLAY)
    assert cards("AH")[0] in after.hands[0]
    assert zones(after) == {}


def test_of_32_cards_five_stay_out_of_play_and_two_of_them_are_seen() -> None:
    state = dealt(options("trois_32"), {0: "AH"})
    turned = state.turned
    assert sizes(state) == [6, 6, 6]
    assert turned is not None
    after = in_turn(state, "pass", "pass", "take")
    assert (sizes(after), after.form.tricks) == ([9, 9, 9], 9)
    assert all(turned not in hand for hand in after.hands)
    out = set(GAME.deck(options("trois_32"), 3)).difference(*after.hands)
    assert len(out) == 5
    open_cards = zones(after)
    assert open_cards["turned"] == (turned,)
    assert out.issuperset(open_cards["out_of_play"])
    assert open_cards["out_of_play"] != open_cards["turned"]
    while after.phase is Phase.PLAY:
        after = in_turn(after, f"play:{GAME.view(after, after.turn).playable[0].code}")
    assert {name: set(held) for name, held in zones(after).items()} == {"not_dealt": out}


def test_ten_cards_each_and_a_dog_for_the_taker() -> None:
    state = dealt(options("trois_10"), {1: "AH"}, taker=1)
    assert sizes(state) == [10, 10, 10]
    taken_by_1 = in_turn(state, "pass", "take")
    assert (sizes(taken_by_1), taken_by_1.phase) == ([10, 12, 10], Phase.ECART)
    assert taken_by_1.to_act == {1}
    after = apply(GAME, taken_by_1, Seat(1), Discard(taken_by_1.hands[1][:2])).state
    assert (sizes(after), after.phase, after.turn) == ([10, 10, 10], Phase.PLAY, 0)


def refused(state: ClassicState, seat: int, code: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        apply(GAME, state, Seat(seat), GAME.parse(code))
    return caught.value


def test_an_ecart_is_two_different_cards_of_the_takers_hand() -> None:
    state = taken(options("trois_10"), {0: "AH KS QS", 1: "7D"})
    assert refused(state, 0, "discard:KS").code is Refusal.ECART_COUNT
    assert refused(state, 0, "discard:KS KS").fact.get("n") == 2
    assert refused(state, 0, "discard:KS 7D").code is Reason.NOT_IN_HAND
    assert refused(state, 1, "discard:7D KS").code is Reason.NOT_YOUR_TURN
    assert refused(state, 0, "play:KS").code is Reason.WRONG_PHASE
    assert "discard:KS QS" in offered(state, 0) or "discard:QS KS" in offered(state, 0)
    assert offered(state, 1) == set()


def test_what_was_put_aside_is_seen_by_nobody_and_counts_for_the_taker() -> None:
    state = taken(options("trois_10"), {0: "JH 9H AH 10H KH QH 8H 7H AS 10S 10D AC"})
    state = in_turn(state, "discard:10D AC")
    assert GAME.view(state, None).points == (0, 0, 0)
    aside = {"put_aside": cards("10D AC")}
    own = [{zone.name: zone.cards for zone in GAME.view(state, Seat(seat)).own} for seat in range(3)]
    assert own == [aside, {}, {}], "he may look at what he put aside"
    assert zones(state) == zones(state, 0) == zones(state, 1) == {}
    while state.phase is Phase.PLAY:
        best = GAME.view(state, state.turn).playable
        state = in_turn(state, f"play:{best[0].code}")
    assert zones(state) == zones(state, 1) == aside
    account = {(fact.key, fact.get("points")) for fact in GAME.view(state, None).account}
    assert {("account.capot", 231), ("account.aside", 21), ("account.tricks", 252)} <= account
    assert state.deal_count().aside == (21, 0, 0)
    assert sum(state.points) + 21 == 152


def test_the_dealers_next_leads_whoever_took_and_everybody_is_an_opponent() -> None:
    state = in_turn(dealt(options(), {0: "AS", 1: "9S", 2: "AH 9H KH"}, taker=2), "pass", "pass", "take")
    assert state.turn == 0
    state = played(taken(options(), {0: "AD AH", 1: "9D", 2: "9H KS AC JS QS KC 10S QC"}), "AD 9D")
    assert offered(state, 2) == {"play:9H"}, "seat 0, not a partner, is master: it must be ruffed"


def test_two_rounds_of_three_passes_leave_the_deal_to_the_next_dealer() -> None:
    state = in_turn(dealt(options(), {}), *["pass"] * 3)
    assert "take:H" not in offered(state, 0)
    assert "take:S" in offered(state, 0)
    state = in_turn(state, *["pass"] * 3)
    result = GAME.result(state)
    assert result is not None
    assert (result.points, result.counts, result.next_dealer) == ((0, 0, 0), False, 0)


@pytest.mark.parametrize(
    ("won", "how", "made", "marks"),
    [
        # More than each: everybody marks his own.
        ((60, 50, 42), {}, True, (70, 50, 42)),
        # As many as one of them is too few; the tricks go to him.
        ((50, 60, 42), {}, False, (0, 120, 42)),
        # Fewer: the stronger opponent has the taker's tricks.
        ((40, 80, 32), {}, False, (0, 130, 32)),
        # The belote counts, and stays with its holder.
        ((50, 65, 37), {"belotes": (0,)}, True, (80, 65, 37)),
        ((40, 75, 37), {"belotes": (0,)}, False, (20, 125, 37)),
        ((60, 55, 37), {"belotes": (1,)}, False, (0, 145, 37)),
        # Two equal opponents share the taker's tricks.
        ((40, 56, 56), {}, False, (0, 81, 81)),
        # An odd point goes to nobody.
        ((31, 50, 50), {"asleep": 21}, False, (0, 70, 70)),
        # All tricks by one player.
        ((152, 0, 0), {"tricks": (8, 0, 0)}, True, (252, 0, 0)),
        ((152, 0, 0), {"tricks": (8, 0, 0), "belotes": (1,)}, True, (252, 20, 0)),
        ((0, 152, 0), {"tricks": (0, 8, 0), "der": 1}, False, (0, 252, 0)),
        ((140, 0, 0), {"tricks": (9, 0, 0), "asleep": 12}, True, (240, 0, 0)),
    ],
)
def test_more_than_each_opponent(
    won: tuple[int, ...], how: dict[str, object], made: bool, marks: tuple[int, ...]
) -> None:
    result = score(options(), won, **how)  # type: ignore[arg-type]
    assert (result.made, result.points) == (made, marks)


@pytest.mark.parametrize(
    ("won", "how", "made", "marks"),
    [
        ((72, 50, 30), {}, True, (82, 50, 30)),
        ((71, 50, 31), {}, False, (0, 131, 31)),
        ((60, 55, 37), {"belotes": (0,)}, False, (20, 125, 37)),
        ((152, 0, 0), {"tricks": (8, 0, 0)}, True, (252, 0, 0)),
    ],
)
def test_more_than_both_together(
    won: tuple[int, ...], how: dict[str, object], made: bool, marks: tuple[int, ...]
) -> None:
    result = score(options(three_contract="both"), won, **how)  # type: ignore[arg-type]
    assert (result.made, result.points) == (made, marks)


def test_every_line_of_an_account_has_its_data() -> None:
    own = {key.value for key in Key}
    seen = set()
    for contract in ("each", "both"):
        for won in ((60, 50, 42), (50, 60, 42), (40, 80, 32), (71, 50, 31), (80, 40, 32)):
            for fact in score(options(three_contract=contract), won).account:
                if fact.key in own:
                    seen.add(fact.key)
                    assert {name for name, _ in fact.data} == set(DATA[Key(fact.key)])
    assert seen == own
