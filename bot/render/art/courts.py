"""The figures of kings, queens, knights and jacks: a bust that is drawn twice, once upside down."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.core.cards import Rank, Suit
from bot.render.art.drawing import Drawing, Mark, fill, stroke
from bot.render.art.palette import BRIGHT_GOLD, GOLD, INK, PAPER, WHITE, Colour, mix, rgb
from bot.render.art.paths import ellipse, line, rounded, star
from bot.render.art.shapes import pip

SKIN = rgb("#f3cfa9")
SHADE = rgb("#e0ad82")
LIPS = rgb("#a8443a")
CHEEK = rgb("#eeb193")
_ROUGE = rgb("#c23a3f")
_STEM = rgb("#3f8f4f")
_STEEL = rgb("#aeb6c2")
_WOOD = rgb("#8a5a2b")
_NOSTRIL = rgb("#8c8273")
_HAIR: Mapping[Suit, Colour] = {
    Suit.SPADES: rgb("#3a2a20"),
    Suit.HEARTS: rgb("#8a3b17"),
    Suit.DIAMONDS: rgb("#c98f2e"),
    Suit.CLUBS: rgb("#5a3a22"),
}
_HORSES: Mapping[Suit, Colour] = {
    Suit.SPADES: rgb("#dfe3ea"),
    Suit.HEARTS: rgb("#f1e3cf"),
    Suit.DIAMONDS: rgb("#f3e8d2"),
    Suit.CLUBS: rgb("#e6e1d6"),
}
_ROBE = "M7,84.5 C9,77 20,71 34,66 C40,62 43,53 49,51 L73,51 C83,53 91,58 93,62 L93,65.5Z"
_X, _Y = 61, 34
"""The middle of a face."""


@dataclass(frozen=True, slots=True)
class _Dress:
    """What the figures of one suit wear."""

    suit: Suit
    colour: Colour

    @property
    def dark(self) -> Colour:
        return mix(self.colour, (0, 0, 0), 0.28)

    @property
    def hair(self) -> Colour:
        return _HAIR[self.suit]


def bust(rank: Rank, suit: Suit, colour: Colour) -> Drawing:
    """The upper half of a court card.

    Raises:
        KeyError: a rank without a figure.
    """
    return _FIGURES[rank](_Dress(suit, colour))


def face(x: float, y: float, hair: Colour) -> Drawing:
    """Eyes, brows and nose around the middle of a face."""
    return (
        fill(ellipse(x - 4, y - 1, 1.25, 1.5), INK),
        fill(ellipse(x + 4, y - 1, 1.25, 1.5), INK),
        stroke(f"M{x - 6.6},{y - 4.6} Q{x - 4},{y - 6} {x - 1.8},{y - 4.6}", hair, 1.1),
        stroke(f"M{x + 6.6},{y - 4.6} Q{x + 4},{y - 6} {x + 1.8},{y - 4.6}", hair, 1.1),
        stroke(f"M{x},{y - 1} L{x - 1.2},{y + 3} L{x + 0.6},{y + 3.4}", SHADE, 0.9),
    )


def _king(dress: _Dress) -> Drawing:
    ermine = "M7,84.5 C9,77 20,71 34,66 C40,62 43,53 49,51 L53,55 C48,58 45,68 38,71 C28,75 20,78 17,82.4Z"
    spots = ((18, 77.5), (26, 73), (35, 69), (42, 63), (47, 56.5))
    points = ((44.5, 9.5), (56, 8), (66, 8), (77.5, 9.5))
    jewels = (fill(ellipse(x, y, 1.9), WHITE if i % 2 else dress.colour) for i, (x, y) in enumerate(points))
    return (
        fill("M47,30 C44,40 45,48 50,52 L72,52 C77,48 78,40 75,30Z", dress.hair),
        fill(_ROBE, dress.colour),
        fill("M46,52 L54,50 L61,73 L56,74.5Z", BRIGHT_GOLD),
        fill("M76,52 L68,50 L61,73 L65,72Z", BRIGHT_GOLD),
        fill(ermine, WHITE),
        *(fill(ellipse(x, y, 1.2, 1.6), INK) for x, y in spots),
        fill(ellipse(_X, _Y, 11, 13), SKIN),
        fill("M50,36 C50,50 55,57 61,58.5 C67,57 72,50 72,36 C70,42 66,43 61,42 C56,43 52,42 50,36Z", dress.hair),
        fill("M55.5,43.5 Q61,40.5 66.5,43.5 Q64,46 61,45 Q58,46 55.5,43.5Z", mix(dress.hair, WHITE, 0.25)),
        *face(_X, _Y, dress.hair),
        stroke("M59,46.6 Q61,47.6 63,46.6", LIPS, 1.1),
        fill("M47,25 L44.5,9.5 L52,16 L56,8 L61,15 L66,8 L70,16 L77.5,9.5 L75,25Z", GOLD),
        fill(rounded(46.5, 22, 29, 4.6, 1.5), BRIGHT_GOLD),
        *jewels,
        pip(dress.suit, 61, 19.5, 6.5, dress.dark),
        stroke(line((85, 66), (85, 28)), GOLD, 2.2),
        fill(ellipse(85, 26, 3.6), BRIGHT_GOLD),
        fill(star(85, 20, 4, 4.4, 1.6), GOLD),
    )


def _queen(dress: _Dress) -> Drawing:
    hair = "M61,17 C44,17 45,34 43,46 C42,53 45,57 50,57 L72,57 C77,57 80,53 79,46 C77,34 78,17 61,17Z"
    fringe = "M61,20.5 C52,20.5 50,29 50.6,35 C53,30 57,27 61,25.5 C65,27 69,30 71.4,35 C72,29 70,20.5 61,20.5Z"
    crown = (
        "M49.5,22 C52,14 55,16 56,13 C58,16 60,12 61,8 C62,12 64,16 66,13 C67,16 70,14 72.5,22 C66,19 56,19 49.5,22Z"
    )
    return (
        fill(hair, dress.hair),
        fill(_ROBE, dress.colour),
        fill("M50,51 C54,60 68,60 72,51 L68,49 L54,49Z", SKIN),
        fill("M48,51 C53,63 69,63 74,51 L76.5,52 C71,67 51,67 45.5,52Z", BRIGHT_GOLD),
        fill("M57,44 L65,44 L65,52 L57,52Z", SHADE),
        fill(ellipse(_X, _Y, 10.4, 12.6), SKIN),
        fill(fringe, dress.hair),
        *face(_X, _Y, dress.hair),
        fill("M58.4,41 Q61,39.8 63.6,41 Q61,44 58.4,41Z", _ROUGE),
        fill(ellipse(54.2, 38.6, 1.8, 1.3), CHEEK),
        fill(ellipse(67.8, 38.6, 1.8, 1.3), CHEEK),
        fill(crown, GOLD),
        *(fill(ellipse(x, y, 1.6), WHITE) for x, y in ((56, 12.6), (61, 8), (66, 12.6))),
        fill(ellipse(61, 17, 1.8), dress.colour),
        fill(ellipse(61, 54.5, 2.2), dress.colour),
        fill(ellipse(56.5, 53.6, 1.2), WHITE),
        fill(ellipse(65.5, 53.6, 1.2), WHITE),
        stroke("M86,66 C87,56 85,50 84,44", _STEM, 1.8),
        *_flower(84, 41, dress.colour),
    )


def _flower(x: float, y: float, colour: Colour) -> tuple[Mark, ...]:
    angles = [math.radians(72 * petal - 90) for petal in range(5)]
    petals = (fill(ellipse(x + 3.4 * math.cos(angle), y + 3.4 * math.sin(angle), 2.7), colour) for angle in angles)
    return (*petals, fill(ellipse(x, y, 2.2), BRIGHT_GOLD))


def _jack(dress: _Dress) -> Drawing:
    seams = (((25, 71), (28, 79.6)), ((41, 62), (45, 76)), ((84, 55), (82, 67.6)))
    fringe = "M50.5,33 C51,26 54,24 61,24 C68,24 71,26 71.5,33 C69,30 66,29 61,29 C56,29 53,30 50.5,33Z"
    return (
        fill("M48,28 C45,38 46,46 49,50 L73,50 C76,46 77,38 74,28Z", dress.hair),
        fill(_ROBE, dress.colour),
        *(stroke(line(*seam), mix(dress.colour, WHITE, 0.35), 3) for seam in seams),
        fill("M57,44 L65,44 L65,52 L57,52Z", SHADE),
        fill("M49,50 L61,55 L73,50 L70,58 L61,63 L52,58Z", WHITE),
        fill(ellipse(61, 57, 1.6), GOLD),
        fill(ellipse(_X, _Y, 10.4, 12.4), SKIN),
        fill(fringe, dress.hair),
        *face(_X, _Y, dress.hair),
        stroke("M58,41.4 Q61,43.4 64,41.4", LIPS, 1.2),
        fill("M46,25 C45,14 56,10 66,12 C75,13 79,19 77,25 C68,21 55,21 46,25Z", dress.dark),
        fill("M46,25 C55,20.6 68,20.6 77,25 L76.4,28 C68,24 55,24 46.6,28Z", GOLD),
        fill("M69,15 C74,8 84,7 90,11 C86,12 84,14 82,17 C78,16 74,17 70,20Z", mix(dress.colour, WHITE, 0.55)),
        stroke("M70,18 C76,12 82,11 88,11", WHITE, 1),
        stroke(line((86, 66.5), (86, 27)), _WOOD, 2.2),
        fill("M86,20 L89,30 L86,34 L83,30Z", _STEEL),
        fill("M86,31 C92,29 93,37 86,38Z", _STEEL),
    )


def _horse(dress: _Dress) -> Drawing:
    """The knight is known by his horse, whose head looks to the left."""
    coat = _HORSES[dress.suit]
    head = "M66,14 L70,6 L73,17 C77,24 76,34 70,40 C62,46 55,47 49,52 C45,56 40,57 37,53 C34,49 36,44 40,40"
    reins = (line((51.5, 26), (59, 45)), line((44.5, 36), (52, 51)), line((57, 40), (74, 34)))
    widths = (2.6, 2.6, 2.4)
    return (
        fill("M20,81.6 C34,66 42,56 44,46 L58,40 C66,30 84,30 90,44 L93,65.5Z", coat),
        fill("M64,16 C72,20 84,28 88,40 C91,50 93,58 93,65.5 L82,68 C84,52 78,38 66,30Z", dress.hair),
        fill(f"{head} C46,34 50,26 57,20Z", coat),
        fill("M60,18 L61,8 L66,15Z", coat),
        fill("M67.5,13 L69.6,9 L71,15Z", SHADE),
        fill("M63,15 C61,20 60,26 62,30 C65,27 67,22 67,15Z", dress.hair),
        fill(ellipse(58, 29, 2.1, 2.4), INK),
        fill(ellipse(57.4, 28.2, 0.7), WHITE),
        fill(ellipse(40.5, 47.6, 1.2, 1.8), INK),
        stroke("M38,53 Q42,52.6 44.5,50.4", _NOSTRIL, 1.1),
        *(stroke(rein, dress.colour, width) for rein, width in zip(reins, widths, strict=True)),
        stroke("M52,50 C60,62 74,66 86,67", dress.colour, 2.4),
        *(fill(ellipse(x, y, r), GOLD) for x, y, r in ((57.6, 41, 2.3), (49, 45, 2.0), (54.6, 33, 2.0))),
        fill("M20,81.6 C30,70 37,62 41,55 C47,62 55,70 64,71.9Z", dress.colour),
        fill("M41,55 L36,60.5 C43,68 50,73 55,74 L64,71.9 C55,69 47,62 41,55Z", BRIGHT_GOLD),
    )


_FIGURES: Mapping[Rank, Callable[[_Dress], Drawing]] = {
    Rank.KING: _king,
    Rank.QUEEN: _queen,
    Rank.KNIGHT: _horse,
    Rank.JACK: _jack,
}
COURT_RANKS = frozenset(_FIGURES)
"""Ranks that have a figure."""

_BLACK_TINT = rgb("#dde5f0")


def tint_of(colour: Colour) -> Colour:
    """The ground behind a figure: a breath of its suit's colour, cool behind black."""
    return _BLACK_TINT if max(colour) < 64 else mix(colour, PAPER, 0.86)
