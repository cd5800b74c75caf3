"""Commands that tell how things stand: score sheet, last trick, the referee."""

from __future__ import annotations

from discord import app_commands

from bot.ui import looks, suggestions
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about
from bot.ui.tree import TapisTree


def setup(tree: TapisTree) -> None:
    """Add these commands."""
    _add_score(tree)
    _add_trick(tree)
    _add_referee(tree)


def _add_score(tree: TapisTree) -> None:
    @tree.command(name="score", description=about("score"))
    @app_commands.describe(table=about("score.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def score(interaction: Interaction, table: int | None = None) -> None:
        async def work(call: Call) -> None:
            await call.answer.tell(looks.score(call.front, await call.the_table(table), call.words))

        await answered(interaction, work)


def _add_trick(tree: TapisTree) -> None:
    @tree.command(name="trick", description=about("trick"))
    @app_commands.describe(table=about("trick.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def trick(interaction: Interaction, table: int | None = None) -> None:
        async def work(call: Call) -> None:
            await call.answer.tell(looks.trick(call.front, await call.the_table(table), call.words))

        await answered(interaction, work)


def _add_referee(tree: TapisTree) -> None:
    @tree.command(name="referee", description=about("referee"))
    @app_commands.describe(table=about("referee.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def referee(interaction: Interaction, table: int | None = None) -> None:
        async def work(call: Call) -> None:
            seat = await call.the_seat(table)
            await call.answer.tell(looks.referee(call.front, seat, call.words))

        await answered(interaction, work)
