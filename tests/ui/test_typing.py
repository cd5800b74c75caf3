"""What people type into commands: lists offer what they mean, in ordinary French."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.errors import StorageFailure
from bot.engine.service import TableService
from tests.ui.club import Club, Member, actions, take_first


async def _offered(member: Member, command: str, option: str, text: str) -> list[str]:
    return [choice["value"] for choice in await member.actor.autocomplete(member.club.channel, command, option, text)]


async def _to_lead(club: Club) -> Member:
    """Play until somebody holds the turn to play a card."""
    while True:
        member = club.waiting()
        assert member is not None
        if any(code.startswith("play:") for code in actions(member)):
            return member
        await member.hand_press(take_first(actions(member)))


@pytest.mark.parametrize("language", ["fr", "en"])
async def test_calls_as_the_french_type_them(club: Club, language: str) -> None:
    await club.open("coinche", "coinche_online")
    await club.fill()
    member = club.waiting()
    assert member is not None
    await member.say("preferences", language=language)
    listed = await _offered(member, "bid", "call", "")
    assert listed[:5] == ["pass", "bid:80:S", "bid:80:H", "bid:80:D", "bid:80:C"]
    hearts = await _offered(member, "bid", "call", "coeur")
    assert hearts[:3] == ["bid:80:H", "bid:90:H", "bid:100:H"]
    assert hearts == await _offered(member, "bid", "call", "Cœur")
    assert all(code.endswith(":H") for code in hearts)
    assert await _offered(member, "bid", "call", "90 coeur") == ["bid:90:H"]
    assert await _offered(member, "bid", "call", "pa") == ["pass"]
    assert await _offered(member, "bid", "call", "n'importe quoi") == []


async def test_cards_as_the_french_type_them(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    leader = await _to_lead(club)
    await leader.say("preferences", language="fr")
    playable = [code for code in actions(leader) if code.startswith("play:")]
    assert sorted(await _offered(leader, "play", "card", "")) == sorted(playable)
    ranks = {"A": ("as", "A"), "K": ("roi", "R"), "Q": ("dame", "D"), "J": ("valet", "V")}
    suits = {"S": ("pique", "P"), "H": ("coeur", "co"), "D": ("carreau", "ca"), "C": ("trefle", "T")}
    for code in playable:
        rank, suit = code[5:-1], code[-1]
        word, letter = ranks.get(rank, (rank, rank))
        assert await _offered(leader, "play", "card", f"{word} de {suits[suit][0]}") == [code]
        assert code in await _offered(leader, "play", "card", f"{letter}{suits[suit][1]}")
        assert code in await _offered(leader, "play", "card", word)
        held = {other for other in playable if other[-1] == suit}
        assert set(await _offered(leader, "play", "card", suits[suit][0])) == held


async def test_games_are_found_without_their_accents(club: Club) -> None:
    (anna, *_) = club.members
    assert (await _offered(anna, "table open", "game", "BELO"))[0] == "belote"
    assert await _offered(anna, "table open", "game", "xyz") == []


async def test_a_list_that_cannot_be_read_is_empty_and_said_in_the_log(
    club: Club, monkeypatch: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await club.open("belote")
    await club.fill()

    async def unread(*_: Any, **__: Any) -> None:
        raise StorageFailure("the disk is gone")

    monkeypatch.setattr(TableService, "seat_view", unread)
    assert await _offered(club.members[0], "bid", "call", "") == []
    assert [record.levelname for record in caplog.records if "the disk is gone" in record.getMessage()] == ["WARNING"]


@pytest.mark.parametrize("number", ["1" + "0" * 30, "9" * 5000])
async def test_a_bid_nobody_can_mean_is_refused_in_words(club: Club, number: str) -> None:
    await club.open("coinche", "coinche")
    await club.fill()
    member = club.waiting()
    assert member is not None
    refused = (await member.say("bid", call=f"{number} spades")).response.content
    assert "1,000" in refused
    assert club.waiting() is member
    assert (await member.say("bid", call="pass")).response.content.startswith("-#")
