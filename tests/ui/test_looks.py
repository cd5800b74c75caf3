"""What may be looked at beside the table: the last trick as its rules allow, and by whom; all hands after the deal."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.cards import Card
from bot.engine.models import TableId, UserId
from bot.i18n.words import words_for
from tests.seen import cards_of
from tests.ui.club import Club, Member, actions, control, play_deal, said, take_first, untipped, verbs
from tests.ui.profile_steps import press
from tests.ui.test_whole_deals import naming, written

EN = words_for("en")
PROFILE = "tapis-profile 1 name: maison game: belote base: belote_online last_trick_view = {}"


async def lay(club: Club) -> str:
    """Somebody lays a card after all that is to be said before it; its code."""
    for _ in range(20):
        member = club.mover()
        code = take_first(actions(member))
        await member.hand_press(code)
        if code.startswith("play:"):
            return code
    raise AssertionError("no card was played")


async def look(reader: Member) -> str:
    """What the command for the last trick answers."""
    (answer,) = said(await reader.say("trick"))
    return untipped(answer).replace("\N{NO-BREAK SPACE}", " ")


def short(codes: list[str]) -> list[str]:
    return [EN.short(Card.parse(code.removeprefix("play:"))) for code in codes]


@pytest.mark.parametrize("allowed", ["until_next_gathered", "after_next_trick", "never"])
async def test_the_last_trick_is_seen_as_long_as_the_rules_of_the_table_allow(club: Club, allowed: str) -> None:
    """By who plays and by who watches alike, by the command, on the table's message and by its button."""
    await club.olga.say("profile import", text=PROFILE.format(allowed))
    await press(club.olga, "save")
    await club.open("belote", "maison")
    await club.fill()
    readers = [club.members[0], club.olga]
    for reader in readers:
        assert await look(reader) == EN.text("trick.none")
    first = [await lay(club) for _ in range(4)]
    for reader in readers:
        seen = await look(reader)
        assert all(card in seen for card in short(first)), "in sight until the next card"
    assert "ui:trick" in verbs(club.table)

    second = [await lay(club)]
    for reader in readers:
        seen = await look(reader)
        if allowed == "until_next_gathered":
            assert all(card in seen for card in short(first))
        else:
            assert seen == EN.text("trick.hidden")
    assert ("ui:trick" in verbs(club.table)) is (allowed == "until_next_gathered")
    table = club.table.content.replace("\N{NO-BREAK SPACE}", " ")
    assert all(card in table for card in short(first)) is (allowed == "until_next_gathered")

    second += [await lay(club) for _ in range(3)]
    table = club.table.content.replace("\N{NO-BREAK SPACE}", " ")
    assert all(card in table for card in short(second))
    assert all(card in table for card in short(first)) is (allowed == "after_next_trick")
    for reader in readers:
        seen = await look(reader)
        assert all(card in seen for card in short(second))
        assert not any(card in seen for card in short(first)), "never an older one"


async def hidden(club: Club) -> set[Card]:
    """The cards that the table itself does not show, of all hands."""
    service = club.bot.front.service
    seats = [await service.seat_view(TableId(1), UserId(member.user.id)) for member in club.members]
    assert seats[0].table.view is not None
    return set[Card]().union(*(cards_of(seat.view) for seat in seats)) - set(cards_of(seats[0].table.view))


# The pages of rules are left out: they name cards as examples, the same to everybody.
LOOKS = ("ui:trick", "ui:score", "ui:more", "ui:hands", "ui:hand", "ui:referee", "ui:fair")
COMMANDS = ("trick", "score", "hand", "bid", "play", "table status", "takeback")
WITH = {"bid": {"call": "pass"}, "play": {"card": "7♥"}}


async def test_who_watches_sees_the_table_and_nothing_else(club: Club) -> None:
    """Whatever a spectator presses or types while cards are played: no card of a hand is in the answer."""
    await club.open("belote")
    await club.fill()
    for _ in range(6):
        await lay(club)
    secret = await hidden(club)
    assert len(secret) > 20
    found = naming(secret)
    form = control(club.table, "ui:hand").rsplit("|", 1)[0]
    before = club.table.content
    answers: list[Any] = []
    for verb in LOOKS:
        answers.append(club.raw_click(club.olga, club.table, f"{form}|{verb}"))
        await club.env.settle()
    answers += [await club.olga.say(command, **WITH.get(command, {})) for command in COMMANDS]
    for answer in answers:
        messages = [*answer.followups, *([answer.response] if answer.response is not None else [])]
        assert messages, "answered"
        assert not [message.content for message in messages if found.search(str(message.content))]
    for message in club.channel.history(viewer=club.olga.actor):
        if message.flags.ephemeral:
            assert found.search(written(message)) is None
    for option in await club.olga.actor.autocomplete(club.channel, "play", "card", ""):
        assert found.search(f"{option}") is None
    assert club.table.content == before


async def test_all_hands_are_open_to_everybody_after_the_deal_and_not_before(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    dealt = await hidden(club)
    form = control(club.table, "ui:hand").rsplit("|", 1)[0]
    for reader in (club.olga, club.members[1]):
        club.raw_click(reader, club.table, f"{form}|ui:hands")
        await club.env.settle()
        assert untipped(reader.here.content) == EN.text("result.no_hands")
    await play_deal(club)
    for reader in (club.olga, club.members[1]):
        await reader.press("ui:hands")
        told = reader.here.content.replace("\N{NO-BREAK SPACE}", " ")
        assert all(EN.short(card).replace("\N{NO-BREAK SPACE}", " ") in told for card in dealt)
        assert all(name in told for name in ("Anna", "Bruno", "Chloé", "Denis"))
