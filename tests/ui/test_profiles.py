"""A server's own rules, from the editor to the table: "comme chez nous"."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from simcord import Env

from bot.core.registry import games
from bot.engine.models import GuildId, UserId
from bot.engine.profiles import NAME_LIMIT, ProfileId
from bot.i18n.words import words_for
from bot.ui.editing import KEPT, KEPT_OF_ONE
from bot.ui.profile_text import HEADER
from tests.ui.club import Club, control, options, play_deal, verbs
from tests.ui.profile_steps import BASE, GAME, NAME, choose, create, press, profile_of, type_number

EN, FR = words_for("en", strict=True), words_for("fr", strict=True)


async def test_from_the_editor_to_the_table_and_on(club: Club) -> None:
    """Make it, open a table, play, change it: the match keeps what it began with, over a restart too."""
    olga, anna = club.olga, club.members[0]
    opened = await olga.say("profile create", name=NAME, game=GAME, base=BASE)
    assert opened.ephemeral
    assert NAME in olga.here.content
    await choose(olga, "undertrump", "free")
    await type_number(olga, "target", "100")
    assert EN.text("profile.differences", n=2) in olga.here.content
    await press(olga, "save")
    assert olga.here.content == EN.text("profile.saved", name=NAME, version=1)
    assert not olga.here.components

    offered = await anna.actor.autocomplete(club.channel, "table open", "profile", "chez", game=GAME)
    assert [choice["value"] for choice in offered] == [NAME]
    await club.open(GAME, NAME)
    lobby = club.table.content
    assert f"{NAME} (v1)" in lobby
    assert EN.text("option.undertrump.free.short") in lobby
    await club.fill()
    shown = f"{NAME} (v1)"
    assert shown in club.table.content
    mover = club.mover()
    await mover.hand_press("pass")

    await olga.say("profile edit", name=NAME.upper())
    await type_number(olga, "target", "2000")
    await press(olga, "save")
    await club.restart()
    table = (await club.bot.front.service.tables_in(GuildId(club.guild.id)))[0]
    assert (table.profile, table.profile_version, table.target) == (NAME, 1, 100)
    status = await olga.say("table status")
    assert shown in status.response.content
    for _ in range(20):
        await play_deal(club)
        assert shown in club.table.content
        if "ui:rematch" in verbs(club.table):
            break
        for member in club.members:
            if "ui:ready" in verbs(club.table):
                await member.press("ui:ready")
    assert "ui:rematch" in verbs(club.table)
    store = club.bot._store
    assert store is not None
    assert await store.database.row("SELECT profile, profile_version FROM results") == (NAME, 1)

    await club.open(GAME, NAME)
    assert f"{NAME} (v2)" in club.table.content
    table = (await club.bot.front.service.tables_in(GuildId(club.guild.id)))[0]
    assert (table.profile_version, table.target) == (2, 2000)


async def test_the_lobby_s_menu_offers_them(club: Club) -> None:
    await create(club)
    anna = club.members[0]
    await club.open("belote")
    await anna.press("ui:options")
    assert options(anna.here, "ui:profile:own") == [f"{GAME}/{NAME}"]
    ready_made = [
        value
        for row in anna.here.components
        for item in row.children
        if "ui:profile" in item.custom_id and not item.custom_id.endswith(":own")
        for value in [option.value for option in item.options]
    ]
    assert ready_made == [f"{key}/{preset}" for key, game in games().items() for preset in game.presets]
    await anna.choose("ui:profile:own", f"{GAME}/{NAME}", anna.here)
    assert f"{NAME} (v1)" in club.table.content
    await anna.say("table options", game="belote", profile="belote_annonces")
    assert "(v1)" not in club.table.content


async def test_only_managers_may_write_and_everybody_may_read(club: Club) -> None:
    await create(club)
    bruno = club.members[1]
    before = await profile_of(club)
    told = EN.text("say.managers_only")
    for command, given in (
        ("profile create", {"name": "mine", "game": GAME}),
        ("profile edit", {"name": NAME}),
        ("profile delete", {"name": NAME}),
        ("profile import", {"text": f"{HEADER}\ngame: {GAME}\nname: mine"}),
        ("profile import", {}),
    ):
        refused = await bruno.say(command, **given)
        assert refused.ephemeral
        assert refused.response.content == told, command
    assert await profile_of(club) == before
    listed = await bruno.say("profile list")
    assert NAME in listed.response.content
    shown = await bruno.say("profile show", name=NAME)
    assert EN.text("option.target.value", n=501) in shown.response.content
    exported = await bruno.say("profile export", name=NAME)
    assert "target = 501" in exported.response.content
    missing = await bruno.say("profile show", name="nobody's")
    assert missing.response.content == EN.text("refusal.profile_gone")


async def test_a_second_tap_deletes_and_the_usual_rules_fall_back(club: Club) -> None:
    await create(club)
    olga, anna = club.olga, club.members[0]
    kept = await olga.say("settings profile", game=GAME, profile=NAME.lower())
    assert NAME in kept.response.content
    await club.open(GAME)
    assert f"{NAME} (v1)" in club.table.content
    await anna.say("table close")
    asked = await olga.say("profile delete", name=NAME)
    assert await profile_of(club) is not None
    assert asked.ephemeral
    button = next(verb for verb in verbs(olga.here) if verb.startswith("ui:own:delete"))
    await olga.press(button, olga.here)
    assert EN.text("profile.deleted", name=NAME) in olga.here.content
    assert EN.text(f"preset.{GAME}.{games()[GAME].default_preset}") in olga.here.content
    assert await profile_of(club) is None
    assert (await club.bot.front.memory.settings.guild(GuildId(club.guild.id))).profiles == {}
    await club.open(GAME)
    assert NAME not in club.table.content
    assert EN.text(f"preset.{GAME}.{games()[GAME].default_preset}") in club.table.content


async def test_usual_rules_that_are_gone_are_passed_over(club: Club) -> None:
    await create(club)
    await club.olga.say("settings profile", game=GAME, profile=NAME)
    profile = await profile_of(club)
    await club.bot.front.profiles.delete(profile)
    assert not (await club.open(GAME)).ephemeral
    assert NAME not in club.table.content
    back = await club.olga.say("settings profile", game=GAME)
    assert EN.text(f"preset.{GAME}.{games()[GAME].default_preset}") in back.response.content


async def test_text_goes_to_another_server_and_comes_as_the_next_version(club: Club) -> None:
    await create(club)
    exported = await club.members[1].say("profile export", name=NAME)
    block = exported.response.content.split("```")[1].strip()
    assert block == f"{HEADER}\nname: {NAME}\ngame: {GAME}\nbase: {BASE}\ntarget = 501"
    olga = club.olga
    shown = await olga.say("profile import", name="Ailleurs")
    assert shown.modal is not None
    await olga.actor.submit_modal(shown, {"value": block.replace("501", "600")})
    assert EN.text("profile.imported") in olga.here.content
    assert await profile_of(club, "Ailleurs") is None
    await press(olga, "save")
    assert (await profile_of(club, "Ailleurs")).options["target"] == 600
    await olga.say("profile import", text=block.replace("501", "900").replace("\n", " "))
    await press(olga, "save")
    again = await profile_of(club)
    assert (again.version, again.options["target"]) == (2, 900)


@pytest.mark.parametrize(
    "text",
    ["hello", f"{HEADER} game: bridge", f"{HEADER} game: {GAME}", f"{HEADER} game: {GAME} name: {BASE}", "@" * 5000],
)
async def test_a_hostile_text_gets_a_sentence(club: Club, text: str) -> None:
    refused = await club.olga.say("profile import", text=text)
    assert refused.ephemeral
    assert refused.response.content
    assert "ref." not in refused.response.content
    assert not await club.bot.front.profiles.of(GuildId(club.guild.id))


@pytest.mark.parametrize(
    "name", ["`````", "**@everyone**", "<@&1> [x](http://y)", "||a|b:c/d||", "> # - x", "\u202eevil", "😀 famille"]
)
async def test_any_name_can_be_worn_by_a_table(club: Club, name: str) -> None:
    await create(club, name)
    (profile,) = await club.bot.front.profiles.of(GuildId(club.guild.id))
    listed = await club.olga.say("profile list")
    assert "@everyone" not in listed.response.content
    shown = await club.olga.say("profile show", name=profile.name)
    turned = [verb for verb in verbs(club.olga.here) if verb.startswith("ui:rules")]
    await club.olga.press(turned[0], club.olga.here)
    assert shown.response.content
    await club.open(GAME, profile.name, thread=True)
    await club.open(GAME, profile.name)
    assert "(v1)" in club.table.content
    assert "<@&" not in club.table.content.replace("\\<", "")
    await club.members[0].press("ui:options")
    await club.members[0].choose("ui:profile:own", f"{GAME}/{profile.name}", club.members[0].here)
    assert "(v1)" in club.table.content


async def test_names_that_will_not_do(club: Club) -> None:
    await create(club)
    for name, key, data in (
        ("x" * 41, "refusal.profile_name", {"limit": 40}),
        ("\u200b", "refusal.profile_name", {"limit": 40}),
        (EN.text(f"preset.{GAME}.{BASE}"), "refusal.profile_reserved", {}),
        (FR.text("preset.coinche.coinche").upper(), "refusal.profile_reserved", {}),
        (BASE, "refusal.profile_reserved", {}),
        (NAME.upper(), "refusal.profile_taken", {}),
    ):
        refused = await club.olga.say("profile create", name=name, game=GAME)
        assert refused.response.content == EN.text(key, **data), name


async def test_a_profile_can_start_from_another(club: Club) -> None:
    await create(club)
    await club.olga.say("profile create", name="Dimanche", game=GAME, base=NAME)
    await press(club.olga, "save")
    sunday = await profile_of(club, "Dimanche")
    assert (sunday.base, sunday.options["target"]) == (BASE, 501)


async def test_a_profile_from_another_release_says_what_became_of_it(club: Club) -> None:
    await create(club)
    store = club.bot._store
    assert store is not None
    profile = await profile_of(club)
    values = {**profile.options, "vanished": "x"}
    del values["undertrump"]

    await store.database.run("UPDATE profiles SET options = ? WHERE id = ?", (json.dumps(values), profile.id))
    shown = (await club.members[1].say("profile show", name=NAME)).response.content
    assert EN.text("profile.added", options=EN.text("option.undertrump")) in shown
    assert EN.text("profile.lost", options="`vanished`") in shown
    assert not (await club.open(GAME, NAME)).ephemeral


async def test_in_french(club: Club) -> None:
    olga = club.olga
    await olga.say("preferences", language="fr")
    await create(club)
    assert olga.here.content == FR.text("profile.saved", name=NAME, version=1)
    listed = (await olga.say("profile list")).response.content
    assert FR.text("profile.list") in listed
    await olga.say("settings language", language="fr")
    await club.open(GAME, NAME)
    await club.fill()
    assert FR.text("table.rules", profile=f"{NAME} (v1)") in club.table.content
    refused = await olga.say("profile import", text=f"{HEADER} game: {GAME} undertrumps = free name: a")
    assert FR.text("profile.text.near", line=3, option="undertrumps", near="undertrump") in refused.response.content


async def test_controls_of_unknown_profiles_are_answered(club: Club) -> None:
    await create(club)
    await club.olga.say("profile show", name=NAME)
    shown = club.olga.here
    await club.bot.front.profiles.delete(await profile_of(club))
    text = next(verb for verb in verbs(shown) if verb.startswith("ui:own:text"))
    answered = await club.olga.press(text, shown)
    assert answered.response.content == EN.text("refusal.profile_gone")


async def test_show_turns_its_pages(env: Env, club: Club) -> None:
    await create(club)
    await club.members[1].say("profile show", name=NAME)
    bruno = club.members[1]
    first = bruno.here.content
    await bruno.press("ui:own:show:1:1", bruno.here)
    assert bruno.here.content != first
    assert EN.text("profile.all") in bruno.here.content
    assert ProfileId(1) == (await profile_of(club)).id


async def test_a_member_cannot_delete_with_a_manager_s_button(club: Club) -> None:
    await create(club)
    await club.olga.say("profile delete", name=NAME)
    button = next(verb for verb in verbs(club.olga.here) if verb.startswith("ui:own:delete"))
    number, bruno = control(club.olga.here, button), club.members[1]
    await bruno.say("help")
    club.raw_click(bruno, bruno.here, number)
    await club.env.settle()
    assert bruno.here.content == EN.text("say.managers_only")
    assert await profile_of(club) is not None


async def test_a_profile_whose_game_has_gone_can_still_be_deleted(club: Club) -> None:
    await create(club)
    store = club.bot._store
    assert store is not None
    await store.database.run("UPDATE profiles SET game = 'vanished'", ())
    shown = await club.members[1].say("profile show", name=NAME)
    assert shown.response.content == EN.text("refusal.unknown_game")
    assert (await club.members[1].say("profile list")).ephemeral
    assert (await club.olga.say("profile edit", name=NAME)).response.content == EN.text("refusal.unknown_game")
    named = await club.olga.actor.autocomplete(club.channel, "profile delete", "name", "")
    assert [choice["value"] for choice in named] == [NAME]
    assert (await club.open(GAME, NAME)).response.content == EN.text("refusal.unknown_profile")
    await club.olga.say("profile delete", name=NAME)
    button = next(verb for verb in verbs(club.olga.here) if verb.startswith("ui:own:delete"))
    await club.olga.press(button, club.olga.here)
    assert await profile_of(club) is None


async def test_a_long_list_is_read_page_by_page(club: Club) -> None:
    book, guild = club.bot.front.profiles, GuildId(club.guild.id)
    played = games()[GAME]
    names = [f"{number:02} {'long name ' * 3}".strip() for number in range(25)]
    for name in names:
        await book.create(guild, name, GAME, BASE, played.presets[BASE].with_values({"target": 501}))
    bruno = club.members[1]
    await bruno.say("profile list")
    first = bruno.here.content
    await bruno.press("ui:own:list:1", bruno.here)
    assert bruno.here.content != first
    assert all(name in f"{first}\n{bruno.here.content}" for name in names)


async def test_who_opens_many_editors_loses_only_their_own(club: Club) -> None:
    """A server's manager cannot make the editors of other servers vanish."""
    olga, editors = club.olga, club.bot.front.editors
    await olga.say("profile create", name=NAME, game=GAME)
    (one,) = editors.open.values()
    other = editors.keep(replace(one, id="another", user=UserId(1), guild=GuildId(1)))
    for number in range(KEPT + 1):
        editors.keep(replace(one, id=f"{number}"))
    assert editors.find("another", other.user, other.guild) == other
    assert editors.find(one.id, one.user, one.guild) is None
    await press(olga, "save")
    assert EN.text("profile.stale") in olga.here.content
    last = editors.find(f"{KEPT}", one.user, one.guild)
    assert last is not None
    assert len([kept for kept in editors.open.values() if kept.user == one.user]) == KEPT_OF_ONE


async def test_too_long_a_name_is_refused_before_the_form(club: Club) -> None:
    """Cut, it would name another profile."""
    prefix = "x" * NAME_LIMIT
    await create(club, prefix)
    refused = await club.olga.say("profile import", name=f"{prefix}y")
    assert refused.modal is None
    assert refused.response.content.rstrip(".") == EN.text("refusal.profile_name", limit=NAME_LIMIT).rstrip(".")
    asked = await club.olga.say("profile import", name=prefix)
    assert asked.modal is not None
