"""Belote for three by buttons: each way to deal, and the cards that a taker puts aside."""

from __future__ import annotations

import re
from random import Random

import pytest

from bot.core import registry
from tests.ui.club import Club, Member, verbs
from tests.ui.test_whole_deals import pick, play

GAME = registry.game_of("belote_three")


async def seated(club: Club, preset: str) -> None:
    club.welcome(3)
    await club.open(GAME.key, preset)
    await club.fill(3, 3)


def asked(club: Club) -> Member:
    member = club.waiting()
    assert member is not None
    return member


def names(codes: list[str]) -> set[str]:
    return {code.partition(":")[0] for code in codes if not code.startswith("ui:")}


@pytest.mark.parametrize("preset", GAME.presets)
async def test_three_members_play_a_deal_to_its_account(club: Club, preset: str, deal_seed: int) -> None:
    await seated(club, preset)
    await play(club, Random(deal_seed))
    assert "ui:ready" in verbs(club.table), club.table.content
    for member in club.members:
        assert member.name in club.table.content
    assert re.search(r"taken by \w+ — (made|failed), ", club.table.content), club.table.content


async def test_the_taker_puts_two_cards_aside_before_the_lead(club: Club, deal_seed: int) -> None:
    await seated(club, "trois_10")
    await (await first_taker(club)).hand_press("take")
    taker = asked(club)
    assert f"**{taker.name}** is discarding" in club.table.content
    assert names(verbs(taker.dm)) == set(), "no card to play, but menus to choose from"
    await pick(taker, Random(deal_seed))
    leader = asked(club)
    assert names(verbs(leader.dm)) <= {"play", "declare"}
    assert "is discarding" not in club.table.content


async def first_taker(club: Club) -> Member:
    """The second player, after the first has passed."""
    first = asked(club)
    await first.hand_press("pass")
    second = asked(club)
    assert second.name != first.name
    return second
