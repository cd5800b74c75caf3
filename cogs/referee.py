"""The referee: why a move was refused, and what may be done before making one."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.ui import looks, suggestions
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about


class Referee(commands.Cog):
    """Whom to ask about the rules of the moment."""

    @app_commands.command(name="referee", description=about("referee"))
    @app_commands.describe(table=about("referee.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def referee(self, interaction: Interaction, table: int | None = None) -> None:
        """Why the last card or call was refused, and what is allowed now."""

        async def work(call: Call) -> None:
            found = await call.the_table(table)
            await call.answer.tell(await looks.referee(call.front, found, call.user, call.words))

        await answered(interaction, work)


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(Referee())
