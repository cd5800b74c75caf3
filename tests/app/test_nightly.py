"""Once a night, whatever happens to the process, what was over for long goes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import TableId
from bot.engine.service import TableService
from bot.keeper import Keeper
from bot.meter import Meter
from bot.nightly import HOUR, NOTE, Nightly, next_hour
from bot.storage.store import SqliteStore
from tests.conformance.toygame import TOY
from tests.engine.fakes import CHANNEL, GAMES, GUILD, LEA, POLICY, FakeClock, FakeDealer, FakeOutbox, FirstBrain, settle

DAYS = 30


class House:
    """A bot's inside on one database: it ends and starts again while time goes on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = FakeClock()
        self.meter = Meter()

    async def start(self) -> None:
        self.store = await SqliteStore.open(self.path, games=GAMES)
        self.service = TableService(
            self.store, FakeOutbox(), self.clock, FakeDealer(), lambda *_: FirstBrain(TOY), POLICY, games=GAMES
        )
        await self.service.start_up()
        self.nightly = Nightly(self.store.sweeper, self.store.meta, self.service, self.clock, DAYS, self.meter)
        self.nightly.start()
        await self.noted()

    async def stop(self) -> None:
        await self.nightly.close()
        await self.service.shut_down()
        await self.store.close()

    async def noted(self) -> str:
        """The note of the last time, once the round that is under way has ended and waits."""
        for _ in range(2000):
            note = await self.store.meta.get(NOTE)
            if note is not None and any(until - self.clock.now() > timedelta(0) for until, _ in self.clock.sleepers):
                return note
            await asyncio.sleep(0.005)
        raise AssertionError("it never came to rest")

    async def days(self, number: int) -> None:
        """Let days pass at once, as a machine that slept sees it."""
        await self.clock.advance(number * 86_400)
        await self.noted()

    async def hours(self, number: float) -> None:
        """Let time pass, an hour at a time, as far as the process sees it."""
        for _ in range(int(number)):
            await self.clock.advance(3600)
            await self.noted()

    async def closed_lobby(self) -> TableId:
        table = (await self.service.open(GUILD, CHANNEL, LEA, "toy", "quiet", None, 3, "fr")).id
        await self.service.close(table, LEA.user)
        return table

    async def is_there(self, table: TableId) -> bool:
        found = await self.store.database.rows("SELECT 1 FROM tables WHERE id = ?", (table,))
        return bool(found)


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "tapis.db")
    await made.start()
    yield made
    await made.stop()


@pytest.mark.parametrize(
    ("now", "wanted"),
    [
        (datetime(2026, 1, 1, 20, 0, tzinfo=UTC), datetime(2026, 1, 2, HOUR - 1, 0, tzinfo=UTC)),
        (datetime(2026, 1, 2, HOUR - 1, 0, tzinfo=UTC), datetime(2026, 1, 3, HOUR - 1, 0, tzinfo=UTC)),
        (datetime(2026, 7, 1, 0, 0, tzinfo=UTC), datetime(2026, 7, 1, HOUR - 2, 0, tzinfo=UTC)),
        # The night when the clocks change.
        (datetime(2026, 3, 28, 20, 0, tzinfo=UTC), datetime(2026, 3, 29, HOUR - 2, 0, tzinfo=UTC)),
    ],
)
def test_it_is_done_at_four_by_the_clocks_of_paris(now: datetime, wanted: datetime) -> None:
    assert next_hour(now) == wanted


async def test_once_a_night_what_is_over_for_long_goes(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = await house.closed_lobby()
    with caplog.at_level(logging.INFO, "bot.nightly"):
        await house.days(DAYS - 1)
        assert await house.is_there(table)
        assert not caplog.records
        await house.days(1)
        await house.hours(24)
    assert not await house.is_there(table)
    assert [record.getMessage() for record in caplog.records] == [
        f"removed what was over for {DAYS} days: the logs of 0 tables, 1 tables that had no result"
    ]
    assert house.meter.counters["swept"] == {("log",): 0, ("table",): 1}
    with pytest.raises(EngineRefusal) as refused:
        await house.service.table(table)
    assert refused.value.code is Trouble.NO_TABLE


async def test_it_is_done_at_night_and_not_at_every_start(house: House) -> None:
    first = await house.noted()
    for _ in range(3):
        await house.stop()
        await house.clock.advance(600)
        await house.start()
    assert await house.noted() == first, "a start alone does nothing"
    await house.hours(24)
    second = datetime.fromisoformat(await house.noted())
    # The clock of this test goes on by the hour while the database works.
    assert timedelta(0) <= second - next_hour(datetime.fromisoformat(first)) <= timedelta(hours=1)


async def test_a_night_without_the_bot_is_made_up_for(house: House) -> None:
    table = await house.closed_lobby()
    await house.stop()
    await house.clock.advance((DAYS + 2) * 86_400)
    await house.start()
    assert await house.noted() == house.clock.now().isoformat()
    assert not await house.is_there(table)


async def test_a_note_from_the_future_is_a_clock_s_mistake(house: House) -> None:
    await house.store.meta.put(NOTE, (house.clock.now() + timedelta(days=900)).isoformat())
    await house.hours(1)
    assert datetime.fromisoformat(await house.noted()) <= house.clock.now()


async def test_a_database_that_fails_is_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.closed_lobby()
    await house.days(DAYS - 1)
    remove, failures = house.store.sweeper.remove, 2

    async def fail(found: tuple[TableId, ...]) -> object:
        nonlocal failures
        if failures:
            failures -= 1
            raise StorageFailure("the disk is full")
        return await remove(found)

    monkeypatch.setattr(house.store.sweeper, "remove", fail)
    await house.days(1)
    await house.hours(12)
    assert [record.levelname for record in caplog.records if record.name == "bot.nightly"].count("ERROR") == 2
    assert not await house.is_there(table)


@pytest.mark.parametrize("note", ["", "yesterday", "2026-01-01T04:00:00"])
async def test_a_note_without_a_time_counts_as_none(house: House, note: str) -> None:
    await house.stop()
    await house.start()
    await house.nightly.close()
    await house.store.meta.put(NOTE, note)
    await house.stop()
    await house.start()
    for _ in range(2000):
        found = await house.store.meta.get(NOTE)
        if found != note:
            break
        await asyncio.sleep(0.005)
    assert found == house.clock.now().isoformat()


async def test_a_keeper_that_ends_says_so(caplog: pytest.LogCaptureFixture) -> None:
    class Clumsy(Keeper):
        async def turn(self) -> float:
            raise RuntimeError("a tube has burst")

    keeper = Clumsy(FakeClock())
    keeper.start()
    await settle()
    await keeper.close()
    assert "clumsy has ended" in caplog.text
    assert "a tube has burst" in caplog.text
