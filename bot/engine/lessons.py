"""Lessons: one deal of prepared cards against computer players, which counts nowhere.

The cards are a pack that anybody can compute from the game's lesson number (`fairdeal.lesson_order`): such a table has
no seed, shows no hash, and its cards tell nothing of any other table's.
"""

from __future__ import annotations

from bot.core.game import AnyGame
from bot.core.options import Options, OptionValue


def lesson_options(game: AnyGame) -> Options:
    """The game's usual rules for a match of one deal, as near as its options allow."""
    usual = game.presets[game.default_preset]
    specs = {spec.name: spec for spec in game.options_type.specs() if spec.name not in game.options_type.withheld}
    changes: dict[str, OptionValue] = {}
    if "deals" in specs:
        changes["deals"] = 1
    elif "target" in specs:
        changes["target"] = specs["target"].low
    return usual.with_values(changes)
