"""Tests marked `browser` need Chromium. Without one they are left out and counted; `TAPIS_BROWSER=required` runs them.

With `TAPIS_BROWSER=none` they are left out although there is one.
"""

from __future__ import annotations

import os

import pytest

from tests.notes import note
from tests.playground.browser import BrowserError, find_chromium


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot run here, and say how many."""
    reason = _without_browser(os.environ.get("TAPIS_BROWSER", ""))
    left_out = [item for item in items if item.get_closest_marker("browser")]
    if reason is None or not left_out:
        return
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
    note(config, f"{len(left_out)} browser tests left out: {reason}")


def _without_browser(wish: str) -> str | None:
    """Why browser tests do not run; None when they do."""
    match wish:
        case "required":
            return None
        case "none":
            return "TAPIS_BROWSER=none"
        case "":
            try:
                find_chromium()
            except BrowserError:
                return "no Chromium; install it (Debian: apt install chromium) to run them"
            return None
        case _:
            raise pytest.UsageError(f"TAPIS_BROWSER is {wish!r}: 'required', 'none', or not set")
