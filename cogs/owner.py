"""/admin: the operator's command, registered in one server only and refused everywhere else."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.models import GuildId, TableId
from bot.i18n.words import Words
from bot.ui import looks
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.house import ANNOUNCEMENT_LIMIT
from bot.ui.message import Draft
from bot.ui.translation import about


class Owner(commands.Cog):
    """Every command asks again who it is: a server can change who is shown a command."""

    admin = app_commands.Group(
        name="admin", description=about("admin"), guild_only=True, default_permissions=discord.Permissions()
    )

    @admin.command(name="status", description=about("admin.status"))
    async def status(self, interaction: Interaction) -> None:
        """How the bot stands."""

        async def work(call: Call) -> None:
            await call.front.house.require_operator(interaction)
            await call.answer.tell(Draft(await call.answer.after(call.front.house.status(call.words))))

        await answered(interaction, work)

    @admin.command(name="close", description=about("admin.close"))
    @app_commands.describe(table=about("admin.close.table"))
    async def close(self, interaction: Interaction, table: app_commands.Range[int, 1]) -> None:
        """Close a table that is stuck, after a second tap; its log is kept."""

        async def work(call: Call) -> None:
            await call.front.house.require_operator(interaction)
            number = TableId(table)
            await call.front.service.require_open_table(number)
            await call.answer.tell(looks.ask_to_retire(number, call.words))

        await answered(interaction, work)

    @admin.command(name="announce", description=about("admin.announce"))
    @app_commands.describe(text=about("admin.announce.text"))
    async def announce(self, interaction: Interaction, text: app_commands.Range[str, 1, ANNOUNCEMENT_LIMIT]) -> None:
        """Say something to all tables."""

        async def work(call: Call) -> None:
            await call.front.house.require_operator(interaction)
            said = discord.utils.escape_markdown(text)
            told = call.front.house.announce(lambda words: words.text("admin.announcement", text=said))
            await call.say("admin.announced", n=told)

        await answered(interaction, work)

    @admin.command(name="drain", description=about("admin.drain"))
    @app_commands.describe(on=about("admin.drain.on"))
    async def drain(self, interaction: Interaction, on: bool = True) -> None:
        """Let nothing new begin, so that the bot can be stopped between deals; or let it begin again."""

        async def work(call: Call) -> None:
            house, service = call.front.house, call.front.service
            await house.require_operator(interaction)
            if service.draining != on:
                service.drain(on)
                house.announce(_drained if on else _undrained)
            await call.answer.tell(Draft(await call.answer.after(house.status(call.words))))

        await answered(interaction, work)


async def setup(bot: commands.Bot, server: GuildId) -> None:
    """Add the command to this server, and to no other."""
    await bot.add_cog(Owner(), guild=discord.Object(server))


def _drained(words: Words) -> str:
    return words.text("admin.drained")


def _undrained(words: Words) -> str:
    return words.text("admin.undrained")
