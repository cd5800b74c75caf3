"""Emoji as files."""

from __future__ import annotations

from bot.core.cards import Card
from bot.palette import Palette
from bot.render.art.faces import TILE, tile_face
from bot.render.art.raster import drawn, encoded

_COLOURS = 64
"""Enough for two or three colours and their edges."""


def tile_png(card: Card, index: str, palette: Palette) -> bytes:
    """A card's tile as a PNG of 128 by 128."""
    return encoded(drawn(tile_face(card, index, palette), TILE, TILE, 1), _COLOURS)
