"""What is shown: sorted hands, open cards, the last trick, the turned card, all hands at the end."""

from __future__ import annotations

from bot.core.cards import cards
from bot.core.families.belote.denominations import Denomination, ranking
from bot.core.families.belote.display import sort_cards
from bot.core.families.belote.state import Phase
from bot.core.games.belote.rules import GAME as BELOTE
from bot.core.games.coinche.rules import GAME as COINCHE
from bot.core.seats import Seat

from .deals import State, belote, coinche, dealt, in_turn, playing, taken, tricks

HANDS = {
    0: "KH QH AS KS QS JS 10S 9S",
    1: "8H 8S AD KD QD JD 10D 9D",
    2: "9H 10H 7S 8D 7D AC KC QC",
    3: "JH AH 7H JC 10C 9C 8C 7C",
}


def sorted_codes(hand: str, denomination: Denomination | None) -> str:
    order = None if denomination is None else ranking(denomination)
    return " ".join(card.code for card in sort_cards(cards(hand), order))


def test_hands_are_sorted_trumps_first_with_colours_alternating() -> None:
    hand = "7C AS 9H JH 10D AH KS 8D"
    assert sorted_codes(hand, Denomination.HEARTS) == "JH 9H AH AS KS 10D 8D 7C"
    assert sorted_codes(hand, Denomination.CLUBS) == "7C AH JH 9H AS KS 10D 8D"
    assert sorted_codes(hand, None) == "AS KS AH JH 9H 7C 10D 8D"
    assert sorted_codes("7C AS KC", None) == "AS KC 7C"


def test_the_turned_card_is_open_until_it_is_taken() -> None:
    state = dealt(belote(), {})
    turned = state.turned
    assert turned is not None
    zones = BELOTE.view(state, None).zones
    assert [(zone.name, zone.cards) for zone in zones] == [("turned", (turned,))]
    state = in_turn(state, "pass", "take")
    view = BELOTE.view(state, Seat(1))
    assert view.zones == ()
    assert turned in view.hand
    assert (view.taker, view.trump) == (1, turned.suit.value)
    assert view.phase == "play"


def seen(state: State) -> tuple[str | None, list[str]]:
    view = COINCHE.view(state, None)
    last = view.last_trick
    return None if last is None else " ".join(card.code for _, card in last.plays), [zone.name for zone in view.zones]


FIRST = "KH 8H 10H AH"


def after_first_trick(option: str) -> State:
    return tricks(playing(coinche("contree_online", last_trick_view=option), HANDS), FIRST)


def test_a_finished_trick_stays_until_the_next_card() -> None:
    for option in ("until_next_gathered", "after_next_trick", "never"):
        assert seen(after_first_trick(option)) == (FIRST, [])


def test_the_last_trick_during_the_next() -> None:
    assert seen(tricks(after_first_trick("until_next_gathered"), "JC")) == (FIRST, [])
    assert seen(tricks(after_first_trick("after_next_trick"), "JC")) == (None, [])
    assert seen(tricks(after_first_trick("never"), "JC")) == (None, [])


def test_the_trick_before_the_last_only_where_one_may_look_late() -> None:
    for option, zones in (("until_next_gathered", []), ("after_next_trick", ["previous_trick"]), ("never", [])):
        state = after_first_trick(option)
        state = tricks(state, "7H")
        assert state.turn == 0
        state = tricks(state, "QH 8S 9H")
        assert seen(state) == ("7H QH 8S 9H", zones)


def test_a_spectator_sees_no_hand_and_everybody_all_hands_at_the_end() -> None:
    state = playing(coinche("contree_online"), HANDS)
    view = COINCHE.view(state, None)
    assert (view.hand, view.hands, view.account, view.playable) == ((), (), (), ())
    assert view.hand_sizes == (8, 8, 8, 8)
    assert view.points == (0, 0)
    while state.phase is not Phase.OVER:
        state = tricks(state, state.playable()[0].code)
    view = COINCHE.view(state, None)
    assert {card.code for card in view.hands[0]} == set(HANDS[0].split())
    assert view.account[0].key == "contract.bid"
    assert view.last_trick is not None
    assert view.points is not None
    assert sum(view.points) == 152


def test_a_deal_nobody_took_shows_no_hands() -> None:
    state = in_turn(dealt(coinche("contree"), HANDS), "pass", "pass", "pass", "pass")
    view = COINCHE.view(state, Seat(0))
    assert (view.phase, view.hands, view.contract) == ("over", (), None)
    result = COINCHE.result(state)
    assert result is not None
    assert (result.counts, result.points, result.taker_side) == (False, (0, 0), None)


def test_points_of_gathered_tricks_are_open() -> None:
    state = tricks(taken(belote("belote_online"), HANDS), FIRST)
    assert BELOTE.view(state, None).points == (0, 4 + 10 + 11)
