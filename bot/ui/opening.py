"""Opening a table, and leaving one."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.memory import GuildSettings, Opener, Surface
from bot.engine.models import ChannelId, GuildId, MessageId, Pace, TableStatus, TableView, UserId
from bot.engine.setup import Manner
from bot.i18n.words import Words
from bot.ui.ack import Answer
from bot.ui.boards import Key
from bot.ui.call import Call
from bot.ui.choosing import choose, profile_label
from bot.ui.front import Front, Interaction, is_manager, person_of
from bot.ui.greeting import greet
from bot.ui.message import Draft
from bot.ui.outbox import edit_token
from bot.ui.present import Notice, listed, sentence
from bot.ui.request import Request

log = logging.getLogger(__name__)

NEEDED = ("view_channel", "send_messages")
"""What a table's channel must allow the bot."""

THREAD_NAME_LIMIT = 100

DAY: Final = 1440
WEEK: Final = 10_080
"""Minutes without a message after which Discord puts a thread away."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a host asks for; None leaves it to the game.

    Attributes:
        target: points to play to, over what the profile says.
        thread: open it in a public thread of its own.
        pace: in one sitting, or by the day; None as the server has it.
        private: only who is invited may sit there.
    """

    game: str
    profile: str | None
    players: int | None
    target: int | None
    thread: bool
    pace: Pace | None = None
    private: bool = False


async def open_table(call: Request, wish: Wish) -> None:
    """Open a lobby where the command was given; its message is the answer."""
    interaction = call.interaction
    assert interaction.guild_id is not None, "the command is for servers only"
    guild = GuildId(interaction.guild_id)
    rules = await call.answer.after(choose(call.front, guild, wish.game, wish.profile, wish.target))
    settings = await call.answer.after(call.front.memory.settings.guild(guild))
    may_open(call, settings, thread=wish.thread)
    service = call.front.service
    service.check(rules.game, rules.profile, rules.options, wish.players)
    locale = await call.answer.after(call.front.public_locale(interaction))
    label = profile_label(rules.game, rules.profile, call.words, rules.version, plain=True)
    manner = Manner(
        wish.pace or settings.pace,
        settings.quiet,
        settings.pictures,
        settings.palette,
        private=wish.private,
        seeks=settings.seek_role is not None,
        level=settings.level,
        hints=settings.hints,
    )
    thread = await call.answer.after(new_thread(interaction, label, manner.pace)) if wish.thread else None
    channel = ChannelId((interaction.channel_id or 0) if thread is None else thread.id)
    host = person_of(interaction.user)
    opening = service.open(
        guild, channel, host, rules.game, rules.profile, rules.options, wish.players, locale, rules.version, manner
    )
    with call.front.outbox.expecting():
        try:
            table = await in_place(call, opening, thread)
        except EngineRefusal as refusal:
            if refusal.code is not Trouble.CHANNEL_TAKEN:
                raise
            await _point_to_table(call, channel, refusal)
            return
        if isinstance(call, Call):
            call.table = table
        if channel == interaction.channel_id and not interaction.response.is_done():
            await _answer_with_lobby(call, table)
    if channel != interaction.channel_id or interaction.response.type is not _SENT:
        await call.say("say.opened", channel=f"<#{channel}>")
    await greet(call.front, call.answer, table, call.user, call.words)


_SENT = discord.InteractionResponseType.channel_message


def asks_to_leave(table: TableView, user: UserId) -> bool:
    """Whether leaving wants a second word: a match is being played.

    Raises:
        EngineRefusal: NOT_SEATED.
    """
    if table.seat_of(user) is None:
        raise EngineRefusal(Trouble.NOT_SEATED)
    return table.status is TableStatus.PLAYING


def left(after: TableView) -> str:
    """What is said to who has left: the table may have closed behind them."""
    return "say.left_closed" if after.status is TableStatus.CLOSED else "say.left"


async def leave(front: Front, table: TableView, user: UserId) -> TableView:
    """Give a seat up; the hand is taken off the private message at once, unless the table closes as it is.

    Raises:
        EngineRefusal: NOT_SEATED.
    """
    seat = table.seat_of(user)
    after = await front.service.leave(table.id, user)
    if seat is not None and after.status is not TableStatus.CLOSED:
        front.outbox.errand(front.outbox.blank(table.id, seat))
        front.outbox.mark(Key(table.id))
    return after


