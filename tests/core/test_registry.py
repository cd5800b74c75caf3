"""The registry finds every game by its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core import games as package
from bot.core.game import Game
from bot.core.registry import game_of, games


def test_every_folder_is_a_game() -> None:
    folders = {path.parent.name for path in Path(package.__path__[0]).glob("*/rules.py")}
    assert set(games()) == folders
    assert list(games()) == sorted(folders)
    assert len(folders) > 1


def test_games_are_found_by_key() -> None:
    for key in games():
        game = game_of(key)
        assert isinstance(game, Game)
        assert game.key == key
        assert game.seat_counts
        assert game.rules_version >= 1
    with pytest.raises(KeyError):
        game_of("poker")
