"""Who sits at a table and what is to be played there, before a match and around it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.game import AnyGame
from bot.core.options import Options
from bot.core.seats import Seat
from bot.engine import asking, inviting, lobby, setup
from bot.engine.desk import Desk, Work
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.gate import Gate
from bot.engine.models import ChannelId, GuildId, Person, TableId, TableView, UserId
from bot.engine.ports import ChangeKind, Clock, Dealer, Store
from bot.engine.reading import Readings
from bot.engine.recall import Recall
from bot.engine.substitutes import substitute
from bot.engine.table import Table, table_view


class Gathering(Readings):
    """The half of the table service that opens tables and seats people.

    Args:
        store: where tables are kept.
        desk: the open tables in memory.
        recall: the latest refusals.
        clock: the time.
        dealer: chance.
        games: the games by key.
    """

    def __init__(
        self, store: Store, desk: Desk, recall: Recall, clock: Clock, dealer: Dealer, games: Mapping[str, AnyGame]
    ) -> None:
        super().__init__(store, desk, recall)
        self._clock = clock
        self._dealer = dealer
        self._games = games
        self._gate = Gate()

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
        version: int = 0,
        manner: setup.Manner | None = None,
    ) -> TableView:
        """Open a lobby with the host in seat 0. Without options the profile must be a preset of the game.

        `version` is that of a server profile, whose name and options are given. Without a manner the table is live.

        A table that cannot even be shown (its game is not there any more) gives its channel up.

        Raises:
            EngineRefusal: CHANNEL_TAKEN, UNKNOWN_GAME, UNKNOWN_PROFILE, WRONG_PLAYERS, DRAINING.
            IllegalAction: an option's value is refused.
        """
        self._gate.require_open()
        choice = setup.chosen(self._games, game, profile, options, players, version)
        now, seed = self._clock.now(), self._dealer.seed()
        lobby_table = setup.opened(choice, guild, channel, host, locale, now, seed, manner or setup.Manner())
        try:
            return table_view(await self._desk.add(lobby_table))
        except EngineRefusal as refusal:
            if refusal.code is not Trouble.CHANNEL_TAKEN or not await self._desk.give_up(channel):
                raise
        return table_view(await self._desk.add(lobby_table))

    def check(self, game: str, profile: str, options: Options | None, players: int | None) -> None:
        """Refuse what `open` would refuse of a host's choice, before anything is prepared for the table.

        Raises:
            EngineRefusal: UNKNOWN_GAME, UNKNOWN_PROFILE, WRONG_PLAYERS, DRAINING.
            IllegalAction: an option's value is refused.
        """
        self._gate.require_open()
        setup.chosen(self._games, game, profile, options, players)

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

        def work(table: Table) -> Table:
            seat = table.seat_of(user)
            return asking.decided(asking.forgotten(lobby.vacate(table, seat), seat))

        return await self._change(table_id, work)

    async def substitute(self, table_id: TableId, person: Person, seat: Seat | None = None) -> TableView:
        """Take the seat of a member who has left a running match or is away, in the middle of a deal too.

        Whoever is away themselves is back in their own seat.

        Raises:
            EngineRefusal: NOT_PLAYING, TABLE_FROZEN, ALREADY_SEATED, NO_OPEN_SEAT, SEAT_TAKEN, HAND_SEEN.
        """
        return await self._change(table_id, lambda table: substitute(table, person, seat), ChangeKind.RESTORED)

    async def add_computer(
        self, table_id: TableId, by: UserId, level: str | None = None, seat: Seat | None = None
    ) -> TableView:
        """Put a computer player on a free seat, or give the one there another level; None for the table's own.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, NOT_HOST, UNKNOWN_LEVEL, SEAT_TAKEN, TABLE_FULL.
        """
        return await self._change(table_id, lambda table: lobby.add_computer(table, by, level, seat))

    async def remove(self, table_id: TableId, by: UserId, seat: Seat) -> TableView:
        """Send a holder away; in a match only one who is not there, whose seat becomes a computer player's.

        Raises:
            EngineRefusal: NOT_HOST; NOT_IN_LOBBY for a member who is playing.
        """

        def work(table: Table) -> Table:
            return asking.decided(asking.forgotten(lobby.remove(table, by, seat), seat))

        return await self._change(table_id, work)

    async def set_private(self, table_id: TableId, by: UserId, private: bool) -> TableView:
        """Let only who is invited sit at a table, or everybody again.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, NOT_HOST.
        """
        return await self._change(table_id, lambda table: inviting.closed_to_others(table, by, private=private))

    async def invite(self, table_id: TableId, by: UserId, user: UserId) -> TableView:
        """Let a member sit at a private table.

        Raises:
            EngineRefusal: NO_TABLE, NOT_HOST, NOT_PRIVATE, ALREADY_INVITED, INVITED_FULL.
        """
        return await self._change(table_id, lambda table: inviting.invited(table, by, user))

    async def check_seek(self, table_id: TableId, by: UserId) -> None:
        """Refuse what `seek` would refuse.

        Raises:
            EngineRefusal: NOT_HOST, LESSON, SEEK_PRIVATE, NOBODY_MISSING, ALREADY_SOUGHT.
        """
        inviting.sought(await self._desk.table(table_id), by)

    async def seek(self, table_id: TableId, by: UserId) -> TableView:
        """Note that the host calls for a missing player, which may be done once.

        Raises:
            EngineRefusal: NOT_HOST, LESSON, SEEK_PRIVATE, NOBODY_MISSING, ALREADY_SOUGHT.
        """
        return await self._change(table_id, lambda table: inviting.sought(table, by))

    async def not_sought(self, table_id: TableId) -> TableView:
        """Let the host call again: the call did not go out."""
        return await self._change(table_id, inviting.not_sought)

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

    async def set_hints(self, table_id: TableId, by: UserId, hints: bool) -> TableView:
        """Let the members of a table ask what they had best do, or not.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, LESSON, NOT_HOST.
        """
        return await self._change(table_id, lambda table: lobby.with_hints(table, by, hints))

    async def set_profile(
        self,
        table_id: TableId,
        by: UserId,
        game: str,
        profile: str,
        options: Options | None = None,
        version: int = 0,
    ) -> TableView:
        """Change what will be played. The number of players stays where the game allows it.

        Raises:
            EngineRefusal: NOT_IN_LOBBY, NOT_HOST, UNKNOWN_GAME, UNKNOWN_PROFILE, WRONG_PLAYERS.
            IllegalAction: an option's value is refused.
        """

        def work(table: Table) -> Table:
            wanted = self._games.get(game)
            players = table.record.players if wanted and table.record.players in wanted.seat_counts else None
            return setup.set_profile(table, by, setup.chosen(self._games, game, profile, options, players, version))

        return await self._change(table_id, work)

    async def _change(self, table_id: TableId, work: Work, kind: ChangeKind | None = None) -> TableView:
        return table_view(await self._desk.change(table_id, work, kind=kind))
