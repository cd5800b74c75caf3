"""A whole match by four members, through commands and buttons in turn, and its return match."""

from __future__ import annotations

from tests.ui.club import Club, actions, take_first, verbs


async def test_a_whole_match_through_commands_and_buttons(club: Club) -> None:
    await club.open("coinche", target=300)
    anna = club.members[0]
    await club.members[1].say("table join")
    await club.members[2].press("ui:join")
    await club.members[3].say("table join", seat=4)
    await anna.say("table start")
    for turn in range(600):
        if "ui:rematch" in verbs(club.table):
            break
        member = club.waiting()
        if member is None:
            asked = club.members[turn % 4]
            if turn % 2:
                await asked.say("deal")
            else:
                await asked.hand_press("ui:ready")
            continue
        code = take_first(actions(member))
        if turn % 2:
            await member.hand_press(code)
        elif code.startswith("play:"):
            await member.say("play", card=code)
        else:
            await member.say("bid", call=code)
    assert "ui:rematch" in verbs(club.table)
    over = club.table
    await club.members[2].press("ui:rematch")
    assert club.table.id != over.id
    assert "ui:start" in verbs(club.table)
    assert not verbs(next(message for message in club.channel.history() if message.id == over.id))
    await anna.press("ui:start")
    assert club.waiting() is not None


async def test_the_same_players_draw_other_teams(club: Club) -> None:
    await club.open("belote", target=100)
    await club.fill()
    for _ in range(300):
        if "ui:rematch" in verbs(club.table):
            break
        member = club.waiting()
        if member is None:
            for other in club.members:
                if "ui:ready" in verbs(club.table):
                    await other.press("ui:ready")
            continue
        await member.hand_press(take_first(actions(member)))
    await club.members[0].press("ui:teams")
    assert "ui:start" in verbs(club.table)


async def test_an_opponent_doubles_on_the_table_and_a_partner_may_not(club: Club) -> None:
    await club.open("coinche")
    await club.fill()
    bidder = club.waiting()
    assert bidder is not None
    seat = club.members.index(bidder)
    await bidder.hand_press("bid:80:S")
    (code,) = [verb for verb in verbs(club.table) if verb.startswith("coinche")]
    partner, opponent = club.members[(seat + 2) % 4], club.members[(seat + 3) % 4]
    refused = await partner.press(code)
    assert refused.response.ephemeral
    before = club.table.content
    pressed = await opponent.press(code)
    assert pressed.acknowledged
    assert club.table.content != before
    assert not [verb for verb in verbs(club.table) if verb.startswith("coinche")]
