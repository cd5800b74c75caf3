"""Hearts by buttons and menus: the pass by all at once, refusals, whole matches by people and with computers."""

from __future__ import annotations

from random import Random

from bot.engine.models import TableId, UserId
from tests.ui.club import Club, Member, actions, control, options, verbs


async def give(member: Member, chance: Random) -> list[str]:
    """Choose three cards menu by menu, and give them; their codes."""
    chosen: list[str] = []
    for verb in [verb for verb in verbs(member.dm) if verb.startswith("ui:pick:")]:
        values = options(member.dm, verb)
        picked = chance.sample(values, min(len(values), 3 - len(chosen)))
        if picked:
            await member.user.select(member.dm, picked, custom_id=control(member.dm, verb))
            chosen += picked
    code = next(verb for verb in verbs(member.dm) if verb.startswith("give:"))
    assert set(code.removeprefix("give:").split()) == set(chosen)
    await member.press(code, member.dm)
    return chosen


def asked_to_give(club: Club) -> list[Member]:
    return [member for member in club.members if any(verb.startswith("ui:pick:") for verb in verbs(member.dm))]


async def play(club: Club, chance: Random, limit: int = 600) -> None:
    """Play until the match is over, deal after deal."""
    for _ in range(limit):
        if "ui:rematch" in verbs(club.table):
            return
        member = club.waiting()
        if member is None:
            for each in club.members:
                if "ui:ready" in verbs(club.table):
                    await each.press("ui:ready")
        elif any(verb.startswith("ui:pick:") for verb in verbs(member.dm)):
            await give(member, chance)
        else:
            await member.hand_press(chance.choice(actions(member)))
    raise AssertionError("the match does not end")


async def test_cards_are_passed_by_all_at_once(club: Club) -> None:
    chance = Random(3)
    await club.open("hearts")
    assert "the lowest total wins" in club.table.content.casefold()
    await club.fill()
    assert asked_to_give(club) == club.members
    assert "Pass: 3 cards to the left" in club.table.content
    assert "the lowest total wins" not in club.table.content, "said before the match, not with every card"
    for index in (2, 0, 3, 1):
        member, left = club.members[index], club.members[(index + 1) % 4]
        assert f"choose 3 cards to pass to {left.name}" in member.dm.content
        assert member.name in club.table.content.splitlines()[1]
        await give(member, chance)
        assert member not in asked_to_give(club)
        assert "Passed to " in member.dm.content
        assert "Passed to" not in club.table.content
        if index != 1:
            assert "Received from" not in member.dm.content
            assert member.name not in club.table.content.splitlines()[1]
    for index, member in enumerate(club.members):
        assert f"Received from {club.members[index - 1].name}" in member.dm.content
    leader = club.mover()
    assert actions(leader) == ["play:2C"]


async def test_a_refusal_names_the_card_that_makes_the_duty(club: Club) -> None:
    chance = Random(4)
    await club.open("hearts")
    await club.fill()
    for member in club.members:
        await give(member, chance)
    leader = club.mover()
    told = await leader.say("play", card=await _refused(club, leader))
    assert "The deal opens with the 2 of clubs, and you hold it" in str(told.response.content)
    await leader.hand_press("play:2C")
    follower = club.mover()
    held = {code.removeprefix("play:") for code in actions(follower)}
    told = await follower.say("play", card=await _refused(club, follower))
    text = str(told.response.content)
    if any(code.endswith("C") for code in held):
        assert f"Clubs were led ({leader.name}, 2 of clubs) and you have some" in text
    else:
        assert "is not played in the first trick" in text


async def _refused(club: Club, member: Member) -> str:
    """A card of the member's hand that may not be played now."""
    view = (await club.bot.front.service.seat_view(TableId(1), UserId(member.user.id))).view
    assert view is not None
    return next(card.code for card in view.hand if card not in view.playable)


async def test_a_whole_match_by_four_people(club: Club) -> None:
    await club.open("hearts", "short", target=40)
    await club.fill()
    await play(club, Random(5))
    assert "🏆" in club.table.content


async def test_a_whole_match_with_computers(club: Club) -> None:
    club.welcome(1)
    await club.open("hearts", target=30)
    await club.fill(1)
    await play(club, Random(6))
    assert "🏆" in club.table.content
