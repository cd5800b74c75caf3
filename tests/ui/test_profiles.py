"""A server's own rules, from the editor to the table: "comme chez nous"."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from simcord import Env

from bot.core.registry import games
from bot.engine.errors import StorageFailure
from bot.engine.models import GuildId, UserId
from bot.engine.profiles import NAME_LIMIT, ProfileId
from bot.i18n.words import words_for
from bot.storage.profiles import SqliteProfiles
from bot.ui.editing import KEPT, KEPT_OF_ONE
from bot.ui.profile_text import HEADER
from tests.ui.club import Club, Member, control, options, play_deal, verbs

EN, FR = words_for("en", strict=True), words_for("fr", strict=True)
NAME = "Comme chez nous"
GAME, BASE = "belote", "belote"


def full(message: Any, word: str) -> str:
    """The whole verb of the editor's control that does this."""
    return next(verb for verb in _all_verbs(message) if verb.split(":", 3)[3] == word)


def _all_verbs(message: Any) -> list[str]:
    found = [item.custom_id.split("|", 3)[3] for row in message.components for item in row.children]
    return [verb for verb in found if verb.startswith("ui:edit:")]


async def press(member: Member, word: str) -> Any:
    return await member.press(full(member.here, word), member.here)


async def pick(member: Member, option: str) -> Any:
    """Choose an option, on whichever page of the menu it is."""
    pages = [verb for verb in verbs(member.here) if verb.startswith("ui:edit:") and ":page:" in verb]
    if option not in options(member.here, full(member.here, "pick")) and pages:
        await member.press(pages[-1], member.here)
    return await member.choose(full(member.here, "pick"), option, member.here)


async def choose(member: Member, option: str, value: str) -> Any:
    await pick(member, option)
    return await member.choose(full(member.here, f"set:{option}"), value, member.here)


async def type_number(member: Member, option: str, text: str) -> Any:
    await pick(member, option)
    shown = await press(member, f"number:{option}")
    assert shown.modal is not None
    return await member.actor.submit_modal(shown, {"value": text})


async def create(club: Club, name: str = NAME, target: str = "501", **more: str) -> None:
    """Olga makes a profile with another target."""
    await club.olga.say("profile create", name=name, game=GAME, base=BASE, **more)
    await type_number(club.olga, "target", target)
    await press(club.olga, "save")


def profile_of(club: Club, name: str = NAME) -> Any:
    return club.bot.front.profiles.find(GuildId(club.guild.id), name)


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
        if not item.custom_id.endswith(":own")
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


async def test_another_member_s_editor_does_nothing(club: Club) -> None:
    """Even if the message could be seen: the id alone opens nothing."""
    await club.olga.say("profile create", name=NAME, game=GAME)
    stolen = control(club.olga.here, full(club.olga.here, "save"))
    bruno = club.members[1]
    asked = await bruno.say("help")
    assert asked.ephemeral
    club.raw_click(bruno, bruno.here, stolen)
    await club.env.settle()
    assert bruno.here.content == EN.text("say.managers_only")
    assert await profile_of(club) is None
    # Not even for another manager, or elsewhere.
    number, editors = full(club.olga.here, "save").split(":")[2], club.bot.front.editors
    owner, guild = UserId(club.olga.user.id), GuildId(club.guild.id)
    assert editors.find(number, UserId(bruno.user.id), guild) is None
    assert editors.find(number, owner, GuildId(1)) is None
    assert editors.find(number, owner, guild) is not None


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


async def test_two_managers_at_once_lose_nothing(club: Club) -> None:
    """The second to save sees the first one's version with the own changes carried over."""
    await create(club)
    olga = club.olga
    await olga.say("profile edit", name=NAME)
    await choose(olga, "undertrump", "free")
    first = await profile_of(club)
    others = club.bot.front.profiles.rules(first).options.with_values({"target": 700, "undertrump": "required"})
    await club.bot.front.profiles.change(first, others)
    await press(olga, "save")
    assert EN.text("refusal.profile_changed", version=2) in olga.here.content
    assert EN.text("profile.carried_over") in olga.here.content
    assert (await profile_of(club)).version == 2
    await press(olga, "save")
    saved = await profile_of(club)
    assert (saved.version, saved.options["target"], saved.options["undertrump"]) == (3, 700, "free")


