"""Single decisions of the heuristic player, in positions where the right card is plain."""

from __future__ import annotations

import pytest

from bot.ai.families.belote import play
from bot.ai.families.bidding import defence, long_enough, support
from bot.ai.hints import belote, coinche
from bot.core.actions import Declare, Pass, PlayCard
from bot.core.cards import Card, Suit, cards
from bot.core.events import CardPlayed, Event
from bot.core.facts import Term, fact
from bot.core.families.belote.classic import Take
from bot.core.games.coinche.actions import Coinche
from bot.core.notation import trick_of
from bot.core.prompts import BidRange, OneOf
from bot.core.seats import Seat
from bot.core.views import Call, TrickView, View, Zone

ME = Seat(0)


def seen(hand: str, **changes: object) -> View:
    held = cards(hand)
    plain: dict[str, object] = {
        "viewer": ME,
        "phase": "play",
        "dealer": Seat(3),
        "hand": held,
        "playable": held,
        "duty": None,
        "hand_sizes": (len(held),) * 4,
        "trick": TrickView((), None),
        "last_trick": None,
        "tricks_won": (0, 0, 0, 0),
        "to_act": frozenset({ME}),
        "may_act": frozenset({ME}),
        "trump": "S",
        "taker": Seat(1),
        "contract": None,
        "calls": (),
        "zones": (),
        "facts": (),
        "points": (0, 0),
    }
    return View(**(plain | changes))  # type: ignore[arg-type]  # names and types are those of the fields


def chosen(hand: str, trick: str = "-", winner: int | None = None, **changes: object) -> str | None:
    """The code chosen from a hand; `playable` limits the choice, `gone` are tricks already played."""
    gone = str(changes.pop("gone", ""))
    plays = trick_of(trick).plays
    view = seen(hand, trick=TrickView(plays, None if winner is None else Seat(winner)), **changes)
    log: list[Event] = [
        CardPlayed(seat, card) for part in gone.split("/") if part for seat, card in trick_of(part).plays
    ]
    log += [CardPlayed(seat, card) for seat, card in plays]
    return play(view, (OneOf(tuple(PlayCard(card) for card in view.playable)),), log)


def test_it_leads_masters() -> None:
    assert chosen("AH 7D 8C 9D") == "play:AH"


def test_it_leads_a_ten_once_the_ace_is_gone() -> None:
    assert chosen("10H 7D 8C", gone="1:AH 2:7H 3:8H 0:9H") == "play:10H"


def test_it_does_not_lead_an_ace_that_will_be_ruffed() -> None:
    assert chosen("AH 7D", gone="2:KH 3:7S 0:7H 1:8H") == "play:7D"


def test_the_taker_draws_trumps() -> None:
    assert chosen("JS 9S AS AH 7D", taker=ME) == "play:JS"


def test_the_takers_stop_when_trumps_are_out() -> None:
    gone = "0:JS 1:7S 2:8S 3:QS/0:9S 1:KS 2:10S 3:7D"
    assert chosen("AS AH 8D", taker=ME, gone=gone) == "play:AH"


def test_it_leads_a_trump_to_the_partner_who_took() -> None:
    assert chosen("8S QS 7D 8D", taker=Seat(2)) == "play:8S"


def test_points_go_to_the_partners_sure_trick() -> None:
    assert chosen("10D KD 7D", "1:8D 2:JS 3:9D", 2, playable=cards("10D KD 7D")) == "play:10D"
    assert chosen("10H 7C 8C", "1:7D 2:AD 3:8D", 2) == "play:10H"


def test_what_will_win_a_trick_of_its_own_is_not_given_away() -> None:
    assert chosen("AC QC JC 7H", "1:7D 2:AD 3:8D", 2) == "play:QC"
    assert chosen("10D KD 7D", "1:7D 2:AD 3:8D", 2, playable=cards("10D KD 7D")) == "play:KD"


def test_it_does_not_ruff_the_partners_master() -> None:
    assert chosen("JS 9S KH 7C", "1:7D 2:AD 3:8D", 2) == "play:KH"
    assert chosen("7S 8C", "1:7D 2:AD 3:8D", 2) == "play:8C"


def test_it_throws_low_cards_to_the_opponents() -> None:
    assert chosen("10D KD 7D", "1:AD 2:8D 3:9D", 1, playable=cards("10D KD 7D")) == "play:7D"
    assert chosen("10H KH 7C", "1:AD 2:8D 3:JD", 1) == "play:7C"


def test_it_wins_last_with_points() -> None:
    assert chosen("10D QD 7D", "1:8D 2:9D 3:KD", 3) == "play:10D"


def test_it_keeps_the_ten_while_the_ace_may_follow() -> None:
    assert chosen("10D 7D", "3:8D", 3) == "play:7D"


