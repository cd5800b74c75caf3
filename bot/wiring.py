"""How the parts are joined: the engine on its store, the interface on the engine, with the owner's settings."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from functools import partial
from pathlib import Path

import discord
from discord.ext import commands

from bot import __version__
from bot.brake import Brake
from bot.config import Settings
from bot.core.registry import games
from bot.engine.driver import BrainFor
from bot.engine.models import GuildId, Pictures, TableStatus, UserId
from bot.engine.policy import Policy
from bot.engine.ports import Adviser, Dealer
from bot.engine.profiles import ProfileBook
from bot.engine.service import TableService
from bot.render import art
from bot.storage.backup import last_backup
from bot.storage.store import SqliteStore
from bot.ui import studio
from bot.ui.boards import Key
from bot.ui.budget import Budget
from bot.ui.choosing import preset_names
from bot.ui.delivery import Delivery
from bot.ui.easel import Easel
from bot.ui.emoji.shelf import Shelf
from bot.ui.emoji.uploads import Draw, Uploads
from bot.ui.front import Front
from bot.ui.gallery import Gallery
from bot.ui.house import Files, House
from bot.ui.outbox import DiscordOutbox
from bot.ui.painter import Painter
from bot.ui.sketch import Drawing

log = logging.getLogger(__name__)


class UtcClock:
    """Time as the library sees it, so that tests can move it."""

    def now(self) -> datetime:
        """The present, in UTC."""
        return discord.utils.utcnow()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


def drawing() -> Draw | None:
    """What draws card emoji; None where the library for pictures is not installed."""
    if not art.available():
        log.warning("%s; cards are shown in letters, and messages go without pictures", art.HOW_TO_INSTALL)
        return None
    return lambda wanted: art.emoji_png(wanted.card, wanted.style.language, wanted.style.palette)


def drawing_of(settings: Settings) -> Drawing | None:
    """What draws pictures for messages; None where none are wanted, or the library is not installed."""
    return studio.draw if Pictures(settings.pictures) is not Pictures.TEXT and art.available() else None


def front_of(
    client: commands.Bot,
    settings: Settings,
    store: SqliteStore,
    budget: Budget,
    brake: Brake,
    dealer: Dealer,
    brains: BrainFor,
    adviser: Adviser,
    draw: Draw | None,
    gallery: Gallery,
) -> Front:
    """Everything behind commands and buttons, joined together on an open database; nothing is started."""
    shelf = Shelf()
    uploads = Uploads(client, shelf, budget, draw, settings.emoji_pause)
    painter = Painter(shelf, lambda: gallery.level)
    delivery = Delivery(client, store, budget)
    easel = Easel(client, store, painter, delivery, budget, gallery)
    outbox = DiscordOutbox(easel, settings.edit_interval)
    gallery.attach(lambda: outbox.under_way)
    policy = Policy(
        turn_seconds=settings.turn_seconds,
        next_deal_seconds=settings.next_deal_seconds,
        computer_pause=settings.computer_pause,
        take_back_pause=settings.take_back_pause,
        lobby_minutes=settings.lobby_minutes,
    )
    clock = UtcClock()

    def keep_tip(user: UserId, tip: str) -> asyncio.Task[None] | None:
        return outbox.errand(told(user, tip))

    async def told(user: UserId, tip: str) -> None:
        await store.settings.tell_once(user, tip)

    async def last_card(user: UserId) -> bool:
        return (await store.settings.user(user)).last_card

    service = TableService(store, outbox, clock, dealer, brains, policy, last_card=last_card, adviser=adviser)
    easel.attach(service, outbox.redraw_hands, outbox.look_again)
    shelf.completed = partial(_show_emoji, service, outbox)
    painter.tips.keep = keep_tip
    book = ProfileBook(store.profiles, clock, games(), tuple(preset_names()))
    server = None if settings.admin_server is None else GuildId(settings.admin_server)
    house = House(client, service, outbox, budget, brake, server, partial(_files, settings.database), __version__)
    return Front(service, store, painter, delivery, outbox, settings.language, book, house, uploads, gallery)


def _show_emoji(service: TableService, outbox: DiscordOutbox, game: str) -> None:
    """Draw the running tables of a game anew, whose cards were in letters for want of emoji."""
    for table in service.open_views():
        if table.game == game and table.status is TableStatus.PLAYING:
            outbox.mark(Key(table.id))
            outbox.redraw_hands(table.id)


def _files(database: Path) -> Files:
    """How the database lies on the disk now."""
    parts = (database, database.with_name(database.name + "-wal"))
    return Files(sum(part.stat().st_size for part in parts if part.exists()), last_backup(database))
