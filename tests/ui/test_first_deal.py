"""A table from its lobby to the end of a deal, by buttons alone."""

from __future__ import annotations

import pytest

from bot.core import registry
from tests.ui.club import Club, verbs


@pytest.mark.parametrize("game", sorted(registry.games()))
async def test_four_members_play_a_deal_by_buttons(club: Club, game: str) -> None:
    await club.open(game)
    await club.fill()
    for _ in range(200):
        member = club.waiting()
        if member is None:
            break
        offered = [verb for verb in member.offers() if not verb.startswith("ui:")]
        choice = next((verb for verb in offered if verb.startswith(("take", "bid"))), offered[0])
        await member.hand_press(choice)
    assert "ui:ready" in verbs(club.table)


async def test_one_member_with_three_computers(club: Club) -> None:
    await club.open("belote")
    await club.fill(1)
    anna = club.members[0]
    for _ in range(60):
        offered = [verb for verb in anna.offers() if not verb.startswith("ui:")]
        if not offered:
            break
        await anna.hand_press(next((verb for verb in offered if verb.startswith("take")), offered[0]))
    assert "ui:ready" in verbs(club.table)
