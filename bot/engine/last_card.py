"""The last card of a hand, which plays itself for the members who want it: nothing is left to choose, nor to tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.core.actions import PlayCard
from bot.core.match import prompts
from bot.core.prompts import OneOf
from bot.core.seats import Seat
from bot.engine import play
from bot.engine.desk import Desk
from bot.engine.errors import EngineRefusal, StorageFailure
from bot.engine.models import TableId, UserId
from bot.engine.policy import Policy
from bot.engine.ports import Clock, Dealer
from bot.engine.table import Table

_LONGEST_PAUSE = 64

log = logging.getLogger(__name__)

Wants = Callable[[UserId], Awaitable[bool]]
"""Whether a member wants their last card to play itself; raises `StorageFailure` when nobody can tell."""


class LastCards:
    """Plays them, a moment after the turn has come.

    Args:
        desk: where tables change.
        clock: the time.
        dealer: chance, for the next deal's seed.
        policy: the pause before the card.
        wants: who wants it.
    """

    def __init__(self, desk: Desk, clock: Clock, dealer: Dealer, policy: Policy, wants: Wants) -> None:
        self._desk = desk
        self._clock = clock
        self._dealer = dealer
        self._policy = policy
        self._wants = wants
        self._turns: dict[TableId, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def follow(self, table: Table) -> None:
        """See whether a member's last card is due; every turn is taken up once, until it is played or over."""
        seat = last_card_seat(table)
        if seat is None or self._stopped:
            self._turns.pop(table.id, None)
            return
        token = table.token(seat)
        if self._turns.get(table.id) == token:
            return
        self._turns[table.id] = token
        task = asyncio.create_task(self._play(table, seat, token))
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._done(table.id, done))

    async def close(self) -> None:
        """Play nothing any more."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    async def _play(self, table: Table, seat: Seat, token: str) -> None:
        holder, card = table.holder(seat), only_card(table, seat)
        assert holder is not None
        assert holder.user is not None
        assert card is not None
        failures = 0
        while self._turns.get(table.id) == token:
            try:
                if not await self._wants(holder.user):
                    return
                await self._clock.sleep(self._policy.computer_pause)
                await self._desk.change(table.id, lambda present: play.act(present, seat, card, token, self._dealer))
            except EngineRefusal as refusal:
                # Played by hand meanwhile, paused, frozen, or the bot stops: a change of the table comes here again.
                log.debug(
                    "the last card does not play itself now: %s", refusal, extra={"table": table.id, "seat": seat}
                )
                return
            except StorageFailure:
                about = {"table": table.id, "seat": seat}
                log.exception("a last card did not play itself; it will be tried again", extra=about)
                await self._clock.sleep(self._policy.retry_seconds * min(2**failures, _LONGEST_PAUSE))
                failures += 1

    def _done(self, table: TableId, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            # The member plays it by hand.
            log.error("a last card did not play itself", exc_info=task.exception(), extra={"table": table})


def last_card_seat(table: Table) -> Seat | None:
    """The seat of a member whose turn it is with nothing left but to play the last card; None when there is none."""
    return next((seat for seat in sorted(table.waiting) if only_card(table, seat) is not None), None)


def only_card(table: Table, seat: Seat) -> str | None:
    """The code that plays a seat's last card, when nothing else may be done or said."""
    state = table.state
    if state is None or state.deal is None or len(table.game.view(state.deal, seat).hand) != 1:
        return None
    offered = prompts(table.game, state, seat)
    codes = [code for prompt in offered if isinstance(prompt, OneOf) for code in prompt.codes()]
    only = len(codes) == 1 and len(offered) == 1 and isinstance(table.game.parse(codes[0]), PlayCard)
    return codes[0] if only else None
