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
        """See whether a member's last card is due; every turn is looked at once."""
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
        task.add_done_callback(self._tasks.discard)

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
        try:
            if not await self._wants(holder.user):
                return
            await self._clock.sleep(self._policy.computer_pause)
            await self._desk.change(table.id, lambda present: play.act(present, seat, card, token, self._dealer))
        except EngineRefusal as refusal:
            log.debug("the last card was played meanwhile: %s", refusal, extra={"table": table.id, "seat": seat})
        except StorageFailure:
            # The member plays it by hand.
            log.exception("a last card did not play itself", extra={"table": table.id, "seat": seat})


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
