"""The fixture of the loopback tests: harnesses that are ended and judged after the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any

import pytest

from .harness import Harness

Loopback = Callable[..., Coroutine[Any, Any, Harness]]


@pytest.fixture
async def loopback(deal_seed: int, request: pytest.FixtureRequest) -> AsyncIterator[Loopback]:
    """Makes harnesses (same arguments as Harness; the bot is not started yet), which deal from the test's seed.

    Bots start from the nursery, but for a test that is marked `fresh`.

    Afterwards every bot is ended, and the test fails if the bot used a route or opcode the server does not know or if a
    request or answer deviates from Discord's description.
    """
    made: list[Harness] = []
    fresh = request.node.get_closest_marker("fresh") is not None
    async with AsyncExitStack() as stack:

        async def make(*args: Any, **kwargs: Any) -> Harness:
            usual = {"seed": deal_seed, "fresh": fresh}
            harness = await stack.enter_async_context(Harness(*args, **usual | kwargs))
            made.append(harness)
            return harness

        yield make
    problems = [problem for harness in made for problem in harness.problems()]
    assert not problems, "\n".join(problems)
