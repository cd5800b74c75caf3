"""Beginning a match while seats are empty, and the computer players that may take them."""

from __future__ import annotations

from typing import Any

import pytest
from discord.app_commands import Group

from bot.engine.models import Level, TableId, TableStatus
from bot.i18n.words import words_for
from tests.ui.club import Club, actions, control, verbs

EN = words_for("en")


def said(result: Any) -> Any:
    """The private message in answer to a click."""
    message = (result.followups or [result.response])[-1]
    assert message.ephemeral
    return message


async def question(club: Club) -> Any:
    """Press the button; the private question that comes."""
    await club.members[0].press("ui:start")
    return club.members[0].here


async def status(club: Club) -> TableStatus:
    return (await club.bot.front.service.table(TableId(1))).status


@pytest.mark.parametrize("humans", [1, 2, 3])
@pytest.mark.parametrize("how", ["button", "command"])
async def test_the_host_begins_with_empty_seats_in_two_presses(club: Club, humans: int, how: str) -> None:
    await club.open("belote")
    for member in club.members[1:humans]:
        await member.press("ui:join")
    anna = club.members[0]
    result = await (anna.press("ui:start") if how == "button" else anna.say("table start"))
    assert said(result).ephemeral
    asked = anna.here
    assert asked.content == EN.text("say.fill_ask", n=4 - humans)
    assert verbs(asked) == ["ui:start:fill", "ui:start:wait"]
    assert await status(club) is TableStatus.LOBBY
    await anna.press("ui:start:fill", asked)
    assert await status(club) is TableStatus.PLAYING
    assert "ui:hand" in verbs(club.table)
    assert club.waiting() is not None or not all(actions(member) for member in club.members[:humans])


async def test_the_host_waits_and_the_last_seats_fill_by_themselves(club: Club) -> None:
    await club.open("belote")
    asked = await question(club)
    await club.members[0].press("ui:start:wait", asked)
    assert await status(club) is TableStatus.LOBBY
    asked = await question(club)
    for member in club.members[1:]:
        await member.press("ui:join")
    await club.members[0].press("ui:start:fill", asked)
    table = await club.bot.front.service.table(TableId(1))
    assert table.status is TableStatus.PLAYING
    assert all(holder.user is not None for holder in table.seats)


async def test_an_old_question_begins_nothing(club: Club) -> None:
    await club.open("belote")
    asked = await question(club)
    fill = control(asked, "ui:start:fill")
    await club.members[0].press("ui:start:fill", asked)
    seq = (await club.bot.front.service.table(TableId(1))).seq
    again = club.raw_click(club.members[0], asked, fill)
    await club.env.settle()
    assert said(again).content.rstrip(".") == EN.text("refusal.not_in_lobby").rstrip(".")
    assert (await club.bot.front.service.table(TableId(1))).seq == seq


async def test_only_the_host_is_asked(club: Club) -> None:
    await club.open("belote")
    await club.members[1].press("ui:join")
    for result in (await club.members[1].press("ui:start"), await club.members[1].say("table start")):
        assert said(result).content.rstrip(".") == EN.text("refusal.not_host").rstrip(".")


async def test_the_command_fills_in_one_step(club: Club) -> None:
    await club.open("belote")
    await club.members[0].say("table start", computers=True)
    assert await status(club) is TableStatus.PLAYING


@pytest.mark.parametrize("level", list(Level))
async def test_a_computer_player_of_each_level(club: Club, level: Level) -> None:
    await club.open("belote")
    await club.members[0].say("table computer", level=level.value)
    assert (await club.bot.front.service.table(TableId(1))).seats[1].level == level
    await club.members[0].say("table start", computers=True)
    assert await status(club) is TableStatus.PLAYING
    assert club.bot.front.service.fallbacks == 0


async def test_the_server_s_level_is_that_of_new_tables_and_the_host_changes_a_seat_s(club: Club) -> None:
    await club.olga.say("settings computers", level="regular")
    await club.open("belote")
    host = club.members[0]
    await host.say("table computer", seat=2)
    answered = await host.say("table computer", seat=2, level="expert")
    assert EN.text("say.computer_changed") in said(answered).content
    assert "Computer\u00a02 (expert)" in club.table.content
    await host.say("table start", computers=True)
    seats = (await club.bot.front.service.table(TableId(1))).seats
    assert [holder.level for holder in seats] == ["", "expert", "regular", "regular"]
    await host.press("ui:more")
    assert "Computer\u00a03 (regular)" in host.here.content


async def test_exactly_the_levels_there_are_can_be_chosen(club: Club) -> None:
    table = club.bot.tree.get_command("table")
    assert isinstance(table, Group)
    computer = table.get_command("computer")
    assert computer is not None
    option = next(found for found in computer.to_dict(club.bot.tree)["options"] if found["name"] == "level")
    assert [choice["value"] for choice in option["choices"]] == [level.value for level in Level]
