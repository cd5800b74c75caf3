"""Advice for the members of a table: a hint at their turn, the analysis of a deal that is over.

Both are thought out beside the table: nothing here changes one or holds its lock. What was thought out is kept in
memory, and is simply thought out again after a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field

from bot.core.advice import Advice, Analysis
from bot.core.seats import Seat
from bot.core.situation import situation
from bot.engine.desk import Desk
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import OPEN_STATUSES, TableId, TableStatus, UserId
from bot.engine.ports import Adviser
from bot.engine.table import Table

HINT_SECONDS = 8.0
"""A member is not kept waiting for a hint any longer; what is thought out later is kept for when they ask again."""

ANALYSIS_SECONDS = 2.0
"""Whoever opens an analysis that is not done by then sees how far it is."""

KEPT = 64
"""Analyses in memory."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Examined:
    """How far the analysis of a deal is.

    Attributes:
        number: the deal's.
        done: cards weighed.
        total: of so many; 0 while that is not known.
        analysis: all of it; None until it is done.
    """

    number: int
    done: int
    total: int
    analysis: Analysis | None


@dataclass(slots=True)
class _Progress:
    """Where an analysis notes how far it is, before and after its task exists."""

    done: int = 0
    total: int = 0

    def note(self, done: int, total: int) -> None:
        self.done, self.total = done, total


@dataclass(slots=True)
class _Examining:
    task: asyncio.Task[Analysis]
    progress: _Progress = field(default_factory=_Progress)


