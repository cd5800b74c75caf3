"""Who has no business at a table: another server's manager, who cannot see the channel, who forges a control."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.i18n.words import words_for
from tests.ui.club import Club, Member, actions

EN = words_for("en")


async def test_the_manager_of_another_server_closes_nothing_here(club: Club) -> None:
    bruno = club.members[1]
    await club.open("belote")
    await club.fill()
    elsewhere = club.env.create_guild("Elsewhere", owner=bruno.user)
    home, there = elsewhere.create_text_channel("home"), MemberActor(club.env, elsewhere, bruno.user)
    result: Any = await there.slash(home, "table close", confirm=True)
    assert result.response is not None
    assert result.response.content.rstrip(".") == EN.text("refusal.not_host").rstrip(".")
    assert actions(club.mover())


async def test_the_manager_of_the_tables_own_server_closes_it(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    await club.olga.say("table close", confirm=True)
    assert club.waiting() is None


@pytest.mark.parametrize("command", ["score", "trick"])
async def test_a_table_in_a_channel_one_cannot_see_is_not_told(club: Club, command: str) -> None:
    anna, zoe = club.members[0], Member(club, "Zoé")
    hidden = discord.PermissionOverwrite(view_channel=False)
    secret = club.guild.create_text_channel("secret", overwrites={zoe.actor: hidden})
    await anna.actor.slash(secret, "table open", game="belote")
    await anna.actor.slash(secret, "table start", computers=True)
    told = await zoe.say(command, table=1)
    assert told.response.content.rstrip(".") == EN.text("refusal.no_table").rstrip(".")
    seen = await club.members[1].say(command, table=1)
    assert seen.response.content.rstrip(".") != EN.text("refusal.no_table").rstrip(".")
    seated = await anna.say(command, table=1)
    assert seated.response.content == seen.response.content
