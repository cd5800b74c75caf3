"""Every situation of the case files, answered by the core."""

from __future__ import annotations

from . import belote_runner, tarot_runner
from .case_files import Situation


def test_situation(situation: Situation) -> None:
    runner = tarot_runner if situation.game == "tarot" else belote_runner
    assert runner.deviations(situation) == []
