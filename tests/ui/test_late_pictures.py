"""Pictures that are not ready when their message must go: waiting for them sends nothing, each comes in one edit."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest

from bot.core.seats import Seat
from bot.engine.memory import Surface
from bot.engine.models import ChannelId, MessageId, TableId
from bot.ui import gallery as galleries
from bot.ui.boards import Board, Key
from bot.ui.budget import Budget, Priority
from bot.ui.message import Draft
from bot.ui.sending import Sender
from bot.ui.sketch import Sketch
from tests.ui.drawings import Quick
from tests.ui.test_gallery import LONG, different, gallery_of, sketches


@dataclass
class Channel:
    """A channel of Discord's with one message.

    Attributes:
        edits: of each edit its text, and how many files the message had to have; None where it kept them.
    """

    edits: list[tuple[str, int | None]] = field(default_factory=list)

    def get_partial_messageable(self, _: int) -> Channel:
        return self

    def get_partial_message(self, _: int) -> Channel:
        return self

    async def edit(self, *, content: str, attachments: Any, **_: Any) -> None:
        self.edits.append((content, None if attachments is discord.utils.MISSING else len(attachments)))


class Screen:
    """One message with its sender and its gallery, whose drawings wait for a word."""

    def __init__(self, viewer: Seat | None) -> None:
        self.go = threading.Event()
        self.quick = Quick()
        self.gallery = gallery_of(self.quick)
        self.channel = Channel()
        self.again: list[Key] = []
        self.board = Board(Key(TableId(1), viewer), Surface(TableId(1), viewer, ChannelId(2), MessageId(3)))
        client: Any = self.channel
        self.budget = Budget(rate=1_000)
        self.sender = Sender(client, self.budget, self.gallery)
        self.sender.attach(self.again.append)

    async def show(self, text: str, sketch: Sketch) -> None:
        """Bring the message to this."""
        self.board.take_up()
        assert await self.sender.edit(self.board, Draft(text, sketch=sketch), Priority.HAND)


@pytest.mark.parametrize(("viewer", "meanwhile"), [(None, None), (Seat(2), 0)], ids=["table", "hand"])
async def test_a_late_picture_costs_one_edit_however_often_it_is_looked_for(
    deal_seed: int, monkeypatch: pytest.MonkeyPatch, viewer: Seat | None, meanwhile: int | None
) -> None:
    """A table keeps the picture it has until then; a hand shows no cards that are played."""
    screen = Screen(viewer)
    first, second = different(sketches(deal_seed, viewer))[:2]
    monkeypatch.setattr(galleries, "PATIENCE", LONG)
    await screen.show("one", first)
    monkeypatch.setattr(galleries, "PATIENCE", 0.001)
    screen.quick.first = lambda: screen.go.wait(LONG)
    await screen.show("two", second)
    assert (screen.board.late, screen.board.dirty) == (True, True), "it is looked for again"
    taken = screen.budget._order, screen.budget._left
    for _ in range(5):
        await screen.show("two", second)
        assert screen.board.awaiting
    assert screen.channel.edits == [("one", 1), ("two", meanwhile)]
    assert (screen.budget._order, screen.budget._left) == taken
    assert screen.again == []
    screen.go.set()
    async with asyncio.timeout(LONG):
        while not screen.again:  # noqa: ASYNC110 - what is waited for happens in a thread
            await asyncio.sleep(0.01)
    for _ in range(3):
        await screen.show("two", second)
    assert screen.channel.edits == [("one", 1), ("two", meanwhile), ("two", 1)]
    assert not screen.board.late
    await screen.gallery.close()


async def test_a_late_picture_that_fails_takes_the_old_one_away_once(
    deal_seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn() -> None:
        screen.go.wait(LONG)
        raise RuntimeError("the paper is torn")

    screen = Screen(None)
    first, second = different(sketches(deal_seed))[:2]
    monkeypatch.setattr(galleries, "PATIENCE", LONG)
    await screen.show("one", first)
    screen.quick.first = torn
    monkeypatch.setattr(galleries, "PATIENCE", 0.001)
    await screen.show("two", second)
    monkeypatch.setattr(galleries, "PATIENCE", LONG)
    screen.go.set()
    for _ in range(3):
        await screen.show("two", second)
    assert screen.channel.edits == [("one", 1), ("two", None), ("two", 0)]
    await screen.gallery.close()


async def test_a_late_picture_that_fails_costs_nothing_where_none_was(
    deal_seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn() -> None:
        screen.go.wait(LONG)
        raise RuntimeError("the paper is torn")

    screen = Screen(None)
    (sketch, *_) = sketches(deal_seed)
    screen.quick.first = torn
    monkeypatch.setattr(galleries, "PATIENCE", 0.001)
    await screen.show("one", sketch)
    monkeypatch.setattr(galleries, "PATIENCE", LONG)
    screen.go.set()
    for _ in range(3):
        await screen.show("one", sketch)
    assert screen.channel.edits == [("one", 0)]
    assert not screen.board.late
    await screen.gallery.close()
