"""The check of a whole database: nothing is found in what was played, everything that was changed is."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.models import TableStatus
from bot.storage.audit import TableReport, audit
from bot.storage.store import SqliteStore
from tests.storage.evenings import ALL_GAMES, Evening


async def found(path: Path) -> list[TableReport]:
    return [*audit(path, ALL_GAMES)]


async def test_what_was_played_is_in_order(path: Path) -> None:
    """Every game, during a deal and after matches."""
    store = await SqliteStore.open(path, games=ALL_GAMES)
    for channel, key in enumerate(sorted(ALL_GAMES), 1):
        evening = Evening(store, ALL_GAMES[key], channel)
        await evening.open(channel=channel)
        for _ in range(2):
            if (await evening.memory()).status is TableStatus.PLAYING:
                await evening.deal()
        for _ in range(7):
            if (await evening.memory()).status is TableStatus.PLAYING:
                await evening.step()
    reports = await found(path)
    await store.close()
    assert [report.game for report in reports] == sorted(ALL_GAMES)
    assert all(report.fine and report.events and report.deals for report in reports), reports


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ("UPDATE events SET body = '{}' WHERE seq = 4", "envelope"),
        ("DELETE FROM events WHERE seq = 4", "where 4 was expected"),
        ("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)", "the row counts"),
        ("UPDATE deals SET seed = zeroblob(32) WHERE number = 1", "deal 1: the seed does not fit"),
        ("UPDATE results SET totals = '[0, 0]'", "not the one the log ends with"),
        ("DELETE FROM results", "without its result"),
        ("UPDATE tables SET options = '['", "options"),
        ("UPDATE tables SET game = 'bridge'", "no game bridge"),
    ],
)
async def test_damage_is_found(path: Path, damage: str, complaint: str) -> None:
    store = await SqliteStore.open(path, games=ALL_GAMES)
    evening = Evening(store, ALL_GAMES["toy"], 3)
    await evening.open()
    while (await evening.memory()).status is TableStatus.PLAYING:
        await evening.step()
    assert all(report.fine for report in await found(path))
    await store.database.run(damage, ())
    (report,) = await found(path)
    await store.close()
    assert any(complaint in fault for fault in report.faults), report


async def test_a_lesson_leaves_no_result(path: Path) -> None:
    store = await SqliteStore.open(path, games=ALL_GAMES)
    evening = Evening(store, ALL_GAMES["toy"], 3)
    await evening.open(lesson=1)
    while (await evening.memory()).status is TableStatus.PLAYING:
        await evening.step()
    (report,) = await found(path)
    assert report.fine, report
    await store.database.run(
        "INSERT INTO results (table_id, game, profile, totals, ended_at) VALUES (1, 'toy', 'quiet', '[0]', '')", ()
    )
    (report,) = await found(path)
    await store.close()
    assert report.faults == ("a lesson has a result",)


async def test_a_record_that_the_rules_do_not_give_is_drift(path: Path) -> None:
    """A recorded score is other than what the cards give: the log folds, but would not be recorded so now."""
    store = await SqliteStore.open(path, games=ALL_GAMES)
    evening = Evening(store, ALL_GAMES["toy"], 3)
    await evening.open()
    await evening.deal()
    changed = "UPDATE events SET body = replace(body, '\"points\":[', '\"points\":[9') WHERE body LIKE '%DealEnded%'"
    await store.database.run(changed, ())
    (report,) = await found(path)
    await store.close()
    assert not report.fine
    assert [text.split(": ")[1] for text in report.drift] == [
        "DealEnded was recorded, the rules now give the same kind with other contents"
    ]
