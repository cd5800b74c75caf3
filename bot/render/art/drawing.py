"""Display lists: what a picture is made of, before any library draws it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.render.art.palette import Colour
from bot.render.art.paths import Affine, Path, moved, path


class Face(StrEnum):
    """A font of the package."""

    TEXT = "RobotoCondensed-Bold.ttf"
    STRONG = "RobotoCondensed-ExtraBold.ttf"
    DIGITS = "BarlowCondensed-Digits.ttf"


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled shape."""

    path: Path
    colour: Colour


@dataclass(frozen=True, slots=True)
class Stroke:
    """A drawn line, with round ends and corners."""

    path: Path
    colour: Colour
    width: float


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Letters by their capital height, centred on a point, and made narrower where they exceed `limit`.

    Attributes:
        text: a few letters or digits.
        face: the font.
        x: the middle of what is drawn.
        y: the middle of the capitals.
        height: of a capital.
        colour: of the letters.
        limit: the widest they may be.
        upside_down: turned by half a turn.
    """

    text: str
    face: Face
    x: float
    y: float
    height: float
    colour: Colour
    limit: float
    upside_down: bool = False


Mark = Fill | Stroke | Glyphs
Drawing = tuple[Mark, ...]


def fill(shape: Path | str, colour: Colour) -> Fill:
    """A filled shape, of a path or its text."""
    return Fill(path(shape) if isinstance(shape, str) else shape, colour)


def stroke(shape: Path | str, colour: Colour, width: float) -> Stroke:
    """A drawn line, of a path or its text."""
    return Stroke(path(shape) if isinstance(shape, str) else shape, colour, width)


def placed(marks: Iterable[Mark], by: Affine) -> Drawing:
    """The same drawing elsewhere. Letters are moved, made larger and turned by half a turn, nothing else."""
    return tuple(_placed(mark, by) for mark in marks)


def _placed(mark: Mark, by: Affine) -> Mark:
    if isinstance(mark, Fill):
        return Fill(moved(mark.path, by), mark.colour)
    if isinstance(mark, Stroke):
        return Stroke(moved(mark.path, by), mark.colour, mark.width * by.scale)
    x, y = by.point((mark.x, mark.y))
    size = by.scale
    turned = mark.upside_down != (by.a < 0)
    return replace(mark, x=x, y=y, height=mark.height * size, limit=mark.limit * size, upside_down=turned)
