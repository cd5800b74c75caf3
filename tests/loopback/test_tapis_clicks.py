"""Clicks that cross: two people at once, one twice, too late, on what is gone. Each is answered, one counts."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

from . import messages
from .conftest import Loopback
from .human import Act
from .model import Ack
from .players import Club, club_of, good, take_first
from .screen import Seen, look

DOUBLE = "coinche:1"


def told(act: Act) -> str:
    """The private sentence that an act was answered with beside a redrawn message; empty when there is none (yet)."""
    assert not act.failed
    assert all(message.to in (None, act.interaction.user.id) for message in act.interaction.messages)
    return "\n".join(reply.text for reply in act.replies)


async def answered(club: Club, act: Act) -> str:
    """The private sentence of an act."""
    return await club.world.until(lambda: told(act), what=f"a sentence about {act.interaction.data}")


async def one_of(club: Club, *acts: Act) -> None:
    """Exactly one of these acts counted: each of the others is told why not, in private."""
    await club.world.until(lambda: sum(bool(told(act)) for act in acts) == len(acts) - 1, what="who came too late")
    await club.world.quiet()
    assert sum(bool(told(act)) for act in acts) == len(acts) - 1
    for act in acts:
        assert all(
            message.to is not None or message.channel_id != club.channel.id for message in act.interaction.messages
        )


async def to_the_cards(club: Club) -> None:
    """Bids are made until a card is to be played."""
    while (player := await club.to_move()) is not None and not any(c.startswith("play:") for c in player.codes):
        await player.do(take_first(player.codes))


async def test_a_double_click_and_two_cards_at_once_count_once(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("belote")
    await to_the_cards(club)
    for pick in ((0, 0), (0, -1), (0, 0), (0, -1), (-1, 0), (0, 0), (0, -1)):
        player = await club.to_move()
        assert player is not None
        offers = [offer for offer in player.offers if offer.code.startswith("play:")]
        played = len(club.truth().played())
        acts = await asyncio.gather(*(player.press(offers[index]) for index in pick))
        assert len(club.truth().played()) == played + 1
        await one_of(club, *acts)
        assert all(act.ack is Ack.UPDATE for act in acts)
    await club.play()
    assert not club.unanswered()
    assert not club.leaks()


async def test_two_members_double_at_once_and_one_is_heard(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("coinche")
    bidder = await club.to_move()
    assert bidder is not None
    await bidder.do(take_first(bidder.codes))
    seats = [club.truth().seat_of(player.human) for player in club.players]
    mine = club.truth().seat_of(bidder.human)
    rivals = [player for player, seat in zip(club.players, seats, strict=True) if (seat - mine) % 2]
    await club.world.until(lambda: all(DOUBLE in player.codes for player in rivals), what="the offers to double")
    acts = await asyncio.gather(rivals[0].do(DOUBLE), rivals[1].click(DOUBLE, club.board))
    await one_of(club, *acts)
    assert len([code for player in rivals for code in player.codes if code == DOUBLE]) == 0
    await club.play()
    assert not club.unanswered()


async def test_two_people_want_the_last_seat(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    late = club.harness.human("Émile", club.guild)
    await club.open("coinche")
    lobby, denis = club.board, club.players[3].human
    for _ in range(3):
        good(await denis.click(lobby, custom_id="t|*|ui:leave"))
        wishes = [human.click(lobby, custom_id="t|*|ui:join") for human in (denis, late)]
        await one_of(club, *await asyncio.gather(*wishes))
        seated = {holder.user for holder in club.truth().stored.seats}
        assert len(seated) == 4
        if late.user.id in seated:
            good(await late.click(lobby, custom_id="t|*|ui:leave"))
            good(await denis.click(lobby, custom_id="t|*|ui:join"))


async def test_clicks_on_what_has_gone_are_answered(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    stranger = club.harness.human("Émile", club.guild)
    anna = club.players[0]
    await club.open("belote")
    lobby = club.board
    assert await answered(club, await stranger.click(lobby, custom_id="t|*|ui:start"))
    await anna.click("ui:start")
    await club.dealt()
    await club.world.until(lambda: not look(lobby.message).widgets, what="the end of the lobby's buttons")
    assert await answered(club, await stranger.click(lobby, custom_id="t|*|ui:join", late=True))
    assert await answered(club, await stranger.click(club.board, custom_id="t|*|ui:hand"))
    player = await club.to_move()
    assert player is not None
    offer = player.offers[0]
    await player.do(take_first(player.codes))
    before = club.truth().stored.entries
    late = await player.human.click(offer.message, custom_id=offer.widget.custom_id, late=True)
    assert await answered(club, late)
    for custom_id in ("t|999|n0|ui:join", "t|1|n1|ui:dance", "t|1|n0|ui:start", "pc:1:AS:3", "t|1|ffffffff|play:AS"):
        assert await answered(club, await anna.human.click(plant(club, custom_id), custom_id=custom_id)), custom_id
    assert club.truth().stored.entries == before
    await club.play()
    assert not club.unanswered()


def plant(club: Club, custom_id: str) -> Seen:
    """A message of the bot with a control of another time."""
    button = {"type": 2, "style": 1, "label": "old", "custom_id": custom_id}
    body = {"content": "old", "components": [{"type": 1, "components": [button]}]}
    return look(messages.write(club.world, club.channel, club.world.bot, body))


async def test_a_deleted_table_message_and_a_deleted_hand_come_back(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("belote")
    for _ in range(4):
        player = await club.to_move()
        assert player is not None
        gone = [club.board, *(seen for other in club.players if other is not player and (seen := other.hand))]
        for seen in gone:
            club.harness.moderator.delete(seen)
        await player.do(take_first(player.codes))
        await club.world.until(partial(newer, club, gone[0].id), what="a new message")
    await club.play()
    assert not club.unanswered()
    assert not club.leaks()


def newer(club: Club, than: int) -> bool:
    """Whether a later message of the table stands in the channel, with its controls."""
    return club.board.id > than and bool(club.board.widgets)


async def test_while_another_program_holds_the_database_a_card_is_refused_in_time(
    loopback: Loopback, tmp_path: Path
) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("belote")
    player = await club.to_move()
    assert player is not None
    newcomer = club.harness.human("Émile", club.guild)
    await club.world.quiet()
    code, before = take_first(player.codes), club.truth().stored.entries
    with closing(sqlite3.connect(club.database, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        act, other = await asyncio.gather(player.do(code), newcomer.click(club.board, custom_id="t|*|ui:score"))
        assert await answered(club, act)
        assert await answered(club, other)
        holder.execute("ROLLBACK")
    assert club.truth().stored.entries == before
    good(await player.do(code))
    assert len(club.truth().stored.entries) > len(before)