def asked(after: TableView) -> str:
    """What is said to who has proposed something or answered: it is done, dropped, or waits for others."""
    if after.status is TableStatus.CLOSED:
        return "say.closed"
    if after.asked is not None:
        return "say.proposed"
    return "say.paused" if after.paused else "say.resumed"


async def took_over(front: Front, answer: Answer, table: TableView, user: UserId, words: Words) -> None:
    """The hand of the seat goes from who held it to its new holder, who is told where to find it."""
    seat = table.seat_of(user)
    assert seat is not None, "they have just taken it"
    front.outbox.errand(front.outbox.blank(table.id, seat))
    front.outbox.redraw_hand(table.id, seat)
    await answer.tell(Draft(words.text("say.took_over", seat=seat + 1)))
    await greet(front, answer, table, user, words, hello=False)


def partner_seat(table: TableView, user: UserId) -> Seat:
    """The seat of a member's first partner.

    Raises:
        EngineRefusal: NOT_SEATED; WRONG_PLAYERS where everybody plays alone.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise EngineRefusal(Trouble.NOT_SEATED)
    side = next(side for side in table.sides if seat in side)
    others = [other for other in side if other != seat]
    if not others:
        raise EngineRefusal(Trouble.WRONG_PLAYERS, players=table.players)
    return others[0]


async def _answer_with_lobby(call: Request, table: TableView) -> None:
    draft = call.front.painter.public(table)
    sent = await call.answer.tell(draft, ephemeral=False)
    if sent is not None:
        surface = Surface(table.id, None, table.channel, MessageId(sent.message), table.seq)
        await call.front.outbox.adopt(surface, table, sent.draft, edit_token(call.interaction, sent))


async def new_thread(interaction: Interaction, name: str, pace: Pace) -> discord.Thread:
    """A public thread for a table.

    Raises:
        Notice: there can be none here.
    """
    if not isinstance(interaction.channel, discord.TextChannel):
        raise Notice("say.no_thread_here")
    return await interaction.channel.create_thread(
        name=name[:THREAD_NAME_LIMIT],
        type=discord.ChannelType.public_thread,
        auto_archive_duration=WEEK if pace is Pace.SLOW else DAY,
    )


async def in_place(call: Request, opening: Coroutine[Any, Any, TableView], thread: discord.Thread | None) -> TableView:
    """The opened table; a thread that was made for it goes again when it cannot be opened."""
    try:
        return await call.answer.saving(opening)
    except Exception:
        if thread is not None:
            await _discard(thread)
        raise


async def _discard(thread: discord.Thread) -> None:
    """Delete an empty thread; without the permission for that, its maker may at least archive it."""
    try:
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("an empty thread stays: %s", error)


async def _point_to_table(call: Request, channel: ChannelId, refusal: EngineRefusal) -> None:
    table = await call.front.service.table_in(channel)
    await call.front.outbox.load(table.id)
    board = call.front.outbox.board(Key(table.id))
    text = sentence(refusal, call.words)
    if board.surface is not None:
        text += f"\nhttps://discord.com/channels/{table.guild}/{channel}/{board.surface.message}"
    await call.answer.tell(Draft(text))


def may_open(call: Request, settings: GuildSettings, *, thread: bool) -> None:
    """Whether this member may open a table here, and whether the bot may write it.

    Raises:
        Notice: the server's settings or its permissions say no.
    """
    _check_leave(call, settings)
    _check_permissions(call.interaction, call, thread=thread)


def _check_leave(call: Request, settings: GuildSettings) -> None:
    """Whether this member may open a table here, by the server's own settings."""
    interaction = call.interaction
    places = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if settings.channels and not places & settings.channels:
        named = listed([f"<#{channel}>" for channel in sorted(settings.channels)], call.words)
        raise Notice("say.not_this_channel", channels=named)
    if settings.opener is Opener.EVERYONE or is_manager(interaction, settings.guild):
        return
    roles = {role.id for role in getattr(interaction.user, "roles", ())}
    if settings.opener is not Opener.ROLE or settings.role not in roles:
        raise Notice("say.not_an_opener")


def _check_permissions(interaction: Interaction, call: Request, *, thread: bool) -> None:
    """Refuse early, and name what is missing."""
    needed = list(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    if thread:
        needed += ["create_public_threads", "send_messages_in_threads"]
    missing = [name for name in needed if not getattr(interaction.app_permissions, name)]
    if missing:
        names = call.words.both([call.words.text(f"say.permission.{name}") for name in missing])
        raise Notice("error.permission", permission=names)
