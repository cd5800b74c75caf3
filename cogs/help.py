"""Commands that explain: the rules of a table or a profile, and help in short."""

from __future__ import annotations

from discord import app_commands

from bot.ui import looks, suggestions
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about
from bot.ui.tree import TapisTree


def setup(tree: TapisTree) -> None:
    """Add these commands."""

    @tree.command(name="rules", description=about("rules"))
    @app_commands.describe(game=about("rules.game"), profile=about("rules.profile"))
    @app_commands.autocomplete(game=suggestions.games, profile=suggestions.profiles)
    async def rules(interaction: Interaction, game: str | None = None, profile: str | None = None) -> None:
        async def work(call: Call) -> None:
            if game is None:
                draft = looks.rules(call.front, await call.the_table(), call.words)
            else:
                draft = looks.rules_of(call.front, game, profile, call.words)
            await call.answer.tell(draft)

        await answered(interaction, work)

    @tree.command(name="help", description=about("help"))
    async def help_(interaction: Interaction) -> None:
        async def work(call: Call) -> None:
            await call.answer.tell(looks.help_text(call.words))

        await answered(interaction, work)
