"""What the README tells a newcomer to press, pressed in that order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.playground.browser import chromium
from tests.playground.test_tapis_browser import HELD, button, no_errors, open_table, tapis

pytestmark = pytest.mark.browser

README = Path(__file__).parents[2] / "README.md"


async def test_the_first_minute_goes_as_the_readme_says(tmp_path: Path) -> None:
    told = README.read_text(encoding="utf-8").partition("There, type ")[2].partition("Ctrl-C")[0]
    command, buttons = re.findall(r"`(.+?)`", told)[0], re.findall(r"\*\*(.+?)\*\*", told, re.DOTALL)
    assert command == "/table ouvrir"
    assert buttons, "something is to be pressed"
    async with tapis(tmp_path, pause=0) as running, chromium() as page:
        await open_table(page, running.url)
        for name in buttons:
            await page.click(button("table", " ".join(name.split())))
            await page.wait("!document.querySelector('.busy')")
        await page.wait(f"{HELD}.length >= 5")
        assert await page.value("document.querySelector('.toast') === null")
        assert no_errors(page)
