"""Classic belote through the simulated Discord: eight passes, a second-round take, annonces."""

from __future__ import annotations

import pytest

from tests.ui.club import Club, actions, play_deal, take_first, verbs


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
    assert "deal 2" in club.table.content.splitlines()[0]
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


@pytest.mark.deal_seed(3)
async def test_annonces_and_belote_are_said_aloud(club: Club) -> None:
    """A deal with a tierce, and with king and queen of trumps in one hand: said by a button and by a command."""
    await club.open("belote", "belote_annonces")
    await club.fill()
    said: list[str] = []
    shown = ""
    while (member := club.waiting()) is not None:
        words = [code for code in actions(member) if code.startswith("declare:")]
        if not words:
            await member.hand_press(take_first(actions(member)))
        elif len(said) % 2:
            await member.say("declare", what=words[0])
        else:
            await member.hand_press(words[0])
        said += words[:1]
        shown += club.table.content
    assert "ui:ready" in verbs(club.table)
    assert said == ["declare:belote", "declare:rebelote"]
    for word in ("tierce", "belote", "rebelote"):
        assert word in shown
