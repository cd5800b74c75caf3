"""A deal of tarot by buttons and menus: bids, the king, the écart with its running count, every card."""

from __future__ import annotations

import pytest

from tests.ui.club import Club, Member, actions, control, options, verbs


def garde(offered: list[str]) -> str:
    """The first who speaks bids garde; nobody announces anything; the first card is played."""
    for wanted in ("bid:garde", "pass", "call:KH"):
        if wanted in offered:
            return wanted
    return next(code for code in offered if code.startswith("play:") or code == "go")


async def put_aside(member: Member, size: int) -> None:
    """Pick the cards menu by menu, watch the count, confirm once."""
    picked = 0
    for verb in [verb for verb in verbs(member.dm) if verb.startswith("ui:pick:")]:
        values = options(member.dm, verb)[: size - picked]
        if values:
            await member.user.select(member.dm, values, custom_id=control(member.dm, verb))
            picked += len(values)
            assert any(f"({picked}/{size})" in label for label in labels(member))
    assert picked == size
    confirm = next(verb for verb in verbs(member.dm) if verb.startswith(("discard:", "ui:confirm")))
    await member.press(confirm, member.dm)


def labels(member: Member) -> list[str]:
    """What the buttons on the hand say."""
    return [item.label or "" for row in member.dm.components for item in row.children if hasattr(item, "label")]


async def test_a_garde_is_played_with_its_ecart(club: Club) -> None:
    await club.open("tarot")
    await club.fill()
    ecarts = 0
    for _ in range(130):
        member = club.waiting()
        if member is None:
            break
        if any(verb.startswith("ui:pick:") for verb in verbs(member.dm)):
            assert "Dog: " in club.table.content
            await put_aside(member, 6)
            ecarts += 1
        else:
            await member.hand_press(garde(actions(member)))
    assert ecarts == 1
    assert "garde by" in club.table.content
    assert "Every defender" in club.table.content


@pytest.mark.parametrize("preset", ["textes", "friends"])
async def test_a_card_is_taken_back_by_its_button(club: Club, preset: str) -> None:
    await club.open("tarot", profile=preset)
    await club.fill()
    for _ in range(40):
        member = club.mover()
        if any(verb.startswith("ui:pick:") for verb in verbs(member.dm)):
            await put_aside(member, 6)
            continue
        code = garde(actions(member))
        await member.hand_press(code)
        if code.startswith("play:"):
            assert "takeback" in member.offers()
            await member.hand_press("takeback")
            assert code in actions(member)
            return
    raise AssertionError("no card was played")
