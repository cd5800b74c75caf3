"""Tarot at the table: what is said when, what may be taken back, what a card out of turn does."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.core.actions import Declare, PlayCard
from bot.core.cards import Card, cards
from bot.core.errors import IllegalAction, Reason
from bot.core.events import visible
from bot.core.game import Draft, apply
from bot.core.games.tarot.actions import Discard, PlayEarly
from bot.core.games.tarot.events import ChienTurned, EcartMade, EcartShown
from bot.core.games.tarot.keys import Key, Refusal
from bot.core.games.tarot.pack import PETIT
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.prompts import PickCards
from bot.core.seats import Seat

from .tarot_deals import by, dealt, in_turn, offered, position, taken, tarot, tried

LONE_PETIT = "KS QS CS JS 10S 9S 8S KH QH CH JH 10H KD QD CD JD 10D T1"
TEN_TRUMPS = "T21 T20 T18 T16 T14 T12 T10 T8 T6 T4"


def keys(state: TarotState) -> list[str]:
    return [said.key for said in state.said]


def refused(state: TarotState, seat: int, code: str) -> IllegalAction:
    answer = tried(state, seat, GAME.parse(code))
    assert isinstance(answer, IllegalAction), f"{code} was accepted"
    return answer


# Before the play.


def test_a_lone_petit_annuls_the_deal_and_shows_the_hand() -> None:
    state = dealt(tarot(), {1: LONE_PETIT}, dealer=3)
    result = GAME.result(state)
    assert result is not None
    assert (result.counts, result.next_dealer, result.points) == (False, 0, (0, 0, 0, 0))
    assert [line.key for line in result.account] == [Key.ACCOUNT_PETIT_SEC]
    (zone,) = GAME.view(state, None).zones
    assert (zone.name, zone.seat, set(zone.cards)) == ("shown", 1, set(cards(LONE_PETIT)))


def test_a_petit_that_cannot_be_taken_is_like_the_excuse() -> None:
    state = dealt(tarot(petit_sec="imprenable"), {1: LONE_PETIT}, dealer=3)
    assert state.phase is Phase.PETIT_SEC
    assert offered(state, 1) == {"declare:annul", "declare:imprenable"}
    assert GAME.to_act(state) == {1}
    state = by(state, (1, "declare:imprenable"))
    assert state.phase is Phase.BIDDING
    assert PETIT in state.fools
    state = position(tarot(), {1: "T1 KS 2S"}, [(0, Card.parse("3S"))])
    assert {card.code for card in state.legal().cards} == {"KS", "2S"}
    untouchable = by(dealt(tarot(petit_sec="imprenable"), {1: LONE_PETIT}, dealer=3), (1, "declare:imprenable"))
    untouchable = by(untouchable, (0, "pass"), (1, "pass"), (2, "pass"), (3, "bid:garde_sans"), (3, "go"))
    lead = next(card for card in untouchable.hands[0] if card.suit.value in "SHD")
    untouchable = by(untouchable, (0, f"play:{lead.code}"))
    assert PETIT in untouchable.legal().cards
    assert len(untouchable.legal().cards) > 1


def test_the_holder_of_a_lone_petit_may_annul() -> None:
    state = by(dealt(tarot(petit_sec="imprenable"), {1: LONE_PETIT}), (1, "declare:annul"))
    assert state.phase is Phase.OVER


def test_a_lone_excuse_may_annul_in_place_of_a_call() -> None:
    state = dealt(tarot(lone_excuse="may_cancel"), {1: LONE_PETIT.replace("T1", "EX")})
    state = by(state, (0, "bid:garde"), (1, "cancel"))
    result = GAME.result(state)
    assert result is not None
    assert [line.key for line in result.account] == [Key.ACCOUNT_LONE_EXCUSE]


def test_with_a_dealer_who_sits_out_four_play_and_he_deals_until_somebody_bids() -> None:
    state = dealt(tarot(five_mode="mort"), {}, players=5, dealer=2)
    assert [len(hand) for hand in state.hands] == [18, 18, 0, 18, 18]
    assert refused(state, 2, "pass").code is Refusal.SITS_OUT
    passed = GAME.result(in_turn(state, "pass", "pass", "pass", "pass"))
    assert passed is not None
    assert passed.next_dealer == 2
    state = in_turn(state, "bid:garde_sans", "pass", "pass", "pass", "go")
    while state.phase is not Phase.OVER:
        state = in_turn(state, f"play:{state.legal().cards[0].code}")
    done = GAME.result(state)
    assert done is not None
    assert (done.next_dealer, done.points[2], sum(done.points)) == (3, 0, 0)


def test_the_ecart_is_seen_by_the_taker_alone() -> None:
    state = taken(dealt(tarot(), {0: "KS QS CS JS 10S 9S 8S 7S"}), 0)
    draft = Draft(GAME, state)
    GAME.handle(draft, Seat(0), Discard(cards("CS JS 10S 9S 8S 7S")))
    made, shown = draft.events
    assert isinstance(made, EcartMade)
    assert shown == EcartShown(Seat(0), ())
    assert [visible(made, seat) for seat in (Seat(0), Seat(1), None)] == [True, False, False]
    # The taker himself may not look at it again.
    assert not any(Card.parse("CS") in zone.cards for zone in GAME.view(draft.state, Seat(0)).zones)


def test_suits_stand_in_one_order_everywhere() -> None:
    state = taken(dealt(tarot(), {}, players=5), 0)

    def order(found: Iterable[Card]) -> list[str]:
        return list(dict.fromkeys(card.suit.value for card in found if card.suit.value in "SHDC"))

    (calls,) = [prompt for prompt in GAME.prompts(state, Seat(0)) if any(c.startswith("call:") for c in prompt.codes())]
    assert order(Card.parse(code.removeprefix("call:")) for code in calls.codes()) == list("SHCD")
    state = by(state, (0, "call:KS"))
    (pick,) = [prompt for prompt in GAME.prompts(state, Seat(0)) if isinstance(prompt, PickCards)]
    hand = order(GAME.view(state, Seat(0)).hand)
    assert order(pick.pool) == [suit for suit in hand if any(card.suit.value == suit for card in pick.pool)]
    assert [suit for suit in "SHCD" if suit in hand] == hand


def test_trumps_that_must_go_are_chosen_and_shown() -> None:
    kings_and_trumps = "KS KH KD KC T1 T3 T4 T5 T7 T8 T10 T11 T13 T14 T16 T18 T19 T21"
    state = taken(dealt(tarot(), {0: kings_and_trumps}, chien="2S 9H JD 5C QC T2"), 0)
    (prompt, _) = GAME.prompts(state, Seat(0))
    assert isinstance(prompt, PickCards)
    assert (prompt.minimum, prompt.maximum, len(prompt.pool)) == (1, 1, 13)
    assert refused(state, 0, "discard:2S").code is Refusal.ECART_GOES_ANYWAY
    state = by(state, (0, "discard:T2"))
    assert set(state.aside) == set(cards("2S 9H JD 5C QC T2"))
    zones = {zone.name: zone.cards for zone in GAME.view(state, Seat(2)).zones}
    assert zones["aside"] == cards("T2")
    # Fifteen trumps with the one put aside: a triple may still be shown (docs/rules/tarot.md 9).
    assert "declare:poignee_triple" in offered(state, 0)


def test_garde_sans_and_contre_leave_the_chien_unseen() -> None:
    for contract in ("garde_sans", "garde_contre"):
        state = taken(dealt(tarot(), {}), 0, contract)
        assert state.phase is Phase.CHELEM
        state = by(state, (0, "go"))
        assert state.phase is Phase.PLAY
        assert not any(zone.name == "dog" for zone in GAME.view(state, Seat(0)).zones)


def test_who_announces_a_chelem_leads_until_the_first_card() -> None:
    state = taken(dealt(tarot(), {0: "2H"}, dealer=3), 2, "garde_sans")
    assert state.leader == 0
    state = by(state, (2, "go"))
    announced = by(state, (2, "declare:chelem"))
    assert (announced.leader, announced.turn, keys(announced)) == (2, 2, [Key.SAID_CHELEM])
    assert refused(announced, 2, "declare:chelem").code is Refusal.CHELEM_SAID
    late = by(state, (0, f"play:{state.hands[0][0].code}"))
    assert refused(late, 2, "declare:chelem").code is Refusal.CHELEM_LATE


# Poignées.


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


def test_a_refusal_lists_the_cards_as_the_hand_shows_them() -> None:
    state = position(tarot(), {1: "2S EX 10S KS 3H"}, [(0, Card.parse("3S"))])
    assert refused(state, 1, "play:3H").legal == cards("EX KS 10S 2S")


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


# Cards out of turn (docs/rules/tarot.md 18).


STANDS = tarot("textes")


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


# The hidden partner.


def five(holder: int) -> TarotState:
    """Seat 0 took and called the king of hearts, which this seat holds; the other of seats 2 and 3 holds its queen."""
    hands = {0: "KS QS CS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S 1S KC", holder: "KH", 5 - holder: "QH"}
    state = taken(dealt(tarot(), hands, players=5, dealer=4), 0, "garde_sans")
    return by(state, (0, "call:KH"), (0, "go"))


def test_nothing_shown_to_the_others_depends_on_the_holder_of_the_called_card() -> None:
    one, other = five(2), five(3)
    assert one.camps.partner != other.camps.partner
    for viewer in (None, Seat(0), Seat(1), Seat(4)):
        assert repr(GAME.view(one, viewer)) == repr(GAME.view(other, viewer))
    for seat in (0, 1, 4):
        assert GAME.prompts(one, Seat(seat)) == GAME.prompts(other, Seat(seat))


def test_the_partner_is_known_when_the_called_card_falls() -> None:
    state = five(2)
    assert state.camps.partner == 2
    assert state.known_allies(Seat(0)) == {0}
    assert state.known_allies(Seat(2)) == {0, 2}
    assert state.known_allies(Seat(1)) == {1}
    called = Card.parse("KH")
    played = position(tarot(), {0: "2H", 1: "KH"}, [(0, Card.parse("3H"))], players=5, called=called, winners=[0])
    assert played.known_allies(Seat(3)) == {3}
    played = apply(GAME, played, Seat(1), PlayCard(called)).state
    assert keys(played) == [Key.SAID_PARTNER]
    assert played.known_allies(Seat(3)) == {2, 3, 4}


@pytest.mark.parametrize(("shows", "alone"), [(2, False), (0, True)])
def test_a_called_card_shown_early_tells_who_plays_with_the_taker(shows: int, alone: bool) -> None:
    called = Card.parse("KH")
    hands = {shows: "KH 2S", 1: "3S 4S", 3: "5S 6S", 4: "7S 8S", 2 - shows: "9S 10S"}
    before = position(STANDS, hands, players=5, called=called, winners=[1], leader=1)
    assert before.known_allies(Seat(4)) == {4}
    state = by(before, (shows, "early:KH"))
    assert keys(state) == [Key.SAID_ALONE if alone else Key.SAID_PARTNER]
    assert state.known_allies(Seat(4)) == ({1, 2, 3, 4} if alone else {1, 3, 4})
    # It is the attack's own lead: there is nothing to demand or forbid.
    assert GAME.to_act(state) == {1}
    # Spades are led, the holder must follow, and what was seen stays seen.
    state = in_turn(state, "play:3S")
    while state.early:
        state = in_turn(state, f"play:{state.legal().cards[0].code}")
    assert called in state.hands[shows]
    assert state.revealed
    assert keys(state) == [Key.SAID_ALONE if alone else Key.SAID_PARTNER]


def test_a_called_card_taken_back_stays_seen() -> None:
    hands = {2: "KH 2S", 3: "5S 6S"}
    called = Card.parse("KH")
    state = position(tarot("friends"), hands, players=5, called=called, winners=[2], leader=2)
    state = by(state, (2, "play:KH"), (2, "takeback"))
    assert state.revealed
    assert keys(by(state, (2, "play:KH"))) == [Key.SAID_PARTNER]


def test_a_called_card_in_the_open_chien_leaves_the_taker_alone_for_all_to_see() -> None:
    state = taken(dealt(tarot(), {0: "KS"}, players=5, chien="KH 2H 3H"), 0)
    draft = Draft(GAME, state)
    GAME.handle(draft, Seat(0), GAME.parse("call:KH"))
    assert any(isinstance(event, ChienTurned) for event in draft.events)
    assert keys(draft.state) == [Key.SAID_ALONE]
    assert draft.state.known_allies(Seat(3)) == {1, 2, 3, 4}


def test_words_that_are_none_are_refused() -> None:
    state = five(2)
    assert isinstance(tried(state, 0, Declare("belote")), IllegalAction)


@pytest.mark.parametrize("seat", range(4))
def test_the_last_trick_can_be_looked_at_until_the_next_is_taken_up(seat: int) -> None:
    state = by(taken(dealt(tarot(), {}), 1, "garde_sans"), (1, "go"))
    for _ in range(5):
        state = in_turn(state, f"play:{state.legal().cards[0].code}")
    view = GAME.view(state, Seat(seat))
    assert view.last_trick is not None
    assert len(view.last_trick.plays) == 4
    assert len(view.trick.plays) == 1
