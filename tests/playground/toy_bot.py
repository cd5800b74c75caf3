"""A small card bot of the same build as the real one, to try the playground by itself.

It has what the playground must carry: buttons and menus that survive a restart, private and ephemeral hands,
commands with choices, a form, pictures, emoji of the application, computer players on timers, and a state on disk.
"""

from __future__ import annotations

import asyncio
import json
import re
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import discord
from discord import app_commands

SUITS = {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"}
HAND = ["7S", "10S", "AS", "KH", "AH", "9D", "JC", "AC"]
PLAYERS = ("Toi", "Ours", "Renard", "Loutre")


@dataclass(frozen=True, slots=True)
class ToySettings:
    """What the toy reads: the same names as the real settings."""

    database: Path
    pace: float = 0.05
    slow: float = 0.0


def png(red: int, green: int, blue: int, size: int = 48) -> bytes:
    """A square picture in one colour."""
    row = b"\0" + bytes((red, green, blue)) * size
    data = zlib.compress(row * size)
    out = b"\x89PNG\r\n\x1a\n"
    for tag, body in ((b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)), (b"IDAT", data), (b"IEND", b"")):
        out += struct.pack(">I", len(body)) + tag + body + struct.pack(">I", zlib.crc32(tag + body))
    return out


class ToyTranslator(app_commands.Translator):
    """French names for some commands."""

    FRENCH: ClassVar = {
        "open": "ouvrir",
        "game": "jeu",
        "players": "joueurs",
        "play": "jouer",
        "card": "carte",
        "hand": "main",
        "start": "commencer",
    }

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: Any) -> str | None:
        """The French word, if there is one."""
        return self.FRENCH.get(str(string)) if locale is discord.Locale.french else None


class CardButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"t\|(?P<token>\d+)\|(?P<card>\w+)"):
    """A card of the hand; the token tells a late click."""

    def __init__(self, token: int, card: str, emoji: discord.PartialEmoji | None = None) -> None:
        super().__init__(discord.ui.Button(label=card, custom_id=f"t|{token}|{card}", emoji=emoji))
        self.token, self.card = token, card

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        return cls(int(match["token"]), match["card"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Play the card."""
        await interaction.client.play(interaction, self.token, self.card)


class TableButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"table:(?P<act>\w+)"):
    """Buttons under the public message."""

    LABELS: ClassVar = {"hand": "Ma main", "note": "Note", "silent": "Silence", "over": "Fini"}

    def __init__(self, act: str) -> None:
        style = discord.ButtonStyle.primary if act == "hand" else discord.ButtonStyle.secondary
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=self.LABELS[act], custom_id=f"table:{act}", style=style, disabled=act == "over"
        )
        super().__init__(button)
        self.act = act

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        return cls(match["act"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the click."""
        client = interaction.client
        if self.act == "note":
            await interaction.response.send_modal(NoteForm())
        elif self.act == "hand":
            await interaction.response.send_message(**client.hand_panel(), ephemeral=True)


class Discards(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"discards"):
    """A menu with several choices."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=card, value=card, description=SUITS[card[-1]]) for card in HAND]
        super().__init__(
            discord.ui.Select(
                custom_id="discards", options=options, min_values=2, max_values=3, placeholder="Choisis 2 ou 3 cartes"
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu after a restart."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Say what was chosen."""
        values = self.item.values
        await interaction.response.send_message("Écartées : " + " ".join(values), ephemeral=True)


class Partner(discord.ui.View):
    """A menu of the server's people."""

    @discord.ui.select(cls=discord.ui.UserSelect, placeholder="Ton partenaire")
    async def chosen(self, interaction: discord.Interaction[Any], menu: discord.ui.UserSelect[Any]) -> None:
        """Say who was chosen."""
        await interaction.response.send_message(f"Partenaire : {menu.values[0].display_name}", ephemeral=True)


class NoteForm(discord.ui.Modal, title="Une note"):
    """A form of one field."""

    note: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Ta note", custom_id="note", max_length=80)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Repeat the note."""
        await interaction.response.send_message(f"Noté : {self.note.value}", ephemeral=True)


class ToyBot(discord.Client):
    """One table, one person, three computer players who answer each card after a pause."""

    def __init__(self, settings: ToySettings) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.settings = settings
        self.tree = app_commands.CommandTree(self)
        self.state: dict[str, Any] = {}
        self.cards: dict[str, discord.Emoji] = {}
        self.work: set[asyncio.Task[None]] = set()
        self.closed_store = False
        add_commands(self)

    async def setup_hook(self) -> None:
        """Load the state, register items, commands and emoji, and go on with the computers' turns."""
        self.add_dynamic_items(CardButton, TableButton, Discards)
        await self.tree.set_translator(ToyTranslator())
        path = self.settings.database
        if path.exists():
            self.state = json.loads(path.read_text())
        wanted = sorted(command.name for command in self.tree.get_commands())
        if self.state.get("synced") != wanted:  # a stored mark, as the real bot keeps one
            await self.tree.sync()
            self.save(synced=wanted)
        self.cards = {emoji.name: emoji for emoji in await self.fetch_application_emojis()}
        for index, card in enumerate(HAND):
            if f"c{card}" not in self.cards:
                image = png(90 + 15 * index, 40, 220 - 20 * index)
                self.cards[f"c{card}"] = await self.create_application_emoji(name=f"c{card}", image=image)
        if self.state.get("turn"):
            self.begin(self.computers())

    async def close(self) -> None:
        """Stop the timers and close the store."""
        for task in self.work:
            task.cancel()
        self.closed_store = True
        await super().close()

    def save(self, **changes: Any) -> None:
        """Write the state in one step."""
        self.state.update(changes)
        draft = self.settings.database.with_suffix(".new")
        draft.write_text(json.dumps(self.state))
        draft.replace(self.settings.database)

    def begin(self, work: Any) -> None:
        """Run work beside the interaction."""
        task = asyncio.create_task(work)
        self.work.add(task)
        task.add_done_callback(self.work.discard)

    # ------------------------------------------------------------- panels

    def card(self, code: str) -> str:
        """A card as emoji and code."""
        emoji = self.cards.get(f"c{code}")
        return f"{emoji} {code}" if emoji is not None else code

    def table_text(self) -> str:
        """The public message."""
        plays = [f"**{PLAYERS[i]}** {self.card(card)}" for i, card in enumerate(self.state["trick"])]
        turn = PLAYERS[self.state["turn"]]
        return f"## Belote\nÀ {turn} de jouer · pli {self.state['number']}\n" + " · ".join(plays or ["*pli vide*"])

    def hand_panel(self) -> dict[str, Any]:
        """Text and buttons of the hand."""
        view = discord.ui.View(timeout=None)
        hand = self.state.get("hand", [])
        for card in hand:
            emoji = self.cards.get(f"c{card}")
            shown = discord.PartialEmoji.from_str(str(emoji)) if emoji is not None else None
            view.add_item(CardButton(self.state["token"], card, shown))
        lines = " ".join(self.card(card) for card in hand)
        yours = "**À toi** : joue une carte." if self.state["turn"] == 0 else "-# Les autres jouent."
        return {"content": f"{lines}\n{yours}", "view": view}

    # -------------------------------------------------------------- moves

    async def play(self, interaction: discord.Interaction[Any], token: int, card: str) -> None:
        """A card of the person: refuse a late click, else play it and let the computers answer."""
        if self.settings.slow:
            await asyncio.sleep(self.settings.slow)
        if self.state["turn"] != 0 or token != self.state["token"] or card not in self.state["hand"]:
            await interaction.response.send_message("Trop tard : ce n'est plus à toi.", ephemeral=True)
            return
        hand = [held for held in self.state["hand"] if held != card]
        self.save(hand=hand, token=token + 1, trick=[card], turn=1)
        if interaction.message is not None:
            await interaction.response.edit_message(**self.hand_panel())
        else:
            await interaction.response.send_message(f"Joué : {card}", ephemeral=True)
        self.begin(self.computers())

    async def computers(self) -> None:
        """Three moves, each after the pause, then the next trick."""
        await self.draw()
        while self.state["turn"]:
            await asyncio.sleep(self.settings.pace)
            trick = [*self.state["trick"], f"{len(self.state['trick']) + 6}D"]
            self.save(trick=trick, turn=(self.state["turn"] + 1) % 4)
            await self.draw()
        self.save(number=self.state["number"] + 1)
        await self.draw()
        dm = await (await self.fetch_user(self.state["user"])).create_dm()
        await dm.get_partial_message(self.state["dm"]).edit(**self.hand_panel())

    async def draw(self) -> None:
        """Edit the public message."""
        channel = self.get_partial_messageable(self.state["channel"])
        await channel.get_partial_message(self.state["message"]).edit(content=self.table_text())


def add_commands(bot: ToyBot) -> None:
    """The toy's commands."""
    table = app_commands.Group(name="table", description=app_commands.locale_str("The table"), guild_only=True)

    @table.command(name="open", description="Open a table")
    @app_commands.describe(game="The game", players="How many")
    async def open_table(interaction: discord.Interaction[Any], game: str, players: int = 4) -> None:
        view = discord.ui.View(timeout=None)
        for act in TableButton.LABELS:
            view.add_item(TableButton(act))
        view.add_item(Discards())
        bot.save(hand=list(HAND), token=1, trick=[], turn=0, number=1, user=interaction.user.id)
        await interaction.response.send_message(bot.table_text() + f"\n-# {game}, {players}", view=view)
        message = await interaction.original_response()
        dm = await interaction.user.send(**bot.hand_panel())
        bot.save(channel=message.channel.id, message=message.id, dm=dm.id)

    @open_table.autocomplete("game")
    async def games(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=name.capitalize(), value=name)
            for name in ("belote", "coinche", "contrée", "tarot")
            if current.casefold() in name
        ]

    @table.command(name="seat", description="Seat somebody")
    async def seat(interaction: discord.Interaction[Any], player: discord.Member | None = None) -> None:
        if player is None:
            await interaction.response.send_message("Qui ?", view=Partner(), ephemeral=True)
        else:
            await interaction.response.send_message(f"Assis : {player.mention} dans <#{interaction.channel_id}>")

    @table.command(name="start", description="Start")
    async def start(interaction: discord.Interaction[Any], computers: bool = False) -> None:
        await interaction.response.send_message(f"Ordis : {computers}", ephemeral=True)

    bot.tree.add_command(table)

    @bot.tree.command(name="score", description="The score")
    async def score(
        interaction: discord.Interaction[Any], table: app_commands.Range[int, 1, 9] | None = None, note: str = "-"
    ) -> None:
        await interaction.response.send_message(f"Score de {table}, {note}", ephemeral=True)

    @score.autocomplete("table")
    async def tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        return [app_commands.Choice(name=f"n° {number}", value=number) for number in (2, 3) if current in str(number)]

    @bot.tree.command(name="play", description="Play a card")
    async def play(interaction: discord.Interaction[Any], card: str) -> None:
        await bot.play(interaction, bot.state["token"], card)

    @play.autocomplete("card")
    async def cards(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        hand = [card for card in bot.state.get("hand", []) if current.upper() in card]
        return [app_commands.Choice(name=f"{card} ({SUITS[card[-1]]})", value=card) for card in hand]

    @bot.tree.command(name="hand", description="Your hand")
    async def hand(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"langue {interaction.locale}", ephemeral=True)

    @bot.tree.command(name="picture", description="A picture")
    async def picture(interaction: discord.Interaction[Any]) -> None:
        import io

        embed = discord.Embed(title="Compte de la donne", description="**Nous** 90 · **Eux** 72", colour=0x2ECC71)
        embed.add_field(name="Belote", value="20", inline=True)
        embed.add_field(name="Dix de der", value="10", inline=True)
        file = discord.File(io.BytesIO(png(30, 110, 60, 160)), filename="tapis.png", description="Le tapis")
        embed.set_image(url="attachment://tapis.png")
        await interaction.response.send_message(embed=embed, file=file)


def create_bot(settings: ToySettings) -> ToyBot:
    """The factory the playground takes."""
    return ToyBot(settings)
