"""Drawing teams always shows: other partners on the lobby, or a word that they stayed the same."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.registry import game_of, games
from bot.i18n.words import words_for
from tests.ui.club import Club

WORDS = words_for("en", strict=True)
SAME = {WORDS.text("say.drawn_same"), WORDS.text("say.drawn_same_seats")}


def told(result: Any) -> bool:
    return any(message.content in SAME for message in result.followups)


@pytest.mark.parametrize("game", games())
async def test_a_draw_that_changes_nothing_is_said(club: Club, game: str) -> None:
    await club.open(game)
    assert told(await club.members[0].press("ui:teams"))


@pytest.mark.parametrize(("game", "seats"), [(game.key, max(game.seat_counts)) for game in games().values()])
async def test_a_draw_that_changes_something_shows_in_the_lobby(club: Club, game: str, seats: int) -> None:
    club.welcome(seats)
    await club.open(game, players=seats)
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
    assert changed
    assert same or max(map(len, game_of(game).sides(seats))) == 1, "one draw of three leaves the partners as they were"


@pytest.mark.parametrize("game", games())
async def test_teams_are_named_only_where_there_are_some(club: Club, game: str) -> None:
    await club.open(game)
    labels = [item.label for row in club.table.components for item in row.children]
    partners = any(len(side) > 1 for side in game_of(game).sides(min(game_of(game).seat_counts)))
    assert (WORDS.text("button.teams") in labels) is partners
    assert (WORDS.text("button.seats") in labels) is not partners
