"""Minds, one module for each game that has one: `bot.ai.minds.<key>` has an object `MIND` and the name of its `SOLVER`.

The solver is the dotted path of the module that weighs what the mind poses; worker processes load it before they are
asked. A game without a module has the mind that knows no game in particular; a module may say None, for rules of thumb.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import cast

from bot.ai import generic
from bot.ai.generic import Generic
from bot.ai.problem import Mind
from bot.core.game import AnyGame


@cache
def mind_for(game: AnyGame) -> Mind | None:
    """The mind of a game; None where it is better played by rules of thumb."""
    name = f"{__name__}.{game.key}"
    if find_spec(name) is None:
        return Generic(game)
    return cast("Mind | None", import_module(name).MIND)


def solvers() -> tuple[str, ...]:
    """The dotted paths of all solvers, each once."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    own = {cast("str | None", module.SOLVER) for module in modules}
    return (generic.__name__, *sorted(solver for solver in own if solver is not None))
