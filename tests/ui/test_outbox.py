"""How messages follow the game: few edits, by fresh tokens, never stale; slow work is acknowledged first."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from json import dumps
from typing import Any

import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.core.cards import deck_32
from bot.engine.models import TableId, UserId
from bot.engine.ports import Change, ChangeKind
from bot.engine.service import TableService
from bot.ui import ack
from bot.ui.boards import UNREACHABLE_AGAIN, EditToken, Key
from bot.ui.budget import Priority
from bot.ui.emoji.names import CardStyle, emoji_name
from bot.ui.message import Draft
from bot.ui.outbox import RETRIES, DiscordOutbox
from tests.ui.club import Club, Member, actions, play_deal, take_first, verbs, without_token

PIXEL = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82"
)


async def _moved_on(club: Club, monkeypatch: Any, asker: Member, mover: Member) -> None:
    """While the hand that the asker asks for is on its way, the mover passes."""
    whole = ack.Answer.tell

    async def meanwhile(self: ack.Answer, draft: Draft) -> Any:
        sent = await whole(self, draft)
        monkeypatch.setattr(ack.Answer, "tell", whole)
        service = club.bot.front.service
        (table,) = await service.tables_of(UserId(mover.user.id))
        await service.act(table.id, UserId(mover.user.id), "pass", None, "a command of the other's")
        await asyncio.sleep(0.05)
        return sent

    monkeypatch.setattr(ack.Answer, "tell", meanwhile)
    await asker.press("ui:hand")
    assert ack.Answer.tell is whole, "the moment never came"


async def _mover_and_next(club: Club) -> tuple[Member, Member]:
    await club.open("belote")
    await club.fill()
    mover = club.mover()
    return mover, club.members[(club.members.index(mover) + 1) % 4]


@pytest.mark.parametrize("asked_before", [False, True])
async def test_a_hand_asked_for_while_the_table_moves_on_shows_where_it_has_come(
    club: Club, monkeypatch: Any, asked_before: bool
) -> None:
    mover, asker = await _mover_and_next(club)
    if asked_before:
        await asker.press("ui:hand")
    await _moved_on(club, monkeypatch, asker, mover)
    assert "pass" in verbs(asker.here)


async def test_an_edit_that_ends_after_its_message_was_replaced_hides_nothing(club: Club, monkeypatch: Any) -> None:
    mover, asker = await _mover_and_next(club)
    await asker.press("ui:hand")
    first, adopted, whole, adopt = asker.here, list[bool](), EditToken.edit, DiscordOutbox.adopt

    async def slow(self: EditToken, draft: Draft) -> None:
        if self.message == first.id:
            monkeypatch.setattr(EditToken, "edit", whole)
            while not adopted:  # noqa: ASYNC110 - the simulated clock cannot tell a parked event from a hang
                await asyncio.sleep(0.01)
        await whole(self, draft)

    async def noted(self: DiscordOutbox, *arguments: Any, **named: Any) -> None:
        await adopt(self, *arguments, **named)
        adopted.append(True)

    monkeypatch.setattr(EditToken, "edit", slow)
    monkeypatch.setattr(DiscordOutbox, "adopt", noted)
    await _moved_on(club, monkeypatch, asker, mover)
    await club.env.settle()
    assert EditToken.edit is whole
    assert asker.here.id != first.id
    assert "pass" in verbs(asker.here)


async def test_a_click_on_the_table_makes_its_next_edits_free(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    await club.members[0].press("ui:score")
    member = club.waiting()
    assert member is not None
    before = len(club.env.http_requests)
    await member.hand_press("pass")
    path = f"/channels/{club.channel.id}/messages/{club.table.id}"
    assert not [entry for entry in club.env.http_requests[before:] if entry.path == path]
    await club.env.advance_time(15 * 60)
    following = club.waiting()
    assert following is not None
    before = len(club.env.http_requests)
    await following.hand_press("pass")
    assert [entry.method for entry in club.env.http_requests[before:] if entry.path == path] == ["PATCH"]


async def test_a_passing_failure_of_discord_is_made_good(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    without_token(club)
    member = club.waiting()
    assert member is not None
    shown = club.table.content
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, message="odd", times=1)
    await member.hand_press("pass")
    if club.table.content == shown:
        await club.env.advance_time(10)
    assert club.table.content != shown


async def test_a_table_catches_up_after_a_long_outage(club: Club) -> None:
    """Nobody moves meanwhile, so that nothing else would draw it."""
    await club.open("belote")
    await club.fill()
    without_token(club)
    member = club.waiting()
    assert member is not None
    shown, before = club.table.content, len(club.env.http_requests)
    path = f"/channels/{club.channel.id}/messages/{club.table.id}"
    club.env.inject_error("PATCH", path, status=503, code=0, message="out of order", times=RETRIES)
    await member.hand_press("pass")
    await club.env.advance_time(20)
    assert [entry.path for entry in club.env.http_requests[before:]].count(path) == RETRIES
    assert club.table.content == shown
    await club.env.advance_time(UNREACHABLE_AGAIN)
    assert club.table.content != shown


async def test_nothing_is_drawn_twice_the_same(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    before = len(club.env.http_requests)
    await member.hand_press("pass")
    touched = [entry.path for entry in club.env.http_requests[before:]]
    own = f"/channels/{member.user.dm_channel.id}/messages"
    assert not [path for path in touched if path.startswith(own)], "the answer itself drew the hand"
    assert len(touched) == 3, "the answer, the table, and the hand of who is next"


async def test_slow_work_is_acknowledged_first_and_finished_by_token(club: Club, monkeypatch: Any) -> None:
    await club.open("belote")
    await club.fill()
    member = club.waiting()
    assert member is not None
    monkeypatch.setattr(ack, "PATIENCE", 0.02)
    quick = TableService.act

    async def slow(*arguments: Any, **named: Any) -> Any:
        await asyncio.sleep(0.1)
        return await quick(*arguments, **named)

    monkeypatch.setattr(TableService, "act", slow)
    result = await member.hand_press("pass")
    assert result.deferred
    assert not actions(member)
    following = club.waiting()
    assert following is not None
    before = len(club.env.http_requests)
    await following.say("bid", call="pass")
    callback = next(entry for entry in club.env.http_requests[before:] if entry.path.endswith("/callback"))
    assert callback.json is not None
    assert callback.json["type"] == 5
    assert not actions(following)


async def test_a_first_sign_is_given_in_time_however_the_work_is_divided(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of several pieces of work does not begin to wait from nothing: Discord waits for all of them together.

    It ends only when the sign is there, which it would otherwise be given after a minute.
    """
    monkeypatch.setattr(ack, "PATIENCE", 60.0)
    whole, clock, signs = ack.Answer.saving, [0.0], list[bool]()
    monkeypatch.setattr(ack, "monotonic", lambda: clock[0])

    async def late(self: ack.Answer, work: Coroutine[Any, Any, Any]) -> Any:
        async def signed() -> Any:
            while not self.interaction.response.is_done():  # noqa: ASYNC110 - the library tells nobody of it
                await asyncio.sleep(0.01)
            signs.append(True)
            return await work

        clock[0] += 61.0
        return await whole(self, signed())

    monkeypatch.setattr(ack.Answer, "saving", late)
    async with asyncio.timeout(30):
        await club.open("belote")
        while not signs:  # noqa: ASYNC110 - the same
            await asyncio.sleep(0.01)
    await club.env.settle()
    assert "ui:join" in verbs(club.table)


