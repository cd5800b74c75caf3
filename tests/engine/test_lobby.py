from __future__ import annotations

import pytest

from bot.core.errors import IllegalAction
from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import ChannelId, Level, Person, TableId, TableStatus, UserId
from tests.conformance.toygame import ToyOptions
from tests.engine.fakes import CHANNEL, GUILD, LEA, TOM, ZOE, World


def refused(info: pytest.ExceptionInfo[EngineRefusal]) -> Trouble:
    return info.value.code


async def test_a_new_table_has_its_host_in_seat_0_and_shows_a_commitment(world: World) -> None:
    view = await world.service.open(GUILD, CHANNEL, LEA, "toy", "loud", None, 3, "fr")
    assert view.status is TableStatus.LOBBY
    assert view.seat_of(LEA.user) == 0
    assert view.host == LEA.user
    assert view.commitment is not None
    assert view.revealed is None
    assert view.totals == (0, 0, 0)
    assert (await world.service.table_in(CHANNEL)).id == view.id
    assert [table.id for table in await world.service.tables_of(LEA.user)] == [view.id]
    assert await world.service.tables_of(TOM.user) == ()


async def test_a_channel_holds_one_open_table(world: World) -> None:
    table = await world.lobby(LEA)
    with pytest.raises(EngineRefusal) as info:
        await world.service.open(GUILD, CHANNEL, TOM, "toy", "loud", None, None, "fr")
    assert refused(info) is Trouble.CHANNEL_TAKEN
    await world.service.close(table, LEA.user)
    await world.service.open(GUILD, CHANNEL, TOM, "toy", "loud", None, None, "fr")


@pytest.mark.parametrize(
    ("game", "profile", "players", "trouble"),
    [
        ("poker", "loud", 3, Trouble.UNKNOWN_GAME),
        ("toy", "silent", 3, Trouble.UNKNOWN_PROFILE),
        ("toy", "loud", 9, Trouble.WRONG_PLAYERS),
    ],
)
async def test_open_refuses_what_cannot_be_played(
    world: World, game: str, profile: str, players: int, trouble: Trouble
) -> None:
    with pytest.raises(EngineRefusal) as info:
        await world.service.open(GUILD, CHANNEL, LEA, game, profile, None, players, "fr")
    assert refused(info) is trouble
    assert world.store.tables == {}


async def test_open_takes_a_servers_own_profile_but_no_bad_value(world: World) -> None:
    with pytest.raises(IllegalAction):
        await world.service.open(GUILD, CHANNEL, LEA, "toy", "ours", ToyOptions(target=1000), 3, "fr")
    view = await world.service.open(GUILD, CHANNEL, LEA, "toy", "ours", ToyOptions(target=7), None, "fr")
    assert (view.profile, view.target, view.players) == ("ours", 7, 4)


async def test_unknown_tables_are_refused(world: World) -> None:
    for request in (world.service.table(TableId(9)), world.service.table_in(ChannelId(9))):
        with pytest.raises(EngineRefusal) as info:
            await request
        assert refused(info) is Trouble.NO_TABLE


async def test_people_sit_where_they_ask_or_next(world: World) -> None:
    table = await world.lobby(LEA)
    await world.service.join(table, TOM, Seat(2))
    view = await world.service.join(table, ZOE)
    assert [view.seat_of(person.user) for person in (LEA, TOM, ZOE)] == [0, 2, 1]


async def test_join_refuses_the_seated_the_taken_and_the_full(world: World) -> None:
    table = await world.lobby(LEA, TOM)
    cases = [
        (TOM, None, Trouble.ALREADY_SEATED),
        (ZOE, Seat(0), Trouble.SEAT_TAKEN),
        (ZOE, Seat(7), Trouble.SEAT_TAKEN),
    ]
    for person, seat, trouble in cases:
        with pytest.raises(EngineRefusal) as info:
            await world.service.join(table, person, seat)
        assert refused(info) is trouble
    await world.service.join(table, ZOE)
    with pytest.raises(EngineRefusal) as info:
        await world.service.join(table, Person(UserId(104), "Max"))
    assert refused(info) is Trouble.TABLE_FULL


async def test_the_host_chooses_how_well_computers_play(world: World) -> None:
    table = await world.lobby(LEA)
    view = await world.service.add_computer(table, LEA.user, seat=Seat(1))
    assert [holder.level for holder in view.seats] == ["", "club"]
    view = await world.service.add_computer(table, LEA.user, "normal", Seat(2))
    view = await world.service.add_computer(table, LEA.user, "expert", Seat(1))
    assert [holder.level for holder in view.seats] == ["", "expert", "club"]
    with pytest.raises(EngineRefusal) as info:
        await world.service.add_computer(table, LEA.user, "expert", Seat(0))
    assert refused(info) is Trouble.SEAT_TAKEN
    with pytest.raises(EngineRefusal) as info:
        await world.service.add_computer(table, LEA.user, "grandmaster", Seat(1))
    assert refused(info) is Trouble.UNKNOWN_LEVEL


