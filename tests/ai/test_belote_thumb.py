"""Rules of thumb on masks play what those on views play, and tell hands apart by what was played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean

import pytest

from bot.ai.belote.guessing import Guesses
from bot.ai.belote.kernel import CARDS, laws_of, mask_of, order_of
from bot.ai.belote.knowledge import known
from bot.ai.belote.layout import Known, options_of
from bot.ai.belote.playout import Trick
from bot.ai.belote.reading import Moment, Reading, usual
from bot.ai.belote.thumb import EARLY, follow, give, lead, throw
from bot.ai.hints import hint_for
from bot.core.cards import Card
from bot.core.situation import Situation
from tests.ai.belote_kernel import KEYS, preset
from tests.ai.test_belote_mind import PLAIN, QUICK, moments
from tests.ai.test_belote_mind import Moment as Seen

DEFAULTS = {"belote": "belote_online", "coinche": "coinche_online"}
SPADES = order_of(0)
LAWS = laws_of(0, preset("belote", "belote_online"))
NO_VOIDS = (0, 0, 0)


def placed(text: str) -> int:
    """Cards by place, spades being trumps."""
    return SPADES.placed(mask_of([Card.parse(code) for code in text.split()]))


def named(card: int) -> str:
    return CARDS[SPADES.numbers[card.bit_length() - 1]].code


def by_hint(key: str, seen: Situation, chance: Random) -> str:
    hint = hint_for(key)
    assert hint is not None
    code = hint(seen.view, seen.prompts, seen.seen)
    codes = [code for prompt in seen.prompts for code in prompt.codes()]
    return chance.choice(codes) if code is None else code


def thumbs(knowledge: Known) -> str:
    """What rules of thumb on masks play: a card's code; nothing where there is no choice."""
    options = options_of(knowledge.rules)
    order, laws = order_of(knowledge.contract[1]), laws_of(knowledge.contract[1], options)
    trick, leader, seat = Trick(), knowledge.won[0], knowledge.seats[0]
    for step, number in enumerate(knowledge.trick):
        trick = trick.adding(leader + step & 3, order.places[number], laws)
    voids = Reading(knowledge, order, laws).voids
    near = voids[seat + 1 & 3], voids[seat ^ 2], voids[seat + 3 & 3]
    gone = order.placed(sum(knowledge.played))
    moment = Moment(0, 0, gone, trick, near, len(knowledge.plays) - 1 < 4 * EARLY)
    card = usual(order.placed(knowledge.hand[0]), seat, knowledge.contract[0], moment, laws)
    return CARDS[order.numbers[card.bit_length() - 1]].code if card else ""


@pytest.mark.parametrize("key", KEYS)
def test_they_play_what_those_on_views_play(key: str, deal_seed: int) -> None:
    """But for choices among cards that are worth the same to them."""
    chance = Random(deal_seed)
    same = asked = 0
    for _ in range(12):
        for moment in moments(key, preset(key, DEFAULTS[key]), chance, does=lambda seen: by_hint(key, seen, chance)):
            if moment.seen.view.phase == "play":
                code = thumbs(known(moment.seen, PLAIN, 1, ()))
                asked += bool(code)
                same += bool(code) and by_hint(key, moment.seen, chance) == f"play:{code}"
    assert same > 0.9 * asked


def after_two_tricks(deals: int, chance: Random) -> Iterator[Seen]:
    """What seats see from the third trick on in deals of belote that are played by rules of thumb."""
    rules = preset("belote", "belote_online")
    for _ in range(deals):
        for moment in moments("belote", rules, chance, does=lambda seen: by_hint("belote", seen, chance)):
            if moment.seen.view.phase == "play" and sum(moment.seen.view.tricks_won) >= 2:
                yield moment


def test_what_was_played_tells_hands_apart(deal_seed: int) -> None:
    """In deals played by rules of thumb the true hands fit better than hands that only break no law."""
    chance = Random(deal_seed)
    truths: list[float] = []
    guesses: list[float] = []
    for moment in after_two_tricks(6, chance):
        knowledge = known(moment.seen, PLAIN, 1, ())
        denomination = knowledge.contract[1]
        options = options_of(knowledge.rules)
        reading = Reading(knowledge, order_of(denomination), laws_of(denomination, options))
        others = [seat for seat in range(4) if seat != moment.seen.seat]
        truths += [reading.likelihood(seat, mask_of(moment.hands[seat])) for seat in others]
        for hands in Guesses(knowledge, chance).drawn(2):
            guesses += [reading.likelihood(seat, hands[seat]) for seat in others]
    assert fmean(truths) > fmean(guesses)


def test_hands_that_fit_are_drawn_more_often(deal_seed: int) -> None:
    """The same knowledge with and without conclusions: those drawn with them fit better with what was played."""
    chance = Random(deal_seed)
    fits: dict[bool, list[float]] = {True: [], False: []}
    for moment in after_two_tricks(6, chance):
        knowledge = known(moment.seen, QUICK, 1, ())
        denomination = knowledge.contract[1]
        reading = Reading(knowledge, order_of(denomination), laws_of(denomination, options_of(knowledge.rules)))
        guesses = Guesses(knowledge, chance)
        others = [seat for seat in range(4) if seat != moment.seen.seat]
        for reads in (True, False):
            for hands in guesses.drawn(6, reading if reads else None):
                fits[reads] += [reading.likelihood(seat, hands[seat]) for seat in others]
    assert fmean(fits[True]) > fmean(fits[False])


@pytest.mark.parametrize(
    ("hand", "unseen", "role", "card"),
    [
        ("JS 9S 7S AH 7H", "AS 10S KH", (True, True), "JS"),  # the taker draws trumps
        ("9S 8S AH 7D", "JS 7S 10H KD", (True, False), "8S"),  # his partner brings him one
        ("JS 9S AH 7D 8D", "AS 10H KD", (False, False), "AH"),  # the defence leaves trumps alone
        ("7S 10D 7D 9H", "JS AD KH", (False, False), "9H"),  # nor leads from under a ten
    ],
)
def test_leads(hand: str, unseen: str, role: tuple[bool, bool], card: str) -> None:
    assert named(lead(placed(hand), placed(unseen), NO_VOIDS, role, True, LAWS)) == card


@pytest.mark.parametrize(
    ("hand", "cards", "best", "partner", "count", "card"),
    [
        ("10H KH 7H 8D", "10H KH 7H", "AH", True, 3, "KH"),  # points on the partner's trick, but no master
        ("10H KH 7H 8D", "10H KH 7H", "AH", False, 3, "7H"),  # none on the others'
        ("AH 10H 7H 8D", "AH 10H 7H", "9H", False, 3, "AH"),  # many points where the trick is won
        ("JS 7S 8D", "JS 7S", "9H", False, 3, "7S"),  # ruffed by the lowest trump that does it
    ],
)
def test_follows(hand: str, cards: str, best: str, partner: bool, count: int, card: str) -> None:
    led = placed("AH KH QH JH 10H 9H 8H 7H")
    unseen = placed("AS 10S QH JH 8H AD KD")
    assert named(follow(placed(hand), placed(cards), unseen, led, placed(best), partner, count, 0, LAWS)) == card


def test_gifts_and_throws() -> None:
    unseen = placed("KH AD KC AS")
    assert named(give(placed("AH 10D 7C 9S"), unseen, LAWS.trumps, LAWS.points)) == "10D"
    assert named(throw(placed("10D 7D QC 8C 9S"), placed("10D 7D QC 8C 9S"), unseen, LAWS.trumps, LAWS.points)) == "8C"
