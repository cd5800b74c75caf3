"""A table from its lobby to the end of a deal, by buttons alone."""

from __future__ import annotations

from bot.i18n.words import words_for
from tests.ui.club import Club, actions, play_deal, take_first, verbs

EN = words_for("en")


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
    assert "deal 2" in club.table.content.splitlines()[0]


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
    told = result.content.splitlines()
    assert "<t:" in result.content
    assert kept.content.splitlines()[:4] == told[:4]
    assert "<t:" not in kept.content, "when the next deal comes is past"
    assert EN.text("table.between") not in kept.content
    assert set(kept.content.splitlines()) < set(told)
    assert not verbs(kept)
    assert all(member.dm.id != old for member, old in zip(club.members, hands, strict=True))


async def test_a_hand_on_which_one_goes_on_tells_the_result_of_its_deal(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    await play_deal(club)
    old = {member: member.dm.id for member in club.members}
    for member in club.members:
        await member.press("ui:ready", member.dm)
    for member, message in old.items():
        kept = next(found for found in member.user.dm_channel.history() if found.id == message)
        assert kept.content.startswith(f"**{EN.text('result.title', number=1)}**")
        assert not verbs(kept)
        shown = [found for found in member.user.dm_channel.history() if "deal 2" in found.content]
        assert [found.id for found in shown] == [member.dm.id]


async def test_a_deal_that_nobody_took_asks_nobody_any_more(club: Club) -> None:
    await club.open("coinche")
    await club.fill()
    first, hands = club.table.id, {member: member.dm.id for member in club.members}
    for _ in range(4):
        await club.mover().hand_press("pass")
    for member in club.members:
        if "ui:ready" in verbs(club.table):
            await member.press("ui:ready")
    assert club.table.id != first
    kept = next(message for message in club.channel.history() if message.id == first)
    assert kept.content.startswith(f"**{EN.text('result.title', number=1)}**\n{EN.text('result.void')}")
    for member, message in hands.items():
        left = next(found for found in member.user.dm_channel.history() if found.id == message)
        assert left.content.splitlines()[:2] == kept.content.splitlines()[:2]


async def test_a_closed_table_asks_nobody_any_more(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    await club.end()
    assert EN.text("table.abandoned") in club.table.content
    for member in club.members:
        assert f"**{EN.text('table.abandoned')}**" in member.dm.content
        assert EN.text("mine.bidding") not in member.dm.content
        assert not verbs(member.dm)


async def test_a_table_that_never_began_only_says_that_it_is_closed(club: Club) -> None:
    await club.open("belote")
    await club.members[0].press("ui:leave")
    assert club.table.content == EN.text("table.closed")
    assert not verbs(club.table)


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
