"""Hints and analyses through commands and buttons: who may ask when, and what the answer is made of."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.engine.models import TableId, UserId
from bot.i18n.words import words_for
from tests.telling import cards_named
from tests.ui.club import (
    Club,
    Member,
    SeededDealer,
    actions,
    control,
    play_deal,
    plays_on,
    said,
    take_first,
    untipped,
    verbs,
)

TABLE, EN = TableId(1), words_for("en")


async def begun(club: Club, *, hints: bool = True) -> None:
    await club.open("belote")
    if hints:
        await club.members[0].say("table hints", allowed=True)
    await club.fill()


def told(result: Any) -> str:
    """What was answered in private."""
    return untipped(said(result)[-1])


async def test_a_hint_is_told_in_private_where_the_table_allows_it(club: Club) -> None:
    await club.open("belote")
    anna, bruno = club.members[:2]
    assert told(await anna.say("hint")) == EN.text("refusal.hints_off")
    assert told(await bruno.say("table hints", allowed=True)) == EN.text("refusal.not_host")
    await anna.say("table hints", allowed=True)
    assert EN.text("lobby.hints") in club.table.content
    await club.fill()
    member = club.mover()
    other = next(other for other in club.members if other is not member)
    before = club.table.content
    first = told(await member.say("hint"))
    assert told(await member.say("hint")) == first, "asked again in the same turn it says the same"
    assert told(await other.say("hint")) == EN.text("refusal.hint_turn")
    assert told(await club.olga.say("hint")) == EN.text("refusal.not_seated")
    assert club.table.content == before, "nobody sees who asks"


async def test_a_hint_names_what_may_be_done_and_no_hidden_card(club: Club) -> None:
    """Its cards are the seat's own, or lie open to that seat."""
    await begun(club)
    service = club.bot.front.service
    for _ in range(10):
        member = club.mover()
        hint = told(await member.hand_press("ui:hint"))
        seat = await service.seat_view(TABLE, UserId(member.user.id))
        assert seat.view is not None
        open_cards = {card for _, card in seat.view.trick.plays}
        open_cards |= {card for zone in seat.view.zones for card in zone.cards}
        if seat.view.last_trick is not None:
            open_cards |= {card for _, card in seat.view.last_trick.plays}
        assert cards_named(hint) <= {*seat.view.hand, *open_cards}
        code = take_first(actions(member))
        await member.hand_press(code)


async def test_a_hint_of_a_turn_that_is_over_is_refused(club: Club) -> None:
    await begun(club)
    member = club.mover()
    stale, hand = control(member.dm, "ui:hint"), member.dm
    for _ in range(4):
        if club.mover() is member:
            await member.hand_press(take_first(actions(member)))
    result = club.raw_click(member, hand, stale)
    await club.env.settle()
    assert told(result) in {EN.text("refusal.stale"), EN.text("refusal.hint_turn")}


async def test_without_hints_no_button_offers_one(club: Club) -> None:
    await begun(club, hints=False)
    assert "ui:hint" not in verbs(club.mover().dm)
    assert told(await club.mover().say("hint")) == EN.text("refusal.hints_off")


async def weighed(club: Club, reader: Member) -> Any:
    """The analysis, from the button of the result, once all its cards are weighed."""
    await reader.press("ui:analysis")
    for _ in range(600):
        shown = reader.here
        if options_of(shown):
            return shown
        await asyncio.sleep(0.1)
        again = [verb for verb in verbs(shown) if verb.startswith("ui:analysis")]
        await reader.press(again[0], shown)
    raise AssertionError(f"the analysis does not end: {reader.here.content}")


def options_of(message: Any) -> list[str]:
    return [
        option.value for row in message.components for item in row.children for option in getattr(item, "options", ())
    ]


async def test_a_deal_that_is_over_is_analysed_for_players_and_who_watches(club: Club, dealer: SeededDealer) -> None:
    """Every trick can be looked at; whoever asks sees the same; while cards are played nothing is told."""
    dealer.wanted = plays_on("belote", 4)
    club.env.settle_timeout = 240.0  # weighing 32 cards takes as long as this machine needs
    await club.open("belote")
    await club.fill()
    anna = club.members[0]
    assert told(await anna.say("analysis")) == EN.text("refusal.deal_running")
    await play_deal(club)
    shown = await weighed(club, anna)
    overview = untipped(shown.content)
    assert EN.text("analysis.title", number=1) in overview
    other = await weighed(club, club.olga)
    assert untipped(other.content) == overview
    menu = next(verb for row in shown.components for item in row.children if (verb := verb_of(item)).endswith(":to"))
    tricks = [value for value in options_of(shown) if value != "0"]
    assert len(tricks) == 8
    for trick in tricks[:3]:
        await anna.choose(menu, trick, anna.here)
        assert len(cards_named(anna.here.content)) >= 4


def verb_of(item: Any) -> str:
    return str(item.custom_id.split("|", 3)[3])
