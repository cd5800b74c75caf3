"""The brake on refused requests, in the real process: it takes 10 and 20 refusals here, and its clock is moved."""

from __future__ import annotations

import re
from pathlib import Path

from bot import health

from .conftest import Loopback
from .players import Club, club_of
from .test_tapis_process import health as asked
from .weather import CALLBACK, FOR_EVER, act, begun, caught_up, chosen, messages_of, next_player

TEN_MINUTES = "600"


async def refuse_until(club: Club, level: int) -> int:
    """Discord refuses the answers to clicks until the bot brakes; how many it refused. Two for a click at the most."""
    fault = club.world.add_fault("POST", CALLBACK, 403, times=FOR_EVER)
    club.world.ack_deadline = 0.1
    while (await health.ask(club.database, live=True))["braking"] < level:
        await club.players[0].human.click(club.board, custom_id="t|*|ui:score")
        await club.world.quiet(0.05)
    fault.times = fault.hits
    club.world.ack_deadline = 3.0
    return fault.hits


async def test_refused_requests_are_braked_long_before_a_ban(loopback: Loopback, tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("0")
    club = await club_of(loopback, tmp_path, TAPIS_LOOPBACK_BRAKE=f"10 20 {clock}")
    await begun(club)
    await act(club, await next_player(club))
    await caught_up(club)

    refused = await refuse_until(club, 1)
    assert 10 <= refused < 20
    await club.harness.until_log("braking: 1")
    mark = len(club.world.log)
    await act(club, await next_player(club))
    following = await next_player(club)  # who sees the hand all the same
    await club.world.quiet(0.2)
    assert club.world.tally(exempt=False, since=mark) == {"PATCH /channels/{channel_id}/messages/{message_id}": 1}
    assert not [e for e in club.world.log[mark:] if e.path.startswith(messages_of(club.channel)[:-1])]

    refused += await refuse_until(club, 2)
    assert 20 <= refused < 30
    await club.harness.until_log("ERROR   bot.brake stopped sending: 2")
    assert re.search(r"braking: 2\d refused requests in ten minutes", (await asked(club.database))[1])
    mark = len(club.world.log)
    entries = club.truth().stored.entries
    assert not (await following.press(chosen(following))).failed, "people are answered all the time"
    assert len(club.truth().stored.entries) > len(entries)
    await club.harness.until_log("held back: too many requests were refused")
    await club.world.quiet(0.2)
    assert not club.world.tally(exempt=False, since=mark)

    clock.write_text(TEN_MINUTES)
    await caught_up(club)
    await club.harness.until_log("sending again: 0 refused requests")
    assert (await health.ask(club.database, live=True))["braking"] == 0
    await act(club, await next_player(club))
    await caught_up(club)
