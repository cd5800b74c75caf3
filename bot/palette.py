"""How the suits of cards are coloured: what members and servers choose, and pictures and emoji are made in."""

from __future__ import annotations

from enum import StrEnum


class Palette(StrEnum):
    """Which colours the suits have; the value is what settings store."""

    CLASSIC = "classic"
    """Red and black."""

    FOUR = "four"
    """One for each suit."""
