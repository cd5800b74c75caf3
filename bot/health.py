"""A health check that asks the running process itself.

The process listens on a loopback port and writes the port beside its database, with a word that its answer repeats:
a file left behind by a killed process, whose port now belongs to somebody else, is not mistaken for health.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

_PATIENCE = 5.0


class Unhealthy(Exception):
    """The process does not answer, or says that it cannot work. The message says what is wrong."""


def note_path(database: Path) -> Path:
    """Where the process of this database notes how to ask it."""
    return database.with_name(database.name + ".health")


@contextlib.asynccontextmanager
async def answering(database: Path, state: Callable[[], Awaitable[dict[str, bool | int]]]) -> AsyncIterator[None]:
    """Answer health checks while the block runs.

    Args:
        database: names the note.
        state: what to answer; `ready` tells whether the process works.

    Raises:
        OSError: the note cannot be written.
    """
    word = secrets.token_hex(8)

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):  # whoever asked has gone
            writer.write(json.dumps({"word": word, **await state()}).encode() + b"\n")
            await writer.drain()
        writer.close()

    note = note_path(database)
    async with await asyncio.start_server(answer, host="127.0.0.1", port=0) as server:
        port = server.sockets[0].getsockname()[1]
        await asyncio.to_thread(note.write_text, json.dumps({"port": port, "word": word}), encoding="utf-8")
        try:
            yield
        finally:
            await asyncio.to_thread(note.unlink, missing_ok=True)


async def ask(database: Path, *, live: bool = False) -> dict[str, bool | int]:
    """What the running process says of itself.

    Args:
        database: names the note.
        live: an answer is enough, whatever it says.

    Raises:
        Unhealthy: it does not answer, or is not ready.
    """
    try:
        note = json.loads(await asyncio.to_thread(note_path(database).read_text, encoding="utf-8"))
        async with asyncio.timeout(_PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", int(note["port"]))
            line = await reader.readline()
            writer.close()
        state: dict[str, bool | int] = json.loads(line)
        mine = state.pop("word") == note["word"]
    except (OSError, TimeoutError, ValueError, OverflowError, LookupError, TypeError) as error:
        raise Unhealthy("no answer from a running bot on this database") from error
    if not mine:
        raise Unhealthy("no answer from a running bot on this database")
    if not live and not state.get("ready"):
        missing = [name for name in ("gateway", "database") if not state.get(name)]
        raise Unhealthy(f"the bot runs but is not ready: {' and '.join(missing) or 'it starts or ends'}")
    return state
