"""Computer players: they see what their seat sees, and move through the same door as everybody."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from bot.core import match
from bot.core.actions import Agree, Pass
from bot.core.errors import IllegalAction
from bot.core.events import visible
from bot.core.match import prompt_token, prompts
from bot.core.seats import Seat
from bot.core.situation import situation
from bot.engine import play
from bot.engine.desk import Desk
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import TableId
from bot.engine.policy import Policy
from bot.engine.ports import Brain, Clock, Dealer
from bot.engine.table import Table


@dataclass(frozen=True, slots=True)
class _Thought:
    """What a seat chose, None when its brain failed, and after how many events of its table."""

    seq: int
    seat: Seat
    code: str | None


BrainFor = Callable[[str, str], Brain]
"""From a game's key and a level to the computer player of that level."""

_FALLBACK_CHOICES = 64
_LONGEST_PAUSE = 64

log = logging.getLogger(__name__)


class Driver:
    """Moves for computer players, absent members, and members whose time is up.

    Args:
        desk: where tables change.
        brains: who thinks.
        clock: the time.
        dealer: chance, for the next deal's seed and for moves that no brain chose.
        policy: pauses and limits.

    Attributes:
        decisions: moves made.
        fallbacks: moves among them that no brain chose: it failed, was late, or chose what is not allowed.
    """

    def __init__(self, desk: Desk, brains: BrainFor, clock: Clock, dealer: Dealer, policy: Policy) -> None:
        self._desk = desk
        self._brains = brains
        self._clock = clock
        self._dealer = dealer
        self._policy = policy
        self._tasks: dict[TableId, asyncio.Task[None]] = {}
        self._regrets: dict[TableId, tuple[int, datetime]] = {}
        self._stopped = False
        self.decisions = 0
        self.fallbacks = 0

    def wake(self, table: Table) -> None:
        """See to it that somebody moves for the seats that need it."""
        self._note_regret(table)
        if self._stopped or table.id in self._tasks or next_seat_to_drive(table) is None:
            return
        task = asyncio.create_task(self._drive(table.id))
        self._tasks[table.id] = task
        task.add_done_callback(lambda done: self._done(table.id, done))

    async def close(self) -> None:
        """Stop all computer players."""
        self._stopped = True
        tasks = set(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _done(self, table: TableId, task: asyncio.Task[None]) -> None:
        self._tasks.pop(table, None)
        if task.cancelled():
            return
        if task.exception() is not None:
            log.error("the computer players stopped", exc_info=task.exception(), extra={"table": table})
            return
        known = self._desk.known(table)
        if known is not None:
            self.wake(known)

    async def _drive(self, table_id: TableId) -> None:
        failures, unheard = 0, False
        while (table := self._desk.known(table_id)) is not None:
            seat = next_seat_to_drive(table)
            if seat is None:
                return
            try:
                unheard = await self._turn(table, seat, unheard=unheard)
                failures = 0
            except Exception:  # whatever it is, logged and tried again: the others must not wait for ever
                log.exception("a computer player's move failed; it will try again", extra=_about(table_id, seat))
                await self._clock.sleep(self._policy.retry_seconds * min(2**failures, _LONGEST_PAUSE))
                failures += 1

    async def _turn(self, table: Table, seat: Seat, *, unheard: bool) -> bool:
        """Think, wait for the rest of the pause, and move.

        Args:
            table: as it is now.
            seat: who is to move.
            unheard: nobody else heard of what was done last.

        Returns:
            Whether nobody else hears of what was done now.
        """
        begun = self._clock.now()
        thought = _Thought(table.seq, seat, await self._choice(table, seat))
        passed = (self._clock.now() - begun).total_seconds()
        # A move that the others must not notice takes no time of its own.
        await self._clock.sleep(0 if unheard else max(0.0, self._policy.computer_pause - passed))
        await self._leave_time(table.id)
        known = self._desk.known(table.id)
        mover = None if known is None else next_seat_to_drive(known)
        if known is None or mover is None:
            return False
        if (thought.seq, thought.seat) != (known.seq, mover):
            thought = _Thought(known.seq, mover, await self._choice(known, mover))
        return await self._move(known, mover, thought.code)

    def _note_regret(self, table: Table) -> None:
        """Note when a member played a card that may still be taken back."""
        if may_regret(table) is None:
            self._regrets.pop(table.id, None)
        elif self._regrets.get(table.id, (0, None))[0] != table.seq:
            self._regrets[table.id] = table.seq, self._clock.now()

    async def _leave_time(self, table: TableId) -> None:
        """Let a member think again about the latest card, where it may be taken back."""
        while (noted := self._regrets.get(table)) is not None:
            known = self._desk.known(table)
            if known is None or next_to_agree(known) is not None:
                return
            pause = self._policy.answer_pause if asked_of(known) else self._policy.take_back_pause
            left = pause - (self._clock.now() - noted[1]).total_seconds()
            if left <= 0:
                return
            await self._clock.sleep(left)

    async def _move(self, table: Table, seat: Seat, code: str | None) -> bool:
        """Move for a seat: what it chose, or anything when it chose nothing.

        Returns:
            Whether nobody else hears of what was done.
        """
        assert table.state is not None
        token = prompt_token(table.game, table.state, seat)
        self.decisions += 1
        try:
            if code is None or not await self._accepted(table.id, seat, code, token):
                self.fallbacks += 1
                log.warning("fallback decisions of computer players: %d of %d", self.fallbacks, self.decisions)
                await self._fall_back(table, seat, token)
        except EngineRefusal as refusal:
            # The table went on while it was thinking (the member came back, or somebody closed it).
            log.debug("a computer player's move came too late: %s", refusal, extra=_about(table.id, seat))
        after = self._desk.known(table.id)
        done = () if after is None else after.deal[len(table.deal) :]
        return bool(done) and not any(visible(event, None) for event in done)

    async def _fall_back(self, table: Table, seat: Seat, token: str) -> None:
        for code in fallbacks(table, seat, random.Random(self._dealer.seed())):  # noqa: S311 - a move is no secret
            if await self._accepted(table.id, seat, code, token):
                return
        raise RuntimeError(f"{table.game.key} refuses everything it offers")

    async def _accepted(self, table: TableId, seat: Seat, code: str, token: str) -> bool:
        try:
            await self._submit(table, seat, code, token)
        except IllegalAction as error:
            reason = error.fact.key
        except EngineRefusal as refusal:
            if refusal.code is not Trouble.UNKNOWN_ACTION:
                raise
            reason = refusal.fact.key
        else:
            return True
        log.warning("a computer player's %s was refused: %s", code.partition(":")[0], reason, extra=_about(table, seat))
        return False

    async def _submit(self, table: TableId, seat: Seat, code: str, token: str) -> None:
        await self._desk.change(table, lambda present: play.act(present, seat, code, token, self._dealer))

    async def _choice(self, table: Table, seat: Seat) -> str | None:
        """What the brain says, within its time; None when it fails."""
        thinking = asyncio.ensure_future(self._think(table, seat))
        try:
            await asyncio.wait({thinking}, timeout=self._policy.brain_seconds)
        finally:
            if not thinking.done():
                thinking.cancel()
        if not thinking.done() or thinking.cancelled():
            log.warning("a computer player took too long", extra=_about(table.id, seat))
            return None
        if thinking.exception() is not None:
            log.error("a computer player failed", exc_info=thinking.exception(), extra=_about(table.id, seat))
            return None
        return thinking.result()

    async def _think(self, table: Table, seat: Seat) -> str:
        holder = table.holder(seat)
        assert holder is not None
        assert table.state is not None
        assert table.state.deal is not None
        if seat in match.asked(table.game, table.state):
            return Agree.kind
        brain = self._brains(table.game.key, holder.level or table.record.level.value)
        action = await brain.choose(situation(table.game, table.state, seat, table.deal))
        return action.code


def next_seat_to_drive(table: Table) -> Seat | None:
    """The seat a computer player is to move for now: its own, an absent member's, or a late one's.

    Who is asked for something and is no present member comes first: it agrees.
    """
    if table.asleep:
        return None
    answering = next_to_agree(table)
    return min(table.to_act - table.waiting, default=None) if answering is None else answering


def asked_of(table: Table) -> frozenset[Seat]:
    """The present members' seats that are asked for something."""
    return _asked(table) & {holder.seat for holder in table.seats if holder.present}


def next_to_agree(table: Table) -> Seat | None:
    """A seat of no present member that is asked for something."""
    return min(_asked(table) - asked_of(table), default=None)


def _asked(table: Table) -> frozenset[Seat]:
    if not table.in_deal or table.state is None or table.record.paused:
        return frozenset()
    return match.asked(table.game, table.state)


def may_regret(table: Table) -> Seat | None:
    """The member's seat that may still take its latest card back; None when that is nobody, or a computer player."""
    if not table.in_deal or table.state is None:
        return None
    seat = match.may_take_back(table.game, table.state)
    holder = None if seat is None else table.holder(seat)
    return seat if holder is not None and holder.present else None


def fallbacks(table: Table, seat: Seat, chance: random.Random) -> tuple[str, ...]:
    """Offered actions to try without thinking: pass where that is offered, then others in an order by chance."""
    assert table.state is not None
    offered = prompts(table.game, table.state, seat)
    codes = [code for prompt in offered for code in islice(prompt.codes(), _FALLBACK_CHOICES)]
    chance.shuffle(codes)
    return tuple(sorted(codes, key=lambda code: code != Pass.kind))


def _about(table: TableId, seat: Seat) -> Mapping[str, int]:
    """What a line of the log is about."""
    return {"table": table, "seat": seat}
