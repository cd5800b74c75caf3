"""Commands that explain: the rules of a table or a profile, and help in short."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.ui import looks, suggestions
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about


class Help(commands.Cog):
    """What can be played and done."""

    @app_commands.command(name="rules", description=about("rules"))
    @app_commands.describe(game=about("rules.game"), profile=about("rules.profile"), topic=about("rules.topic"))
    @app_commands.autocomplete(game=suggestions.games, profile=suggestions.profiles, topic=suggestions.topics)
    async def rules(
        self, interaction: Interaction, game: str | None = None, profile: str | None = None, topic: str | None = None
    ) -> None:
        """The rules of this table, or of a profile, from the chapter or article that is named."""

        async def work(call: Call) -> None:
            if game is None:
                draft = looks.rules(call.front, await call.the_table(), call.words, topic)
            else:
                draft = await looks.rules_of(call.front, call.guild, game, profile, call.words, topic)
            await call.answer.tell(draft)

        await answered(interaction, work)

    @app_commands.command(name="help", description=about("help"))
    async def help_(self, interaction: Interaction) -> None:
        """What one can do here, in short."""

        async def work(call: Call) -> None:
            await call.answer.tell(looks.help_text(call.words))

        await answered(interaction, work)


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(Help())