class Counsel:
    """Gives hints and analyses.

    Args:
        desk: the tables.
        adviser: who thinks; None where nobody does.
        hint_seconds: how long a hint is waited for.
        analysis_seconds: how long an analysis is waited for.
    """

    def __init__(
        self,
        desk: Desk,
        adviser: Adviser | None,
        hint_seconds: float = HINT_SECONDS,
        analysis_seconds: float = ANALYSIS_SECONDS,
    ) -> None:
        self._desk = desk
        self._adviser = adviser
        self._hint_seconds = hint_seconds
        self._analysis_seconds = analysis_seconds
        self._hints: dict[tuple[TableId, Seat], tuple[str, asyncio.Task[Advice]]] = {}
        self._analyses: OrderedDict[tuple[TableId, int], _Examining] = OrderedDict()

    async def hint(self, table_id: TableId, user: UserId) -> Advice:
        """What a member whose turn it is had best do. Asked again in the same turn, it says the same.

        Raises:
            EngineRefusal: NO_TABLE, NOT_SEATED, HINTS_OFF, NOT_PLAYING, PAUSED, HINT_TURN, NO_ADVICE; HINT_LATE,
                after which it is worth asking again; HINT_FAILED; STALE when the turn is over meanwhile.
            StorageFailure: the table could not be read.
        """
        table = await self._desk.table(table_id)
        seat = table.seat_of(user)
        _require_turn(table, seat)
        token = table.token(seat)
        known = self._hints.get((table_id, seat))
        if known is None or known[0] != token or _failed(known[1]):
            known = (token, self._think(table, seat))
            self._hints[table_id, seat] = known
        task = known[1]
        await asyncio.wait({task}, timeout=self._hint_seconds)
        present = self._desk.known(table_id)
        if present is None or seat not in present.waiting or present.token(seat) != token:
            raise EngineRefusal(Trouble.STALE)
        if not task.done():
            raise EngineRefusal(Trouble.HINT_LATE)
        if _failed(task):
            raise EngineRefusal(Trouble.HINT_FAILED)
        return task.result()

    async def analysis(self, table_id: TableId, number: int | None = None) -> Examined:
        """What the cards of a table's latest deal have cost, or of an earlier one that was analysed.

        It is begun when somebody asks, and goes on when nobody waits for it any more.

        Args:
            table_id: which table.
            number: of the deal; None for the latest.

        Raises:
            EngineRefusal: NO_TABLE; DEAL_RUNNING while it is played; NO_ANALYSIS for a deal without cards, or whose
                analysis is not kept any more; HANDS_HIDDEN; NO_ADVICE; ANALYSIS_FAILED.
            StorageFailure: the table could not be read.
        """
        table = await self._desk.table(table_id)
        wanted = number if number is not None else 0 if table.state is None else table.state.number
        key = (table_id, wanted)
        found = self._analyses.get(key)
        if found is None or _failed(found.task):
            found = self._examine(table, wanted)
            self._analyses[key] = found
        self._analyses.move_to_end(key)
        while len(self._analyses) > KEPT:
            self._analyses.popitem(last=False)[1].task.cancel()
        await asyncio.wait({found.task}, timeout=self._analysis_seconds)
        if not found.task.done():
            return Examined(wanted, found.progress.done, found.progress.total, None)
        if _failed(found.task):
            raise EngineRefusal(Trouble.ANALYSIS_FAILED)
        return Examined(wanted, found.progress.done, found.progress.total, found.task.result())

    def follow(self, table: Table) -> None:
        """Forget hints for turns that are over, and stop what is thought for a table that is closed."""
        for key in [key for key in self._hints if key[0] == table.id]:
            token, task = self._hints[key]
            if table.status not in OPEN_STATUSES or key[1] not in table.to_act or table.token(key[1]) != token:
                del self._hints[key]
                task.cancel()
        if table.status is TableStatus.CLOSED:
            self.forget(table.id)

    def forget(self, table: TableId) -> None:
        """Stop and forget all analyses of a table."""
        for key in [key for key in self._analyses if key[0] == table]:
            self._analyses.pop(key).task.cancel()

    async def close(self) -> None:
        """Stop thinking."""
        tasks = [task for _, task in self._hints.values()] + [found.task for found in self._analyses.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _think(self, table: Table, seat: Seat) -> asyncio.Task[Advice]:
        if self._adviser is None:
            raise EngineRefusal(Trouble.NO_ADVICE)
        assert table.state is not None
        known = situation(table.game, table.state, seat, table.deal)
        task = asyncio.ensure_future(self._adviser.advise(table.game, known))
        task.add_done_callback(lambda done: _tell(done, "hint", table.id))
        return task

    def _examine(self, table: Table, number: int) -> _Examining:
        if table.state is None or table.state.deal is None or number != table.state.number:
            raise EngineRefusal(Trouble.NO_ANALYSIS)
        if not table.state.between:
            raise EngineRefusal(Trouble.DEAL_RUNNING)
        if not table.state.records or not table.state.records[-1].counts:
            raise EngineRefusal(Trouble.NO_ANALYSIS)
        if not table.game.view(table.state.deal, None).hands:
            raise EngineRefusal(Trouble.HANDS_HIDDEN)
        if self._adviser is None:
            raise EngineRefusal(Trouble.NO_ADVICE)
        progress = _Progress()
        work = self._adviser.analyse(table.game, table.state.deal.setup, table.deal, progress.note)
        task = asyncio.ensure_future(work)
        task.add_done_callback(lambda done: _tell(done, "analysis", table.id))
        return _Examining(task, progress)


def _require_turn(table: Table, seat: Seat) -> None:
    """Accept the seat of a present member who must act, where hints are allowed."""
    if not table.hints:
        raise EngineRefusal(Trouble.HINTS_OFF)
    if table.record.paused:
        raise EngineRefusal(Trouble.PAUSED)
    if not table.in_deal:
        raise EngineRefusal(Trouble.NOT_PLAYING)
    if seat not in table.waiting or seat in table.newcomers:
        raise EngineRefusal(Trouble.HINT_TURN)


def _failed(task: asyncio.Task[Advice] | asyncio.Task[Analysis]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _tell(task: asyncio.Task[Advice] | asyncio.Task[Analysis], what: str, table: TableId) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("advice failed: %s", what, exc_info=task.exception(), extra={"table": table})
