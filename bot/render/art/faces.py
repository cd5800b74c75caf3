"""Every card as a display list: playing cards in a box of 100 by 150, emoji tiles and marks in a square.

Own drawings: no picture of any printed pack is copied. The index stands top left and upside down bottom right, large,
because a fan shows the left strip of most cards and a phone shows all of it at a third of its size.
"""

from __future__ import annotations

import math

from bot.core.cards import Card, Rank, Suit
from bot.palette import Palette
from bot.render.art.courts import CHEEK, COURT_RANKS, LIPS, SKIN, bust, face, tint_of
from bot.render.art.drawing import Drawing, Face, Glyphs, Mark, fill, placed, stroke
from bot.render.art.palette import (
    BRIGHT_GOLD,
    EDGE,
    GOLD,
    LILAC,
    PAPER,
    TRUMP,
    WHITE,
    Colour,
    mix,
    rgb,
    suit_colour,
)
from bot.render.art.paths import Path, ellipse, line, moved, path, polygon, rounded, shift, star, turn
from bot.render.art.shapes import jester, pip

WIDTH, HEIGHT = 100, 150
TILE = 128

BOUTS = frozenset({Card.parse("T1"), Card.parse("T21"), Card.parse("EX")})
"""The three cards that decide how many points a taker needs: with a golden edge."""

_OVER = turn(180, WIDTH / 2, HEIGHT / 2)
_COURT_PANEL = "M34,7 L88,7 C91,7 93,9 93,12 L93,83 L66,83 L66,143 L12,143 C9,143 7,141 7,138 L7,67 L34,67Z"
_TRUMP_PANEL = "M41,7 L88,7 C91,7 93,9 93,12 L93,107 L59,107 L59,143 L12,143 C9,143 7,141 7,138 L7,43 L41,43Z"
_DAWN_TO_NIGHT = tuple(rgb(code) for code in ("#f2a65a", "#e2683f", "#b83b6b", "#6d3aa0", "#2f3f96", "#1b2a63"))
_HARLEQUIN = (rgb("#1f7a6d"), rgb("#2b9483"), rgb("#17665b"))
_CAP = rgb("#cf1126")
_NIGHT = rgb("#1d3a6e")
_LATTICE = (rgb("#2b57a0"), rgb("#24488a"))


def card_face(card: Card, index: str, palette: Palette) -> Drawing:
    """A playing card.

    Args:
        card: the card.
        index: what stands in its corners, in the reader's language: `R`, `10`, `21`; nothing for the Excuse.
        palette: colours of the suits.
    """
    if card.suit is Suit.EXCUSE:
        return _excuse()
    if card.suit is Suit.TRUMPS:
        return _trump(int(card.rank), index, is_bout=card in BOUTS)
    colour = suit_colour(card.suit, palette)
    corner = _corner(index, card.suit, colour)
    if card.rank in COURT_RANKS:
        return (*_paper(), *_court(card.rank, card.suit, colour), *corner)
    if card.rank in {Rank.ACE, Rank.N1}:
        return (*_paper(), *corner, *_ace(card.suit, colour))
    return (*_paper(), *corner, *_pips(card.suit, int(card.rank), colour))


def _letters(index: str, x: float, y: float, height: float, colour: Colour, limit: float) -> Glyphs:
    """An index; two digits in the narrow font, so that their strokes are as heavy as those of one."""
    font = Face.DIGITS if len(index) > 1 and index.isdecimal() and index.isascii() else Face.STRONG
    return Glyphs(index, font, x, y, height, colour, limit)


def _paper() -> Drawing:
    return fill(rounded(0, 0, 100, 150, 9), EDGE), fill(rounded(0.9, 0.9, 98.2, 148.2, 8.2), PAPER)


def _twice(*marks: Mark) -> Drawing:
    return (*marks, *placed(marks, _OVER))


def _corner(index: str, suit: Suit, colour: Colour) -> Drawing:
    return _twice(_letters(index, 17, 21.5, 29, colour, 25), pip(suit, 17, 51.5, 23, colour))


def _ace(suit: Suit, colour: Colour) -> Drawing:
    ring = ellipse(50, 75, 26.5)
    angles = [math.radians(30 * bead + 15) for bead in range(12)]
    beads = (fill(ellipse(50 + 26.5 * math.cos(a), 75 + 26.5 * math.sin(a), 1.5), colour) for a in angles)
    return (
        fill(ring, mix(colour, PAPER, 0.90)),
        stroke(ring, mix(colour, PAPER, 0.6), 1.2),
        *beads,
        pip(suit, 50, 75, 38, colour),
    )


