"""A lesson: a real table with prepared cards, an explanation at every turn, and no trace in any result."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from random import Random
from typing import Any

import pytest

from bot.core.registry import games
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.fairdeal import lesson_order
from bot.engine.models import Person, TableId, TableStatus, UserId
from bot.i18n.words import words_for
from tests.ui.club import Club, actions, control, take_first, verbs
from tests.ui.test_hearts import give

EN, FR = words_for("en"), words_for("fr")
FIRST = TableId(1)


def results(club: Club) -> int:
    with closing(sqlite3.connect(club.settings.database)) as connection:
        return int(connection.execute("SELECT count(*) FROM results").fetchone()[0])


def explained(message: Any) -> list[str]:
    """What the lesson says on a hand."""
    return [line.removeprefix("> 🎓 ") for line in message.content.splitlines() if line.startswith("> 🎓 ")]


async def learn(club: Club, game: str) -> None:
    """Anna alone begins a lesson."""
    club.welcome(1)
    told = await club.members[0].say("tutorial", game=game)
    assert told.ephemeral


async def played(club: Club) -> list[str]:
    """Anna plays on; everything that she is told on the way."""
    anna, told = club.members[0], list[str]()
    for _ in range(40):
        await club.env.settle()
        if club.waiting() is None:
            break
        lines = explained(anna.dm)
        assert lines, anna.dm.content
        told += lines
        offered = actions(anna)
        if any(verb.startswith("ui:pick:") for verb in verbs(anna.dm)) and not offered:
            await give(anna, Random(1))
            continue
        await anna.hand_press(take_first(offered) if offered else "ui:pick")
    return told


@pytest.mark.parametrize(("game", "language"), [("belote", "fr"), ("coinche", "en"), ("hearts", "en")])
async def test_every_turn_is_explained_to_the_end(club: Club, game: str, language: str) -> None:
    words = words_for(language)
    anna = club.members[0]
    await anna.say("preferences", language=language)
    await learn(club, game)
    service = club.bot.front.service
    told = await played(club)
    assert words.text(f"lesson.{game}.aim") in told
    first, chapter = ("passing", 3) if game == "hearts" else ("bidding", 4)
    assert words.text(f"lesson.{game}.{first}") in told
    places = [words.text("rules.place", place=f"{chapter}.{number}") for number in range(2, 7)]
    duties = [line for line in told if any(place in line for place in places)]
    assert duties, told
    table = await service.table(FIRST)
    assert table.status is TableStatus.FINISHED
    assert (len(table.records), table.deals, table.target) == (1, 1, None)
    assert results(club) == 0


async def test_the_cards_are_those_prepared_and_no_seed_is_drawn_or_shown(club: Club) -> None:
    await learn(club, "coinche")
    table = await club.bot.front.service.table(FIRST)
    seat = await club.bot.front.service.seat_view(FIRST, UserId(club.members[0].user.id))
    assert table.lesson
    assert (table.commitment, table.revealed, table.seat_of(UserId(club.members[0].user.id))) == (None, None, 0)
    assert seat.view is not None
    game = games()["coinche"]
    pack = lesson_order(game.lesson, game.deck(table.options, 4))
    assert set(seat.view.hand) <= set(pack)
    with closing(sqlite3.connect(club.settings.database)) as connection:
        assert connection.execute("SELECT count(*) FROM deals").fetchone()[0] == 0
    anna = club.members[0]
    said = await anna.user.slash("verify")
    assert EN.text("fair.lesson") in said.response.content


async def test_two_lessons_bring_the_same_hand(club: Club) -> None:
    hands = []
    for _ in range(2):
        await learn(club, "tarot")
        (table,) = await club.bot.front.service.tables_of(UserId(club.members[0].user.id))
        seat = await club.bot.front.service.seat_view(table.id, UserId(club.members[0].user.id))
        assert seat.view is not None
        hands.append(seat.view.hand)
        await club.bot.front.service.leave(table.id, UserId(club.members[0].user.id))
    assert hands[0] == hands[1]
    assert results(club) == 0


async def test_a_lesson_opens_in_a_thread_and_says_that_nothing_counts(club: Club) -> None:
    await learn(club, "belote")
    table = await club.bot.front.service.table(FIRST)
    assert table.channel != club.channel.id
    messages = club.env.backend.messages[table.channel].values()
    shown = [message.content for message in messages]
    assert any(EN.text("lesson.table") in text for text in shown)
    assert not any("ui:join" in str(message.components) for message in messages)


async def test_nobody_else_sits_down_and_the_rematch_is_a_table_like_any_other(club: Club) -> None:
    await learn(club, "belote")
    service, anna = club.bot.front.service, UserId(club.members[0].user.id)
    stranger = Person(UserId(club.olga_user.id), "Olga")
    for trying in (service.join(FIRST, stranger), service.substitute(FIRST, stranger)):
        with pytest.raises(EngineRefusal) as refused:
            await trying
        assert refused.value.code is Trouble.LESSON
    await played(club)
    again = await service.rematch(FIRST, anna)
    assert not again.lesson
    assert again.commitment is not None
    assert again.deals is None
    assert len(again.seats) == 4


async def test_a_second_tap_finds_the_lesson_that_is_open(club: Club) -> None:
    await learn(club, "belote")
    opened = await club.bot.front.service.tables_of(UserId(club.members[0].user.id))
    again = await club.members[0].say("tutorial", game="belote")
    assert again.ephemeral
    assert f"<#{opened[0].channel}>" in again.response.content
    assert await club.bot.front.service.tables_of(UserId(club.members[0].user.id)) == opened
    await club.members[0].say("tutorial", game="tarot")
    assert len(await club.bot.front.service.tables_of(UserId(club.members[0].user.id))) == 2


async def test_a_button_of_the_help_begins_one(club: Club) -> None:
    anna = club.members[0]
    club.welcome(1)
    await anna.say("help")
    assert EN.text("help.title") in anna.here.content
    await anna.choose("ui:help:topic", "learn", anna.here)
    await anna.press("ui:learn:belote", anna.here)
    assert (await club.bot.front.service.table(FIRST)).lesson
    assert explained(anna.dm)


async def test_help_opens_a_table_and_answers_everywhere(club: Club) -> None:
    anna = club.members[0]
    asked = await anna.say("help", topic="start")
    assert asked.ephemeral
    assert EN.text("help.start.how") in asked.response.content
    await anna.press("ui:open:coinche", anna.here)
    assert control(club.table, "ui:join")
    private = await anna.user.slash("help")
    assert private.response.content.startswith(f"**{EN.text('help.title')}**")
    await club.fill()
    await anna.press("ui:more")
    await anna.press("ui:help", anna.here)
    await anna.choose("ui:help:topic", "hand", anna.here)
    assert "ui:hand" in verbs(anna.here)


async def test_a_new_server_is_greeted_once_in_both_languages(club: Club) -> None:
    guild = club.env.create_guild("Neuf", owner=club.olga_user)
    channel = guild.create_text_channel("salon")
    bot = club.bot
    found = bot.get_guild(guild.id)
    assert found is not None
    await bot.on_guild_join(found)
    await club.env.settle()
    (greeting,) = channel.history()
    assert FR.text("hello") in greeting.content
    assert EN.text("hello") in greeting.content
    guest = guild.add_member(club.members[0].user)
    answer = await guest.click(greeting, custom_id=control(greeting, "ui:help:start"))
    assert EN.text("help.start.how") in answer.followups[-1].content
    refused = await guest.click(greeting, custom_id=control(greeting, "ui:server"))
    assert any(EN.text("say.managers_only") in said.content for said in [*refused.followups, refused.response] if said)


async def test_tips_come_once_each(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    first = club.mover()
    tip = EN.text("tip.hand")
    assert tip in first.dm.content
    await first.press("ui:hand")
    assert tip in first.here.content
    await first.hand_press("pass")
    assert tip not in first.dm.content
    await club.end()
    await club.open("belote")
    await club.fill()
    assert not any(tip in member.dm.content for member in club.members if member.name == first.name)
    refused = EN.text("tip.refusal")
    waiting = next(member for member in club.members if member is not club.mover())
    for told in (True, False):
        answer = await waiting.say("bid", call="pass")
        assert (refused in answer.response.content) is told
