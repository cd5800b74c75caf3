"""Late, double and stray clicks, and a table asked for from elsewhere."""

from __future__ import annotations

from bot.i18n.words import words_for
from tests.ui.club import Club, actions, control, play_deal, said

EN = words_for("en")


async def test_a_double_click_plays_once(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    custom_id = control(member.dm, "pass")
    one = club.raw_click(member, member.dm, custom_id)
    two = club.raw_click(member, member.dm, custom_id)
    await club.env.settle()
    assert one.acknowledged
    assert two.acknowledged
    assert said(one) + said(two) == [EN.text("refusal.stale")]
    assert not actions(member)
    assert club.waiting() is not member


async def test_a_click_on_a_hand_as_it_was_is_refused_and_the_hand_drawn_anew(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    old = control(member.dm, "take")
    for _ in range(4):
        turn = club.waiting()
        assert turn is not None
        await turn.hand_press("pass")
    assert club.waiting() is member
    shown = member.dm.content
    result = club.raw_click(member, member.dm, old)
    await club.env.settle()
    assert said(result) == [EN.text("refusal.stale")]
    assert member.dm.content == shown
    assert actions(member)


async def test_a_menu_choice_of_a_hand_as_it_was_is_refused(club: Club) -> None:
    await club.open("coinche")
    await club.fill()
    member = club.waiting()
    assert member is not None
    old = control(member.dm, "ui:level")
    await member.hand_press("pass")
    result = club.raw_click(member, member.dm, old, values=["90"])
    await club.env.settle()
    assert said(result) == [EN.text("refusal.stale")]


async def test_a_button_of_another_version_is_answered(club: Club) -> None:
    await club.open("belote")
    result = club.raw_click(club.members[0], club.table, "old:button")
    await club.env.settle()
    assert said(result) == [EN.text("say.over")]


async def test_the_hand_of_the_deal_before_moves_nothing(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    await play_deal(club)
    anna = club.members[0]
    old = anna.dm
    ready = control(old, "ui:ready")
    for member in club.members:
        await member.press("ui:ready")
    result = club.raw_click(anna, old, ready)
    await club.env.settle()
    assert result.acknowledged
    assert "2" in club.table.content.splitlines()[0]


async def test_a_late_answer_leaves_the_move_standing(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    club.env.inject_error(
        "POST", "/interactions/*/*/callback", status=404, code=10062, message="Unknown interaction", times=1
    )
    await member.hand_press("pass")
    assert not actions(member), "the hand was drawn by other means"
    assert club.waiting() is not member


async def test_nobody_reads_tables_of_other_servers(club: Club) -> None:
    await club.open("belote")
    elsewhere = club.env.create_guild("Ailleurs")
    channel = elsewhere.create_text_channel("salon")
    visitor = elsewhere.add_member(club.env.create_user("zoe"))
    result = await visitor.slash(channel, "score", table=1)
    assert result.response is not None
    assert result.response.content == EN.text("refusal.no_table")
