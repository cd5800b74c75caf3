"""The bot as a process: its exit codes and sentences, a clean end, one instance per database, the health check."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from pathlib import Path

import aiohttp
import pytest

from bot import health as asking

from .conftest import Loopback
from .harness import ROOT
from .model import Ack
from .players import QUICK, club_of, good, take_first

pytestmark = pytest.mark.fresh

NOWHERE = "http://127.0.0.1:{port}/api/v10"


def dead_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize(
    ("env", "code", "sentence"),
    [
        ({"DISCORD_TOKEN": ""}, 3, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "abc.def.ghi"}, 4, "Discord refuses DISCORD_TOKEN"),
        ({"TAPIS_LOOPBACK_API": NOWHERE}, 5, "Discord cannot be reached"),
    ],
)
async def test_a_start_that_fails_is_one_sentence(
    loopback: Loopback, tmp_path: Path, env: dict[str, str], code: int, sentence: str
) -> None:
    filled = {name: value.format(port=dead_port()) for name, value in env.items()}
    club = await club_of(loopback, tmp_path, start=False, **filled)
    await club.harness.start(wait=False)
    assert await club.harness.ended() == code
    output = "\n".join(club.harness.log)
    assert sentence in output
    assert "Traceback" not in output
    assert "abc.def.ghi" not in output


async def test_one_instance_a_database_a_health_check_and_a_clean_end(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("belote")
    await ready(club.database)
    assert await health(club.database) == (0, "ready, 1 open table")

    second = await loopback(("-m", "bot"), database=club.database, env=QUICK)
    await second.start(wait=False)
    assert await second.ended() == 8
    assert "Traceback" not in "\n".join(second.log)
    assert await health(club.database) == (0, "ready, 1 open table")

    before = club.truth().stored
    assert await club.harness.stop(signal.SIGTERM) == 0
    assert "Traceback" not in "\n".join(club.harness.log)
    assert (await health(club.database))[0] == 10
    assert club.truth().stored == before
    mark = len(club.world.log)
    await club.harness.start()
    await club.world.quiet(0.2)
    asked = [entry.route for entry in club.world.log[mark:] if entry.method in ("PATCH", "POST", "PUT", "DELETE")]
    assert not asked, "after a clean end nothing lags and no command changed"
    player = await club.to_move()
    assert player is not None
    assert good(await player.do(take_first(player.codes))).ack is Ack.UPDATE
    assert await club.harness.stop(signal.SIGINT) == 0
    assert "Traceback" not in "\n".join(club.harness.log)


async def test_the_selfcheck_looks_beside_the_running_bot_and_changes_nothing(
    loopback: Loopback, tmp_path: Path
) -> None:
    club = await club_of(loopback, tmp_path)
    await ready(club.database)
    mark = len(club.world.log)
    code, output = await club.harness.run("-m", "bot", "selfcheck")
    assert "registered, as this version has them" in output
    assert re.search(r"^  server +\d+: all permissions", output, re.MULTILINE)
    assert re.search(r"^  emoji +en classic 0, en four 0, fr classic 0, fr four 0 of \d+ cards", output, re.MULTILINE)
    assert code == 0, output
    assert {entry.method for entry in club.world.log[mark:]} == {"GET"}


async def test_metrics_of_a_process_that_plays(loopback: Loopback, tmp_path: Path) -> None:
    port = dead_port()
    club = await club_of(loopback, tmp_path, TAPIS_METRICS_PORT=str(port))
    await club.start("belote")
    player = await club.to_move()
    assert player is not None
    good(await player.do(take_first(player.codes)))
    await ready(club.database)
    async with aiohttp.ClientSession() as session:
        text = await (await session.get(f"http://127.0.0.1:{port}/metrics")).text()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    callbacks = 'tapis_requests_total{method="POST",route="/interactions/:id/:token/callback",status="204"}'
    acks = [float(value) for name, value in lines.items() if name.startswith(callbacks[:70])]
    assert sum(acks) == float(lines["tapis_ack_seconds_count"]) > 1
    assert float(lines["tapis_connected"]) == 1
    assert await club.harness.stop(signal.SIGTERM) == 0


async def ready(database: Path) -> None:
    """Waits until the bot says so: the library waits two seconds for the last of its servers."""
    async with asyncio.timeout(10):
        while True:
            try:
                await asking.ask(database)
            except asking.Unhealthy:
                await asyncio.sleep(0.1)
            else:
                return


async def health(database: Path) -> tuple[int, str]:
    """Exit code and output of the health check."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("TAPIS_", "DISCORD_"))}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "health"),
        env={**env, "TAPIS_DATABASE": str(database), "PYTHONPATH": str(ROOT)},
        cwd=database.parent,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode().strip()
