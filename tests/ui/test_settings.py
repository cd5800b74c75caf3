"""Languages, channels, who may open, threads, permissions, profiles."""

from __future__ import annotations

from typing import Any

import discord

from bot.core import registry
from bot.core.cards import Card, deck_32
from bot.i18n.pages import place
from bot.i18n.words import words_for
from tests.ui.club import Club, actions, control, take_first

EN, FR = words_for("en"), words_for("fr")


async def test_a_french_host_gets_a_french_table(club: Club) -> None:
    club.speak_french()
    await club.open("belote")
    await club.fill()
    assert FR.text("button.hand") in [item.label for row in club.table.components for item in row.children]
    assert all(
        FR.text("say.cards_here", channel=f"<#{club.channel.id}>") in _history(member) for member in club.members
    )


def _history(member: Any) -> list[str]:
    return [message.content for message in member.user.dm_channel.history()]


async def test_the_server_chooses_the_language_of_its_tables(club: Club) -> None:
    refusal = await _try(club, "settings language", language="fr")
    assert refusal is None or refusal == EN.text("say.managers_only")
    await club.olga.say("settings language", language="fr")
    await club.open("belote")
    assert FR.text("button.join") in [item.label for row in club.table.components for item in row.children]


async def _try(club: Club, command: str, **options: Any) -> str | None:
    """What a member without rights is told; None when the client does not even offer the command."""
    if command not in club.members[1].actor.available_commands(club.channel):
        return None
    result = await club.members[1].say(command, **options)
    return str(result.response.content)


async def test_a_member_chooses_a_language(club: Club) -> None:
    bruno = club.members[1]
    await bruno.say("preferences", language="fr")
    await club.open("belote")
    await club.fill()
    assert "Ta main" in bruno.dm.content
    assert "Your hand" in club.members[2].dm.content


async def test_each_reads_the_letters_of_cards_in_their_own_language(club: Club) -> None:
    """Without the application's emoji, on the hand as on its buttons."""
    bruno, chloe = club.members[1:3]
    await bruno.say("preferences", language="fr")
    await club.open("belote")
    await club.fill()
    for member, words, other in ((bruno, FR, EN), (chloe, EN, FR)):
        shown = member.dm.content.replace("\u00a0", " ")
        own, strange = ({each.short(card) for card in deck_32()} for each in (words, other))
        cards = [word for word in shown.split() if word in own | strange]
        assert len(cards) >= 5
        assert set(cards) <= own
    while not club.mover().offers()[0].startswith("play:"):
        await club.mover().hand_press(take_first(actions(club.mover())))
    for member, words in ((bruno, FR), (chloe, EN)):
        while club.mover() is not member:
            await club.mover().hand_press(actions(club.mover())[0])
        labels = {item.custom_id: item.label for row in member.dm.components for item in row.children}
        played = {id_: label for id_, label in labels.items() if "|play:" in id_}
        assert played
        assert all(label == words.short(Card.parse(id_.rpartition(":")[2])) for id_, label in played.items())


