"""Who thinks at a table: a computer player for a game and a level."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.ai.heuristic import Heuristic
from bot.ai.hints import hint_for
from bot.ai.random_legal import RandomLegal
from bot.core.registry import game_of
from bot.engine.models import Level
from bot.engine.ports import Brain

RANDOM = Level.BEGINNER.value


class Brains:
    """From a game's key and a level to a computer player; the same one each time.

    A beginner plays at random; every other level, one of an older version too, plays by rules of thumb.

    Args:
        seed: of all their chance. It has nothing to do with any deal's seed.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._made: dict[tuple[str, str], Brain] = {}

    def __call__(self, game: str, level: str) -> Brain:
        """The computer player.

        Raises:
            KeyError: there is no such game.
        """
        if (game, level) not in self._made:
            rules = game_of(game)
            if level == RANDOM:
                self._made[game, level] = RandomLegal(rules, self._seed)
            else:
                self._made[game, level] = Heuristic(rules, hint_for(game), self._seed)
        return self._made[game, level]

    @property
    def made(self) -> Mapping[tuple[str, str], Brain]:
        """The computer players in use, by game and level."""
        return MappingProxyType(self._made)
