"""Tables that ended just before the process died: shown once after the next start, and not asked for again."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.ui.club import Club, play_deal, verbs


async def restarted_undrawn(club: Club) -> list[str]:
    """The process ends before anything of the last change was noted as shown; what the next one asks Discord for."""
    with closing(sqlite3.connect(club.settings.database)) as connection, connection:
        assert connection.execute("UPDATE surfaces SET shown_seq = shown_seq - 1").rowcount
    return await restarted(club)


async def restarted(club: Club) -> list[str]:
    since = len(club.env.http_requests)
    await club.restart()
    await club.env.settle()
    return [f"{entry.method} {entry.path}" for entry in club.env.http_requests[since:] if "/messages" in entry.path]


async def to_the_end(club: Club) -> None:
    """A match of four members, to its end."""
    await club.open("belote", target=100)
    await club.fill()
    for _ in range(20):
        await play_deal(club)
        if "ui:rematch" in verbs(club.table):
            return
        for member in club.members:
            await member.press("ui:ready")
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("end", ["finished", "closed"])
async def test_the_end_is_drawn_once(club: Club, end: str) -> None:
    if end == "finished":
        await to_the_end(club)
    else:
        await club.open("belote")
        await club.fill()
        await club.end()
    shown, buttons = club.table.content, verbs(club.table)
    club.env.backend.edit_message(club.channel.id, club.table.id, {"content": "as it was"})
    asked = await restarted_undrawn(club)
    assert f"PATCH /channels/{club.channel.id}/messages/{club.table.id}" in asked
    assert (club.table.content, verbs(club.table)) == (shown, buttons)
    assert await restarted(club) == []


@pytest.mark.parametrize("end", ["finished", "closed"])
@pytest.mark.parametrize("gone", ["channel", "messages"])
async def test_what_is_gone_is_not_asked_for_at_every_start(club: Club, end: str, gone: str) -> None:
    if end == "finished":
        await to_the_end(club)
    else:
        await club.open("belote")
        await club.fill()
        await club.end()
    for member in club.members:
        club.env.backend.delete_message(member.user.dm_channel.id, member.dm.id)
    if gone == "channel":
        club.env.backend.delete_channel(club.channel.id)
    else:
        club.env.backend.delete_message(club.channel.id, club.table.id)
    assert await restarted_undrawn(club)
    assert await restarted(club) == []
