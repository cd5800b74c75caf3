"""The editor of a server's own rules: clashes, restarts, two at once, a database that fails."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.registry import games
from bot.engine.errors import StorageFailure
from bot.engine.models import GuildId, UserId
from bot.i18n.words import words_for
from bot.storage.profiles import SqliteProfiles
from tests.ui.club import Club, control, verbs
from tests.ui.profile_steps import BASE, GAME, NAME, choose, create, full, pick, press, profile_of, type_number

EN = words_for("en", strict=True)


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


async def test_of_two_who_give_one_name_the_second_goes_on_with_the_first_one_s(club: Club) -> None:
    """Both editors were open before either was saved: the second one's changes can be saved upon the first's."""
    olga = club.olga
    await olga.say("profile create", name=NAME.upper(), game=GAME, base="belote_annonces")
    await type_number(olga, "target", "800")
    guild, made = GuildId(club.guild.id), games()[GAME].presets[BASE].with_values({"undertrump": "required"})
    await club.bot.front.profiles.create(guild, NAME, GAME, BASE, made)
    await press(olga, "save")
    assert EN.text("refusal.profile_taken") in olga.here.content
    assert EN.text("profile.carried_over") in olga.here.content
    assert NAME in olga.here.content
    await press(olga, "save")
    saved = await profile_of(club)
    assert (saved.name, saved.base, saved.version) == (NAME, BASE, 2)
    assert (saved.options["target"], saved.options["undertrump"]) == (800, "required")
    assert len(await club.bot.front.profiles.of(guild)) == 1


async def test_a_name_taken_meanwhile_for_another_game_gives_way_to_the_next_free_one(club: Club) -> None:
    olga = club.olga
    await olga.say("profile create", name=NAME, game=GAME, base=BASE)
    await type_number(olga, "target", "800")
    guild, tarot = GuildId(club.guild.id), games()["tarot"]
    for name in (NAME, f"{NAME} (2)"):
        await club.bot.front.profiles.create(guild, name, "tarot", "fft", tarot.presets["fft"])
    await press(olga, "save")
    assert EN.text("profile.other_name", name=rf"{NAME} \(3\)") in olga.here.content
    await press(olga, "save")
    saved = await profile_of(club, f"{NAME} (3)")
    assert (saved.game, saved.version, saved.options["target"]) == (GAME, 1, 800)


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
