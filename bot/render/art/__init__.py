"""Pictures of tables, hands and cards, drawn in code by Pillow, which is optional (the extra `pictures`).

Nothing here imports Pillow until a picture is asked for. Ask `available` first: without Pillow every function raises
`PicturesMissing`, and the bot goes on in text. The functions keep no state but caches; call them from a thread, never
from the event loop.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from bot.core.cards import Card
from bot.i18n.words import words_for
from bot.render.art.palette import Palette
from bot.render.art.style import ALT_LIMIT, Picture, Style, index_of

__all__ = ["ALT_LIMIT", "Palette", "Picture", "PicturesMissing", "Style", "available", "emoji_png"]

HOW_TO_INSTALL = "Pictures need Pillow: pip install 'tapis[pictures]'"


class PicturesMissing(RuntimeError):
    """A picture was asked for where Pillow is not installed."""

    def __init__(self) -> None:
        super().__init__(HOW_TO_INSTALL)


@cache
def available() -> bool:
    """Whether pictures can be drawn here."""
    return find_spec("PIL") is not None


def _needed() -> None:
    if not available():
        raise PicturesMissing


def emoji_png(card: Card, language: str, palette: Palette) -> bytes:
    """The emoji of a card: a PNG of 128 by 128 with a transparent ground, a few kilobytes.

    Args:
        card: any card of any pack.
        language: whose letters stand for the court cards.
        palette: colours of the suits.

    Raises:
        PicturesMissing: Pillow is not installed.
    """
    _needed()
    from bot.render.art.emoji import tile_png

    return tile_png(card, index_of(card, words_for(language)), palette)
