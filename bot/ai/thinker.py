"""A computer player that lets its game's mind weigh the choices, and plays by rules of thumb when that fails."""

from __future__ import annotations

import logging

from bot.ai.heuristic import Heuristic
from bot.ai.levels import Habits
from bot.ai.problem import Mind, Posed, Values
from bot.ai.random_legal import chance
from bot.ai.workers import Lost, Solver
from bot.core.actions import Action
from bot.core.game import AnyGame
from bot.core.situation import Situation

PATIENCE = 1.0
"""Seconds to wait for an answer beyond what the level thinks: other tables may think first, on a slow machine."""

log = logging.getLogger(__name__)


class BadAnswer(Exception):
    """A mind or its solver answers what does not fit the question."""


class Thinker:
    """A `Brain` that thinks.

    Args:
        game: reads the codes.
        mind: poses the problems.
        habits: how much and how well it thinks.
        solver: where the problems are weighed.
        rules: plays when the mind has no opinion or fails.
        seed: the same seed does the same in the same situation, unless an answer is lost.

    Attributes:
        decisions: choices made.
        weighed: choices among them that the solver decided.
        failures: choices among them where the mind or its solver failed, or gave no answer in time.
    """

    def __init__(  # each is a part that tests give another of
        self, game: AnyGame, mind: Mind, habits: Habits, solver: Solver, rules: Heuristic, seed: int
    ) -> None:
        self._game = game
        self._mind = mind
        self._habits = habits
        self._solver = solver
        self._rules = rules
        self._seed = seed
        self.decisions = 0
        self.weighed = 0
        self.failures = 0

    async def choose(self, situation: Situation) -> Action:
        """What the mind says, else what the rules of thumb say, else any offered action."""
        self.decisions += 1
        try:
            code = await self._advice(situation)
        except Lost as lost:
            self.failures += 1
            log.warning("the thoughts about %s are lost (%s): %s", self._game.key, lost, self._count())
            code = None
        except Exception:  # a bug in a mind costs its thoughts, counted and logged, never the move
            self.failures += 1
            log.exception("the mind of %s failed: %s", self._game.key, self._count())
            code = None
        return await self._rules.choose(situation) if code is None else self._game.parse(code)

    async def _advice(self, situation: Situation) -> str | None:
        posed = self._mind.pose(situation, self._habits, self._seed)
        code = posed
        if isinstance(posed, Posed):
            values = await self._solver.solve(posed.problem, self._habits.seconds + PATIENCE)
            code = best(posed, values, self._seed, situation)
            self.weighed += 1
        assert not isinstance(code, Posed)
        if code is not None and not any(prompt.accepts(code) for prompt in situation.prompts):
            raise BadAnswer(f"{code.partition(':')[0]} is not offered like this")
        return code

    def _count(self) -> str:
        return f"{self.failures} of {self.decisions}"


def best(posed: Posed, values: Values, seed: int, situation: Situation) -> str:
    """The code of the highest value; of equal ones by the seed's chance.

    Raises:
        BadAnswer: not one value for each choice.
    """
    if len(values) != len(posed.codes) or not values:
        raise BadAnswer(f"{len(values)} values for {len(posed.codes)} choices")
    highest = max(values)
    tied = [code for code, value in zip(posed.codes, values, strict=True) if value == highest]
    return tied[0] if len(tied) == 1 else chance(seed, situation).choice(tied)
