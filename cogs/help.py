"""Commands that explain: the rules of a table or a profile, and help in short."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.engine.errors import EngineRefusal
from bot.ui import lessons, looks, suggestions
from bot.ui.call import Call, answered
from bot.ui.front import Interaction, SeveralTables
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
                draft = looks.rules(await call.the_table(), call.words, topic)
            else:
                draft = await looks.rules_of(call.front, call.guild, game, profile, call.words, topic)
            await call.answer.tell(draft)

        await answered(interaction, work)

    @app_commands.command(name="help", description=about("help"))
    @app_commands.describe(topic=about("help.topic"))
    @app_commands.autocomplete(topic=suggestions.help_topics)
    async def help_(self, interaction: Interaction, topic: str | None = None) -> None:
        """What one can do here, by what one wants to do."""

        async def work(call: Call) -> None:
            try:
                table = await call.front.table_for(interaction)
            except (EngineRefusal, SeveralTables):
                # Help without buttons of a table is help all the same.
                table = None
            draft = looks.help_draft(table, call.guild is not None, call.user, call.words, topic or "")
            await call.answer.tell(draft)

        await answered(interaction, work)

    @app_commands.command(name="tutorial", description=about("tutorial"))
    @app_commands.describe(game=about("tutorial.game"))
    @app_commands.autocomplete(game=suggestions.games)
    @app_commands.guild_only()
    async def tutorial(self, interaction: Interaction, game: str) -> None:
        """A deal to learn a game by."""
        await answered(interaction, lambda call: lessons.learn(call, game))


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(Help())
