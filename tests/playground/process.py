"""A playground in a process of its own, to be killed and started again."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.nursery import Born, born

ROOT = Path(__file__).parents[2]


@dataclass(slots=True)
class Running:
    """One process and the address of its page."""

    process: asyncio.subprocess.Process | Born
    url: str
    lines: list[str]

    @property
    def port(self) -> int:
        """The page's port."""
        return int(self.url.rstrip("/").rsplit(":", 1)[1])

    async def kill(self) -> None:
        """``kill -9``."""
        self.process.kill()
        await self.process.wait()

    async def interrupt(self) -> tuple[int, str]:
        """Ctrl-C; returns the exit code and the rest of what was printed, errors included."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = await asyncio.wait_for(self.process.communicate(), 15)
        code = self.process.returncode
        assert code is not None
        return code, rest.decode()


async def start(*arguments: str, environment: dict[str, str] | None = None, fresh: bool = False) -> Running:
    """Run ``python`` with these arguments and wait for the address it prints.

    If it is not to be `fresh`, the process is forked from one that has read the modules.

    Raises:
        AssertionError: it ended before; its output is the message.
    """
    env = {"PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1", "TAPIS_BRAIN_WORKERS": "0", **(environment or {})}
    process = await (_fresh(arguments, env) if fresh else born(arguments, env=env, cwd=ROOT))
    assert process.stdout is not None
    lines: list[str] = []
    async with asyncio.timeout(40):
        while line := (await process.stdout.readline()).decode():
            lines.append(line.rstrip("\n"))
            if "http://127.0.0.1:" in line:
                return Running(process, "http://" + line.strip().rsplit("http://", 1)[1], lines)
    raise AssertionError("the playground did not start:\n" + "\n".join(lines))


async def _fresh(arguments: Sequence[str], env: Mapping[str, str]) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-W",
        "ignore::DeprecationWarning",
        *arguments,
        cwd=ROOT,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


@asynccontextmanager
async def toy(database: Path, *, port: int = 0, pace: float = 0.05, slow: float = 0.0) -> AsyncIterator[Running]:
    """The toy bot in the playground; killed at the end if it still runs."""
    running = await start("-m", "tests.playground", str(database), str(port), str(pace), str(slow))
    try:
        yield running
    finally:
        if running.process.returncode is None:
            await running.kill()
