"""Finds the games: every package under `bot.core.games` with a `GAME` in its `rules` module."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import cast

from bot.core import games as games_package
from bot.core.game import AnyGame, Game


@cache
def games() -> Mapping[str, AnyGame]:
    """All games by key, in alphabetical order.

    Raises:
        LookupError: a package has no `rules.GAME`, or its key is not its folder's name.
    """
    found: dict[str, AnyGame] = {}
    for module in sorted(iter_modules(games_package.__path__), key=lambda info: info.name):
        rules = import_module(f"{games_package.__name__}.{module.name}.rules")
        game = getattr(rules, "GAME", None)
        if not isinstance(game, Game) or game.key != module.name:
            raise LookupError(f"{module.name}: no GAME of that key in its rules module")
        # A game's own state type is its secret; callers hand back only states that the game made.
        found[game.key] = cast("AnyGame", game)
    return MappingProxyType(found)


def game_of(key: str) -> AnyGame:
    """The game of this key.

    Raises:
        KeyError: there is none.
    """
    return games()[key]
