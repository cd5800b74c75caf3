from __future__ import annotations

import asyncio

import pytest

from bot.core.actions import Action, Pass
from bot.core.errors import IllegalAction, Reason
from bot.core.match import DealStarted
from bot.core.registry import games
from bot.core.seats import Seat
from bot.core.situation import Situation
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.fairdeal import commitment, verify
from bot.engine.models import TableStatus
from bot.engine.ports import ChangeKind, DealSecret
from tests.conformance.toygame import DECK, ToyOptions
from tests.engine.fakes import CHANNEL, GUILD, LEA, TOM, ZOE, World, settle


async def test_a_whole_match_ends_and_can_be_played_again(world: World) -> None:
    table = await world.match(LEA, TOM)
    while (await world.play_deal(table, LEA, TOM)).status is TableStatus.PLAYING:
        await world.service.ready(table, LEA.user)
        await world.service.ready(table, TOM.user)
    view = await world.service.table(table)
    assert view.status is TableStatus.FINISHED
    assert view.winner is not None
    assert max(view.totals) >= 5
    assert len(view.records) == view.number
    assert view.commitment is None
    assert world.outbox.kinds()[-1] == "match_ended"
    assert (await world.service.table_in(CHANNEL)).id == table
    again = await world.service.rematch(table, TOM.user)
    assert again.id != table
    assert again.status is TableStatus.LOBBY
    assert [holder.user for holder in again.seats] == [LEA.user, TOM.user, None]
    with pytest.raises(EngineRefusal) as info:
        await world.service.rematch(table, LEA.user)
    assert info.value.code is Trouble.CHANNEL_TAKEN


async def test_rematch_waits_for_the_end(world: World) -> None:
    table = await world.match(LEA)
    with pytest.raises(EngineRefusal) as info:
        await world.service.rematch(table, LEA.user)
    assert info.value.code is Trouble.NOT_FINISHED


