"""Écarts, poignées, words and conclusions of the tarot mind, where what is right is plain."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.ai.levels import Habits
from bot.ai.tarot.cards import BITS, EXCUSE, KINGS, TRUMPS, TWENTY_ONE, bits, cards, mask
from bot.ai.tarot.ecart import choices, put_aside
from bot.ai.tarot.inference import weight
from bot.ai.tarot.known import CARD, Known
from bot.ai.tarot.mind import MIND
from bot.ai.tarot.past import past
from bot.ai.tarot.terms import NOBODY
from bot.ai.tarot.weigh import before_play, in_play
from bot.ai.tarot.worlds import World, Worlds
from bot.core.cards import cards as named
from bot.core.games.tarot.ecart import check
from bot.core.games.tarot.options import PRESETS
from bot.core.games.tarot.pack import deck_78
from bot.core.prompts import PickCards
from bot.core.situation import situation
from tests.ai.tarot.brain import GAME
from tests.ai.tarot.test_mind import moments

EMPTY = Known(
    task=CARD,
    seed=1,
    worlds=12,
    infers=0,
    milliseconds=60_000,
    place=0,
    players=4,
    taker=0,
    factor=2,
    rules=(0, 0, 0, 0, 0, 1),
    called=0,
    chelem=NOBODY,
    handfuls=0,
    miseres=(0, 0, 0, 0),
    flat=0,
    hand=0,
    legal=0,
    choices=(),
    chien=0,
    chien_size=6,
    aside=0,
    shown_aside=0,
    leader=0,
    plays=(),
    has=(0, 0, 0, 0),
    lacks=(0, 0, 0, 0),
    bids=(2, 0, 0, 0),
)


@pytest.mark.parametrize(("held", "size"), [(30, 6), (24, 6), (18, 3)])
def test_every_ecart_is_allowed(held: int, size: int, deal_seed: int) -> None:
    """ECART-KING to ECART-FORCED, hands full of trumps and kings as often as others."""
    chance = Random(deal_seed)
    for _ in range(60):
        best = [*cards(TRUMPS | EXCUSE | KINGS)]
        rest = [card for card in deck_78() if card not in best]
        strong = chance.sample(best, min(chance.randrange(len(best) + 1), held))
        hand = [*strong, *chance.sample(rest, held - len(strong))]
        for aside in (put_aside(mask(hand), size), *choices(mask(hand), size)):
            check(hand, cards(aside), size)


def strong_hand() -> tuple[int, int]:
    """Eighteen cards that win every trick, and six beside them that were the chien."""
    hand = TRUMPS & ~sum(1 << 56 + number for number in (1, 2, 3, 4, 5, 6)) | EXCUSE | mask(named("KS KH"))
    return hand, mask(named("2S 3S 2H 3H 2D 2C"))


def test_a_sure_chelem_is_announced_and_a_poor_one_is_not() -> None:
    hand, aside = strong_hand()
    assert hand.bit_count() == 18
    sure = replace(EMPTY, hand=hand, legal=hand, aside=aside, chien=aside, choices=(0,))
    *values, chelem = in_play(sure)
    assert chelem > max(values)
    poor = hand & ~(TWENTY_ONE | mask(named("KS KH"))) | mask(named("4S 4H 4D"))
    *values, chelem = in_play(replace(sure, hand=poor, legal=poor))
    assert chelem < max(values)


def test_a_poignee_is_shown_by_who_will_win() -> None:
    hand, aside = strong_hand()
    *values, shown = in_play(replace(EMPTY, hand=hand, legal=hand, aside=aside, chien=aside, choices=(40,)))
    assert shown > max(values) + 30_000
    weak = mask(named("T2 T3 T4 T5 T6 T7 1S 4S 5S 1H 4H 5H 1D 3D 4D 1C 3C 4C"))
    defender = replace(EMPTY, hand=weak, legal=weak, taker=1, bids=(0, 2, 0, 0), has=(0, hand, 0, 0), choices=(20,))
    *values, shown = in_play(defender)
    assert shown < max(values)


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    auction = replace(EMPTY, task=0, taker=NOBODY, factor=0, bids=(-1,) * 4, choices=(1, 2, 4, 6))
    strong, _ = strong_hand()
    passing, *contracts = before_play(replace(auction, hand=strong))
    assert max(contracts) > passing
    weak = mask(named("T2 T3 1S 2S 3S 4S 1H 2H 3H 4H 1D 2D 3D 4D 1C 2C 3C 4C"))
    passing, *contracts = before_play(replace(auction, hand=weak))
    assert max(contracts) < passing


def test_a_poignee_hides_the_petit_first(deal_seed: int) -> None:
    """Whatever must be hidden is offered, and the Petit is among it."""
    chance = Random(deal_seed)
    state, log, seat = moments(PRESETS["fft"], 4, chance)[0]
    moment = replace(situation(GAME, state, seat, log), prompts=(PickCards("hide", named("T21 T9 T5 T1"), 2, 2),))
    assert MIND.pose(moment, Habits(8, 8, infers=True), 1) == "hide:T1 T21"


def test_who_passed_is_not_thought_to_hold_the_trumps() -> None:
    hand = mask(named("1S 2S 3S 4S 5S 1H 2H 3H 4H 5H 1D 2D 3D 4D 5D 1C 2C 3C"))
    known = replace(EMPTY, hand=hand, taker=1, bids=(0, 2, 0, 0), infers=1)
    top = sum(sorted(bits(TRUMPS | EXCUSE), reverse=True)[:18])
    low = sum(list(bits(TRUMPS))[:4]) | mask(named("6S 7S 8S 9S 6H 7H 8H 9H 6D 7D 8D 9D 6C 7C"))
    rest = sum(list(bits(sum(BITS.values()) & ~(hand | top | low)))[:18])
    gone = past(known)
    taker_strong = World((hand, top, low, rest), 0)
    passer_strong = World((hand, low, top, rest), 0)
    assert weight(known, gone, taker_strong) > 10 * weight(known, gone, passer_strong)


def test_a_card_that_was_shown_stays_where_it_was(deal_seed: int) -> None:
    """A poignée's cards, and the called king at five that only one place may have."""
    hand = mask(named("1S 2S 3S 4S 5S 1H 2H 3H 4H 5H 1D 2D 3D 4D 5D 1C 2C 3C"))
    shown = mask(named("T21 T20 T19 T18 T17 T16 T15 T14 T13 T12"))
    known = replace(EMPTY, hand=hand, taker=2, factor=4, has=(0, 0, shown, 0), lacks=(0, KINGS, 0, KINGS))
    worlds = Worlds(known, past(known), Random(deal_seed))
    for _ in range(30):
        world = worlds.draw()
        assert world.hands[2] & shown == shown
        assert not (world.hands[1] | world.hands[3]) & KINGS


