"""/history: matches that are over."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui import history
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about


class History(commands.Cog):
    """Looking back."""

    @app_commands.command(name="history", description=about("history"))
    @app_commands.describe(member=about("history.member"), server=about("history.server"))
    async def history(self, interaction: Interaction, member: discord.User | None = None, server: bool = False) -> None:
        """My matches, a member's or the server's, for who asks alone."""

        async def work(call: Call) -> None:
            mine = member is None or member.id == call.user
            whose = (
                history.ALL if server and member is None else history.MINE if member is None or mine else str(member.id)
            )
            await call.answer.tell(await call.answer.after(history.told(call, whose, 0)))

        await answered(interaction, work)


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(History())
