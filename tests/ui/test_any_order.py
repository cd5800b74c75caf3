"""Members press whatever is on their screens, in any order: every click is answered and the table goes on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.ui.club import Club, Member, verbs

PRESSES = 150
RARE = ("ui:close:yes", "ui:leave:yes", "ui:leave", "ui:close")


def _screen(club: Club, member: Member) -> list[Any]:
    """The last few messages that this member can press on, private ones included."""
    private = member.user.dm_channel.history()[-2:]
    return [message for message in [*club.channel.history(viewer=member.actor)[-4:], *private] if verbs(message)]


async def _press_anything(club: Club, member: Member, chance: random.Random) -> Any:
    message = chance.choice(_screen(club, member))
    controls = [item for row in message.components for item in row.children if not getattr(item, "disabled", False)]
    item = chance.choice(controls)
    if item.custom_id.endswith(RARE) and chance.random() < 0.9:
        return None
    actor = member.user if message.channel.id == member.user.dm_channel.id else member.actor
    if hasattr(item, "options"):
        count = chance.randint(item.min_values, item.max_values)
        values = [option.value for option in chance.sample(item.options, count)]
        return await actor.select(message, values, custom_id=item.custom_id)
    return await actor.click(message, custom_id=item.custom_id)


@pytest.mark.parametrize(("game", "seed"), [("belote", 1), ("coinche", 2), ("coinche", 3)])
async def test_every_press_is_answered(club: Club, game: str, seed: int) -> None:
    chance = random.Random(seed)
    await club.open(game)
    for member in club.members[1:]:
        await member.press("ui:join")
    for _ in range(PRESSES):
        member = chance.choice(club.members)
        if not _screen(club, member):
            continue
        result = await _press_anything(club, member, chance)
        if result is not None:
            assert result.acknowledged
    failures = [text for text in _everything_said(club) if "ref." in text]
    assert not failures


def _everything_said(club: Club) -> list[str]:
    seen = []
    for member in club.members:
        seen += [message.content for message in club.channel.history(viewer=member.actor)]
        seen += [message.content for message in member.user.dm_channel.history()]
    return seen
