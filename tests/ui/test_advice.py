"""Hints and analyses through commands and buttons."""

from __future__ import annotations

from bot.engine.models import TableId, UserId
from tests.ui.club import Club

TABLE = TableId(1)


async def test_a_hint_is_told_in_private_where_the_table_allows_it(club: Club) -> None:
    anna = club.members[0]
    await anna.say("table open", game="belote")
    refused = await anna.say("hint")
    assert refused.ephemeral
    await anna.say("table hints", allowed=True)
    service = club.bot.front.service
    await service.start(TABLE, UserId(anna.user.id), fill=True)
    await club.env.settle()
    assert (await service.table(TABLE)).hints
    told = await anna.say("hint")
    assert told.ephemeral
    again = await anna.say("hint")
    assert again.response.content == told.response.content
    early = await anna.say("analysis")
    assert early.ephemeral
    assert "−" not in early.response.content