async def test_a_person_takes_a_computer_players_place(world: World) -> None:
    table = await world.lobby(LEA)
    await world.service.add_computer(table, LEA.user)
    await world.service.add_computer(table, LEA.user, Level.BEGINNER)
    view = await world.service.join(table, TOM)
    assert view.seat_of(TOM.user) == 2
    assert view.holder(Seat(1)).user is None  # type: ignore[union-attr]  # a seat is taken


async def test_only_the_host_arranges(world: World) -> None:
    table = await world.lobby(LEA, TOM)
    requests = [
        world.service.add_computer(table, TOM.user),
        world.service.remove(table, TOM.user, Seat(0)),
        world.service.place(table, TOM.user, LEA.user, Seat(2)),
        world.service.draw_teams(table, TOM.user),
        world.service.set_profile(table, TOM.user, "toy", "loud"),
        world.service.start(table, TOM.user),
        world.service.close(table, TOM.user),
    ]
    for request in requests:
        with pytest.raises(EngineRefusal) as info:
            await request
        assert refused(info) is Trouble.NOT_HOST


async def test_a_manager_may_close(world: World) -> None:
    table = await world.lobby(LEA)
    view = await world.service.close(table, ZOE.user, manager=True)
    assert view.status is TableStatus.CLOSED
    assert world.outbox.kinds()[-1] == "closed"


async def test_place_swaps(world: World) -> None:
    table = await world.lobby(LEA, TOM)
    view = await world.service.place(table, LEA.user, TOM.user, Seat(0))
    assert [view.seat_of(person.user) for person in (LEA, TOM)] == [1, 0]
    view = await world.service.place(table, LEA.user, TOM.user, Seat(2))
    assert [view.seat_of(person.user) for person in (LEA, TOM)] == [1, 2]
    assert view.host == LEA.user


async def test_draw_teams_keeps_everybody_and_can_move_them(world: World) -> None:
    table = await world.lobby(LEA, TOM, ZOE)
    seen = set()
    for _ in range(12):
        view = await world.service.draw_teams(table, LEA.user)
        assert sorted(holder.seat for holder in view.seats) == [0, 1, 2]
        assert {holder.user for holder in view.seats} == {LEA.user, TOM.user, ZOE.user}
        seen.add(tuple(holder.user for holder in view.seats))
    assert len(seen) > 1


async def test_the_host_leaving_passes_the_table_on(world: World) -> None:
    table = await world.lobby(LEA, TOM, ZOE)
    view = await world.service.leave(table, LEA.user)
    assert view.host == TOM.user
    assert view.seat_of(LEA.user) is None
    await world.service.leave(table, TOM.user)
    view = await world.service.leave(table, ZOE.user)
    assert view.status is TableStatus.CLOSED


async def test_computers_alone_keep_no_lobby_open(world: World) -> None:
    table = await world.lobby(LEA)
    await world.service.add_computer(table, LEA.user)
    assert (await world.service.leave(table, LEA.user)).status is TableStatus.CLOSED


async def test_set_profile_keeps_people_and_refuses_too_few_seats(world: World) -> None:
    table = await world.lobby(LEA, TOM)
    view = await world.service.set_profile(table, LEA.user, "toy", "ours", ToyOptions(target=9))
    assert (view.profile, view.target, view.players) == ("ours", 9, 3)
    assert view.seat_of(TOM.user) == 1


async def test_start_needs_all_seats_or_leave_to_fill_them(world: World) -> None:
    table = await world.lobby(LEA, TOM)
    with pytest.raises(EngineRefusal) as info:
        await world.service.start(table, LEA.user)
    assert refused(info) is Trouble.SEATS_EMPTY
    view = await world.service.start(table, LEA.user, "555", fill=True)
    assert view.status is TableStatus.PLAYING
    assert [holder.user for holder in view.seats] == [LEA.user, TOM.user, None]
    for request in (
        world.service.start(table, LEA.user),
        world.service.add_computer(table, LEA.user),
        world.service.draw_teams(table, LEA.user),
        world.service.set_profile(table, LEA.user, "toy", "loud"),
    ):
        with pytest.raises(EngineRefusal) as info:
            await request
        assert refused(info) is Trouble.NOT_IN_LOBBY


async def test_an_idle_lobby_closes_and_any_change_renews_its_time(world: World) -> None:
    table = await world.lobby(LEA)
    await world.clock.advance(29 * 60)
    await world.service.join(table, TOM)
    await world.clock.advance(29 * 60)
    assert (await world.service.table(table)).status is TableStatus.LOBBY
    await world.clock.advance(61)
    assert (await world.service.table(table)).status is TableStatus.CLOSED


async def test_every_change_raises_the_number_of_the_view(world: World) -> None:
    table = await world.lobby(LEA)
    before = (await world.service.table(table)).seq
    after = (await world.service.join(table, TOM)).seq
    assert after == before + 1
    assert world.store.tables[table].record.revision == after


@pytest.mark.parametrize("level", ["", "grandmaster", "NORMAL"])
async def test_a_level_that_does_not_exist_is_refused(world: World, level: str) -> None:
    table = await world.lobby(LEA)
    with pytest.raises(EngineRefusal) as info:
        await world.service.add_computer(table, LEA.user, level)
    assert refused(info) is Trouble.UNKNOWN_LEVEL
    assert len((await world.service.table(table)).seats) == 1
