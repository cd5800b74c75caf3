"""Lines for the end of a test run: what was not looked at. They reach the summary from xdist's workers too."""

from __future__ import annotations

import pytest

NOTES = pytest.StashKey[list[str]]()


def note(config: pytest.Config, line: str) -> None:
    """Print this line once at the end of the run, whoever else notes it."""
    lines = config.stash.setdefault(NOTES, [])
    if line not in lines:
        lines.append(line)


def notes(config: pytest.Config) -> list[str]:
    """The lines noted so far."""
    return config.stash.get(NOTES, [])
