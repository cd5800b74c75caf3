"""The composition root: puts store, engine and interface together, starts them, and closes them in order."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

import discord
from discord.ext import commands

from bot.ai.adviser import MindAdviser, analyst
from bot.ai.brains import Brains
from bot.ai.minds import solvers
from bot.ai.workers import Workers
from bot.brake import Brake
from bot.config import Settings
from bot.engine.driver import BrainFor
from bot.engine.errors import EngineRefusal, StorageFailure
from bot.engine.fairdeal import SecureDealer
from bot.engine.models import ChannelId, GuildId, Pictures, TableId, TableStatus, TableView
from bot.engine.ports import Dealer
from bot.meter import Meter
from bot.metrics import timed_brains, traced
from bot.nightly import Nightly
from bot.retention import Retention
from bot.storage.errors import AlreadyRunning, DatabaseCorrupt, DatabaseNotWritable, DatabaseTooNew, VerifyRefused
from bot.storage.store import SqliteStore
from bot.storage.verify import verify_deal as prove_deal
from bot.ui import studio
from bot.ui.budget import Budget
from bot.ui.clicks import answer_click, answer_stray
from bot.ui.components import Click, Control, is_dispatched, stray_click, submitted
from bot.ui.emoji.names import CardStyle
from bot.ui.emoji.uploads import Draw
from bot.ui.front import Front
from bot.ui.gallery import Gallery
from bot.ui.hello import say_hello
from bot.ui.inviting import call_off
from bot.ui.relief import Relief
from bot.ui.sketch import Drawing
from bot.ui.translation import CommandTranslator
from bot.ui.tree import CONTEXTS, INSTALLS, TapisTree, description_hash
from bot.wiring import UtcClock, drawing, drawing_of, front_of
from cogs import admin, emoji, help, history, lobby, mydata, owner, play, profiles, referee, scores  # noqa: A004 - named after the command

__all__ = [
    "AlreadyRunning",
    "DatabaseCorrupt",
    "DatabaseNotWritable",
    "DatabaseTooNew",
    "TapisBot",
    "VerifyRefused",
    "create_bot",
    "verify_deal",
]

log = logging.getLogger(__name__)

REQUESTS_PER_SECOND = 40.0
"""Below Discord's 50 a second for one bot."""

BURST = 0.25
"""Part of a second's requests that may go out at once: with those of the second that follows, no more than 50."""

COMMANDS_NOTE = "commands_hash"
ADMIN_NOTE = "admin_commands"

COGS = (lobby, play, referee, scores, help, admin, profiles, mydata, history)
"""Whose commands every server has."""

OWNER_COGS = (owner, emoji)
"""Whose commands only the operator's server has."""


