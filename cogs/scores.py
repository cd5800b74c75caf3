"""Commands that tell how things stand: score sheet, last trick, and that a deal was fair."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.ui import looks, suggestions
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about


class Scores(commands.Cog):
    """How things stand."""

    @app_commands.command(name="score", description=about("score"))
    @app_commands.describe(table=about("score.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def score(self, interaction: Interaction, table: int | None = None) -> None:
        """The score sheet, deal by deal, with the reasons."""

        async def work(call: Call) -> None:
            await call.answer.tell(looks.score(call.front, await call.the_table(table), call.words, call.settings))

        await answered(interaction, work)

    @app_commands.command(name="trick", description=about("trick"))
    @app_commands.describe(table=about("trick.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def trick(self, interaction: Interaction, table: int | None = None) -> None:
        """The last trick, as the rules allow."""

        async def work(call: Call) -> None:
            await call.answer.tell(looks.trick(call.front, await call.the_table(table), call.words, call.settings))

        await answered(interaction, work)

    @app_commands.command(name="verify", description=about("verify"))
    @app_commands.describe(deal=about("verify.deal"), table=about("verify.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def verify(
        self, interaction: Interaction, deal: app_commands.Range[int, 1] | None = None, table: int | None = None
    ) -> None:
        """What a deal that is over can be checked by, in words and numbers; never a running one."""

        async def work(call: Call) -> None:
            await call.answer.tell(
                await looks.fair(call.front, await call.the_table(table), deal, call.words, exact=True)
            )

        await answered(interaction, work)


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(Scores())
