"""A picture while it is being put together: felt, plates, cards, lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.core.cards import Card
from bot.i18n.words import Words
from bot.palette import Palette
from bot.render.art.drawing import Face, fill
from bot.render.art.palette import FELT, PLATE, RIM, TEXT, Colour
from bot.render.art.paths import rounded
from bot.render.art.raster import drawn, encoded, line_mask
from bot.render.art.sprites import (
    Sprite,
    box_sprite,
    card_sprite,
    dim_sprite,
    ring_sprite,
    seal_sprite,
    sprite,
    tile_sprite,
)
from bot.render.art.style import Style, index_of
from bot.render.art.text import fitted, printable

WIDTH = 960
"""Of every picture: Discord shows it at half of it on a desktop and at a third on a phone."""


@lru_cache(maxsize=16)
def _ground(width: int, height: int, rim: Colour, inside: Colour) -> Sprite:
    shapes = (fill(rounded(0, 0, width, height, 30), rim), fill(rounded(8, 8, width - 16, height - 16, 24), inside))
    return sprite(drawn(shapes, width, height, 1, 2))


class Canvas:
    """One picture. It is used by one thread and thrown away."""

    def __init__(self, height: int, style: Style, words: Words, *, rim: Colour = RIM, inside: Colour = FELT) -> None:
        """An empty table of a height in pixels, or another ground."""
        ground = _ground(WIDTH, height, rim, inside)
        self.height = height
        self.style = style
        self.words = words
        self._image = ground.rgb.copy()
        self._mask = ground.mask
        self._brush = ImageDraw.Draw(self._image)

    @property
    def palette(self) -> Palette:
        """Colours of the suits."""
        return self.style.palette

    def png(self) -> bytes:
        """The finished file."""
        whole = self._image.convert("RGBA")
        whole.putalpha(self._mask)
        return encoded(whole)

    def put(self, piece: Sprite, x: float, y: float) -> None:
        """Lay a piece with its upper left corner at a point."""
        self._image.paste(piece.rgb, (round(x), round(y)), piece.mask)

    def centre(self, piece: Sprite, x: float, y: float) -> None:
        """Lay a piece with its middle at a point."""
        self.put(piece, x - piece.width / 2, y - piece.height / 2)

    def box(self, x: float, y: float, width: int, height: int, *, colour: Colour = PLATE, radius: int = 16) -> None:
        """A panel."""
        self.put(box_sprite(width, height, radius, colour), x, y)

    def card(self, card: Card | None, x: float, y: float, width: int, angle: int = 0, *, ring: bool = False) -> None:
        """A card around a point, in a golden ring or not; its back for None."""
        index = "" if card is None else index_of(card, self.words)
        self.centre(card_sprite(card, index, self.palette, width, angle), x, y)
        if ring:
            self.centre(ring_sprite(width, angle), x, y)

    def dim(self, x: float, y: float, width: int) -> None:
        """Darken the card around a point."""
        self.centre(dim_sprite(width), x, y)

    def tile(self, card: Card, x: float, y: float, size: int) -> None:
        """A card's tile with its upper left corner at a point."""
        self.put(tile_sprite(card, index_of(card, self.words), self.palette, size), x, y)

    def tiles(self, cards: Sequence[Card], x: float, y: float, size: int, per_row: int, gap: int = 3) -> None:
        """Tiles in rows."""
        for place, card in enumerate(cards):
            row, column = divmod(place, per_row)
            self.tile(card, x + column * (size + gap), y + row * (size + gap), size)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: int,
        *,
        colour: Colour = TEXT,
        face: Face = Face.TEXT,
        anchor: str = "lm",
        limit: int = WIDTH,
    ) -> None:
        """A line, cut with an ellipsis where it is wider than `limit` pixels.

        Args:
            text: the line.
            x: where its anchor stands.
            y: where its anchor stands.
            size: of the font, in pixels.
            colour: of the letters.
            face: the font.
            anchor: as in Pillow: left, middle or right, then the middle of the line (`lm`, `mm`, `rm`).
            limit: in pixels.
        """
        shown = fitted(printable(text), face, size, limit)
        letters, left, top = line_mask(shown, face, size, anchor)
        self._image.paste(colour, (round(x) + left, round(y) + top), letters)

    def seal(self, x: float, y: float, size: int, ground: Colour, ink: Colour) -> None:
        """A disc with a check around a point."""
        self.centre(seal_sprite(size, ground, ink), x, y)

    def rule(self, x: float, y: float, width: int, colour: Colour) -> None:
        """A thin line from left to right."""
        self._brush.line((round(x), round(y), round(x) + width, round(y)), fill=colour, width=2)

    def layer(self, image: Image.Image, top: int) -> None:
        """Lay an image with transparency over the whole width, from a height down."""
        self._image.paste(image.convert("RGB"), (0, top), image.getchannel("A"))
