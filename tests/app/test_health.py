"""The health check: it asks the process, and nothing else passes for it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot import health
from bot.storage.store import SqliteStore


def saying(**state: bool | int) -> Callable[[], Awaitable[dict[str, bool | int]]]:
    async def state_now() -> dict[str, bool | int]:
        return state

    return state_now


async def test_a_ready_process_is_healthy(tmp_path: Path) -> None:
    database = tmp_path / ("deep" * 40) / "tapis.db"
    database.parent.mkdir()
    async with health.answering(database, saying(ready=True, tables=3)):
        assert await health.ask(database) == {"ready": True, "tables": 3}
    assert not health.note_path(database).exists()


async def test_a_process_that_is_not_connected_is_not(tmp_path: Path) -> None:
    database = tmp_path / "tapis.db"
    async with health.answering(database, saying(ready=False, gateway=False, database=True, tables=0)):
        with pytest.raises(health.Unhealthy, match="not ready: gateway"):
            await health.ask(database)
        assert (await health.ask(database, live=True))["tables"] == 0


async def test_no_process_is_not(tmp_path: Path) -> None:
    with pytest.raises(health.Unhealthy, match="no answer"):
        await health.ask(tmp_path / "tapis.db")


@pytest.mark.parametrize("answer", [b"", b"hello\n", b"[]\n", b"{}\n", b'{"ready": true}\n', b'{"word": 1}\n'])
async def test_another_program_on_the_port_of_a_killed_process_is_not(tmp_path: Path, answer: bytes) -> None:
    async def reply(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        await writer.drain()
        writer.close()

    database = tmp_path / "tapis.db"
    async with await asyncio.start_server(reply, host="127.0.0.1", port=0) as server:
        port = server.sockets[0].getsockname()[1]
        health.note_path(database).write_text(json.dumps({"port": port, "word": "abc"}), encoding="utf-8")
        with pytest.raises(health.Unhealthy, match="no answer"):
            await health.ask(database)


@pytest.mark.parametrize("note", ["", "{}", "[]", '{"port": "x", "word": 1}', '{"port": 99999, "word": "a"}'])
async def test_a_damaged_note_is_not(tmp_path: Path, note: str) -> None:
    database = tmp_path / "tapis.db"
    health.note_path(database).write_text(note, encoding="utf-8")
    with pytest.raises(health.Unhealthy, match="no answer"):
        await health.ask(database)


async def test_a_database_that_takes_no_write_is_not_ready(tmp_path: Path) -> None:
    """Another process holds it for longer than a write waits."""
    path = tmp_path / "tapis.db"
    store = await SqliteStore.open(path, busy_seconds=0.05)
    assert await store.writable()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert not await store.writable()
        other.execute("ROLLBACK")
    assert await store.writable()
    await store.close()
    assert not await store.writable()
