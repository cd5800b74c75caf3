"""The prepared cards of every game's lesson teach something."""

from __future__ import annotations

import pytest

from bot.core.registry import games
from bot.engine.fairdeal import lesson_order
from bot.engine.lessons import lesson_options
from tests.lessons import played_lesson


@pytest.mark.parametrize("key", list(games()))
async def test_a_lesson_is_played_to_its_end_and_brings_several_duties(key: str) -> None:
    game = games()[key]
    lesson = await played_lesson(game, game.lesson)
    assert not lesson.void
    assert "play" in lesson.phases
    assert len(set(lesson.duties)) >= 3, lesson.duties
    assert len(lesson.duties) >= 4


@pytest.mark.parametrize("key", list(games()))
def test_a_lesson_is_one_deal_and_its_cards_are_a_whole_pack(key: str) -> None:
    game = games()[key]
    options = lesson_options(game)
    rules = game.match_rules(options)
    assert rules.deals == 1 or rules.target <= 26
    deck = game.deck(options, min(game.seat_counts))
    assert sorted(card.code for card in lesson_order(game.lesson, deck)) == sorted(card.code for card in deck)
    assert lesson_order(game.lesson, deck) == lesson_order(game.lesson, deck)
    assert lesson_order(game.lesson + 1, deck) != lesson_order(game.lesson, deck)
