"""Leaving a table and closing it: asked twice, and what becomes of the hand."""

from __future__ import annotations

from bot.i18n.words import words_for
from tests.ui.club import Club, actions, verbs

EN = words_for("en")


async def test_leaving_by_the_menu_of_more(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    bruno = club.members[1]
    await bruno.press("ui:more")
    await bruno.press("ui:leave", bruno.here)
    assert bruno.here.content == EN.text("say.leave_sure")
    assert "Bruno" in club.table.content
    await bruno.press("ui:leave:yes", bruno.here)
    assert bruno.here.content == EN.text("say.left")
    assert bruno.dm.content == EN.text("mine.blanked")
    assert "Bruno" not in club.table.content


async def test_the_last_member_is_told_that_leaving_ends_the_match(club: Club) -> None:
    await club.open("belote")
    await club.fill(1)
    anna = club.members[0]
    asked = await anna.say("table leave")
    assert asked.ephemeral
    assert asked.response.content == EN.text("say.leave_last")
    assert "ui:hand" in verbs(club.table)
    await anna.press("ui:leave:yes", anna.here)
    assert anna.here.content == EN.text("say.left_closed")
    assert EN.text("table.abandoned") in club.table.content
    assert EN.text("table.abandoned") in anna.dm.content
    assert not verbs(anna.dm)


async def test_who_does_not_play_is_not_asked_about_leaving(club: Club) -> None:
    await club.open("belote")
    await club.fill(3)
    refused = await club.members[3].say("table leave")
    assert refused.response.content.rstrip(".") == EN.text("refusal.not_seated").rstrip(".")


async def test_closing_in_the_middle_asks_first(club: Club) -> None:
    await club.open("belote")
    await club.fill(1)
    anna = club.members[0]
    await anna.press("ui:more")
    await anna.press("ui:close", anna.here)
    assert anna.here.content == EN.text("say.close_sure")
    assert verbs(club.table)
    await anna.press("ui:close:yes", anna.here)
    assert anna.here.content == EN.text("say.closed")
    assert not verbs(club.table)
    assert not actions(anna)
