"""A member's own data: a copy for their eyes only, and everything taken out again after a second tap."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

from bot.engine.models import ChannelId, TableId, UserId
from bot.i18n.words import words_for
from bot.ui import mydata
from tests.ui.club import Club, Member, actions, control, play_deal, play_match, take_first, verbs

EN = words_for("en")


async def copy_of(club: Club, member: Member) -> dict[str, Any]:
    """What the member's copy holds."""
    draft = await mydata.export(club.bot.front, UserId(member.user.id), EN)
    assert draft.document is not None
    kept: dict[str, Any] = json.loads(draft.document.content)
    return kept


async def erased(club: Club, member: Member) -> Any:
    """The member erases their data, second tap and all."""
    await member.say("mydata erase")
    asked = member.here
    return await member.actor.click(asked, custom_id=control(asked, "ui:erase"))


def found(club: Club, text: str) -> bool:
    """Whether the database names this id or name anywhere."""
    with closing(sqlite3.connect(club.settings.database)) as connection:
        return any(text in line for line in connection.iterdump())


async def test_a_copy_comes_in_private_and_names_nobody_else(club: Club) -> None:
    await club.open("belote", target=10_000)
    await club.fill()
    await play_deal(club)
    anna, bruno = club.members[:2]
    told = await anna.say("mydata export")
    assert told.response.ephemeral
    assert [file.filename for file in told.response.attachments] == ["tapis.json"]
    kept = await copy_of(club, anna)
    assert kept["member"] == str(anna.user.id)
    (table,) = kept["tables"]
    assert table["seat"]["name"] == "Anna"
    kinds = [event["kind"].rpartition(".")[2] for event in table["events"]]
    assert kinds.count("CardPlayed") == 8
    text = json.dumps(kept, ensure_ascii=False)
    for other in club.members[1:]:
        assert str(other.user.id) not in text
        assert other.name not in text
    theirs = await copy_of(club, bruno)
    cards = [{card for event in own["tables"][0]["events"] for card in _dealt(event)} for own in (kept, theirs)]
    assert len(cards[0]) >= 7
    assert not cards[0] & cards[1]


def _dealt(event: dict[str, Any]) -> list[str]:
    return list(event["data"].get("cards", ())) if event["kind"].endswith("HandDealt") else []


async def test_a_copy_tells_who_held_a_seat_in_which_deal_and_what_they_did_there(club: Club) -> None:
    """Chloé leaves in the middle of a deal, Denis takes the seat: each has what they played, and the result is his."""
    await club.open("belote", target=10_000)
    await club.fill(3)
    _, _, chloe, denis = club.members
    while await cards_played(club, chloe) < 2:
        await play_on(club)
    before = await cards_played(club, chloe)
    await chloe.say("table leave", confirm=True)
    await denis.say("table substitute")
    await play_deal(club)
    assert "Denis" in club.table.content
    assert "Chloé" not in club.table.content
    for member in (club.members[0], club.members[1], denis):
        await member.press("ui:ready")
    await play_deal(club)

    (left,) = (await copy_of(club, chloe))["tables"]
    (taken,) = (await copy_of(club, denis))["tables"]
    (whole,) = (await copy_of(club, club.members[0]))["tables"]
    assert {(turn["deal"], turn["seat"]) for turn in left["deals"]} == {(1, 2)}
    assert {(turn["deal"], turn["seat"]) for turn in taken["deals"]} == {(1, 2), (2, 2)}
    assert {(turn["deal"], turn["seat"]) for turn in whole["deals"]} == {(1, 0), (2, 0)}
    assert left["seat"] is None
    assert taken["seat"]["name"] == "Denis"
    assert await cards_played(club, chloe) == before
    # What the computer player laid between the two is nobody's: the last card of a trick and the first of the next.
    assert 8 + 8 - before - 2 <= await cards_played(club, denis) <= 8 + 8 - before


async def cards_played(club: Club, member: Member) -> int:
    """How many cards the member's own copy says they laid."""
    (table,) = (await copy_of(club, member))["tables"]
    return sum(event["kind"].endswith("CardPlayed") for event in table["events"])


async def play_on(club: Club) -> None:
    """Whoever is asked does the first thing offered."""
    mover = club.mover()
    await mover.hand_press(take_first(actions(mover)))


async def test_erasing_leaves_running_seats_to_a_computer_and_hides_the_name_in_finished_ones(club: Club) -> None:
    await club.open("belote", target=100)
    await club.fill()
    await play_match(club)
    over = (await club.bot.front.service.table_in(ChannelId(club.channel.id))).totals
    await club.members[1].press("ui:rematch")
    await club.members[0].press("ui:start")
    anna = club.members[0]
    assert found(club, str(anna.user.id))
    await anna.say("mydata erase")
    assert found(club, str(anna.user.id)), "one tap does nothing"
    result = await erased(club, anna)
    assert result.acknowledged
    await club.env.settle()
    assert not found(club, str(anna.user.id))
    assert not found(club, "'Anna'")
    assert not found(club, str(anna.user.dm_channel.id))
    finished = await club.bot.front.service.table(TableId(1))
    assert finished.totals == over
    assert finished.seats[0].gone
    assert [holder.name for holder in finished.seats[1:]] == ["Bruno", "Chloé", "Denis"]
    running = await club.bot.front.service.table(TableId(2))
    assert running.seats[0].user is None
    assert not running.seats[0].gone
    assert running.host == club.members[1].user.id
    assert (await copy_of(club, anna))["tables"] == []
    for member in club.members[1:]:
        assert len((await copy_of(club, member))["tables"]) == 2
    club.members = club.members[1:]
    await play_deal(club)
    assert {"ui:ready", "ui:rematch"} & set(verbs(club.table))


async def test_a_finished_match_names_who_is_gone(club: Club) -> None:
    await club.open("belote", target=10_000)
    await club.fill()
    await play_deal(club)
    anna, bruno = club.members[:2]
    await club.olga.say("table close", confirm=True)
    await erased(club, anna)
    await club.env.settle()
    told = await bruno.say("score", table=1)
    assert EN.text("people.gone") in told.response.content
    assert "Anna" not in told.response.content
    assert "Computer" not in told.response.content


async def test_a_forged_tap_erases_only_who_taps(club: Club) -> None:
    await club.open("belote")
    anna, bruno = club.members[:2]
    await anna.say("mydata erase")
    club.raw_click(bruno, club.table, control(anna.here, "ui:erase"))
    await club.env.settle()
    assert found(club, "'Anna'")
    assert (await copy_of(club, anna))["tables"]


async def test_a_rematch_leaves_the_seat_of_who_is_gone_free(club: Club) -> None:
    await club.open("belote", target=100)
    await club.fill()
    await play_match(club)
    await erased(club, club.members[0])
    await club.members[1].press("ui:rematch")
    again = await club.bot.front.service.table(TableId(2))
    assert [holder.name for holder in again.seats] == ["Bruno", "Chloé", "Denis"]
    assert again.host == club.members[1].user.id
