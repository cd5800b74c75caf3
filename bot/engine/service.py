"""The table service: the only door to the tables, for commands, buttons, computer players and the clock alike.

Every method that changes a table decides under that table's lock, records the change, replaces the table in memory, and
only after the lock is free tells the outbox. Refusals are `EngineRefusal` (the request cannot be done now),
`IllegalAction` (the rules refuse it) and `StorageFailure` (the database did not take it); nothing has changed then.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from bot.core import registry
from bot.core.errors import IllegalAction
from bot.core.facts import Fact
from bot.core.game import AnyGame
from bot.core.options import Options
from bot.core.seats import Seat
from bot.engine import lobby, play, timing
from bot.engine.deadlines import Alarm, Deadlines
from bot.engine.desk import Desk, Work
from bot.engine.driver import BrainFor, Driver
from bot.engine.errors import EngineRefusal, StorageFailure, Trouble
from bot.engine.models import (
    OPEN_STATUSES,
    ChannelId,
    GuildId,
    Person,
    SeatView,
    TableId,
    TableView,
    UserId,
)
from bot.engine.policy import Policy
from bot.engine.ports import Change, ChangeKind, Clock, Dealer, Outbox, Store
from bot.engine.table import Table, seat_view, table_view

log = logging.getLogger(__name__)


class TableService:
    """Opens tables, seats people, plays, and keeps every table going.

    Args:
        store: where tables are kept.
        outbox: who shows them.
        clock: the time.
        dealer: chance.
        brains: from a game's key and a level to a computer player.
        policy: times and limits.
        games: the games by key; all of them when left out.
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
    ) -> None:
        self._store = store
        self._outbox = outbox
        self._clock = clock
        self._dealer = dealer
        self._policy = policy
        self._games = registry.games() if games is None else games
        self._desk = Desk(store, outbox, clock, policy, self._games)
        self._driver = Driver(self._desk, brains, clock, dealer, policy)
        self._deadlines = Deadlines(clock, self._ring)
        self._refusals: dict[TableId, dict[Seat, Fact]] = {}
        self._clicks: dict[TableId, dict[Seat, str]] = {}
        self._desk.follow(self._followed)
        self._desk.follow(self._driver.wake)

    @property
    def open_tables(self) -> int:
        """Number of open tables in memory."""
        return len(self._desk.open_tables())

    @property
    def fallbacks(self) -> int:
        """Number of moves that no computer player's brain chose, since the start."""
        return self._driver.fallbacks

    # Reading

    async def table(self, table_id: TableId) -> TableView:
        """What everybody may see of a table.

        Raises:
            EngineRefusal: NO_TABLE.
        """
        return table_view(await self._desk.table(table_id))

    async def table_in(self, channel: ChannelId) -> TableView:
        """The open table of a channel, or else its latest one.

        Raises:
            EngineRefusal: NO_TABLE.
        """
        found = await self._store.table_in(channel)
        if found is None:
            raise EngineRefusal(Trouble.NO_TABLE)
        return await self.table(found)

    async def tables_of(self, user: UserId) -> tuple[TableView, ...]:
        """The open tables where this member holds a seat."""
        return tuple([await self.table(found) for found in await self._store.tables_of(user)])

    async def seat_view(self, table_id: TableId, user: UserId) -> SeatView:
        """What a member's seat may see.

        Raises:
            EngineRefusal: NO_TABLE, NOT_SEATED.
        """
        table = await self._desk.table(table_id)
        return seat_view(table, table.seat_of(user))

    async def last_refusal(self, table_id: TableId, seat: Seat) -> Fact | None:
        """Why this seat's last action was refused, with the cards allowed then under `legal`; None when none was."""
        return self._refusals.get(table_id, {}).get(seat)

    # The lobby

    async def open(
        self,
        guild: GuildId,
        channel: ChannelId,
        host: Person,
        game: str,
        profile: str,
        options: Options | None,
        players: int | None,
        locale: str,
    ) -> TableView:
        """Open a lobby with the host in seat 0. Without options the profile must be a preset of the game.

        Raises:
            EngineRefusal: CHANNEL_TAKEN, UNKNOWN_GAME, UNKNOWN_PROFILE, WRONG_PLAYERS.
            IllegalAction: an option's value is refused.
        """
        setup = lobby.chosen(self._games, game, profile, options, players)
        lobby_table = lobby.opened(setup, guild, channel, host, locale, self._clock.now(), self._dealer.seed())
        return table_view(await self._desk.add(lobby_table))

    async def join(self, table_id: TableId, person: Person, seat: Seat | None = None) -> TableView:
        """Take a seat: a free one, or a computer player's (in a match, between two deals).

        Raises:
            EngineRefusal: ALREADY_SEATED, SEAT_TAKEN, TABLE_FULL, NOT_IN_LOBBY, NOT_BETWEEN_DEALS.
        """
        return await self._change(table_id, lambda table: lobby.join(table, person, seat))

    async def leave(self, table_id: TableId, user: UserId) -> TableView:
        """Give the seat up; in a match it becomes a computer player's. The table closes after its last member.

        Raises:
            EngineRefusal: NOT_SEATED.
        """
        return await self._change(table_id, lambda table: lobby.vacate(table, table.seat_of(user)))

    async def add_computer(
        self, table_id: TableId, by: UserId, level: str = lobby.DEFAULT_LEVEL, seat: Seat | None = None
    ) -> TableView:
        """Put a computer player on a free seat.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, NOT_HOST, UNKNOWN_LEVEL, SEAT_TAKEN, TABLE_FULL.
        """
        return await self._change(table_id, lambda table: lobby.add_computer(table, by, level, seat))

    async def remove(self, table_id: TableId, by: UserId, seat: Seat) -> TableView:
        """Send a holder away; in a match the seat becomes a computer player's.

        Raises:
            EngineRefusal: NOT_HOST.
        """
        return await self._change(table_id, lambda table: lobby.remove(table, by, seat))

    async def place(self, table_id: TableId, by: UserId, user: UserId, seat: Seat) -> TableView:
        """Move a member to a seat; whoever sits there takes the member's.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, NOT_HOST, NOT_SEATED, SEAT_TAKEN.
        """
        return await self._change(table_id, lambda table: lobby.place(table, by, user, seat))

    async def draw_teams(self, table_id: TableId, by: UserId) -> TableView:
        """Seat everybody anew, by chance.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, NOT_HOST.
        """
        seed = self._dealer.seed()
        return await self._change(table_id, lambda table: lobby.draw_teams(table, by, seed))

    async def set_profile(
        self, table_id: TableId, by: UserId, game: str, profile: str, options: Options | None = None
    ) -> TableView:
        """Change what will be played. The number of players stays where the game allows it.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, NOT_HOST, UNKNOWN_GAME, UNKNOWN_PROFILE, WRONG_PLAYERS.
            IllegalAction: an option's value is refused.
        """

        def work(table: Table) -> Table:
            wanted = self._games.get(game)
            players = table.record.players if wanted and table.record.players in wanted.seat_counts else None
            return lobby.set_profile(table, by, lobby.chosen(self._games, game, profile, options, players))

        return await self._change(table_id, work)

    async def start(self, table_id: TableId, by: UserId, click: str | None = None, *, fill: bool = False) -> TableView:
        """Begin the match and deal the first deal. `click` (an interaction's id) is mixed into the shuffle.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, NOT_HOST; SEATS_EMPTY unless computer players are to `fill` them.
        """
        return await self._change(table_id, lambda table: play.start(table, by, click, self._dealer, fill=fill))

    async def close(self, table_id: TableId, by: UserId, *, manager: bool = False, confirm: bool = False) -> TableView:
        """Close a table, on the host's word or a manager's.

        Raises:
            EngineRefusal: NOT_HOST; DEAL_RUNNING unless confirmed.
        """
        return await self._change(table_id, lambda table: lobby.close(table, by, manager=manager, confirm=confirm))

    async def rematch(self, table_id: TableId, by: UserId) -> TableView:
        """Open a new lobby in the same channel, with the same game, options and seats as a finished match.

        Raises:
            EngineRefusal: NOT_FINISHED, NOT_SEATED, CHANNEL_TAKEN.
        """
        over = await self._desk.table(table_id)
        return table_view(await self._desk.add(lobby.again(over, by, self._clock.now(), self._dealer.seed())))

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
            clicks = self._clicks.setdefault(table_id, {})
            if click is not None and clicks.get(seat) == click:
                raise EngineRefusal(Trouble.STALE)
            try:
                after = play.act(play.back(table, seat), seat, code, token, self._dealer)
            except IllegalAction as error:
                told = Fact(error.fact.key, (*error.fact.data, ("legal", error.legal)))
                self._refusals.setdefault(table_id, {})[seat] = told
                raise
            if click is not None:
                clicks[seat] = click
            return after

        table = await self._desk.change(table_id, work)
        return seat_view(table, table.seat_of(user))

    async def ready(self, table_id: TableId, user: UserId, click: str | None = None) -> TableView:
        """Ask for the next deal: dealt at once when every member who is there has asked.

        Raises:
            EngineRefusal: NOT_SEATED, NOT_PLAYING, NOT_BETWEEN_DEALS, TABLE_FROZEN.
        """
        return await self._change(table_id, lambda table: play.ready(table, user, click, self._dealer))

    async def present(self, table_id: TableId, user: UserId) -> TableView:
        """The member is there and plays for themselves again.

        Raises:
            EngineRefusal: NOT_SEATED.
        """
        return await self._change(table_id, lambda table: play.back(table, table.seat_of(user)))

    # Life of the service

    async def suspend(self, table_id: TableId) -> TableView:
        """The table cannot be shown any more (its channel is gone): nothing moves until `resume`."""
        return await self._change(table_id, lobby.suspended)

    async def resume(self, table_id: TableId) -> TableView:
        """A suspended table goes on."""
        return await self._change(table_id, lobby.resumed)

    def hold_clocks(self) -> None:
        """No deadline passes until `release_clocks`: nobody can be reached."""
        self._deadlines.hold()

    async def release_clocks(self) -> None:
        """Everybody can be reached again: every running time starts anew."""
        await self._start_anew([table for table in self._desk.open_tables() if table.record.deadline is not None])
        self._deadlines.release()

    async def start_up(self) -> None:
        """Take up all open tables: those whose time passed meanwhile get a fresh one, those shown wrong are shown anew.

        A table that is over is taken up too when its messages do not tell so yet: its last move was recorded, and the
        process died before it was drawn.

        Raises:
            StorageFailure: the list of open tables could not be read.
        """
        self._deadlines.hold()
        lagging = await self._store.lagging()
        wanted = dict.fromkeys((*await self._store.open_tables(), *lagging))
        tables = [table for table in [await self._opened(found) for found in wanted] if table]
        now = self._clock.now()
        late = [table for table in tables if table.record.deadline is not None and table.record.deadline <= now]
        await self._start_anew(late)
        behind = set(lagging) - {table.id for table in late}
        for table in sorted(tables, key=lambda table: not table.waiting):
            if table.id in behind:
                self._outbox.changed(table.id, Change(ChangeKind.RESTORED, _members(table), urgent=bool(table.waiting)))
        self._deadlines.release()

    async def shut_down(self) -> None:
        """Refuse new requests, stop clock and computer players, and let running changes end."""
        self._desk.refuse()
        await self._deadlines.close()
        await self._driver.close()
        await self._desk.close()

    async def _change(self, table_id: TableId, work: Work) -> TableView:
        return table_view(await self._desk.change(table_id, work))

    async def _opened(self, table_id: TableId) -> Table | None:
        try:
            return await self._desk.table(table_id)
        except (EngineRefusal, StorageFailure):
            log.exception("table %d could not be taken up", table_id)
            return None

    async def _start_anew(self, tables: Iterable[Table]) -> None:
        for table in tables:
            try:
                await self._desk.change(table.id, timing.untimed, kind=ChangeKind.RESTORED)
            except (EngineRefusal, StorageFailure):
                log.exception("table %d: its time could not be started anew", table.id)

    def _followed(self, table: Table) -> None:
        self._deadlines.set(table.id, Alarm.DEADLINE, table.record.deadline)
        reminder = timing.remind_at(table, self._policy, self._clock.now())
        self._deadlines.set(table.id, Alarm.REMINDER, reminder)
        if table.status not in OPEN_STATUSES:
            self._clicks.pop(table.id, None)
            self._refusals.pop(table.id, None)

    async def _ring(self, table_id: TableId, alarm: Alarm) -> None:
        table = self._desk.known(table_id)
        if table is None:
            return
        if alarm is Alarm.REMINDER:
            for seat in sorted(table.waiting):
                self._outbox.remind(table_id, seat)
            return
        try:
            await self._desk.change(table_id, self._expired)
        except EngineRefusal as refusal:
            log.info("table %d: its clock changes nothing: %s", table_id, refusal)
        except StorageFailure:
            log.exception("table %d: what its clock decided was not recorded; it will try again", table_id)
            again = timing.later(self._clock.now(), self._policy.retry_seconds)
            self._deadlines.set(table_id, Alarm.DEADLINE, again)

    def _expired(self, table: Table) -> Table:
        return timing.expired(table, self._policy, self._clock.now(), self._dealer)


def _members(table: Table) -> frozenset[Seat]:
    return frozenset(holder.seat for holder in table.seats if holder.user is not None)