class TapisBot(commands.Bot):
    """The whole bot. Only the guilds intent: no privileged one is needed.

    Args:
        settings: what the owner chose.
        requests_per_second: the limit of its own requests.
        dealer: chance. Only whoever makes the object can give another than the secure one: no setting does.
        thinking: seed of the computer players' whims; None for one of its own.
        workers: processes that think for them; 0 for this one.
        brains: other computer players than those.
        brake: on refused requests.
        draw: draws card emoji; None where that cannot be done.
        drawing: draws pictures; None where that cannot be done.

    Attributes:
        meter: what is counted and timed.
        brake: on refused requests.
        front: what commands and buttons work with; set once the database is open.
    """

    front: Front

    def __init__(
        self,
        settings: Settings,
        *,
        requests_per_second: float = REQUESTS_PER_SECOND,
        dealer: Dealer | None = None,
        thinking: int | None = None,
        workers: int = 0,
        brains: BrainFor | None = None,
        brake: Brake | None = None,
        draw: Draw | None = None,
        drawing: Drawing | None = None,
    ) -> None:
        meter, brake = Meter(), brake or Brake()
        super().__init__(
            commands.when_mentioned,
            help_command=None,
            tree_cls=TapisTree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=CONTEXTS,
            allowed_installs=INSTALLS,
            http_trace=traced(meter, brake),
        )
        self.settings = settings
        self.meter = meter
        self.brake = brake
        self._budget = Budget(requests_per_second, requests_per_second * BURST, brake)
        self._dealer = SecureDealer() if dealer is None else dealer
        self._workers = Workers(workers, solvers(), restarted(meter)) if workers else None
        self._analyst = analyst(restarted(meter)) if workers else None
        whims = secrets.randbits(64) if thinking is None else thinking
        self._adviser = MindAdviser(whims, self._workers, self._analyst)
        self._brains: BrainFor = Brains(whims, self._workers) if brains is None else brains
        self._draw = draw
        self._gallery = Gallery(
            drawing,
            Pictures(settings.pictures),
            Relief(meter, monotonic),
            meter,
            warming=studio.warming(settings.language),
        )
        self._store: SqliteStore | None = None
        self._retention: Retention | None = None
        self._nightly: Nightly | None = None
        self._cut_off = False

    async def login(self, token: str) -> None:
        """Open the database, then log in: what the owner can mend on this machine is told before any network.

        Raises:
            DatabaseNotWritable, DatabaseCorrupt, DatabaseTooNew, AlreadyRunning: the database cannot be used.
            discord.LoginFailure: Discord does not know the token.
        """
        store = await SqliteStore.open(self.settings.database, meter=self.meter)
        if self._workers is not None:
            self._workers.start()
        brains = timed_brains(self._brains, self.meter)
        self.front = front_of(
            self,
            self.settings,
            store,
            self._budget,
            self.brake,
            self._dealer,
            brains,
            self._adviser,
            self._draw,
            self._gallery,
        )
        self._store = store
        await super().login(token)

    async def setup_hook(self) -> None:
        """Take up the tables, and register what Discord must know."""
        store = self._store
        assert store is not None
        for cog in COGS:
            await cog.setup(self)
        if self.settings.admin_server is not None:
            for cog in OWNER_COGS:
                await cog.setup(self, GuildId(self.settings.admin_server))
        self.add_dynamic_items(Control)
        await self.tree.set_translator(CommandTranslator())
        await self._sync(store)
        await self._sync_admin(store)
        await self.front.uploads.read()
        for table in {*await store.open_tables(), *await store.lagging()}:
            await self.front.outbox.load(table)
        await self.front.service.start_up()
        self._retention = Retention(
            store.departures, self.front.service, UtcClock(), self.settings.retention_days, self._present
        )
        self._nightly = Nightly(
            store.sweeper, store.meta, self.front.service, UtcClock(), self.settings.keep_days, self.meter
        )
        self._nightly.start()

    async def close(self) -> None:
        """Stop in order: first nobody may move, then nothing is drawn, then the connection and the database close."""
        if self._store is not None:
            for keeper in (self._retention, self._nightly):
                if keeper is not None:
                    await keeper.close()
            await self.front.uploads.close()
            await call_off(self.front)
            await self.front.service.shut_down()
            for thinkers in (self._workers, self._analyst):
                if thinkers is not None:
                    await thinkers.close()
            await self.front.outbox.close()
            await self._gallery.close()
        await super().close()
        if self._store is not None:
            store, self._store = self._store, None
            await store.close()

    @property
    def connected(self) -> bool:
        """Whether Discord reaches the bot."""
        return self.is_ready() and not self.is_closed() and not self._cut_off

    def census(self) -> Mapping[tuple[str, TableStatus], int]:
        """Open tables by game and status."""
        return self.front.service.census() if self._store is not None else {}

    def outbox_depth(self) -> int:
        """Messages waiting to be drawn, or being drawn."""
        return self.front.outbox.depth if self._store is not None else 0

    async def health(self) -> dict[str, bool | int]:
        """What the health check answers: `ready` when Discord reaches the bot and the database takes a write.

        `braking` is the brake's level, `refused` what it counts; a bot that brakes is as ready as it can be.
        `workers` are the processes that are there to think; without any, computer players go by rules of thumb.
        """
        writable = self._store is not None and await self._store.writable()
        tables = self.front.service.open_tables if self._store is not None else 0
        return {
            "ready": self.connected and writable,
            "gateway": self.connected,
            "database": writable,
            "tables": tables,
            "braking": int(self.brake.level),
            "refused": self.brake.count,
            "workers": 0 if self._workers is None else len(self._workers.pids),
        }

    async def clicked(self, interaction: discord.Interaction[Any], click: Click) -> None:
        """Answer a click on a control of ours."""
        await answer_click(self.front, interaction, click)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a form, and a click that no control takes: it left its message meanwhile, or is another version's."""
        if interaction.type is discord.InteractionType.modal_submit:
            form = submitted(interaction)
            if form is not None:
                await self.clicked(interaction, form)
            return
        if interaction.type is not discord.InteractionType.component or is_dispatched(interaction):
            return
        click = stray_click(interaction)
        if click is None:
            await answer_stray(self.front, interaction)
        else:
            await self.clicked(interaction, click)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table whose channel is gone waits."""
        await self.front.suspend_in(ChannelId(channel.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A table whose thread is gone waits."""
        await self.front.suspend_in(ChannelId(payload.thread_id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Tables of a server that sent the bot away wait; their logs are kept."""
        for table in await self._tables_of(guild):
            await _do(self.front.service.suspend, table.id)
        if self._retention is not None:
            await self._retention.round()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Tables that waited for an invitation go on; a new server is greeted."""
        for table in await self._tables_of(guild):
            if table.status is TableStatus.SUSPENDED:
                await _do(self.front.service.resume, table.id)
        if self._retention is not None:
            await self._retention.round()
        if self._store is not None:
            await say_hello(self.front, guild)

    def _present(self) -> frozenset[GuildId] | None:
        """The servers where the bot is, those that Discord cannot reach just now included."""
        return frozenset(GuildId(guild.id) for guild in self.guilds) if self.connected else None

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The bot may have been invited again while it was not running, or Discord says it this way."""
        for table in await self._tables_of(guild):
            if table.status is TableStatus.SUSPENDED and guild.get_channel_or_thread(table.channel) is not None:
                await _do(self.front.service.resume, table.id)

    async def on_disconnect(self) -> None:
        """Nobody can be reached: no time passes."""
        if self._store is not None and not self.is_closed():
            self._cut_off = True
            self.front.service.hold_clocks()

    async def on_resumed(self) -> None:
        """Everybody can be reached again."""
        await self._reached_again()

    async def on_ready(self) -> None:
        """Connected, for the first time or anew."""
        await self._reached_again()
        if self._retention is not None:
            self._retention.start()
        if self._store is not None:
            self.front.uploads.start(CardStyle(self.settings.language))
        self._gallery.start()

    async def _reached_again(self) -> None:
        if self._cut_off:
            self._cut_off = False
            await self.front.service.release_clocks()

    async def _tables_of(self, guild: discord.Guild) -> tuple[TableView, ...]:
        if self._store is None:
            return ()
        return await self.front.service.tables_in(GuildId(guild.id))

    async def _sync(self, store: SqliteStore) -> None:
        """Register the commands, only when they or the application changed."""
        described = await description_hash(self.tree, self.application_id or 0)
        if await store.meta.get(COMMANDS_NOTE) == described:
            return
        try:
            await self.tree.sync()
        except discord.HTTPException:
            # The commands of the last start still work; the next start tries again.
            log.exception("commands not registered")
            return
        await store.meta.put(COMMANDS_NOTE, described)
        log.info("commands registered")

    async def _sync_admin(self, store: SqliteStore) -> None:
        """Register the operator's commands in their server only, and take them from the one that was it before."""
        note = await store.meta.get(ADMIN_NOTE)
        before = None if note is None else int(note.partition(":")[0])
        now, wanted = self.settings.admin_server, None
        if now is not None:
            described = await description_hash(self.tree, self.application_id or 0, discord.Object(now))
            wanted = f"{now}:{described}"
        if note == wanted:
            return
        for server in {before, now} - {None}:
            assert server is not None
            try:
                # Of a server that is not meant any more the tree holds none.
                await self.tree.sync(guild=discord.Object(server))
            except discord.HTTPException:
                log.exception("the operator's commands are not as they should in server %s: is the bot there?", server)
                if server == now:
                    return
        if wanted is None:
            await store.meta.delete(ADMIN_NOTE)
        else:
            await store.meta.put(ADMIN_NOTE, wanted)
        log.info("the operator's commands: server %s", now)


def create_bot(settings: Settings) -> TapisBot:
    """A bot ready to start; nothing is opened before."""
    return TapisBot(settings, workers=settings.brain_workers, draw=drawing(), drawing=drawing_of(settings))


async def verify_deal(database: Path, table: int, number: int) -> tuple[str, ...]:
    """The proof that a finished deal was fair, line by line.

    Raises:
        VerifyRefused: it is unknown, still running, or not fair.
    """
    return (await prove_deal(database, table, number)).lines()


def restarted(meter: Meter) -> Callable[[], None]:
    """Counts a worker process that was replaced."""
    return lambda: meter.count("workers_restarted")


async def _do(change: Callable[[TableId], Awaitable[TableView]], table: TableId) -> None:
    """Change one table of a server; its other tables do not depend on whether that works."""
    try:
        await change(table)
    except (EngineRefusal, StorageFailure):
        log.exception("it was not changed with its server", extra={"table": table})
