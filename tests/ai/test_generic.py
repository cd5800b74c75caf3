"""The player that knows no game: its worlds agree with what its seat has seen, and it plays by the rules."""

from __future__ import annotations

from random import Random

import pytest

from bot.ai import generic
from bot.ai.generic import Generic
from bot.ai.heuristic import Heuristic
from bot.ai.hints import hint_for
from bot.ai.levels import LEVELS, Habits
from bot.ai.problem import Posed
from bot.ai.thinker import Thinker
from bot.ai.workers import InLine
from bot.ai.worlds import Seen, Worlds, appearance
from bot.core.actions import Action
from bot.core.events import visible
from bot.core.game import AnyGame
from bot.core.registry import games
from bot.core.situation import Situation
from tests.ai.duel import deals
from tests.conformance.toygame import TOY

FEW = Habits(worlds=24, bidding_worlds=0, infers=False, seconds=60.0)
"""A clock that ends nothing: the same seed plays the same on any machine."""

HARD = {"tarot", "hearts", "toy"}
"""Games in which cards change hands in secret: late in a deal no world may be found."""

GAMES = {"toy": TOY, **games()}


def seats_of(game: AnyGame) -> int:
    return min(game.seat_counts, key=lambda seats: abs(seats - 4))


class Looking(Heuristic):
    """Looks for worlds at some of its decisions."""

    def __init__(self, game: AnyGame, chance: Random) -> None:
        super().__init__(game, hint_for(game.key), 1)
        self._chance = chance
        self.found = self.looked = 0

    async def choose(self, situation: Situation) -> Action:
        if self._chance.random() < 0.15 and self.looked < 6:
            self.look(situation)
        return await super().choose(situation)

    def look(self, situation: Situation) -> None:
        shown = appearance(situation.view, situation.prompts)
        seen = Seen(self._game, situation.setup, situation.seat, situation.seen, shown)
        worlds = Worlds(seen, Random(self._chance.random()))
        for _ in range(2):
            world, self.looked = worlds.next(), self.looked + 1
            if world is None:
                continue
            self.found += 1
            game, seat = self._game, situation.seat
            assert appearance(game.view(world.state, seat), game.prompts(world.state, seat)) == shown
            assert tuple(event for event in world.events if visible(event, seat)) == situation.seen


@pytest.mark.parametrize("key", GAMES)
async def test_a_world_is_one_that_the_seat_cannot_tell_from_the_true_one(key: str, deal_seed: int) -> None:
    game = GAMES[key]
    brain = Looking(game, Random(deal_seed))
    await deals(game, game.presets[game.default_preset], [brain] * seats_of(game), 1, seed=deal_seed)
    assert brain.found or not brain.looked or key in HARD


@pytest.mark.parametrize("key", ["toy", "belote_two"])
async def test_it_plays_deals_to_their_end_the_same_each_time(key: str) -> None:
    game = GAMES[key]
    options = game.presets["loud" if key == "toy" else game.default_preset]
    outcomes = []
    rules = Heuristic(game, hint_for(key), 1)
    for _ in range(2):
        brain = Thinker(game, Generic(game), FEW, InLine(), Heuristic(game, hint_for(key), 1), 7)
        outcomes.append(await deals(game, options, [brain, *[rules] * (seats_of(game) - 1)], 1, seed=4))
        assert brain.weighed
        assert brain.failures == 0
    assert outcomes[0] == outcomes[1]


async def test_what_it_sends_is_a_problem_that_its_solver_understands() -> None:
    posed: list[Posed] = []

    class Keeping(Generic):
        def pose(self, situation: Situation, habits: Habits, seed: int) -> Posed | str | None:
            made = super().pose(situation, habits, seed)
            if isinstance(made, Posed):
                posed.append(made)
            return made

    game = GAMES["belote_three"]
    rules = Heuristic(game, hint_for(game.key), 1)
    brain = Thinker(game, Keeping(game), FEW, InLine(), rules, 1)
    await deals(game, game.presets[game.default_preset], [brain, rules, rules], 1, seed=4)
    for one in posed:
        assert generic.solve(one.problem) == generic.solve(one.problem)
        assert len(one.codes) == len(set(one.codes)) > 1


@pytest.mark.parametrize("level", [level for level, habits in LEVELS.items() if not habits.worlds])
async def test_who_has_no_worlds_plays_by_rules_of_thumb(level: str) -> None:
    rules = Heuristic(TOY, None, 1)
    brain = Thinker(TOY, Generic(TOY), LEVELS[level], InLine(), rules, 1)
    await deals(TOY, TOY.presets["quiet"], [brain] * 2, 1, seed=3)
    assert brain.weighed == 0
    assert rules.decisions == brain.decisions
