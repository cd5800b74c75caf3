"""What a played deal leaves in the metrics, and what it never does."""

from __future__ import annotations

import aiohttp

from bot.core.cards import deck_32
from bot.metrics import serving
from tests.ui.club import Club, play_deal


async def test_a_deal_is_counted_and_names_nobody_and_no_card(club: Club) -> None:
    await club.open("belote")
    await club.fill(humans=2)
    await play_deal(club)
    async with serving(club.bot, "127.0.0.1", 0) as port, aiohttp.ClientSession() as session:
        text = await (await session.get(f"http://127.0.0.1:{port}/metrics")).text()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(lines['tapis_tables{game="belote",status="playing"}']) == 1
    assert float(lines['tapis_deals_total{game="belote"}']) >= 1
    assert float(lines['tapis_acts_total{game="belote"}']) > 10
    assert float(lines['tapis_brain_seconds_count{game="belote"}']) > 5
    assert float(lines['tapis_database_seconds_count{kind="write"}']) > 10
    values = [part.split('"')[1] for name in lines for part in name.split("=")[1:]]
    secret = {member.name for member in club.members} | {str(member.user.id) for member in club.members}
    secret |= {card.code for card in deck_32()} | {str(club.guild.id), str(club.channel.id)}
    assert secret.isdisjoint(values)
    assert not any(name in text for name in secret if len(name) > 3)
