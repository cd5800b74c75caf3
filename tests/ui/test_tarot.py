"""A deal of tarot by buttons and menus: bids, the king, the écart with its running count, every card."""

from __future__ import annotations

import re

import pytest

from bot.core.cards import Card, Suit
from bot.core.games.tarot.dealing import deal_out, default_pattern
from bot.core.games.tarot.pack import EXCUSE
from tests.ui.club import Club, Member, SeededDealer, actions, control, options, plays_on, verbs


@pytest.fixture(autouse=True)
def no_lone_petit(dealer: SeededDealer) -> None:
    """A deal that is annulled at once shows nothing of what is tested here."""
    dealer.wanted = lambda pack: all(plays_on("tarot", seats)(pack) for seats in (3, 4, 5))


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
    confirm = next(verb for verb in verbs(member.dm) if verb.startswith(("discard:", "hide:", "ui:confirm")))
    await member.press(confirm, member.dm)


def labels(member: Member) -> list[str]:
    """What the buttons on the hand say."""
    return [item.label or "" for row in member.dm.components for item in row.children if hasattr(item, "label")]


def worth_telling(pack: tuple[Card, ...], seats: int) -> bool:
    """The first who speaks holds a single poignée, the next one the Excuse."""
    first, second = deal_out(pack, seats, default_pattern(seats)).hands[:2]
    trumps = sum(card.suit is Suit.TRUMPS for card in first)
    return EXCUSE in second and trumps >= {3: 13, 4: 10, 5: 8}[seats]


def late_excuse(offered: list[str]) -> str:
    """Garde by the first, its poignée shown; the Excuse stays in the hand to the end."""
    shown = [code for code in offered if code.startswith("declare:poignee")]
    called = [code for code in offered if code.startswith("call:K")]
    calm = [code for code in offered if not code.startswith("declare") and code != f"play:{EXCUSE.code}"]
    wanted = [code for code in ("bid:garde", "pass") if code in offered]
    return (shown or called or wanted or calm or offered)[0]


@pytest.mark.parametrize("seats", [3, 4, 5])
async def test_a_whole_deal_by_people_with_its_call_ecart_poignee_and_late_excuse(
    club: Club, dealer: SeededDealer, seats: int
) -> None:
    dealer.wanted = lambda pack: worth_telling(pack, seats)
    club.welcome(seats)
    await club.open("tarot", players=seats)
    await club.fill(seats, seats)
    done: list[str] = []
    while (member := club.waiting()) is not None:
        assert len(done) < 150
        menus = [verb for verb in verbs(member.dm) if verb.startswith("ui:pick:")]
        if menus:
            size = int(re.findall(r"\(0/(\d+)\)", " ".join(labels(member)))[0])
            await put_aside(member, size)
            done.append(f"pick {size}")
            continue
        code = late_excuse(actions(member))
        await member.hand_press(code)
        done.append(code)
    assert any(code.startswith("call:K") for code in done) is (seats == 5)
    assert f"pick {3 if seats == 5 else 6}" in done
    assert any(code.startswith("declare:poignee") for code in done)
    assert f"play:{EXCUSE.code}" in done[-seats:]
    result = club.table.content
    assert "ui:ready" in verbs(club.table)
    for told in ("garde", "Poignée"):
        assert told in result, result
    assert "Excuse" in result or "every trick" in result, "it changes sides, unless its side makes the slam"


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


async def test_a_chelem_takes_two_taps(club: Club) -> None:
    await club.open("tarot")
    await club.fill()
    taker = club.mover()
    while not any(verb.startswith("ui:pick:") for verb in verbs(taker.dm)):
        await taker.hand_press(garde(actions(taker)))
        taker = club.mover()
    assert "declare:chelem" not in verbs(taker.dm)
    assert "ui:sure:declare:chelem" in verbs(taker.dm)
    await taker.press("ui:sure:declare:chelem", taker.dm)
    assert "Tap once more to confirm: Announce a slam" in taker.dm.content
    assert "announces a slam" not in club.table.content
    await taker.press("ui:sure", taker.dm)
    assert "declare:chelem" not in verbs(taker.dm)
    assert "Tap once more" not in taker.dm.content
    await taker.press("ui:sure:declare:chelem", taker.dm)
    await taker.press("declare:chelem", taker.dm)
    assert "announces a slam" in club.table.content
    await put_aside(taker, 6)
    assert "ui:sure:declare:chelem" not in verbs(taker.dm)


async def test_a_card_before_the_turn_takes_two_taps(club: Club) -> None:
    await club.open("tarot", profile="textes")
    await club.fill()
    while not any(verb.startswith("ui:sure:early") for member in club.members for verb in verbs(member.dm)):
        member = club.mover()
        if any(verb.startswith("ui:pick:") for verb in verbs(member.dm)):
            await put_aside(member, 6)
        else:
            await member.hand_press(garde(actions(member)))
    turn = club.mover()
    early = next(member for member in club.members if member is not turn and "ui:sure:early" in verbs(member.dm))
    assert not any(verb.startswith("early") for verb in verbs(early.dm))
    before = club.table.content
    await early.press("ui:sure:early", early.dm)
    cards = options(early.dm, "do:sure")
    assert all(code.startswith("early:") for code in cards)
    assert len(cards) == 18
    assert club.table.content == before
    await early.choose("do:sure", cards[0], early.dm)
    assert "out of turn" in club.table.content
