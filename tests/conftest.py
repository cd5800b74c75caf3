"""What every test shares: how hypothesis searches, and what a run must say at its end.

Slow machines are no fault of the code under test.
"""

from __future__ import annotations

from random import SystemRandom
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from tests.notes import note, notes
from tests.order import arranged, rank

settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("tapis", settings.get_profile("explore"), derandomize=True)
settings.load_profile("tapis")


def _seed_wished(text: str) -> int | None:
    return None if text == "new" else int(text)


def pytest_addoption(parser: pytest.Parser) -> None:
    told = "deal again what a failed test of a table dealt; `new` deals what was never dealt before"
    parser.addoption("--deal-seed", type=_seed_wished, default=-1, help=told)


@pytest.fixture
def deal_seed(request: pytest.FixtureRequest) -> int:
    """What the deals of this test come from: its own name, so that a change is judged by its own merits.

    `make explore` looks for what no change has met yet. A test that fails prints its seed.
    """
    wished: int | None = request.config.getoption("--deal-seed")
    if wished is None:
        wished = SystemRandom().getrandbits(32)
    elif wished < 0:
        wished = crc32(request.node.nodeid.encode())
    print(f"the deals of this test come again with --deal-seed {wished}")
    return wished


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long comes first, whatever order the tests were mixed into before."""
    workers: int = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    items[:] = arranged(items, [rank(item.nodeid) for item in items], workers)


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
