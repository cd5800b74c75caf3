"""Minds, one module for each game that has one: `bot.ai.minds.<key>` has an object `MIND` and the name of its `SOLVER`.

The solver is the dotted path of the module that weighs what the mind poses; worker processes load it before they are
asked.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import cast

from bot.ai.problem import Mind


@cache
def mind_for(game: str) -> Mind | None:
    """The mind of a game, None when it has none of its own."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return None
    return cast("Mind", import_module(name).MIND)


def solvers() -> tuple[str, ...]:
    """The dotted paths of all solvers, each once."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    return tuple(sorted({cast("str", module.SOLVER) for module in modules}))
