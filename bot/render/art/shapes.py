"""Shapes of their own: suits, the jester's cap, the star."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.cards import Suit
from bot.render.art.drawing import Drawing, Fill, fill, placed
from bot.render.art.palette import Colour, rgb
from bot.render.art.paths import Path, ellipse, grow, moved, path, polygon, rounded, shift, turn

_CLUB = (
    *ellipse(0, -25, 23),
    *ellipse(-25, 11, 23),
    *ellipse(25, 11, 23),
    *polygon((-16, -14), (16, -14), (14, 14), (-14, 14)),
    *path("M-6,0 C-4,30 -8,43 -19,50 L19,50 C8,43 4,30 6,0Z"),
)
_SUITS: Mapping[Suit, Path] = {
    Suit.SPADES: path(
        "M0,-49 C14,-29 47,-8 47,17 C47,32 36,40 25,40 C16,40 9,36 5,30 C6,39 9,45 17,50 L-17,50"
        " C-9,45 -6,39 -5,30 C-9,36 -16,40 -25,40 C-36,40 -47,32 -47,17 C-47,-8 -14,-29 0,-49Z"
    ),
    Suit.HEARTS: path(
        "M0,46 C-16,28 -48,8 -48,-18 C-48,-36 -36,-46 -23,-46 C-12,-46 -4,-40 0,-30"
        " C4,-40 12,-46 23,-46 C36,-46 48,-36 48,-18 C48,8 16,28 0,46Z"
    ),
    Suit.DIAMONDS: path("M0,-50 C9,-33 23,-14 39,0 C23,14 9,33 0,50 C-9,33 -23,14 -39,0 C-23,-14 -9,-33 0,-50Z"),
    Suit.CLUBS: _CLUB,
}
"""The plain suits in a box of 100 around the origin."""

_BELLS = rgb("#ff5d5d")


def pip(suit: Suit, x: float, y: float, size: float, colour: Colour, *, upside_down: bool = False) -> Fill:
    """A plain suit around a point, `size` high."""
    return Fill(moved(_SUITS[suit], shift(x, y) @ turn(180 if upside_down else 0) @ grow(size / 100)), colour)


def jester(x: float, y: float, size: float, left: Colour, right: Colour) -> Drawing:
    """The cap of the Excuse, in two colours, around a point."""
    half = "M0,-44 C0,-40 6,-26 6,-6 C16,-30 40,-28 44,8 C40,-8 30,2 26,26"
    cap = (
        fill(f"M-26,26 C-30,2 -40,-8 -44,8 C-40,-28 -16,-30 -6,-6 C-6,-26 0,-40 {half[1:]}Z", left),
        fill(f"{half} L0,26Z", right),
        fill(ellipse(-44, 13, 8), right),
        fill(ellipse(44, 13, 8), left),
        fill(ellipse(0, -44, 8), _BELLS),
        fill(rounded(-30, 27, 60, 13, 6), _BELLS),
    )
    return placed(cap, shift(x, y) @ grow(size / 100))
