"""Cards, tiles and marks as finished pieces, kept for the next picture. Nobody changes a piece once it is made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from bot.core.cards import Card, Suit
from bot.palette import Palette
from bot.render.art.drawing import Drawing, Face, Glyphs, fill, stroke
from bot.render.art.faces import TILE, back, card_face, tile_face
from bot.render.art.palette import (
    DEEP_FELT,
    GOLD,
    INK,
    PAPER,
    SLOT_EDGE,
    TEAMS,
    TRUMP,
    TURN,
    WHITE,
    Colour,
    suit_colour,
)
from bot.render.art.paths import ellipse, polygon, rounded, star
from bot.render.art.raster import drawn
from bot.render.art.shapes import pip

PAD = 12
"""Room around a card for its shadow and its ring, in pixels."""

_SHADOW = 110
_DIMMED = 0.52
_CORNER = 0.09
_RING = 6
_TURN_FINE = 3
"""A card that is turned is drawn this much larger before: turning a finished one leaves steps."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """Colours and how much of them covers what lies below, both of one size."""

    rgb: Image.Image
    mask: Image.Image

    @property
    def width(self) -> int:
        """In pixels."""
        return self.rgb.width

    @property
    def height(self) -> int:
        """In pixels."""
        return self.rgb.height


def sprite(image: Image.Image) -> Sprite:
    """A piece from an image with transparency."""
    return Sprite(image.convert("RGB"), image.getchannel("A"))


def card_height(width: int) -> int:
    """A card is half again as high as wide."""
    return width * 3 // 2


@lru_cache(maxsize=400)
def card_sprite(card: Card | None, index: str, palette: Palette, width: int, angle: int = 0) -> Sprite:
    """A card with its shadow, turned counter-clockwise by `angle` degrees; its back for None."""
    face = back() if card is None else card_face(card, index, palette)
    times = _TURN_FINE if angle else 1
    large, height = width * times, card_height(width) * times
    body = drawn(face, large, height, large / 100, 2 if angle else 4)
    pad, drop = PAD * times, 3 * times
    whole = Image.new("RGBA", (large + 2 * pad, height + 2 * pad), (0, 0, 0, 0))
    shadow = Image.new("L", whole.size, 0)
    box = (pad, pad + drop, pad + large, pad + height + drop)
    ImageDraw.Draw(shadow).rounded_rectangle(box, large * _CORNER, fill=_SHADOW)
    whole.putalpha(shadow.filter(ImageFilter.BoxBlur(3.2 * times)))
    whole.alpha_composite(body, (pad, pad))
    return sprite(_turned(whole, angle, times))


def _turned(image: Image.Image, angle: int, times: int) -> Image.Image:
    if not angle:
        return image
    return image.rotate(angle, Image.Resampling.BICUBIC, expand=True).reduce(times)


@lru_cache(maxsize=32)
def ring_sprite(width: int, angle: int = 0) -> Sprite:
    """The golden edge around a card that wins or may be played; lies over the card."""
    times = _TURN_FINE if angle else 4
    large, height, pad, edge = width * times, card_height(width) * times, PAD * times, _RING * times
    image = Image.new("RGBA", (large + 2 * pad, height + 2 * pad), (*TURN, 0))
    box = (pad - edge, pad - edge, pad + large + edge - 1, pad + height + edge - 1)
    inner = (pad + times, pad + times, pad + large - times - 1, pad + height - times - 1)
    mask = Image.new("L", image.size, 0)
    brush = ImageDraw.Draw(mask)
    brush.rounded_rectangle(box, large * _CORNER + edge, fill=255)
    brush.rounded_rectangle(inner, large * _CORNER, fill=0)
    image.putalpha(mask)
    return sprite(_turned(image, angle, times) if angle else image.reduce(times))


@lru_cache(maxsize=8)
def dim_sprite(width: int) -> Sprite:
    """What lies over a card that may not be played."""
    height = card_height(width)
    image = drawn((fill(rounded(0, 0, width, height, width * _CORNER), DEEP_FELT),), width, height, 1)
    piece = sprite(image)
    return Sprite(piece.rgb, piece.mask.point([round(value * _DIMMED) for value in range(256)]))


@lru_cache(maxsize=32)
def slot_sprite(width: int, angle: int, *, turn: bool) -> Sprite:
    """The place of a card that is not played yet: golden for whoever is to play."""
    times = _TURN_FINE
    large, height = width * times, card_height(width) * times
    image = Image.new("RGBA", (large, height), (0, 0, 0, 0))
    ImageDraw.Draw(image).rounded_rectangle(
        (0, 0, large - 1, height - 1),
        12 * times,
        fill=(*DEEP_FELT, 190),
        outline=(*(TURN if turn else SLOT_EDGE), 255),
        width=(5 if turn else 2) * times,
    )
    return sprite(image.rotate(angle, Image.Resampling.BICUBIC, expand=True).reduce(times))


@lru_cache(maxsize=600)
def tile_sprite(card: Card, index: str, palette: Palette, size: int) -> Sprite:
    """A card as small as it can be read: the emoji's tile."""
    return sprite(drawn(tile_face(card, index, palette), size, size, size / TILE))


