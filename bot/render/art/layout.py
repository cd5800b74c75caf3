"""Where everything of a table lies, by the number of seats. All figures are pixels of a picture 960 wide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.views import Zone


@dataclass(frozen=True, slots=True)
class Spot:
    """One player's place.

    Attributes:
        plate: the middle of the name plate.
        width: of the plate.
        card: the middle of the card played.
        angle: how it is turned, counter-clockwise in degrees.
        row: the middle of the row of open cards, where players have one.
    """

    plate: tuple[int, int]
    width: int
    card: tuple[int, int]
    angle: int = 0
    row: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """A table for a number of players.

    Attributes:
        height: of the picture.
        card: width of a card.
        spots: from the lowest place on, clockwise.
        panel: width and height of the upper corner panels.
        sides: the part between plates and lower panels at both edges: from, to, and how wide.
        centre: the middle of cards that lie open for all before the first trick.
        upper: top of the upper panels.
        lower: top of the lower ones.
    """

    height: int
    card: int
    spots: tuple[Spot, ...]
    panel: tuple[int, int]
    sides: tuple[int, int, int]
    centre: tuple[int, int] = (480, 352)
    upper: int = 22
    lower: int = 502


_SOUTH = Spot((480, 594), 330, (480, 429))
_SIDES = (264, 492, 204)
_LAYOUTS: Mapping[int, Layout] = {
    2: Layout(640, 138, (_SOUTH, Spot((480, 46), 330, (480, 218))), (222, 118), _SIDES),
    3: Layout(
        640,
        140,
        (
            Spot((480, 594), 330, (480, 418)),
            Spot((170, 192), 296, (316, 362), 6),
            Spot((790, 192), 296, (644, 362), -6),
        ),
        (222, 118),
        _SIDES,
    ),
    4: Layout(
        640,
        132,
        (
            _SOUTH,
            Spot((170, 192), 296, (312, 364), 5),
            Spot((480, 46), 330, (480, 218)),
            Spot((790, 192), 296, (648, 364), -5),
        ),
        (222, 118),
        _SIDES,
    ),
    5: Layout(
        640,
        124,
        (
            Spot((480, 594), 330, (480, 434)),
            Spot((140, 218), 236, (292, 366), 6),
            Spot((339, 46), 262, (390, 222), 3),
            Spot((621, 46), 262, (570, 222), -3),
            Spot((820, 218), 236, (668, 366), -6),
        ),
        (172, 150),
        (290, 492, 190),
    ),
}
_ROWS = Layout(
    820,
    118,
    (Spot((480, 774), 330, (414, 412), 3, 634), Spot((480, 46), 330, (546, 412), -3, 196)),
    (238, 118),
    (14, 110, 280),
    (480, 400),
    292,
    424,
)
ROW_CARD = 104
"""Width of a card of an open row."""


def layout_for(seats: int, zones: tuple[Zone, ...]) -> Layout:
    """The layout of a table; one with rows where two players have many open cards before them.

    Raises:
        KeyError: a number of seats that no game has.
    """
    rows = {zone.seat for zone in zones if zone.seat is not None and is_row(zone)}
    return _ROWS if seats == 2 and rows else _LAYOUTS[seats]


_ROW_ZONES = frozenset({"on_cover", "bare"})


def is_row(zone: Zone) -> bool:
    """Whether these open cards are what a player plays from, rather than something shown."""
    return zone.name in _ROW_ZONES
