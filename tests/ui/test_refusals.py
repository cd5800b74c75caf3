"""Every refusal is a private sentence, and nothing else happens."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import registry
from bot.core.cards import Card
from bot.engine.models import Level
from bot.i18n.pages import place
from bot.i18n.words import words_for
from tests.ui.club import Club, Member, actions, play_deal, untipped, verbs

EN = words_for("en")


def refused(result: Any, key: str) -> None:
    """The answer is private and is exactly this sentence, with the rule's place where a game's pages explain it."""
    assert result.ephemeral
    places = {place(game, key.removeprefix("refusal.")) for game in registry.games()}
    sentence = EN.text(key).rstrip(".")
    told = {f"{sentence}. {EN.text('rules.place', place=at)}" for at in places if at} or {sentence}
    assert result.response.content.rstrip(".") in told


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"game": "chess"}, "refusal.unknown_game"),
        ({"game": "belote", "profile": "nobody"}, "refusal.unknown_profile"),
        ({"game": "belote", "players": 3}, "refusal.wrong_players"),
    ],
)
async def test_open_refuses_what_cannot_be_played(club: Club, options: dict[str, Any], key: str) -> None:
    refused(await club.members[0].say("table open", **options), key)
    assert not club.channel.history()


async def test_open_refuses_a_target_out_of_bounds(club: Club) -> None:
    result = await club.open("belote", target=1)
    assert result.ephemeral
    assert "1" in result.response.content


async def test_one_table_in_a_channel_with_the_way_to_it(club: Club) -> None:
    await club.open("belote")
    again = await club.members[1].say("table open", game="belote")
    assert again.ephemeral
    assert again.response.content.startswith(EN.text("refusal.channel_taken").rstrip("."))
    assert f"/{club.channel.id}/{club.table.id}" in again.response.content


async def test_the_lobby_refuses(club: Club) -> None:
    anna, bruno, chloe, _ = club.members
    refused(await bruno.say("table join"), "refusal.no_table")
    await club.open("belote")
    refused(await anna.press("ui:join"), "refusal.already_seated")
    refused(await bruno.press("ui:computer"), "refusal.not_host")
    refused(await bruno.press("ui:start"), "refusal.not_host")
    refused(await bruno.press("ui:teams"), "refusal.not_host")
    refused(await bruno.press("ui:options"), "refusal.not_host")
    refused(await bruno.press("ui:leave"), "refusal.not_seated")
    refused(await bruno.say("table close"), "refusal.not_host")
    refused(await bruno.say("table seat", player=anna.actor, seat=2), "refusal.not_host")
    refused(await anna.say("table seat", player=bruno.actor, seat=2), "refusal.not_seated")
    refused(await bruno.say("table join", seat=1), "refusal.seat_taken")
    await anna.say("table computer", seat=2, level=Level.EXPERT)
    refused(await anna.say("table computer", seat=1), "refusal.seat_taken")
    for _ in range(2):
        await anna.say("table computer")
    refused(await anna.say("table computer"), "refusal.table_full")
    await anna.press("ui:start")
    refused(await anna.say("table start"), "refusal.not_in_lobby")
    refused(await anna.say("table teams"), "refusal.not_in_lobby")
    refused(await chloe.say("table join"), "refusal.not_between_deals")
    refused(await anna.say("table close"), "say.close_sure")
    refused(await chloe.say("hand"), "refusal.not_seated")
    refused(await anna.say("rematch"), "refusal.not_finished")
    refused(await anna.say("deal"), "refusal.not_between_deals")


def waits(result: Any, whom: Member) -> None:
    """It is somebody else's turn, and the answer says whose."""
    assert result.ephemeral
    turn, up_to = EN.text("refusal.not_your_turn"), EN.text("refusal.waiting", who=whom.name)
    assert result.response.content.startswith(f"{turn} {up_to} (rule ")


async def _to_play(club: Club) -> Member:
    """The hands are dealt, somebody took, and the first card is to be led."""
    for _ in range(20):
        member = club.waiting()
        assert member is not None
        offered = actions(member)
        if offered[0].startswith("play:"):
            return member
        await member.hand_press(next(code for code in offered if code.startswith("take")))
    raise AssertionError("no card to play")


