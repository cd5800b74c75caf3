"""The picture of a deal that is over: what it came to, everybody's cards as they were dealt, and what lay apart."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.cards import Card
from bot.core.match import DealRecord
from bot.core.seats import Seat, Side
from bot.core.views import View
from bot.i18n.grammar import capital
from bot.i18n.words import Names, Words
from bot.render.art.alt import fitted_alt, score_text, suits_of, zone_texts, zone_title
from bot.render.art.canvas import WIDTH, Canvas
from bot.render.art.cast import Cast, cast_of, picture_names, spoken_names
from bot.render.art.drawing import Face
from bot.render.art.palette import INK, PLATE_EDGE, SOFT_TEXT, TEAMS, TEXT, TURN, Colour, rgb
from bot.render.art.sprites import box_sprite, chip_sprite, disc_sprite, seal_sprite, side_sprite
from bot.render.art.style import Picture, Style
from bot.render.art.text import plain
from bot.render.board import contract_line
from bot.render.compose import Line
from bot.render.rulebook import game_name
from bot.render.scene import Scene

_EDGE = 22
_ROW = 118
_HEAD = 104
_TILE = 57
_RIGHT = WIDTH - _EDGE - 14
_MADE, _FAILED = rgb("#7ddc9a"), rgb("#ff9a9a")


def deal_over(scene: Scene, view: View, style: Style, words: Words) -> Picture:
    """A deal that is over, before the next one."""
    apart = [zone for zone in view.zones if zone.cards]
    rows = len(view.hands)
    canvas = Canvas(_HEAD + rows * _ROW + len(apart) * 74 + 34, style, words)
    cast = cast_of(scene, words)
    record = scene.records[-1] if scene.records else None
    _head(canvas, scene, view, record)
    order = [seat for seats in scene.sides for seat in seats] if cast.has_teams else range(rows)
    for row, seat in enumerate(order):
        _hand(canvas, view, cast, Seat(seat), _HEAD + row * _ROW)
    if record is not None:
        _marks(canvas, scene, cast, record)
    for place, zone in enumerate(apart):
        y = _HEAD + rows * _ROW + place * 74 + 10
        canvas.text(zone_title(zone, words, picture_names(cast)), _EDGE + 14, y + 26, 30, colour=SOFT_TEXT, limit=300)
        _tiles(canvas, zone.cards, 340, y, WIDTH - _EDGE - 354)
    return Picture(canvas.png(), _alt(scene, view, record, words), "deal")


def _head(canvas: Canvas, scene: Scene, view: View, record: DealRecord | None) -> None:
    """The deal's number and contract, and whether it was made: a check or a cross, not a colour alone."""
    words = canvas.words
    canvas.box(_EDGE, _EDGE, WIDTH - 2 * _EDGE, _HEAD - 32)
    y, start = _EDGE + (_HEAD - 32) / 2, _EDGE + 18
    deal = words.text("art.deal", n=scene.number)
    canvas.text(deal, WIDTH - _EDGE - 18, y, 32, colour=SOFT_TEXT, anchor="rm")
    if record is not None and record.made is not None and record.counts:
        canvas.centre(seal_sprite(48, _MADE if record.made else _FAILED, INK, cross=not record.made), start + 24, y)
        start += 62
    names = picture_names(cast_of(scene, words))
    if view.contract is not None:
        text = capital(plain(words.say(view.contract, names)))
    else:
        text = game_name(scene.game, words) if record is None or record.counts else words.text("result.void")
    canvas.text(text, start, y, 36, face=Face.STRONG, limit=WIDTH - _EDGE - 160 - start)


def _hand(canvas: Canvas, view: View, cast: Cast, seat: Seat, top: int) -> None:
    words = canvas.words
    canvas.rule(_EDGE, top + 2, WIDTH - 2 * _EDGE, PLATE_EDGE)
    x, y, side = _EDGE + 14, top + 28, cast.sides[seat]
    if cast.has_teams:
        canvas.put(side_sprite(side, 26), x, y - 13)
        x += 38
    if seat == view.taker:
        letters = words.text("art.taker")
        canvas.put(chip_sprite("", letters, canvas.palette, 42), x, y - 21)
        x += 50
    if seat == view.dealer:
        canvas.put(disc_sprite(words.text("art.dealer"), 36), x, y - 18)
        x += 44
    canvas.text(cast.labels[seat], x, y, 34, limit=430)
    tricks = words.text("art.won", n=view.tricks_won[seat])
    canvas.text(tricks, _RIGHT - 150, y, 28, colour=SOFT_TEXT, anchor="rm")
    _tiles(canvas, view.hands[seat], _EDGE + 14, top + 53, WIDTH - 2 * _EDGE - 28)


def _marks(canvas: Canvas, scene: Scene, cast: Cast, record: DealRecord) -> None:
    """What the deal brought to each side: beside its player, or between its players behind a line in its colour."""
    row = 0
    for side, seats in enumerate(scene.sides):
        top, points = _HEAD + row * _ROW, record.points[side]
        y = top + 28
        if cast.has_teams:
            y = top + len(seats) * _ROW // 2
            colour = TEAMS[side % len(TEAMS)]
            canvas.put(box_sprite(6, len(seats) * _ROW - 20, 3, colour), _RIGHT - 138, top + 12)
        shown = f"+{canvas.words.number(points)}" if points > 0 else canvas.words.number(points)
        canvas.text(shown, _RIGHT, y, 40, face=Face.STRONG, colour=_points_colour(points), anchor="rm")
        row += len(seats)


def _points_colour(points: int) -> Colour:
    return TURN if points > 0 else SOFT_TEXT if points == 0 else TEXT


def _tiles(canvas: Canvas, held: Sequence[Card], left: int, top: float, room: int) -> None:
    size = min(_TILE, (room + 3) // max(1, len(held)) - 3)
    canvas.tiles(held, left, top + (_TILE - size) / 2, size, max(1, len(held)))


def _alt(scene: Scene, view: View, record: DealRecord | None, words: Words) -> str:
    return fitted_alt(lambda names: _lines(scene, view, record, words, names), spoken_names(scene, words))


def _lines(scene: Scene, view: View, record: DealRecord | None, words: Words, names: Names) -> list[Line]:
    title = words.text("table.title", game=game_name(scene.game, words), number=scene.number)
    contract = contract_line(view, words, names)
    lines = [Line(f"{title}."), Line(f"{contract}." if contract else "", 1)]
    if record is not None and record.counts:
        if record.made is not None:
            lines.append(Line(words.text("art.made" if record.made else "art.failed")))
        told = (words.text("art.side", who=names.side(Side(s)), points=p) for s, p in enumerate(record.points))
        lines.append(Line(words.text("art.marks", marks=", ".join(told))))
    lines.append(Line(score_text(scene, words, names)))
    for seat, held in enumerate(view.hands):
        cards = suits_of(held, words, short=True)
        lines.append(Line(words.text("art.dealt", who=names.seat(Seat(seat)), cards=cards), 1))
    lines += [Line(text, 2) for text in zone_texts(view.zones, words, names)]
    return lines
