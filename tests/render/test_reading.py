"""In which order a hand is read, by eyes and by screen readers."""

from __future__ import annotations

import pytest

from bot.core.registry import games
from bot.i18n.words import words_for
from bot.render.hand import hand_panel
from bot.render.panels import Menu
from tests.render.scenes import NoEmoji, played, scene_of, seats

NAMES = ("Anna", "Bruno", "Chloé", "Denis", "Élise")


@pytest.mark.parametrize("key", sorted(games()))
def test_a_hand_says_first_what_to_do_then_the_cards_then_the_trick_and_buttons_follow(key: str) -> None:
    words, game = words_for("fr", strict=True), games()[key]
    seen = 0
    for state in played(key, game.default_preset, seed=4, deals=1):
        for seat in seats(state):
            scene = scene_of(game, game.default_preset, state, seat, NAMES)
            view = scene.view
            if view is None or view.phase != "play" or not view.playable:
                continue
            panel = hand_panel(scene, words, NoEmoji())
            title, task, *rest = panel.text.splitlines()
            assert title.startswith("-# ")
            assert task.startswith("**À toi")
            held = next(n for n, line in enumerate(rest) if line.startswith(("Ta main", "Jouable")))
            trick = next(n for n, line in enumerate(rest) if line.lstrip("-# ").startswith(("Pli ", "Dernier pli")))
            assert held < trick
            offered = [
                code
                for row in panel.rows
                for code in (
                    [choice.value for choice in row.choices]
                    if isinstance(row, Menu)
                    else [button.verb for button in row if button.label]
                )
                if code.startswith("play:")
            ]
            assert offered == [f"play:{card.code}" for card in view.hand if card in view.playable]
            seen += 1
    assert seen > 8