async def test_an_editor_of_a_profile_that_was_deleted_makes_it_anew(club: Club) -> None:
    await create(club)
    olga = club.olga
    await olga.say("profile edit", name=NAME)
    await type_number(olga, "target", "800")
    await club.bot.front.profiles.delete(await profile_of(club))
    await press(olga, "save")
    assert EN.text("profile.deleted_meanwhile") in olga.here.content
    await press(olga, "save")
    saved = await profile_of(club)
    assert (saved.version, saved.options["target"]) == (1, 800)


async def test_a_double_click_saves_once(club: Club) -> None:
    olga = club.olga
    await olga.say("profile create", name=NAME, game=GAME)
    message, verb = olga.here, full(olga.here, "save")
    number = control(message, verb)
    club.raw_click(olga, message, number)
    club.raw_click(olga, message, number)
    await club.env.settle()
    assert (await profile_of(club)).version == 1
    shown = [seen.content for seen in club.channel.history(viewer=olga.actor)]
    assert EN.text("profile.saved", name=NAME, version=1) in shown
    assert EN.text("profile.stale") in shown
    assert len(await club.bot.front.profiles.of(GuildId(club.guild.id))) == 1


async def test_after_a_restart_an_editor_says_that_it_is_not_open(club: Club) -> None:
    olga = club.olga
    await olga.say("profile create", name=NAME, game=GAME)
    await pick(olga, "target")
    shown = await press(olga, "number:target")
    editor = olga.here
    await club.restart()
    clicked = await olga.press(full(editor, "save"), editor)
    assert clicked.response.content == EN.text("profile.stale")
    typed: Any = await olga.actor.submit_modal(shown, {"value": "700"})
    assert typed.response.content == EN.text("profile.stale")
    assert await profile_of(club) is None


@pytest.mark.parametrize("text", ["many", "0", "99999999", "٣٠٠"])
async def test_a_number_that_will_not_do_is_said_on_the_editor(club: Club, text: str) -> None:
    olga = club.olga
    await olga.say("profile create", name=NAME, game=GAME, base=BASE)
    await type_number(olga, "target", text)
    low_high = EN.text("profile.bad_number", option=EN.text("option.target"), low=100, high=10000)
    assert low_high in olga.here.content
    assert EN.text("profile.same") in olga.here.content


async def test_what_does_not_go_together_is_named_and_cannot_be_saved(club: Club) -> None:
    olga = club.olga
    await olga.say("profile create", name=NAME, game="coinche", base="coinche")
    await type_number(olga, "bid_min", "200")
    await type_number(olga, "bid_max", "100")
    names = [EN.text("option.bid_min"), EN.text("option.bid_max")]
    assert EN.text("profile.clash", options=EN.both(names)) in olga.here.content
    assert not any(verb.endswith(":save") for verb in verbs(olga.here))
    await press(olga, "reset:bid_max")
    await press(olga, "save")
    assert (await profile_of(club)).options["bid_min"] == 200


async def test_yes_and_no_and_none_are_buttons_and_discard_keeps_nothing(club: Club) -> None:
    olga = club.olga
    await olga.say("profile create", name=NAME, game=GAME, base=BASE)
    await pick(olga, "sa_ta")
    await press(olga, "set:sa_ta:yes")
    await type_number(olga, "deals", "12")
    assert EN.text("profile.differences", n=2) in olga.here.content
    await press(olga, "set:deals:none")
    assert EN.text("profile.differences", n=1) in olga.here.content
    await press(olga, "cancel")
    assert olga.here.content == EN.text("profile.cancelled")
    assert await profile_of(club) is None


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


async def test_while_the_database_fails_nothing_of_an_editor_is_lost(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga = club.olga
    await olga.say("profile create", name=NAME, game=GAME, base=BASE)
    await type_number(olga, "target", "700")
    editor = olga.here

    async def failing(*_: Any) -> Any:
        raise StorageFailure("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(SqliteProfiles, "add", failing)
        told = await olga.press(full(editor, "save"), editor)
        assert "(ref." in told.response.content
    await olga.press(full(editor, "save"), editor)
    assert (await profile_of(club)).options["target"] == 700


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
