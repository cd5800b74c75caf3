"""People come and go: pauses and closing by agreement, substitutes, and who is credited with what."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import Ask, Held, Pace, Person, TableId, TableStatus, UserId
from bot.engine.quiet import QuietHours
from bot.engine.setup import Manner
from tests.engine.fakes import CHANNEL, GUILD, LEA, POLICY, TOM, ZOE, World, settle

PAUL = Person(UserId(104), "Paul")
DAY = 86_400


async def refused(code: Trouble, request: object) -> None:
    with pytest.raises(EngineRefusal) as caught:
        await request  # type: ignore[misc]  # any request
    assert caught.value.code is code


async def miss_turns(world: World, count: int = 2) -> None:
    for _ in range(count):
        await world.clock.advance(POLICY.turn_seconds + 1)


async def paused(world: World, *people: Person) -> TableId:
    table = await world.match(*people)
    for person in people:
        await world.service.ask(table, person.user, Ask.PAUSE)
    return table


# Pauses


async def test_a_pause_begins_once_everybody_agrees_and_nothing_moves(world: World) -> None:
    table = await world.match(LEA, TOM)
    asked = (await world.service.ask(table, LEA.user, Ask.PAUSE)).asked
    assert asked is not None
    assert (asked.what, asked.by, sorted(asked.yes)) == (Ask.PAUSE, Seat(0), [Seat(0)])
    assert not (await world.service.table(table)).paused
    code = await world.code(table, LEA)
    view = await world.service.answer(table, TOM.user, Ask.PAUSE, yes=True)
    assert view.paused
    assert view.asked is None
    assert view.view is not None
    assert not view.view.to_act
    assert not (await world.service.seat_view(table, LEA.user)).prompts
    await refused(Trouble.PAUSED, world.service.act(table, LEA.user, code))
    before = world.store.tables[table].entries
    await world.clock.advance(10 * POLICY.turn_seconds)
    assert world.store.tables[table].entries == before
    assert not any(holder.away for holder in (await world.service.table(table)).seats)


async def test_a_pause_survives_a_restart_and_ends_by_agreement(world: World) -> None:
    table = await paused(world, LEA, TOM)
    await world.service.shut_down()
    await world.restarted().start_up()
    assert (await world.service.table(table)).paused
    await world.service.ask(table, TOM.user, Ask.RESUME)
    assert (await world.service.table(table)).paused
    view = await world.service.ask(table, LEA.user, Ask.RESUME)
    assert not view.paused
    assert view.deadline is not None
    assert (view.deadline - world.clock.now()).total_seconds() == POLICY.turn_seconds
    await world.play(table, LEA)


async def test_one_no_ends_a_proposal_and_who_made_it_may_take_it_back(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    await world.service.ask(table, LEA.user, Ask.PAUSE)
    assert (await world.service.answer(table, TOM.user, Ask.PAUSE, yes=False)).asked is None
    await refused(Trouble.STALE, world.service.answer(table, ZOE.user, Ask.PAUSE, yes=True))
    await world.service.ask(table, LEA.user, Ask.PAUSE)
    await refused(Trouble.ASK_PENDING, world.service.ask(table, TOM.user, Ask.CLOSE))
    assert (await world.service.answer(table, LEA.user, Ask.PAUSE, yes=False)).asked is None
    await refused(Trouble.NOT_SEATED, world.service.ask(table, PAUL.user, Ask.PAUSE))


async def test_silence_is_no_consent_to_a_pause_but_ends_one(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.service.ask(table, TOM.user, Ask.PAUSE)
    await world.clock.advance(POLICY.turn_seconds - 1)
    assert (await world.service.table(table)).asked is not None
    await world.clock.advance(2)
    view = await world.service.table(table)
    assert (view.asked, view.paused) == (None, False)


async def test_a_paused_table_goes_on_although_one_is_silent(world: World) -> None:
    table = await paused(world, LEA, TOM)
    await world.service.ask(table, TOM.user, Ask.RESUME)
    await world.clock.advance(POLICY.turn_seconds + 1)
    assert not (await world.service.table(table)).paused


async def test_a_question_outlives_a_restart(world: World) -> None:
    table = await world.match(LEA, TOM)
    asked = (await world.service.ask(table, LEA.user, Ask.PAUSE)).asked
    await world.service.shut_down()
    await world.restarted().start_up()
    assert (await world.service.table(table)).asked == asked
    await world.clock.advance(POLICY.turn_seconds + 1)
    assert (await world.service.table(table)).asked is None


async def test_who_is_away_has_no_say(world: World) -> None:
    table = await world.match(LEA, TOM)
    while (await world.service.table(table)).holder(Seat(0)).present:  # type: ignore[union-attr]  # she sits there
        await world.clock.advance(POLICY.turn_seconds + 1)
        if (await world.service.table(table)).status is TableStatus.PLAYING:
            await world.service.present(table, TOM.user)
    assert (await world.service.ask(table, TOM.user, Ask.PAUSE)).paused


async def test_what_the_clock_decided_before_a_pause_is_forgotten() -> None:
    world = World(policy=replace(POLICY, computer_pause=5))
    table = await world.match(LEA)
    while Seat(0) not in (await world.service.table(table)).view.to_act:  # type: ignore[union-attr]  # a deal runs
        await world.clock.advance(5)
    await world.clock.advance(POLICY.turn_seconds + 1)
    entries = world.store.tables[table].entries
    await world.service.ask(table, LEA.user, Ask.PAUSE)
    await world.service.ask(table, LEA.user, Ask.RESUME)
    await world.clock.advance(POLICY.turn_seconds - 1)
    assert world.store.tables[table].entries == entries
    await world.clock.advance(7)
    assert world.store.tables[table].entries != entries
    await world.close()


async def test_a_pause_ends_some_day(world: World) -> None:
    table = await paused(world, LEA, TOM)
    await world.clock.advance(POLICY.paused_days * DAY - 60)
    assert (await world.service.table(table)).status is TableStatus.PLAYING
    await world.clock.advance(120)
    assert (await world.service.table(table)).status is TableStatus.CLOSED


async def test_a_table_out_of_sight_stays_paused(world: World) -> None:
    table = await paused(world, LEA, TOM)
    await world.service.suspend(table)
    view = await world.service.resume(table)
    assert (view.status, view.paused) == (TableStatus.PLAYING, True)


# Closing


async def test_a_host_cannot_end_the_match_of_others_alone(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    view = await world.service.close(table, LEA.user, confirm=True)
    assert view.status is TableStatus.PLAYING
    assert view.asked is not None
    assert view.asked.what is Ask.CLOSE
    assert (await world.service.answer(table, TOM.user, Ask.CLOSE, yes=True)).status is TableStatus.CLOSED


async def test_closing_fails_once_most_cannot_agree_any_more(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.service.close(table, TOM.user)
    view = await world.service.answer(table, LEA.user, Ask.CLOSE, yes=False)
    assert (view.status, view.asked) == (TableStatus.PLAYING, None)


async def test_a_manager_and_the_only_one_there_close_at_once(world: World) -> None:
    table = await world.match(LEA, TOM)
    assert (await world.service.close(table, PAUL.user, manager=True, confirm=True)).status is TableStatus.CLOSED
    table = await world.match(LEA)
    await refused(Trouble.DEAL_RUNNING, world.service.close(table, LEA.user))
    assert (await world.service.close(table, LEA.user, confirm=True)).status is TableStatus.CLOSED


async def test_the_word_of_who_leaves_goes_with_them(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    await world.service.ask(table, LEA.user, Ask.PAUSE)
    await world.service.answer(table, TOM.user, Ask.PAUSE, yes=True)
    assert (await world.service.leave(table, ZOE.user)).paused
    await world.service.ask(table, LEA.user, Ask.RESUME)
    assert (await world.service.leave(table, LEA.user)).asked is None


@pytest.mark.parametrize(("deals", "counts"), [(0, None), (1, False), (2, True)])
async def test_a_match_that_is_given_up_is_stored_as_it_stands(deals: int, counts: bool | None) -> None:
    world = World()
    table = await world.match(LEA, TOM, profile="quiet")
    for number in range(deals):
        if number:
            for person in (LEA, TOM):
                await world.service.ready(table, person.user)
        await world.play_deal(table, LEA, TOM)
    view = await world.service.table(table)
    target = view.target
    assert target is not None
    await world.service.close(table, LEA.user, confirm=True)
    closed = await world.service.answer(table, TOM.user, Ask.CLOSE, yes=True)
    assert closed.abandoned
    found = world.store.abandoned.get(table)
    if counts is None:
        assert found is None
    else:
        assert found is not None
        assert found.totals == view.totals
        assert found.counts is (2 * max(view.totals) >= target)
    await world.close()


# Substitutes


async def test_a_spectator_takes_the_seat_of_who_left_in_the_middle_of_a_deal(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    hand = await world.service.seat_view(table, ZOE.user)
    left = await world.service.leave(table, ZOE.user)
    assert left.open_seats == (Seat(2),)
    view = await world.service.substitute(table, PAUL)
    assert view.seat_of(PAUL.user) == Seat(2)
    assert view.open_seats == ()
    seen = await world.service.seat_view(table, PAUL.user)
    assert seen.view is not None
    assert hand.view is not None
    assert set(seen.view.hand) <= set(hand.view.hand)


async def test_who_has_seen_a_hand_takes_no_other_in_that_deal(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    await world.service.leave(table, TOM.user)
    await world.service.leave(table, ZOE.user)
    await refused(Trouble.HAND_SEEN, world.service.substitute(table, ZOE, Seat(1)))
    await world.service.shut_down()
    await world.restarted().start_up()
    await refused(Trouble.HAND_SEEN, world.service.substitute(table, ZOE, Seat(1)))
    assert (await world.service.substitute(table, ZOE)).seat_of(ZOE.user) == Seat(2)
    await world.service.leave(table, ZOE.user)
    assert (await world.service.substitute(table, PAUL, Seat(2))).seat_of(PAUL.user) == Seat(2)
    await refused(Trouble.HAND_SEEN, world.service.substitute(table, ZOE))
    await world.play_deal(table, LEA, PAUL)
    assert (await world.service.substitute(table, ZOE)).seat_of(ZOE.user) == Seat(1)


async def test_an_absent_members_seat_is_theirs_until_it_is_taken(world: World) -> None:
    table = await world.match(LEA, TOM)
    for _ in range(12):
        await miss_turns(world, 1)
        await world.service.present(table, LEA.user)
    view = await world.service.table(table)
    assert view.open_seats == (Seat(1),)
    await world.service.present(table, TOM.user)
    await refused(Trouble.NO_OPEN_SEAT, world.service.substitute(table, ZOE))


async def test_a_table_asleep_wakes_up_for_a_substitute_who_may_become_host(world: World) -> None:
    table = await world.match(LEA)
    while (await world.service.table(table)).holder(Seat(0)).present:  # type: ignore[union-attr]  # she sits there
        await miss_turns(world, 1)
    view = await world.service.substitute(table, ZOE)
    assert (view.host, view.seat_of(ZOE.user), view.seat_of(LEA.user)) == (ZOE.user, Seat(0), None)
    await refused(Trouble.NOT_SEATED, world.service.present(table, LEA.user))


async def test_who_is_away_and_takes_their_own_seat_is_back(world: World) -> None:
    table = await world.match(LEA)
    while (await world.service.table(table)).holder(Seat(0)).present:  # type: ignore[union-attr]  # she sits there
        await miss_turns(world, 1)
    await refused(Trouble.ALREADY_SEATED, world.service.substitute(table, LEA, Seat(1)))
    view = await world.service.substitute(table, LEA, Seat(0))
    holder = view.holder(Seat(0))
    assert holder is not None
    assert (holder.user, holder.present, holder.missed, view.open_seats) == (LEA.user, True, 0, ())
    await refused(Trouble.ALREADY_SEATED, world.service.substitute(table, LEA))


async def test_computers_of_the_lobby_are_nobodys_substitute(world: World) -> None:
    table = await world.match(LEA, TOM)
    await refused(Trouble.NO_OPEN_SEAT, world.service.substitute(table, ZOE))
    await world.service.leave(table, TOM.user)
    await refused(Trouble.SEAT_TAKEN, world.service.substitute(table, ZOE, Seat(2)))
    await refused(Trouble.ALREADY_SEATED, world.service.substitute(table, LEA))


async def test_the_next_present_member_becomes_host(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    for _ in range(12):
        await miss_turns(world, 1)
        await world.service.present(table, LEA.user)
        await world.service.present(table, ZOE.user)
    assert (await world.service.leave(table, LEA.user)).host == ZOE.user


# Credit


async def test_every_holder_of_a_deal_is_noted(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    begun = world.store.held[table]
    assert [(held.seat, held.user, held.present) for held in begun] == [
        (Seat(0), LEA.user, True),
        (Seat(1), TOM.user, True),
        (Seat(2), ZOE.user, True),
    ]
    assert {held.deal for held in begun} == {1}
    await world.service.leave(table, ZOE.user)
    at = len(world.store.tables[table].entries)
    await settle()
    await world.service.substitute(table, PAUL)
    added = [held for held in world.store.held[table] if held not in begun]
    assert added[0].user is None or added[0].user == PAUL.user
    assert added[-1] == Held(1, Seat(2), added[-1].since, PAUL.user, present=True)
    assert added[-1].since >= at
    await world.play_deal(table, LEA, TOM, PAUL)
    for person in (LEA, TOM, PAUL):
        await world.service.ready(table, person.user)
    second = [held for held in world.store.held[table] if held.deal == 2]
    assert [held.user for held in second] == [LEA.user, TOM.user, PAUL.user]


async def test_a_deal_begun_before_there_was_a_history_gets_one(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    await world.service.shut_down()
    world.store.tables[table] = replace(world.store.tables[table], held=())
    world.store.held.clear()
    await world.restarted().start_up()
    await world.service.leave(table, TOM.user)
    await world.service.leave(table, ZOE.user)
    await refused(Trouble.HAND_SEEN, world.service.substitute(table, ZOE, Seat(1)))
    assert {held.user for held in world.store.held[table]} >= {LEA.user, TOM.user, ZOE.user}


async def test_whoever_is_away_is_noted_as_such(world: World) -> None:
    table = await world.match(LEA, TOM)
    for _ in range(12):
        await miss_turns(world, 1)
        await world.service.present(table, LEA.user)
    assert any(held.user == TOM.user and not held.present for held in world.store.held[table])


# Pace


async def slow_match(world: World, quiet: QuietHours | None = None) -> TableId:
    manner = Manner(Pace.SLOW, quiet)
    opened = await world.service.open(GUILD, CHANNEL, LEA, "toy", "quiet", None, 3, "fr", manner=manner)
    await world.service.join(opened.id, TOM)
    await world.service.start(opened.id, LEA.user, fill=True)
    await settle()
    return opened.id


async def test_a_slow_turn_lasts_a_day_and_is_reminded_after_a_third(world: World) -> None:
    table = await slow_match(world)
    view = await world.service.table(table)
    assert view.pace is Pace.SLOW
    assert view.deadline is not None
    assert (view.deadline - world.clock.now()).total_seconds() == DAY
    both = [(table, Seat(0)), (table, Seat(1))]
    assert world.outbox.called == both, "told that the turn has begun"
    await world.clock.advance(DAY / 3 - 60)
    assert world.outbox.reminded == []
    await world.clock.advance(120)
    assert world.outbox.reminded == both
    await world.service.shut_down()
    await world.restarted().start_up()
    await world.clock.advance(60)
    assert (world.outbox.called, world.outbox.reminded) == (both, both)


async def test_no_slow_turn_ends_in_quiet_hours_and_nobody_is_reminded_then() -> None:
    world = World()
    # It is 20:00 UTC, 21:00 in Paris: a third of the time falls at 5:00 there, the end at 21:00 the day after.
    table = await slow_match(world, QuietHours("Europe/Paris", 20, 8))
    view = await world.service.table(table)
    assert view.deadline is not None
    assert view.deadline.isoformat() == "2026-01-03T07:00:00+00:00"
    await world.clock.advance(10 * 3600)
    assert world.outbox.called == []
    await world.service.shut_down()
    await world.restarted().start_up()
    await world.clock.advance(3600 + 1)
    both = [(table, Seat(0)), (table, Seat(1))]
    assert world.outbox.called == both, "told when the quiet hours are over that the turn has begun, a restart or not"
    assert world.outbox.reminded == []
    await world.clock.advance(20 * 3600 - 60)
    await world.service.shut_down()
    await world.restarted().start_up()
    await world.clock.advance(4 * 3600 - 3600)
    assert world.outbox.called == both, "once, also when the process ends in the next night"
    await world.close()


@pytest.mark.parametrize(
    ("hour", "start", "end", "after"),
    [(21, 22, 8, 21), (22, 22, 8, 32), (3, 22, 8, 8), (8, 22, 8, 8), (13, 12, 14, 14), (5, 7, 7, 5)],
)
def test_quiet_hours_end_in_the_morning(hour: int, start: int, end: int, after: int) -> None:
    quiet = QuietHours("UTC", start, end)
    midnight = datetime(2026, 1, 1, tzinfo=UTC)
    assert quiet.after(midnight + timedelta(hours=hour)) == midnight + timedelta(hours=after)


async def test_a_host_sends_away_before_the_match_and_the_absent_only_in_it(world: World) -> None:
    table = await world.lobby(LEA, TOM, ZOE)
    assert (await world.service.remove(table, LEA.user, Seat(2))).seat_of(ZOE.user) is None
    await world.service.start(table, LEA.user, fill=True)
    await settle()
    await refused(Trouble.NOT_IN_LOBBY, world.service.remove(table, LEA.user, Seat(1)))
    await refused(Trouble.NOT_HOST, world.service.remove(table, TOM.user, Seat(0)))
    for _ in range(12):
        await miss_turns(world, 1)
        await world.service.present(table, LEA.user)
    view = await world.service.remove(table, LEA.user, Seat(1))
    assert view.seat_of(TOM.user) is None
    assert view.open_seats == (Seat(1),)


async def test_a_turn_that_could_not_be_shown_starts_anew(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.clock.advance(POLICY.turn_seconds / 2)
    view = await world.service.undelivered(table, Seat(0))
    assert view.deadline is not None
    assert (view.deadline - world.clock.now()).total_seconds() == POLICY.turn_seconds
    assert await world.service.undelivered(table, Seat(2)) == view, "nobody waits for a computer player"


async def test_who_misses_a_turn_is_looked_for(world: World) -> None:
    table = await world.match(LEA, TOM)
    await miss_turns(world, 1)
    assert world.outbox.overdue == [(table, Seat(0)), (table, Seat(1))]
