"""A member's own data: /mydata export and /mydata erase."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.ui import mydata
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about


class MyData(commands.Cog):
    """Under /mydata, everywhere: in a server and in private messages."""

    data = app_commands.Group(name="mydata", description=about("mydata"))

    @data.command(name="export", description=about("mydata.export"))
    async def export(self, interaction: Interaction) -> None:
        """A copy of everything that is kept about who asks, in private."""

        async def work(call: Call) -> None:
            await call.answer.tell(await call.answer.after(mydata.export(call.front, call.user, call.words)))

        await answered(interaction, work)

    @data.command(name="erase", description=about("mydata.erase"))
    async def erase(self, interaction: Interaction) -> None:
        """Forget who asks, after a second tap."""

        async def work(call: Call) -> None:
            await call.answer.tell(mydata.ask_to_erase(call.words))

        await answered(interaction, work)


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(MyData())
