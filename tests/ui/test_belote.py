"""Classic belote through the simulated Discord: eight passes, a second-round take, annonces."""

from __future__ import annotations

from tests.ui.club import Club, actions, play_deal, verbs


def _passing(offered: list[str]) -> str:
    return "pass" if "pass" in offered else offered[0]


async def test_eight_passes_end_the_deal_and_the_next_one_is_dealt(club: Club) -> None:
    await club.open("belote", "belote")
    await club.fill()
    dealt = club.table.content
    for _ in range(8):
        member = club.waiting()
        assert member is not None
        await member.hand_press("pass")
    assert club.waiting() is None
    assert club.table.content != dealt
    for member in club.members:
        await member.press("ui:ready")
    assert "2" in club.table.content.splitlines()[0]
    assert club.waiting() is not None


async def test_a_take_in_the_second_round(club: Club) -> None:
    await club.open("belote", "belote")
    await club.fill()
    for _ in range(4):
        member = club.waiting()
        assert member is not None
        await member.hand_press("pass")
    taker = club.waiting()
    assert taker is not None
    offered = [code for code in actions(taker) if code.startswith("take")]
    assert len(offered) == 3, "every suit but the one turned up"
    await taker.hand_press(offered[0])
    await play_deal(club)
    assert "ui:ready" in verbs(club.table)


async def test_annonces_and_belote_are_said_aloud(club: Club) -> None:
    await club.open("belote", "belote_annonces", target=5000)
    await club.fill()
    announced, said = False, 0
    for _ in range(1000):
        announced = announced or "tierce" in club.table.content
        if announced and said > 1:
            return
        member = club.waiting()
        if member is None:
            for other in club.members:
                await other.press("ui:ready")
            continue
        offered = actions(member)
        words = [code for code in offered if code.startswith("declare:")]
        if words and said % 2:
            await member.say("declare", what=words[0])
        elif words:
            await member.hand_press(words[0])
        else:
            await member.hand_press(next((code for code in offered if code.startswith("take")), offered[0]))
        said += bool(words)
    raise AssertionError(f"in a whole match: annonces {announced}, words {said}")
