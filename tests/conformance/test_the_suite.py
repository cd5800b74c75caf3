"""The suite itself: a sound toy game passes all checks, and each broken one fails."""

from __future__ import annotations

import traceback
from typing import cast

import pytest
from hypothesis import given, settings

from bot.core.game import AnyGame
from tests.conformance.broken import BROKEN
from tests.conformance.leaks import Tally
from tests.conformance.suite import EXAMPLES, check
from tests.conformance.toygame import TOY, ToyGame
from tests.conformance.walk import Plan, plans


@pytest.mark.parametrize("players", sorted(TOY.seat_counts))
@pytest.mark.parametrize("preset", TOY.presets)
def test_a_sound_game_passes(preset: str, players: int) -> None:
    tally = Tally()

    @settings(max_examples=3 * EXAMPLES, deadline=None)
    @given(plans)
    def each(plan: Plan) -> None:
        check(TOY, TOY.presets[preset], players, plan, tally, deals=2)

    each()
    assert tally.worlds > 40, tally
    assert tally.steps > 200, tally


@pytest.mark.parametrize("broken", BROKEN, ids=lambda cls: cls.__name__)
def test_a_broken_game_is_caught(broken: type[ToyGame]) -> None:
    game = cast("AnyGame", broken())
    caught_by = set()
    for seed in range(12):
        try:
            check(game, game.presets["loud"], 2 + seed % 3, Plan(seed), Tally())
        except AssertionError as error:
            caught_by |= {frame.name for frame in traceback.extract_tb(error.__traceback__)}
    assert broken.caught_by in caught_by, broken.__doc__
