"""Looking back: whose matches are told to whom, page by page, and what an erased member's name becomes."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine.history import PAGE
from bot.i18n.words import Words, words_for
from tests.ui.club import Club, Member, control, play_deal, play_match, said, verbs

EN = words_for("en")


async def told(asker: Member, /, **options: Any) -> str:
    """What /history tells, to who asks alone."""
    (text,) = said(await asker.say("history", **options))
    return text


async def give_up(club: Club) -> None:
    """The table is closed after a deal, as it stands."""
    await play_deal(club)
    await club.end()


async def test_nobodys_history_says_so(club: Club, words: Words) -> None:
    anna, bruno = club.members[:2]
    none = words.text("history.none")
    assert await told(anna) == f"**{words.text('history.mine')}**\n{none}"
    assert await told(anna, server=True) == f"**{words.text('history.server')}**\n{none}"
    assert none in await told(anna, member=bruno.actor)


async def test_a_finished_match_is_told_to_its_channel_and_a_running_one_to_nobody(club: Club) -> None:
    anna, bruno = club.members[:2]
    await club.open("belote", target=100)
    await club.fill()
    assert "Bruno" not in await told(anna)
    await play_match(club)
    lines = await told(anna)
    assert "Belote" in lines
    assert all(name in lines for name in ("Anna & Chloé", "Bruno & Denis"))
    assert lines.count("**") == 4, "the title and the winners"
    for asked in (await told(club.olga, server=True), await told(club.olga, member=bruno.actor)):
        assert lines.split("\n", 1)[1] == asked.split("\n", 1)[1]
    assert EN.text("history.none") in await told(club.olga)


async def test_a_private_table_is_told_to_who_played_there_alone(club: Club) -> None:
    anna = club.members[0]
    await club.open("belote", private=True, target=10_000)
    await club.fill(1)
    await give_up(club)
    none = EN.text("history.none")
    assert "Anna" in await told(anna)
    assert "Anna" in await told(anna, server=True)
    for member in (club.members[1], club.olga):
        assert none in await told(member, server=True)
        assert none in await told(member, member=anna.actor)


async def test_a_channel_that_somebody_cannot_read_tells_them_nothing(club: Club) -> None:
    bruno, everywhere = club.members[1], club.channel
    hidden = discord.PermissionOverwrite(view_channel=False)
    club.channel = club.guild.create_text_channel("secret", overwrites={bruno.actor: hidden})
    await club.open("belote", target=10_000)
    await club.fill(1)
    await give_up(club)
    club.channel = everywhere
    assert "Anna" in await told(club.olga, server=True)
    assert EN.text("history.none") in await told(bruno, server=True)
    assert EN.text("history.none") in await told(bruno, member=club.members[0].actor)


async def test_an_erased_member_is_a_former_player(club: Club, words: Words) -> None:
    anna, bruno = club.members[:2]
    await club.open("belote", target=10_000)
    await club.fill()
    await give_up(club)
    await bruno.say("mydata erase")
    asked = bruno.here
    await bruno.actor.click(asked, custom_id=control(asked, "ui:erase"))
    await club.env.settle()
    lines = await told(anna)
    assert "Bruno" not in lines
    assert words.text("people.gone") in lines
    assert words.text("history.abandoned") in lines
    assert words.text("history.none") in await told(bruno)
    assert words.text("history.none") in await told(anna, member=bruno.actor)


async def test_pages_are_led_through_by_buttons_that_outlive_the_bot(club: Club) -> None:
    anna = club.members[0]
    for _ in range(PAGE + 1):
        await club.open("belote", target=10_000)
        await club.fill(1)
        await give_up(club)
    first = await told(anna)
    assert first.count("\n- ") == PAGE
    message = anna.here
    assert verbs(message) == ["ui:history:me:1"]
    await club.restart()
    await anna.actor.click(message, custom_id=control(message, "ui:history:me:1"))
    second = anna.here
    assert second.id == message.id
    assert second.content.count("\n- ") == 1
    # The same tap again, from a client that has not seen the answer yet.
    await anna.actor.click(second, custom_id=control(second, "ui:history:me:0"))
    assert anna.here.content == first
