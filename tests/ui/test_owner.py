"""/admin: one server, its operator, nobody else; a stuck table closed, a word to all tables, a drain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio
import simcord

from bot.brake import STOP_AT, WARY_AT, HeldBack
from bot.engine.models import TableId, TableStatus
from bot.i18n.words import words_for
from bot.ui.house import AGAIN
from tests.ui.club import Club, control, play_deal

EN = words_for("en")


@pytest_asyncio.fixture
async def house(club: Club) -> Any:
    """The operator in the club's server, which is the one that the settings name."""
    club.settings = replace(club.settings, admin_server=club.guild.id)
    await club.restart()
    club.bot.owner_id = club.olga_user.id
    return club.olga


async def test_without_the_setting_there_is_no_such_command(club: Club) -> None:
    assert not [name for name in club.olga.actor.available_commands(club.channel) if name.startswith("admin")]


async def test_other_servers_do_not_have_the_command(house: Any, club: Club) -> None:
    elsewhere = club.env.create_guild("Elsewhere", owner=club.olga_user)
    channel = elsewhere.create_text_channel("table")
    actor = simcord.MemberActor(club.env, elsewhere, club.olga_user)
    assert "admin status" in club.olga.actor.available_commands(club.channel)
    assert not [name for name in actor.available_commands(channel) if name.startswith("admin")]


async def test_members_are_neither_offered_nor_obeyed(house: Any, club: Club) -> None:
    """Even where the server lets them see the command."""
    await club.open("belote")
    anna = club.members[0]
    assert not [name for name in anna.actor.available_commands(club.channel) if name.startswith("admin")]
    club.bot.owner_id = 1
    for name, options in (
        ("admin status", {}),
        ("admin close", {"table": 1}),
        ("admin announce", {"text": "hello"}),
        ("admin drain", {"on": True}),
    ):
        result = await house.say(name, **options)
        assert result.response.content == EN.text("say.operator_only"), name
    assert not club.bot.front.service.draining
    assert (await club.bot.front.service.table(TableId(1))).status is TableStatus.LOBBY


async def test_a_guessed_button_closes_nothing(house: Any, club: Club) -> None:
    await club.open("belote")
    anna = club.members[0]
    result = club.raw_click(anna, club.table, control(club.table, "ui:join").replace("ui:join", "ui:retire"))
    await club.env.settle()
    assert EN.text("say.operator_only") in str(result.response.content)
    assert (await club.bot.front.service.table(TableId(1))).status is TableStatus.LOBBY


async def test_the_status_tells_how_things_stand(house: Any, club: Club) -> None:
    await club.open("belote")
    await club.fill()
    text = str((await house.say("admin status")).response.content)
    assert "belote · playing · 1" in text
    assert EN.text("admin.tables", n=1, deals=1) in text
    assert EN.text("admin.outbox", n=0) in text
    assert EN.text("admin.refused", n=0) in text
    assert "Braking" not in text
    assert "MB" in text
    for member in club.members:
        assert member.name not in text


async def test_the_status_tells_of_the_brake(house: Any, club: Club) -> None:
    for _ in range(WARY_AT):
        club.bot.brake.refused()
    text = str((await house.say("admin status")).response.content)
    assert EN.text("admin.refused", n=WARY_AT) in text
    assert EN.text("admin.braking", n=10) in text
    for _ in range(STOP_AT - WARY_AT):
        club.bot.brake.refused()
    text = str((await house.say("admin status")).response.content)
    assert EN.text("admin.stopped", n=10) in text
    state = await club.bot.health()
    assert (state["braking"], state["refused"]) == (2, STOP_AT)


async def test_a_stuck_table_is_closed_after_a_second_tap(house: Any, club: Club) -> None:
    """A running one, and one whose log cannot be read. Their logs are kept."""
    service = club.bot.front.service
    await club.open("belote")
    await club.fill()
    await house.say("admin close", table=1)
    assert (await service.table(TableId(1))).status is TableStatus.PLAYING
    await house.press("ui:retire", house.here)
    assert (await service.table(TableId(1))).status is TableStatus.CLOSED
    assert house.here.content == EN.text("say.closed")
    again = await house.say("admin close", table=1)
    assert again.response.content == EN.text("refusal.no_table")


