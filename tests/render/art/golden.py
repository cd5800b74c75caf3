"""Pictures that stay as they are. `python -m tests.render.art.golden` draws them anew after a change that is meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from bot.i18n.words import words_for
from bot.render import art
from tests.render.art.stage import over, records, running

FOLDER = Path(__file__).parent / "approved"
SMALLER = 3
"""Pictures are kept, and compared, at a third of their size: as a phone shows them."""

MEAN, WORST = 1.5, 60
"""How far a picture may be off, on average and in any one value of 0 to 255: letters move with Pillow's version."""


def pictures() -> Mapping[str, bytes]:
    """The pictures by name."""
    fr, en = words_for("fr", strict=True), words_for("en", strict=True)
    classic, four = art.Style(), art.Style(art.Palette.FOUR)
    hand = art.hand_picture(running(viewer=0), classic, fr)
    score = art.score_picture(replace(running(), records=records()), classic, fr)
    trick = art.trick_picture(running(), four, fr)
    assert hand is not None
    assert score is not None
    assert trick is not None
    return {
        "table": art.table_picture(running(), classic, fr).png,
        "hand": hand.png,
        "deal": art.table_picture(over(), four, en).png,
        "score": score.png,
        "trick": trick.png,
    }


def small(png: bytes) -> Image.Image:
    """A picture as it is kept."""
    return Image.open(BytesIO(png)).convert("RGBA").convert("RGB").reduce(SMALLER)


def distance(first: Image.Image, second: Image.Image) -> tuple[float, int]:
    """The mean and the largest difference of two pictures of one size."""
    apart = ImageChops.difference(first, second)
    return max(ImageStat.Stat(apart).mean), max(high for _, high in ImageStat.Stat(apart).extrema)


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, png in pictures().items():
        small(png).quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            FOLDER / f"{name}.png"
        )


if __name__ == "__main__":
    main()
