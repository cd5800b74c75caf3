"""The engine's `Adviser`: the best computer player's mind for who asks, and a worker's time for deals that are over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from bot.ai.analysis.pieces import packed, piece, read
from bot.ai.analysis.walk import decisions
from bot.ai.analysis.weighing import USUAL, Budget, weighed
from bot.ai.brains import Brains
from bot.ai.problem import Problem, Values
from bot.ai.reasons import why
from bot.ai.workers import Lost, Solver, weigh
from bot.core.advice import Advice, Analysis, Weighed
from bot.core.events import Event
from bot.core.game import AnyGame, DealSetup
from bot.core.situation import Situation

LEVEL = "expert"
"""Whose advice is given."""

PIECE_PATIENCE = 60.0
"""Seconds that one card's weighing may take, on a machine that has much else to do."""

TRIES = 3
"""How often a card is weighed before the analysis is given up: a worker may die with what it owes."""

log = logging.getLogger(__name__)


class InThread:
    """Weighs in a thread: for deals that are over, where there are no worker processes."""

    async def solve(self, problem: Problem, patience: float) -> Values:
        """The values of its choices; nobody can lose patience meanwhile."""
        return await asyncio.to_thread(weigh, problem)


class MindAdviser:
    """Advice from the strongest level's mind.

    Args:
        seed: of its chance. The same in the same situation advises the same.
        solver: worker processes; None where there are none.
        budget: how much is tried for each card of an analysis.
    """

    def __init__(self, seed: int, solver: Solver | None = None, budget: Budget = USUAL) -> None:
        self._brains = Brains(seed, solver)
        self._solver: Solver = InThread() if solver is None else solver
        self._budget = budget
        # One at a time: cards to be played never wait for more than one piece of it.
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
                return await self._solver.solve(problem, PIECE_PATIENCE)
            except Lost as lost:
                log.warning("a card is weighed again, attempt %d failed: %s", attempt, lost)
                # A worker that died is replaced meanwhile.
                await asyncio.sleep(1)
        return await self._solver.solve(problem, PIECE_PATIENCE)
