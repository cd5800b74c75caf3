"""Commands around a table: open, join, leave, seats, computer players, start, close, rematch."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import OPEN_STATUSES, Ask, Level, Pace, Pictures, UserId
from bot.i18n.commands import command_text
from bot.ui import inviting, looks, opening, suggestions
from bot.ui.call import Call, answered
from bot.ui.choosing import choose
from bot.ui.front import Interaction, is_manager, person_of
from bot.ui.greeting import greet
from bot.ui.message import Draft
from bot.ui.present import Notice
from bot.ui.translation import about

LEVELS = [app_commands.Choice(name=command_text(f"choice.{level}", "name", "en"), value=level.value) for level in Level]
PACES = [app_commands.Choice(name=command_text(f"choice.{pace}", "name", "en"), value=pace.value) for pace in Pace]
PICTURES = [app_commands.Choice(name=command_text(f"choice.{way}", "name", "en"), value=way.value) for way in Pictures]


class Lobby(commands.Cog):
    """Everything under /table, and /rematch."""

    table = app_commands.Group(name="table", description=about("table"), guild_only=True)

    @table.command(name="open", description=about("table.open"))
    @app_commands.describe(
        game=about("table.open.game"),
        profile=about("table.open.profile"),
        players=about("table.open.players"),
        target=about("table.open.target"),
        thread=about("table.open.thread"),
        pace=about("table.open.pace"),
        private=about("table.open.private"),
    )
    @app_commands.choices(pace=PACES)
    @app_commands.autocomplete(game=suggestions.games, profile=suggestions.profiles)
    async def open(
        self,
        interaction: Interaction,
        game: str,
        profile: str | None = None,
        players: app_commands.Range[int, 2, 6] | None = None,
        target: app_commands.Range[int, 1, 20000] | None = None,
        thread: bool = False,
        pace: str | None = None,
        private: bool = False,
    ) -> None:
        """Open a lobby here, or in a thread of its own."""
        wish = opening.Wish(game, profile, players, target, thread, None if pace is None else Pace(pace), private)
        await answered(interaction, lambda call: opening.open_table(call, wish))

    @table.command(name="options", description=about("table.options"))
    @app_commands.describe(
        game=about("table.options.game"),
        profile=about("table.options.profile"),
        target=about("table.options.target"),
    )
    @app_commands.autocomplete(game=suggestions.games, profile=suggestions.profiles)
    async def options(
        self,
        interaction: Interaction,
        game: str,
        profile: str | None = None,
        target: app_commands.Range[int, 1, 20000] | None = None,
    ) -> None:
        """Change what will be played."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            rules = await choose(call.front, table.guild, game, profile, target)
            work = call.front.service.set_profile(
                table.id, call.user, rules.game, rules.profile, rules.options, rules.version
            )
            await call.answer.saving(work)
            await call.say("say.profile_set", profile=rules.label(call.words))

        await answered(interaction, work)

    @table.command(name="join", description=about("table.join"))
    @app_commands.describe(seat=about("table.join.seat"))
    async def join(self, interaction: Interaction, seat: app_commands.Range[int, 1, 6] | None = None) -> None:
        """Take a seat."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            place = None if seat is None else Seat(seat - 1)
            table = await call.answer.saving(call.front.service.join(table.id, person_of(interaction.user), place))
            await call.say("say.joined", seat=_number(table.seat_of(call.user)))
            await greet(call.front, call.answer, table, call.user, call.words)

        await answered(interaction, work)

    @table.command(name="private", description=about("table.private"))
    @app_commands.describe(private=about("table.private.private"))
    async def private(self, interaction: Interaction, private: bool = True) -> None:
        """Let only who is invited sit here, or everybody again."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            await call.answer.saving(call.front.service.set_private(table.id, call.user, private))
            await call.say("say.now_private" if private else "say.now_open")

        await answered(interaction, work)

    @table.command(name="invite", description=about("table.invite"))
    @app_commands.describe(member=about("table.invite.member"))
    async def invite(self, interaction: Interaction, member: discord.Member) -> None:
        """Let a member sit at a private table."""

        async def work(call: Call) -> None:
            await inviting.invite(call, await call.the_table(), member)
            await call.say("say.invited", who=f"<@{member.id}>")

        await answered(interaction, work)

    @table.command(name="seek", description=about("table.seek"))
    async def seek(self, interaction: Interaction) -> None:
        """Call for a missing player."""

        async def work(call: Call) -> None:
            await inviting.seek(call, await call.the_table())
            await call.say("say.sought")

        await answered(interaction, work)

    @table.command(name="leave", description=about("table.leave"))
    @app_commands.describe(confirm=about("table.leave.confirm"))
    async def leave(self, interaction: Interaction, confirm: bool = False) -> None:
        """Give the seat up; in a match, which is asked about first, a computer player takes it while others remain."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            if opening.asks_to_leave(table, call.user) and not confirm:
                await call.answer.tell(looks.ask_to_leave(table, call.user, call.words))
                return
            after = await call.answer.saving(opening.leave(call.front, table, call.user))
            await call.answer.tell(Draft(call.words.text(opening.left(after))))

        await answered(interaction, work)

    @table.command(name="remove", description=about("table.remove"))
    @app_commands.describe(seat=about("table.remove.seat"))
    async def remove(self, interaction: Interaction, seat: app_commands.Range[int, 1, 6]) -> None:
        """Send somebody away before the match, or an absent player in it."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            place = Seat(seat - 1)
            await call.answer.saving(call.front.service.remove(table.id, call.user, place))
            call.front.outbox.errand(call.front.outbox.blank(table.id, place))
            await call.say("say.removed", seat=seat)

        await answered(interaction, work)

    @table.command(name="start", description=about("table.start"))
    @app_commands.describe(computers=about("table.start.computers"))
    async def start(self, interaction: Interaction, computers: bool = False) -> None:
        """Begin the match; with empty seats the host is asked whether computer players shall take them."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            try:
                await call.answer.saving(call.front.service.start(table.id, call.user, call.nonce, fill=computers))
            except EngineRefusal as refusal:
                if refusal.code is not Trouble.SEATS_EMPTY:
                    raise
                await call.answer.tell(looks.ask_to_fill(table, call.words))
                return
            await call.say("say.started")

        await answered(interaction, work)

    @table.command(name="close", description=about("table.close"))
    @app_commands.describe(confirm=about("table.close.confirm"))
    async def close(self, interaction: Interaction, confirm: bool = False) -> None:
        """Close the table."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            manager = is_manager(interaction, table.guild)
            closing = call.front.service.close(table.id, call.user, manager=manager, confirm=confirm)
            try:
                await call.answer.saving(closing)
            except EngineRefusal as refusal:
                if refusal.code is not Trouble.DEAL_RUNNING:
                    raise
                await call.answer.tell(looks.ask_to_close(table, call.words))
                return
            await call.say(opening.asked(await call.front.service.table(table.id)))

        await answered(interaction, work)

    @table.command(name="pause", description=about("table.pause"))
    async def pause(self, interaction: Interaction) -> None:
        """Propose a pause."""
        await answered(interaction, lambda call: _propose(call, Ask.PAUSE))

    @table.command(name="resume", description=about("table.resume"))
    async def resume(self, interaction: Interaction) -> None:
        """Propose to go on after a pause."""
        await answered(interaction, lambda call: _propose(call, Ask.RESUME))

    @table.command(name="answer", description=about("table.answer"))
    @app_commands.describe(agree=about("table.answer.agree"))
    async def answer(self, interaction: Interaction, agree: bool) -> None:
        """Answer what is proposed."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            if table.asked is None:
                raise Notice("say.nothing_asked")
            await call.answer.saving(call.front.service.answer(table.id, call.user, table.asked.what, yes=agree))
            await call.say("say.answered")

        await answered(interaction, work)

    @table.command(name="substitute", description=about("table.substitute"))
    @app_commands.describe(seat=about("table.substitute.seat"))
    async def substitute(self, interaction: Interaction, seat: app_commands.Range[int, 1, 6] | None = None) -> None:
        """Take the seat of a member who has left or is away."""

        async def work(call: Call) -> None:
            before = await call.the_table()
            place = None if seat is None else Seat(seat - 1)
            taking = call.front.service.substitute(before.id, person_of(interaction.user), place)
            table = await call.answer.saving(taking)
            if before.seat_of(call.user) is not None:
                await call.say("say.here")
                return
            await opening.took_over(call.front, call.answer, table, call.user, call.words)

        await answered(interaction, work)

    @table.command(name="pictures", description=about("table.pictures"))
    @app_commands.describe(pictures=about("table.pictures.pictures"))
    @app_commands.choices(pictures=PICTURES)
    async def pictures(self, interaction: Interaction, pictures: str) -> None:
        """How the table's message shows cards."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            await call.answer.saving(call.front.service.show_as(table.id, call.user, Pictures(pictures)))
            await call.say("say.shown_as")

        await answered(interaction, work)

    @table.command(name="hints", description=about("table.hints"))
    @app_commands.describe(allowed=about("table.hints.allowed"))
    async def hints(self, interaction: Interaction, allowed: bool) -> None:
        """Whether the players may ask for hints."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            await call.answer.saving(call.front.service.set_hints(table.id, call.user, allowed))
            await call.say("say.hints_on" if allowed else "say.hints_off")

        await answered(interaction, work)

    @table.command(name="status", description=about("table.status"))
    async def status(self, interaction: Interaction) -> None:
        """Bring the table's message to the end of the channel; who only watches sees it in private."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            if table.seat_of(call.user) is None or table.status not in OPEN_STATUSES:
                await call.answer.tell(call.front.painter.public(table).bare())
                return
            await call.answer.after(call.front.outbox.repost(table.id))
            await call.say("say.posted_again")

        await answered(interaction, work)

    @table.command(name="seat", description=about("table.seat"))
    @app_commands.describe(player=about("table.seat.player"), seat=about("table.seat.seat"))
    async def seat(self, interaction: Interaction, player: discord.Member, seat: app_commands.Range[int, 1, 6]) -> None:
        """Move a member to a seat."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            place = call.front.service.place(table.id, call.user, UserId(player.id), Seat(seat - 1))
            await call.answer.saving(place)
            await call.say("say.placed", seat=seat)

        await answered(interaction, work)

    @table.command(name="computer", description=about("table.computer"))
    @app_commands.describe(seat=about("table.computer.seat"), level=about("table.computer.level"))
    @app_commands.choices(level=LEVELS)
    async def computer(
        self, interaction: Interaction, seat: app_commands.Range[int, 1, 6] | None = None, level: str | None = None
    ) -> None:
        """Put a computer player on a free seat, or give the one there another level."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            place = None if seat is None else Seat(seat - 1)
            await call.answer.saving(call.front.service.add_computer(table.id, call.user, level, place))
            taken = place is not None and table.holder(place) is not None
            await call.say("say.computer_changed" if taken else "say.computer_added")

        await answered(interaction, work)

    @table.command(name="teams", description=about("table.teams"))
    @app_commands.describe(partner=about("table.teams.partner"))
    async def teams(self, interaction: Interaction, partner: discord.Member | None = None) -> None:
        """Seat a partner beside the host's side, or draw all seats by chance."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            service = call.front.service
            if partner is None:
                await call.answer.saving(service.draw_teams(table.id, call.user))
                await call.say("say.drawn" if table.in_teams else "say.drawn_seats")
            else:
                seat = opening.partner_seat(table, call.user)
                await call.answer.saving(service.place(table.id, call.user, UserId(partner.id), seat))
                await call.say("say.partners")

        await answered(interaction, work)

    @app_commands.command(name="rematch", description=about("rematch"))
    @app_commands.guild_only()
    async def rematch(self, interaction: Interaction) -> None:
        """Open a new table here with the same seats."""

        async def work(call: Call) -> None:
            table = await call.the_table()
            await call.answer.saving(call.front.service.rematch(table.id, call.user))
            await call.say("say.rematch")

        await answered(interaction, work)


async def _propose(call: Call, what: Ask) -> None:
    table = await call.the_table()
    after = await call.answer.saving(call.front.service.ask(table.id, call.user, what))
    await call.say(opening.asked(after))


async def setup(bot: commands.Bot) -> None:
    """Add these commands."""
    await bot.add_cog(Lobby())


def _number(seat: Seat | None) -> int:
    return 0 if seat is None else seat + 1
