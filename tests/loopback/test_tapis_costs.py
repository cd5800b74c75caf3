"""Requests of a whole deal within the bot's limit of 50 a second, for both places where a hand can be."""

from __future__ import annotations

from pathlib import Path

from .conftest import Loopback
from .deal_costs import from_private_messages, from_the_channel
from .players import club_of


async def test_a_deal_from_private_messages_costs_a_request_a_card(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    cost = await from_private_messages(club, "coinche")
    # New messages, bids and first hands come on top of the cards.
    assert cost.requests <= cost.cards + 16, cost.counted
    assert not club.unanswered()
    assert not club.leaks()


async def test_a_deal_from_the_channel_costs_next_to_nothing(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    cost = await from_the_channel(club, "coinche")
    assert cost.requests <= 8, cost.counted
    assert not any(len(player.human.dm) > 0 for player in club.players)
    assert not club.unanswered()
    assert not club.leaks()
