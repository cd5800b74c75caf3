"""Draws sketches with the pictures of `bot.render.art`. Everything here runs in threads, never on the event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from bot.core.cards import Card
from bot.core.registry import games
from bot.i18n.words import words_for
from bot.render import art
from bot.render.art.style import Picture, Style
from bot.ui.sketch import Kind, Sketch


def draw(sketch: Sketch) -> Picture | None:
    """The picture of a sketch; None for what has none.

    Raises:
        PicturesMissing: Pillow is not installed.
    """
    scene, words, style = sketch.scene, sketch.words, Style(sketch.palette)
    match sketch.kind:
        case Kind.TABLE:
            score = art.score_picture(scene, style, words) if scene.status == "finished" else None
            return score or art.table_picture(scene, style, words)
        case Kind.SCORE:
            return art.score_picture(scene, style, words)
        case Kind.TRICK:
            return art.trick_picture(scene, style, words)
        case Kind.HANDS:
            return art.hands_picture(scene, style, words)
        case Kind.ANALYSIS:
            return None if sketch.study is None else art.analysis_picture(scene, sketch.study, style, words)
        case Kind.HAND:
            return art.hand_picture(scene, style, words, sketch.picked)
        case _:
            assert_never(sketch.kind)


def warming(language: str) -> Iterable[Callable[[], object]]:
    """Pieces of work that make later pictures quick, one after another.

    Args:
        language: whose letters stand for the court cards.
    """
    from bot.render.art.warm import pieces

    yield from pieces(_every_card(), words_for(language))


def _every_card() -> Iterable[Card]:
    """The cards of every pack."""
    found = dict[Card, None]()
    for game in games().values():
        for seats in game.seat_counts:
            found |= dict.fromkeys(game.deck(game.presets[game.default_preset], seats))
    return found
