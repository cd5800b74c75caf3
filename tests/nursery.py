"""Programs that start at once: a process that has read the bot's modules forks one for each start.

Most of a short test of `python -m bot` is reading those modules: two seconds of a processor for every start, and there
are hundreds. The programs are processes of their own all the same, and are killed, stopped and waited for as such. Two
things they share, as fresh ones would not: the order in which sets are gone through, and what is kept of words that
were read. So some tests start fresh ones on purpose: those of the command line's own start, of the bot as a process,
and the storms.

`python -m tests.nursery DESCRIPTOR` serves requests that come over that socket.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import io
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from asyncio import StreamReader, StreamReaderProtocol
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

ROOT = Path(__file__).parents[1]
PRELOADED = (
    "discord.http",
    "discord.gateway",
    "bot.cli",
    "bot.ui.painter",
    "bot.ui.studio",
    "bot.playground",
    "simcord",
    "tests.loopback.dealing",
    "PIL.Image",
    "PIL.ImageDraw",
    "PIL.ImageFont",
)
LARGEST = 1 << 17
"""Bytes of a request."""


@dataclass(frozen=True)
class Birth:
    """What is to run: `-m MODULE ARG...` or `SCRIPT ARG...`, with this environment, in this folder."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str


# In the tests' process


class Born:
    """A program that runs; what `asyncio.subprocess.Process` offers of it."""

    def __init__(self, pid: int, stdout: StreamReader, status: StreamReader) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None
        self._end = asyncio.ensure_future(self._ended(status))

    async def _ended(self, status: StreamReader) -> int:
        self.returncode = int(await status.read())
        return self.returncode

    async def wait(self) -> int:
        """The exit code, once it has ended; minus the signal that ended it."""
        return await asyncio.shield(self._end)

    async def communicate(self) -> tuple[bytes, None]:
        """The rest of what it writes, once it has ended."""
        told = await self.stdout.read()
        await self.wait()
        return told, None

    def send_signal(self, sent: int) -> None:
        """Send a signal.

        Raises:
            ProcessLookupError: it has ended.
        """
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, sent)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


async def born(argv: Sequence[str | Path], *, env: Mapping[str, str], cwd: str | Path) -> Born:
    """Start a program in a session of its own; its output and its errors come together."""
    out, told = os.pipe()
    try:
        status = _ask(Birth(tuple(map(str, argv)), dict(env), str(cwd)), told, told)
    finally:
        os.close(told)
    lines, ending = await _reader(out), await _reader(status)
    return Born(int(await ending.readline()), lines, ending)


async def _reader(descriptor: int) -> StreamReader:
    """What comes out of a pipe, which is closed at its end."""
    reader = StreamReader(limit=1 << 20)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: StreamReaderProtocol(reader), os.fdopen(descriptor, "rb", buffering=0))
    return reader


def run(
    argv: Sequence[str | Path], *, env: Mapping[str, str], cwd: str | Path, timeout: float = 60.0
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, like `subprocess.run` with its output and errors kept apart.

    Raises:
        TimeoutError: it runs longer than that, in seconds.
    """
    birth = Birth(tuple(map(str, argv)), dict(env), str(cwd))
    with TemporaryFile() as out, TemporaryFile() as err:
        status = _ask(birth, out.fileno(), err.fileno())
        with os.fdopen(status, "rb") as ending:
            pid = int(ending.readline())
            if not select.select([ending], [], [], timeout)[0]:
                os.kill(pid, signal.SIGKILL)
                raise TimeoutError(f"{birth.argv} runs longer than {timeout} s")
            code = int(ending.readline())
        told = []
        for file in (out, err):
            file.seek(0)
            told.append(file.read().decode())
    return subprocess.CompletedProcess(birth.argv, code, *told)


def _ask(birth: Birth, out: int, err: int) -> int:
    """Ask for a program; a pipe that tells its number, a line, and at its end the exit code."""
    status, writes = os.pipe()
    try:
        message = json.dumps([birth.argv, dict(birth.env), birth.cwd]).encode()
        assert len(message) < LARGEST
        socket.send_fds(_nursery(), [message], [out, err, writes])
    finally:
        os.close(writes)
    return status


@cache
def _nursery() -> socket.socket:
    """The socket of the process that forks, which lives as long as this one."""
    mine, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    env = {name: value for name, value in os.environ.items() if not name.startswith(("TAPIS_", "DISCORD_", "PYTEST_"))}
    with other:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.nursery", str(other.fileno())],
            cwd=ROOT,
            env=env | {"PYTHONPATH": str(ROOT)},
            pass_fds=[other.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def close() -> None:
        mine.close()
        process.wait()

    atexit.register(close)
    return mine


# In the process that forks, and in what it forks


def serve(control: socket.socket) -> Birth:
    """Answer requests; returns in each program, with what it is to do. Ends the process with its last client."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, (*descriptors,), _, _ = socket.recv_fds(control, LARGEST, 3)
        if not message:
            sys.exit()
        if not os.fork():
            control.close()
            argv, env, cwd = json.loads(message)
            _watched(*descriptors)
            return Birth(tuple(argv), env, cwd)
        for descriptor in descriptors:
            os.close(descriptor)


def _watched(out: int, err: int, status: int) -> None:
    """Forks once more: the parent waits for the child's end, tells it and ends; only the child returns."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child:
        os.close(out)
        if err != out:
            os.close(err)
        _, how = os.waitpid(child, 0)
        with suppress(BrokenPipeError):  # nobody waits for it any more
            os.write(status, f"{os.waitstatus_to_exitcode(how)}\n".encode())
        os._exit(0)
    os.setsid()
    os.dup2(out, 1)
    os.dup2(err, 2)
    for descriptor in {out, err}:
        os.close(descriptor)
    os.write(status, f"{os.getpid()}\n".encode())
    os.close(status)


def become(birth: Birth) -> None:
    """Be a fresh Python that runs this; what ends it ends the process."""
    os.chdir(birth.cwd)
    os.environ.clear()
    os.environ.update(birth.env)
    now = bool(birth.env.get("PYTHONUNBUFFERED"))
    for name, descriptor, errors in (("stdout", 1, "strict"), ("stderr", 2, "backslashreplace")):
        raw: Any = open(descriptor, "wb", closefd=False)  # noqa: SIM115  (open as long as the process runs)
        made = io.TextIOWrapper(raw, "utf-8", errors, line_buffering=now or descriptor == 2, write_through=now)
        setattr(sys, name, made)
        setattr(sys, f"__{name}__", made)
    first, *rest = birth.argv
    if first == "-m":
        sys.path[0] = birth.cwd
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = str(Path(first).parent)
        sys.argv = [first, *rest]
        runpy.run_path(first, run_name="__main__")


def preload() -> None:
    """Read what programs will need, and leave it out of their collections of garbage."""
    for name in PRELOADED:
        if find_spec(name.partition(".")[0]) is not None:
            import_module(name)
    from bot.core.registry import games
    from bot.i18n.words import words_for

    games()
    for language in ("fr", "en"):
        words_for(language)
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    preload()
    become(serve(socket.socket(fileno=int(sys.argv[1]))))
