"""Analyses in a process of their own: started by the first, replaced when it dies, ended at the stop."""

from __future__ import annotations

import asyncio
import os
import signal

from bot.ai.adviser import NICENESS, MindAdviser, analyst
from bot.ai.analysis.weighing import Budget, analysed
from bot.core.registry import game_of
from tests.ai.test_lookahead import deal
from tests.ai.test_workers import until_gone

SMALL = Budget(steps=300)


async def test_an_analysis_has_a_process_of_its_own_and_survives_its_death(deal_seed: int) -> None:
    game = game_of("belote")
    setup, events = deal(game, game.default_preset, 4, deal_seed)
    replaced: list[int] = []
    process = analyst(lambda: replaced.append(1))
    adviser, told = MindAdviser(deal_seed, None, process, SMALL), list[int]()
    assert not process.pids, "nobody has asked for an analysis"

    def progress(done: int, total: int) -> None:
        told.append(done)
        if done == total // 2 and not replaced:
            (pid,) = process.pids
            assert os.getpriority(os.PRIO_PROCESS, pid) == NICENESS
            os.kill(pid, signal.SIGKILL)

    try:
        found = await adviser.analyse(game, setup, events, progress)
        assert found == analysed(game, setup, events, SMALL)
        assert replaced == [1]
        assert told == list(range(len(found.cards) + 1))
        work = asyncio.ensure_future(adviser.analyse(game, setup, events, lambda done, total: None))
        await asyncio.sleep(0)
        work.cancel()
        await asyncio.wait({work})
        assert work.cancelled()
        assert await adviser.analyse(game, setup, events, lambda done, total: None) == found
    finally:
        pids = process.pids
        await process.close()
    for pid in pids:
        await until_gone(pid)


async def test_a_thread_finds_the_same(deal_seed: int) -> None:
    game = game_of("belote")
    setup, events = deal(game, game.default_preset, 4, deal_seed)
    found = await MindAdviser(deal_seed, budget=SMALL).analyse(game, setup, events, lambda done, total: None)
    assert found == analysed(game, setup, events, SMALL)
