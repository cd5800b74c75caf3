"""Who thinks at a table: a computer player for a game and a level."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.ai.heuristic import Heuristic
from bot.ai.hints import hint_for
from bot.ai.levels import LEVELS, Habits
from bot.ai.minds import mind_for
from bot.ai.thinker import Thinker
from bot.ai.workers import InLine, Solver
from bot.core.game import AnyGame
from bot.core.registry import game_of
from bot.engine.ports import Brain


class Brains:
    """From a game's key and a level to a computer player; the same one each time.

    Args:
        seed: of all their chance. It has nothing to do with any deal's seed.
        solver: where they think; None for the event loop itself.
    """

    def __init__(self, seed: int, solver: Solver | None = None) -> None:
        self._seed = seed
        self._solver = InLine() if solver is None else solver
        self._made: dict[tuple[str, str], Brain] = {}

    def __call__(self, game: str, level: str) -> Brain:
        """The computer player.

        Raises:
            KeyError: there is no such game, or no such level.
        """
        if (game, level) not in self._made:
            self._made[game, level] = brain_of(game_of(game), LEVELS[level], self._solver, self._seed)
        return self._made[game, level]

    @property
    def made(self) -> Mapping[tuple[str, str], Brain]:
        """The computer players in use, by game and level."""
        return MappingProxyType(self._made)


def brain_of(game: AnyGame, habits: Habits, solver: Solver, seed: int) -> Brain:
    """A computer player with these habits: it thinks with the mind of its game, else by rules of thumb."""
    rules, mind = Heuristic(game, hint_for(game.key), seed), mind_for(game)
    return rules if mind is None else Thinker(game, mind, habits, solver, rules, seed)
