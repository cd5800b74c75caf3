"""The bit-mask kernel of tarot against the core, on random positions."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.ai.tarot import cards as kernel
from bot.ai.tarot.position import Position, fool_worth
from bot.ai.tarot.reading import EXCUSE_LAST, ROUNDINGS
from bot.ai.tarot.terms import ATTACK, NOBODY, Terms
from bot.core.cards import Card, cards
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.excuse import ExcusePlay, fate
from bot.core.games.tarot.king import Camp, Camps
from bot.core.games.tarot.options import PRESETS, TarotOptions
from bot.core.games.tarot.pack import BOUTS, deck_78, half_points, is_trump, worth
from bot.core.games.tarot.poignee import Size, bonus
from bot.core.games.tarot.scoring import Outcome, points, sums
from bot.core.seats import Seat, all_seats
from tests.ai.tarot.tables import compare, varied

TABLES = [pytest.param(preset, seats, id=f"{preset}-{seats}") for preset in PRESETS for seats in (3, 4, 5)]


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_a_preset_is_played_as_the_core_plays_it(preset: str, seats: int, deal_seed: int) -> None:
    done = compare(PRESETS[preset], seats, deal_seed, 110)
    assert not done.fault
    assert done.positions == 110


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_any_options_are_played_as_the_core_plays_them(seats: int, deal_seed: int) -> None:
    chance = Random(deal_seed)
    for number in range(3):
        done = compare(varied(TarotOptions(), chance), seats, deal_seed + number, 80)
        assert not done.fault


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("rare", ["excuse_last_trick=forbidden", "excuse_wins_last=announced_only", "petit_sec=ignore"])
def test_the_end_of_a_sweep_is_the_cores(seats: int, rare: str, deal_seed: int) -> None:
    """TRICK-CHELEM, PETIT-END: one seat holds the trumps, and the Excuse is led last or may not be kept."""
    name, value = rare.split("=")
    done = compare(TarotOptions().with_values({name: value}), seats, deal_seed, 160, one_sided=0.9)
    assert not done.fault
    assert done.deals


def test_every_card_has_its_bit() -> None:
    assert kernel.mask(deck_78()) == kernel.PACK
    assert set(kernel.cards(kernel.PACK)) == set(deck_78())
    assert kernel.half_points(kernel.PACK) == 182
    for card in deck_78():
        bit = kernel.BITS[card]
        assert kernel.WORTH[bit] == kernel.half_points(bit) == worth(card)
        assert bool(bit & kernel.TRUMPS) is is_trump(card)
        assert bool(bit & kernel.BOUTS) is (card in BOUTS)
        assert kernel.SUIT_OF[bit.bit_length() - 1] & bit


def test_counting_cards_is_adding_them(deal_seed: int) -> None:
    chance = Random(deal_seed)
    for _ in range(50):
        held = chance.sample(deck_78(), chance.randrange(79))
        assert kernel.half_points(kernel.mask(held)) == half_points(held)


CASES = Path(__file__).parents[2] / "rules" / "data" / "tarot-cases.json"
PLAYED = [case for case in json.loads(CASES.read_text())["cases"] if case["kind"] == "play"]


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case["id"])
def test_whole_deals_of_the_case_file_end_as_it_says(case: dict[str, Any]) -> None:
    asked, expected = case["input"], case["expected"]
    aside = kernel.mask(cards(" ".join(asked["set_aside"])))
    terms = Terms(
        asked["players"],
        asked["taker"],
        NOBODY if asked["partner"] is None else asked["partner"],
        Contract(asked["contract"]).factor,
        attack_aside=0 if asked["contract"] == "garde_contre" else aside,
        called=kernel.BITS[Card.parse(asked["called_card"])] if "called_card" in asked else 0,
        chelem=ATTACK if asked["chelem_announced"] else 0,
    )
    first = asked["taker"] if asked["chelem_announced"] else (asked["dealer"] + 1) % asked["players"]
    position = Position(terms, [kernel.mask(cards(" ".join(hand))) for hand in asked["hands"]], first)
    winners = []
    for trick in asked["tricks"]:
        for code in trick:
            bit = kernel.BITS[Card.parse(code)]
            assert position.legal() & bit
            position.play(bit)
        winners.append(position.winner)
    assert position.over
    assert winners == expected["trick_winners"]
    assert position.per_defender() == expected["per_defender"]
    assert list(terms.marks(position.per_defender())) == expected["scores"]


def test_an_excuse_ends_where_the_core_says() -> None:
    """EXC-OWNTRICK to EXC-CHELEM, all of them."""
    for name, code in EXCUSE_LAST.items():
        options, terms = TarotOptions(excuse_last_trick=name), Terms(4, 0, excuse_last=code)
        for own, won, last, swept in product((False, True), repeat=4):
            camps = [Camp.ATTACK if side else Camp.DEFENCE for side in (own, won)]
            became = fate(ExcusePlay(camps[0], camps[1], last=last, swept=swept), options)
            expected = became.worth(Camp.ATTACK), int(became.owner is Camp.ATTACK)
            assert fool_worth(terms, own=own, won=won, last=last, swept=swept) == expected


def test_a_score_is_what_the_core_marks(deal_seed: int) -> None:
    """SCORE-BASE to SCORE-CHELEM on random outcomes, the rare ones as often as the others."""
    chance = Random(deal_seed)
    camps = {0: None, 1: Camp.ATTACK, -1: Camp.DEFENCE}
    for _ in range(400):
        options = varied(TarotOptions(), chance)
        players = chance.choice((3, 4, 5))
        partner = chance.choice((NOBODY, 2)) if players == 5 else NOBODY
        seats = Camps(all_seats(players), Seat(1), None if partner == NOBODY else Seat(partner))
        contract = chance.choice(list(Contract))
        half, bouts = chance.randrange(183), chance.randrange(4)
        petit, chelem, swept = (chance.choice((-1, 0, 1)) for _ in range(3))
        shown = tuple((Seat(seat), chance.choice(list(Size))) for seat in chance.sample(range(players), 2))
        outcome = Outcome(seats, contract, half, bouts, camps[petit], shown, chelem=camps[chelem], swept=camps[swept])
        terms = Terms(
            players,
            1,
            partner,
            contract.factor,
            chelem=chelem,
            handfuls=sum(bonus(size, options) for _, size in shown),
            drops_half=options.half_point == "ignore",
            rounding=ROUNDINGS[options.score_round],
        )
        parts = sums(outcome, options)
        paid = terms.per_defender(half, bouts, petit, swept)
        assert paid == parts.per_defender
        assert terms.marks(paid) == points(outcome, parts, players)