async def test_play_refuses(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    first = club.waiting()
    assert first is not None
    other = next(member for member in club.members if member is not first)
    waits(await other.say("bid", call="pass"), first)
    refused(await first.say("bid", call="blah blah"), "error.no_call")
    refused(await first.say("declare", what="blah blah"), "error.nothing_now")
    early = (await first.say("declare", what="belote")).response.content
    assert early.startswith(EN.text("refusal.wrong_phase"))
    assert "Possible: pass · take. (rule " in early
    refused(await first.say("play", card=EN.card(_cards(first)[0])), "error.bidding_on")
    refused(await first.say("play", card=f"play:{_cards(first)[0].code}"), "error.bidding_on")
    leader = await _to_play(club)
    refused(await leader.say("bid", call="90 spades"), "error.bidding_over")
    refused(await leader.say("bid", call="pass"), "error.bidding_over")
    told = (await leader.say("declare", what="belote")).response.content
    assert told.startswith(EN.text("refusal.word_automatic"))
    other = next(member for member in club.members if member is not leader)
    waits(await other.say("play", card=f"play:{_cards(other)[0].code}"), leader)
    refused(await leader.say("play", card="xyz"), "error.no_card")
    missing = next(card for card in _cards(other) if card not in _cards(leader))
    result = await leader.say("play", card=f"play:{missing.code}")
    assert result.ephemeral
    assert result.response.content.startswith(EN.text("refusal.not_in_hand", card=missing).rstrip("."))
    named = await leader.say("play", card=EN.card(missing))
    assert named.response.content == result.response.content, "in words as by its code"
    assert await _asked_back(leader)
    refused(await leader.say("trick"), "trick.none")
    await play_deal(club)
    refused(await leader.say("bid", call="pass"), "refusal.deal_over")
    refused(await leader.say("play", card="as"), "refusal.deal_over")


def _cards(member: Member) -> list[Card]:
    """The cards that the private hand shows."""
    shown = {EN.short(card): card for card in _pack()}
    return [shown[word] for line in member.dm.content.splitlines()[2:4] for word in line.split() if word in shown]


def _pack() -> tuple[Card, ...]:
    from bot.core.cards import deck_32

    return deck_32()


async def _asked_back(leader: Member) -> bool:
    """Typing a rank that is held twice asks which one is meant."""
    ranks = [card.rank for card in _cards(leader)]
    double = next((rank for rank in ranks if ranks.count(rank) > 1), None)
    if double is None:
        return True
    result = await leader.say("play", card=double.value)
    return bool(result.ephemeral and result.response.content.endswith("?"))


async def test_a_card_that_breaks_a_duty_says_which_and_the_referee_repeats_it(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    await _to_play(club)
    for _ in range(40):
        member = club.mover()  # in a whole deal somebody must follow suit with another card in hand
        playable = {code.removeprefix("play:") for code in actions(member)}
        barred = [card for card in _cards(member) if card.code not in playable]
        if barred:
            break
        await member.hand_press(actions(member)[0])
    before = member.dm.content
    result = await member.say("play", card=EN.card(barred[0]))
    assert result.ephemeral
    assert all(EN.short(Card.parse(code)) in result.response.content for code in playable)
    assert member.dm.content == before
    referee = await member.say("referee")
    refused = untipped(result.response.content)
    assert f"Your last move was refused. {refused}" in referee.response.content


async def test_a_stranger_clicks_on_the_table(club: Club) -> None:
    stranger = Member(club, "Zoé")
    await club.open("belote")
    await club.fill()
    shown = club.table.content
    result = await stranger.press("ui:hand")
    assert result.followups or result.response
    said = (result.followups or [result.response])[-1]
    assert said.ephemeral
    assert said.content.rstrip(".") == EN.text("refusal.not_seated").rstrip(".")
    looked = await stranger.press("ui:score")
    assert looked.followups[-1].ephemeral
    assert club.table.content == shown
    await play_deal(club)
    refused(await stranger.press("ui:ready"), "refusal.not_seated")
    assert "ui:ready" in verbs(club.table)


async def test_private_commands_ask_which_table(club: Club) -> None:
    anna = club.members[0]
    refused(await anna.user.slash("hand"), "refusal.no_table")
    await club.open("belote")
    await club.fill()
    assert EN.short(_cards(anna)[0]) in (await anna.user.slash("hand")).response.content
    second = club.guild.create_text_channel("autre")
    await anna.actor.slash(second, "table open", game="coinche")
    asked = await anna.user.slash("hand")
    assert asked.ephemeral
    assert f"<#{second.id}>" in asked.response.content
    choices = await anna.user.autocomplete("hand", "table", "")
    assert len(choices) == 2
    chosen = await anna.user.slash("hand", table=choices[0]["value"])
    assert not chosen.response.content.startswith(asked.response.content[:20])
