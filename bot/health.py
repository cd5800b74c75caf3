"""A health check that asks the running process itself, over a socket beside the database."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path

_PATIENCE = 5.0


class Unhealthy(Exception):
    """The process does not answer, or says that it cannot work. The message says what is wrong."""


def socket_path(database: Path) -> Path:
    """Where the process of this database listens."""
    return database.with_name(database.name + ".health")


@contextlib.asynccontextmanager
async def answering(database: Path, state: Callable[[], dict[str, bool | int]]) -> AsyncIterator[None]:
    """Answer health checks while the block runs. Without Unix sockets (Windows) nothing listens.

    Args:
        database: names the socket.
        state: what to answer: `ready` tells whether the process works.
    """
    start = getattr(asyncio, "start_unix_server", None)
    if start is None:
        yield
        return

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(json.dumps(state()).encode() + b"\n")
        await writer.drain()
        writer.close()

    path = socket_path(database)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    async with await start(answer, path=str(path)):
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


async def ask(database: Path) -> dict[str, bool | int]:
    """What the running process says of itself.

    Raises:
        Unhealthy: it does not answer, or is not ready.
    """
    try:
        async with asyncio.timeout(_PATIENCE):
            reader, writer = await asyncio.open_unix_connection(str(socket_path(database)))
            line = await reader.readline()
            writer.close()
    except (OSError, TimeoutError) as error:
        raise Unhealthy(f"no answer from a running bot ({type(error).__name__})") from error
    state: dict[str, bool | int] = json.loads(line)
    if not state.get("ready"):
        raise Unhealthy(f"the bot runs but is not ready: {state}")
    return state