def test_contradictions_still_give_everybody_cards(deal_seed: int) -> None:
    """What cannot be true, after a card taken back say, makes worlds that break a law rather than none."""
    hand = mask(named("1S 2S 3S 4S 5S 1H 2H 3H 4H 5H 1D 2D 3D 4D 5D 1C 2C 3C"))
    known = replace(EMPTY, hand=hand, taker=2, factor=4, lacks=(0, TRUMPS, TRUMPS, TRUMPS))
    world = Worlds(known, past(known), Random(deal_seed)).draw()
    assert [held.bit_count() for held in world.hands] == [18, 18, 18, 18]
    assert world.aside.bit_count() == 6


def last_to(trick: str, hand: str, legal: str) -> dict[str, int]:
    """The values of the legal cards of a defender who plays last, the taker having led."""
    held = mask(named(hand))
    known = replace(
        EMPTY,
        hand=held,
        legal=mask(named(legal)),
        place=3,
        plays=tuple(BITS[card] for card in named(trick)),
        has=(0, 0, 0, 0),
        bids=(2, 0, 0, 0),
    )
    codes = [card.code for card in cards(known.legal)]
    return dict(zip(codes, in_play(known), strict=True))


def test_nothing_is_given_to_a_trick_that_the_taker_has_won() -> None:
    hand = "T9 T7 JS 7S 10S 1H 2H 3H 4H 5H 1D 2D 3D 4D 5D 1C 2C 3C"
    values = last_to("KS 1S 2S", hand, "JS 7S 10S")
    assert min(values, key=lambda code: values[code]) == "JS"


def test_a_petit_that_wins_the_last_card_of_a_trick_goes_home() -> None:
    hand = "T9 T1 QH 1H 2H 3H 4H 5H 1D 2D 3D 4D 5D 1C 2C 3C 4C 5C"
    values = last_to("KS 1S 2S", hand, "T9 T1")
    assert values["T1"] > values["T9"]
