"""The table service: the only door to the tables, for commands, buttons, computer players and the clock alike.

Every method that changes a table decides under that table's lock, records the change, replaces the table in memory, and
only after the lock is free tells the outbox. Refusals are `EngineRefusal` (the request cannot be done now),
`IllegalAction` (the rules refuse it) and `StorageFailure` (the database did not take it); nothing has changed then.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.core import registry
from bot.core.errors import IllegalAction
from bot.core.game import AnyGame
from bot.core.seats import Seat
from bot.engine import asking, lobby, play, setup, timing
from bot.engine.counsel import Counsel
from bot.engine.desk import Desk
from bot.engine.driver import BrainFor, Driver
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.gathering import Gathering
from bot.engine.last_card import LastCards, Wants
from bot.engine.models import (
    Ask,
    Pictures,
    SeatView,
    TableId,
    TableStatus,
    TableView,
    UserId,
)
from bot.engine.policy import Policy
from bot.engine.ports import Adviser, ChangeKind, Clock, Dealer, Outbox, Store
from bot.engine.recall import Recall
from bot.engine.table import Table, seat_view, table_view
from bot.engine.upkeep import Upkeep

log = logging.getLogger(__name__)


class TableService(Gathering):
    """Opens tables, seats people, plays, and keeps every table going.

    Args:
        store: where tables are kept.
        outbox: who shows them.
        clock: the time.
        dealer: chance.
        brains: from a game's key and a level to a computer player.
        policy: times and limits.
        games: the games by key; all of them when left out.
        last_card: who wants their last card to play itself; nobody when left out.
        adviser: who gives advice; nobody when left out.

    Attributes:
        counsel: gives it.
    """

    def __init__(
        self,
        store: Store,
        outbox: Outbox,
        clock: Clock,
        dealer: Dealer,
        brains: BrainFor,
        policy: Policy,
        *,
        games: Mapping[str, AnyGame] | None = None,
        last_card: Wants | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        self._policy = policy
        games = registry.games() if games is None else games
        desk = Desk(store, outbox, clock, policy, games)
        super().__init__(store, desk, Recall(), clock, dealer, games)
        self._driver = Driver(self._desk, brains, clock, dealer, policy)
        self._upkeep = Upkeep(self._desk, store, outbox, clock, dealer, policy, self._gate)
        self._desk.follow(self._recall.follow)
        self._desk.follow(self._upkeep.follow)
        self._desk.follow(self._driver.wake)
        self._last_cards = LastCards(self._desk, clock, dealer, policy, last_card or _nobody)
        self._desk.follow(self._last_cards.follow)
        self.counsel = Counsel(desk, adviser)
        self._desk.follow(self.counsel.follow)

    @property
    def draining(self) -> bool:
        """Whether nothing new may begin."""
        return self._gate.shut

    @property
    def fallbacks(self) -> int:
        """Number of moves that no computer player's brain chose, since the start."""
        return self._driver.fallbacks

    # The operator

    def drain(self, on: bool) -> None:
        """Let no table open and no deal begin from now on, or let them again. Running deals are played to their end."""
        self._gate.shut = on
        if not on:
            self._upkeep.release_rested()

    async def require_open_table(self, table_id: TableId) -> None:
        """Accept a table that occupies its channel, whatever else is wrong with it.

        Raises:
            EngineRefusal: NO_TABLE.
        """
        if table_id not in await self._store.open_tables():
            raise EngineRefusal(Trouble.NO_TABLE)

    async def retire(self, table_id: TableId) -> None:
        """Close a table on the operator's word, also one whose log or game cannot be read; its log is kept.

        Raises:
            EngineRefusal: NO_TABLE.
        """
        await self.require_open_table(table_id)
        try:
            await self._change(table_id, lobby.retired)
        except EngineRefusal as refusal:
            stored = await self._store.load(table_id)
            if stored is None or not await self._desk.give_up(stored.record.channel):
                raise refusal from None

    async def forget(self, tables: Iterable[TableId]) -> None:
        """Let go of tables that are about to be removed from the store: no alarm of theirs rings any more."""
        for table in tables:
            self._upkeep.forget(table)
            self.counsel.forget(table)
            await self._desk.forget(table)

    # The table as a whole

    async def start(self, table_id: TableId, by: UserId, click: str | None = None, *, fill: bool = False) -> TableView:
        """Begin the match and deal the first deal. `click` (an interaction's id) is mixed into the shuffle.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, NOT_HOST, DRAINING; SEATS_EMPTY unless computer players are to `fill` them.
        """
        self._gate.require_open()
        return await self._change(table_id, lambda table: play.start(table, by, click, self._dealer, fill=fill))

    async def close(self, table_id: TableId, by: UserId, *, manager: bool = False, confirm: bool = False) -> TableView:
        """Close a table, on the host's word or a manager's; a running match when most of those who play it agree.

        Then whoever plays it may ask the others, and the table stays open until enough have agreed.

        Raises:
            EngineRefusal: NOT_HOST, ASK_PENDING; DEAL_RUNNING unless confirmed.
        """

        def work(table: Table) -> Table:
            plays = table.status is TableStatus.PLAYING and any(holder.user == by for holder in table.seats)
            if manager or not plays:
                return lobby.close(table, by, manager=manager, confirm=confirm)
            if lobby.asks_all(table, by):
                return asking.ask(table, by, Ask.CLOSE, self._ask_until(table))
            return lobby.close(table, by, manager=True, confirm=confirm)

        return await self._change(table_id, work, ChangeKind.RESTORED)

    async def ask(self, table_id: TableId, by: UserId, what: Ask) -> TableView:
        """Ask the others to pause the match, to go on with it or to close it; at once when nobody else is there.

        Raises:
            EngineRefusal: NOT_SEATED, NOT_PLAYING, ALREADY_PAUSED, NOT_PAUSED, ASK_PENDING.
        """

        def work(table: Table) -> Table:
            return asking.ask(table, by, what, self._ask_until(table))

        return await self._change(table_id, work, ChangeKind.RESTORED)

    async def answer(self, table_id: TableId, by: UserId, what: Ask, *, yes: bool) -> TableView:
        """Answer what a member has asked; it is done once enough agree, and dropped once enough do not.

        Raises:
            EngineRefusal: NOT_SEATED; STALE when that is not asked any more.
        """

        def work(table: Table) -> Table:
            return asking.answer(table, by, what, yes=yes)

        return await self._change(table_id, work, ChangeKind.RESTORED)

    async def rematch(self, table_id: TableId, by: UserId) -> TableView:
        """Open a new lobby in the same channel, with the same game, options and seats as a finished match.

        Raises:
            EngineRefusal: NOT_FINISHED, NOT_SEATED, CHANNEL_TAKEN, DRAINING.
        """
        self._gate.require_open()
        over = await self._desk.table(table_id)
        return table_view(await self._desk.add(setup.again(over, by, self._clock.now(), self._dealer.seed())))

    async def show_as(self, table_id: TableId, by: UserId, pictures: Pictures) -> TableView:
        """Show cards in another way from now on.

        Raises:
            EngineRefusal: NOT_SEATED; NO_TABLE when the table is over.
        """
        return await self._change(table_id, lambda table: lobby.shown_as(table, by, pictures), ChangeKind.RESTORED)

    # The match

    async def act(
        self, table_id: TableId, user: UserId, code: str, token: str | None = None, click: str | None = None
    ) -> SeatView:
        """Do one action of a member's seat; the member counts as present again.

        Args:
            table_id: which table.
            user: the member.
            code: the action's code.
            token: of the panel that was clicked; None for a command.
            click: the interaction's id; the same one twice is refused as stale.

        Raises:
            EngineRefusal: NOT_SEATED, NOT_PLAYING, STALE, UNKNOWN_ACTION, TABLE_FROZEN.
            IllegalAction: the rules refuse it; `last_refusal` remembers why.
        """

        def work(table: Table) -> Table:
            seat = table.seat_of(user)
            self._recall.require_new(table_id, seat, click)
            try:
                return play.act(play.back(table, seat, moves=True), seat, code, token, self._dealer)
            except IllegalAction as error:
                self._recall.refused(table, seat, error)
                raise

        def recorded(table: Table) -> None:
            self._recall.done(table, table.seat_of(user), click)

        table = await self._desk.change(table_id, work, recorded=recorded)
        return seat_view(table, table.seat_of(user))

    async def ready(self, table_id: TableId, user: UserId, click: str | None = None) -> TableView:
        """Ask for the next deal: dealt at once when every member who is there has asked.

        Raises:
            EngineRefusal: NOT_SEATED, NOT_PLAYING, NOT_BETWEEN_DEALS, TABLE_FROZEN, DRAINING.
        """
        self._gate.require_open()
        return await self._change(table_id, lambda table: play.ready(table, user, click, self._dealer))

    async def present(self, table_id: TableId, user: UserId) -> TableView:
        """The member is there and plays for themselves again.

        Raises:
            EngineRefusal: NOT_SEATED.
        """
        return await self._change(table_id, lambda table: play.back(table, table.seat_of(user)))

    async def undelivered(self, table_id: TableId, seat: Seat) -> TableView:
        """A seat could not be shown its turn, or could again only now: the turn starts anew."""

        def work(table: Table) -> Table:
            return timing.untimed(table) if seat in table.waiting else table

        return await self._change(table_id, work)

    # Life of the service

    async def reread(self, tables: Iterable[TableId]) -> None:
        """What is stored of the people of these tables has changed: hold nothing else in memory.

        Raises:
            StorageFailure: one could not be read.
        """
        for table in tables:
            await self._desk.reread(table)

    async def suspend(self, table_id: TableId) -> TableView:
        """The table cannot be shown any more (its channel is gone): nothing moves until `resume`."""
        return await self._change(table_id, lobby.suspended)

    async def resume(self, table_id: TableId) -> TableView:
        """A suspended table goes on."""
        return await self._change(table_id, lobby.resumed)

    def hold_clocks(self) -> None:
        """No deadline passes until `release_clocks`: nobody can be reached."""
        self._upkeep.hold()

    async def release_clocks(self) -> None:
        """Everybody can be reached again: every running turn starts anew."""
        await self._upkeep.release()

    async def start_up(self) -> None:
        """Take up all open tables: those whose time passed meanwhile get a fresh one, those shown wrong are shown anew.

        So are tables that are over and do not show it yet: the process died before their last change was drawn.

        Raises:
            StorageFailure: the list of open tables could not be read.
        """
        await self._upkeep.start_up()

    async def shut_down(self) -> None:
        """Refuse new requests, stop clock and computer players, and let running changes end."""
        self._desk.refuse()
        await self._upkeep.close()
        await self._driver.close()
        await self._last_cards.close()
        await self.counsel.close()
        await self._desk.close()

    def _ask_until(self, table: Table) -> datetime:
        return timing.ask_until(table, self._policy, self._clock.now())


async def _nobody(_: UserId) -> bool:
    return False
