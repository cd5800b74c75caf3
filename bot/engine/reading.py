"""What can be asked of the tables; nothing here changes one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.core.errors import Ruling
from bot.core.seats import Seat
from bot.engine.desk import Desk
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.fairdeal import opened
from bot.engine.models import ChannelId, GuildId, OpenedDeal, SeatView, TableId, TableStatus, TableView, UserId
from bot.engine.ports import Store
from bot.engine.recall import Recall
from bot.engine.table import seat_view, table_view


class Readings:
    """The reading half of the table service.

    Args:
        store: where tables are kept.
        desk: the open tables in memory.
        recall: the latest refusals.
    """

    def __init__(self, store: Store, desk: Desk, recall: Recall) -> None:
        self._store = store
        self._desk = desk
        self._recall = recall

    @property
    def open_tables(self) -> int:
        """Number of open tables in memory."""
        return len(self._desk.open_tables())

    @property
    def running_deals(self) -> int:
        """Number of tables where a deal is being played."""
        return sum(table.in_deal and table.status is TableStatus.PLAYING for table in self._desk.open_tables())

    def census(self) -> Mapping[tuple[str, TableStatus], int]:
        """Open tables in memory by game and status."""
        return Counter((table.record.game, table.status) for table in self._desk.open_tables())

    def open_views(self) -> tuple[TableView, ...]:
        """What everybody may see of the open tables in memory, but for frozen ones."""
        return tuple(table_view(table) for table in self._desk.open_tables() if table.status is not TableStatus.FROZEN)

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
        """The open tables where this member holds a seat; one that cannot be read is left out."""
        found = await self._desk.readable(await self._store.tables_of(user))
        return tuple(table_view(table) for table in found)

    async def tables_in(self, guild: GuildId) -> tuple[TableView, ...]:
        """The open tables of a server; one that cannot be read is left out."""
        found = await self._desk.readable(await self._store.open_tables())
        return tuple(table_view(table) for table in found if table.record.guild == guild)

    async def seat_view(self, table_id: TableId, user: UserId) -> SeatView:
        """What a member's seat may see.

        Raises:
            EngineRefusal: NO_TABLE, NOT_SEATED.
        """
        table = await self._desk.table(table_id)
        return seat_view(table, table.seat_of(user))

    def last_refusal(self, table_id: TableId, seat: Seat) -> Ruling | None:
        """Why this seat's last action was refused; None when none was since the last accepted one, or in this deal."""
        table = self._desk.known(table_id)
        return None if table is None else self._recall.last_refusal(table, seat)

    async def opened_deal(self, table_id: TableId, number: int | None = None) -> OpenedDeal | None:
        """What a deal that is over can be checked by: this one, or the nearest; None while the table has none."""
        latest = (await self._desk.table(table_id)).record.revealed
        if latest is None:
            return None
        wanted = latest.number if number is None else min(max(number, 1), latest.number)
        return opened(await self._store.secret(table_id, wanted) or latest, table_id, latest.number)
