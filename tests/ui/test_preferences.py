"""A member's preferences and a server's settings: one panel each, and what the choices change."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.memory import GuildSettings, HandPlace, UserSettings
from bot.engine.models import GuildId, Level, Pace, Pictures, TableId, UserId
from bot.i18n.words import words_for
from bot.palette import Palette
from tests.ui.club import Club, Member, actions, options, said, take_first, verbs

EN, FR = words_for("en"), words_for("fr")
FIRST = TableId(1)


async def stored(club: Club, member: Member) -> UserSettings:
    return await club.bot.front.memory.settings.user(UserId(member.user.id))


async def of_server(club: Club) -> GuildSettings:
    return await club.bot.front.memory.settings.guild(GuildId(club.guild.id))


def defaults(message: Any) -> set[str]:
    """What the menus of a message show as chosen."""
    menus = [item for row in message.components for item in row.children if getattr(item, "options", None)]
    return {option.value for menu in menus for option in menu.options if option.default}


async def to_the_cards(club: Club) -> Member:
    """Bid until somebody may play a card; who."""
    while True:
        for member in club.members:
            if any("play:" in verb for verb in member.offers()):
                return member
        mover = club.mover()
        await mover.hand_press(take_first(actions(mover)))


async def test_the_panel_shows_and_changes_everything(club: Club) -> None:
    bruno = club.members[1]
    asked = await bruno.say("preferences")
    assert asked.ephemeral
    assert asked.response.content.startswith(f"**{EN.text('pref.title')}**")
    panel = bruno.here
    assert defaults(panel) == {"auto", "dm", "classic", "full"}
    await bruno.choose("ui:pref:hand", "channel", panel)
    await bruno.choose("ui:pref:palette", "four", panel)
    await bruno.choose("ui:pref:pictures", "text", panel)
    for switch in ("pings:no", "last_card:yes", "second_tap:yes", "labels:yes"):
        await bruno.press(f"ui:pref:{switch}", bruno.here)
    await bruno.choose("ui:pref:language", "fr", bruno.here)
    assert bruno.here.id == panel.id
    assert bruno.here.content.startswith(f"**{FR.text('pref.title')}**")
    assert defaults(bruno.here) == {"fr", "channel", "four", "text"}
    kept = await stored(club, bruno)
    assert (kept.language, kept.hand, kept.palette) == ("fr", HandPlace.CHANNEL, Palette.FOUR)
    assert kept.pictures is Pictures.TEXT
    assert (kept.pings, kept.last_card, kept.second_tap, kept.labels) == (False, True, True, True)


async def test_the_command_changes_everything_too(club: Club) -> None:
    bruno = club.members[1]
    told = await bruno.say(
        "preferences",
        language="fr",
        hands="channel",
        palette="four",
        pictures="text",
        pings=False,
        last_card=True,
        second_tap=True,
        labels=True,
    )
    assert told.response.content.startswith(f"**{FR.text('pref.title')}**")
    kept = await stored(club, bruno)
    assert (kept.language, kept.hand, kept.palette) == ("fr", HandPlace.CHANNEL, Palette.FOUR)
    assert (kept.pings, kept.last_card, kept.second_tap, kept.labels) == (False, True, True, True)
    await bruno.say("preferences", language="auto", pings=True)
    kept = await stored(club, bruno)
    assert (kept.language, kept.pings, kept.labels) == (None, True, True)


async def test_a_value_that_there_is_not_is_stale(club: Club) -> None:
    bruno = club.members[1]
    await bruno.say("preferences")
    panel = bruno.here
    for verb, value in (("ui:pref:palette", "pink"), ("ui:pref:nothing", "x")):
        answer = club.raw_click(bruno, panel, f"t|0|x|{verb}", values=[value])
        await club.env.settle()
        assert EN.text("refusal.stale") in " ".join(said(answer))
    assert await stored(club, bruno) == UserSettings(UserId(bruno.user.id), client_language="en")


async def test_who_likes_to_confirm_plays_a_card_with_two_taps(club: Club) -> None:
    for member in club.members:
        await member.say("preferences", second_tap=True)
    await club.open("belote")
    await club.fill()
    player = await to_the_cards(club)
    offered = [verb for verb in player.offers() if "play:" in verb]
    assert all(verb.startswith("ui:sure:play:") for verb in offered)
    before = club.table.content
    await player.press(offered[0], player.dm)
    assert club.table.content == before
    card = offered[0].removeprefix("ui:sure:")
    assert card in player.offers()
    assert EN.text("mine.sure", action="").split(":")[0] in player.dm.content
    await player.press("ui:sure", player.dm)
    assert card not in player.offers()
    await player.press(offered[0], player.dm)
    await player.press(card, player.dm)
    assert club.table.content != before
    assert not any("play:" in verb for verb in player.offers())


async def test_the_last_card_plays_itself_for_who_wants_it(club: Club) -> None:
    for member in club.members[:3]:
        await member.say("preferences", last_card=True)
    await club.open("belote", target=10_000)
    await club.fill()
    await to_the_cards(club)
    pressed = dict.fromkeys((member.name for member in club.members), 0)
    while (moving := club.waiting()) is not None:
        codes = actions(moving)
        pressed[moving.name] += codes[0].startswith("play:")
        await moving.hand_press(next((code for code in codes if code.startswith("play:")), codes[0]))
        await club.env.settle()
    assert "ui:ready" in verbs(club.table)
    assert pressed == {"Anna": 7, "Bruno": 7, "Chloé": 7, "Denis": 8}


@pytest.mark.settings(turn_seconds=90)
@pytest.mark.parametrize("wanted", [True, False])
async def test_only_who_wants_it_is_mentioned(club: Club, wanted: bool) -> None:
    for member in club.members:
        await member.say("preferences", pings=wanted)
    await club.open("belote")
    await club.fill()
    mentions = {f"<@{member.user.id}>" for member in club.members}
    before = len(club.channel.history())
    await club.env.advance_time(31)
    said_since = " ".join(message.content for message in club.channel.history()[before:])
    assert any(mention in said_since for mention in mentions) is wanted


async def test_a_manager_sees_and_changes_the_server_s_settings(club: Club) -> None:
    await club.olga.say("settings channels", channel=club.channel)
    shown = await club.olga.say("settings show")
    assert shown.ephemeral
    panel = club.olga.here
    assert f"<#{club.channel.id}>" in panel.content
    for name, value in (
        ("public_language", "fr"),
        ("openers", "managers"),
        ("table_pictures", "trick"),
        ("level", "expert"),
    ):
        await club.olga.choose(f"ui:server:{name}", value, panel)
    await club.olga.press("ui:server:pace:slow", panel)
    assert defaults(club.olga.here) == {"fr", "managers", "trick", "expert"}
    assert "ui:server:pace:live" in verbs(club.olga.here)
    kept = await of_server(club)
    assert (kept.language, kept.opener.value) == ("fr", "managers")
    assert (kept.pace, kept.pictures, kept.level) == (Pace.SLOW, Pictures.TRICK, Level.EXPERT)
    await club.olga.say("settings pace", pace="live")
    await club.olga.say("settings pictures", pictures="text")
    await club.olga.say("settings computers", level="beginner")
    kept = await of_server(club)
    assert (kept.pace, kept.pictures, kept.level) == (Pace.LIVE, Pictures.TEXT, Level.BEGINNER)


async def test_nobody_else_changes_them_by_a_panel_of_somebody_who_may(club: Club) -> None:
    await club.olga.say("settings show")
    panel = club.olga.here
    answer = club.raw_click(club.members[1], panel, "t|0|x|ui:server:pace:slow")
    await club.env.settle()
    assert EN.text("say.managers_only") in " ".join(said(answer))
    assert (await of_server(club)).pace is Pace.LIVE


async def test_a_new_table_has_the_colours_that_the_server_chose(club: Club) -> None:
    await club.olga.say("settings palette", palette="four")
    await club.open("belote")
    await club.olga.say("settings show")
    await club.olga.press("ui:server:table_palette:classic", club.olga.here)
    assert (await of_server(club)).palette is Palette.CLASSIC
    assert (await club.bot.front.service.table(FIRST)).palette is Palette.FOUR


async def test_who_chooses_pictures_where_none_are_drawn_is_told_so(club: Club) -> None:
    """These tests' bot draws none."""
    await club.members[1].say("preferences", pictures="full")
    await club.olga.say("settings show")
    for panel in (club.members[1].here, club.olga.here):
        assert EN.text("pref.no_pictures") in panel.content


async def test_a_new_table_has_the_server_s_pace_and_pictures_and_its_players_change_the_latter(club: Club) -> None:
    await club.olga.say("settings pace", pace="slow")
    await club.olga.say("settings pictures", pictures="trick")
    await club.open("belote")
    table = await club.bot.front.service.table(FIRST)
    assert (table.pace, table.pictures) == (Pace.SLOW, Pictures.TRICK)
    await club.fill()
    bruno = club.members[1]
    await bruno.press("ui:more")
    menu = bruno.here
    assert options(menu, "ui:pictures") == ["full", "trick", "text"]
    await bruno.choose("ui:pictures", "text", menu)
    assert (await club.bot.front.service.table(FIRST)).pictures is Pictures.TEXT
    await club.members[2].say("table pictures", pictures="full")
    assert (await club.bot.front.service.table(FIRST)).pictures is Pictures.FULL
