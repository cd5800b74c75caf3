"""Random matches of any game through the engine's one door, on a real database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random

from bot.core import match, registry
from bot.core.game import AnyGame
from bot.engine import play, setup
from bot.engine.desk import Desk
from bot.engine.models import ChannelId, GuildId, Person, TableId, TableStatus, UserId
from bot.engine.ports import StoredTable
from bot.engine.setup import Manner
from bot.engine.table import Table, rebuilt
from bot.storage import tables
from bot.storage.store import SqliteStore
from tests.conformance.toygame import TOY
from tests.conformance.walk import Choices, choose
from tests.engine.fakes import POLICY, FakeClock, FakeDealer, FakeOutbox
from tests.storage.examples import NOW

ALL_GAMES: Mapping[str, AnyGame] = {**registry.games(), TOY.key: TOY}
HOST = Person(UserId(101), "Léa")


class Evening:
    """One table whose every seat plays at random; what happens is given by the seed."""

    def __init__(self, store: SqliteStore, game: AnyGame, seed: int) -> None:
        self.store = store
        self.game = game
        self.random = Random(seed)
        self.choices = Choices([], self.random)
        self.dealer = FakeDealer()
        self.dealer.count = seed
        self.table = TableId(0)
        self.restart(store)

    def restart(self, store: SqliteStore) -> None:
        """Forget everything in memory."""
        self.store = store
        self.desk = Desk(store, FakeOutbox(), FakeClock(), POLICY, ALL_GAMES)

    async def open(self, target: int | None = None, channel: int = 1, lesson: int | None = None) -> None:
        """Open and start a table of any preset; with a target the match can be made long."""
        profile = self.random.choice(sorted(self.game.presets))
        options = self.game.presets[profile]
        if target is not None:
            options = options.with_values({"target": target})
        players = self.random.choice(sorted(self.game.seat_counts))
        choice = setup.chosen(ALL_GAMES, self.game.key, profile, options, players)
        opened = setup.opened(
            choice, GuildId(1), ChannelId(channel), HOST, "fr", NOW, self.dealer.seed(), Manner(lesson=lesson)
        )
        self.table = (await self.desk.add(opened)).id
        click = str(self.random.randrange(1000))
        await self.desk.change(self.table, lambda table: play.start(table, HOST.user, click, self.dealer, fill=True))

    async def memory(self) -> Table:
        """The table in memory, without what is never stored."""
        return replace(await self.desk.table(self.table), forced=frozenset())

    async def step(self) -> Table:
        """One random action."""
        table = await self.desk.table(self.table)
        assert table.state is not None
        if table.between:
            return await self.desk.change(self.table, lambda now: play.ready(now, HOST.user, "7", self.dealer))
        seat = self.random.choice(sorted(match.may_act(self.game, table.state)))
        code = choose(match.prompts(self.game, table.state, seat), self.choices)
        return await self.desk.change(self.table, lambda now: play.act(now, seat, code, None, self.dealer))

    async def deal(self) -> Table:
        """Play until the running or next deal is over."""
        while True:
            table = await self.step()
            if table.between or table.status is not TableStatus.PLAYING:
                return table

    async def stored(self) -> StoredTable:
        """The table as the engine reads it."""
        stored = await self.store.load(self.table)
        assert stored is not None
        return stored

    async def truth(self) -> StoredTable:
        """The table with its whole log."""
        stored = await self.store.database.read(partial(tables.load, table=self.table, games=ALL_GAMES))
        assert stored is not None
        return stored

    async def loaded(self) -> Table:
        return rebuilt(await self.stored(), ALL_GAMES)

    async def folded(self) -> Table:
        return rebuilt(await self.truth(), ALL_GAMES)
