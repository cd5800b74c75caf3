"""A member's own data: a copy for their eyes only, and everything taken out again after a second tap."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

from bot.engine.models import ChannelId, TableId, UserId
from bot.i18n.words import words_for
from bot.ui import mydata
from tests.ui.club import Club, Member, control, play_deal, play_match, verbs

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
