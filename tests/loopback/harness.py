"""Starts the loopback server in the test's event loop and a bot in a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from aiohttp import web

from tests.nursery import Born, born

from . import routes_app, routes_channels, routes_interactions, spec
from .gateway import Gateway
from .human import Human
from .model import Guild
from .moderator import Moderator
from .rest import API, Rest
from .world import World

ROOT = Path(__file__).parent.parent.parent
LAUNCHER = Path(__file__).with_name("launcher.py")
ROUTES = (*routes_interactions.ROUTES, *routes_channels.ROUTES, *routes_app.ROUTES)
HIDDEN = ("DISCORD_", "TAPIS_", "COV_", "PYTEST_")


class Harness:
    """A loopback Discord and one bot. Use as `async with`; the bot starts with `start()`.

    `argv` is what follows `python`: ("-m", "bot") or (path of a script, ...). `env` is added to a clean environment
    that holds DISCORD_TOKEN; `database` becomes TAPIS_DATABASE. `rtt` and `ack_deadline` are in seconds. Without `cwd`
    the bot runs in an empty folder, so that no `.env` of a developer reaches it. With `seed` Tapis deals from
    that; each start goes on with the next one. A bot that is not `fresh` is forked from a process that has read its
    modules (`tests/nursery.py`).
    """

    def __init__(
        self,
        argv: Sequence[str | Path],
        *,
        env: Mapping[str, str] | None = None,
        database: Path | None = None,
        cwd: Path | None = None,
        rtt: float = 0.0,
        ack_deadline: float = 3.0,
        seed: int | None = None,
        fresh: bool = True,
    ) -> None:
        self.world = World(rtt=rtt, ack_deadline=ack_deadline)
        self.world.describe = self.log_tail
        self.gateway = Gateway(self.world)
        self.moderator = Moderator(self.world)
        self.argv = [str(part) for part in argv]
        self.env = dict(env or {})
        if database is not None:
            self.env["TAPIS_DATABASE"] = str(database)
        self.cwd = cwd
        self.seed = seed
        self.fresh = fresh
        self.starts = 0
        self._folder = TemporaryDirectory(prefix="loopback-")
        self.log: list[str] = []
        self.process: Process | Born | None = None
        self.exit_code: int | None = None
        self._expected_end = False
        self._tasks: list[asyncio.Task[None]] = []
        self._runner: web.AppRunner | None = None

    # Server

    async def __aenter__(self) -> Harness:
        application = Rest(self.world, ROUTES).application()
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_get("/gateway/", self.gateway.serve)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.world.base_url = f"http://{host}:{port}"
        self.world.gateway_url = f"ws://{host}:{port}/gateway"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.kill()
        await self.gateway.kick(1001)
        assert self._runner is not None
        await self._runner.cleanup()
        self._folder.cleanup()

    # Bot

    async def start(self, within: float = 20.0, *, wait: bool = True, may_end: bool = False) -> None:
        """Starts the bot and, unless told not to wait, waits until its gateway session stands.

        An end of the process by itself fails whatever waits for the bot, unless it `may_end`.

        Commands synced in setup_hook are there by then, and every event sent from now on reaches the bot in order.
        """
        assert self.process is None, "the bot is running"
        before = self.world.identified
        self.world.death, self.exit_code, self._expected_end = None, None, may_end
        self.starts += 1
        self.process = await self._process(self._environment())
        self._tasks = [asyncio.create_task(self._read(self.process)), asyncio.create_task(self._watch(self.process))]
        if wait:
            await self.world.until(lambda: self.world.identified > before, within, what="the bot's IDENTIFY")

    async def _process(self, env: Mapping[str, str]) -> Process | Born:
        argv, cwd = (str(LAUNCHER), *self.argv), self.cwd or self._folder.name
        if not self.fresh:
            return await born(argv, env=env, cwd=cwd)
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *argv,
            env=env,
            cwd=cwd,
            stdout=PIPE,
            stderr=STDOUT,
            start_new_session=True,
            limit=1 << 20,
        )

    async def run(self, *argv: str, within: float = 30.0) -> tuple[int, str]:
        """Run another command on the same Discord to its end, whether the bot runs or not; its exit code and output."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(LAUNCHER),
            *argv,
            env=self._environment(),
            cwd=self.cwd or self._folder.name,
            stdout=PIPE,
            stderr=STDOUT,
        )
        async with asyncio.timeout(within):
            output, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, output.decode()

    @asynccontextmanager
    async def twin(self, database: Path) -> AsyncIterator[list[str]]:
        """Another instance of the same bot, with the same token, on a database of its own; yields its output."""
        before, lines = self.world.identified, list[str]()
        process = await self._process(self._environment() | {"TAPIS_DATABASE": str(database)})

        async def read() -> None:
            assert process.stdout is not None
            async for line in process.stdout:
                lines.append(line.decode(errors="replace").rstrip())
                self.world.touch()

        reader = asyncio.create_task(read())
        try:
            await self.world.until(lambda: self.world.identified > before, 20.0, what="the twin's IDENTIFY")
            yield lines
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
            await reader

    def _environment(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(HIDDEN)}
        return kept | {
            "DISCORD_TOKEN": self.world.token,
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "PYTHONIOENCODING": "utf-8",
            "TAPIS_LOOPBACK_API": self.world.base_url + API,
            "TAPIS_LOOPBACK_GATEWAY": self.world.gateway_url,
            "TAPIS_LOOPBACK_CDN": self.world.base_url,
            # A test that is not about them counts no requests for card emoji.
            "TAPIS_EMOJI_PAUSE": "off",
            # Nor a second process: one that is started and ended a hundred times would pay for it each time.
            "TAPIS_BRAIN_WORKERS": "0",
            **(
                {}
                if self.seed is None or self.argv[:2] != ["-m", "bot"]
                else {"TAPIS_LOOPBACK_SEED": str(self.seed + self.starts)}
            ),
            **self.env,
        }

    async def _read(self, process: Process | Born) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.log.append(line.decode(errors="replace").rstrip())
            self.world.touch()

    async def _watch(self, process: Process | Born) -> None:
        self.exit_code = await process.wait()
        if not self._expected_end:
            self.world.death = f"the bot ended by itself with exit code {self.exit_code}"
        self.world.touch()

    async def kill(self) -> None:
        """SIGKILL: no goodbye to the gateway, nothing flushed. Processes the bot started are ended too."""
        await self._end(signal.SIGKILL, 10.0)

    async def stop(self, sig: signal.Signals = signal.SIGTERM, within: float = 10.0) -> int:
        """Asks the bot to end and returns its exit code. Raises AssertionError if it has not ended in time."""
        return await self._end(sig, within)

    async def _end(self, sig: signal.Signals, within: float) -> int:
        process, self.process = self.process, None
        if process is None:
            return self.exit_code or 0
        self._expected_end = True
        if process.returncode is None:
            process.send_signal(sig)
        reader, watcher = self._tasks
        done, _ = await asyncio.wait([watcher], timeout=within)
        # The bot leads a process group of its own, so helpers it leaves behind cannot outlive the test.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await asyncio.wait([reader, watcher])
        await self.world.until(lambda: not self.gateway.connections, what="the end of the connections")
        assert done, f"the bot did not end within {within} s of {sig.name}\n{self.world.transcript()}"
        assert self.exit_code is not None
        return self.exit_code

    async def ended(self, within: float = 10.0) -> int:
        """Waits for the bot to end by itself and returns its exit code."""
        _, watcher = self._tasks
        self._expected_end = True
        await asyncio.wait([watcher], timeout=within)
        assert watcher.done(), f"the bot did not end within {within} s\n{self.world.transcript()}"
        return await self._end(signal.SIGKILL, within)

    def freeze(self) -> None:
        """Stops the bot's process in its tracks (SIGSTOP) until `thaw`."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets a frozen bot go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    async def restart(self) -> None:
        """SIGKILL and start again with the same environment and database."""
        await self.kill()
        await self.start()

    async def until_log(self, text: str, within: float = 10.0, *, since: int = 0) -> str:
        """Waits for a line of the bot's output that contains a text, and returns it."""
        found = await self.world.until(
            lambda: [line for line in self.log[since:] if text in line], within, what=f"log line {text!r}"
        )
        return found[0]

    def log_tail(self, last: int = 40) -> str:
        """The last lines the bot wrote."""
        return "\n".join(["-- the bot's last lines", *self.log[-last:]])

    # People

    def human(self, name: str, *guilds: Guild, locale: str = "fr", dms_open: bool = True) -> Human:
        """A new person, member of the given servers."""
        human = Human(self.world, self.world.add_user(name, locale=locale, dms_open=dms_open))
        for guild in guilds:
            human.join(guild)
        return human

    def problems(self) -> list[str]:
        """What a test must not leave behind: unknown routes, gateway misuse, deviations from Discord's description."""
        return [*self.world.problems(), *spec.check_all(self.world.log)]
