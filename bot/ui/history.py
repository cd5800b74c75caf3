"""/history: matches that are over, one's own, a member's or the server's, for who may see them."""

from __future__ import annotations

import discord

from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.history import Past, Question
from bot.engine.models import ChannelId, SeatHolder, TableId, UserId
from bot.i18n.words import Words
from bot.render.history import Finished, history_panel
from bot.ui.front import Interaction, reads
from bot.ui.message import Draft
from bot.ui.request import Request
from bot.ui.scenes import safe_name, shown_profile
from bot.ui.visit import PRIVATE_TOKEN, Visit

MINE, ALL = "me", "all"
"""Whose matches a button leads through: who clicks, the server's, else the id of a member."""

MOST_PAGES = 100_000


async def told(request: Request, whose: str, number: int) -> Draft:
    """A page of matches.

    Args:
        request: who asks, and where.
        whose: `me`, `all` or a member's id.
        number: which page, from 0.

    Raises:
        EngineRefusal: STALE when it is nobody's.
        StorageFailure: it cannot be read.
    """
    if not 0 <= number <= MOST_PAGES:
        raise EngineRefusal(Trouble.STALE)
    member = request.user if whose == MINE else None if whose == ALL else _member(whose)
    question = Question(request.user, request.guild, _readable(request.interaction), member)
    page = await request.front.memory.history.page(question, number)
    matches = [_finished(past) for past in page.matches]
    title = _title(whose, request.words)
    panel = history_panel(title, matches, number, page.more, f"ui:history:{whose}", request.words)
    return Draft.of(panel, TableId(0), PRIVATE_TOKEN)


async def clicked(visit: Visit, rest: str) -> None:
    """Another page."""
    whose, _, page = rest.partition(":")
    if not page.isdecimal():
        raise EngineRefusal(Trouble.STALE)
    await visit.look(await told(visit, whose, int(page)))


def _member(whose: str) -> UserId:
    """The id that a button carries.

    Raises:
        EngineRefusal: STALE when that is none: no id of Discord has more than 63 bits.
    """
    if not whose.isdecimal() or not int(whose) < 1 << 63:
        raise EngineRefusal(Trouble.STALE)
    return UserId(int(whose))


def _title(whose: str, words: Words) -> str:
    if whose == MINE:
        return words.text("history.mine")
    return words.text("history.server") if whose == ALL else words.text("history.member", who=f"<@{whose}>")


def _readable(interaction: Interaction) -> list[ChannelId]:
    """Channels and threads of the server that who asks can read."""
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return []
    here = [] if interaction.channel_id is None else [ChannelId(interaction.channel_id)]
    places = (*guild.channels, *guild.threads)
    return here + [ChannelId(place.id) for place in places if reads(place, member)]


def _finished(past: Past) -> Finished:
    names = tuple(_name(holder) for holder in past.seats)
    profile = shown_profile(past.profile, past.profile_version)
    shown = (past.ended_at, names, past.sides, past.totals, past.winner, past.abandoned)
    return Finished(past.table, past.game, profile, *shown)


def _name(holder: SeatHolder) -> str | None:
    if holder.gone:
        return ""
    return None if holder.user is None else safe_name(holder.name)
