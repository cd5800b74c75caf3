"""Tarot at the table: the lone Petit, chien and écart, the chelem, the hidden partner, the last trick."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.core.actions import Declare, PlayCard
from bot.core.cards import Card, cards
from bot.core.errors import IllegalAction
from bot.core.events import visible
from bot.core.game import Draft, apply
from bot.core.games.tarot.actions import Discard
from bot.core.games.tarot.events import ChienTurned, EcartMade, EcartShown
from bot.core.games.tarot.keys import Key, Refusal
from bot.core.games.tarot.pack import PETIT
from bot.core.games.tarot.rules import GAME
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.prompts import PickCards
from bot.core.seats import Seat

from .tarot_deals import STANDS, by, dealt, in_turn, keys, offered, position, refused, taken, tarot, tried

LONE_PETIT = "KS QS CS JS 10S 9S 8S KH QH CH JH 10H KD QD CD JD 10D T1"


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


def test_a_refusal_lists_the_cards_as_the_hand_shows_them() -> None:
    state = position(tarot(), {1: "2S EX 10S KS 3H"}, [(0, Card.parse("3S"))])
    assert refused(state, 1, "play:3H").legal == cards("EX KS 10S 2S")


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
