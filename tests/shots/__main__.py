"""Photographs the real bot in the playground. Run by `make screens`.

    python -m tests.shots [STORY ...] [--folder FOLDER] [--book]

Every page is also judged: nothing may be missing, cut off, or lie over something else. It ends with 1 where something
is.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from tests.playground.browser import BrowserError, chromium
from tests.shots.desk import desk
from tests.shots.stories import STORIES, chosen

FOLDER = Path("build/screens")
BOOK = Path("docs/pictures")
IN_BOOK: Mapping[str, str] = {
    "belote-trick-wide": "table",
    "refusal": "refusal",
    "tarot-5-discard": "discard",
    "result": "result",
    "lesson": "lesson",
    "tarot-5-trick-desktop-light": "light",
}
"""Photographs that the documentation shows, and their names there."""


async def photograph(names: list[str], folder: Path) -> int:
    """Tell these stories and print what is wrong with their pages; returns how much that is."""
    count = 0
    async with chromium() as page:
        for name, story in chosen(names).items():
            async with desk(page, story.seed, folder, story.language) as place:
                try:
                    await story.tell(place)
                except BrowserError as error:
                    await page.screenshot(folder / f"{name}-stopped.png")
                    place.wrong.append(f"{name} came to a stop: {error}")
                print(f"{name}: {place.taken} pages", *place.wrong, sep="\nWRONG ", flush=True)
                count += len(place.wrong)
    return count


def print_book(folder: Path) -> None:
    """Put what the documentation shows into its folder, in few colours."""
    for name, title in IN_BOOK.items():
        taken = folder / f"{name}.png"
        if taken.exists():
            with Image.open(taken) as photograph:
                few = photograph.convert("RGB").quantize(256, dither=Image.Dither.NONE)
            few.save(BOOK / f"{title}.png", optimize=True)


def main() -> int:
    """Photograph all stories, or those that are named."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("stories", nargs="*", choices=[*STORIES, []], help="which; all of them when none is named")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the pictures go")
    parser.add_argument("--book", action="store_true", help=f"also put into {BOOK} what the documentation shows")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    wrong = asyncio.run(photograph(list(given.stories), given.folder))
    if given.book and not wrong:
        print_book(given.folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
