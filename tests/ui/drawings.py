"""Drawings for tests: quick, and telling what was asked of them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from struct import pack

from bot.render.art.style import Picture
from bot.ui.sketch import Sketch


def pixel(shade: int = 0) -> bytes:
    """A PNG of one grey pixel."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))

    head = pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    body = zlib.compress(bytes((0, shade % 256)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@dataclass
class Quick:
    """Draws one pixel, and says in the description for whom and when.

    Attributes:
        asked: what was drawn, in order.
        first: called before each picture; may fail or take its time.
    """

    asked: list[Sketch] = field(default_factory=list)
    first: Callable[[], object] = lambda: None

    def __call__(self, sketch: Sketch) -> Picture | None:
        """The picture."""
        self.first()
        self.asked.append(sketch)
        scene = sketch.scene
        played = 0 if scene.view is None else len(scene.view.trick.plays)
        alt = f"{sketch.kind} {scene.viewer} {scene.number} {played} {sketch.palette}"
        return Picture(pixel(len(self.asked)), alt, sketch.kind)
