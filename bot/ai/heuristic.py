"""A computer player that follows simple rules of thumb, given by its game's hint."""

from __future__ import annotations

import logging

from bot.ai.hints import Hint
from bot.ai.random_legal import chance, sample
from bot.core.actions import Action
from bot.core.game import AnyGame
from bot.core.situation import Situation

log = logging.getLogger(__name__)


class Heuristic:
    """A `Brain` that asks its game's hint, and does anything legal when the hint fails.

    Args:
        game: reads the codes.
        hint: what to do; None for a game without one.
        seed: the same seed does the same in the same situation.

    Attributes:
        decisions: choices made.
        failures: choices among them where the hint failed or named something that is not offered.
    """

    def __init__(self, game: AnyGame, hint: Hint | None, seed: int) -> None:
        self._game = game
        self._hint = hint
        self._seed = seed
        self.decisions = 0
        self.failures = 0

    async def choose(self, situation: Situation) -> Action:
        """What the hint says, else any offered action."""
        self.decisions += 1
        code = self._advice(situation)
        if code is None:
            code = sample(situation.prompts, chance(self._seed, situation))
        return self._game.parse(code)

    def _advice(self, situation: Situation) -> str | None:
        if self._hint is None:
            return None
        try:
            code = self._hint(situation.view, situation.prompts, situation.seen)
        except Exception:  # a bug in a hint costs its advice, counted and logged, never the move
            self.failures += 1
            log.exception("the hint of %s failed: %d of %d", self._game.key, self.failures, self.decisions)
            return None
        if code is None or any(prompt.accepts(code) for prompt in situation.prompts):
            return code
        self.failures += 1
        log.warning("the hint of %s is not offered: %d of %d", self._game.key, self.failures, self.decisions)
        return None
