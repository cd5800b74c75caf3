"""What every test shares: how hypothesis searches, and what a run must say at its end.

Slow machines are no fault of the code under test.
"""

from __future__ import annotations

from random import SystemRandom
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.notes import note, notes

settings.register_profile("tapis", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tapis")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deal-seed", type=int, default=None, help="deal again what a failed test of a table dealt")


@pytest.fixture
def deal_seed(request: pytest.FixtureRequest) -> int:
    """What the deals of this test come from: new in each run, unless wished. A test that fails prints it."""
    wished: int | None = request.config.getoption("--deal-seed")
    if wished is None:
        wished = SystemRandom().getrandbits(32)
    print(f"the deals of this test come again with --deal-seed {wished}")
    return wished


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker hands its notes to the process that prints."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["notes"] = notes(session.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker ended: keep its notes."""
    for line in getattr(node, "workeroutput", {}).get("notes", []):
        note(node.config, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in notes(config):
        terminalreporter.write_line(line, yellow=True, bold=True)
