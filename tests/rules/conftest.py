"""`pytest tests/rules/test_cases.py -k test_situation --cases PATH` asks about another file of situations."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.notes import note

from .case_files import CaseFile, UnknownFormat, read
from .runners import COVERED

DATA = Path(__file__).parent / "data"
FILES = pytest.StashKey[list[CaseFile]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", metavar="PATH", default=None, help="a file of rule situations to run instead")


def pytest_configure(config: pytest.Config) -> None:
    """Read the wished file before anything runs, so that a wrong one is refused in one sentence."""
    if config.getoption("--cases", default=None):
        _files(config)


def _files(config: pytest.Config) -> list[CaseFile]:
    if FILES not in config.stash:
        # A plain `pytest` meets this file after the command line was read: then there is no such option.
        chosen = config.getoption("--cases", default=None)
        paths = [Path(chosen)] if chosen else sorted(DATA.glob("*-cases.json"))
        try:
            config.stash[FILES] = [read(path, COVERED) for path in paths]
        except (OSError, UnknownFormat) as error:
            raise pytest.UsageError(str(error)) from error
        for file in config.stash[FILES]:
            note(config, file.summary())
    return config.stash[FILES]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "situation" in metafunc.fixturenames:
        situations = [situation for file in _files(metafunc.config) for situation in file.situations]
        metafunc.parametrize("situation", situations, ids=[situation.id for situation in situations])
