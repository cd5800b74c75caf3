"""Colours: of suits in two palettes, of the table, of teams. Chosen by contrast and by simulated colour blindness."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.cards import Suit
from bot.palette import Palette

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """A colour from its code.

    >>> rgb("#ff0080")
    (255, 0, 128)
    """
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two; `share` of the second."""
    red, green, blue = (round(a * (1 - share) + b * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


BLACK, RED, BLUE, GREEN = rgb("#16191f"), rgb("#cf1126"), rgb("#0b63ce"), rgb("#009e73")
WHITE = rgb("#ffffff")
INK = rgb("#1c2027")
PAPER = rgb("#fffdf7")
EDGE = rgb("#b9b2a3")
GOLD = rgb("#d9a21b")
BRIGHT_GOLD = rgb("#f4cf5f")
TRUMP = rgb("#4b2a8c")
LILAC = rgb("#c9b8ee")

FELT = rgb("#1f6044")
DEEP_FELT = rgb("#17492f")
RIM = rgb("#123726")
PLATE = rgb("#0e2d20")
PLATE_EDGE = rgb("#2f7a58")
SLOT_EDGE = rgb("#2f8560")
TEXT = WHITE
SOFT_TEXT = rgb("#bfe0cd")
TURN = rgb("#ffd34d")

TEAMS: tuple[Colour, ...] = (rgb("#5cc8ff"), rgb("#ffa24a"), rgb("#c9a7ff"), rgb("#f3f1ea"), rgb("#7ddc9a"))
"""Of sides in their order. Whoever cannot tell them apart has shapes, and names."""

_SUITS: Mapping[Palette, Mapping[Suit, Colour]] = {
    Palette.CLASSIC: {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.DIAMONDS: RED, Suit.CLUBS: BLACK},
    Palette.FOUR: {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.DIAMONDS: BLUE, Suit.CLUBS: GREEN},
}


def suit_colour(suit: Suit, palette: Palette) -> Colour:
    """The colour of a suit; trumps and the Excuse have theirs in every palette."""
    return _SUITS[palette].get(suit, TRUMP)
