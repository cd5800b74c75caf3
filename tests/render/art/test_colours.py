"""Colours as people see them who see fewer: their distance by CIEDE2000 after simulating each colour blindness.

Simulation: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
(2009), severity 1.0, on linear RGB. Distance: Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005),
whose published pairs are tested too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from bot.core.cards import Suit
from bot.palette import Palette
from bot.render.art.palette import (
    BLACK,
    INK,
    PAPER,
    PLATE,
    SOFT_TEXT,
    TEAMS,
    TEXT,
    TURN,
    Colour,
    suit_colour,
)

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

SIGHTS: Mapping[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE_POINT = (0.95047, 1.0, 1.08883)


def times(matrix: Matrix, vector: Vector) -> Vector:
    one, two, three = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return one, two, three


def linear(colour: Colour) -> Vector:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
    )
    return red, green, blue


def lab(seen: Vector) -> Vector:
    """CIELAB of linear RGB under D65."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    parts = (part / white for part, white in zip(times(TO_XYZ, (red, green, blue)), WHITE_POINT, strict=True))
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def mean_hue(first: float, second: float) -> float:
    if abs(first - second) <= 180:
        return (first + second) / 2
    return (first + second + (360 if first + second < 360 else -360)) / 2


def distance(first: Vector, second: Vector) -> float:
    """CIEDE2000 of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(mean / (mean + 25**7)))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    hue_step = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if grey else mean_hue(h1, h2)
    tone = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = hue_step / (1 + 0.015 * chroma * tone)
    bend = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + bend * by_chroma * by_hue)


def least(colours: Sequence[Colour], sight: str) -> float:
    """The distance of the two colours that are the hardest to tell apart."""
    seen = [lab(times(SIGHTS[sight], linear(colour))) for colour in colours]
    return min(distance(one, other) for one, other in combinations(seen, 2))


def contrast(first: Colour, second: Colour) -> float:
    """As WCAG 2 reckons it, 1 to 21."""
    dark, bright = sorted(times(TO_XYZ, linear(colour))[1] for colour in (first, second))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ],
)
def test_the_distance_is_the_published_one(first: Vector, second: Vector, expected: float) -> None:
    assert distance(first, second) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("sight", SIGHTS)
def test_four_suits_have_four_colours_for_everybody(sight: str) -> None:
    assert least([suit_colour(suit, Palette.FOUR) for suit in SUITS], sight) >= 15


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_marks_of_two_teams_look_different_to_everybody(sight: str) -> None:
    assert least(TEAMS[:2], sight) >= 30


def test_the_simulation_sees_colours_that_some_cannot_tell_apart() -> None:
    red, green = (160, 60, 60), (110, 95, 40)
    assert least((red, green), "full") > 30
    assert least((red, green), "deuteranopia") < 15


@pytest.mark.parametrize("palette", Palette)
@pytest.mark.parametrize("suit", Suit)
def test_suits_stand_out_from_the_card(suit: Suit, palette: Palette) -> None:
    assert contrast(suit_colour(suit, palette), PAPER) >= 3


@pytest.mark.parametrize(("ink", "ground"), [(TEXT, PLATE), (SOFT_TEXT, PLATE), (INK, TURN), (BLACK, PAPER)])
def test_writing_stands_out_from_its_ground(ink: Colour, ground: Colour) -> None:
    assert contrast(ink, ground) >= 7
