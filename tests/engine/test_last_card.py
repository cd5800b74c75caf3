"""The last card that plays itself, when something fails on the way."""

from __future__ import annotations

import logging

import pytest

from bot.engine.errors import StorageFailure
from bot.engine.models import TableId, UserId
from bot.engine.service import TableService
from tests.engine.fakes import LEA, World, settle


class Wish:
    """Everybody wants it, once the failures are over that are to come first."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)

    async def __call__(self, user: UserId) -> bool:
        if self.failures:
            raise self.failures.pop(0)
        return True


def serving(world: World, wish: Wish) -> None:
    made = TableService(
        world.store, world.outbox, world.clock, world.dealer, world.brain_of, world.policy, games=world.games,
        last_card=wish,
    )  # fmt: skip
    world.service = made
    world.services.append(made)


async def cards_left(world: World, table: TableId) -> int:
    seen = await world.service.seat_view(table, LEA.user)
    return 0 if seen.table.between or seen.view is None else len(seen.view.hand)


async def to_the_last_card(world: World) -> TableId:
    table = await world.match(LEA)
    while await cards_left(world, table) > 1 or not (await world.service.seat_view(table, LEA.user)).prompts:
        if (await world.service.seat_view(table, LEA.user)).prompts:
            await world.play(table, LEA)
        else:
            await world.clock.advance(world.policy.computer_pause)
    return table


async def test_it_is_tried_again_after_the_database_failed(world: World, caplog: pytest.LogCaptureFixture) -> None:
    serving(world, Wish(StorageFailure("locked"), StorageFailure("locked")))
    table = await to_the_last_card(world)
    await settle()
    assert await cards_left(world, table) == 1
    await world.clock.advance(8 * world.policy.retry_seconds)
    assert len((await world.service.table(table)).records) == 1, "the deal is over"
    assert caplog.text.count("it will be tried again") == 2


async def test_a_mistake_is_in_the_log_at_once(world: World, caplog: pytest.LogCaptureFixture) -> None:
    serving(world, Wish(RuntimeError("a tube has burst")))
    table = await to_the_last_card(world)
    await settle()
    (line,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert line.getMessage() == "a last card did not play itself"
    assert "a tube has burst" in caplog.text
    await world.play(table, LEA)
    assert await cards_left(world, table) == 0