def _pips(suit: Suit, count: int, colour: Colour) -> Drawing:
    """Pips in the usual order: those of the upper half, again upside down below, and those of the middle row."""
    size = 24 if count < 4 else 16.5
    upper, middle = _columns(count)
    marks = [pip(suit, x, y, size, colour) for x, y in (*upper, *middle)]
    if count == 7:
        marks.append(pip(suit, 50, 52, size, colour))
    return (*marks, *(pip(suit, 100 - x, 150 - y, size, colour, upside_down=True) for x, y in upper))


def _columns(count: int) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Places of the upper half, and of the middle row."""
    left, right = 39, 61
    if count < 4:
        return [(50, 30)], [(50, 75)] if count == 3 else []
    if count < 9:
        upper = [(left, 30), (right, 30), *([(50, 52)] if count == 8 else [])]
        sides = [(left, 75), (right, 75)] if count > 5 else []
        return [(float(x), float(y)) for x, y in upper], [*sides, *([(50, 75)] if count == 5 else [])]
    upper = [(left, 27), (right, 27), (left, 59), (right, 59), *([(50, 43)] if count == 10 else [])]
    return [(float(x), float(y)) for x, y in upper], [(50, 75)] if count == 9 else []


def _court(rank: Rank, suit: Suit, colour: Colour) -> Drawing:
    return (
        fill(_COURT_PANEL, tint_of(colour)),
        *_twice(*bust(rank, suit, colour)),
        stroke(line((7, 84.5), (93, 65.5)), GOLD, 2.4),
        stroke(_COURT_PANEL, mix(colour, PAPER, 0.25), 1.1),
    )


def _trump(number: int, index: str, *, is_bout: bool) -> Drawing:
    """A rosette with as many petals as the trump's number, on a ground from dawn to night."""
    place = (number - 1) / 20 * (len(_DAWN_TO_NIGHT) - 1)
    at = min(int(place), len(_DAWN_TO_NIGHT) - 2)
    ground = mix(_DAWN_TO_NIGHT[at], _DAWN_TO_NIGHT[at + 1], place - at)
    light, dark = mix(ground, WHITE, 0.72), mix(ground, (0, 0, 0), 0.35)
    frame: tuple[Mark, ...] = (stroke(_TRUMP_PANEL, mix(ground, (0, 0, 0), 0.2), 1),)
    if is_bout:
        stars = (fill(star(67, 24, 5, 9, 3.9), BRIGHT_GOLD), fill(star(33, 126, 5, 9, 3.9, 90), BRIGHT_GOLD))
        frame = (stroke(_TRUMP_PANEL, GOLD, 3), *stars)
    return (
        *_paper(),
        fill(_TRUMP_PANEL, ground),
        fill(ellipse(50, 75, 36), mix(ground, WHITE, 0.12)),
        stroke(ellipse(50, 75, 36), light, 0.9),
        *(_sun(light) if number == 1 else _rosette(number, light, dark)),
        *frame,
        *_twice(_letters(index, 21, 23, 31, TRUMP, 31)),
    )


def _sun(light: Colour) -> Drawing:
    rays = (
        fill(moved(_petal(14, 34, 3.6), shift(50, 75) @ turn(30 * ray)), light if ray % 2 else BRIGHT_GOLD)
        for ray in range(12)
    )
    disc = (fill(ellipse(50, 75, 15), BRIGHT_GOLD), fill(ellipse(50, 75, 11), mix(BRIGHT_GOLD, WHITE, 0.5)))
    return (*rays, *disc)


def _rosette(petals: int, light: Colour, dark: Colour) -> Drawing:
    width = min(9.5, 2 * math.pi * 20 / petals * 0.42)
    turns = [shift(50, 75) @ turn(360 * petal / petals - 90) for petal in range(petals)]
    between = [math.radians(360 * (petal + 0.5) / petals - 90) for petal in range(petals)]
    bead = max(1.1, min(2.6, width * 0.35))
    return (
        *(fill(moved(_petal(8, 34, width), by), light) for by in turns),
        *(fill(moved(_petal(11, 27, width * 0.55), by), dark) for by in turns),
        *(fill(ellipse(50 + 31 * math.cos(a), 75 + 31 * math.sin(a), bead), BRIGHT_GOLD) for a in between),
        fill(ellipse(50, 75, 8.5), BRIGHT_GOLD),
        fill(ellipse(50, 75, 6), dark),
        fill(star(50, 75, 5 if petals < 12 else 8, 5, 2.2), BRIGHT_GOLD),
    )


