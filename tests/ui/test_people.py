"""People come and go, by buttons and by commands, in both languages: pauses, substitutes, absences, slow tables."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend import serializers

from bot.core.facts import Who
from bot.core.seats import Seat
from bot.engine.models import SeatHolder, TableId, TableStatus, TableView, UserId
from bot.i18n.words import Names, Words
from tests.ui.club import Club, Member, actions, play_deal, said, take_first, verbs


async def table(club: Club) -> TableView:
    return await club.bot.front.service.table(TableId(1))


def told(result: Any) -> str:
    return str(result.response.content)


def asked(words: Words, what: str, who: str) -> str:
    return words.text(f"ask.{what}", Names((who,)), who=Who(Seat(0)))


def channel(club: Club) -> list[str]:
    return [message.content for message in club.channel.history()]


def to_act(club: Club, view: TableView) -> Member:
    """Whose turn it is, by their seat: they sit in the order in which they joined."""
    assert view.view is not None
    (seat,) = view.view.to_act
    return club.members[seat]


def private(member: Member) -> list[str]:
    return [message.content for message in member.user.dm_channel.history()]


async def begun(club: Club, humans: int = 3) -> None:
    """A match of belote; Denis watches when three play."""
    await club.open("belote")
    await club.fill(humans)


async def test_a_pause_by_agreement(club: Club, words: Words) -> None:
    await begun(club)
    anna, bruno, chloe, denis = club.members
    before = [member.dm.content.splitlines()[2] for member in (anna, bruno, chloe)]
    await anna.press("ui:more")
    await anna.press("ui:ask:pause", anna.here)
    assert anna.here.content == words.text("say.proposed")
    assert asked(words, "pause", "Anna") in club.table.content
    assert asked(words, "pause", "Anna") in bruno.dm.content
    refused = await denis.press("ui:agree:pause")
    assert told(refused) == words.text("refusal.not_seated")
    await bruno.hand_press("ui:agree:pause")
    assert not (await table(club)).paused
    await chloe.press("ui:agree:pause")
    assert words.text("table.paused") in club.table.content
    for member in (anna, bruno, chloe):
        assert words.text("table.paused") in member.dm.content
        assert verbs(member.dm) == ["ui:ask:resume"]
    await club.env.advance_time(club.settings.turn_seconds * 3)
    assert not any(holder.away for holder in (await table(club)).seats)
    await club.restart()
    assert told(await chloe.say("table resume")) == words.text("say.proposed")
    await bruno.press("ui:agree:resume")
    assert words.text("table.paused") in club.table.content
    assert told(await anna.say("table answer", agree=True)) == words.text("say.answered")
    assert words.text("table.paused") not in club.table.content
    assert [member.dm.content.splitlines()[2] for member in (anna, bruno, chloe)] == before
    await club.mover().hand_press(actions(club.mover())[0])


async def test_a_pause_that_one_does_not_want(club: Club, words: Words) -> None:
    await begun(club)
    anna, bruno, _, _ = club.members
    await anna.say("table pause")
    assert told(await bruno.say("table close")) == words.text("refusal.ask_pending")
    await bruno.press("ui:disagree:pause")
    assert asked(words, "pause", "Anna") not in club.table.content
    assert told(await bruno.say("table answer", agree=True)) == words.text("say.nothing_asked")
    assert not (await table(club)).paused
    assert told(await bruno.say("table resume")) == words.text("refusal.not_paused")


async def test_a_pause_between_two_deals_keeps_the_result_in_sight(club: Club, words: Words) -> None:
    await begun(club)
    await play_deal(club)
    result = club.table.content.splitlines()[0]
    for member in club.members[:3]:
        await member.say("table pause")
    assert club.table.content.splitlines()[0] == result
    assert words.text("table.paused") in club.table.content
    assert "ui:ready" not in verbs(club.table)
    await club.env.advance_time(club.settings.next_deal_seconds * 2)
    assert (await table(club)).number == 1
    for member in club.members[:3]:
        await member.say("table resume")
    assert "ui:ready" in verbs(club.table)


async def test_closing_takes_more_than_half_of_the_players(club: Club, words: Words) -> None:
    await begun(club)
    anna, bruno, _, _ = club.members
    await anna.press("ui:more")
    await anna.press("ui:close", anna.here)
    assert anna.here.content == words.text("say.proposed")
    assert asked(words, "close", "Anna") in club.table.content
    assert (await table(club)).status is TableStatus.PLAYING
    await bruno.press("ui:agree:close")
    assert words.text("table.abandoned") in club.table.content
    assert not verbs(club.table)


async def test_a_spectator_takes_the_seat_of_who_left(club: Club, words: Words) -> None:
    await begun(club)
    _, bruno, chloe, denis = club.members
    assert told(await denis.say("table substitute")) == words.text("refusal.no_open_seat")
    await chloe.say("table leave", confirm=True)
    assert chloe.dm.content == words.text("mine.blanked")
    computer = words.text("people.computer", n=3)
    assert words.text("people.open", who=computer) in club.table.content
    again = await denis.press("ui:substitute")
    assert words.text("say.took_over", seat=3) in [told(again), denis.here.content]
    assert words.text("people.open", who=computer) not in club.table.content
    assert "Denis" in club.table.content
    seat = await club.bot.front.service.seat_view(TableId(1), UserId(denis.user.id))
    assert seat.view is not None
    assert seat.view.hand
    assert denis.dm.content.count("♠") + denis.dm.content.count("♥") >= sum(c.code[-1] in "SH" for c in seat.view.hand)
    await play_deal(club)
    assert (await table(club)).between
    assert told(await chloe.say("table substitute")) == words.text("refusal.no_open_seat")
    assert chloe.dm.content == words.text("mine.blanked")
    assert bruno.dm.content != words.text("mine.blanked")


async def test_who_left_may_come_back_to_their_own_seat_only(club: Club, words: Words) -> None:
    await begun(club)
    _, bruno, chloe, _ = club.members
    await bruno.say("table leave", confirm=True)
    await chloe.say("table leave", confirm=True)
    assert told(await chloe.say("table substitute", seat=2)) == words.text("refusal.hand_seen")
    assert told(await chloe.say("table substitute")) == words.text("say.took_over", seat=3)
    assert (await table(club)).seat_of(UserId(chloe.user.id)) == Seat(2)
    assert chloe.dm.content != words.text("mine.blanked")


async def test_the_seat_of_an_absent_player(club: Club, words: Words) -> None:
    await begun(club, 2)
    anna, bruno, chloe, denis = club.members
    await _go_away(club, bruno, there=anna)
    assert words.text("people.open", who="Bruno") in club.table.content
    await bruno.hand_press("ui:here")
    assert words.text("people.open", who="Bruno") not in club.table.content
    await _go_away(club, bruno, there=anna)
    await chloe.press("ui:substitute")
    assert bruno.dm.content == words.text("mine.blanked")
    assert told(await bruno.say("here")) == words.text("refusal.not_seated")
    assert told(await denis.say("table substitute")) == words.text("refusal.no_open_seat")
    assert chloe.dm.content.splitlines()[2]


@pytest.mark.parametrize("how", ["ui:here", "ui:substitute", "table substitute"])
async def test_a_table_that_nobody_sits_at_waits_and_says_so(club: Club, words: Words, how: str) -> None:
    await begun(club, 1)
    anna, bruno, _, _ = club.members
    for _ in range(6):
        await club.env.advance_time(club.settings.turn_seconds + 1)
    asleep = await table(club)
    assert asleep.deadline is not None
    closing = words.text("table.asleep_until", at=f"<t:{int(asleep.deadline.timestamp())}:R>")
    assert words.text("table.asleep") in club.table.content
    assert closing in club.table.content
    assert words.text("people.away", Names(("Anna",)), who=Who(Seat(0))) not in club.table.content
    assert told(await bruno.press("ui:here")) == words.text("refusal.not_seated")
    answer = await (anna.press(how) if how.startswith("ui:") else anna.say(how))
    assert words.text("say.here") in said(answer)
    assert words.text("table.asleep") not in club.table.content
    assert "ui:here" not in verbs(club.table)
    assert "ui:substitute" not in verbs(club.table)
    assert (await table(club)).holder(Seat(0)) == SeatHolder(Seat(0), UserId(anna.user.id), "Anna")
    assert actions(anna)


async def _go_away(club: Club, member: Member, there: Member) -> None:
    """Let a member miss turns until a computer player moves for them."""
    for _ in range(40):
        view = await table(club)
        seat = view.seat_of(UserId(member.user.id))
        assert seat is not None
        holder = view.holder(seat)
        assert holder is not None
        if holder.away:
            return
        if view.between:
            await there.say("deal")
            await club.env.advance_time(club.settings.next_deal_seconds + 1)
        elif actions(there):
            await there.hand_press(take_first(actions(there)))
        else:
            await club.env.advance_time(club.settings.turn_seconds + 1)
    raise AssertionError("never away")


@pytest.mark.parametrize("code", [10007, 10013])
async def test_who_is_gone_from_the_server_loses_the_seat_at_a_missed_turn(club: Club, words: Words, code: int) -> None:
    await begun(club, 4)
    gone = club.mover()
    path = f"/guilds/{club.guild.id}/members/{gone.user.id}"
    club.env.inject_error("GET", path, status=404, code=code, message="Unknown", times=None)
    await club.env.advance_time(club.settings.turn_seconds + 1)
    view = await table(club)
    assert view.seat_of(UserId(gone.user.id)) is None
    assert len(view.open_seats) == 1
    assert gone.dm.content == words.text("mine.blanked")
    assert "🪑" in club.table.content


async def test_who_is_only_late_keeps_the_seat(club: Club) -> None:
    await begun(club, 4)
    late = club.mover()
    await club.env.advance_time(club.settings.turn_seconds + 1)
    assert (await table(club)).seat_of(UserId(late.user.id)) is not None


async def test_a_member_whose_private_messages_close_for_good_is_looked_for(club: Club) -> None:
    await begun(club, 4)
    await play_deal(club)
    gone = club.members[2]
    path = f"/channels/{gone.user.dm_channel.id}/messages"
    club.env.inject_error("POST", path, status=403, code=50278, message="No mutual guilds", times=None)
    gone_path = f"/guilds/{club.guild.id}/members/{gone.user.id}"
    club.env.inject_error("GET", gone_path, status=404, code=10007, message="Unknown Member", times=None)
    for member in club.members:
        await member.press("ui:ready")
    await club.env.settle()
    assert (await table(club)).seat_of(UserId(gone.user.id)) is None


async def test_a_slow_table_calls_its_players_and_lets_them_sleep(club: Club, words: Words) -> None:
    await club.olga.say("settings quiet", start=2, end=6, zone="UTC")
    await club.open("belote", pace="slow")
    assert words.text("table.slow_quiet", start=2, end=6)[1:] in club.table.content
    await club.fill()
    view = await table(club)
    assert view.deadline is not None
    first = to_act(club, view)
    until = f"<t:{int(view.deadline.timestamp())}:f>"
    call = words.text("say.turn_private", channel=f"<#{club.channel.id}>", at=until)
    assert [text for text in private(first) if text == call] == [call], "an edit of the hand notifies nobody"
    assert not [text for text in channel(club) if text.startswith("<@")]
    await first.press("pass", first.user.dm_channel.history()[-2])
    assert call not in private(first)
    second = to_act(club, await table(club))
    await second.say("preferences", hands="channel")
    third = club.members[(club.members.index(second) + 1) % 4]
    await third.say("preferences", pings=False)
    await club.env.advance_time(9 * 3600)
    assert len([text for text in channel(club) if text.startswith(f"<@{second.user.id}>")]) == 1
    before = private(third)
    await second.say("bid", call="pass")
    assert to_act(club, await table(club)) is third
    assert not [text for text in channel(club) if text.startswith("<@")]
    assert len(private(third)) == len(before), "who wants no calls gets none"
    assert not any(holder.away or holder.missed for holder in (await table(club)).seats)


async def test_quiet_hours_of_a_server(club: Club, words: Words) -> None:
    shown = words.text("say.quiet_hours", start=22, end=7, zone="Europe/Paris")
    assert told(await club.olga.say("settings quiet", end=7)) == shown
    again = words.text("say.quiet_hours", start=23, end=7, zone="America/Montreal")
    assert told(await club.olga.say("settings quiet", start=23, zone="America/Montreal")) == again
    none = words.text("say.quiet_none", zone="America/Montreal")
    assert told(await club.olga.say("settings quiet", start=7)) == none
    assert told(await club.olga.say("settings quiet", zone="Mars/Olympus")) == words.text("say.no_zone")
    offered = await club.olga.actor.autocomplete(club.channel, "settings quiet", "zone", "paris")
    assert "Europe/Paris" in [choice["value"] for choice in offered]


async def test_a_turn_that_cannot_be_shown_does_not_run_out(club: Club) -> None:
    await begun(club, 4)
    following = club.members[(club.members.index(club.mover()) + 1) % 4]
    path = f"/channels/{following.user.dm_channel.id}/messages/*"
    club.env.inject_error("PATCH", path, status=500, code=0, message="out of order", times=None)
    await club.mover().hand_press("pass")
    for _ in range(4):
        await club.env.advance_time(club.settings.turn_seconds / 2)
    seat = (await table(club)).seat_of(UserId(following.user.id))
    assert seat is not None
    view = await table(club)
    assert view.view is not None
    assert view.view.to_act == {seat}
    assert not any(holder.missed for holder in view.seats)


async def test_a_player_at_tables_of_two_servers_is_asked_which(club: Club, words: Words) -> None:
    await begun(club)
    anna = club.members[0]
    other = club.env.create_guild("Ailleurs")
    salon = other.create_text_channel("salon")
    there = other.add_member(anna.user)
    await there.slash(salon, "table open", game="belote")
    await there.slash(salon, "table start", computers=True)
    which = told(await anna.user.slash("hand"))
    assert f"<#{club.channel.id}> (1)" in which
    assert f"<#{salon.id}> (2)" in which
    offered = await anna.user.autocomplete("hand", "table", "")
    assert {choice["value"] for choice in offered} == {1, 2}
    hands = []
    for number in (1, 2):
        hands.append(told(await anna.user.slash("hand", table=number)))
        assert hands[-1] in [message.content for message in anna.user.dm_channel.history()]
    assert hands[0] != hands[1]
    assert told(await anna.user.slash("here", table=2)) == words.text("say.here")


@pytest.mark.parametrize("said", ["join", "available"])
async def test_a_server_that_calls_the_bot_back_plays_on(club: Club, said: str) -> None:
    await begun(club, 4)
    mover = club.mover()
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id)})
    await club.env.settle()
    assert (await table(club)).status is TableStatus.SUSPENDED
    guild = club.env.backend.guilds[club.guild.id]
    payload = dict(serializers.guild_create_payload(club.env.backend, guild))
    if said == "join":
        del payload["unavailable"]
    club.env.backend.emit("GUILD_CREATE", payload)
    await club.env.settle()
    view = await table(club)
    assert view.status is TableStatus.PLAYING
    assert view.deadline is not None
    await mover.hand_press("pass")


async def test_the_host_sends_somebody_away_before_the_match(club: Club, words: Words) -> None:
    anna, bruno, chloe, _ = club.members
    await club.open("belote")
    await bruno.press("ui:join")
    assert told(await bruno.say("table remove", seat=1)) == words.text("refusal.not_host")
    assert told(await anna.say("table remove", seat=2)) == words.text("say.removed", seat=2)
    assert "Bruno" not in club.table.content
    await chloe.press("ui:join")
    assert (await table(club)).seat_of(UserId(chloe.user.id)) == Seat(1)


@pytest.mark.parametrize(("pace", "minutes"), [("live", 1440), ("slow", 10_080)])
async def test_a_slow_tables_thread_stays_in_sight(club: Club, pace: str, minutes: int) -> None:
    await club.open("belote", thread=True, pace=pace)
    made = [entry for entry in club.env.http_requests if entry.method == "POST" and entry.path.endswith("/threads")]
    assert [dict(entry.json or {})["auto_archive_duration"] for entry in made] == [minutes]


async def test_whatever_is_typed_in_a_pause_meets_the_pause(club: Club, words: Words) -> None:
    await club.open("hearts")
    await club.fill()
    for member in club.members:
        await member.say("table pause")
    assert (await table(club)).paused
    anna = club.members[0]
    for command, option, text in (
        ("play", "card", "QS"),
        ("bid", "call", "pass"),
        ("declare", "what", "belote"),
        ("call", "card", "KH"),
        ("discard", "cards", "QS KS AS"),
    ):
        assert told(await anna.say(command, **{option: text})) == words.text("refusal.paused"), command
    assert told(await anna.say("takeback")) == words.text("refusal.paused")


async def test_a_turn_that_ran_out_while_the_bot_was_down_begins_anew(club: Club) -> None:
    """Who is to act has the whole time again, and misses the turn after that only."""
    await begun(club, 4)
    late = to_act(club, await table(club))
    await club.env.bot.close()
    await club.env.advance_time(club.settings.turn_seconds + 1800)
    await club.restart()
    await club.env.settle()
    view = await table(club)
    assert view.deadline is not None
    assert f"<t:{int(view.deadline.timestamp())}:R>" in club.table.content
    await club.env.advance_time(club.settings.turn_seconds - 60)
    assert to_act(club, await table(club)) is late
    assert not any(holder.away or holder.missed for holder in (await table(club)).seats)
    await club.env.advance_time(61)
    missed = [holder.missed for holder in (await table(club)).seats]
    assert missed[club.members.index(late)] == 1
