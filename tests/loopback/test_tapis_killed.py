"""SIGKILL between any two steps, and a start on the same database: nothing is dealt twice, no card is lost."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from bot.core.actions import Pass

from .conftest import Loopback
from .human import Act
from .players import Club, KillAt, Player, club_of, good, take_first, verb_of
from .screen import Seen
from .telltale import cards_in
from .truth import Truth
from .world import BotDied

ANY = ""
ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"
POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"

FIRST = re.compile(r"[Dd]onne 1\b(?!/)")

Aim = tuple[str, int]
"""Which request of an act: the n-th of a route, or of all."""


async def strike(club: Club, act: Callable[[], object], aim: Aim, *, done: bool) -> bool:
    """Acts, kills the bot at a request that follows and starts it again; False if there was no such request.

    Requests that do not depend on each other come in any order: what else has happened by then differs.
    """
    route, n = aim
    killer = KillAt(club.harness, n, done=done, counts=lambda entry: route in {ANY, entry.route})
    task = asyncio.ensure_future(_tried(act))
    await club.world.until(lambda: killer.struck is not None or task.done(), what="the act")
    if killer.struck is None:
        await club.world.quiet(1.0)
    if not killer.disarm():
        await task  # the act itself must then have gone well
        return False
    await club.world.until(lambda: club.harness.exit_code is not None, what="the bot's end")
    await club.harness.kill()
    await club.harness.start()
    task.cancel()
    await asyncio.wait([task])
    return True


async def _tried(act: Callable[[], object]) -> None:
    result = act()
    assert asyncio.iscoroutine(result)
    with suppress(BotDied):
        await result


def unharmed(before: Truth, after: Truth) -> bool:
    """Whether the step was made: once or not at all, and nothing that was recorded before has changed."""
    old, new = before.stored.entries, after.stored.entries
    assert new[: len(old)] == old
    assert len(after.played()) - len(before.played()) in (0, 1, 4)  # a last trick may play itself
    hands = before.hands()
    assert all(hands[seat] <= hand for seat, hand in after.hands().items() if seat in hands)
    return len(new) > len(old)


@pytest.mark.parametrize("done", [False, True], ids=["lost", "done"])
async def test_killed_at_every_request_of_a_bid_and_of_a_card(loopback: Loopback, tmp_path: Path, done: bool) -> None:
    """The n-th request after a click (answer, table, next hand …) is lost, or done without the bot hearing of it."""
    club = await club_of(loopback, tmp_path)
    await club.start("belote")
    aims: dict[str, list[Aim]] = {phase: [(ANSWER, 1), (EDIT, 1), (EDIT, 2)] for phase in ("bid", "card")}
    bids = 0
    while (player := await club.to_move()) is not None:
        # The eighth pass would end the deal.
        before, code = club.truth(), pass_first(player.codes) if aims["bid"] and bids < 7 else take_first(player.codes)
        bids += not code.startswith("play:")
        left = aims["card" if code.startswith("play:") else "bid"]
        if not left:
            good(await player.do(code))
        elif await strike(club, partial(player.do, code), left[0], done=done):
            left.pop(0)
        unharmed(before, club.truth())
    assert not aims["bid"]
    assert not aims["card"]
    assert len(club.truth().played()) == 32
    assert not club.leaks()


def pass_first(codes: Sequence[str]) -> str:
    """Pass where that is offered."""
    return Pass().code if Pass().code in codes else take_first(codes)


async def test_killed_before_a_click_is_read(loopback: Loopback, tmp_path: Path) -> None:
    club = await club_of(loopback, tmp_path)
    await club.start("belote")
    for delay in (0.0, 0.002, 0.004, 0.006):
        player = await club.to_move()
        assert player is not None
        before, code = club.truth(), take_first(player.codes)
        offer = next(offer for offer in player.offers if offer.code == code)
        if not delay:
            club.harness.freeze()
        task = asyncio.ensure_future(_tried(partial(player.do, code)))
        await asyncio.sleep(delay)
        await club.harness.kill()
        task.cancel()
        await asyncio.wait([task])
        await club.harness.start()
        made = unharmed(before, club.truth())
        assert not (made and not delay)
        if not made:
            assert offer.message.message.components, "the old hand is still there"
            await good_again(club, player, code)
    await club.play()
    assert len(club.truth().played()) == 32
    assert not club.leaks()


async def good_again(club: Club, player: Player, code: str) -> Act:
    """The button from before the stroke works."""
    await club.to_move()
    return good(await player.do(code))


@pytest.mark.parametrize("done", [False, True], ids=["lost", "done"])
async def test_killed_at_every_request_of_dealing(loopback: Loopback, tmp_path: Path, done: bool) -> None:
    """Between the host's start and the last hand: one deal, the same hands, and everybody gets his."""
    club = await club_of(loopback, tmp_path)
    for number, aim in enumerate([(ANSWER, 1), *((POST, n) for n in range(1, 5))], 1):
        channel = club.channel = club.world.add_channel(club.guild, f"table-{number}")
        for player in club.players:
            player.channel = channel
        await club.world.quiet(0.1)
        mark = len(club.world.log)
        await club.open("belote")
        await club.world.quiet(0.1)
        assert await strike(club, partial(club.players[0].click, "ui:start", club.board), aim, done=done)
        truth = club.truth(number)
        assert truth.status == "playing"
        hands = truth.hands()
        assert sorted(len(hand) for hand in hands.values()) == [5, 5, 5, 5]
        for player in club.players:
            mine = frozenset(card.code for card in hands[truth.seat_of(player.human)])
            await club.world.until(partial(shows, player, mine), what=f"the hand of {player}")
            assert sum(is_of_deal(seen, 1, mine) for seen in player.human.dm) == 1
        assert await club.to_move(number) is not None
        await club.world.until(lambda: shown_once(club), what="the table's message, once")
        assert club.truth(number).stored.entries == truth.stored.entries
        assert not club.leaks(number, mark)
        await club.players[0].human.slash(channel, "table close", confirm=True)
        for player in club.players[1:3]:
            await player.human.slash(channel, "table answer", agree=True)


