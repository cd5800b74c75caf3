"""Worker processes, for real: started, killed, hung, closed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from itertools import count

import pytest

from bot.ai import workers as module
from bot.ai.heuristic import Heuristic
from bot.ai.levels import Habits
from bot.ai.problem import Posed, Problem
from bot.ai.thinker import Thinker
from bot.ai.workers import InLine, Lost, Workers
from bot.core.situation import Situation
from tests.ai.duel import deals
from tests.ai.sums import ADD, DIE, FAIL, HANG, NAME, NICE, PID, ask
from tests.conformance.toygame import TOY

LONG = 120.0
"""More patience than any machine needs."""

HABITS = Habits(worlds=1, bidding_worlds=0, infers=False, seconds=LONG)


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(1, [NAME, "no.such.module"])
    made.start()
    yield made
    await made.close()
    assert made.pids == ()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not holds():  # noqa: ASYNC110  # the end of a process is no event of the loop
            await asyncio.sleep(0.01)


async def until_gone(pid: int) -> None:
    await until(lambda: not alive(pid))


async def test_a_worker_answers_from_a_process_of_its_own_that_steps_back(workers: Workers) -> None:
    assert await workers.solve(ask(ADD, 1, 2), LONG) == (3,)
    (pid,) = await workers.solve(ask(PID), LONG)
    assert pid != os.getpid()
    assert await workers.solve(ask(NICE), LONG) == (min(19, os.nice(0) + module.NICENESS),)
    await workers.warm()
    assert workers.pids == (pid,)
    with pytest.raises(ZeroDivisionError):
        await workers.solve(ask(FAIL), LONG)
    assert (workers.restarts, workers.lost) == (0, 0)
    await workers.close()
    await until_gone(pid)
    with pytest.raises(Lost):
        await workers.solve(ask(ADD), LONG)


async def test_one_that_dies_or_hangs_is_replaced(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RESTART_PAUSE", 3600.0)
    with pytest.raises(Lost):
        await workers.solve(ask(DIE), LONG)
    (pid,) = await workers.solve(ask(PID), LONG)
    monkeypatch.setattr(module, "HUNG_SECONDS", 0.0)
    while alive(pid):
        with pytest.raises(Lost):
            await workers.solve(ask(HANG), 0.2)  # one that has not begun by then is forgotten, and asked again
    await until(lambda: workers.restarts == 2)
    with pytest.raises(Lost, match="no worker"):
        await workers.solve(ask(ADD), LONG)  # the second in a short time waits for its turn
    workers.start()
    assert await workers.solve(ask(ADD, 5), LONG) == (5,)


async def test_what_waited_behind_one_that_hangs_is_lost_with_it(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await workers.warm()
    monkeypatch.setattr(module, "HUNG_SECONDS", 0.0)
    behind = [asyncio.create_task(workers.solve(ask(HANG), LONG)) for _ in range(4)]
    with pytest.raises(Lost):
        await workers.solve(ask(HANG), 0.0)
    for pid in workers.pids:
        os.kill(pid, signal.SIGKILL)
    assert [type(lost) for lost in await asyncio.gather(*behind, return_exceptions=True)] == [Lost] * 4


class Summing:
    """A mind that lets a solver add, kills its worker at one decision, and has no opinion at another."""

    def __init__(self, dies_at: int) -> None:
        self._number = count()
        self._dies_at = dies_at

    def pose(self, situation: Situation, habits: Habits, seed: int) -> Posed | str | None:
        number = next(self._number)
        codes = tuple(code for prompt in situation.prompts for code in prompt.codes())
        if number == 3:
            return codes[-1]
        if number == 5:
            return None
        problem = ask(DIE) if number == self._dies_at else Problem(NAME, (ADD, 7))
        return Posed(problem, codes[:1])


async def test_a_killed_worker_costs_one_card_by_rules_of_thumb(caplog: pytest.LogCaptureFixture) -> None:
    told: list[int] = []
    workers = Workers(1, [NAME], restarted=lambda: told.append(1))
    workers.start()
    rules = Heuristic(TOY, None, 1)
    brain = Thinker(TOY, Summing(dies_at=2), HABITS, workers, rules, 1)
    outcome = await deals(TOY, TOY.presets["quiet"], [brain] * 2, 1, seed=3)
    assert len(outcome.marks) == 2, "the deal was played to its end"
    assert brain.failures == 1
    assert brain.weighed == brain.decisions - 3
    assert rules.decisions == 2, "the killed one, and the one without an opinion"
    assert told == [1]
    assert "are lost" in caplog.text
    await workers.close()


@pytest.mark.parametrize("problem", [ask(FAIL), Problem("no.such.module", ()), Problem("tests.ai", ())])
async def test_a_solver_that_fails_costs_its_thoughts_only(problem: Problem, caplog: pytest.LogCaptureFixture) -> None:
    class Mind:
        def pose(self, situation: Situation, habits: Habits, seed: int) -> Posed:
            return Posed(problem, ("play:7S",))

    rules = Heuristic(TOY, None, 1)
    brain = Thinker(TOY, Mind(), HABITS, InLine(), rules, 1)
    await deals(TOY, TOY.presets["quiet"], [brain] * 2, 1, seed=3)
    assert brain.failures == brain.decisions == rules.decisions > 0
    assert "the mind of toy failed" in caplog.text


@pytest.mark.parametrize("answer", ["play:99", "nonsense", Posed(Problem(NAME, (ADD,)), ("a", "b"))])
async def test_what_is_not_offered_is_not_played(answer: str | Posed) -> None:
    class Mind:
        def pose(self, situation: Situation, habits: Habits, seed: int) -> Posed | str:
            return answer

    brain = Thinker(TOY, Mind(), HABITS, InLine(), Heuristic(TOY, None, 1), 1)
    await deals(TOY, TOY.presets["quiet"], [brain] * 2, 1, seed=3)
    assert brain.failures == brain.decisions


async def test_workers_end_when_their_parent_is_killed() -> None:
    # The parent's long sleep is ended by the SIGKILL below.
    script = (
        "import asyncio\nfrom bot.ai.workers import Workers\n"
        "async def main():\n    workers = Workers(1)\n    await workers.warm()\n    print(*workers.pids, flush=True)\n"
        "    await asyncio.sleep(3600)\n"
        "if __name__ == '__main__':\n    asyncio.run(main())\n"
    )
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE)
    assert parent.stdout is not None
    pid = int(await asyncio.wait_for(parent.stdout.readline(), LONG))
    os.kill(parent.pid, signal.SIGKILL)
    await parent.wait()
    await until_gone(pid)