@lru_cache(maxsize=256)
def box_sprite(width: int, height: int, radius: int, colour: Colour, edge: Colour | None = None) -> Sprite:
    """A plate with round corners, with an edge of 3 pixels or none."""
    outer = fill(rounded(0, 0, width, height, radius), edge or colour)
    inner = fill(rounded(3, 3, width - 6, height - 6, max(1, radius - 3)), colour)
    return sprite(drawn((outer, inner) if edge else (outer,), width, height, 1))


@lru_cache(maxsize=64)
def chip_sprite(code: str, letters: str, palette: Palette, size: int) -> Sprite:
    """The trump in a golden ring: a suit's sign, or letters for what is no suit."""
    suit = Suit(code) if code in {"S", "H", "D", "C"} else None
    inside = (
        Glyphs(letters, Face.STRONG, 50, 50, 36, TRUMP, 60)
        if suit is None
        else pip(suit, 50, 51, 52, suit_colour(suit, palette))
    )
    return sprite(
        drawn((fill(ellipse(50, 50, 49), GOLD), fill(ellipse(50, 50, 42), PAPER), inside), size, size, size / 100)
    )


@lru_cache(maxsize=16)
def disc_sprite(letters: str, size: int) -> Sprite:
    """A letter in a white disc with a black edge: who deals."""
    text = Glyphs(letters, Face.STRONG, 50, 50, 46, INK, 60)
    return sprite(
        drawn((fill(ellipse(50, 50, 49), INK), fill(ellipse(50, 50, 44), WHITE), text), size, size, size / 100)
    )


_SHAPES: tuple[Drawing, ...] = (
    (fill(ellipse(50, 50, 48), TEAMS[0]),),
    (fill(polygon((50, 0), (100, 50), (50, 100), (0, 50)), TEAMS[1]),),
    (fill(polygon((50, 4), (98, 92), (2, 92)), TEAMS[2]),),
    (fill(rounded(8, 8, 84, 84, 10), TEAMS[3]),),
    (fill(star(50, 54, 5, 52, 23), TEAMS[4]),),
)


@lru_cache(maxsize=32)
def side_sprite(side: int, size: int) -> Sprite:
    """The mark of a side, by its shape and its colour: disc, lozenge, triangle, square, star."""
    return sprite(drawn(_SHAPES[side % len(_SHAPES)], size, size, size / 100))


@lru_cache(maxsize=16)
def arrow_sprite(size: int, colour: Colour) -> Sprite:
    """Points at whoever is to act."""
    return sprite(drawn((fill(polygon((10, 8), (94, 50), (10, 92)), colour),), size, size, size / 100))


@lru_cache(maxsize=16)
def star_sprite(size: int, colour: Colour) -> Sprite:
    """A star of five rays."""
    return sprite(drawn((fill(star(50, 54, 5, 52, 22), colour),), size, size, size / 100))


@lru_cache(maxsize=16)
def seal_sprite(size: int, ground: Colour, ink: Colour, *, cross: bool = False) -> Sprite:
    """A disc with a check, or with a cross."""
    sign = (
        (stroke("M34,34 L66,66", ink, 11), stroke("M66,34 L34,66", ink, 11))
        if cross
        else (stroke("M28,52 L44,68 L74,34", ink, 12),)
    )
    disc = (fill(ellipse(50, 50, 49), ink), fill(ellipse(50, 50, 44), ground))
    return sprite(drawn((*disc, *sign), size, size, size / 100))
