"""Requests of a whole deal within the bot's limit of 50 a second, for both places where a hand can be."""

from __future__ import annotations

from pathlib import Path
from random import Random

from .conftest import Loopback
from .deal_costs import FOR_NEW_MESSAGES, FROM_THE_CHANNEL, deal_cost
from .players import QUICK, bid_once
from .sitting import Sitting


async def _sitting(loopback: Loopback, tmp_path: Path, seed: int) -> Sitting:
    harness = await loopback(("-m", "bot"), database=tmp_path / "tapis.db", env=QUICK)
    guild = harness.world.add_guild("Club")
    sitting = Sitting(harness, tmp_path / "tapis.db", guild, 1, 4, Random(seed))
    sitting.choose = bid_once
    await harness.start()
    return sitting


async def test_a_deal_from_private_messages_costs_at_most_a_request_a_card(
    loopback: Loopback, tmp_path: Path, deal_seed: int
) -> None:
    sitting = await _sitting(loopback, tmp_path, deal_seed)
    await sitting.sit("coinche", 4)
    cost = await deal_cost(sitting, sitting.start)
    assert cost.cards == 32
    assert len(sitting.members) <= cost.requests <= cost.private_budget, cost.counted
    if cost.counted["POST /channels/{channel_id}/messages"] == len(sitting.members):
        # The table's message is the answer to the click that began the deal, unless that came too late.
        assert cost.requests <= FOR_NEW_MESSAGES, cost.counted


async def test_a_deal_from_the_channel_costs_next_to_nothing(
    loopback: Loopback, tmp_path: Path, deal_seed: int
) -> None:
    sitting = await _sitting(loopback, tmp_path, deal_seed)
    for player in sitting.members:
        await player.human.slash(sitting.channel, "preferences", hands="channel")
    await sitting.sit("coinche", 4)
    cost = await deal_cost(sitting, sitting.start, here=True)
    assert cost.cards == 32
    assert cost.requests <= FROM_THE_CHANNEL, cost.counted
    assert cost.exempt >= cost.cards
    assert not any(player.human.dm for player in sitting.members)
