"""Small pieces of work that make later pictures quick: the library is loaded, and every card drawn once for hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from bot.core.cards import Card
from bot.i18n.words import Words
from bot.palette import Palette
from bot.render.art.hand import CARD
from bot.render.art.sprites import Sprite, card_sprite
from bot.render.art.style import index_of


def pieces(cards: Iterable[Card], words: Words, palette: Palette = Palette.CLASSIC) -> list[Callable[[], Sprite]]:
    """One piece of work for each card, a few milliseconds long.

    Args:
        cards: whose sprites will be needed.
        words: whose letters stand in their corners.
        palette: colours of the suits.
    """
    return [partial(card_sprite, card, index_of(card, words), palette, CARD) for card in cards]
