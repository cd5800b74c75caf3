"""The picture of an analysis: a trick with what each of its cards has cost, or the costliest cards of the deal."""

from __future__ import annotations

from bot.core.advice import Weighed
from bot.core.cards import Card
from bot.core.facts import Who
from bot.i18n.words import Names, Words
from bot.render.advice.study import OVERVIEW, Study
from bot.render.art.alt import fitted_alt
from bot.render.art.canvas import WIDTH, Canvas
from bot.render.art.cast import Cast, cast_of, spoken_names
from bot.render.art.drawing import Face
from bot.render.art.palette import INK, PLATE, PLATE_EDGE, SOFT_TEXT, TEXT, TURN, rgb
from bot.render.art.sprites import box_sprite, card_height, side_sprite
from bot.render.art.style import Picture, Style
from bot.render.compose import Line
from bot.render.scene import Scene

_LOST, _GOOD = rgb("#ff9a9a"), rgb("#7ddc9a")
_EDGE = 34
_HEAD = 78
_CARD = 132
_PLATE = 54
_TILE = 62
_ROW = 84
_ROWS = 6
"""The costliest cards that are drawn."""

_BETTER = 2
"""Better cards that are drawn beside one that cost something."""


def analysis(scene: Scene, study: Study, style: Style, words: Words) -> Picture | None:
    """A page of an analysis; None where nothing is to be drawn."""
    if not study.analysis.cards or (study.page == OVERVIEW and not study.analysis.costly):
        return None
    cast = cast_of(scene, words)
    canvas = _costliest(study, cast, style, words) if study.page == OVERVIEW else _trick(study, cast, style, words)
    alt = fitted_alt(lambda names: _told(study, words, names), spoken_names(scene, words))
    return Picture(canvas.png(), alt, "analysis")


def _trick(study: Study, cast: Cast, style: Style, words: Words) -> Canvas:
    tall, top = card_height(_CARD), _HEAD + 12
    below = top + tall + 14
    canvas = Canvas(below + _PLATE + 66 + _TILE + 44, style, words)
    _title(canvas, study, words.text("analysis.trick", trick=study.page))
    played = study.played
    worst = max(card.loss for card in played)
    column = (WIDTH - 40) // len(played)
    first = (WIDTH - column * len(played)) / 2 + column / 2
    for place, card in enumerate(played):
        x, costly = first + place * column, bool(card.loss) and card.loss == worst
        canvas.card(card.card, x, top + tall / 2, _CARD, ring=costly)
        width = min(column - 12, 270)
        _name(canvas, cast, card, (x - width / 2, below), width, marked=costly)
        y = below + _PLATE + 32
        canvas.text(_verdict(card, words), x, y, 36, face=Face.STRONG, colour=_colour(card), anchor="mm", limit=column)
        better = _better(card)
        left = x - (len(better) * (_TILE + 6) - 6) / 2
        canvas.tiles(better, left, y + 34, _TILE, _BETTER, 6)
        if better:
            canvas.text(words.text("analysis.better"), x, y + 34 + _TILE + 18, 24, colour=SOFT_TEXT, anchor="mm")
    return canvas


def _costliest(study: Study, cast: Cast, style: Style, words: Words) -> Canvas:
    costly = study.analysis.costly[:_ROWS]
    canvas = Canvas(_HEAD + len(costly) * _ROW + 26, style, words)
    _title(canvas, study, words.text("analysis.costliest"))
    for place, card in enumerate(costly):
        y = _HEAD + place * _ROW + _ROW / 2
        canvas.box(20, y - _ROW / 2 + 4, WIDTH - 40, _ROW - 8)
        canvas.text(words.text("analysis.trick", trick=card.trick), _EDGE + 6, y, 30, colour=SOFT_TEXT, limit=120)
        start = 174
        if cast.has_teams:
            canvas.put(side_sprite(cast.sides[card.seat], 22), start, y - 11)
        canvas.text(cast.labels[card.seat], start + 32, y, 32, limit=248)
        canvas.tile(card.card, 470, y - _TILE / 2, _TILE)
        better = _better(card)
        canvas.text(words.text("analysis.better"), 556, y, 24, colour=SOFT_TEXT, limit=84)
        canvas.tiles(better, 644, y - _TILE / 2, _TILE, _BETTER, 6)
        cost, right = _verdict(card, words), WIDTH - _EDGE - 8
        canvas.text(cost, right, y, 36, face=Face.STRONG, colour=_LOST, anchor="rm", limit=150)
    return canvas


def _title(canvas: Canvas, study: Study, page: str) -> None:
    title = canvas.words.text("analysis.title", number=study.number)
    canvas.text(title, _EDGE, _HEAD / 2 + 4, 34, face=Face.STRONG, limit=560)
    canvas.text(page, WIDTH - _EDGE, _HEAD / 2 + 4, 32, colour=SOFT_TEXT, anchor="rm", limit=300)


def _name(canvas: Canvas, cast: Cast, card: Weighed, corner: tuple[float, float], width: int, *, marked: bool) -> None:
    left, y = corner
    edge = TURN if marked else PLATE_EDGE
    canvas.put(box_sprite(width, _PLATE, 27, TURN if marked else PLATE, edge), left, y)
    start = left + 16
    if cast.has_teams:
        canvas.put(side_sprite(cast.sides[card.seat], 22), start, y + _PLATE / 2 - 11)
        start += 30
    room = round(left + width - 14 - start)
    canvas.text(cast.labels[card.seat], start, y + _PLATE / 2 + 1, 30, colour=INK if marked else TEXT, limit=room)


def _verdict(card: Weighed, words: Words) -> str:
    """What a card has cost: `−12`, about so much, nothing, or that there was no choice."""
    if card.forced:
        return words.text("analysis.no_choice")
    if not card.loss:
        return "0"
    lost = f"−{words.number(card.loss)}"
    return lost if card.exact else f"~ {lost}"


def _colour(card: Weighed) -> tuple[int, int, int]:
    return SOFT_TEXT if card.forced else _LOST if card.loss else _GOOD


def _better(card: Weighed) -> tuple[Card, ...]:
    return card.best[:_BETTER] if card.loss else ()


def _told(study: Study, words: Words, names: Names) -> list[Line]:
    """What the picture tells, in words."""
    title = words.text("analysis.title", number=study.number)
    if study.page == OVERVIEW:
        costly = study.analysis.costly[:_ROWS]
        rows = [Line(_cost(card, words, names), place) for place, card in enumerate(costly)]
        return [Line(f"{title}. {words.text('analysis.costliest')}."), *rows]
    lines = [Line(f"{title}. {words.text('analysis.trick', trick=study.page)}.")]
    for card in study.played:
        if card.loss:
            lines.append(Line(_cost(card, words, names)))
            continue
        key = "analysis.forced" if card.forced else "analysis.free"
        lines.append(Line(words.text(key, names, who=Who(card.seat), card=words.card(card.card))))
    return lines


def _cost(card: Weighed, words: Words, names: Names) -> str:
    better = words.either([words.card(best) for best in card.best[:_BETTER]])
    key = "analysis.cost" if card.exact else "analysis.cost_about"
    return words.text(
        key, names, trick=card.trick, who=Who(card.seat), card=words.card(card.card), best=better, points=card.loss
    )
