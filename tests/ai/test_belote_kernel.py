"""The kernel that computer players of belote and coinche think with says what the core says."""

from __future__ import annotations

from random import Random

import pytest

from bot.ai.belote.kernel import CARDS, DENOMINATIONS, PACK, bits, cards_of, laws_of, legal, mask_of, order_of
from bot.core.cards import cards
from bot.core.registry import game_of
from tests.ai.belote_kernel import (
    KEYS,
    Compared,
    any_options,
    compare,
    fault_of_annonces,
    fault_of_duties,
    fault_of_marks,
    preset,
)

PRESETS = [pytest.param(key, name, id=f"{key}-{name}") for key in KEYS for name in game_of(key).presets]


@pytest.mark.parametrize(("key", "name"), PRESETS)
def test_every_preset_as_the_core_has_it(key: str, name: str, deal_seed: int) -> None:
    """Legal cards, the winning card, points, annonces and marks, in deals called and played by chance."""
    found, chance = Compared(), Random(deal_seed)
    while found.positions < 120:
        compare(key, preset(key, name), chance, found)
        assert found.fault is None


@pytest.mark.parametrize("key", KEYS)
def test_any_options_as_the_core_has_them(key: str, deal_seed: int) -> None:
    found, chance = Compared(), Random(deal_seed)
    while found.positions < 500:
        compare(key, any_options(key, chance), chance, found)
        assert found.fault is None


@pytest.mark.parametrize("key", KEYS)
def test_duties_of_any_cards_under_any_options(key: str, deal_seed: int) -> None:
    chance = Random(deal_seed)
    for _ in range(60):
        options = any_options(key, chance)
        for _ in range(40):
            assert fault_of_duties(options, chance) is None


@pytest.mark.parametrize(("key", "name"), PRESETS)
def test_marks_of_every_preset(key: str, name: str, deal_seed: int) -> None:
    """Ties, capots and doubled contracts too, which hardly come by chance."""
    chance = Random(deal_seed)
    for _ in range(150):
        assert fault_of_marks(key, preset(key, name), chance) is None


@pytest.mark.parametrize("key", KEYS)
def test_marks_and_annonces_under_any_options(key: str, deal_seed: int) -> None:
    chance = Random(deal_seed)
    for _ in range(120):
        options = any_options(key, chance)
        for _ in range(5):
            assert fault_of_marks(key, options, chance) is None
            assert fault_of_annonces(options, chance) is None


def test_places_and_numbers_name_the_same_cards() -> None:
    for denomination in range(len(DENOMINATIONS)):
        order = order_of(denomination)
        assert sum(order.places) == PACK
        for number, bit in enumerate(order.places):
            assert order.placed(1 << number) == bit
            assert order.numbered(bit) == 1 << number
    hand = cards("7S AH 10D JC")
    assert set(cards_of(mask_of(hand))) == set(hand)
    assert [bit.bit_length() - 1 for bit in bits(PACK)] == list(range(len(CARDS)))


def test_a_stronger_card_of_a_suit_counts_no_less() -> None:
    """Playouts take the highest card of a suit for the one with most points."""
    for key, name in (param.values for param in PRESETS):
        for denomination in range(len(DENOMINATIONS)):
            points = laws_of(denomination, preset(str(key), str(name))).points
            for place in range(31):
                assert place % 8 == 7 or points[1 << place] <= points[2 << place]


def test_duties_by_example() -> None:
    """docs/rules/belote.md 7.2: a void player overruffs an opponent's ruff, and his partner's only as he likes."""
    laws, order = laws_of(0, preset("belote", "belote")), order_of(0)
    hand, led = order.placed(mask_of(cards("JS 7S AH"))), order.placed(mask_of(cards("7D 8D 9D 10D JD QD KD AD")))
    best = order.placed(mask_of(cards("9S")))
    assert order.numbered(legal(hand, led, best, False, laws)) == mask_of(cards("JS"))
    assert legal(hand, led, best, True, laws) == hand
