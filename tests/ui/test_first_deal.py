"""A table from its lobby to the end of a deal, by buttons alone."""

from __future__ import annotations

import pytest

from bot.core import registry
from tests.ui.club import Club, actions, play_deal, take_first, verbs


@pytest.mark.parametrize("game", sorted(registry.games()))
async def test_four_members_play_a_deal_by_buttons(club: Club, game: str) -> None:
    await club.open(game)
    await club.fill()
    await play_deal(club)
    assert "ui:ready" in verbs(club.table)
    assert all("ui:ready" in member.offers() for member in club.members)


async def test_one_member_with_three_computers(club: Club) -> None:
    await club.open("belote")
    await club.fill(1)
    anna = club.members[0]
    for _ in range(60):
        if not actions(anna):
            break
        await anna.hand_press(take_first(actions(anna)))
    assert "ui:ready" in verbs(club.table)
    await anna.press("ui:ready")
    assert "2" in club.table.content.splitlines()[0]


async def test_a_new_message_for_each_deal_and_the_old_one_keeps_its_result(club: Club) -> None:
    await club.open("belote")
    lobby = club.table
    await club.fill()
    first = club.table
    assert first.id != lobby.id
    assert not verbs(club.channel.history()[0])
    await play_deal(club)
    result = club.table
    assert result.id == first.id
    hands = [member.dm.id for member in club.members]
    for member in club.members:
        await member.press("ui:ready", result)
    second = club.table
    assert second.id != first.id
    kept = next(message for message in club.channel.history() if message.id == first.id)
    assert kept.content.splitlines()[0] == result.content.splitlines()[0]
    assert not verbs(kept)
    assert all(member.dm.id != old for member, old in zip(club.members, hands, strict=True))


async def test_a_hand_on_which_one_goes_on_keeps_the_end_of_its_deal(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    await play_deal(club)
    old = {member: (member.dm.id, member.dm.content) for member in club.members}
    for member in club.members:
        await member.press("ui:ready", member.dm)
    for member, (message, text) in old.items():
        kept = next(found for found in member.user.dm_channel.history() if found.id == message)
        assert kept.content == text
        assert not verbs(kept)
        shown = [found for found in member.user.dm_channel.history() if "deal 2" in found.content]
        assert [found.id for found in shown] == [member.dm.id]


async def test_requests_of_a_deal_played_from_private_messages(club: Club) -> None:
    """Beside the answers to clicks, about one request a card (docs: 32 cards + 16)."""
    await club.open("belote")
    await club.fill()
    before = len(club.env.http_requests)
    await play_deal(club)
    counted = [
        entry
        for entry in club.env.http_requests[before:]
        if not entry.path.startswith(("/interactions/", "/webhooks/"))
    ]
    assert len(counted) <= 32 + 16
