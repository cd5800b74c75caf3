"""Browser tests are left out aloud, or demanded: in a pytest of its own, on a machine without a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(wish: str | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the browser tests with a PATH on which no browser is."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TAPIS_"))}
    wished = {} if wish is None else {"TAPIS_BROWSER": wish}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "tests/playground", "-k", "browser", "--collect-only", *arguments],
        cwd=ROOT,
        env={**kept, "PATH": "/nonexistent", **wished},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("workers", [(), ("--numprocesses", "1")], ids=["alone", "with workers"])
def test_without_a_browser_the_run_says_what_it_left_out(workers: tuple[str, ...]) -> None:
    done = run(None, *workers)
    lines = [line for line in done.stdout.splitlines() if "browser tests left out: no Chromium" in line]
    assert len(lines) == 1, done.stdout + done.stderr
    assert int(lines[0].split()[0]) > 10
    assert "test_browser.py::" not in done.stdout


def test_a_browser_that_is_required_is_not_left_out() -> None:
    done = run("required")
    assert "left out" not in done.stdout
    assert "test_browser.py::" in done.stdout, done.stdout + done.stderr


def test_another_wish_is_refused() -> None:
    done = run("yes")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "TAPIS_BROWSER is 'yes'" in done.stderr + done.stdout