async def test_a_seat_sees_its_own_cards_only(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    lea = await world.service.seat_view(table, LEA.user)
    tom = await world.service.seat_view(table, TOM.user)
    assert lea.view is not None
    assert tom.view is not None
    assert len(lea.view.hand) == 4
    assert not set(lea.view.hand) & set(tom.view.hand)
    public = (await world.service.table(table)).view
    assert public is not None
    assert public.hand == ()
    with pytest.raises(EngineRefusal) as info:
        await world.service.seat_view(await world.lobby_elsewhere(ZOE), LEA.user)
    assert info.value.code is Trouble.NOT_SEATED


async def test_a_stale_token_changes_nothing(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    panel = await world.service.seat_view(table, LEA.user)
    code = await world.code(table, LEA)
    after = await world.service.act(table, LEA.user, code, panel.token)
    assert after.token != panel.token
    with pytest.raises(EngineRefusal) as info:
        await world.service.act(table, LEA.user, code, panel.token)
    assert info.value.code is Trouble.STALE
    assert await world.service.seat_view(table, LEA.user) == after


async def test_anothers_move_leaves_my_panel_good(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    panel = await world.service.seat_view(table, LEA.user)
    await world.play(table, TOM)
    await world.service.act(table, LEA.user, await world.code(table, LEA), panel.token)


async def test_two_clicks_at_once_are_one_move(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    panel = await world.service.seat_view(table, LEA.user)
    code = await world.code(table, LEA)
    both = [world.service.act(table, LEA.user, code, panel.token) for _ in range(2)]
    answers = await asyncio.gather(*both, return_exceptions=True)
    troubles = [answer.code for answer in answers if isinstance(answer, EngineRefusal)]
    assert troubles == [Trouble.STALE]


async def test_the_same_click_delivered_twice_is_one_move(world: World) -> None:
    table = await world.match(LEA)
    await world.service.act(table, LEA.user, await world.code(table, LEA), click="77")
    await settle()  # the computer players move until it is her turn again
    with pytest.raises(EngineRefusal) as info:
        await world.service.act(table, LEA.user, await world.code(table, LEA), click="77")
    assert info.value.code is Trouble.STALE


async def test_players_at_once_all_count(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    moves = [(person, await world.code(table, person)) for person in (LEA, TOM, ZOE)]
    await asyncio.gather(*(world.service.act(table, person.user, code) for person, code in moves))
    view = (await world.service.table(table)).view
    assert view is not None
    assert len(view.to_act) == 1


async def test_refusals_name_the_rule_and_are_remembered(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    with pytest.raises(IllegalAction) as info:
        await world.service.act(table, LEA.user, "declare:knock")
    assert info.value.code is Reason.WRONG_PHASE
    told = world.service.last_refusal(table, Seat(0))
    assert told is not None
    assert told.fact.key == "refusal.wrong_phase"
    assert (told.legal, told.seat) == ((), 0)
    assert told.offers, "what may be done instead"
    assert world.service.last_refusal(table, Seat(1)) is None


async def test_a_refusal_is_forgotten_with_the_next_move_its_deal_and_its_member(world: World) -> None:
    table = await world.match(LEA, TOM)

    async def refuse() -> None:
        with pytest.raises(IllegalAction):
            await world.service.act(table, TOM.user, "declare:knock")
        assert world.service.last_refusal(table, Seat(1)) is not None

    await refuse()
    await world.play_deal(table, LEA, TOM)
    assert world.service.last_refusal(table, Seat(1)) is None, "he has moved since"
    await refuse()
    for person in (LEA, TOM):
        await world.service.ready(table, person.user)
    assert (await world.service.table(table)).number == 2
    assert world.service.last_refusal(table, Seat(1)) is None
    await world.play_deal(table, LEA, TOM)
    await refuse()
    await world.service.leave(table, TOM.user)
    await world.service.join(table, ZOE, Seat(1))
    assert world.service.last_refusal(table, Seat(1)) is None


async def test_a_finished_match_keeps_who_played_it_and_who_won(world: World) -> None:
    table = await world.match(LEA, TOM)
    while (await world.play_deal(table, LEA, TOM)).status is TableStatus.PLAYING:
        for person in (LEA, TOM):
            await world.service.ready(table, person.user)
        await settle()
    before, writes = await world.service.table(table), world.store.writes
    for request in (
        world.service.leave(table, TOM.user),
        world.service.remove(table, LEA.user, Seat(1)),
        world.service.close(table, LEA.user, confirm=True),
        world.service.close(table, TOM.user, manager=True),
        world.service.present(table, TOM.user),
        world.service.suspend(table),
    ):
        assert await request == before
    assert world.store.writes == writes
    assert world.store.tables[table].seats == before.seats


async def test_a_newcomer_does_not_see_what_was_dealt_to_another() -> None:
    game = games()["coinche"]
    world = World(brain=Passing(), games=games())
    opened = await world.service.open(GUILD, CHANNEL, LEA, "coinche", game.default_preset, None, None, "fr")
    await world.service.join(opened.id, TOM)
    await world.service.start(opened.id, LEA.user, fill=True)
    while not (view := await world.service.table(opened.id)).between:
        assert view.view is not None
        for person in (LEA, TOM):
            if view.seat_of(person.user) in view.view.to_act:
                await world.service.act(opened.id, person.user, "pass")
        await settle()
    own = await world.service.seat_view(opened.id, TOM.user)
    assert own.view is not None
    assert len(own.view.hand) == 8  # nobody took: all cards are still held
    await world.service.leave(opened.id, TOM.user)
    await world.service.join(opened.id, ZOE, own.seat)
    seen = await world.service.seat_view(opened.id, ZOE.user)
    assert seen.view is not None
    assert seen.view.hand == ()
    for person in (LEA, ZOE):
        await world.service.ready(opened.id, person.user)
    seen = await world.service.seat_view(opened.id, ZOE.user)
    await world.close()
    assert seen.view is not None
    assert len(seen.view.hand) == 8


class Passing:
    """Always passes."""

    async def choose(self, situation: Situation) -> Action:
        return Pass()


@pytest.mark.parametrize("code", ["dance", "play:ZZ", "", "deal:" + " ".join(card.code for card in DECK)])
async def test_unknown_codes_are_refused(world: World, code: str) -> None:
    table = await world.match(LEA, TOM, ZOE)
    before = world.store.writes
    with pytest.raises(EngineRefusal) as info:
        await world.service.act(table, LEA.user, code)
    assert info.value.code is Trouble.UNKNOWN_ACTION
    assert world.store.writes == before


async def test_nothing_is_played_before_or_after_a_match(world: World) -> None:
    table = await world.lobby(LEA)
    for request in (world.service.act(table, LEA.user, "give:AS"), world.service.ready(table, LEA.user)):
        with pytest.raises(EngineRefusal) as info:
            await request
        assert info.value.code is Trouble.NOT_PLAYING


async def test_the_next_deal_comes_when_all_members_ask(world: World) -> None:
    table = await world.match(LEA, TOM)
    with pytest.raises(EngineRefusal) as info:
        await world.service.ready(table, LEA.user)
    assert info.value.code is Trouble.NOT_BETWEEN_DEALS
    await world.play_deal(table, LEA, TOM)
    view = await world.service.ready(table, LEA.user, "1")
    assert view.ready == {0}
    assert view.between
    view = await world.service.ready(table, LEA.user, "2")
    view = await world.service.ready(table, TOM.user, "3")
    assert not view.between
    assert view.number == 2
    secret = world.store.tables[table].record.secret
    assert secret is not None
    assert secret.mixed == ("1", "3")


async def test_the_next_deal_comes_by_itself(world: World) -> None:
    table = await world.match(LEA, TOM)
    await world.play_deal(table, LEA, TOM)
    await world.service.ready(table, LEA.user)
    await world.clock.advance(14)
    assert (await world.service.table(table)).between
    await world.clock.advance(2)
    assert not (await world.service.table(table)).between


async def test_no_deal_is_dealt_twice(world: World) -> None:
    table = await world.match(LEA, TOM)
    for _ in range(3):
        view = await world.play_deal(table, LEA, TOM)
        if view.status is not TableStatus.PLAYING:
            break
        await asyncio.gather(
            world.service.ready(table, LEA.user),
            world.service.ready(table, TOM.user),
            world.clock.advance(15),
            return_exceptions=True,
        )
    numbers = [number for where, number in world.dealer.orders if where == table]
    assert numbers == sorted(set(numbers))
    entries = world.store.tables[table].entries
    started = [entry.event.number for entry in entries if isinstance(entry.event, DealStarted)]
    assert started == numbers


async def test_seeds_are_stored_before_their_hash_is_shown_and_opened_after(world: World) -> None:
    opened = await world.service.open(GUILD, CHANNEL, LEA, "toy", "quiet", None, 2, "fr")
    secret = world.store.tables[opened.id].record.secret
    assert secret is not None
    assert opened.commitment == commitment(secret.seed, opened.id, 1)
    await world.service.start(opened.id, LEA.user, "4711", fill=True)
    view = await world.service.table(opened.id)
    assert view.commitment == opened.commitment
    assert view.revealed is None
    view = await world.play_deal(opened.id, LEA)
    assert view.revealed is not None
    assert view.revealed_mixed == ("4711",)
    assert view.commitment != opened.commitment
    revealed = DealSecret(1, bytes.fromhex(view.revealed), view.revealed_mixed)
    assert sorted(map(str, verify(revealed, opened.id, opened.commitment, DECK))) == sorted(map(str, DECK))


async def test_leaving_a_match_gives_the_seat_to_a_computer(world: World) -> None:
    table = await world.match(LEA, TOM)
    view = await world.service.leave(table, LEA.user)
    await world.clock.advance(0)
    assert view.status is TableStatus.PLAYING
    assert view.host == TOM.user
    holder = view.holder(Seat(0))
    assert holder is not None
    assert (holder.user, holder.level) == (None, "club")
    await world.play_deal(table, TOM)
    view = await world.service.leave(table, TOM.user)
    assert view.status is TableStatus.CLOSED


async def test_joining_a_match_waits_for_the_end_of_the_deal(world: World) -> None:
    table = await world.match(LEA)
    with pytest.raises(EngineRefusal) as info:
        await world.service.join(table, TOM)
    assert info.value.code is Trouble.NOT_BETWEEN_DEALS
    await world.play_deal(table, LEA)
    view = await world.service.join(table, TOM, Seat(1))
    assert view.seat_of(TOM.user) == 1


async def test_closing_a_running_deal_asks_first(world: World) -> None:
    table = await world.match(LEA)
    with pytest.raises(EngineRefusal) as info:
        await world.service.close(table, LEA.user)
    assert info.value.code is Trouble.DEAL_RUNNING
    assert (await world.service.close(table, LEA.user, confirm=True)).status is TableStatus.CLOSED


async def test_changes_say_whose_panel_changed(world: World) -> None:
    table = await world.match(LEA, TOM, ZOE)
    change = world.outbox.told[-1][1]
    assert change.kind is ChangeKind.DEAL_STARTED
    assert change.seats == {0, 1, 2}
    assert change.urgent
    await world.play(table, TOM)
    change = world.outbox.told[-1][1]
    assert change.kind is ChangeKind.PROGRESS
    assert change.seats == {1}
    assert change.urgent


async def test_a_suspended_table_waits_and_goes_on(world: World) -> None:
    table = await world.match(LEA, TOM)
    code = await world.code(table, LEA)
    assert (await world.service.suspend(table)).status is TableStatus.SUSPENDED
    await world.clock.advance(1000)
    with pytest.raises(EngineRefusal) as info:
        await world.service.act(table, LEA.user, code)
    assert info.value.code is Trouble.NOT_PLAYING
    view = await world.service.resume(table)
    assert view.status is TableStatus.PLAYING
    assert view.deadline is not None
    await world.service.act(table, LEA.user, code)


async def test_options_of_the_lobby_are_played(world: World) -> None:
    opened = await world.service.open(GUILD, CHANNEL, LEA, "toy", "ours", ToyOptions(target=1), 2, "fr")
    await world.service.start(opened.id, LEA.user, fill=True)
    await world.play_deal(opened.id, LEA)
    view = await world.service.table(opened.id)
    assert len(view.records) == 1


async def test_only_deals_that_are_over_are_opened(world: World) -> None:
    table = await world.match(LEA)
    seeds: dict[int, str] = {}
    for number in (1, 2, 3):
        running = world.store.tables[table].record.secret
        assert running is not None
        seeds[number] = running.seed.hex()
        for asked in (None, 0, number, number + 1, 99):
            deal = await world.service.opened_deal(table, asked)
            assert (deal is None) == (number == 1)
            assert deal is None or deal.seed in [seeds[over] for over in range(1, number)]
        view = await world.play_deal(table, LEA)
        for over in range(1, number + 1):
            deal = await world.service.opened_deal(table, over)
            assert deal is not None
            assert (deal.number, deal.seed, deal.latest) == (over, seeds[over], number)
            assert deal.commitment == commitment(bytes.fromhex(deal.seed), table, over)
        if view.between:
            await world.service.ready(table, LEA.user, f"click{number}")
    deal = await world.service.opened_deal(table, 2)
    assert deal is not None
    assert deal.clicks == ("click1",)
