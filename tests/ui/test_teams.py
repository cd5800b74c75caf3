"""Drawing teams always shows: other partners on the lobby, or a word that they stayed the same."""

from __future__ import annotations

from typing import Any

from bot.i18n.words import words_for
from tests.ui.club import Club

SAME = words_for("en", strict=True).text("say.drawn_same")


def told(result: Any) -> bool:
    return any(message.content == SAME for message in result.followups)


async def test_a_draw_that_changes_nothing_is_said(club: Club) -> None:
    await club.open("belote")
    assert told(await club.members[0].press("ui:teams"))


async def test_a_draw_that_changes_partners_shows_in_the_lobby(club: Club) -> None:
    await club.open("belote")
    for member in club.members[1:]:
        await member.press("ui:join")
    before, same, changed = club.table.content, 0, 0
    for _ in range(30):
        if told(await club.members[0].press("ui:teams")):
            same += 1
        else:
            assert club.table.content != before
            changed += 1
        before = club.table.content
    assert same
    assert changed
