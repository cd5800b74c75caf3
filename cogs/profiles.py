"""Commands for a server's own rules: list, show, create, edit, delete, export, import."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.ui import profiles, suggestions
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about


class Profiles(commands.Cog):
    """/profile. Everybody may read; who may manage the server may write, and is checked at every step."""

    profile = app_commands.Group(name="profile", description=about("profile"), guild_only=True)

    @profile.command(name="list", description=about("profile.list"))
    async def list_(self, interaction: Interaction) -> None:
        """The server's own rules."""

        async def work(call: Call) -> None:
            if call.guild is not None:
                await call.answer.tell(await profiles.listed(call.front, call.guild, call.words))

        await answered(interaction, work)

    @profile.command(name="show", description=about("profile.show"))
    @app_commands.describe(name=about("profile.show.name"))
    @app_commands.autocomplete(name=suggestions.own_profiles)
    async def show(self, interaction: Interaction, name: str) -> None:
        """One of them in full."""

        async def work(call: Call) -> None:
            found = await profiles.named(call.front, call.guild, name)
            await call.answer.tell(profiles.shown(call.front, found, call.words))

        await answered(interaction, work)

    @profile.command(name="create", description=about("profile.create"))
    @app_commands.describe(
        name=about("profile.create.name"), game=about("profile.create.game"), base=about("profile.create.base")
    )
    @app_commands.autocomplete(game=suggestions.games, base=suggestions.profiles)
    async def create(self, interaction: Interaction, name: str, game: str, base: str | None = None) -> None:
        """A new one, in the editor."""
        await answered(interaction, lambda call: profiles.create(call, name, game, base))

    @profile.command(name="edit", description=about("profile.edit"))
    @app_commands.describe(name=about("profile.edit.name"))
    @app_commands.autocomplete(name=suggestions.own_profiles)
    async def edit(self, interaction: Interaction, name: str) -> None:
        """The next version of one, in the editor."""
        await answered(interaction, lambda call: profiles.edit(call, name))

    @profile.command(name="delete", description=about("profile.delete"))
    @app_commands.describe(name=about("profile.delete.name"))
    @app_commands.autocomplete(name=suggestions.own_profiles)
    async def delete(self, interaction: Interaction, name: str) -> None:
        """Delete one, after a second tap."""

        async def work(call: Call) -> None:
            guild = profiles.require_manager(call)
            found = await profiles.named(call.front, guild, name)
            await call.answer.tell(profiles.ask_to_delete(found, call.words))

        await answered(interaction, work)

    @profile.command(name="export", description=about("profile.export"))
    @app_commands.describe(name=about("profile.export.name"))
    @app_commands.autocomplete(name=suggestions.own_profiles)
    async def export(self, interaction: Interaction, name: str) -> None:
        """One as text."""

        async def work(call: Call) -> None:
            found = await profiles.named(call.front, call.guild, name)
            await call.answer.tell(profiles.exported(call.front, found, call.words))

        await answered(interaction, work)

    @profile.command(name="import", description=about("profile.import"))
    @app_commands.describe(text=about("profile.import.text"), name=about("profile.import.name"))
    async def import_(self, interaction: Interaction, text: str | None = None, name: str | None = None) -> None:
        """One from text, in the editor; without the text, a form asks for it."""

        async def work(call: Call) -> None:
            if text is None:
                await profiles.ask_for_text(call, name)
            else:
                await profiles.take_in(call, text, name)

        await answered(interaction, work)


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(Profiles())
