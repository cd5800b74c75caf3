"""Lessons: one deal of prepared cards against computer players, which counts nowhere.

The cards are a pack that anybody can compute from the game's lesson number (`fairdeal.lesson_order`): such a table has
no seed, shows no hash, and its cards tell nothing of any other table's.
"""

from __future__ import annotations

from bot.core.game import AnyGame
from bot.core.options import Options


def lesson_options(game: AnyGame) -> Options:
    """The game's usual rules. Where they can say how many deals are played, they say one: that deal is the last.

    A lesson is over with its first deal in any case (`match.act`).
    """
    usual = game.presets[game.default_preset]
    return usual.with_values({"deals": 1}) if "deals" in usual.values() else usual
