"""The bot's own limit of requests."""

from __future__ import annotations

import asyncio

import pytest

from bot.app import TapisBot
from bot.brake import Brake, Level
from bot.config import Settings
from bot.ui.budget import Budget, Priority

DISCORDS = 50
"""Requests of one bot that Discord takes in a second."""


async def test_a_burst_passes_at_once_and_the_rest_waits() -> None:
    budget = Budget(rate=10, burst=3)
    asked = [asyncio.ensure_future(budget.take(Priority.TABLE)) for _ in range(4)]
    await asyncio.sleep(0)
    assert [future.done() for future in asked] == [True, True, True, False]
    await asked[3]


async def test_hands_go_before_tables_and_tables_before_chatter() -> None:
    budget = Budget(rate=100, burst=1)
    await budget.take(Priority.CHATTER)
    order: list[Priority] = []

    async def ask(priority: Priority) -> None:
        await budget.take(priority)
        order.append(priority)

    asked = (Priority.CHATTER, Priority.TABLE, Priority.HAND, Priority.TABLE)
    await asyncio.gather(*(ask(priority) for priority in asked))
    assert order == sorted(asked)


async def test_who_gives_up_does_not_cost_a_turn() -> None:
    budget = Budget(rate=100, burst=1)
    await budget.take(Priority.TABLE)
    gone = asyncio.ensure_future(budget.take(Priority.HAND))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait_for(budget.take(Priority.TABLE), timeout=0.9)
    assert gone.cancelled()


async def test_nothing_is_left_running_when_nobody_waits() -> None:
    budget = Budget(rate=100, burst=1)
    for _ in range(3):
        await budget.take(Priority.TABLE)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_while_requests_are_refused_only_hands_go_out_and_then_all_in_their_order() -> None:
    now = 0.0
    brake = Brake(wary_at=2, stop_at=9, window=600, clock=lambda: now)
    budget = Budget(rate=1_000, brake=brake)
    for _ in range(2):
        brake.refused()
    done: list[Priority] = []

    async def ask(priority: Priority) -> None:
        await budget.take(priority)
        done.append(priority)

    held = [asyncio.ensure_future(ask(priority)) for priority in (Priority.CHATTER, Priority.TABLE)]
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        for _ in range(3):
            await ask(Priority.HAND)
    assert done == [Priority.HAND] * 3, "a hand does not wait for the clock of those that are held"
    now = 600.0
    assert brake.level is Level.FREE
    async with asyncio.timeout(30):
        await ask(Priority.CHATTER)
        await asyncio.gather(*held)
    assert done[3:] == [Priority.TABLE, Priority.CHATTER, Priority.CHATTER]


def test_not_even_after_a_quiet_time_has_a_second_more_requests_than_discord_takes() -> None:
    budget = TapisBot(Settings())._budget
    assert budget._rate + budget._burst <= DISCORDS
    assert budget._burst >= 1


@pytest.mark.parametrize("rate", [100, 2])
async def test_a_bucket_of_less_than_a_request_still_lets_one_out(rate: int) -> None:
    """A bot that is allowed few requests a second has a burst of a part of one."""
    budget = Budget(rate=rate, burst=0.25)
    async with asyncio.timeout(30):
        for _ in range(2):
            await budget.take(Priority.TABLE)
