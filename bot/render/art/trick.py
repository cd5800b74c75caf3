"""The picture of the last trick: its cards in the order they were played, each with who played it."""

from __future__ import annotations

from bot.i18n.words import Words
from bot.render.art.alt import fitted_alt, trick_text
from bot.render.art.canvas import WIDTH, Canvas
from bot.render.art.cast import cast_of, spoken_names
from bot.render.art.drawing import Face
from bot.render.art.palette import INK, PLATE, PLATE_EDGE, TEXT, TURN, WHITE
from bot.render.art.sprites import box_sprite, card_height, side_sprite
from bot.render.art.style import Picture, Style
from bot.render.compose import Line
from bot.render.scene import Scene

_CARD = 138
_TOP = 28
_PLATE = 54
_GAP = 16


def last_trick(scene: Scene, style: Style, words: Words) -> Picture | None:
    """The last complete trick, its winner in gold; None where there is none to be seen."""
    trick = None if scene.view is None else scene.view.last_trick
    if trick is None:
        return None
    tall = card_height(_CARD)
    canvas = Canvas(_TOP + tall + _GAP + _PLATE + 26, style, words)
    cast = cast_of(scene, words)
    column = (WIDTH - 40) // len(trick.plays)
    first = (WIDTH - column * len(trick.plays)) / 2 + column / 2
    for place, (seat, card) in enumerate(trick.plays):
        x, won = first + place * column, seat == trick.winner
        canvas.card(card, x, _TOP + tall / 2, _CARD, ring=won)
        width, y = min(column - 12, 270), _TOP + tall + _GAP
        left = x - width / 2
        canvas.put(box_sprite(width, _PLATE, 27, TURN if won else PLATE, WHITE if won else PLATE_EDGE), left, y)
        start = left + 16
        if cast.has_teams:
            canvas.put(side_sprite(cast.sides[seat], 22), start, y + _PLATE / 2 - 11)
            start += 30
        room = round(left + width - 14 - start)
        colour = INK if won else TEXT
        canvas.text(cast.labels[seat], start, y + _PLATE / 2 + 1, 30, face=Face.TEXT, colour=colour, limit=room)
    names = spoken_names(scene, words)
    alt = fitted_alt(lambda shown: [Line(words.text("art.last_trick", plays=trick_text(trick, words, shown)))], names)
    return Picture(canvas.png(), alt, "trick")
