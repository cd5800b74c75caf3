"""What a computer player thinks about, apart from where: a problem goes to a worker process, its answer comes back.

A *mind* knows one game or family. `pose` turns a seat's situation into numbers, on the event loop and in well under a
millisecond; `solve` weighs the choices in a worker, which gets these numbers and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.ai.levels import Habits
from bot.core.situation import Situation


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to weigh, self-contained and cheap to send to another process.

    Attributes:
        solver: dotted path of the module whose function `solve` weighs it.
        numbers: what it knows, laid out as its solver says; budget and seed included.
        texts: what does not fit into numbers (only the player that knows no game in particular needs them).
    """

    solver: str
    numbers: tuple[int, ...]
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Posed:
    """A problem, and the codes of the actions that its answer weighs, in the same order."""

    problem: Problem
    codes: tuple[str, ...]


Values = tuple[int, ...]
"""One number for each choice: thousandths of the expected mark of the own side, less the best other side's."""

Solve = Callable[[Problem], Values]
"""What a solver's module has as `solve`: the same answer for the same problem, unless time ran out."""


class Mind(Protocol):
    """A computer player's thinking about one game or family."""

    def pose(self, situation: Situation, habits: Habits, seed: int) -> Posed | str | None:
        """What to weigh; or the code of an action that needs no weighing; or None when it has no opinion.

        Args:
            situation: what the seat knows.
            habits: how much and how well it thinks.
            seed: of its chance. The same in the same situation does the same.
        """
        ...
