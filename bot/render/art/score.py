"""The score of a match: the sheet, deal by deal, and the curve of the totals."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.core.match import DealRecord
from bot.core.seats import Side
from bot.i18n.words import Words
from bot.render.art.alt import described, score_text
from bot.render.art.canvas import WIDTH, Canvas
from bot.render.art.cast import Cast, cast_of, spoken_names
from bot.render.art.drawing import Face
from bot.render.art.palette import TEAMS, TEXT, Colour, rgb
from bot.render.art.sprites import seal_sprite, side_sprite
from bot.render.art.style import Picture, Style
from bot.render.art.text import width_of
from bot.render.compose import Line
from bot.render.rulebook import game_name
from bot.render.scene import Scene

_GROUND, _STRIPE, _LINE, _SOFT = rgb("#23262b"), rgb("#2c3036"), rgb("#434952"), rgb("#b5bac1")
_INK = rgb("#1c2027")
_MADE, _FAILED = rgb("#7ddc9a"), rgb("#ff9a9a")
_EDGE = 34
_TOP = 122
_ROW = 50
_ROWS = 12
"""The latest deals that a sheet shows; the totals count all of them."""

_FINE = 3


def sheet(scene: Scene, style: Style, words: Words) -> Picture | None:
    """The latest deals of a match with their marks, and the totals; None before the first."""
    if not scene.records:
        return None
    shown = scene.records[-_ROWS:]
    canvas = Canvas(_TOP + len(shown) * _ROW + 84, style, words, rim=_GROUND, inside=_GROUND)
    cast = cast_of(scene, words)
    columns = _columns(len(scene.sides))
    canvas.text(game_name(scene.game, words), _EDGE, 40, 36, face=Face.STRONG, limit=420)
    _names(canvas, cast, columns)
    for place, record in enumerate(shown):
        _deal(canvas, record, columns, _TOP + place * _ROW, striped=place % 2 == 0)
    y = _TOP + len(shown) * _ROW + 40
    canvas.rule(18, y - 32, WIDTH - 36, _LINE)
    total = words.text("art.sum") if scene.target is None else words.text("art.sum.target", n=scene.target)
    canvas.text(total, _EDGE, y, 32, face=Face.STRONG, colour=_SOFT, limit=columns[0] - 130)
    for side, column in enumerate(columns):
        colour = TEAMS[side % len(TEAMS)]
        canvas.text(words.number(scene.totals[side]), column, y, 42, face=Face.STRONG, colour=colour, anchor="rm")
    return Picture(canvas.png(), _sheet_alt(scene, shown, words), "score")


def _columns(sides: int) -> tuple[int, ...]:
    """Right edges of the columns of marks."""
    width = 310 if sides <= 2 else 150 if sides <= 4 else 138
    return tuple(WIDTH - _EDGE - width * (sides - 1 - side) for side in range(sides))


def _names(canvas: Canvas, cast: Cast, columns: tuple[int, ...]) -> None:
    room = columns[1] - columns[0] - 40
    for side, column in enumerate(columns):
        name = cast.teams[side]
        width = min(room, round(width_of(name, Face.TEXT, 26)))
        canvas.text(name, column, 92, 26, colour=_SOFT, anchor="rm", limit=room)
        canvas.put(side_sprite(side, 22), column - width - 28, 81)


def _deal(canvas: Canvas, record: DealRecord, columns: tuple[int, ...], top: int, *, striped: bool) -> None:
    words, y = canvas.words, top + _ROW / 2
    if striped:
        canvas.box(18, top, WIDTH - 36, _ROW, colour=_STRIPE, radius=10)
    canvas.text(str(record.number), _EDGE, y, 28, colour=_SOFT)
    if not record.counts:
        canvas.text(words.text("art.void"), _EDGE + 54, y, 26, colour=_SOFT, limit=columns[0] - 150)
        return
    if record.taker_side is not None:
        canvas.put(side_sprite(record.taker_side, 26), _EDGE + 54, y - 13)
    if record.made is not None:
        piece = seal_sprite(34, _MADE if record.made else _FAILED, _INK, cross=not record.made)
        canvas.centre(piece, _EDGE + 116, y)
    for side, column in enumerate(columns):
        points = record.points[side]
        shown = words.number(points) if points else "–"
        canvas.text(shown, column, y, 32, colour=TEXT if points else _SOFT, anchor="rm")


def _sheet_alt(scene: Scene, shown: tuple[DealRecord, ...], words: Words) -> str:
    names = spoken_names(scene, words)
    lines = [Line(f"{game_name(scene.game, words)}."), Line(score_text(scene, words, names))]
    for age, record in enumerate(reversed(shown)):
        marks = ", ".join(words.number(points) for points in record.points)
        told = marks if record.counts else words.text("art.void")
        lines.append(Line(words.text("art.sheet.deal", n=record.number, marks=told), age + 1))
    return described(lines)


def curve(scene: Scene, style: Style, words: Words) -> Picture | None:
    """The totals after each deal as lines; None before the first deal."""
    if not scene.records:
        return None
    series = [[0, *(record.totals[side] for record in scene.records)] for side in range(len(scene.sides))]
    cast = cast_of(scene, words)
    canvas = Canvas(520, style, words, rim=_GROUND, inside=_GROUND)
    canvas.text(words.text("art.curve"), _EDGE, 44, 36, face=Face.STRONG)
    plot = _Plot(series, scene.target)
    for value in plot.ticks:
        y = plot.y(value)
        canvas.rule(plot.left, y, plot.right - plot.left, _SOFT if value in {0, scene.target} else _LINE)
        canvas.text(words.number(value), plot.left - 14, y, 26, colour=_SOFT, anchor="rm")
    every = max(1, -(-plot.deals // 12))
    for deal in range(0, plot.deals + 1, every):
        canvas.text(str(deal), plot.x(deal), plot.bottom + 28, 26, colour=_SOFT, anchor="mm")
    canvas.layer(_lines(series, plot, canvas.height))
    _ends(canvas, cast, series, plot)
    names = spoken_names(scene, words)
    told = [Line(words.text("art.curve") + "."), Line(score_text(scene, words, names))]
    for side, values in enumerate(series):
        way = " ".join(words.number(value) for value in values[-14:])
        told.append(Line(words.text("art.curve.side", who=names.side(Side(side)), values=way), 1))
    return Picture(canvas.png(), described(told), "curve")


class _Plot:
    """Where deals and points lie."""

    left, right, top, bottom = 120, WIDTH - 210, 92, 450

    def __init__(self, series: list[list[int]], target: int | None) -> None:
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


def _lines(series: list[list[int]], plot: _Plot, height: int) -> Image.Image:
    """Lines and dots, drawn larger and reduced, so that they are smooth."""
    image = Image.new("RGBA", (WIDTH * _FINE, height * _FINE), (0, 0, 0, 0))
    brush = ImageDraw.Draw(image)
    for side, values in enumerate(series):
        colour: Colour = TEAMS[side % len(TEAMS)]
        points = [(plot.x(deal) * _FINE, plot.y(value) * _FINE) for deal, value in enumerate(values)]
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
