from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.core.seats import Seat
from bot.engine.deadlines import Alarm, Deadlines
from bot.engine.models import TableId, TableStatus
from tests.engine.fakes import LEA, POLICY, TOM, ZOE, FakeClock, World, settle


async def hand_sizes(world: World, table: TableId) -> tuple[int, ...]:
    view = (await world.service.table(table)).view
    assert view is not None
    return view.hand_sizes


async def test_a_missed_turn_is_played_by_a_computer(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.play(table, LEA)
    await world.clock.advance(89)
    token = (await world.service.seat_view(table, TOM.user)).token
    await world.clock.advance(2)
    assert (await world.service.seat_view(table, TOM.user)).token != token
    holder = (await world.service.table(table)).holder(Seat(1))
    assert holder is not None
    assert (holder.missed, holder.away) == (1, False)


async def test_two_missed_turns_make_a_member_absent_until_they_say_so(world: World) -> None:
    table = await world.match(LEA, TOM)
    for _ in range(2):
        while (view := await world.service.table(table)).view is None or view.view.to_act != {1}:
            await world.play(table, LEA) if 0 in view.view.to_act else await world.clock.advance(0)  # type: ignore[union-attr]  # a deal runs
        await world.clock.advance(91)
    holder = (await world.service.table(table)).holder(Seat(1))
    assert holder is not None
    assert holder.away
    # From now on nobody waits for this member.
    view = await world.play_deal(table, LEA)
    assert view.between
    view = await world.service.ready(table, LEA.user)
    assert view.number == 2
    view = await world.service.present(table, TOM.user)
    holder = view.holder(Seat(1))
    assert holder is not None
    assert (holder.away, holder.missed) == (False, 0)


async def test_a_move_makes_an_absent_member_present(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    await world.clock.advance(91)
    assert all(holder.missed == 1 for holder in (await world.service.table(table)).seats)
    view = await world.service.table(table)
    assert view.view is not None
    (acting,) = view.view.to_act
    person = (LEA, TOM, ZOE)[acting]
    await world.play(table, person)
    holder = (await world.service.table(table)).holder(acting)
    assert holder is not None
    assert holder.missed == 0


async def test_each_member_is_reminded_once_after_a_third_of_the_time(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.play(table, LEA)
    await world.clock.advance(29)
    assert world.outbox.reminded == []
    await world.clock.advance(40)
    assert world.outbox.reminded == [(table, 1)]


async def test_anothers_move_does_not_remind_again(world: World) -> None:
    table = await world.match(LEA, TOM, players=2)
    await world.clock.advance(31)
    assert world.outbox.reminded == [(table, 0), (table, 1)]
    await world.play(table, LEA)
    await world.clock.advance(5)
    assert len(world.outbox.reminded) == 2


async def test_a_turn_lasts_until_what_is_asked_changes(world: World) -> None:
    table = await world.match(LEA, TOM, players=2)
    first = (await world.service.table(table)).deadline
    assert first is not None
    await world.clock.advance(10)
    await world.play(table, LEA)
    assert (await world.service.table(table)).deadline == first  # Tom is still asked for his gift
    await world.play(table, TOM)
    second = (await world.service.table(table)).deadline
    assert second is not None
    assert (second - first).total_seconds() == 10


async def test_a_table_nobody_is_at_falls_asleep_and_wakes_up(world: World) -> None:
    table = await world.match(LEA)
    await world.clock.advance(91 * 2)
    view = await world.service.table(table)
    assert view.holder(Seat(0)).away  # type: ignore[union-attr]  # she holds it
    assert view.view is not None
    assert view.view.to_act == {0}
    writes = world.store.writes
    await world.clock.advance(3600)
    assert world.store.writes == writes
    await world.service.present(table, LEA.user)
    await world.clock.advance(0)
    view = await world.play_deal(table, LEA)
    assert view.between


async def test_a_table_asleep_for_a_week_closes(world: World) -> None:
    table = await world.match(LEA)
    await world.clock.advance(91 * 2)
    await world.clock.advance(6.9 * 86_400)
    assert (await world.service.table(table)).status is TableStatus.PLAYING
    await world.clock.advance(0.2 * 86_400)
    assert (await world.service.table(table)).status is TableStatus.CLOSED


async def test_after_a_stop_a_passed_deadline_gives_fresh_time(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.play(table, LEA)
    await world.service.shut_down()
    world.clock.time = world.clock.time.replace(hour=23)
    world.restarted()
    await world.service.start_up()
    deadline = (await world.service.table(table)).deadline
    assert deadline is not None
    assert (deadline - world.clock.now()).total_seconds() == POLICY.turn_seconds
    await world.clock.advance(80)
    assert (await world.service.table(table)).holder(Seat(1)).missed == 0  # type: ignore[union-attr]  # he holds it
    await world.clock.advance(20)
    assert (await world.service.table(table)).holder(Seat(1)).missed == 1  # type: ignore[union-attr]  # he holds it


async def test_after_a_short_stop_the_rest_of_the_time_is_left(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.play(table, LEA)
    deadline = (await world.service.table(table)).deadline
    await world.service.shut_down()
    await world.clock.advance(30)
    world.restarted()
    await world.service.start_up()
    assert (await world.service.table(table)).deadline == deadline


async def test_held_clocks_stand_still_and_start_anew(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.play(table, LEA)
    world.service.hold_clocks()
    await world.clock.advance(500)
    assert (await world.service.table(table)).holder(Seat(1)).missed == 0  # type: ignore[union-attr]  # he holds it
    await world.service.release_clocks()
    deadline = (await world.service.table(table)).deadline
    assert deadline is not None
    assert (deadline - world.clock.now()).total_seconds() == POLICY.turn_seconds


async def test_clocks_held_again_while_they_are_released_stand_still(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.play(table, LEA)
    world.service.hold_clocks()
    releasing = asyncio.ensure_future(world.service.release_clocks())
    await asyncio.sleep(0)
    assert not releasing.done()
    world.service.hold_clocks()
    await releasing
    await world.clock.advance(500)
    assert (await world.service.table(table)).holder(Seat(1)).missed == 0  # type: ignore[union-attr]  # he holds it
    await world.service.release_clocks()
    await world.clock.advance(POLICY.turn_seconds + 1)
    assert (await world.service.table(table)).holder(Seat(1)).missed == 1  # type: ignore[union-attr]  # he holds it


async def test_after_shutting_down_nothing_moves() -> None:
    world = World()
    table = await world.match(LEA)
    await world.service.shut_down()
    writes = world.store.writes
    await world.clock.advance(10_000)
    assert world.store.writes == writes
    with pytest.raises(Exception, match="shutting_down"):
        await world.service.present(table, LEA.user)


async def test_no_pause_between_deals_is_possible() -> None:
    world = World(policy=replace(POLICY, next_deal_seconds=0))
    table = await world.match(LEA)
    while (await world.service.table(table)).number == 1:
        await world.play(table, LEA)
        await world.clock.advance(0)
    assert (await world.service.table(table)).number == 2
    await world.close()


async def test_one_sleeper_serves_all_alarms_in_order() -> None:
    clock = FakeClock()
    rung: list[tuple[TableId, Alarm]] = []

    async def ring(table: TableId, alarm: Alarm) -> None:
        rung.append((table, alarm))

    deadlines = Deadlines(clock, ring)
    start = clock.now()
    at = [start.replace(minute=minute) for minute in range(10)]
    deadlines.set(TableId(1), Alarm.DEADLINE, at[5])
    deadlines.set(TableId(2), Alarm.DEADLINE, at[3])
    deadlines.set(TableId(3), Alarm.DEADLINE, at[4])
    deadlines.set(TableId(3), Alarm.DEADLINE, None)
    deadlines.set(TableId(2), Alarm.REMINDER, at[2])
    deadlines.set(TableId(1), Alarm.DEADLINE, at[7])
    await clock.advance(0)
    assert len(clock.sleepers) == 1
    await clock.advance(6 * 60)
    assert rung == [(2, Alarm.REMINDER), (2, Alarm.DEADLINE)]
    await clock.advance(60)
    assert rung[2:] == [(1, Alarm.DEADLINE)]
    await clock.advance(600)
    assert len(rung) == 3
    assert clock.sleepers == []
    await deadlines.close()


async def test_a_stop_between_a_missed_turn_and_the_move_for_it_leaves_a_clock() -> None:
    world = World(policy=replace(POLICY, computer_pause=5))
    table = await world.match(LEA, TOM, ZOE)
    await world.clock.advance(91)  # the turn is missed; the computer player still thinks
    await world.service.shut_down()
    assert world.store.tables[table].record.deadline is None
    await world.restarted().start_up()
    await settle()
    deadline = (await world.service.table(table)).deadline
    assert deadline is not None
    assert (deadline - world.clock.now()).total_seconds() == POLICY.turn_seconds
    assert world.store.tables[table].record.deadline == deadline
    await world.play(table, LEA)
    asked = await world.service.table(table)
    await world.clock.advance(91 + 5)
    after = await world.service.table(table)
    await world.close()
    assert asked.view is not None
    assert after.view is not None
    assert after.view.to_act != asked.view.to_act


async def test_a_sleeping_table_closes_although_the_gateway_reconnects_every_day(world: World) -> None:
    table = await world.match(LEA)
    await world.clock.advance(91 * 2)
    for _ in range(8):
        world.service.hold_clocks()
        await world.service.release_clocks()
        await world.clock.advance(86_400)
    assert (await world.service.table(table)).status is TableStatus.CLOSED


async def test_a_lobby_is_idle_although_the_gateway_reconnects_but_does_not_close_in_its_absence(world: World) -> None:
    table = await world.lobby(LEA)
    await world.clock.advance(20 * 60)
    world.service.hold_clocks()
    await world.service.release_clocks()
    await world.clock.advance(9 * 60)
    world.service.hold_clocks()
    await world.clock.advance(5 * 60)
    await world.service.release_clocks()
    await world.clock.advance(29 * 60)
    assert (await world.service.table(table)).status is TableStatus.LOBBY
    await world.clock.advance(2 * 60)
    assert (await world.service.table(table)).status is TableStatus.CLOSED


async def test_saying_here_does_not_hold_a_turn_for_ever() -> None:
    world = World(policy=replace(POLICY, computer_pause=1))
    table = await world.match(LEA, TOM)
    await world.clock.advance(10)
    await world.play(table, TOM)
    before = (await world.service.table(table)).view
    assert before is not None
    assert before.to_act == {0}
    deadline = (await world.service.table(table)).deadline
    assert deadline is not None
    await world.clock.advance((deadline - world.clock.now()).total_seconds() + 0.5)  # a computer is about to move
    for _ in range(3):
        view = await world.service.present(table, LEA.user)
        assert view.deadline is None
    assert view.view == before
    await world.clock.advance(0.6)
    after = await world.service.table(table)
    await world.close()
    assert after.view != before
    assert [holder.missed for holder in after.seats[:2]] == [1, 0]


async def test_who_says_here_at_a_sleeping_table_gets_the_turn_once() -> None:
    world = World(policy=replace(POLICY, computer_pause=1))
    table = await world.match(LEA)
    turns = 0
    while True:
        view = await world.service.table(table)
        assert view.deadline is not None or turns == 0
        if not any(holder.present for holder in view.seats):
            break
        await world.clock.advance(92)
    await world.service.present(table, LEA.user)
    assert (await world.service.seat_view(table, LEA.user)).prompts
    before = (await world.service.table(table)).view
    await world.clock.advance(90)
    await world.service.present(table, LEA.user)
    await world.clock.advance(2)
    after = (await world.service.table(table)).view
    await world.close()
    assert after != before


async def test_a_member_whose_time_is_up_may_still_move_before_the_computer() -> None:
    world = World(policy=replace(POLICY, computer_pause=5))
    table = await world.match(LEA, TOM)
    await world.clock.advance(91)
    await world.play(table, LEA)
    holder = (await world.service.table(table)).holder(Seat(0))
    await world.close()
    assert holder is not None
    assert holder.missed == 0


async def test_a_suspended_table_closes_some_day_and_keeps_its_log(world: World) -> None:
    table = await world.match(LEA, TOM)
    log = world.store.tables[table].entries
    view = await world.service.suspend(table)
    assert view.deadline is not None
    assert view.view is not None
    assert view.view.to_act == frozenset()
    panel = await world.service.seat_view(table, LEA.user)
    assert panel.prompts == ()
    assert panel.view is not None
    assert (panel.view.to_act, panel.view.playable) == (frozenset(), ())
    assert panel.view.hand
    await world.service.shut_down()
    await world.restarted().start_up()
    await world.clock.advance(6.9 * 86_400)
    await world.service.present(table, LEA.user)
    assert (await world.service.table(table)).status is TableStatus.SUSPENDED
    await world.clock.advance(0.2 * 86_400)
    assert (await world.service.table(table)).status is TableStatus.CLOSED
    assert world.store.tables[table].entries == log


async def test_a_frozen_table_closes_some_day_and_a_repaired_one_goes_on(world: World) -> None:
    table = await world.match(LEA, TOM)
    sound = world.store.tables[table]
    world.store.tables[table] = replace(sound, failure="no JSON: {")
    for _ in range(2):
        await world.service.shut_down()
        await world.restarted().start_up()
        await world.clock.advance(3 * 86_400)
        assert (await world.service.table(table)).status is TableStatus.FROZEN
    frozen = world.store.tables[table]
    world.store.tables[table] = replace(frozen, failure=None)  # repaired
    await world.service.shut_down()
    await world.restarted().start_up()
    await settle()
    view = await world.service.table(table)
    assert view.status is TableStatus.PLAYING
    assert view.deadline is not None
    assert (view.deadline - world.clock.now()).total_seconds() == POLICY.turn_seconds
    world.store.tables[table] = frozen
    await world.service.shut_down()
    await world.restarted().start_up()
    await world.clock.advance(1.1 * 86_400)
    assert (await world.service.table(table)).status is TableStatus.CLOSED
