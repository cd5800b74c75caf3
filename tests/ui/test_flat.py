"""Two dozen deals at many tables leave nothing behind; `python -m bench.flat` plays ten thousand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.flat import MATCHES, count, entries, evenings, grown

DEALS = 2 * len(MATCHES)


async def test_nothing_grows_while_tables_come_and_go(
    tmp_path: Path, deal_seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Handles, tasks, and what every container of the bot holds, once all tables are closed; over ones leave memory."""
    async with evenings(tmp_path, deal_seed) as club:
        await club.play(DEALS, tables=len(MATCHES))
        before = count(club.front, club.meter)
        await club.play(DEALS, tables=len(MATCHES))
        after = count(club.front, club.meter)
        assert not [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
        assert club.client.requests > 20 * club.deals, "everything was drawn"
        assert grown(before, after) == []
        assert club.over > len(MATCHES)
        assert club.front.service.open_tables == 0
        held = after.entries
        empty = ("DiscordOutbox._boards", "DiscordOutbox._loading", "Deadlines._due", "Upkeep._turns", "Driver._tasks")
        assert not any(held.get(name, 0) for name in empty)
        assert held["Desk._tables"] == held["Desk._over"] <= club.over


async def test_of_tables_that_are_over_only_a_few_stay_in_memory(tmp_path: Path, deal_seed: int) -> None:
    """Lobbies that close are tables that are over too."""
    async with evenings(tmp_path, deal_seed, drawn=False) as club:
        for number in range(80):
            await club.lobby(number)
        held = count(club.front, club.meter).entries
        assert held["Desk._tables"] == held["Desk._over"] == 64


def test_what_is_held_is_found_by_looking() -> None:
    """A container that nobody named is counted, in whatever object it is."""

    class Inner:
        __slots__ = ("many",)

        def __init__(self) -> None:
            self.many = {1: {2, 3}, 4: set[int]()}

    class Outer:
        def __init__(self) -> None:
            self.inner: Any = Inner()
            self.few = [1]

    Inner.__module__ = "bot.somewhere"
    before = Outer()
    assert entries(before) == {"Outer.few": 1, "Inner.many": 4}
