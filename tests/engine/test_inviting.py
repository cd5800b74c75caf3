"""Private tables, and the call for a missing player, through the service's door."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.inviting import INVITED_LIMIT
from bot.engine.models import Seeking, TableId, UserId
from bot.engine.service import TableService
from bot.engine.setup import Manner
from tests.engine.fakes import CHANNEL, GUILD, LEA, TOM, ZOE, World, settle


async def refused(code: Trouble, work: Coroutine[Any, Any, object]) -> None:
    with pytest.raises(EngineRefusal) as caught:
        await work
    assert caught.value.code is code


async def again(world: World) -> TableService:
    """The service after a restart."""
    await settle()
    await world.service.shut_down()
    made = world.restarted()
    await made.start_up()
    await settle()
    return made


async def opened(world: World, manner: Manner) -> TableId:
    return (await world.service.open(GUILD, CHANNEL, LEA, "toy", "quiet", None, 3, "fr", manner=manner)).id


async def test_at_a_private_table_only_who_is_invited_sits_down(world: World) -> None:
    table = await opened(world, Manner(private=True))
    service = world.service
    await refused(Trouble.NOT_INVITED, service.join(table, TOM))
    await refused(Trouble.NOT_HOST, service.invite(table, TOM.user, TOM.user))
    await service.invite(table, LEA.user, TOM.user)
    await refused(Trouble.ALREADY_INVITED, service.invite(table, LEA.user, TOM.user))
    await service.join(table, TOM)
    # It stays so after a restart, in the match, and for a seat that is left.
    await service.start(table, LEA.user, fill=True)
    service = await again(world)
    await service.leave(table, TOM.user)
    await settle()
    await refused(Trouble.NOT_INVITED, service.substitute(table, ZOE))
    assert (await service.substitute(table, TOM)).seat_of(TOM.user) == Seat(1)


async def test_who_is_sent_away_from_a_private_table_must_be_invited_again(world: World) -> None:
    table = await opened(world, Manner(private=True))
    service = world.service
    await service.invite(table, LEA.user, TOM.user)
    seat = (await service.join(table, TOM)).seat_of(TOM.user)
    assert seat is not None
    await service.remove(table, LEA.user, seat)
    await refused(Trouble.NOT_INVITED, service.join(table, TOM))
    await service.invite(table, LEA.user, TOM.user)
    await service.join(table, TOM)


async def test_a_table_is_made_private_and_open_again_before_the_match(world: World) -> None:
    table = await world.lobby(LEA, TOM)
    service = world.service
    await refused(Trouble.NOT_PRIVATE, service.invite(table, LEA.user, ZOE.user))
    await refused(Trouble.NOT_HOST, service.set_private(table, TOM.user, True))
    assert (await service.set_private(table, LEA.user, True)).private
    await service.leave(table, TOM.user)
    await service.join(table, TOM)  # who sat there counts as invited
    await refused(Trouble.NOT_INVITED, service.join(table, ZOE))
    for number in range(INVITED_LIMIT - 2):
        await service.invite(table, LEA.user, UserId(900 + number))
    await refused(Trouble.INVITED_FULL, service.invite(table, LEA.user, ZOE.user))
    assert not (await service.set_private(table, LEA.user, False)).private
    await service.join(table, ZOE)
    await service.start(table, LEA.user)
    await refused(Trouble.NOT_IN_LOBBY, service.set_private(table, LEA.user, True))


async def test_a_missing_player_is_called_for_once(world: World) -> None:
    table = await opened(world, Manner(seeks=True))
    service = world.service
    assert (await service.table(table)).seeking is Seeking.READY
    await refused(Trouble.NOT_HOST, service.check_seek(table, TOM.user))
    await service.check_seek(table, LEA.user)
    assert (await service.seek(table, LEA.user)).seeking is Seeking.DONE
    service = await again(world)
    await refused(Trouble.ALREADY_SOUGHT, service.seek(table, LEA.user))
    await service.join(table, TOM)
    await service.join(table, ZOE)
    await refused(Trouble.NOBODY_MISSING, service.check_seek(table, LEA.user))
    await service.start(table, LEA.user)
    await service.leave(table, ZOE.user)
    await settle()
    await refused(Trouble.ALREADY_SOUGHT, service.seek(table, LEA.user))


async def test_nobody_is_called_where_they_would_not_be_let_in(world: World) -> None:
    private = await opened(world, Manner(private=True, seeks=True))
    await refused(Trouble.SEEK_PRIVATE, world.service.check_seek(private, LEA.user))
    await refused(Trouble.SEEK_PRIVATE, world.service.seek(private, LEA.user))
    await world.service.set_private(private, LEA.user, False)
    assert (await world.service.seek(private, LEA.user)).seeking is Seeking.DONE
    assert (await world.service.not_sought(private)).seeking is Seeking.READY
    await world.service.close(private, LEA.user)
    lesson = await opened(world, Manner(lesson=1))
    await refused(Trouble.LESSON, world.service.seek(lesson, LEA.user))


async def test_a_match_with_a_seat_that_was_left_may_call_too(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    await refused(Trouble.NOBODY_MISSING, world.service.seek(table, LEA.user))
    await world.service.leave(table, ZOE.user)
    assert (await world.service.seek(table, LEA.user)).seeking is Seeking.DONE
