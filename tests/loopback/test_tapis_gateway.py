"""The connection to Discord: refused, cut, forgotten, gone for long; and another process on the same token."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

from .conftest import Loopback
from .players import Club, club_of
from .weather import PATIENT, act, begun, caught_up, chosen, codes_since, next_player


async def test_a_refused_first_connection_a_resume_and_an_invalid_session(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path, start=False)
    gateway = club.harness.gateway
    gateway.refusing = 1
    await club.harness.start(within=60.0)
    assert gateway.refused == 1
    assert any("the gateway refuses the connection; trying again" in line for line in club.harness.log)
    await begun(club)

    player = await next_player(club)
    gateway.lose()
    before = club.truth().stored.entries
    club.world.ack_deadline = PATIENT  # the click is on its way while the line is down
    pressing = asyncio.create_task(player.press(chosen(player)))
    await club.world.until(lambda: waiting(club), what="the click")
    gateway.ask_reconnect()
    assert not (await pressing).failed
    assert (gateway.resumed, club.world.identified) == (1, 1)
    assert len(club.truth().stored.entries) > len(before)
    await caught_up(club)

    gateway.invalidate()
    await club.world.until(lambda: club.world.identified == 2, within=30.0, what="a new session")
    club.world.ack_deadline = 3.0
    for _ in range(2):
        await act(club, await next_player(club))
    await caught_up(club)
    assert not club.leaks()


def waiting(club: Club) -> bool:
    """Whether somebody's click has no answer yet."""
    return any(found.acked is None for found in club.world.interactions.values())


def deadline(club: Club) -> datetime:
    """When the present turn ends."""
    found = club.truth().stored.record.deadline
    assert found is not None
    return found


async def test_an_outage_of_the_gateway(loopback: Loopback, tmp_path: Path) -> None:
    """An hour, scaled: the session is forgotten, tokens are over, connections are refused until the bot comes back.

    What an hour would add is only more attempts; that clocks stand still however long it lasts is proven elsewhere, by
    a clock that is moved.
    """
    club = await club_of(loopback, tmp_path)
    await begun(club)
    for _ in range(4):
        await act(club, await next_player(club))
    await caught_up(club)
    player, mark = await next_player(club), len(club.world.log)
    stored, before = club.truth().stored, deadline(club)
    await club.harness.gateway.fail(refusing=2)
    club.world.expire_tokens()
    club.world.ack_deadline = 0.1
    lost = await player.press(chosen(player))
    club.world.ack_deadline = 3.0
    assert lost.failed
    assert club.truth().stored.entries == stored.entries
    await club.world.until(lambda: club.world.identified == 2, within=60.0, what="a new session")
    assert club.harness.gateway.refused == 2
    await club.world.until(lambda: deadline(club) > before, within=30.0, what="a turn that starts anew")
    for _ in range(2):
        await act(club, await next_player(club))
        await caught_up(club)
    assert (401, 50027) in {(status, code) for _, status, code in codes_since(club, mark)}
    assert not club.leaks()


async def test_two_instances_on_one_token(loopback: Loopback, tmp_path: Path) -> None:
    """Each on its own database: both answer every click, one of them is too late (40060) and says so as an error."""
    club = await club_of(loopback, tmp_path)
    await begun(club)
    async with club.harness.twin(tmp_path / "other.db") as other:
        mark = len(club.world.log)
        for _ in range(4):
            await act(club, await next_player(club))
            await caught_up(club)
        assert 40060 in {code for _, _, code in codes_since(club, mark)}
        alarm = "ERROR   bot.ui.ack answer not taken code=40060"
        await club.world.until(
            lambda: any(alarm in line for line in (*club.harness.log, *other)), what="an alarm in a log"
        )
    await act(club, await next_player(club))
    await caught_up(club)
    assert not club.leaks()
