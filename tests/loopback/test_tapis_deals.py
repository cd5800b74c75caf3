"""Whole deals with the real bot in a process of its own: buttons, commands, computer players, closed DMs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.core.actions import Pass
from bot.core.cards import BELOTE_RANKS, PLAIN_SUITS, Card
from bot.i18n.words import words_for
from bot.ui.emoji import emoji_name

from .conftest import Loopback
from .model import Ack, Channel, Emoji, Entry, Json
from .players import Club, calm, club_of, good, take_first, verb_of


def settled(club: Club, table: int = 1) -> None:
    """After a deal: everything was answered, nobody saw what he might not, every card was played once."""
    truth = club.truth(table)
    assert not club.unanswered()
    assert not club.leaks(table)
    played = truth.played()
    assert len(played) == len(set(played)) == 32
    dealt = [card for hand in truth.hands().values() for card in hand]
    assert len(dealt) == len(set(dealt))
    # A card turned up for the auction is taken, not dealt.
    assert len(dealt) >= 31
    assert set(dealt) <= set(played)


async def test_four_members_play_a_deal_of_coinche_by_buttons_and_commands(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("coinche")
    turn = 0
    while (player := await club.to_move()) is not None:
        code = take_first(player.codes)
        if code.startswith("play:") and turn % 3 == 1:
            act = await player.human.slash(player.channel, "jouer", card=code.removeprefix("play:"))
            assert act.reply is not None
            assert act.reply.ephemeral
        elif code.startswith("play:") and turn % 3 == 2:
            offered = await player.human.autocomplete(player.human.dm_channel, "play", "card", "")
            assert {value for _, value in offered.choices} == {c for c in player.codes if c.startswith("play:")}
            await player.human.slash(player.human.dm_channel, "play", card=offered.choices[0][1])
        else:
            act = good(await player.do(code))
            assert act.ack is Ack.UPDATE
        turn += 1
    settled(club)
    await club.world.until(lambda: any(verb_of(widget) == "ui:ready" for widget in club.board.widgets))


async def test_a_hidden_card_told_in_any_form_is_noticed(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("coinche")
    anna, bruno = club.players[:2]
    truth = club.truth()
    card = min(truth.hands()[truth.seat_of(bruno.human)], key=str)
    words = words_for("fr")
    bodies: list[Json] = [
        {"content": f"{text} !"} for text in (words.short(card), words.card(card), f"<:{emoji_name(card)}:1>")
    ]
    bodies.append({"components": [{"components": [{"custom_id": f"t|1|7ca|play:{card.code}"}]}]})
    for body in bodies:
        assert caught(club, club.channel, body)
        assert caught(club, anna.human.dm_channel, body)
        assert not caught(club, bruno.human.dm_channel, body)


def caught(club: Club, channel: Channel, body: Json) -> bool:
    """Whether a message of the bot with this body would be noticed."""
    path, now = f"/channels/{channel.id}/messages", club.world.now()
    club.world.log.append(Entry("POST", path, "/channels/{channel_id}/messages", now, body, "application/json", 200))
    try:
        return bool(club.leaks())
    finally:
        club.world.log.pop()


async def test_emoji_do_not_tell_more_than_letters(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path, start=False)
    for card in (Card(rank, suit) for suit in PLAIN_SUITS for rank in BELOTE_RANKS):
        emoji = Emoji(club.world.ids.make(), emoji_name(card))
        club.world.emojis[emoji.id] = emoji
    await club.harness.start()
    await club.start("belote")
    await club.play()
    assert any("<:" in message.text for player in club.players for message in player.human.dm)
    settled(club)


async def test_one_member_plays_a_deal_with_three_computers(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("coinche", humans=1)
    anna = club.players[0]
    while await club.asked(anna):
        good(await anna.do(take_first(anna.codes)))
    settled(club)


async def test_classic_belote_taken_in_the_second_round(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("belote", profile="belote")
    passes = 0

    def choose(codes: Sequence[str]) -> str:
        nonlocal passes
        if passes < 5 and Pass().code in codes:
            passes += 1
            return Pass().code
        return take_first(codes)

    await club.play(choose)
    assert passes == 5
    settled(club)


async def test_a_member_with_closed_dms_plays_a_deal_in_the_channel(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    bruno = club.players[1]
    bruno.human.close_dms()
    await club.open("belote")
    assert any(seen.ephemeral for seen in bruno.human.sees(club.channel)), "nobody told him how to open them"
    await club.players[0].click("ui:start")
    await club.dealt()
    await club.ask_hand(bruno)
    moves = 0
    while (player := await club.to_move()) is not None:
        good(await player.do(take_first(player.codes)))
        moves += player is bruno
    assert moves >= 7
    assert not bruno.human.dm
    settled(club)


async def test_a_hand_that_scrolled_away_is_asked_for_again(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    anna, bruno = club.players[:2]
    bruno.human.close_dms()
    await club.start("belote", humans=2)
    while club.truth().running:
        bruno.human.reload()
        assert bruno.hand is None
        act = await club.ask_hand(bruno)
        assert act.ack is Ack.DEFERRED_UPDATE
        assert bruno.human.sees(club.channel)[-1].ephemeral
        await club.world.until(lambda: calm(bruno.codes) or calm(anna.codes) or not club.truth().running)
        player = bruno if calm(bruno.codes) else anna
        if calm(player.codes):
            good(await player.do(take_first(player.codes)))
    settled(club)
