"""Controls of private looks that nobody was shown: answered, nothing revealed, nothing broken."""

from __future__ import annotations

import logging

import pytest

from bot.engine.models import UserId
from tests.ui.club import Club, Member, control, said, take_first

HUGE = "9" * 30
FORGED = (
    "ui:analysis:",
    f"ui:analysis:{HUGE}",
    f"ui:analysis:1:{HUGE}",
    "ui:analysis:1:to",
    "ui:analysis:²:1",
    "ui:analysis:-1:-1",
    "ui:analysis:a:b:c",
    "ui:history",
    "ui:history:me:-1",
    f"ui:history:me:{HUGE}",
    f"ui:history:{HUGE}:0",
    "ui:history:all:x",
    "ui:history:²:0",
    "ui:hint:1",
    "ui:hints",
    "ui:hints:on",
    f"ui:fair:{HUGE}",
    f"ui:score:{HUGE}",
    f"ui:rules:{HUGE}",
    f"ui:profile:show:{HUGE}",
    f"ui:help:{HUGE}",
)


async def forge(club: Club, member: Member, verb: str, values: list[str] | None = None) -> str:
    """Click a control that is not there; what is told of it."""
    form = control(club.table, "ui:hand").rsplit("|", 1)[0]
    result = club.raw_click(member, club.table, f"{form}|{verb}", values=values)
    await club.env.settle()
    told = [*said(result), *([result.response.content] if result.response is not None else [])]
    assert told or result.acknowledged, verb
    return "\n".join(told)


@pytest.mark.parametrize("who", ["player", "spectator"])
async def test_what_nobody_was_shown_is_answered(club: Club, caplog: pytest.LogCaptureFixture, who: str) -> None:
    await club.open("belote")
    await club.fill()
    for _ in range(6):
        await club.mover().hand_press(
            take_first([verb for verb in club.mover().offers() if not verb.startswith("ui:")])
        )
    before, reader = club.table.content, club.olga if who == "spectator" else club.members[1]
    for verb in FORGED:
        for values in (None, ["on"], [HUGE]):
            await forge(club, reader, verb, values)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert club.table.content == before
    assert not (await club.bot.front.service.tables_of(UserId(club.members[0].user.id)))[0].hints
