"""Outlines: shapes as polygons fine enough for any size that a picture has, and what moves and turns them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

Point = tuple[float, float]

CURVE_STEPS = 16
"""Straight pieces of a curve: at the largest size a piece leaves its curve by less than a tenth of a pixel."""

_TOKEN = re.compile(r"[MLCQZ]|-?\d*\.?\d+")


@dataclass(frozen=True, slots=True)
class Outline:
    """A row of points; `closed` joins the last to the first."""

    points: tuple[Point, ...]
    closed: bool


Path = tuple[Outline, ...]
"""Outlines that are filled or drawn one after another, each by itself: a path has no holes."""


@dataclass(frozen=True, slots=True)
class Affine:
    """x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def __matmul__(self, first: Affine) -> Affine:
        """This one after `first`."""
        (e, f) = self.point((first.e, first.f))
        return Affine(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            e,
            f,
        )

    def point(self, point: Point) -> Point:
        """Where a point goes."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """How much longer lengths become."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


def shift(x: float, y: float) -> Affine:
    """Move."""
    return Affine(e=x, f=y)


def grow(factor: float) -> Affine:
    """Make larger around the origin."""
    return Affine(a=factor, d=factor)


def turn(degrees: float, x: float = 0, y: float = 0) -> Affine:
    """Turn around a point, clockwise as y points down."""
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    return shift(x, y) @ Affine(cos, sin, -sin, cos) @ shift(-x, -y)


def moved(path: Path, by: Affine) -> Path:
    """The path, transformed."""
    return tuple(Outline(tuple(by.point(point) for point in outline.points), outline.closed) for outline in path)


@lru_cache(maxsize=1024)
def path(text: str) -> Path:
    """Read a path of `M`, `L`, `C`, `Q` and `Z` with absolute coordinates, as in SVG.

    Raises:
        ValueError: another letter, or numbers missing.
    """
    pen = _Pen()
    tokens = _TOKEN.findall(text)
    command, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        count = _COUNTS[command]
        values = [float(token) for token in tokens[at : at + count]]
        if len(values) != count:
            raise ValueError(f"numbers missing: {text!r}")
        pen.do(command, values)
        at += count
        command = "L" if command == "M" else command
    return pen.path()


_COUNTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


class _Pen:
    """Collects the points of a path."""

    def __init__(self) -> None:
        self._done: list[Outline] = []
        self._points: list[Point] = []

    def do(self, command: str, values: list[float]) -> None:
        """Carry out one command."""
        points = list(zip(values[::2], values[1::2], strict=True))
        if command == "Z":
            self._end(closed=True)
        elif command == "M":
            self._end(closed=False)
            self._points = points
        elif command == "L":
            self._points += points
        else:
            self._points += _curve(self._points[-1], points)

    def path(self) -> Path:
        """What was drawn."""
        self._end(closed=False)
        return tuple(self._done)

    def _end(self, *, closed: bool) -> None:
        if len(self._points) > 1:
            self._done.append(Outline(tuple(self._points), closed))
        self._points = []


def _curve(start: Point, points: list[Point]) -> list[Point]:
    """The points of a curve of one or two control points, without its start."""
    if len(points) == 2:
        control, end = points
        first = tuple(start[i] + 2 / 3 * (control[i] - start[i]) for i in (0, 1))
        second = tuple(end[i] + 2 / 3 * (control[i] - end[i]) for i in (0, 1))
        points = [(first[0], first[1]), (second[0], second[1]), end]
    one, two, end = points
    made = []
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        x, y = (sum(w * p[i] for w, p in zip(weights, (start, one, two, end), strict=True)) for i in (0, 1))
        made.append((x, y))
    return made


def ellipse(x: float, y: float, rx: float, ry: float | None = None) -> Path:
    """An ellipse around a point; a circle with one radius."""
    ry = rx if ry is None else ry
    steps = 4 * CURVE_STEPS
    angles = (2 * math.pi * step / steps for step in range(steps))
    return (Outline(tuple((x + rx * math.cos(angle), y + ry * math.sin(angle)) for angle in angles), closed=True),)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Path:
    """A rectangle with round corners."""
    centres = (
        (x + width - radius, y + radius, -90),
        (x + width - radius, y + height - radius, 0),
        (x + radius, y + height - radius, 90),
        (x + radius, y + radius, 180),
    )
    points = []
    for cx, cy, first in centres:
        for step in range(CURVE_STEPS + 1):
            angle = math.radians(first + 90 * step / CURVE_STEPS)
            points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return (Outline(tuple(points), closed=True),)


def polygon(*points: Point) -> Path:
    """A closed outline of straight lines."""
    return (Outline(points, closed=True),)


def line(*points: Point) -> Path:
    """An open row of straight lines."""
    return (Outline(points, closed=False),)


def star(x: float, y: float, rays: int, outer: float, inner: float, first: float = -90) -> Path:
    """A star around a point whose first ray points to `first` degrees."""
    points = []
    for step in range(2 * rays):
        radius, angle = (inner if step % 2 else outer), math.radians(first + 180 * step / rays)
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return polygon(*points)
