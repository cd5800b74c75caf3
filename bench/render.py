"""What a picture costs: `python -m bench.render`. Wanted: see `bench/README.md`.

Times are processor time of one thread, with warm sprites; the ratio is the whole picture against Pillow's own encoding
of the same picture (reducing it to 256 colours and writing the PNG), so that it means the same on another machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from statistics import median
from time import process_time

from PIL import Image

from bot.core.registry import games
from bot.core.seats import Seat
from bot.i18n.words import words_for
from bot.render import art
from bot.render.art.raster import encoded
from tests.render.scenes import played, scene_of

TABLES = (("coinche", "coinche_online", 4), ("tarot", "fft", 5), ("tarot", "fft", 3), ("hearts", "standard", 4))
NAMES = ("Maxence", "Jean-Noël", "François", "Léa", "Zoé des îles")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pictures", type=int, default=20, help="moments of each game")
    wished: int = options.parse_args().pictures
    words, style = words_for("fr"), art.Style()
    print(f"{'':24}{'cold ms':>9}{'warm ms':>9}{'encode':>9}{'ratio':>7}{'KB':>6}")
    for key, preset, players in TABLES:
        game = games()[key]
        states = [state for state in played(key, preset, 4, deals=1, players=players) if state.deal is not None]
        moments = states[:: max(1, len(states) // wished)]
        shown = [scene_of(game, preset, state, None, NAMES[:players]) for state in moments]
        held = [scene_of(game, preset, state, Seat(0), NAMES[:players]) for state in moments]
        report(f"{key} {players}: table", [partial(art.table_picture, scene, style, words) for scene in shown])
        report(f"{key} {players}: hand", [partial(art.hand_picture, scene, style, words) for scene in held])


def report(name: str, draws: Sequence[Callable[[], art.Picture | None]]) -> None:
    """One line of figures: medians over the moments."""
    cold = [spent(draw) for draw in draws]
    pictures = [picture for picture in (draw() for draw in draws) if picture is not None]
    warm = median(min(spent(draw) for _ in range(3)) for draw in draws)
    images = [Image.open(BytesIO(picture.png)).convert("RGBA") for picture in pictures]
    encode = median(min(spent(partial(encoded, image)) for _ in range(3)) for image in images)
    size = median(len(picture.png) for picture in pictures) / 1024
    print(f"{name:24}{median(cold):9.1f}{warm:9.1f}{encode:9.1f}{warm / encode:7.2f}{size:6.0f}")


def spent(work: Callable[[], object]) -> float:
    """Processor time in milliseconds."""
    start = process_time()
    work()
    return (process_time() - start) * 1000


if __name__ == "__main__":
    main()
