"""A tarot mind that thinks where it is asked, for tests."""

from __future__ import annotations

from bot.ai.heuristic import Heuristic
from bot.ai.hints import hint_for
from bot.ai.levels import Habits
from bot.ai.problem import Posed
from bot.ai.tarot.mind import MIND, solve
from bot.core.actions import Action
from bot.core.registry import game_of
from bot.core.situation import Situation

GAME = game_of("tarot")


def thought(situation: Situation, habits: Habits, seed: int) -> tuple[str | None, tuple[int, ...]]:
    """The code of the best choice, and all values; no code where rules of thumb are left to decide."""
    posed = MIND.pose(situation, habits, seed)
    if not isinstance(posed, Posed):
        return posed, ()
    values = solve(posed.problem)
    assert len(values) == len(posed.codes)
    return posed.codes[values.index(max(values))], values


class Thinking:
    """A `Brain` that does the best; rules of thumb do the rest.

    Attributes:
        kinds: phases in which something was weighed.
    """

    def __init__(self, habits: Habits, seed: int) -> None:
        self._habits, self._seed = habits, seed
        self._thumb = Heuristic(GAME, hint_for("tarot"), seed)
        self.kinds: set[str] = set()

    async def choose(self, situation: Situation) -> Action:
        """The best; it must be offered."""
        code, values = thought(situation, self._habits, self._seed)
        if code is None:
            return await self._thumb.choose(situation)
        assert any(prompt.accepts(code) for prompt in situation.prompts), (code, situation.prompts)
        if values:
            self.kinds.add(situation.view.phase)
        return GAME.parse(code)
