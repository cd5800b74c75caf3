"""/emoji: the operator looks after the card emoji, in the one server that has /admin."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.models import GuildId
from bot.ui.call import Call, answered
from bot.ui.emoji.report import report
from bot.ui.front import Interaction
from bot.ui.message import Draft
from bot.ui.translation import about


class CardEmoji(commands.Cog):
    """Every command asks again who it is, as /admin does."""

    emoji = app_commands.Group(
        name="emoji", description=about("emoji"), guild_only=True, default_permissions=discord.Permissions()
    )

    @emoji.command(name="status", description=about("emoji.status"))
    async def status(self, interaction: Interaction) -> None:
        """What is there, what is missing, and what becomes of it."""

        async def work(call: Call) -> None:
            await call.front.house.require_operator(interaction)
            await call.answer.tell(Draft(report(call.front.uploads, call.words)))

        await answered(interaction, work)

    @emoji.command(name="upload", description=about("emoji.upload"))
    @app_commands.describe(anew=about("emoji.upload.anew"))
    async def upload(self, interaction: Interaction, anew: bool = False) -> None:
        """Try again what is missing, was refused or stopped; or make every picture anew."""

        async def work(call: Call) -> None:
            await call.front.house.require_operator(interaction)
            if anew:
                await call.say("emoji.renewed", n=call.front.uploads.renew())
            else:
                call.front.uploads.again()
                await call.say("emoji.again")

        await answered(interaction, work)

    @emoji.command(name="clean", description=about("emoji.clean"))
    async def clean(self, interaction: Interaction) -> None:
        """Remove the emoji that newer drawings have replaced."""

        async def work(call: Call) -> None:
            await call.front.house.require_operator(interaction)
            await call.say("emoji.cleaned", n=call.front.uploads.clean())

        await answered(interaction, work)


async def setup(bot: commands.Bot, server: GuildId) -> None:
    """Add the command to this server, and to no other."""
    await bot.add_cog(CardEmoji(), guild=discord.Object(server))
