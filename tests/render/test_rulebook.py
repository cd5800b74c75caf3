"""The rules that a table is told: all that it plays by, and nothing that it does not."""

from __future__ import annotations

import pytest

from bot.core.game import AnyGame
from bot.core.registry import games
from bot.i18n.words import words_for
from bot.render.rulebook import rules_pages

PROFILES = [(game, preset) for game in games().values() for preset in game.presets]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("game", "preset"), PROFILES, ids=[f"{game.key}-{preset}" for game, preset in PROFILES])
def test_an_option_is_told_when_it_changes_something(game: AnyGame, preset: str, language: str) -> None:
    words, options = words_for(language), game.presets[preset]
    told = "\n".join(rules_pages(game.key, preset, options, words))
    for spec in options.specs():
        line = words.text("rules.option", name=words.text(f"option.{spec.name}"), value="").strip()
        assert (line in told) == (spec.changes_answer and options.applies(spec.name)), spec.name
