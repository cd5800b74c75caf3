"""Why an action is advised, one module for each game: `bot.ai.reasons.<key>` has a function `reasons`.

A reason is a fact of the seat's own view, told because it holds: it explains the choice as a player would, whatever
arithmetic stood behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from bot.core.actions import PlayCard
from bot.core.facts import Fact, fact
from bot.core.game import AnyGame
from bot.core.situation import Situation

MOST = 2
"""More reasons than this explain less."""

Reasons = Callable[[Situation, str], tuple[Fact, ...]]
"""From what a seat knows and the code of an action to what speaks for it, the weightiest first."""


def why(game: AnyGame, situation: Situation, code: str) -> tuple[Fact, ...]:
    """What speaks for an action, at most `MOST` reasons; none where nothing is known to say.

    Args:
        game: which game.
        situation: what the seat knows.
        code: of an action that is offered.
    """
    playable = situation.view.playable
    if len(playable) == 1 and code == PlayCard(playable[0]).code:
        return (fact("reason.only"),)
    found = _reasons(game.key)
    return () if found is None else found(situation, code)[:MOST]


@cache
def _reasons(key: str) -> Reasons | None:
    name = f"{__name__}.{key}"
    return None if find_spec(name) is None else cast("Reasons", import_module(name).reasons)
