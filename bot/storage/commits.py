"""Transactions that wait for the disk together: what is asked for during one commit is the next one.

Every commit waits for the disk, which takes as long for one change as for fifty. Each change still is all or nothing of
its own, and is answered only when it is on the disk. See docs/adr/0028-commits-together.md.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeVar

from bot.engine.errors import StorageFailure
from bot.meter import Meter

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

MOST = 100
"""Changes in one commit: the first of them waits for the last."""


@dataclass(frozen=True, slots=True)
class _Done:
    """What a change returned."""

    result: Any  # each waiting caller knows the type of its own


_Outcome = _Done | Exception


@dataclass(slots=True)
class _Asked:
    """A change somebody waits for."""

    work: Work[Any]
    answer: asyncio.Future[Any]
    at: float


class Commits:
    """The queue before the one writing connection.

    It has no task of its own: one is made when a change is asked for, and ends when none waits.
    """

    def __init__(self, run: Callable[[Work[list[_Outcome]]], Awaitable[list[_Outcome]]], meter: Meter) -> None:
        """Make an empty queue.

        Args:
            run: runs a function on the writing connection, in its thread, while nobody else writes.
            meter: times each change from its asking to its end.
        """
        self._run = run
        self._meter = meter
        self._asked: deque[_Asked] = deque()
        self._task: asyncio.Task[None] | None = None

    async def add(self, work: Work[T]) -> T:
        """Have a change made, all or nothing, to its end even when the caller is cancelled.

        `work` is called again, where nothing of it is left, when the changes it was made together with failed.

        Raises:
            StorageFailure: the database refused; nothing has changed. Other errors of `work` come through, and undo it.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._asked.append(_Asked(work, answer, perf_counter()))
        if self._task is None:
            self._task = loop.create_task(self._commit())
        return await asyncio.shield(answer)

    async def finished(self) -> None:
        """Wait until nothing is left to be made."""
        while self._task is not None:
            await asyncio.wait({self._task})

    async def _commit(self) -> None:
        try:
            while self._asked:
                taken = [self._asked.popleft() for _ in range(min(MOST, len(self._asked)))]
                try:
                    await self._together(taken)
                finally:
                    for asked in taken:
                        self._meter.time("database_seconds", perf_counter() - asked.at, "write")
                        asked.answer.cancel()  # does nothing to those that are answered
        finally:
            self._task = None

    async def _together(self, taken: Sequence[_Asked]) -> None:
        works = [asked.work for asked in taken]
        try:
            outcomes = await self._run(lambda connection: together(works, connection))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told to everybody who waits
            outcomes = [error] * len(taken)
        for asked, outcome in zip(taken, outcomes, strict=True):
            if not asked.answer.done():
                _answer(asked.answer, outcome)


def _answer(answer: asyncio.Future[Any], outcome: _Outcome) -> None:
    if isinstance(outcome, _Done):
        answer.set_result(outcome.result)
    elif isinstance(outcome, (sqlite3.Error, StorageFailure)):
        # One failure may be that of many changes: each caller gets an exception of their own.
        failure = StorageFailure(str(outcome))
        failure.__cause__ = outcome
        answer.set_exception(failure)
    else:
        answer.set_exception(outcome)


def together(works: Sequence[Work[Any]], connection: sqlite3.Connection) -> list[_Outcome]:
    """Make changes in one transaction, or each in its own when the database refuses them together.

    Returns:
        What became of each, in their order.
    """
    if len(works) > 1:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            # Another process writes, and was waited for: it is not waited for again for every single one.
            return [error] * len(works)
        try:
            outcomes = [_part(work, connection) for work in works]
            connection.execute("COMMIT")
        except sqlite3.Error:
            _undo(connection)
        except BaseException:
            _undo(connection)
            raise
        else:
            return outcomes
    return _one_by_one(works, connection)


def _part(work: Work[Any], connection: sqlite3.Connection) -> _Outcome:
    """One change of several in a transaction; an error of its own undoes it alone.

    Raises:
        sqlite3.Error: the database refused it, and may have undone the others too.
    """
    connection.execute("SAVEPOINT part")
    try:
        outcome: _Outcome = _Done(work(connection))
    except sqlite3.Error:
        raise
    except Exception as error:  # noqa: BLE001 - it is raised where the change was asked for
        connection.execute("ROLLBACK TO part")
        outcome = error
    connection.execute("RELEASE part")
    return outcome


def _one_by_one(works: Sequence[Work[Any]], connection: sqlite3.Connection) -> list[_Outcome]:
    outcomes: list[_Outcome] = []
    for work in works:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            return [*outcomes, *[error] * (len(works) - len(outcomes))]
        try:
            result = work(connection)
            connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - it is raised where the change was asked for
            _undo(connection)
            outcomes.append(error)
        except BaseException:
            _undo(connection)
            raise
        else:
            outcomes.append(_Done(result))
    return outcomes


def _undo(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
