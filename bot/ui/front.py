"""The front of the house: everything that buttons and commands have in common."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.memory import Memory, UserSettings
from bot.engine.models import (
    OPEN_STATUSES,
    ChannelId,
    GuildId,
    Person,
    SeatView,
    TableId,
    TableStatus,
    TableView,
    UserId,
)
from bot.engine.profiles import ProfileBook
from bot.engine.service import TableService
from bot.i18n.words import Words, language_of, words_for
from bot.render.controls import Picks
from bot.ui.delivery import Delivery
from bot.ui.editing import Editors
from bot.ui.emoji.uploads import Uploads
from bot.ui.gallery import Gallery
from bot.ui.house import House
from bot.ui.message import Draft
from bot.ui.outbox import DiscordOutbox
from bot.ui.painter import NO_PICKS, Painter
from bot.ui.sparing import Sparing

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

REMEMBERED_PICKS = 4096

PATIENCE = 0.3
"""Seconds that a first click waits for its member's language to be stored."""

ALIVE = frozenset({TableStatus.LOBBY, TableStatus.PLAYING})


@dataclass(slots=True)
class Front:
    """Joins the table service with what Discord needs around it.

    Attributes:
        picks: half-made choices by table and member, with the token they belong to; harmless to lose.
        public_language: of public messages until a server chooses.
        profiles: servers' own rules.
        house: the operator's side.
        uploads: makes card emoji.
        gallery: draws pictures.
        editors: profiles that are being made; lost with the process.
        sparing: which invitations are told in private.
        calls: calls for a missing player that are not sent yet, each with the turn it waits for.
        learning: one lesson at a time is opened for a member; an entry goes with its last user.
    """

    service: TableService
    memory: Memory
    painter: Painter
    delivery: Delivery
    outbox: DiscordOutbox
    public_language: str
    profiles: ProfileBook
    house: House
    uploads: Uploads
    gallery: Gallery
    editors: Editors = field(default_factory=Editors)
    sparing: Sparing = field(default_factory=Sparing)
    picks: dict[tuple[TableId, UserId], tuple[str, Picks]] = field(default_factory=dict)
    calls: dict[asyncio.Task[None], asyncio.Future[None]] = field(default_factory=dict)
    learning: WeakValueDictionary[UserId, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def words(self, interaction: Interaction) -> Words:
        """The language the member chose, else the client's own."""
        return (await self.reader(interaction))[0]

    async def reader(self, interaction: Interaction) -> tuple[Words, UserSettings]:
        """The language the member chose, else the client's own, which is kept for private messages; and their settings.

        It is kept on the side: while the database is busy a click is answered all the same.
        """
        user = UserId(interaction.user.id)
        settings = await self.memory.settings.user(user)
        language = language_of(interaction.locale.value)
        if settings.client_language != language:
            keeping = self.outbox.errand(self.memory.settings.see_language(user, language))
            if keeping is not None:
                await asyncio.wait({keeping}, timeout=PATIENCE)
        return words_for(settings.language or language), settings

    def words_now(self, interaction: Interaction) -> Words:
        """The client's language, when nothing may be looked up any more."""
        return words_for(language_of(interaction.locale.value))

    async def public_locale(self, interaction: Interaction) -> str:
        """Language of a new table: the server's choice; else French, or English for a client that is not French."""
        if interaction.guild_id is not None:
            chosen = (await self.memory.settings.guild(GuildId(interaction.guild_id))).language
            if chosen is not None:
                return chosen
        return self.public_language if language_of(interaction.locale.value) == "fr" else "en"

    async def table_for(self, interaction: Interaction, table: int | None = None) -> TableView:
        """The table a command means: the named one, this channel's, or the member's only one.

        Raises:
            EngineRefusal: NO_TABLE when there is none.
            SeveralTables: the member sits at several and named none.
        """
        user = UserId(interaction.user.id)
        if table is not None:
            named = await self.service.table(TableId(table))
            if named.seat_of(user) is None and not _sees(interaction, named):
                raise EngineRefusal(Trouble.NO_TABLE)
            return named
        if interaction.guild_id is not None and interaction.channel_id is not None:
            try:
                return await self.service.table_in(ChannelId(interaction.channel_id))
            except EngineRefusal as refusal:
                log.debug("no table in this channel: %s", refusal)
        mine = [table for table in await self.service.tables_of(user) if table.status in ALIVE]
        if not mine:
            raise EngineRefusal(Trouble.NO_TABLE)
        if len(mine) > 1:
            raise SeveralTables(tuple(mine))
        return mine[0]

    async def suspend_in(self, channel: ChannelId) -> None:
        """A channel is gone: its open table waits, its log is kept."""
        try:
            table = await self.service.table_in(channel)
        except EngineRefusal:
            return
        if table.status in OPEN_STATUSES:
            await self.service.suspend(table.id)

    def hand(self, seat: SeatView, words: Words, settings: UserSettings) -> Draft:
        """The member's hand as they like it and as the half-made choices stand."""
        return self.painter.hand(seat, words, settings, self.picks_of(seat, settings.user))

    def picks_of(self, seat: SeatView, user: UserId) -> Picks:
        """Half-made choices, unless the seat's choice has changed since."""
        token, picks = self.picks.get((seat.table.id, user), ("", NO_PICKS))
        return picks if token == seat.token else NO_PICKS

    def forget(self, user: UserId) -> None:
        """Hold nothing of this member in memory."""
        for key in [key for key in self.picks if key[1] == user]:
            del self.picks[key]
        self.sparing.forget(user)
        self.painter.tips.forget(user)

    def keep_picks(self, seat: SeatView, user: UserId, picks: Picks) -> None:
        """Remember half-made choices; the oldest are forgotten when there are too many."""
        self.picks.pop((seat.table.id, user), None)
        self.picks[seat.table.id, user] = (seat.token, picks)
        while len(self.picks) > REMEMBERED_PICKS:
            self.picks.pop(next(iter(self.picks)))


class SeveralTables(Exception):
    """A command could mean any of these tables."""

    def __init__(self, tables: tuple[TableView, ...]) -> None:
        super().__init__(f"{len(tables)} tables")
        self.tables = tables


def person_of(user: discord.abc.User) -> Person:
    """A member as the engine names people."""
    return Person(UserId(user.id), user.display_name)


def is_manager(interaction: Interaction, guild: GuildId) -> bool:
    """Whether the member may manage this server. Nobody manages one from within another, whatever they are there."""
    return interaction.guild_id == guild and interaction.permissions.manage_guild


def _sees(interaction: Interaction, table: TableView) -> bool:
    """Whether who asks can read the table's channel: asking there proves it, else the permissions there say it."""
    if interaction.channel_id == table.channel:
        return True
    guild, member = interaction.guild, interaction.user
    if guild is None or guild.id != table.guild or not isinstance(member, discord.Member):
        return False
    channel = guild.get_channel_or_thread(table.channel)
    return channel is not None and reads(channel, member)


def reads(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Whether a member can read a channel or thread."""
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return False
    allowed = channel.permissions_for(member)
    if isinstance(channel, discord.Thread) and channel.is_private() and not allowed.manage_threads:
        # Who its members are is not known without asking for it.
        return False
    return allowed.view_channel
