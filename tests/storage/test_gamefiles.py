"""Game files of a database: what is over is written and can be kept again; what is not stays secret."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.core.gamefile.model import BadFile, events_of
from bot.core.gamefile.reading import matches
from bot.engine import lobby
from bot.engine.models import TableId
from bot.storage.errors import GameFileRefused, VerifyRefused
from bot.storage.gamefiles import LARGEST_FILE, Exported, export, read_file, take, wrong_with
from bot.storage.packs import compact
from bot.storage.store import SqliteStore
from bot.storage.sweep import sweep
from tests.storage.evenings import ALL_GAMES, HOST, Evening

LATE = datetime(2100, 1, 1, tzinfo=UTC)


async def evening(store: SqliteStore, game: str = "toy", channel: int = 1, deals: int = 2) -> Evening:
    """A match that was given up after so many deals; running with none."""
    made = Evening(store, ALL_GAMES[game], 3)
    await made.open(target=None if game == "coinche" else 100, channel=channel)
    for _ in range(deals):
        await made.deal()
    if deals:
        await made.desk.change(made.table, lambda table: lobby.close(table, HOST.user, manager=True, confirm=True))
    return made


def written(path: Path, target: Path, table: TableId | None = None, **how: bool) -> Exported:
    return export(path, target, table, games=ALL_GAMES, **how)


def rows(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT id, game, deals, finished FROM imports ORDER BY id").fetchall()


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


@pytest.mark.parametrize("game", ["toy", "coinche"])
async def test_a_match_goes_out_and_comes_in_beside_what_was_played(tmp_path: Path, game: str) -> None:
    path, file = tmp_path / "tapis.db", tmp_path / "match.jsonl"
    store = await SqliteStore.open(path, games=ALL_GAMES)
    made = await evening(store, game)
    log = tuple(entry.event for entry in (await made.truth()).entries)
    assert written(path, file, made.table) == Exported(1, 2, ())
    (played,) = read_file(file, ALL_GAMES)
    assert events_of(ALL_GAMES[game], played) == log
    assert all(deal.proof is not None for deal in played.deals)
    assert HOST.name not in file.read_text(encoding="utf-8")
    before = [line for line in dump(path) if "imports" not in line and "sqlite_sequence" not in line]
    # While the bot holds the database too.
    assert take(path, [played], LATE).numbers == (1,)
    assert take(path, [played, played], LATE).known == 2
    assert rows(path) == [(1, game, 2, False)]
    assert [line for line in dump(path) if "imports" not in line and "sqlite_sequence" not in line] == before
    await store.close()


async def test_names_are_told_if_wanted_and_never_kept(tmp_path: Path) -> None:
    path, file = tmp_path / "tapis.db", tmp_path / "match.jsonl"
    store = await SqliteStore.open(path, games=ALL_GAMES)
    made = await evening(store)
    written(path, file, made.table)
    (nameless,) = read_file(file, ALL_GAMES)
    written(path, file, made.table, names=True, force=True)
    (played,) = read_file(file, ALL_GAMES)
    assert HOST.name in played.seats
    assert replace(played, seats=nameless.seats) == nameless
    take(path, [played], LATE)
    assert take(path, [nameless], LATE).known == 1
    written(path, tmp_path / "match.txt", made.table, text=True)
    assert "deal 1, dealer" in (tmp_path / "match.txt").read_text(encoding="utf-8")
    await store.close()


async def test_what_is_not_over_or_not_whole_stays_inside(tmp_path: Path) -> None:
    path, file = tmp_path / "tapis.db", tmp_path / "all.jsonl"
    store = await SqliteStore.open(path, games=ALL_GAMES)
    packed, running = await evening(store, channel=1), await evening(store, channel=2, deals=0)
    await running.deal()
    lesson = Evening(store, ALL_GAMES["toy"], 1)
    await lesson.open(channel=3, lesson=1)
    await lesson.deal()
    swept, damaged = await evening(store, channel=4), await evening(store, channel=5)
    cheated = await evening(store, channel=6)
    await store.database.run("DELETE FROM events WHERE table_id = ? AND seq = 4", (damaged.table,))
    await store.database.run("UPDATE deals SET seed = zeroblob(32) WHERE table_id = ?", (cheated.table,))
    await store.database.run("UPDATE tables SET swept = 1 WHERE id = ?", (swept.table,))
    compact(path, LATE, ALL_GAMES)
    for table, why in (
        (running.table, "is not over"),
        (lesson.table, "is a lesson"),
        (swept.table, "removed by age"),
        (damaged.table, "cannot be read"),
        (cheated.table, "deal 1: the cards are not those that its seed gives"),
        (TableId(99), "does not exist"),
    ):
        with pytest.raises(GameFileRefused, match=why):
            written(path, file, table)
        assert not file.exists()
        assert not file.with_name("all.jsonl.part").exists()
    found = written(path, file)
    assert (found.matches, found.deals) == (1, 2)
    assert {table for table, _ in found.left_out} == {lesson.table, damaged.table, cheated.table}
    with pytest.raises(GameFileRefused, match="--force"):
        written(path, file, packed.table)
    await store.close()


async def test_a_proof_that_does_not_hold_is_refused_with_its_line(tmp_path: Path) -> None:
    path, file = tmp_path / "tapis.db", tmp_path / "match.jsonl"
    store = await SqliteStore.open(path, games=ALL_GAMES)
    made = await evening(store)
    await store.close()
    written(path, file, made.table)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for name, value, why in (
        ("seed", "ab" * 32, "does not give this commitment"),
        ("table", 77, "does not give this commitment"),
        ("clicks", ["1", "2"], "does not give this pack"),
    ):
        other = [dict(line) for line in lines]
        other[1]["proof"] = {**other[1]["proof"], name: value}
        raw = [json.dumps(line).encode() for line in other]
        with pytest.raises(BadFile, match=f"line 2: proof: the seed {why}"):
            list(matches(raw, ALL_GAMES, wrong_with))


async def test_a_file_that_cannot_be_taken_changes_nothing(tmp_path: Path) -> None:
    path, file = tmp_path / "tapis.db", tmp_path / "match.jsonl"
    store = await SqliteStore.open(path, games=ALL_GAMES)
    made = await evening(store)
    await store.close()
    written(path, file, made.table)
    good, before = file.read_bytes(), dump(path)
    file.write_bytes(good + good[: len(good) // 2])
    with pytest.raises(BadFile):
        read_file(file, ALL_GAMES)
    with file.open("wb") as large:
        large.truncate(LARGEST_FILE + 1)
    for name in ("match.jsonl", "nowhere.jsonl", "."):
        with pytest.raises(GameFileRefused):
            read_file(tmp_path / name, ALL_GAMES)
    file.write_bytes(b"\n\n")
    with pytest.raises(GameFileRefused, match="no match"):
        read_file(file, ALL_GAMES)
    assert dump(path) == before
    (tmp_path / "old.db").touch()
    with pytest.raises(VerifyRefused):
        take(tmp_path / "old.db", [], LATE)


async def test_what_goes_by_age_leaves_imported_matches(tmp_path: Path) -> None:
    path, file = tmp_path / "tapis.db", tmp_path / "match.jsonl"
    store = await SqliteStore.open(path, games=ALL_GAMES)
    made = await evening(store)
    await store.close()
    written(path, file, made.table)
    take(path, read_file(file, ALL_GAMES), LATE)
    sweep(path, LATE)
    assert len(rows(path)) == 1
