"""Settings: a server's, and a member's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.memory import GuildSettings, HandPlace, Opener, RoleId, UserSettings
from bot.engine.models import ChannelId, GuildId
from bot.engine.quiet import QuietHours, is_zone
from bot.i18n.commands import command_text
from bot.i18n.words import Words
from bot.ui import suggestions
from bot.ui.call import Call, answered
from bot.ui.choosing import choose
from bot.ui.front import Interaction, is_manager
from bot.ui.present import Notice, listed
from bot.ui.translation import about

AUTO = "auto"
LANGUAGES = [
    app_commands.Choice(name="Français", value="fr"),
    app_commands.Choice(name="English", value="en"),
    app_commands.Choice(name="Automatic", value=AUTO),
]
HANDS = [
    app_commands.Choice(name="Private messages", value=HandPlace.DM.value),
    app_commands.Choice(name="In the channel", value=HandPlace.CHANNEL.value),
]
OPENERS = [
    app_commands.Choice(name="Everyone", value=Opener.EVERYONE.value),
    app_commands.Choice(name="Server managers", value=Opener.MANAGERS.value),
]


class Admin(commands.Cog):
    """/settings and /preferences. A server can change the default permission, so it is checked again here."""

    settings = app_commands.Group(
        name="settings",
        description=about("settings"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @settings.command(name="language", description=about("settings.language"))
    @app_commands.describe(language=about("settings.language.language"))
    @app_commands.choices(language=LANGUAGES)
    async def language(self, interaction: Interaction, language: app_commands.Choice[str]) -> None:
        """Language of public messages."""

        async def work(call: Call) -> None:
            guild = _managed(interaction)
            chosen = None if language.value == AUTO else language.value
            await _change(call, guild, lambda settings: replace(settings, language=chosen))
            await call.say("say.settings_kept")

        await answered(interaction, work)

    @settings.command(name="channels", description=about("settings.channels"))
    @app_commands.describe(channel=about("settings.channels.channel"), allowed=about("settings.channels.allowed"))
    async def channels(
        self, interaction: Interaction, channel: discord.TextChannel | None = None, allowed: bool = True
    ) -> None:
        """Where tables may be opened; without a channel, everywhere."""

        async def work(call: Call) -> None:
            guild = _managed(interaction)
            one = None if channel is None else ChannelId(channel.id)
            settings = await _change(call, guild, lambda before: _with_channel(before, one, allowed=allowed))
            if settings.channels:
                places = listed([f"<#{place}>" for place in sorted(settings.channels)], call.words)
                await call.say("say.channels_some", channels=places)
            else:
                await call.say("say.channels_all")

        await answered(interaction, work)

    @settings.command(name="openers", description=about("settings.openers"))
    @app_commands.describe(who=about("settings.openers.who"), role=about("settings.openers.role"))
    @app_commands.choices(who=OPENERS)
    async def openers(
        self,
        interaction: Interaction,
        who: app_commands.Choice[str] | None = None,
        role: discord.Role | None = None,
    ) -> None:
        """Who may open tables."""

        async def work(call: Call) -> None:
            guild = _managed(interaction)
            meant = None if role is None else RoleId(role.id)
            opener = Opener.EVERYONE if who is None else Opener(who.value)
            opener = opener if meant is None else Opener.ROLE
            await _change(call, guild, lambda settings: replace(settings, opener=opener, role=meant))
            await call.say("say.settings_kept")

        await answered(interaction, work)

    @settings.command(name="quiet", description=about("settings.quiet"))
    @app_commands.describe(
        start=about("settings.quiet.start"), end=about("settings.quiet.end"), zone=about("settings.quiet.zone")
    )
    @app_commands.autocomplete(zone=suggestions.zones)
    async def quiet(
        self,
        interaction: Interaction,
        start: app_commands.Range[int, 0, 23] | None = None,
        end: app_commands.Range[int, 0, 23] | None = None,
        zone: str | None = None,
    ) -> None:
        """When slow matches disturb nobody; what is left out stays as it is."""

        async def work(call: Call) -> None:
            guild = _managed(interaction)
            if zone is not None and not is_zone(zone):
                raise Notice("say.no_zone")
            settings = await _change(call, guild, lambda before: _with_hours(before, start, end, zone))
            hours = settings.quiet
            if hours.start == hours.end:
                await call.say("say.quiet_none", zone=hours.zone)
            else:
                await call.say("say.quiet_hours", start=hours.start, end=hours.end, zone=hours.zone)

        await answered(interaction, work)

    @settings.command(name="profile", description=about("settings.profile"))
    @app_commands.describe(game=about("settings.profile.game"), profile=about("settings.profile.profile"))
    @app_commands.autocomplete(game=suggestions.games, profile=suggestions.profiles)
    async def profile(self, interaction: Interaction, game: str, profile: str | None = None) -> None:
        """The rules of new tables of a game; without a profile, the game's own choice."""

        async def work(call: Call) -> None:
            guild = _managed(interaction)
            named = None if profile is None else (await choose(call.front, guild, game, profile)).profile
            await _change(call, guild, lambda settings: _with_usual(settings, game, named))
            rules = await choose(call.front, guild, game, None)
            await call.say("say.usual_profile", profile=rules.label(call.words))

        await answered(interaction, work)

    @app_commands.command(name="preferences", description=about("preferences"))
    @app_commands.describe(language=about("preferences.language"), hands=about("preferences.hands"))
    @app_commands.choices(language=LANGUAGES, hands=HANDS)
    async def preferences(
        self,
        interaction: Interaction,
        language: app_commands.Choice[str] | None = None,
        hands: app_commands.Choice[str] | None = None,
    ) -> None:
        """A member's own settings; without any option, how they stand."""

        async def work(call: Call) -> None:
            await _prefer(call, None if language is None else language.value, None if hands is None else hands.value)

        await answered(interaction, work)


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(Admin())


