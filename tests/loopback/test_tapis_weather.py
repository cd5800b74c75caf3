"""Whatever Discord answers, a committed move stands, and what people see catches up. Each failure was really met."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from .conftest import Loopback
from .model import Fault
from .players import Club, Player, club_of
from .weather import (
    BY_TOKEN,
    CALLBACK,
    act,
    after,
    begun,
    caught_up,
    codes_since,
    messages_of,
    next_player,
    posts_of,
    struck,
)

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
TOKEN_EDIT = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"


async def test_answers_that_discord_does_not_take(loopback: Loopback, tmp_path: Path) -> None:
    """The answer to a click is refused, each time for another reason; nobody's hand keeps what was played."""
    club = await club_of(loopback, tmp_path)
    await begun(club)
    for status, code, via, after_all in (
        (404, 10062, True, False),
        (400, 40060, True, False),
        (503, 0, True, False),
        (403, 0, True, False),
        (429, 0, False, False),
        (503, 0, True, True),
    ):
        player = await next_player(club)
        fault = club.world.add_fault("POST", CALLBACK, status, code, via=via, after=after_all)
        await act(club, player, answered=after_all)
        await caught_up(club)
        struck([fault])
    await club.harness.until_log("answer not taken code=10062")
    assert any("ERROR" in line and "answer not taken code=40060" in line for line in club.harness.log)
    await act(club, await next_player(club))
    await caught_up(club)


async def test_an_answer_after_three_seconds(loopback: Loopback, tmp_path: Path) -> None:
    """The process stands still, as a blocked loop does, until Discord has given up: the click counts all the same."""
    club = await club_of(loopback, tmp_path)
    await begun(club)
    player, mark, before = await next_player(club), len(club.world.log), club.truth().stored.entries
    club.harness.freeze()
    club.world.ack_deadline = 0.1
    late = await player.press(player.offers[0])
    club.world.ack_deadline = 3.0
    assert late.failed
    assert club.truth().stored.entries == before
    club.harness.thaw()
    await club.world.until(lambda: codes_since(club, mark), what="the late answer")
    assert codes_since(club, mark)[0][1:] == (404, 10062)
    await club.world.until(lambda: len(club.truth().stored.entries) > len(before), what="the move")
    await caught_up(club)
    await act(club, await next_player(club))
    await caught_up(club)


def _tables(club: Club, status: int, code: int = 0, **more: Any) -> Fault:
    return club.world.add_fault("PATCH", messages_of(club.channel), status, code, **more)


def _hands(club: Club, player: Player, status: int, code: int = 0, **more: Any) -> Fault:
    there = messages_of(after(club, player).human.dm_channel)
    return club.world.add_fault("PATCH", there, status, code, **more)


async def test_edits_that_fail(loopback: Loopback, tmp_path: Path) -> None:
    """Out of order, too many at once in each form, too old: the table and the next hand are drawn all the same."""
    club = await club_of(loopback, tmp_path)
    await begun(club)
    forms: list[dict[str, Any]] = [
        {"status": 503},
        {"status": 502},
        {"status": 429, "retry_after": 0.05, "times": 2},
        {"status": 429, "retry_after": 0.05, "global": True},
        {"status": 429, "via": False},
    ]
    for form in forms:
        player = await next_player(club)
        club.world.expire_tokens()
        faults = [_tables(club, **form), _hands(club, player, **form)]
        mark = len(club.world.log)
        await act(club, player)
        await caught_up(club)
        struck(faults)
        seen = {(status, code) for route, status, code in codes_since(club, mark) if route == EDIT}
        assert seen == {(form["status"], 0)}

    player, old = await next_player(club), club.board.id
    fault = _tables(club, 429, 30046, retry_after=0.01, times=5)  # as often as the library tries
    await act(club, player)
    await caught_up(club)
    struck([fault])
    assert club.board.id > old, "a message of its own, whose edits are not rationed"
    await club.world.until(lambda: not [seen for seen in club.players[0].human.sees(club.channel) if seen.id == old])
    assert not club.leaks()


async def test_hands_that_are_gone_and_tokens_that_are_over(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await begun(club)
    for code, status in ((10008, 404), (10003, 404), (50001, 403)):
        player = await next_player(club)
        club.world.expire_tokens()
        reader = after(club, player)
        faults = [_hands(club, player, status, code)]
        if code == 10003:
            faults.append(club.world.add_fault("POST", posts_of(reader.human.dm_channel), 404, 10003))
        old = reader.hand
        assert old is not None
        await act(club, player)
        await caught_up(club)
        struck(faults)
        assert reader.hand is not None
        assert reader.hand.id > old.id, "posted anew"

    await act(club, await next_player(club))
    await caught_up(club)  # from here on hands have tokens
    for code, status in ((50027, 401), (10015, 404)):
        player, mark, faults = await next_player(club), len(club.world.log), list[Fault]()
        club.world.expire_tokens()
        if code == 10015:
            faults = [club.world.add_fault("PATCH", BY_TOKEN, status, code)]
        await act(club, player)
        await caught_up(club)
        struck(faults)
        assert (TOKEN_EDIT, status, code) in codes_since(club, mark)
        there = messages_of(after(club, player).human.dm_channel)
        edits = [entry for entry in club.world.log[mark:] if entry.method == "PATCH" and fnmatch(entry.path, there)]
        assert [entry.status for entry in edits] == [200]
    assert not club.leaks()