async def test_a_change_of_language_shows_on_the_present_hand(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    bruno = club.members[1]
    await bruno.press("ui:hand")
    here = bruno.here.id
    await bruno.say("preferences", language="fr")
    assert "Ta main" in bruno.dm.content
    shown = next(message for message in club.channel.history(viewer=bruno.actor) if message.id == here)
    assert "Ta main" in shown.content
    assert "Your hand" in club.members[2].dm.content


async def test_tables_only_where_and_by_whom_the_server_says(club: Club) -> None:
    other = club.guild.create_text_channel("autre")
    await club.olga.say("settings channels", channel=other)
    refused = await club.open("belote")
    assert refused.ephemeral
    assert f"<#{other.id}>" in refused.response.content
    assert not (await club.members[0].actor.slash(other, "table open", game="belote")).ephemeral
    await club.olga.say("settings channels")
    await club.olga.say("settings openers", who="managers")
    refused = await club.open("belote")
    assert refused.response.content == EN.text("say.not_an_opener")
    assert not (await club.olga.say("table open", game="belote")).ephemeral


async def test_a_missing_permission_is_named(club: Club) -> None:
    denied = discord.PermissionOverwrite(send_messages=False)
    bot = club.bot.user
    assert bot is not None
    quiet = club.guild.create_text_channel("quiet", overwrites={bot: denied})
    refused = await club.members[0].actor.slash(quiet, "table open", game="belote")
    assert refused.ephemeral
    assert refused.response is not None
    assert EN.text("say.permission.send_messages") in refused.response.content
    assert not quiet.history()


async def test_a_table_in_a_thread_of_its_own(club: Club) -> None:
    result = await club.open("belote", thread=True)
    channel = club.bot.get_channel(club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = next(iter(channel.threads))
    assert f"<#{thread.id}>" in result.response.content
    messages = club.env.backend.messages[thread.id]
    assert any("ui:join" in str(message.components) for message in messages.values())


async def test_the_host_changes_the_rules_in_the_lobby(club: Club) -> None:
    anna = club.members[0]
    await club.open("belote")
    lobby = club.table.content
    shown = await anna.press("ui:options")
    menu = shown.followups[-1]
    assert menu.ephemeral
    for placeholder in ("say.profile_menu", "say.profile_menu_more"):
        assert EN.text(placeholder) in str(menu.components)
    assert EN.text("say.profile_choose") not in str(menu.components)
    await anna.choose("ui:profile", "coinche/contree", anna.here)
    assert club.table.content != lobby
    assert anna.here.content.startswith(EN.text("say.profile_set", profile="").rstrip(" ."))
    assert control(club.table, "ui:join")
    await anna.say("table options", game="belote", profile="belote_annonces")
    assert EN.text("preset.belote.belote_annonces") in club.table.content


async def test_a_choice_of_rules_after_the_start_is_refused_and_the_menus_go(club: Club) -> None:
    anna = club.members[0]
    await club.open("belote")
    await anna.press("ui:options")
    panel = anna.here
    await club.fill()
    playing = club.table.content
    await anna.choose("ui:profile", "coinche/contree", panel)
    left = next(seen for seen in club.channel.history(viewer=anna.actor) if seen.id == panel.id)
    assert left.content == EN.text("refusal.not_in_lobby")
    assert not left.components
    assert club.table.content == playing


async def test_rules_can_be_read_page_by_page(club: Club) -> None:
    anna = club.members[0]
    first = await anna.say("rules", game="coinche", profile="coinche")
    assert first.ephemeral
    shown = first.response.content
    await anna.press("ui:rules:1:coinche:coinche", anna.here)
    assert anna.here.content != shown
    await anna.choose("ui:rules:to:coinche:coinche", "4", anna.here)
    assert "### 4. " in anna.here.content
    await club.open("belote")
    looked = await anna.press("ui:rules")
    assert looked.followups[-1].ephemeral
    await anna.choose("ui:rules:to", "7", anna.here)
    assert "### 7. " in anna.here.content


async def test_rules_open_at_a_chapter_or_at_the_place_that_a_refusal_names(club: Club) -> None:
    anna = club.members[0]
    await club.open("coinche")
    at = place("coinche", "must_overtrump")
    found = await anna.say("rules", topic=at)
    assert found.ephemeral
    assert f"**{at} " in found.response.content
    offered = await anna.actor.autocomplete(club.channel, "rules", "topic", "")
    assert [choice["value"] for choice in offered][:2] == ["0", "1"]
    typed = await anna.actor.autocomplete(club.channel, "rules", "topic", "overruff")
    assert [choice["value"] for choice in typed] == [at]
    refused = await anna.say("rules", topic="no such thing")
    assert refused.response.content == EN.text("rules.no_topic")


async def test_the_rules_of_the_table_are_told_in_private_messages_too(club: Club) -> None:
    anna = club.members[0]
    await club.open("coinche", profile="contree_cannes")
    await club.fill()
    told = await anna.user.slash("rules", topic="8")
    assert "### 8. " in told.response.content
    assert EN.text("preset.coinche.contree_cannes") in told.response.content


async def test_autocomplete_offers_exactly_what_is_allowed(club: Club) -> None:
    anna = club.members[0]
    games = await anna.actor.autocomplete(club.channel, "table open", "game", "")
    assert {choice["value"] for choice in games} == set(registry.games())
    profiles = await anna.actor.autocomplete(club.channel, "table open", "profile", "", game="coinche")
    assert profiles
    await club.open("coinche")
    await club.fill()
    member = club.waiting()
    assert member is not None
    calls = await member.actor.autocomplete(club.channel, "bid", "call", "")
    assert 1 < len(calls) <= 25
    assert calls[0]["value"] == "pass"
    typed = await member.actor.autocomplete(club.channel, "bid", "call", "120 heart")
    assert [choice["value"] for choice in typed] == ["bid:120:H"]
    idle = next(other for other in club.members if other is not member)
    assert not [
        choice
        for choice in await idle.actor.autocomplete(club.channel, "bid", "call", "")
        if choice["value"].startswith("bid")
    ]
    await member.say("bid", call="bid:80:S")
    for _ in range(3):
        turn = club.waiting()
        assert turn is not None
        await turn.hand_press("pass")
    leader = club.waiting()
    assert leader is not None
    follower = next(other for other in club.members if other is not leader)
    reason = EN.text("error.whose_turn", who=leader.name)
    waiting = await follower.actor.autocomplete(club.channel, "play", "card", "")
    assert [choice["name"] for choice in waiting] == [reason]
    assert (await follower.say("play", card=waiting[0]["value"])).response.content == reason
    late = await leader.say("play", card=waiting[0]["value"])
    assert late.response.content == EN.text("error.no_card")
    cards = await leader.actor.autocomplete(club.channel, "play", "card", "")
    assert sorted(choice["value"] for choice in cards) == sorted(
        verb for verb in leader.offers() if verb.startswith("play:")
    )
