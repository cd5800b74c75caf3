"""The picture of a table before its first deal, or between its matches: who sits where, and what is free."""

from __future__ import annotations

from bot.core.seats import Seat
from bot.i18n.grammar import capital
from bot.i18n.words import Words
from bot.render.art.alt import described
from bot.render.art.canvas import WIDTH, Canvas
from bot.render.art.cast import Cast, cast_of, places, spoken_names
from bot.render.art.drawing import Face
from bot.render.art.layout import layout_for
from bot.render.art.palette import PLATE, PLATE_EDGE, SOFT_TEXT, TURN
from bot.render.art.sprites import box_sprite, side_sprite, star_sprite
from bot.render.art.style import Picture, Style
from bot.render.art.text import plain, size_for, wrapped
from bot.render.board import match_length
from bot.render.compose import Line
from bot.render.rulebook import game_name, profile_name
from bot.render.scene import Scene

_HEIGHT = 640
_FREE = (23, 73, 52)


def lobby(scene: Scene, style: Style, words: Words) -> Picture:
    """Seats around a felt with the game's name and the pack."""
    canvas, cast = Canvas(_HEIGHT, style, words), cast_of(scene, words)
    layout = layout_for(scene.seat_count, ())
    for seat, spot in zip(places(scene), layout.spots, strict=True):
        _seat(canvas, scene, cast, seat, (*spot.plate, spot.width))
    for place in range(-2, 3):
        canvas.card(None, WIDTH / 2 + place * 40, 262 + abs(place) * 4, 104, -6 * place)
    name = game_name(scene.game, words)
    size = size_for(name, Face.STRONG, (56, 48, 40), 480)
    canvas.text(name, WIDTH / 2, 394, size, face=Face.STRONG, anchor="mm", limit=520)
    profile = wrapped(plain(profile_name(scene, words)), Face.TEXT, 30, 440, 1)
    canvas.text(profile[0] if profile else "", WIDTH / 2, 440, 30, colour=SOFT_TEXT, anchor="mm", limit=440)
    length = capital(match_length(scene, words))
    canvas.text(length, WIDTH / 2, 478, 28, colour=SOFT_TEXT, anchor="mm", limit=860)
    count = words.text("art.seats", n=len(scene.players), total=scene.seat_count)
    canvas.text(count, WIDTH / 2, 520, 30, colour=TURN, anchor="mm", limit=440)
    return Picture(canvas.png(), _alt(scene, words), "lobby")


def _seat(canvas: Canvas, scene: Scene, cast: Cast, seat: Seat, place: tuple[int, int, int]) -> None:
    """A taken seat as a plate, a free one as an empty place; a star for who leads the table."""
    x, y, width = place
    player = scene.player(seat)
    left, right = x - width // 2, x + width // 2 - 16
    canvas.put(box_sprite(width, 62, 31, PLATE if player else _FREE, PLATE_EDGE), left, y - 31)
    start = left + 20
    if cast.has_teams:
        canvas.put(side_sprite(cast.sides[seat], 24), start, y - 12)
        start += 34
    if player is not None and player.host:
        canvas.put(star_sprite(32, TURN), right - 34, y - 16)
        right -= 40
    colour = (255, 255, 255) if player is not None else SOFT_TEXT
    canvas.text(cast.labels[seat], start, y + 1, 36, colour=colour, limit=right - start - 4)


def _alt(scene: Scene, words: Words) -> str:
    names = spoken_names(scene, words)
    title = words.text("table.title_lobby", game=game_name(scene.game, words), profile=profile_name(scene, words))
    lines = [
        Line(f"{title}."),
        Line(words.text("art.seats", n=len(scene.players), total=scene.seat_count) + "."),
        Line(words.text("art.seated", who=words.both(names.seats))),
        Line(f"{capital(match_length(scene, words))}." if match_length(scene, words) else "", 1),
    ]
    return described(lines)
