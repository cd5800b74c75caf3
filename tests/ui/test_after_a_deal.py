"""How the next deal begins: when all members want it, or by time; what its predecessor's message keeps."""

from __future__ import annotations

from random import Random

from tests.ui.club import Club, SeededDealer, plays_on, verbs
from tests.ui.test_whole_deals import play


async def test_the_next_deal_comes_when_all_want_it_or_by_time(
    club: Club, dealer: SeededDealer, deal_seed: int
) -> None:
    dealer.wanted = plays_on("coinche", 4)
    club.welcome(2)
    await club.open("coinche")
    await club.fill(2)
    anna, bruno = club.members[:2]
    await play(club, Random(deal_seed))
    over = club.table
    assert "ui:ready" in verbs(over)
    await anna.press("ui:ready")
    assert club.table.id == over.id, "Bruno has not asked for it"
    await bruno.press("ui:ready")
    second = club.table
    assert second.id != over.id
    assert "ui:ready" not in verbs(second)
    left = next(message for message in club.channel.history() if message.id == over.id)
    assert not left.components, "the result stays, without its buttons"
    await play(club, Random(deal_seed + 1))
    assert "ui:ready" in verbs(club.table)
    await club.env.advance_time(club.settings.next_deal_seconds + 1)
    assert club.table.id != second.id, "nobody asked: it comes by time"
    assert "ui:ready" not in verbs(club.table)
