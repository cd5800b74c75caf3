from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.engine.fakes import World


@pytest_asyncio.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.close()