async def test_a_table_that_cannot_be_read_is_closed_too(house: Any, club: Club) -> None:
    await club.open("belote")
    await club.fill()
    store: Any = club.bot.front.memory
    await store.database.run("UPDATE events SET body = '{}' WHERE seq = 2", ())
    await store.database.run("UPDATE tables SET game = 'gone'", ())
    await club.restart()
    club.bot.owner_id = club.olga_user.id
    await house.say("admin close", table=1)
    await house.press("ui:retire", house.here)
    store = club.bot.front.memory
    assert await store.open_tables() == ()
    assert (await store.database.row("SELECT count(*) FROM events"))[0] > 1
    await club.open("belote")


async def test_all_tables_are_told_with_nothing_in_it_that_could_ring(house: Any, club: Club) -> None:
    await club.open("belote")
    other = club.guild.create_text_channel("other")
    await club.members[1].actor.slash(other, "table open", game="tarot")
    told = await house.say("admin announce", text="@everyone back at *nine*")
    assert told.response.content == EN.text("admin.announced", n=2)
    await club.env.advance_time(5)
    for channel in (club.channel, other):
        said = channel.history()[-1]
        assert said.content == EN.text("admin.announcement", text="@everyone back at \\*nine\\*")
        assert not said.mention_everyone


async def test_a_table_that_cannot_be_told_does_not_keep_the_word_from_the_others(
    house: Any, club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await club.open("belote")
    other = club.guild.create_text_channel("other")
    await club.members[1].actor.slash(other, "table open", game="tarot")
    send, held = club.bot.http.send_message, list[int]()

    async def cut(channel: int, *, params: Any) -> Any:
        if channel == club.channel.id and not held:
            held.append(channel)
            raise HeldBack("held back")
        return await send(channel, params=params)

    monkeypatch.setattr(club.bot.http, "send_message", cut)
    await house.say("admin announce", text="back at nine")
    await club.env.advance_time(5)
    assert other.history()[-1].content == EN.text("admin.announcement", text="back at nine")
    assert "a table was not told: held back" in caplog.text
    assert club.channel.history()[-1].content != EN.text("admin.announcement", text="back at nine")
    await club.env.advance_time(AGAIN[0])
    told = [[message.content for message in channel.history()] for channel in (club.channel, other)]
    assert [said.count(EN.text("admin.announcement", text="back at nine")) for said in told] == [1, 1]


async def test_a_drain_lets_running_deals_end_and_nothing_begin(house: Any, club: Club) -> None:
    """The table comes to rest, says why, and goes on when the drain is undone."""
    club.settings = replace(club.settings, next_deal_seconds=15)
    await club.restart()
    club.bot.owner_id = club.olga_user.id
    service = club.bot.front.service
    await club.open("belote")
    await club.fill()
    drained = await house.say("admin drain", on=True)
    assert EN.text("admin.draining", n=1) in drained.response.content
    await club.env.advance_time(2)
    assert any(message.content == EN.text("admin.drained") for message in club.channel.history())
    other = club.guild.create_text_channel("other")
    refused = await club.members[1].actor.slash(other, "table open", game="belote")
    assert refused.response is not None
    assert refused.response.content == EN.text("refusal.draining")

    await play_deal(club)
    assert (await service.table(TableId(1))).between
    refused = await club.members[0].say("deal")
    assert refused.response.content == EN.text("refusal.draining")
    await club.env.advance_time(300)
    table = await service.table(TableId(1))
    assert table.between
    assert len(table.records) == 1
    status = await house.say("admin status")
    assert EN.text("admin.at_rest") in status.response.content
    await house.say("admin drain", on=False)
    await club.env.advance_time(60)
    assert not (await service.table(TableId(1))).between


@pytest.mark.parametrize("after", [None, 5])
async def test_the_command_leaves_the_server_that_is_not_meant_any_more(
    house: Any, club: Club, after: int | None
) -> None:
    club.settings = replace(club.settings, admin_server=after)
    await club.restart()
    assert not [name for name in club.olga.actor.available_commands(club.channel) if name.startswith("admin")]
