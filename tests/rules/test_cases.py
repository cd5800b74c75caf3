"""Every situation of the case files, answered by the core."""

from __future__ import annotations

from .belote_runner import deviations
from .case_files import Situation


def test_situation(situation: Situation) -> None:
    assert deviations(situation) == []
