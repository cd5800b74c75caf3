"""Display lists become images. Everything that knows Pillow's drawing calls for shapes and letters is here.

Polygons have no smooth edges in Pillow, so a drawing is made four times as large and reduced. Functions keep no state
but caches whose values nobody changes: they may be called from several threads at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from math import ceil, floor

from PIL import Image, ImageDraw, ImageFont

from bot.render.art.drawing import Face, Fill, Glyphs, Mark, Stroke
from bot.render.art.palette import Colour
from bot.render.art.paths import Outline

FINE = 4
"""How many times larger a drawing is made before it is reduced."""

TALL, QUICK, THOROUGH = 800, 3, 4
"""A picture so many pixels high holds so much that its bytes are worth the time of a closer packing."""

_CAPITAL = {Face.TEXT: 1456 / 2048, Face.STRONG: 1456 / 2048, Face.DIGITS: 700 / 1000}
"""Height of a capital, or of a digit, for a font size of 1."""


@lru_cache(maxsize=len(Face))
def _font_file(face: Face) -> bytes:
    return (files("bot.render.art") / "fonts" / face.value).read_bytes()


@lru_cache(maxsize=256)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """A font of the package in pixels. The basic layout needs no library of the system, and is the same everywhere."""
    return ImageFont.truetype(BytesIO(_font_file(face)), size, layout_engine=ImageFont.Layout.BASIC)


def drawn(marks: Iterable[Mark], width: int, height: int, scale: float, fine: int = FINE) -> Image.Image:
    """A drawing as an image with a transparent ground, `scale` pixels for each of its units."""
    large = Image.new("RGBA", (width * fine, height * fine), (0, 0, 0, 0))
    brush = ImageDraw.Draw(large)
    factor = scale * fine
    for mark in marks:
        if isinstance(mark, Fill):
            for outline in mark.path:
                brush.polygon(_scaled(outline, factor), fill=mark.colour)
        elif isinstance(mark, Stroke):
            _draw_stroke(brush, mark, factor)
        else:
            _draw_glyphs(large, mark, factor)
    return large.reduce(fine) if fine > 1 else large


def _scaled(outline: Outline, factor: float) -> list[tuple[float, float]]:
    return [(x * factor, y * factor) for x, y in outline.points]


def _draw_stroke(brush: ImageDraw.ImageDraw, mark: Stroke, factor: float) -> None:
    width = max(1, round(mark.width * factor))
    for outline in mark.path:
        points = _scaled(outline, factor)
        if outline.closed:
            points += points[:2]
        brush.line(points, fill=mark.colour, width=width, joint="curve")
        if not outline.closed:
            for x, y in (points[0], points[-1]):
                brush.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=mark.colour)


def _draw_glyphs(image: Image.Image, mark: Glyphs, factor: float) -> None:
    mask = _glyph_mask(mark.text, mark.face, round(mark.height * factor), round(mark.limit * factor), mark.upside_down)
    capital = mark.height * factor
    # The baseline stands half a capital below the middle; upside down the mask's descent lies above.
    descent = mask.height - round(capital)
    top = mark.y * factor - capital / 2 - (descent if mark.upside_down else 0)
    image.paste(mark.colour, (round(mark.x * factor - mask.width / 2), round(top)), mask)


@lru_cache(maxsize=256)
def _glyph_mask(text: str, face: Face, capital: int, limit: int, upside_down: bool) -> Image.Image:
    """Letters from the top of their capitals down, cut to their ink from left to right."""
    letters = font(face, max(4, round(capital / _CAPITAL[face])))
    left, _, right, bottom = (round(edge) for edge in letters.getbbox(text, anchor="ls"))
    mask = Image.new("L", (max(1, right - left), capital + max(0, bottom)), 0)
    ImageDraw.Draw(mask).text((-left, capital), text, font=letters, fill=255, anchor="ls")
    if mask.width > limit:
        mask = mask.resize((max(1, limit), mask.height), Image.Resampling.BOX)
    return mask.transpose(Image.Transpose.ROTATE_180) if upside_down else mask


@lru_cache(maxsize=512)
def line_mask(text: str, face: Face, size: int, anchor: str) -> tuple[Image.Image, int, int]:
    """A line's letters, and where their upper left corner lies from the line's anchor: most lines come again."""
    letters = font(face, size)
    left, top, right, bottom = letters.getbbox(text, anchor=anchor)
    left, top = floor(left), floor(top)
    mask = Image.new("L", (max(1, ceil(right) - left), max(1, ceil(bottom) - top)), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, font=letters, fill=255, anchor=anchor)
    return mask, left, top


def encoded(image: Image.Image, colours: int = 256) -> bytes:
    """A PNG of at most 256 colours: half the bytes and half the time of one of true colours, and it looks the same."""
    few = image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    stream = BytesIO()
    few.save(stream, "PNG", compress_level=THOROUGH if image.height >= TALL else QUICK)
    return stream.getvalue()


def flat(width: int, height: int, colour: Colour) -> Image.Image:
    """An image of one colour."""
    return Image.new("RGBA", (width, height), (*colour, 255))
