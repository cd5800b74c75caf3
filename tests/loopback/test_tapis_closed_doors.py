"""Channels, threads and people that cannot be reached: play goes on or waits, and everybody is told once."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from bot.i18n.words import words_for

from .conftest import Loopback
from .human import Act
from .model import Permission
from .players import Club, club_of
from .weather import act, begun, caught_up, codes_since, next_player, struck, told

FR = words_for("fr")


def closed(club: Club) -> str:
    """What players are told of a channel that is closed to the bot."""
    return FR.text("say.channel_forbidden", channel=f"<#{club.channel.id}>")


async def everybody_knows(club: Club, sentence: str) -> None:
    """Each player was told this in private, and once."""
    for player in club.players:
        await club.world.until(partial(told, player, sentence), what=f"{player} told of it")
        assert len(told(player, sentence)) == 1


async def test_a_channel_that_is_closed_to_the_bot(loopback: Loopback, tmp_path: Path) -> None:
    """Not to be seen (50001), not to be written in (50013), then open again; at last gone without an event (10003).

    Play goes on by private messages while there is a channel, and waits when there is none.
    """
    club = await club_of(loopback, tmp_path)
    await begun(club)
    mark = len(club.world.log)
    club.harness.moderator.deny(club.channel, Permission.VIEW_CHANNEL)
    for _ in range(3):
        await act(club, await next_player(club))
    await everybody_knows(club, closed(club))
    assert {code for _, _, code in codes_since(club, mark)} == {50001}

    club.harness.moderator.allow_again(club.channel)
    club.harness.moderator.deny(club.channel, Permission.SEND_MESSAGES)
    await club.players[0].human.slash(club.channel, "table status")
    await club.world.until(lambda: 50013 in {code for _, _, code in codes_since(club, mark)}, what="a refusal to write")
    await act(club, await next_player(club))

    club.harness.moderator.allow_again(club.channel)
    await club.players[0].human.slash(club.channel, "table status")
    await caught_up(club)
    await everybody_knows(club, closed(club))
    await act(club, await next_player(club))
    await caught_up(club)

    mark = len(club.world.log)
    club.channel.deleted = True
    await act(club, await next_player(club))
    await everybody_knows(club, FR.text("say.channel_gone", channel=f"<#{club.channel.id}>"))
    assert {code for _, _, code in codes_since(club, mark)} == {10003}
    assert club.truth().status == "suspended"
    await club.world.until(lambda: not any(player.codes for player in club.players), what="hands that ask nothing")


async def test_a_thread_that_is_put_away_and_locked(loopback: Loopback, tmp_path: Path) -> None:
    """An archived thread takes no edit (50083), and a new message opens it; a locked one takes neither (160005)."""
    club = await club_of(loopback, tmp_path)
    await club.players[0].human.slash(club.channel, "table open", game="belote", thread=True)
    [club.channel] = club.world.threads_of(club.channel)
    for player in club.players:
        player.channel = club.channel
    await club.world.until(lambda: club.players[0].human.sees(club.channel), what="the lobby")
    for player in club.players[1:]:
        await player.click("ui:join")
    await club.players[0].click("ui:start")
    await club.dealt()
    mark, before = len(club.world.log), club.board.id
    club.harness.moderator.archive(club.channel)
    await act(club, await next_player(club))
    await caught_up(club)
    assert {code for _, _, code in codes_since(club, mark)} == {50083}
    assert club.board.id > before
    assert not club.channel.archived

    mark = len(club.world.log)
    club.harness.moderator.archive(club.channel, locked=True)
    for _ in range(2):
        await act(club, await next_player(club))
    await everybody_knows(club, closed(club))
    assert {code for _, _, code in codes_since(club, mark)} == {50083, 160005}

    club.channel.archived = club.channel.locked = False
    await club.players[0].human.slash(club.channel, "table status")
    await caught_up(club)


async def test_people_to_whom_nothing_can_be_sent(loopback: Loopback, tmp_path: Path) -> None:
    """Opened too fast (40003), or no such account (10013): asked for once, and the others play."""
    club = await club_of(loopback, tmp_path)
    anna, bruno, chloe, denis = club.players
    await anna.human.slash(club.channel, "table open", game="belote")
    await club.world.until(lambda: anna.human.dm, what="a first private message")
    too_fast = club.world.add_fault("POST", "/users/@me/channels", 403, 40003)
    joined = await bruno.click("ui:join")
    await club.world.until(lambda: FR.text("mine.closed_dm") in told_after(joined), what="how to open them")
    struck([too_fast])
    await chloe.click("ui:join")
    await club.world.until(lambda: chloe.human.dm, what="a first private message")
    nobody = club.world.add_fault("POST", "/users/@me/channels", 404, 10013)
    joined = await denis.click("ui:join")
    await club.world.until(lambda: FR.text("mine.closed_dm") in told_after(joined), what="what to do")
    struck([nobody])
    await anna.click("ui:start")
    await club.dealt()
    await club.ask_hand(bruno)
    await club.ask_hand(denis)
    for _ in range(4):
        await act(club, await next_player(club))
    await caught_up(club)
    assert club.world.tally()["POST /users/@me/channels"] == 4, "each was asked for once"


def told_after(act: Act) -> str:
    """The private words beside a redrawn message."""
    return "\n".join(seen.text for seen in act.replies)