def test_it_overtrumps_cheaply() -> None:
    held = cards("AS JS KS")
    assert chosen("AS JS KS 7H", "1:AD 2:8D 3:8S", 3, playable=held) == "play:KS"


def test_it_ruffs_cheaply() -> None:
    assert chosen("9S 8S 7H", "3:10D", 3, playable=cards("9S 8S")) == "play:8S"


def test_words_come_with_their_cards() -> None:
    view = seen("KS QS", taker=ME, playable=cards("KS QS"))
    plays = OneOf((PlayCard(Card.parse("KS")), PlayCard(Card.parse("QS"))))
    words = OneOf((Declare("belote"),))
    assert play(view, (plays, words), ()) == "declare:belote"
    assert play(view, (plays,), ()) in {"play:KS", "play:QS"}
    assert play(seen("AH 7D"), (plays, OneOf((Declare("annonces"),))), ()) == "declare:annonces"


def test_nothing_to_play_is_no_opinion() -> None:
    assert play(seen("KS QS", playable=()), (), ()) is None


@pytest.mark.parametrize("trump", ["SA", "TA", "H"])
def test_other_denominations(trump: str) -> None:
    assert chosen("AD 7D", trump=trump, gone="0:JD 1:8D 2:9D 3:10D") == "play:AD"


BIDS = (OneOf((Pass(),)), BidRange("bid", tuple((suit, 80) for suit in ("S", "H", "D", "C", "SA")), 160, 10))
STRONG = "JS 9S AS 7S AH 8D 9D KC"
WEAK = "7S 8S 7H 8H 9D QD 7C KC"


def test_it_bids_what_the_hand_is_worth() -> None:
    assert coinche.hint(seen(STRONG, phase="bidding", trump=None), BIDS, ()) == "bid:80:S"
    assert coinche.hint(seen(WEAK, phase="bidding", trump=None), BIDS, ()) == "pass"


def called(seat: int, level: int, suit: str) -> Call:
    return Call(Seat(seat), fact("call.bid", level=level, denomination=Term("denomination", suit)))


def above(floor: int) -> tuple[OneOf, BidRange]:
    return (OneOf((Pass(), Coinche(1))), BidRange("bid", tuple((suit, floor) for suit in "SHDC"), 160, 10))


def test_it_supports_the_partner() -> None:
    view = seen("9H AH 8S 7S AD AC 7C 8C", phase="bidding", trump=None, calls=(called(2, 80, "H"),))
    assert coinche.hint(view, above(90), ()) == "bid:90:H"
    weak = seen(WEAK, phase="bidding", trump=None, calls=(called(2, 80, "H"),))
    assert coinche.hint(weak, above(90), ()) == "pass"


def test_it_does_not_raise_itself_for_ever() -> None:
    calls = (called(0, 80, "S"), called(2, 110, "S"), called(3, 140, "H"))
    assert coinche.hint(seen(STRONG, phase="bidding", trump=None, calls=calls), above(150), ()) == "pass"


def test_it_doubles_only_the_absurd() -> None:
    view = seen("JH 9H 7H AS AD 7C 8C 9D", phase="bidding", trump=None, calls=(called(3, 150, "H"),))
    assert coinche.hint(view, above(160)[:1], ()) == "coinche:1"
    modest = seen("JH 9H 7H AS AD 7C 8C 9D", phase="bidding", trump=None, calls=(called(3, 80, "H"),))
    assert coinche.hint(modest, above(160)[:1], ()) == "pass"


def taking(hand: str, turned: str, *codes: str) -> str | None:
    takes = tuple(Take.parse(code) for code in codes)
    view = seen(hand, phase="bidding", trump=None, zones=(Zone("turned", cards(turned)),))
    return belote.hint(view, (OneOf((Pass(), *takes)),), ())


def test_it_takes_on_trump_strength() -> None:
    assert taking("9S AS 7D AH 8C", "JS", "") == "take"
    assert taking("7S 8S 7D QH 8C", "9D", "") == "pass"
    assert taking("JS 9S 7S AH 8C", "QD", "S", "H", "C") == "take:S"
    assert taking("7S 8S 7D QH 8C", "9D", "S", "H", "C", "SA") == "pass"


def test_hand_values() -> None:
    assert support(cards(STRONG), Suit.SPADES) > support(cards(STRONG), Suit.HEARTS)
    assert support((), Suit.SPADES) == 0
    assert long_enough(cards("7S 8S QS 7D"), Suit.SPADES)
    assert not long_enough(cards("JS 9S 7D"), Suit.SPADES)
    assert defence(cards("JS 9S AS AH"), Suit.SPADES) == 26 + 18 + 14 + 12
    assert defence(cards("9S"), Suit.SPADES) == 0
