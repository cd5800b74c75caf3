"""The prepared cards of every game's lesson teach something."""

from __future__ import annotations

import pytest

from bot.core import match
from bot.core.actions import Deal
from bot.core.registry import games
from bot.core.seats import Seat
from bot.engine.fairdeal import lesson_order
from bot.engine.lessons import lesson_options
from tests.lessons import played_lesson


@pytest.mark.parametrize("key", list(games()))
async def test_a_lesson_is_played_to_its_end_and_brings_several_duties(key: str) -> None:
    game = games()[key]
    lesson = await played_lesson(game, game.lesson)
    assert not lesson.void
    assert lesson.ended
    assert "play" in lesson.phases
    assert len(set(lesson.duties)) >= 3, lesson.duties
    assert len(lesson.duties) >= 4


@pytest.mark.parametrize("key", list(games()))
def test_the_cards_of_a_lesson_are_a_whole_pack(key: str) -> None:
    game = games()[key]
    options = lesson_options(game)
    deck = game.deck(options, min(game.seat_counts))
    assert sorted(card.code for card in lesson_order(game.lesson, deck)) == sorted(card.code for card in deck)
    assert lesson_order(game.lesson, deck) == lesson_order(game.lesson, deck)
    assert lesson_order(game.lesson + 1, deck) != lesson_order(game.lesson, deck)


def test_a_lesson_that_nobody_takes_is_over_too() -> None:
    game = games()["coinche"]
    options = lesson_options(game)
    step = match.start(game, options, 4, Seat(3))
    step = match.act(game, step.state, None, Deal(lesson_order(1, game.deck(options, 4))), one_deal=True)
    while not step.state.ended:
        (seat,) = match.to_act(game, step.state)
        step = match.act(game, step.state, seat, game.parse("pass"), one_deal=True)
    assert [record.counts for record in step.state.records] == [False]
    assert (step.state.winner, match.needs_deal(game, step.state)) == (None, False)
