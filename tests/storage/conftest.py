from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.storage.store import SqliteStore
from tests.engine.fakes import GAMES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tapis.db"


@pytest_asyncio.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    made = await SqliteStore.open(path, games=GAMES, busy_seconds=0.05)
    yield made
    await made.close()