def shown_once(club: Club) -> bool:
    """Whether the channel has one message of the first deal. "donne 1/1" would be the promise of the deal's hash."""
    return sum(bool(FIRST.search(seen.text)) for seen in club.players[0].human.sees(club.channel)) == 1


def still_true(result: str) -> Iterator[str]:
    """The lines of a result that stay when the next deal has begun."""
    for line in result.splitlines():
        if not line.startswith(("-# Dernier pli", "Donne suivante")):
            yield line


def is_of_deal(seen: Seen, number: int, hand: frozenset[str]) -> bool:
    """Whether a private message shows this deal with this hand: posted once, whatever was lost."""
    return f"donne {number}" in seen.text and hand <= {card.code for card in cards_in({"content": seen.text})}


def shows(player: Player, mine: frozenset[str]) -> bool:
    """Whether the newest hand on this member's screen shows these cards."""
    seen = player.hand
    return seen is not None and mine <= {card.code for card in cards_in({"content": seen.text})}


@pytest.mark.parametrize("done", [False, True], ids=["lost", "done"])
async def test_killed_at_every_request_between_two_deals(loopback: Loopback, tmp_path: Path, done: bool) -> None:
    """The finished deal keeps its message and its result; the next one is dealt once, and everybody gets his hand."""
    club = await club_of(loopback, tmp_path)
    await club.start("belote", humans=1, target=10_000)
    anna = club.players[0]
    for number, aim in enumerate([(ANSWER, 1), (POST, 1), (ANY, 2), (ANY, 3)], 1):
        while await club.asked(anna):
            good(await anna.do(take_first(anna.codes)))
        await club.world.quiet(0.1)
        over = club.board
        assert await strike(club, partial(anna.click, "ui:ready", over), aim, done=done), (number, aim)
        await club.dealt(number + 1)
        truth = club.truth()
        mine = frozenset(card.code for card in truth.hands(number + 1)[truth.seat_of(anna.human)])
        await club.world.until(partial(shows, anna, mine), what="the new hand")
        kept = [seen for seen in anna.human.sees(club.channel) if seen.id == over.id]
        assert [seen.text.splitlines() for seen in kept] == [[*still_true(over.text)]]
        assert club.board.id > over.id
        assert sum(is_of_deal(seen, number + 1, mine) for seen in anna.human.dm) == 1
    assert not club.leaks()


@pytest.mark.parametrize("done", [False, True], ids=["lost", "done"])
async def test_killed_at_every_request_of_the_last_card_of_a_match(
    loopback: Loopback, tmp_path: Path, done: bool
) -> None:
    """The result is shown in the channel and under every hand, and the return match can be asked for."""
    club = await club_of(loopback, tmp_path)
    anna, *others = club.players
    await club.open("belote", target=100)
    for number, aim in enumerate([(ANY, n) for n in range(1, 6)], 1):
        mark = len(club.world.log)
        await anna.click("ui:start", club.board)
        await play_to_the_end(club, number, aim, done=done)
        await club.world.until(lambda: "ui:rematch" in verbs_of(club.board), what="the result")
        for player in club.players:
            await club.world.until(partial(shows_the_end, player), what=f"the end for {player}")
        assert not club.leaks(number, mark)
        await others[0].click("ui:rematch", club.board)
        await club.world.until(lambda: "ui:start" in verbs_of(club.board), what="the next lobby")


async def play_to_the_end(club: Club, number: int, aim: Aim, *, done: bool) -> None:
    """The members play a match; the bot is killed at the last card of each deal."""
    struck = False
    while club.truth(number).status == "playing":
        player = await club.to_move(number)
        if player is None:
            for waiting in club.players:
                await waiting.click("ui:ready", club.board)
            await club.world.quiet(0.1)
            continue
        state = club.truth(number).state
        assert state is not None
        last = len(club.truth(number).played(state.number)) >= 28
        code = take_first(player.codes)
        if last:
            struck = await strike(club, partial(player.do, code), aim, done=done) or struck
        else:
            good(await player.do(code))
    assert struck


def verbs_of(seen: Seen) -> list[str]:
    """What the controls of a message do."""
    return [verb_of(widget) for widget in seen.widgets]


def shows_the_end(player: Player) -> bool:
    """Whether the member's newest private message has nothing to press any more."""
    return not player.human.dm[-1].widgets


async def test_killed_while_a_hand_is_in_the_channel(loopback: Loopback, tmp_path: Path) -> None:
    """An ephemeral hand cannot be edited after a start, but its buttons work, and it can be asked for again."""
    club = await club_of(loopback, tmp_path)
    bruno = club.players[1]
    bruno.human.close_dms()
    await club.start("belote")
    await club.ask_hand(bruno)
    kills = 0
    while (turn := club.truth().turn()) is not None:
        if club.truth().user_of(turn[0]) == bruno.human.user.id:
            if kills < 2:
                await club.to_move()
                await club.harness.restart()
                kills += 1
            elif not any(offer.token == turn[1] for offer in bruno.offers):
                await club.ask_hand(bruno)
        player = await club.to_move()
        assert player is not None
        good(await player.do(take_first(player.codes)))
    assert kills == 2
    assert len(club.truth().played()) == 32
    assert not club.leaks()
