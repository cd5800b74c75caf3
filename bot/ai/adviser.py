"""The engine's `Adviser`: the best computer player's mind for who asks, and a worker's time for deals that are over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from bot.ai.analysis import pieces
from bot.ai.analysis.pieces import packed, piece, read
from bot.ai.analysis.walk import decisions
from bot.ai.analysis.weighing import USUAL, Budget, weighed
from bot.ai.brains import Brains
from bot.ai.problem import Problem, Values
from bot.ai.reasons import why
from bot.ai.workers import RESTART_PAUSE, Lost, Solver, Workers, weigh
from bot.core.advice import Advice, Analysis, Weighed
from bot.core.events import Event
from bot.core.game import AnyGame, DealSetup
from bot.core.situation import Situation

LEVEL = "expert"
"""Whose advice is given."""

PIECE_PATIENCE = 60.0
"""Seconds that one card's weighing may take, on a machine that has much else to do."""

NICENESS = 19
"""No process steps back further: cards to be played come first."""

TRIES = 3
"""How often a card is weighed before the analysis is given up: a worker may die with what it owes."""

log = logging.getLogger(__name__)


class Analyst(Solver, Protocol):
    """Where cards are weighed; it is started once, before the first one."""

    def start(self) -> None:
        """Make it ready; returns at once."""
        ...


def analyst(restarted: Callable[[], None]) -> Workers:
    """A process that steps back behind all others, those of the computer players included; not started.

    Args:
        restarted: called when it was replaced.
    """
    return Workers(1, (pieces.__name__,), restarted, NICENESS)


class InThread:
    """Weighs in a thread: for deals that are over, where there are no worker processes."""

    def start(self) -> None:
        """There is always a thread."""

    async def solve(self, problem: Problem, patience: float) -> Values:
        """The values of its choices; nobody can lose patience meanwhile."""
        return await asyncio.to_thread(weigh, problem)


class MindAdviser:
    """Advice from the strongest level's mind.

    Args:
        seed: of its chance. The same in the same situation advises the same.
        solver: worker processes for hints, those of the computer players; None where there are none.
        analyst: a process for analyses alone, started by the first one; None for a thread.
        budget: how much is tried for each card of an analysis.
    """

    def __init__(
        self, seed: int, solver: Solver | None = None, analyst: Analyst | None = None, budget: Budget = USUAL
    ) -> None:
        self._brains = Brains(seed, solver)
        self._analyst: Analyst = InThread() if analyst is None else analyst
        self._started = False
        self._budget = budget
        # One piece at a time, so that several analyses go on side by side and each is given up at once.
        self._turn = asyncio.Lock()

    async def advise(self, game: AnyGame, situation: Situation) -> Advice:
        """What the strongest level would do, and what speaks for it."""
        action = await self._brains(game.key, LEVEL).choose(situation)
        return Advice(action.code, why(game, situation, action.code))

    async def analyse(
        self, game: AnyGame, setup: DealSetup, events: Sequence[Event], progress: Callable[[int, int], None]
    ) -> Analysis:
        """What every card of a deal has cost, weighed one after another.

        Raises:
            CorruptLog: the events do not fit the setup.
            Lost: the workers gave no answer, again and again.
        """
        if not self._started:
            self._started = True
            self._analyst.start()
        found = await asyncio.to_thread(decisions, game, setup, events)
        texts, cards = packed(game, setup, events), list[Weighed]()
        for decision in found:
            progress(len(cards), len(found))
            problem = piece(texts, decision.place, self._budget)
            async with self._turn:
                answer = await self._answer(problem)
            cards.append(weighed(decision, read(answer)))
        progress(len(cards), len(found))
        return Analysis(tuple(cards))

    async def _answer(self, problem: Problem) -> Values:
        for attempt in range(1, TRIES):
            try:
                return await self._analyst.solve(problem, PIECE_PATIENCE)
            except Lost as lost:
                log.warning("a card is weighed again, attempt %d failed: %s", attempt, lost)
                # A process that died is replaced meanwhile; one that dies again, after a pause.
                await asyncio.sleep(1 if attempt == 1 else RESTART_PAUSE + 1)
        return await self._analyst.solve(problem, PIECE_PATIENCE)
