"""Whole deals on the reference: conservation on many, one by hand, and illegal acts refused."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from . import bidding, cards, deal
from .samples import preset


def legal_plays(
    options: cards.Options, trump: str, leader: int, hands: Sequence[Sequence[str]], rng: random.Random
) -> list[deal.Play]:
    """Thirty-two random legal plays, every belote announced."""
    left = [list(hand) for hand in hands]
    plays: list[deal.Play] = []
    said: set[tuple[int, str]] = set()
    for _ in range(8):
        trick: list[tuple[int, str]] = []
        for step in range(4):
            seat = (leader + step) % 4
            card = rng.choice(sorted(cards.legal_cards(options, trump, seat, trick, left[seat])))
            word = None
            suit = cards.suit_of(card)
            if card[:-1] in ("K", "Q") and {"K" + suit, "Q" + suit} <= set(hands[seat]):
                word = "rebelote" if (seat, suit) in said else "belote"
                said.add((seat, suit))
            left[seat].remove(card)
            trick.append((seat, card))
            plays.append((seat, card, word))
        leader = trick[cards.winner_index(trump, [card for _, card in trick])][0]
    return plays


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("belote", ["pass", "take"]),
        ("belote_annonces", ["take"]),
        ("coinche", ["80:H", "90:S", "coinche", "pass", "pass"]),
        ("coinche", ["pass", "80:TA", "90:SA", "pass", "pass", "pass"]),
        ("coinche_bga", ["82:TA", "pass", "pass", "pass", "pass"]),
    ],
)
def test_points_are_conserved(name: str, calls: list[bidding.Call]) -> None:
    rules = preset(name, sa_ta=True)
    for seed in range(40):
        rng = random.Random(seed)
        deck = rng.sample(cards.DECK, 32)
        dealer = seed % 4
        _, turn_up = deal.deal_hands(rules, dealer, deck)
        state = bidding.auction(rules, dealer, calls, turn_up)
        hands, _ = deal.deal_hands(rules, dealer, deck, state["taker"])
        assert sorted(card for hand in hands for card in hand) == sorted(cards.DECK)
        assert {len(hand) for hand in hands} == {8}
        plays = legal_plays(rules, state["trump"], (dealer + 1) % 4, hands, rng)
        done = deal.play_deal(rules, dealer, deck, calls, plays)
        assert done is not None
        total = cards.points_of(rules, state["trump"], cards.DECK)
        assert sum(done["count"]["cards"].values()) == total
        assert sum(done["count"]["tricks"].values()) == 8
        assert len(done["tricks"]) == 8


# A deck arranged so that seat 1 (first to be served) holds every heart, seat 2 the spades, and so on.
SUIT_OF_SEAT = {1: "H", 2: "S", 3: "D", 0: "C"}


def arranged_deck(options: cards.Options) -> list[str]:
    """Each seat gets one whole suit, 7 to ace in the order it is served (coinche packets, dealer 0)."""
    left = {seat: [rank + suit for rank in cards.RANKS] for seat, suit in SUIT_OF_SEAT.items()}
    deck: list[str] = []
    for target, size in deal.packets(options, 0, "3-2-3"):
        assert isinstance(target, int)
        deck += left[target][:size]
        left[target] = left[target][size:]
    return deck


def suit_by_suit(word: bool) -> list[deal.Play]:
    plays: list[deal.Play] = []
    for rank in cards.RANKS:
        said = {"Q": "belote", "K": "rebelote"}.get(rank) if word else None
        plays += [(seat, rank + SUIT_OF_SEAT[seat], said if seat == 1 else None) for seat in (1, 2, 3, 0)]
    return plays


def test_one_deal_by_hand() -> None:
    rules = preset("coinche")
    calls: list[bidding.Call] = ["120:H", "pass", "pass", "coinche", "pass", "pass"]
    done = deal.play_deal(rules, 0, arranged_deck(rules), calls, suit_by_suit(word=True))
    assert done is not None
    assert done["hands"][1] == ["7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH"]
    # hearts are trumps, so seat 1 wins everything; all four announce cent and tierce, hearts win
    assert [trick["winner"] for trick in done["tricks"]] == [1] * 8
    assert done["annonces_winner"] == "B"
    assert done["belotes"] == [(1, "H")]
    assert done["count"]["annonces"] == {"A": 0, "B": 240}
    # base 250, bid 120, annonces 240: 610, doubled 1220, and the belote once
    assert done["result"]["made"] is True
    assert done["result"]["score"] == {"A": 0, "B": 1240}
    assert done["count"]["solo"] is True
    assert done["next_dealer"] == 1


def test_forgotten_words_cost_the_belote() -> None:
    calls: list[bidding.Call] = ["120:H", "pass", "pass", "pass"]
    for announce, expected in [("manual", []), ("auto", [(1, "H")])]:
        rules = preset("contree", belote_announce=announce)
        done = deal.play_deal(rules, 0, arranged_deck(rules), calls, suit_by_suit(word=False))
        assert done is not None
        assert done["belotes"] == expected


def test_classic_dealing_by_hand() -> None:
    rules = preset("belote")
    hands, turn_up = deal.deal_hands(rules, 3, cards.DECK)
    assert turn_up == cards.DECK[20]
    assert hands[0] == [*cards.DECK[0:3], *cards.DECK[12:14]]
    hands, _ = deal.deal_hands(rules, 3, cards.DECK, taker=1)
    # the rest is served 3 to seat 0, 2 to the taker, 3 to seat 2, 3 to the dealer
    assert hands[0][5:] == cards.DECK[21:24]
    assert hands[1][5:] == [*cards.DECK[24:26], cards.DECK[20]]
    assert hands[2][5:] == cards.DECK[26:29]
    assert hands[3][5:] == cards.DECK[29:32]


def test_generale_is_led_by_its_bidder() -> None:
    rules = preset("coinche", generale=True)
    state = bidding.auction(rules, 0, ["pass", "generale:H", "pass", "pass", "pass"])
    assert deal.trick_one_leader(rules, 0, state) == 2
    assert deal.trick_one_leader({**rules, "generale_leads": False}, 0, state) == 1


def test_passed_out_deal() -> None:
    rules = preset("contree")
    assert deal.play_deal(rules, 0, cards.DECK, ["pass"] * 4, []) is None
    with pytest.raises(cards.Illegal):
        deal.play_deal(rules, 0, cards.DECK, ["pass"] * 4, suit_by_suit(word=True))


def changed(index: int, play: deal.Play) -> list[deal.Play]:
    plays = suit_by_suit(word=True)
    plays[index] = play
    return plays


@pytest.mark.parametrize(
    "plays",
    [
        changed(0, (2, "7S", None)),  # out of turn
        changed(0, (1, "7S", None)),  # not held
        changed(4, (1, "7H", None)),  # already played
        suit_by_suit(word=True)[:31],
        [*suit_by_suit(word=True), (1, "7H", None)],
    ],
)
def test_illegal_plays(plays: list[deal.Play]) -> None:
    rules = preset("contree")
    with pytest.raises(cards.Illegal):
        deal.play_deal(rules, 0, arranged_deck(rules), ["120:H", "pass", "pass", "pass"], plays)


def test_a_revoke_is_refused() -> None:
    rules = preset("contree")
    hands = [["AS", "7H"], ["KS", "8H"], ["QS", "9H"], ["JS", "10H"]]
    # only the first four cards matter: the second seat holds a spade and discards
    plays: list[deal.Play] = [(0, "AS", None), (1, "8H", None)] * 16
    with pytest.raises(cards.Illegal, match="may not play 8H"):
        deal.play_tricks(rules, "D", 0, hands, plays)


def test_unfinished_auction_and_bad_deck() -> None:
    rules = preset("contree")
    with pytest.raises(cards.Illegal):
        deal.play_deal(rules, 0, cards.DECK, ["80:H"], [])
    with pytest.raises(ValueError, match="32 different cards"):
        deal.play_deal(rules, 0, [*cards.DECK[1:], "AC"], ["pass"] * 4, [])
