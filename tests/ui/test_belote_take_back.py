"""A card of belote is asked back by a button or a command; the opponents answer on their hands or at the table."""

from __future__ import annotations

from tests.ui.profile_steps import press

from .club import Club, Member, actions, said, take_first, verbs

PROFILE = "tapis-profile 1 name: maison game: belote base: belote_online undo = consent"


async def _lays(club: Club) -> tuple[Member, str]:
    """Who lays the next card, and its code."""
    for _ in range(12):
        member = club.mover()
        code = take_first(actions(member))
        await member.hand_press(code)
        if code.startswith("play:"):
            return member, code
    raise AssertionError("no card was played")


async def test_a_card_is_asked_back(club: Club) -> None:
    await club.olga.say("profile import", text=PROFILE)
    await press(club.olga, "save")
    await club.open("belote", "maison")
    await club.fill()
    leader, card = await _lays(club)
    place = club.members.index(leader)
    following, partner, last = (club.members[(place + step) % 4] for step in (1, 2, 3))
    await leader.hand_press("takeback")
    assert "takeback" not in actions(leader)
    assert "asks to take" in club.table.content
    assert [verb for verb in ("agree", "refuse") if verb in verbs(club.table)] == ["agree", "refuse"]
    assert actions(partner) == []
    assert said(await partner.press("agree"))
    await last.hand_press("agree")
    assert card not in actions(leader)
    await following.press("agree")
    assert card in actions(leader)
    assert "agree" not in verbs(club.table)

    await leader.hand_press(card)
    said(await leader.say("takeback"))
    assert "refuse" in actions(last)
    await last.hand_press("refuse")
    assert actions(last) == []
    assert "refuses" in club.table.content
    assert said(await leader.say("takeback"))
    assert card not in actions(leader)

    laid = next(code for code in actions(following) if code.startswith("play:"))
    await following.hand_press(laid)
    await following.hand_press("takeback")
    assert {"agree", "refuse"} <= set(actions(leader))
    await partner.hand_press(next(code for code in actions(partner) if code.startswith("play:")))
    assert actions(leader) == []
    assert laid not in actions(following)
