"""Commands of play: the hand, a card, a call, a word of the game, the next deal."""

from __future__ import annotations

from discord import app_commands

from bot.engine.models import TableStatus
from bot.ui import suggestions, typing_in
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about
from bot.ui.tree import TapisTree


def setup(tree: TapisTree) -> None:
    """Add these commands."""
    _add_hand(tree)
    _add_play(tree)
    _add_bid(tree)
    _add_declare(tree)
    _add_deal(tree)
    _add_here(tree)


def _add_hand(tree: TapisTree) -> None:
    @tree.command(name="hand", description=about("hand"))
    @app_commands.describe(table=about("hand.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def hand(interaction: Interaction, table: int | None = None) -> None:
        async def work(call: Call) -> None:
            await call.show_hand(await call.the_seat(table))

        await answered(interaction, work)


def _add_play(tree: TapisTree) -> None:
    @tree.command(name="play", description=about("play"))
    @app_commands.describe(card=about("play.card"), table=about("play.table"))
    @app_commands.autocomplete(card=suggestions.cards)
    @app_commands.autocomplete(table=suggestions.tables)
    async def play(interaction: Interaction, card: str, table: int | None = None) -> None:
        async def work(call: Call) -> None:
            seat = await call.the_seat(table)
            await typing_in.act(call, seat, typing_in.card_code(card, seat, call.words))

        await answered(interaction, work)


def _add_bid(tree: TapisTree) -> None:
    @tree.command(name="bid", description=about("bid"))
    @app_commands.describe(call=about("bid.call"), table=about("bid.table"))
    @app_commands.autocomplete(call=suggestions.calls)
    @app_commands.autocomplete(table=suggestions.tables)
    async def bid(interaction: Interaction, call: str, table: int | None = None) -> None:
        async def work(asked: Call) -> None:
            seat = await asked.the_seat(table)
            await typing_in.act(asked, seat, typing_in.call_code(call, seat, asked.words))

        await answered(interaction, work)


def _add_declare(tree: TapisTree) -> None:
    @tree.command(name="declare", description=about("declare"))
    @app_commands.describe(what=about("declare.what"), table=about("declare.table"))
    @app_commands.autocomplete(what=suggestions.declarations)
    @app_commands.autocomplete(table=suggestions.tables)
    async def declare(interaction: Interaction, what: str, table: int | None = None) -> None:
        async def work(call: Call) -> None:
            seat = await call.the_seat(table)
            await typing_in.act(call, seat, typing_in.declaration_code(what, seat, call.words))

        await answered(interaction, work)


def _add_deal(tree: TapisTree) -> None:
    @tree.command(name="deal", description=about("deal"))
    @app_commands.describe(table=about("deal.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def deal(interaction: Interaction, table: int | None = None) -> None:
        async def work(call: Call) -> None:
            found = await call.the_table(table)
            service = call.front.service
            if found.status is TableStatus.LOBBY:
                await call.answer.after(service.start(found.id, call.user, call.nonce))
                await call.say("say.started")
            else:
                await call.answer.after(service.ready(found.id, call.user, call.nonce))
                await call.say("say.ready")

        await answered(interaction, work)


def _add_here(tree: TapisTree) -> None:
    @tree.command(name="here", description=about("here"))
    @app_commands.describe(table=about("here.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def here(interaction: Interaction, table: int | None = None) -> None:
        async def work(call: Call) -> None:
            found = await call.the_table(table)
            await call.answer.after(call.front.service.present(found.id, call.user))
            await call.say("say.here")

        await answered(interaction, work)