async def _prefer(call: Call, language: str | None, hands: str | None) -> None:
    """Change what is given, and draw the hands that are shown anew; without anything given, tell how things stand."""
    store = call.front.memory.settings
    if language is None and hands is None:
        await call.say("say.preferences_are", **_described(await store.user(call.user), call.words))
        return

    def preferred(settings: UserSettings) -> UserSettings:
        if language is not None:
            settings = replace(settings, language=None if language == AUTO else language)
        if hands is not None:
            # Asking for private messages again means that they were opened.
            settings = replace(settings, hand=HandPlace(hands), dm_closed_until=None)
        return settings

    settings = await call.answer.saving(store.change_user(call.user, preferred))
    call.words = await call.front.words(call.interaction)
    for table in await call.front.service.tables_of(call.user):
        seat = table.seat_of(call.user)
        if seat is not None:
            call.front.outbox.redraw_hand(table.id, seat)
    await call.say("say.preferences_changed", **_described(settings, call.words))


def _described(settings: UserSettings, words: Words) -> dict[str, str]:
    """A member's preferences by the names that the lists of the command give them."""
    language = command_text(f"choice.{settings.language or AUTO}", "name", words.language)
    return {"language": language, "hands": command_text(f"choice.{settings.hand}", "name", words.language)}


async def _change(call: Call, guild: GuildId, change: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
    """Change the server's settings from what they are when that is written: another manager may change them too."""
    return await call.answer.saving(call.front.memory.settings.change_guild(guild, change))


def _with_channel(settings: GuildSettings, channel: ChannelId | None, *, allowed: bool) -> GuildSettings:
    """With or without this channel among those where tables may be opened; without any, everywhere."""
    if channel is None:
        return replace(settings, channels=frozenset())
    one = frozenset({channel})
    return replace(settings, channels=settings.channels | one if allowed else settings.channels - one)


def _with_hours(settings: GuildSettings, start: int | None, end: int | None, zone: str | None) -> GuildSettings:
    """With other quiet hours; what is left out stays."""
    before = settings.quiet
    hours = QuietHours(
        before.zone if zone is None else zone,
        before.start if start is None else start,
        before.end if end is None else end,
    )
    return replace(settings, quiet=hours)


def _with_usual(settings: GuildSettings, game: str, profile: str | None) -> GuildSettings:
    """With this profile for new tables of a game; without a profile, the game's own choice."""
    usual = {key: name for key, name in settings.profiles.items() if key != game}
    return replace(settings, profiles=usual if profile is None else {**usual, game: profile})


def _managed(interaction: Interaction) -> GuildId:
    guild = GuildId(interaction.guild_id or 0)
    if not is_manager(interaction, guild):
        raise Notice("say.managers_only")
    return guild
