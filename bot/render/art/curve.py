"""The totals of a match, deal by deal, as lines: a part of the score's picture."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.core.seats import Side
from bot.i18n.words import Names, Words
from bot.render.art.canvas import WIDTH, Canvas
from bot.render.art.cast import Cast
from bot.render.art.drawing import Face
from bot.render.art.palette import TEAMS, Colour, rgb
from bot.render.art.sprites import side_sprite
from bot.render.compose import Line
from bot.render.scene import Scene

HEIGHT = 420
"""Of the part, in pixels."""

LEAST = 2
"""Deals before which a line tells nothing that the sheet does not."""

_SHOWN = 60
"""The latest deals that are drawn."""

_TOLD = 14
"""The latest totals that are told in words."""

_LINE, _SOFT = rgb("#434952"), rgb("#b5bac1")
_EDGE = 34
_FINE = 3


def draw_curve(canvas: Canvas, scene: Scene, cast: Cast, top: int) -> None:
    """Draw the totals after each deal, from a height down."""
    series = _series(scene)
    plot = _Plot(series, scene.target, top)
    canvas.text(canvas.words.text("art.curve"), _EDGE, top + 36, 30, face=Face.STRONG)
    for value in plot.ticks:
        y = plot.y(value)
        canvas.rule(plot.left, y, plot.right - plot.left, _SOFT if value in {0, scene.target} else _LINE)
        canvas.text(canvas.words.number(value), plot.left - 14, y, 26, colour=_SOFT, anchor="rm")
    first = len(scene.records) + 1 - len(series[0])
    every = max(1, -(-plot.deals // 12))
    for deal in range(0, plot.deals + 1, every):
        canvas.text(str(first + deal), plot.x(deal), plot.bottom + 28, 26, colour=_SOFT, anchor="mm")
    canvas.layer(_lines(series, plot, top), top)
    _ends(canvas, cast, series, plot)


def curve_lines(scene: Scene, names: Names, words: Words) -> list[Line]:
    """What the curve tells, in words: the way of every side."""
    told = [Line(words.text("art.curve") + ".", 1)]
    for side, values in enumerate(_series(scene)):
        way = " ".join(words.number(value) for value in values[-_TOLD:])
        told.append(Line(words.text("art.curve.side", who=names.side(Side(side)), values=way), 1))
    return told


def _series(scene: Scene) -> list[list[int]]:
    """The totals of each side, from the beginning on, or the latest ones."""
    sides = range(len(scene.sides))
    return [[0, *(record.totals[side] for record in scene.records)][-_SHOWN - 1 :] for side in sides]


class _Plot:
    """Where deals and points lie."""

    left, right = 120, WIDTH - 210

    def __init__(self, series: list[list[int]], target: int | None, top: int) -> None:
        self.top, self.bottom = top + 82, top + HEIGHT - 70
        values = [value for one in series for value in one]
        self.deals = len(series[0]) - 1
        low, high = min(values), max(*values, target or 0, 1)
        step = next(step for step in _steps() if (high - low) / step <= 5)
        self.low, self.high = low // step * step, -(-high // step) * step
        self.ticks = list(range(self.low, self.high + 1, step))

    def x(self, deal: float) -> float:
        """Where a deal stands."""
        return self.left + (self.right - self.left) * deal / max(1, self.deals)

    def y(self, value: float) -> float:
        """Where a total stands."""
        return self.bottom - (self.bottom - self.top) * (value - self.low) / (self.high - self.low)


def _steps() -> list[int]:
    return [digit * 10**power for power in range(9) for digit in (1, 2, 5)]


def _lines(series: list[list[int]], plot: _Plot, top: int) -> Image.Image:
    """The lines, drawn larger and reduced, so that they are smooth."""
    image = Image.new("RGBA", (WIDTH * _FINE, HEIGHT * _FINE), (0, 0, 0, 0))
    brush = ImageDraw.Draw(image)
    for side, values in enumerate(series):
        colour: Colour = TEAMS[side % len(TEAMS)]
        points = [(plot.x(deal) * _FINE, (plot.y(value) - top) * _FINE) for deal, value in enumerate(values)]
        brush.line(points, fill=colour, width=6 * _FINE, joint="curve")
    return image.reduce(_FINE)


def _ends(canvas: Canvas, cast: Cast, series: list[list[int]], plot: _Plot) -> None:
    """Each side's mark at every deal, and its name and total at the end, apart from one another."""
    for side, values in enumerate(series):
        for deal, value in enumerate(values):
            canvas.centre(side_sprite(side, 22), plot.x(deal), plot.y(value))
    order = sorted(range(len(series)), key=lambda side: -series[side][-1])
    wanted = [plot.y(series[side][-1]) for side in order]
    for place in range(1, len(wanted)):
        wanted[place] = max(wanted[place], wanted[place - 1] + 56)
    over = max(0.0, wanted[-1] - (plot.bottom + 6))
    for side, y in zip(order, wanted, strict=True):
        colour = TEAMS[side % len(TEAMS)]
        canvas.text(cast.teams[side], plot.right + 22, y - over - 13, 24, colour=colour, limit=170)
        total = canvas.words.number(series[side][-1])
        canvas.text(total, plot.right + 22, y - over + 13, 30, face=Face.STRONG, colour=colour)
