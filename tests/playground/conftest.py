"""Browser tests may be left out, by name and on purpose only: ``TAPIS_NO_BROWSER=1``."""

from __future__ import annotations

import os

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that need Chromium when the person asked for it."""
    if os.environ.get("TAPIS_NO_BROWSER") != "1":
        return
    left_out = [item for item in items if item.path.parent.name == "playground" and "browser" in item.path.name]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
