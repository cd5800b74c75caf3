"""The health check asks the playground like a bot on Discord."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot import health
from tests.playground.process import start


async def test_the_playground_answers_the_health_check(tmp_path: Path) -> None:
    database = tmp_path / "tapis.db"
    environment = {"TAPIS_DATABASE": str(database)}
    running = await start("-m", "bot", "playground", "--port", "0", environment=environment, fresh=True)
    try:
        for _ in range(100):
            if (state := await health.ask(database, live=True))["ready"]:
                break
            await asyncio.sleep(0.1)
        assert state == {
            "ready": True,
            "gateway": True,
            "database": True,
            "tables": 0,
            "refused": 0,
            "braking": 0,
            "workers": 0,
        }
        assert (await running.interrupt())[0] == 0
    finally:
        if running.process.returncode is None:
            await running.kill()
    assert not await asyncio.to_thread(health.note_path(database).exists)
