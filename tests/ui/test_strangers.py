"""Who has no business at a table: another server's manager, who cannot see the channel, who forges a control."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.engine.models import UserId
from bot.i18n.words import words_for
from tests.ui.club import Club, Member, actions, ids

EN = words_for("en")


async def test_the_manager_of_another_server_closes_nothing_here(club: Club) -> None:
    bruno = club.members[1]
    await club.open("belote")
    await club.fill()
    elsewhere = club.env.create_guild("Elsewhere", owner=bruno.user)
    home, there = elsewhere.create_text_channel("home"), MemberActor(club.env, elsewhere, bruno.user)
    result: Any = await there.slash(home, "table close", confirm=True)
    assert result.response is not None
    assert result.response.content == EN.text("say.proposed"), "a player may ask the others, and no more"
    assert actions(club.mover())


async def test_the_manager_of_the_tables_own_server_closes_it(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    await club.olga.say("table close", confirm=True)
    assert club.waiting() is None


@pytest.mark.parametrize("command", ["score", "trick", "analysis"])
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


@pytest.mark.parametrize("forged", ["t|1|x|ui:hand", "t|1|00000000|ui:hand", "t|1|00000000|pass", "t|1|n1|pass"])
async def test_no_hand_is_drawn_where_all_can_see_it(club: Club, forged: str) -> None:
    await club.open("belote")
    await club.fill()
    public = club.table.id
    for member in club.members:
        club.raw_click(member, club.table, forged)
        await club.env.settle()
    shown = next(message for message in club.channel.history() if message.id == public)
    assert "Your hand" not in shown.content
    assert all("Your hand" not in message.content for message in club.channel.history())


async def test_a_forged_level_is_answered_in_private(club: Club) -> None:
    await club.open("coinche")
    await club.fill()
    member = club.mover()
    token = ids(member.dm)[0].split("|")[2]
    result = club.raw_click(member, club.table, f"t|1|{token}|ui:level:100")
    await club.env.settle()
    assert "Your hand" not in club.table.content
    assert result.followups[-1].ephemeral


@pytest.mark.parametrize("verb", ["do", "ui:profile"])
async def test_a_menu_without_a_choice_is_stale(club: Club, verb: str) -> None:
    await club.open("belote")
    result: Any = club.raw_click(club.members[0], club.table, f"t|1|x|{verb}", values=[])
    await club.env.settle()
    assert result.response.content.rstrip(".") == EN.text("refusal.stale").rstrip(".")


@pytest.mark.parametrize("deal", [0, 1, 3])
async def test_a_public_control_of_another_deal_does_nothing(club: Club, deal: int) -> None:
    """Its message may have kept it, if the edit that should have taken it away was lost."""
    await club.open("coinche", "coinche_online")
    await club.fill()
    for _ in range(4):
        await club.mover().hand_press("pass")
    for member in club.members:
        await member.press("ui:ready")
    await club.mover().hand_press("bid:80:S")
    doubling = next(custom_id for custom_id in ids(club.table) if "|coinche" in custom_id)
    assert "|n2|" in doubling
    service = club.bot.front.service
    before = (await service.tables_of(UserId(club.members[0].user.id)))[0]
    for member in club.members:
        old = club.raw_click(member, club.table, doubling.replace("|n2|", f"|n{deal}|"))
        await club.env.settle()
        assert [answer.content for answer in old.followups] == [EN.text("refusal.stale")] or (
            old.response is not None and old.response.content == EN.text("refusal.stale")
        )
    assert (await service.table(before.id)).seq == before.seq
