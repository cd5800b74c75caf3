"""The event loop stays free, and memory too: what a deal with computer players costs in one go, and what it leaves."""

from __future__ import annotations

import asyncio
from time import thread_time
from typing import Any

import pytest

from tests.ui.club import Club, play_deal

THIRD = 1.0
"""Seconds: Discord waits three for an answer."""


async def test_a_deal_holds_up_nobody_and_leaves_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the time that this thread computes, which does not depend on what else the machine does."""
    steps: list[tuple[float, str]] = []
    run = asyncio.Handle._run

    def timed(self: asyncio.Handle) -> None:
        begun = thread_time()
        run(self)
        steps.append((thread_time() - begun, repr(self)[:300]))

    await club.open("coinche")
    await club.fill(humans=1)
    with monkeypatch.context() as patched:
        patched.setattr(asyncio.Handle, "_run", timed)
        await play_deal(club)
    assert len(steps) > 500, "the steps of the loop were not seen"
    assert max(steps)[0] < THIRD, max(steps)

    state: Any = club.bot._connection
    assert sum(entry.method == "PATCH" for entry in club.env.http_requests) > 8
    assert not club.bot.persistent_views
    assert not state._view_store._views, "the library keeps views that are no dynamic items, one a message"
    assert not state._messages
