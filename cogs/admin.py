"""Settings: a server's, and a member's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.memory import GuildSettings, HandPlace, Opener, RoleId
from bot.engine.models import ChannelId, Level, Pace, Pictures
from bot.engine.quiet import QuietHours, is_zone
from bot.i18n.commands import command_text
from bot.palette import Palette
from bot.ui import preferences, server, suggestions
from bot.ui.call import Call, answered
from bot.ui.choosing import choose
from bot.ui.front import Interaction
from bot.ui.present import Notice, listed
from bot.ui.translation import about


def _choices(values: Iterable[str]) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=command_text(f"choice.{value}", "name", "en"), value=str(value)) for value in values
    ]


LANGUAGES = _choices(preferences.choices_of("language"))
PICTURES = _choices(preferences.choices_of("pictures"))


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
    async def language(self, interaction: Interaction, language: str) -> None:
        """Language of public messages."""
        await answered(interaction, lambda call: _set(call, "public_language", language))

    @settings.command(name="show", description=about("settings.show"))
    async def show(self, interaction: Interaction) -> None:
        """Everything that is set here, on one panel."""

        async def work(call: Call) -> None:
            await call.answer.tell(await server.draft(call, server.managed(call)))

        await answered(interaction, work)

    @settings.command(name="pace", description=about("settings.pace"))
    @app_commands.describe(pace=about("settings.pace.pace"))
    @app_commands.choices(pace=_choices(Pace))
    async def pace(self, interaction: Interaction, pace: str) -> None:
        """The pace of new tables."""
        await answered(interaction, lambda call: _set(call, "pace", pace))

    @settings.command(name="pictures", description=about("settings.pictures"))
    @app_commands.describe(pictures=about("settings.pictures.pictures"))
    @app_commands.choices(pictures=_choices(Pictures))
    async def pictures(self, interaction: Interaction, pictures: str) -> None:
        """How new tables show cards."""
        await answered(interaction, lambda call: _set(call, "table_pictures", pictures))

    @settings.command(name="computers", description=about("settings.computers"))
    @app_commands.describe(level=about("settings.computers.level"))
    @app_commands.choices(level=_choices(Level))
    async def computers(self, interaction: Interaction, level: str) -> None:
        """How well computer players of new tables play."""
        await answered(interaction, lambda call: _set(call, "level", level))

    @settings.command(name="palette", description=about("settings.palette"))
    @app_commands.describe(palette=about("settings.palette.palette"))
    @app_commands.choices(palette=_choices(Palette))
    async def palette(self, interaction: Interaction, palette: str) -> None:
        """The suits' colours at new tables."""
        await answered(interaction, lambda call: _set(call, "table_palette", palette))

    @settings.command(name="hints", description=about("settings.hints"))
    @app_commands.describe(allowed=about("settings.hints.allowed"))
    async def hints(self, interaction: Interaction, allowed: bool) -> None:
        """Whether players of new tables may ask for hints."""

        async def work(call: Call) -> None:
            guild = server.managed(call)
            await server.changed(call, guild, lambda settings: replace(settings, hints=allowed))
            await call.say("say.settings_kept")

        await answered(interaction, work)

    @settings.command(name="channels", description=about("settings.channels"))
    @app_commands.describe(channel=about("settings.channels.channel"), allowed=about("settings.channels.allowed"))
    async def channels(
        self, interaction: Interaction, channel: discord.TextChannel | None = None, allowed: bool = True
    ) -> None:
        """Where tables may be opened; without a channel, everywhere."""

        async def work(call: Call) -> None:
            guild = server.managed(call)
            one = None if channel is None else ChannelId(channel.id)
            settings = await server.changed(call, guild, lambda before: _with_channel(before, one, allowed=allowed))
            if settings.channels:
                places = listed([f"<#{place}>" for place in sorted(settings.channels)], call.words)
                await call.say("say.channels_some", channels=places)
            else:
                await call.say("say.channels_all")

        await answered(interaction, work)

    @settings.command(name="openers", description=about("settings.openers"))
    @app_commands.describe(who=about("settings.openers.who"), role=about("settings.openers.role"))
    @app_commands.choices(who=_choices([Opener.EVERYONE, Opener.MANAGERS]))
    async def openers(
        self,
        interaction: Interaction,
        who: app_commands.Choice[str] | None = None,
        role: discord.Role | None = None,
    ) -> None:
        """Who may open tables."""

        async def work(call: Call) -> None:
            guild = server.managed(call)
            meant = None if role is None else RoleId(role.id)
            opener = Opener.EVERYONE if who is None else Opener(who.value)
            opener = opener if meant is None else Opener.ROLE
            await server.changed(call, guild, lambda settings: replace(settings, opener=opener, role=meant))
            await call.say("say.settings_kept")

        await answered(interaction, work)

    @settings.command(name="seek", description=about("settings.seek"))
    @app_commands.describe(role=about("settings.seek.role"))
    async def seek(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Whom a host may call when a player is missing; without a role, nobody."""

        async def work(call: Call) -> None:
            guild = server.managed(call)
            if role is not None and role.is_default():
                raise Notice("say.seek_everyone")
            meant = None if role is None else RoleId(role.id)
            await server.changed(call, guild, lambda settings: replace(settings, seek_role=meant))
            if role is None:
                await call.say("say.seek_off")
            else:
                pings = role.mentionable or interaction.app_permissions.mention_everyone
                await call.say("say.seek_on" if pings else "say.seek_silent", role=f"<@&{role.id}>")

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
            guild = server.managed(call)
            if zone is not None and not is_zone(zone):
                raise Notice("say.no_zone")
            settings = await server.changed(call, guild, lambda before: _with_hours(before, start, end, zone))
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
            guild = server.managed(call)
            named = None if profile is None else (await choose(call.front, guild, game, profile)).profile
            await server.changed(call, guild, lambda settings: _with_usual(settings, game, named))
            rules = await choose(call.front, guild, game, None)
            await call.say("say.usual_profile", profile=rules.label(call.words))

        await answered(interaction, work)

    @app_commands.command(name="preferences", description=about("preferences"))
    @app_commands.describe(
        language=about("preferences.language"),
        hands=about("preferences.hands"),
        palette=about("preferences.palette"),
        pictures=about("preferences.pictures"),
        pings=about("preferences.pings"),
        last_card=about("preferences.last_card"),
        second_tap=about("preferences.second_tap"),
        labels=about("preferences.labels"),
    )
    @app_commands.choices(language=LANGUAGES, hands=_choices(HandPlace), palette=_choices(Palette), pictures=PICTURES)
    async def preferences(
        self,
        interaction: Interaction,
        language: str | None = None,
        hands: str | None = None,
        palette: str | None = None,
        pictures: str | None = None,
        pings: bool | None = None,
        last_card: bool | None = None,
        second_tap: bool | None = None,
        labels: bool | None = None,
    ) -> None:
        """A member's own settings on one panel; what is given is changed first."""
        chosen = {"language": language, "hand": hands, "palette": palette, "pictures": pictures}
        switched = {"pings": pings, "last_card": last_card, "second_tap": second_tap, "labels": labels}
        wishes = {name: value for name, value in chosen.items() if value is not None}
        wishes |= {name: "yes" if on else "no" for name, on in switched.items() if on is not None}

        async def work(call: Call) -> None:
            await call.answer.tell(await preferences.prefer(call, wishes))

        await answered(interaction, work)


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(Admin())


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


async def _set(call: Call, name: str, value: str) -> None:
    await server.change(call, name, value)
    await call.say("say.settings_kept")
