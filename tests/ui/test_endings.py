"""What ends, and how: results that stay, tables out of sight, damaged rows, and what a newcomer finds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.app import TapisBot
from bot.core.errors import IllegalAction
from bot.engine.models import TableId, TableStatus, TableView, UserId
from bot.engine.service import TableService
from bot.i18n.words import words_for
from tests.ui.club import Club, Member, play_deal, quick_bot

EN = words_for("en")


def service(club: Club) -> TableService:
    bot = club.env.bot
    assert isinstance(bot, TapisBot)
    return bot.front.service


async def table(club: Club) -> TableView:
    return await service(club).table(TableId(1))


def told(result: Any) -> str:
    """The answer's text."""
    return str(result.response.content)


async def finished(club: Club) -> str:
    """Play a short match to its end; what its message says."""
    await club.open("belote", target=100)
    await club.fill()
    while (await table(club)).status is TableStatus.PLAYING:
        await play_deal(club)
        if (await table(club)).status is TableStatus.PLAYING:
            for member in club.members:
                await member.press("ui:ready")
    shown = str(club.table.content)
    assert "🏆" in shown
    return shown


async def test_leaving_or_closing_a_finished_match_keeps_its_result(club: Club) -> None:
    shown = await finished(club)
    await club.members[1].say("table leave")
    assert club.table.content == shown
    await club.members[0].say("table close")
    assert club.table.content == shown
    assert (await table(club)).status is TableStatus.FINISHED


async def test_a_table_whose_channel_is_gone_ends_some_day(club: Club) -> None:
    anna = club.members[0]
    await club.open("belote")
    await club.fill(1)
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    assert (await table(club)).status is TableStatus.SUSPENDED
    for _ in range(8):  # a day at a time: each has its own limit to settle in
        await club.env.advance_time(86_400)
    assert (await table(club)).status is TableStatus.CLOSED
    assert not await anna.user.autocomplete("hand", "table", "")


async def restarted_with(club: Club, statement: str) -> None:
    """Stop the bot, change its database, start it again."""
    await club.env.bot.close()
    with closing(sqlite3.connect(club.settings.database)) as connection, connection:
        connection.execute(statement)
    await club.env.restart_bot(quick_bot(club.settings, club.seed))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET deadline = 'soon' WHERE id = 1",
        "UPDATE tables SET opened_at = 'x' WHERE id = 1",
        "UPDATE tables SET options = '{' WHERE id = 1",
        "UPDATE tables SET ready = 'x' WHERE id = 1",
        "UPDATE deals SET mixed = '?' WHERE table_id = 1",
    ],
)
async def test_a_damaged_row_stops_its_table_only_and_can_be_closed(club: Club, damage: str) -> None:
    await club.open("belote")
    other = club.guild.create_text_channel("other")
    await club.members[1].actor.slash(other, "table open", game="belote")
    await restarted_with(club, damage)
    assert told(await club.members[2].actor.slash(other, "table join")).startswith("You have seat")
    await club.members[0].say("table close")
    assert (await table(club)).status is TableStatus.CLOSED
    await club.open("belote")


async def test_a_table_of_a_game_that_is_gone_gives_its_channel_up(club: Club) -> None:
    await club.open("belote")
    await restarted_with(club, "UPDATE tables SET game = 'gone' WHERE id = 1")
    await club.open("belote")
    assert (await service(club).table(TableId(2))).status is TableStatus.LOBBY


async def test_the_referee_forgets_with_the_deal_and_the_seat(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    asked = club.waiting()
    other = next(member for member in club.members if member is not asked)
    with pytest.raises(IllegalAction):
        await service(club).act(TableId(1), UserId(other.user.id), "pass")
    refused = EN.text("refusal.not_your_turn")
    assert refused in told(await other.say("referee"))
    await play_deal(club)
    await other.say("table leave")
    newcomer = Member(club, "Zoé")
    await newcomer.say("table join")
    assert refused not in told(await newcomer.say("referee"))


async def test_a_newcomer_sees_no_hand_of_a_deal_nobody_took(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    first = club.waiting()
    assert first is not None
    for _ in range(8):
        member = club.waiting()
        assert member is not None
        await member.hand_press("pass")
    held = next(line for line in first.dm.content.splitlines() if "hand" in line)
    await first.say("table leave")
    newcomer = Member(club, "Zoé")
    await newcomer.say("table join")
    assert held not in told(await newcomer.say("hand"))
