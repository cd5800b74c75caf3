"""A server's settings on one panel, for who manages it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.memory import GuildSettings, Opener
from bot.engine.models import GuildId, Level, Pace, Pictures, TableId
from bot.i18n.words import Words
from bot.palette import Palette
from bot.render.preferences import Setting, settings_panel
from bot.ui.choosing import choose
from bot.ui.front import is_manager
from bot.ui.message import Draft
from bot.ui.preferences import AUTO, choices_of, picture_notes
from bot.ui.present import Notice, listed
from bot.ui.request import Request
from bot.ui.visit import PRIVATE_TOKEN, Visit

OPENERS = (Opener.EVERYONE, Opener.MANAGERS)


def managed(request: Request) -> GuildId:
    """The server in which somebody who manages it asks.

    Raises:
        Notice: they do not manage it.
    """
    guild = GuildId(request.interaction.guild_id or 0)
    if not is_manager(request.interaction, guild):
        raise Notice("say.managers_only")
    return guild


async def draft(request: Request, guild: GuildId) -> Draft:
    """The panel, in private."""
    settings, words = await request.front.memory.settings.guild(guild), request.words
    shown = [
        Setting("public_language", settings.language or AUTO, choices_of("language")),
        Setting("openers", None if settings.opener is Opener.ROLE else settings.opener, OPENERS),
        Setting("table_pictures", settings.pictures, tuple(Pictures)),
        Setting("level", settings.level, tuple(Level)),
    ]
    flipped = (
        Setting("pace", settings.pace, tuple(Pace)),
        Setting("table_palette", settings.palette, tuple(Palette)),
    )
    notes = [*picture_notes(request.front, words), *_notes(settings, words), *await _profiles(request, settings)]
    panel = settings_panel(words.text("pref.server_title"), shown, flipped, words, "ui:server", notes)
    return Draft.of(panel, TableId(0), PRIVATE_TOKEN)


async def change(request: Request, name: str, value: str) -> None:
    """Change one setting.

    Raises:
        Notice: who asks does not manage the server.
        EngineRefusal: STALE for a name or a value that there is not (any more).
    """
    guild = managed(request)
    await changed(request, guild, lambda settings: _changed(settings, name, value))


async def changed(request: Request, guild: GuildId, work: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
    """Change the server's settings from what they are when that is written: another manager may change them too."""
    return await request.answer.saving(request.front.memory.settings.change_guild(guild, work))


async def clicked(visit: Visit, rest: str) -> None:
    """A menu's choice or a button of the panel; without a name the panel itself is asked for."""
    name, _, value = rest.partition(":")
    if name:
        await change(visit, name, value or visit.chosen)
    await visit.look(await draft(visit, managed(visit)))


def _changed(settings: GuildSettings, name: str, value: str) -> GuildSettings:
    try:
        match name:
            case "public_language" if value in choices_of("language"):
                return replace(settings, language=None if value == AUTO else value)
            case "openers" if value in OPENERS:
                return replace(settings, opener=Opener(value), role=None)
            case "pace":
                return replace(settings, pace=Pace(value))
            case "table_pictures":
                return replace(settings, pictures=Pictures(value))
            case "level":
                return replace(settings, level=Level(value))
            case "table_palette":
                return replace(settings, palette=Palette(value))
            case _:
                raise EngineRefusal(Trouble.STALE)
    except ValueError as error:
        raise EngineRefusal(Trouble.STALE) from error


def _notes(settings: GuildSettings, words: Words) -> list[str]:
    """What is set by its own command only."""
    notes = []
    if settings.opener is Opener.ROLE:
        notes.append(words.text("pref.role", role=f"<@&{settings.role}>"))
    if settings.seek_role is not None:
        notes.append(words.text("pref.seek", role=f"<@&{settings.seek_role}>"))
    notes.append(words.text("pref.hints_on" if settings.hints else "pref.hints_off"))
    if settings.channels:
        places = listed([f"<#{channel}>" for channel in sorted(settings.channels)], words)
        notes.append(words.text("pref.channels", channels=places))
    else:
        notes.append(words.text("pref.channels_all"))
    quiet = settings.quiet
    if quiet.start == quiet.end:
        notes.append(words.text("pref.quiet_none", zone=quiet.zone))
    else:
        notes.append(words.text("pref.quiet", start=quiet.start, end=quiet.end, zone=quiet.zone))
    return notes


async def _profiles(request: Request, settings: GuildSettings) -> list[str]:
    games = sorted(settings.profiles)
    rules = [await choose(request.front, settings.guild, game, None) for game in games]
    return [request.words.text("pref.profile", profile=chosen.label(request.words)) for chosen in rules]