async def test_card_emoji_are_used_once_the_application_has_them(club: Club) -> None:
    for card in deck_32():
        await club.env.bot.create_application_emoji(name=emoji_name(card, CardStyle("en")), image=PIXEL)
    await club.restart()
    await club.open("belote")
    await club.fill()
    for _ in range(20):
        member = club.mover()
        code = take_first(actions(member))
        if code.startswith("play:"):
            break
        await member.hand_press(code)
    assert "<:" in member.dm.content
    buttons = [item for row in member.dm.components for item in row.children if "|play:" in item.custom_id]
    assert all(button.emoji is not None and button.emoji.id for button in buttons)
    await play_deal(club)
    assert len(club.table.content) <= 2000


def _refuse_emoji(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """From now on Discord refuses every message with an application's emoji on a control; which ones it refused."""
    whole, refused = router.dispatch, list[tuple[str, str]]()

    def strict(backend: Any, method: str, path: str, *, json: Any = None, **others: Any) -> Any:
        if re.search(r'"emoji": \{[^}]*"id": "?\d', dumps(json, default=str)):
            refused.append((method, re.sub(r"\d+|simcord\w+", "*", path)))
            raise BackendError(400, 50035, "Invalid emoji")
        return whole(backend, method, path, json=json, **others)

    monkeypatch.setattr(router, "dispatch", strict)
    return refused


async def _with_emoji(club: Club) -> None:
    for card in deck_32():
        await club.env.bot.create_application_emoji(name=emoji_name(card, CardStyle("en")), image=PIXEL)
    await club.restart()
    await club.open("belote")
    await club.fill()


async def test_a_refused_emoji_costs_no_message(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """On whatever way a hand is shown its cards become letters, and the deal is played to its end."""
    await _with_emoji(club)
    refused = _refuse_emoji(monkeypatch)
    await _to_the_first_card(club)
    member = club.waiting()
    assert member is not None
    await member.press("ui:hand")
    asked = member.here
    await member.say("hand")
    assert member.here.id != asked.id
    for shown in (member.dm, asked, member.here):
        assert _cards(shown)
        assert all(button.emoji is None and button.label[-1] in "♠♥♦♣" for button in _cards(shown))
    await play_deal(club)
    assert "ui:ready" in verbs(club.table)
    assert {method for method, _ in refused} == {"POST", "PATCH"}
    assert len(set(refused)) >= 4, "by message, by edit, by answer and by what follows it"


async def test_emoji_stay_where_they_are_taken(club: Club) -> None:
    await _with_emoji(club)
    await _to_the_first_card(club)
    member = club.waiting()
    assert member is not None
    assert all(button.emoji is not None and not button.label for button in _cards(member.dm))


async def _to_the_first_card(club: Club) -> None:
    for _ in range(9):
        member = club.waiting()
        assert member is not None
        if _cards(member.dm):
            return
        await member.hand_press(take_first(actions(member)))
    raise AssertionError("nobody takes")


def _cards(message: Any) -> list[Any]:
    return [item for row in message.components for item in row.children if "|play:" in item.custom_id]


async def test_a_table_that_is_over_is_let_go(club: Club) -> None:
    await club.open("belote")
    outbox = club.bot.front.outbox
    assert outbox._boards
    await club.members[0].say("table close")
    assert not outbox._boards
    assert not outbox._loading
    assert not verbs(club.table)


async def test_settings_are_read_once_for_every_hand_drawn(club: Club, monkeypatch: Any) -> None:
    await club.open("belote")
    await club.fill()
    reads: list[int] = []
    store = type(club.bot.front.memory.settings)
    whole = store.user

    async def counted(self: Any, user: Any) -> Any:
        reads.append(user)
        return await whole(self, user)

    monkeypatch.setattr(store, "user", counted)
    member = club.waiting()
    assert member is not None
    following = club.members[(club.members.index(member) + 1) % 4]
    await member.hand_press("pass")
    assert club.waiting() is following
    assert reads.count(following.user.id) == 1, "once for the hand that is drawn"
    assert reads.count(member.user.id) <= 2, "once for the click, once for the hand"


async def test_nothing_that_is_shown_already_is_sent_or_built_again(club: Club, monkeypatch: Any) -> None:
    await club.open("belote")
    await club.fill()
    built: list[Draft] = []
    whole = Draft.view

    def counted(self: Draft) -> Any:
        built.append(self)
        return whole(self)

    monkeypatch.setattr(Draft, "view", counted)
    before = len(club.env.http_requests)
    (found,) = await club.bot.front.service.tables_of(UserId(club.members[0].user.id))
    club.bot.front.outbox.changed(found.id, Change(ChangeKind.RESTORED, frozenset(), urgent=True))
    await club.env.settle()
    assert not built
    assert len(club.env.http_requests) == before


async def test_a_table_s_change_leaves_the_boards_of_other_tables_alone(club: Club) -> None:
    await club.open("belote")
    other = club.guild.create_text_channel("other")
    await club.members[1].actor.slash(other, "table open", game="belote")
    outbox = club.bot.front.outbox
    (first,) = await club.bot.front.service.tables_of(UserId(club.members[0].user.id))
    (second,) = await club.bot.front.service.tables_of(UserId(club.members[1].user.id))
    for table, stranger in ((first, second), (second, first)):
        surface = outbox.board(Key(table.id)).surface
        assert surface is not None
        found = outbox.find(table.id, surface.message)
        assert found is not None
        assert found.key.table == table.id
        assert outbox.find(stranger.id, surface.message) is None
    await club.members[0].say("table close")
    assert set(outbox._boards) == {second.id}


async def test_what_became_outdated_is_left_to_the_handler_that_is_about_to_draw_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a drawing waits for its request the table goes on, and a handler takes the message."""
    await club.open("belote")
    await club.fill()
    outbox = club.bot.front.outbox
    board = outbox.board(Key(TableId(1)))
    asked, go = asyncio.Event(), asyncio.Event()

    async def take(_: Priority) -> None:
        asked.set()
        await go.wait()

    monkeypatch.setattr(club.bot._budget, "take", take)
    board.token = None
    outbox.mark(board.key)
    async with asyncio.timeout(30):
        await asked.wait()
        drawing, counted = board.task, len(club.env.http_requests)
        assert drawing is not None
        with outbox.holding(board):
            outbox.mark(board.key)
            go.set()
            await drawing
            assert board.dirty
            assert len(club.env.http_requests) == counted
        await club.env.settle()
    assert [entry.method for entry in club.env.http_requests[counted:]] == ["PATCH"]
