"""Messages and channels that vanish, a connection that breaks, restarts."""

from __future__ import annotations

from bot.engine.models import UserId
from bot.i18n.words import words_for
from tests.ui.club import Club, actions, play_deal, take_first, verbs

EN = words_for("en")


async def test_a_deleted_table_message_is_posted_again(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    gone = club.table
    club.env.backend.delete_message(club.channel.id, gone.id)
    member = club.waiting()
    assert member is not None
    await member.hand_press("pass")
    assert club.table.id != gone.id
    assert "ui:hand" in verbs(club.table)


async def test_a_deleted_hand_is_sent_again(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    following = club.members[(club.members.index(member) + 1) % 4]
    club.env.backend.delete_message(following.user.dm_channel.id, following.dm.id)
    await member.hand_press("pass")
    assert actions(following)


async def test_the_table_comes_down_on_request(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    high = club.table
    await club.members[0].press("ui:more")
    await club.members[0].press("ui:down", club.members[0].here)
    assert club.table.id != high.id
    assert high.id not in [message.id for message in club.channel.history()]
    await club.members[0].say("table status")
    assert "ui:hand" in verbs(club.table)


async def test_a_lost_permission_is_told_once_in_private(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    for method, path in (("PATCH", "/channels/*/messages/*"), ("PATCH", "/webhooks/*/*/messages/*")):
        club.env.inject_error(method, path, status=403, code=50013, message="Missing Permissions", times=None)
    before = [len(member.user.dm_channel.history()) for member in club.members]
    member = club.waiting()
    assert member is not None
    for _ in range(3):
        turn = club.waiting()
        if turn is None:
            break
        await turn.hand_press("pass")
    after = [len(member.user.dm_channel.history()) for member in club.members]
    assert max(late - early for early, late in zip(before, after, strict=True)) >= 1
    told = [message.content for message in club.members[0].user.dm_channel.history()]
    assert told.count(EN.text("say.channel_forbidden", channel=f"<#{club.channel.id}>")) == 1


async def test_a_deleted_channel_suspends_the_table(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    hand = member.dm
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    told = EN.text("say.channel_gone", channel=f"<#{club.channel.id}>")
    for other in club.members:
        history = other.user.dm_channel.history()
        assert [message.content for message in history].count(told) == 1
    shown = next(message for message in member.user.dm_channel.history() if message.id == hand.id)
    assert not verbs(shown)


async def test_a_restart_while_bidding(club: Club) -> None:
    await club.open("coinche")
    await club.fill()
    member = club.waiting()
    assert member is not None
    await member.hand_press("pass")
    table, hands = club.table.id, [other.dm.id for other in club.members]
    following = club.waiting()
    assert following is not None
    offered = actions(following)
    await club.restart()
    assert actions(following) == offered
    await following.hand_press("pass")
    assert club.table.id == table
    assert [other.dm.id for other in club.members] == hands
    assert club.waiting() is not following


async def test_a_restart_inside_a_trick(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    played = 0
    for _ in range(40):
        member = club.waiting()
        assert member is not None
        code = take_first(actions(member))
        await member.hand_press(code)
        played += code.startswith("play:")
        if played == 6:
            break
    shown = club.table.content
    await club.restart()
    assert club.table.content == shown
    await play_deal(club)
    assert "ui:ready" in verbs(club.table)


async def test_an_old_lobby_button_after_a_restart(club: Club) -> None:
    await club.open("belote")
    await club.restart()
    await club.members[1].press("ui:join")
    assert "Bruno" in club.table.content
    assert len(club.channel.history()) == 1


async def test_a_server_that_sends_the_bot_away_suspends_its_tables(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    guild = {"id": str(club.guild.id)}
    club.env.backend.emit("GUILD_DELETE", guild)
    await club.env.settle()
    (table,) = await club.bot.front.service.tables_of(UserId(member.user.id))
    assert table.status.value == "suspended"


async def test_clocks_stand_still_while_the_bot_is_cut_off(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    hand = member.dm.content
    await _happens(club, "disconnect")
    await club.env.advance_time(club.settings.turn_seconds * 2)
    assert member.dm.content == hand
    await _happens(club, "resumed")
    await club.env.advance_time(club.settings.turn_seconds - 60)
    assert member.dm.content == hand
    await club.env.advance_time(120)
    assert member.dm.content != hand, "a computer player spoke for the member"


async def _happens(club: Club, event: str) -> None:
    """An event of the connection itself, which the simulated gateway does not have."""
    with club.env._bot_scope():
        club.env.bot.dispatch(event)
    await club.env.settle()
