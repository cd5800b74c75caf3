"""What tips keep of a member who erases their data."""

from __future__ import annotations

import asyncio

from bot.engine.memory import UserSettings
from bot.engine.models import UserId
from bot.i18n.words import words_for
from tests.ui.club import Club
from tests.ui.test_mydata import found


async def test_a_tip_that_is_about_to_be_noted_is_not_after_an_erasure(club: Club) -> None:
    front, user = club.bot.front, UserId(987_654_321)
    tips = front.painter.tips
    usual, keeping = tips.keep, list[asyncio.Task[None]]()

    def keep(told: UserId, tip: str) -> asyncio.Task[None] | None:
        task = usual(told, tip)
        assert task is not None
        keeping.append(task)
        return task

    tips.keep = keep
    assert tips.for_refusal(UserSettings(user), words_for("en"))
    await asyncio.wait(keeping)
    assert found(club, str(user)), "it is noted"
    assert tips.for_refusal(UserSettings(user), words_for("en"))
    front.forget(user)
    await front.memory.people.erase(user)
    await asyncio.wait(keeping)
    assert not found(club, str(user))
