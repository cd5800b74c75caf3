"""Who answers the situations of which game. A new game with situations of its own gets a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from . import belote_runner, hearts_runner, tarot_runner
from .case_files import Covered, Situation

Answering = Callable[[Situation], list[str]]

DEVIATIONS: Mapping[str, Answering] = MappingProxyType(
    {
        "belote": belote_runner.deviations,
        "belote_three": belote_runner.deviations,
        "belote_two": belote_runner.deviations,
        "coinche": belote_runner.deviations,
        "hearts": hearts_runner.deviations,
        "tarot": tarot_runner.deviations,
    }
)
"""How the core's answer differs from the expected one, by game."""

COVERED: Covered = MappingProxyType(
    {
        "belote": belote_runner.KINDS,
        "belote_three": belote_runner.ALONE,
        "belote_two": belote_runner.FACE_TO_FACE,
        "coinche": belote_runner.KINDS,
        "hearts": hearts_runner.KINDS,
        "tarot": tarot_runner.KINDS,
    }
)