def _petal(inner: float, outer: float, width: float) -> Path:
    near, far = inner + (outer - inner) * 0.35, inner + (outer - inner) * 0.75
    return path(
        f"M{inner:.2f},0 C{near:.2f},{-width:.2f} {far:.2f},{-width * 0.8:.2f} {outer:.2f},0"
        f" C{far:.2f},{width * 0.8:.2f} {near:.2f},{width:.2f} {inner:.2f},0Z"
    )


def _excuse() -> Drawing:
    lozenges = (
        fill(polygon((x, y - 13), (x + 7, y), (x, y + 13), (x - 7, y)), _HARLEQUIN[1 + (column + row) % 2])
        for row in range(12)
        for column in range(-1, 8)
        for x, y in ((7 + column * 14 + 7 * (row % 2), 7 + row * 13),)
        if x >= 14 and x <= 86 and y >= 20 and y <= 130
    )
    return (
        *_paper(),
        fill(_TRUMP_PANEL, _HARLEQUIN[0]),
        *lozenges,
        fill(rounded(0.9, 6, 40.1, 37, 1), PAPER),
        fill(rounded(59, 107, 40.1, 37, 1), PAPER),
        fill(ellipse(50, 75, 33), PAPER),
        stroke(ellipse(50, 75, 33), GOLD, 2.4),
        fill(ellipse(50, 88, 12, 13.5), SKIN),
        *face(50, 91, rgb("#8a3b17")),
        stroke("M45,96.4 Q50,100.4 55,96.4", LIPS, 1.4),
        fill(ellipse(43, 95, 1.9, 1.3), CHEEK),
        fill(ellipse(57, 95, 1.9, 1.3), CHEEK),
        *jester(50, 64, 54, _CAP, GOLD),
        stroke(_TRUMP_PANEL, GOLD, 3),
        *_twice(fill(star(21, 23.5, 5, 16, 6.9), TRUMP)),
    )


def back() -> Drawing:
    """The back of every card: a lattice of lozenges around the four suits."""
    lattice = (
        fill(polygon((x, y - 5.6), (x + 5.4, y), (x, y + 5.6), (x - 5.4, y)), _LATTICE[(column + row + 1) % 2])
        for column in range(7)
        for row in range(11)
        for x, y in ((6 + 88 * (column + 0.5) / 7, 6 + 138 * (row + 0.5) / 11),)
    )
    suits = ((Suit.SPADES, 50, 66), (Suit.HEARTS, 41, 75), (Suit.DIAMONDS, 59, 75), (Suit.CLUBS, 50, 84))
    return (
        *_paper(),
        fill(rounded(6, 6, 88, 138, 6), _NIGHT),
        *lattice,
        stroke(rounded(9.5, 9.5, 81, 131, 4), BRIGHT_GOLD, 1.4),
        fill(ellipse(50, 75, 19), _NIGHT),
        stroke(ellipse(50, 75, 19), BRIGHT_GOLD, 1.6),
        *(pip(suit, x, y, 10.5, BRIGHT_GOLD) for suit, x, y in suits),
    )


def tile_face(card: Card, index: str, palette: Palette) -> Drawing:
    """The emoji of a card, in a box of 128: index left and suit right on paper, trumps white on purple."""
    if card.suit in {Suit.TRUMPS, Suit.EXCUSE}:
        return _trump_tile(card, index)
    colour = suit_colour(card.suit, palette)
    return (
        fill(rounded(0, 0, TILE, TILE, 24), EDGE),
        fill(rounded(4, 4, 120, 120, 20), PAPER),
        _letters(index, 36, 64, 92, colour, 57),
        pip(card.suit, 93, 65, 57, colour),
    )


def _trump_tile(card: Card, index: str) -> Drawing:
    bout = card in BOUTS
    tile = (
        fill(rounded(0, 0, TILE, TILE, 24), BRIGHT_GOLD if bout else LILAC),
        fill(rounded(7, 7, 114, 114, 18), TRUMP),
    )
    if card.suit is Suit.EXCUSE:
        return (*tile, *jester(64, 66, 98, WHITE, BRIGHT_GOLD))
    if not bout:
        return (*tile, _letters(index, 64, 64, 88, WHITE, 96))
    return (*tile, _letters(index, 64, 57, 78, WHITE, 96), fill(star(64, 111, 5, 13, 5.5), BRIGHT_GOLD))
