"""What is spared: a trick of computer players is one edit, and what waits for its turn is drawn as it is by then."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.models import TableId, UserId
from bot.ui import boards
from bot.ui.boards import Board, Key
from bot.ui.budget import Budget, Priority
from tests.ui.club import Club, actions, take_first, verbs, without_token

INTERVAL = 1.2


def _board(*changes: tuple[float, bool, bool]) -> Board:
    """A board drawn at 0 that heard of changes since: (when, urgent, complete)."""
    board = Board(Key(TableId(1)), drawn_at=0.0)
    for at, urgent, complete in changes:
        board.mark(at, urgent=urgent, complete=complete)
    return board


def test_cards_of_computers_wait_for_the_end_of_their_trick() -> None:
    cards = [(at, False, False) for at in (2.0, 3.0, 4.0)]
    assert _board(*cards).due(4.0, INTERVAL) > 5.0
    assert _board(*cards, (5.0, False, True)).due(5.0, INTERVAL) <= 5.0


def test_a_trick_that_does_not_end_is_drawn_in_parts() -> None:
    assert _board((2.0, False, False), (7.0, False, False)).due(7.0, INTERVAL) == 2.0 + boards.WHOLE_TRICK * INTERVAL


def test_whoever_is_to_act_is_shown_everything_at_once() -> None:
    assert _board((2.0, False, False), (2.1, True, False), (2.2, False, False)).due(2.2, INTERVAL) == 2.2


def test_two_ends_of_tricks_within_the_interval_are_one_edit() -> None:
    assert _board((0.3, False, True), (0.6, False, True)).due(0.6, INTERVAL) == INTERVAL


def test_without_an_interval_nothing_waits() -> None:
    assert _board((2.0, False, False)).due(2.0, 0.0) <= 2.0


def test_what_was_drawn_is_not_remembered() -> None:
    board = _board((2.0, False, True))
    board.take_up()
    assert not board.dirty
    board.mark(4.0, urgent=False, complete=False)
    assert board.due(4.0, INTERVAL) == 4.0 + boards.WHOLE_TRICK * INTERVAL


def _table_edits(club: Club, since: int, message: int) -> int:
    """How often the table's message was edited, by a request or by the token of the click that began the deal."""
    paths, token = [f"/channels/{club.channel.id}/messages/{message}"], club.bot.front.outbox.board(Key(FIRST)).token
    if token is not None:
        paths.append(f"/webhooks/{club.bot.application_id}/{token.interaction.token}/messages/@original")
    return sum(entry.method == "PATCH" and entry.path in paths for entry in club.env.http_requests[since:])


@pytest.mark.settings(edit_interval=0.02, computer_pause=0.03)
async def test_a_trick_of_computers_is_one_edit_though_they_pause_between_cards(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, a trick is not drawn in parts.
    monkeypatch.setattr(boards, "WHOLE_TRICK", 10_000)
    await club.open("belote")
    await club.fill(1)
    anna = club.members[0]
    before, message, turns = len(club.env.http_requests), club.table.id, 0
    while "ui:ready" not in verbs(club.table):
        if actions(anna):
            await anna.hand_press(take_first(actions(anna)))
            turns += 1
        else:
            await asyncio.sleep(0.05)
    edits = _table_edits(club, before, message)
    tricks = 8
    # Each of Anna's turns is shown at once, and the end of each trick; a deal has at least 24 cards of computers.
    assert tricks <= edits <= turns + tricks


FIRST = TableId(1)


class Scarce(Budget):
    """A limit of requests at which nothing passes until it opens."""

    def __init__(self) -> None:
        super().__init__(10_000)
        self.asked: list[Priority] = []
        self.open = False

    async def take(self, priority: Priority) -> None:
        """Wait for the opening."""
        self.asked.append(priority)
        while not self.open:  # noqa: ASYNC110 - the simulated clock cannot tell a parked event from a hang
            await asyncio.sleep(0.01)
        await super().take(priority)


async def test_a_table_that_goes_on_while_requests_are_scarce_is_drawn_once_as_it_is_then(club: Club) -> None:
    await club.open("belote")
    await club.fill()
    front, scarce = club.bot.front, Scarce()
    front.outbox._easel._sender._budget = scarce
    (table,) = await front.service.tables_of(UserId(club.members[0].user.id))
    without_token(club)  # nothing that is edited by it is counted
    before, message = len(club.env.http_requests), club.table.id
    for passes in range(3):
        view = await front.service.table(table.id)
        assert view.view is not None
        (seat,) = view.view.to_act
        holder = view.holder(seat)
        assert holder is not None
        assert holder.user is not None
        await front.service.act(table.id, holder.user, "pass", None, f"pass {passes}")
        while Priority.TABLE not in scarce.asked:  # noqa: ASYNC110 - the same
            await asyncio.sleep(0.01)
    assert _table_edits(club, before, message) == 0
    scarce.open = True
    while front.outbox.depth:  # noqa: ASYNC110 - the same
        await asyncio.sleep(0.01)
    assert _table_edits(club, before, message) == 1
    assert scarce.asked.count(Priority.TABLE) == 1
    newest = front.painter.public(await front.service.table(table.id))
    assert club.table.content.strip() == newest.text.strip()


@pytest.mark.parametrize("game", ["belote", "coinche", "tarot"])
async def test_a_call_is_shown_by_the_answer_the_table_and_the_hand_of_who_is_next(club: Club, game: str) -> None:
    await club.open(game)
    await club.fill()
    member = club.mover()
    before, message = len(club.env.http_requests), club.table.id
    await member.hand_press("pass")
    sent = [(entry.method, entry.path) for entry in club.env.http_requests[before:]]
    following = club.mover()
    assert following is not member
    answers = [path for method, path in sent if method == "POST" and path.endswith("/callback")]
    assert len(answers) == 1
    hand = f"/channels/{following.user.dm_channel.id}/messages/{following.dm.id}"
    assert message == club.table.id
    edits = [path for method, path in sent if method == "PATCH"]
    assert hand in edits
    assert [path for path in edits if path.endswith("/messages/@original")], "the table, by the token of the start"
    assert len(sent) == 3
