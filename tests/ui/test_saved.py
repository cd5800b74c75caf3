"""What was recorded stands, and is not called a failure, whatever becomes of its answer."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.errors import StorageFailure
from bot.engine.memory import Surface
from bot.i18n.words import words_for
from bot.storage.memory import SqliteSurfaces
from tests.ui.club import Club, actions, control

EN = words_for("en")
SAVED = EN.text("error.not_shown", ref="").split("(")[0]


def _stumble(club: Club) -> None:
    path = "/interactions/*/*/callback"
    club.env.inject_error("POST", path, status=500, code=0, message="stumbles", times=1)


async def test_a_move_stands_although_its_answer_fails(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.mover()
    _stumble(club)
    result: Any = club.raw_click(member, member.dm, control(member.dm, "pass"))
    await club.env.settle()
    assert not actions(member)
    assert result.response.content.startswith(SAVED)


async def test_a_typed_move_stands_although_its_answer_fails(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.mover()
    _stumble(club)
    result = await member.say("bid", call="pass")
    assert not actions(member)
    assert result.response.content.startswith(SAVED)


async def test_a_refused_move_is_not_called_saved(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.mover()
    other = next(one for one in club.members if one is not member)
    _stumble(club)
    result = await other.say("bid", call="pass")
    assert not result.response.content.startswith(SAVED)
    assert actions(member)


async def test_a_table_stands_although_its_message_is_not_noted_at_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = SqliteSurfaces.put
    failures = [StorageFailure("disk full")]

    async def stumbling(self: SqliteSurfaces, surface: Surface) -> None:
        if failures:
            raise failures.pop()
        await put(self, surface)

    monkeypatch.setattr(SqliteSurfaces, "put", stumbling)
    await club.open("belote")
    assert not failures
    assert len(club.channel.history(viewer=club.members[0].actor)) == 1, "nobody is told of a failure"
    await club.env.advance_time(10)
    shown = club.table.id
    await club.restart()
    await club.members[1].press("ui:join")
    assert club.table.id == shown, "it was noted after all"
