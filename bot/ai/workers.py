"""Worker processes that think for computer players, beside the event loop; without any, the loop thinks itself.

Each worker is an executor of one process, so that one which hangs or dies is replaced alone and costs the answers it
owed, nothing else. A worker runs at low priority, ignores Ctrl-C, which its parent answers, and ends with its parent.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib import import_module
from multiprocessing import connection, get_context, parent_process
from typing import Protocol

from bot.ai.problem import Problem, Values

NICENESS = 10
"""How far workers step back, unless told otherwise."""

HUNG_SECONDS = 5.0
"""A worker that owes an answer for so long after nobody waits for it any more is ended."""

RESTART_PAUSE = 10.0
"""Seconds until a worker is replaced when the last one was replaced less than that ago."""

log = logging.getLogger(__name__)


class Lost(Exception):
    """No answer: the worker died, hung or was too slow. The message says which."""


class Solver(Protocol):
    """Where a problem is weighed."""

    async def solve(self, problem: Problem, patience: float) -> Values:
        """The values of its choices.

        Args:
            problem: what to weigh.
            patience: seconds to wait for the answer.

        Raises:
            Lost: there is none.
        """
        ...


def weigh(problem: Problem) -> Values:
    """Weigh a problem in this process, whatever its solver raises included."""
    values: Values = import_module(problem.solver).solve(problem)
    return values


class InLine:
    """Weighs at once, on the event loop: for tests, measurements and machines without processes to spare."""

    async def solve(self, problem: Problem, patience: float) -> Values:
        """The values of its choices; nobody can lose patience meanwhile."""
        return weigh(problem)


class Workers:
    """Some worker processes; each problem goes to the one that owes the fewest answers.

    Args:
        number: how many, at least one.
        solvers: dotted paths of the solvers' modules that are loaded before the first problem comes.
        restarted: called when a worker was replaced.
        niceness: how far they step back behind everything else on the machine.

    Attributes:
        restarts: workers replaced since the start.
        lost: problems without an answer.
    """

    def __init__(
        self,
        number: int,
        solvers: Iterable[str] = (),
        restarted: Callable[[], None] = lambda: None,
        niceness: int = NICENESS,
    ) -> None:
        self._niceness = niceness
        self._solvers = tuple(solvers)
        self._restarted = restarted
        self._workers: list[_Worker | None] = [None] * number
        self._closed = False
        self._replaced_at = float("-inf")
        self.restarts = 0
        self.lost = 0

    def start(self) -> None:
        """Start the processes that do not run, and let them load what they need; returns at once."""
        for place, worker in enumerate(self._workers):
            if worker is None and not self._closed:
                self._workers[place] = _Worker(self._solvers, self._niceness)

    async def warm(self) -> None:
        """Wait until all processes are ready."""
        self.start()
        await asyncio.gather(*(asyncio.wrap_future(worker.ready) for worker in self._workers if worker is not None))

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the processes that are ready."""
        return tuple(worker.pid for worker in self._workers if worker is not None and worker.pid is not None)

    async def solve(self, problem: Problem, patience: float) -> Values:
        """The values of its choices.

        Raises:
            Lost: the worker died, or had no answer in time.
            Exception: what the solver raised.
        """
        running = self._running()
        if self._closed or not running:
            raise Lost("no worker process runs")
        place, worker = min(running, key=lambda found: found[1].owed)
        try:
            future = worker.submit(problem)
        except BrokenProcessPool as broken:
            raise self._replaced(place, worker, "a worker process had died") from broken
        answer = asyncio.wrap_future(future)
        try:
            # Not `wait_for`, which would wait on for what cannot be cancelled.
            await asyncio.wait({answer}, timeout=patience)
            if not answer.done() or answer.cancelled():
                self.lost += 1
                raise Lost("its worker was replaced" if answer.done() else f"no answer within {patience} s")
            return answer.result()
        except BrokenProcessPool as broken:
            raise self._replaced(place, worker, "a worker process died") from broken
        finally:
            if not answer.done():
                answer.cancel()
                self._watch(place, worker, future)

    async def close(self) -> None:
        """End the processes, without waiting for what they think about."""
        self._closed = True
        running = [worker for _, worker in self._running()]
        self._workers = [None] * len(self._workers)
        await asyncio.gather(*(asyncio.to_thread(worker.end) for worker in running))

    def _running(self) -> list[tuple[int, _Worker]]:
        return [(place, worker) for place, worker in enumerate(self._workers) if worker is not None]

    def _replaced(self, place: int, worker: _Worker, why: str) -> Lost:
        """Put a new process in a dead one's place; whoever of several losers comes first does it."""
        self.lost += 1
        if self._workers[place] is worker:
            self.restarts += 1
            log.warning("%s and is replaced: %d so far", why, self.restarts)
            self._workers[place] = None
            worker.abandon()
            self._restarted()
            loop = asyncio.get_running_loop()
            # One that dies at once, again and again, must not cost a new process for every card.
            early = loop.time() - self._replaced_at < RESTART_PAUSE
            self._replaced_at = loop.time()
            if early:
                loop.call_later(RESTART_PAUSE, self.start)
            else:
                self.start()
        return Lost(why)

    def _watch(self, place: int, worker: _Worker, future: Future[Values]) -> None:
        """End a worker that goes on thinking for long."""

        def look() -> None:
            if not future.done() and self._workers[place] is worker:
                self._replaced(place, worker, "a worker process hung")

        asyncio.get_running_loop().call_later(HUNG_SECONDS, look)


class _Worker:
    """One process: what it owes, and its id once it is ready."""

    def __init__(self, solvers: tuple[str, ...], niceness: int) -> None:
        # Spawned, for a fork would copy the threads, sockets and the open database of the bot.
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=_prepare, initargs=(solvers, niceness))
        self._owed: list[Future[Values]] = []
        self.pid: int | None = None
        self.ready: Future[int] = self._pool.submit(os.getpid)
        self.ready.add_done_callback(self._is_ready)

    @property
    def owed(self) -> int:
        """Problems that it was given and has not answered."""
        self._owed = [future for future in self._owed if not future.done()]
        return len(self._owed)

    def submit(self, problem: Problem) -> Future[Values]:
        """Hand a problem over."""
        future = self._pool.submit(weigh, problem)
        self._owed.append(future)
        return future

    def abandon(self) -> None:
        """End the process at once, without waiting until it is gone."""
        if self.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def end(self) -> None:
        """End the process at once and wait until it is gone; blocks."""
        with suppress(Exception):  # it died before it was ready: there is nothing to end
            self.ready.result(timeout=HUNG_SECONDS)
        self.abandon()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _is_ready(self, ready: Future[int]) -> None:
        if not ready.cancelled() and ready.exception() is None:
            self.pid = ready.result()


def _prepare(solvers: tuple[str, ...], niceness: int) -> None:
    """What a worker does first: step back, end with its parent, load the solvers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for solver in solvers:
        with suppress(ImportError):  # told by whoever sends it a problem
            import_module(solver)


def _end_with_parent() -> None:
    """A parent that was killed tells nobody: without this its workers would wait for problems for ever."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
