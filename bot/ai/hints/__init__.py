"""Rules of thumb, one module for each game: `bot.ai.hints.<key>` has a function `hint`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from bot.core.events import Event
from bot.core.prompts import Prompt
from bot.core.views import View

Hint = Callable[[View, Sequence[Prompt], Sequence[Event]], str | None]
"""From what a seat sees and is offered to the code of an action; None when it has no opinion."""


@cache
def hint_for(game: str) -> Hint | None:
    """The hint of a game, None when it has none."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return None
    return cast("Hint", import_module(name).hint)
