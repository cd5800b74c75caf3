"""Commands of play: the hand, a card, a call, a word of the game, the next deal."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.engine.models import TableStatus
from bot.ui import advising, suggestions, typing_in
from bot.ui.call import Call, answered
from bot.ui.front import Interaction
from bot.ui.translation import about


class Play(commands.Cog):
    """The hand, a card, a call, a word of the game, the next deal."""

    @app_commands.command(name="hand", description=about("hand"))
    @app_commands.describe(table=about("hand.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """My hand and everything I can do now."""

        async def work(call: Call) -> None:
            await call.send_hand(await call.the_seat(table))

        await answered(interaction, work)

    @app_commands.command(name="play", description=about("play"))
    @app_commands.describe(card=about("play.card"), table=about("play.table"))
    @app_commands.autocomplete(card=suggestions.cards)
    @app_commands.autocomplete(table=suggestions.tables)
    async def play(self, interaction: Interaction, card: str, table: int | None = None) -> None:
        """Play a card, typed in many forms."""

        async def work(call: Call) -> None:
            seat = await typing_in.the_seat(call, table)
            await typing_in.act(call, seat, typing_in.card_code(card, seat, call.words))

        await answered(interaction, work)

    @app_commands.command(name="bid", description=about("bid"))
    @app_commands.describe(call=about("bid.call"), table=about("bid.table"))
    @app_commands.autocomplete(call=suggestions.calls)
    @app_commands.autocomplete(table=suggestions.tables)
    async def bid(self, interaction: Interaction, call: str, table: int | None = None) -> None:
        """Make a call, typed in many forms."""

        async def work(asked: Call) -> None:
            seat = await typing_in.the_seat(asked, table)
            await typing_in.act(asked, seat, typing_in.call_code(call, seat, asked.words))

        await answered(interaction, work)

    @app_commands.command(name="declare", description=about("declare"))
    @app_commands.describe(what=about("declare.what"), table=about("declare.table"))
    @app_commands.autocomplete(what=suggestions.declarations)
    @app_commands.autocomplete(table=suggestions.tables)
    async def declare(self, interaction: Interaction, what: str, table: int | None = None) -> None:
        """Say a word of the game."""

        async def work(call: Call) -> None:
            seat = await typing_in.the_seat(call, table)
            await typing_in.act(call, seat, typing_in.declaration_code(what, seat, call.words))

        await answered(interaction, work)

    @app_commands.command(name="call", description=about("call"))
    @app_commands.describe(card=about("call.card"), table=about("call.table"))
    @app_commands.autocomplete(card=suggestions.named)
    @app_commands.autocomplete(table=suggestions.tables)
    async def call(self, interaction: Interaction, card: str, table: int | None = None) -> None:
        """Call a card, typed in many forms."""

        async def work(call: Call) -> None:
            seat = await typing_in.the_seat(call, table)
            await typing_in.act(call, seat, typing_in.named_code(card, typing_in.CALL, seat, call.words))

        await answered(interaction, work)

    @app_commands.command(name="discard", description=about("discard"))
    @app_commands.describe(cards=about("discard.cards"), table=about("discard.table"))
    @app_commands.autocomplete(cards=suggestions.picks)
    @app_commands.autocomplete(table=suggestions.tables)
    async def discard(self, interaction: Interaction, cards: str, table: int | None = None) -> None:
        """Choose several cards, typed one after another."""

        async def work(call: Call) -> None:
            seat = await typing_in.the_seat(call, table)
            await typing_in.act(call, seat, typing_in.pick_code(cards, seat, call.words))

        await answered(interaction, work)

    @app_commands.command(name="hint", description=about("hint"))
    @app_commands.describe(table=about("hint.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def hint(self, interaction: Interaction, table: int | None = None) -> None:
        """What I had best do now, where the table allows it."""

        async def work(call: Call) -> None:
            await advising.hint(call, await call.the_seat(table))

        await answered(interaction, work)

    @app_commands.command(name="analysis", description=about("analysis"))
    @app_commands.describe(table=about("analysis.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def analysis(self, interaction: Interaction, table: int | None = None) -> None:
        """What the cards of the last deal have cost."""

        async def work(call: Call) -> None:
            await advising.analysis(call, await call.the_table(table))

        await answered(interaction, work)

    @app_commands.command(name="takeback", description=about("takeback"))
    @app_commands.describe(table=about("takeback.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def takeback(self, interaction: Interaction, table: int | None = None) -> None:
        """Take one's last card back, where that is allowed."""

        async def work(call: Call) -> None:
            seat = await typing_in.the_seat(call, table)
            await typing_in.act(call, seat, typing_in.take_back_code(seat))

        await answered(interaction, work)

    @app_commands.command(name="deal", description=about("deal"))
    @app_commands.describe(table=about("deal.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def deal(self, interaction: Interaction, table: int | None = None) -> None:
        """Begin the match, or ask for the next deal."""

        async def work(call: Call) -> None:
            found = await call.the_table(table)
            service = call.front.service
            if found.status is TableStatus.LOBBY:
                await call.answer.saving(service.start(found.id, call.user, call.nonce))
                await call.say("say.started")
            else:
                await call.answer.saving(service.ready(found.id, call.user, call.nonce))
                await call.say("say.ready")

        await answered(interaction, work)

    @app_commands.command(name="here", description=about("here"))
    @app_commands.describe(table=about("here.table"))
    @app_commands.autocomplete(table=suggestions.tables)
    async def here(self, interaction: Interaction, table: int | None = None) -> None:
        """Say that one is back."""

        async def work(call: Call) -> None:
            found = await call.the_table(table)
            await call.answer.saving(call.front.service.present(found.id, call.user))
            await call.say("say.here")

        await answered(interaction, work)


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(Play())
