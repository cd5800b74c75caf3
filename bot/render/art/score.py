"""The score of a match: the sheet, deal by deal, and the curve of the totals."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.match import DealRecord
from bot.i18n.words import Words
from bot.render.art.alt import described, score_text
from bot.render.art.canvas import WIDTH, Canvas
from bot.render.art.cast import Cast, cast_of, spoken_names
from bot.render.art.curve import HEIGHT, LEAST, curve_lines, draw_curve
from bot.render.art.drawing import Face
from bot.render.art.palette import TEAMS, TEXT, rgb
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
_ROWS = 8
"""The latest deals that a sheet shows; the totals count all of them, and the curve shows where they come from."""


def score(scene: Scene, style: Style, words: Words) -> Picture | None:
    """The latest deals of a match with their marks, the totals, and the way to them; None before the first deal."""
    if not scene.records:
        return None
    shown, curved = scene.records[-_ROWS:], len(scene.records) >= LEAST
    below = _TOP + len(shown) * _ROW + 84
    canvas = Canvas(below + (HEIGHT if curved else 0), style, words, rim=_GROUND, inside=_GROUND)
    cast = cast_of(scene, words)
    _sheet(canvas, scene, cast, shown)
    if curved:
        draw_curve(canvas, scene, cast, below)
    return Picture(canvas.png(), _alt(scene, shown, words, curved=curved), "score")


def _sheet(canvas: Canvas, scene: Scene, cast: Cast, shown: Sequence[DealRecord]) -> None:
    words = canvas.words
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


def _alt(scene: Scene, shown: Sequence[DealRecord], words: Words, *, curved: bool) -> str:
    names = spoken_names(scene, words)
    lines = [Line(f"{game_name(scene.game, words)}."), Line(score_text(scene, words, names))]
    for age, record in enumerate(reversed(shown)):
        marks = ", ".join(words.number(points) for points in record.points)
        told = marks if record.counts else words.text("art.void")
        lines.append(Line(words.text("art.sheet.deal", n=record.number, marks=told), age + 1))
    return described([*lines, *(curve_lines(scene, names, words) if curved else ())])
