"""A small bot that proves the loopback server; it knows nothing of it and would run on the real Discord."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from io import BytesIO
from typing import Any

import discord
from discord import app_commands, ui

Click = discord.Interaction["Client"]
OPTIONS = [discord.SelectOption(label=label, value=label.lower()) for label in ("Apple", "Apricot", "Banana")]
FRUITS = ("apple", "apricot", "banana")


class Counter(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<value>\d+)"):
    """A button that carries its whole state; a press answers by editing its message."""

    def __init__(self, value: int) -> None:
        self.value = value
        super().__init__(ui.Button(label=f"Count {value}", custom_id=f"count:{value}"))

    @classmethod
    async def from_custom_id(cls, _: Any, __: Any, match: re.Match[str], /) -> Counter:
        return cls(int(match["value"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: Client = interaction.client
        async with client.lock:
            assert interaction.message is not None
            if client.counts.get(interaction.message.id, self.value) != self.value:
                await interaction.response.send_message("too late", ephemeral=True)
                return
            client.counts[interaction.message.id] = self.value + 1
            after = Counter(self.value + 1)
            if interaction.message.flags.components_v2:
                await interaction.response.edit_message(view=Panel(after))
            else:
                await interaction.response.edit_message(content=f"at {after.value}", view=view(after))


class Hand(ui.DynamicItem[ui.Button[Any]], template=r"hand"):
    """Sends the presser a DM, or the same thing ephemerally if his DMs are closed."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Hand", custom_id="hand"))

    @classmethod
    async def from_custom_id(cls, _: Any, __: Any, match: re.Match[str], /) -> Hand:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            await interaction.user.send("your hand", view=view(Counter(0)))
        except discord.Forbidden as error:
            await interaction.followup.send(f"closed {error.code}", view=view(Counter(0)))
            return
        await interaction.edit_original_response(content="look at your DM")


class Name(ui.Modal, title="Name"):
    """A form with one field."""

    field: ui.TextInput[Any] = ui.TextInput(label="Your name", custom_id="name", max_length=10)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"hello {self.field.value}")


class Fruits(ui.View):
    """A select of fruits."""

    @ui.select(custom_id="fruits", options=OPTIONS, max_values=2)
    async def pick(self, interaction: discord.Interaction[Any], select: ui.Select[Any]) -> None:
        await interaction.response.edit_message(content="picked " + " ".join(select.values), view=None)


class Panel(ui.LayoutView):
    """A message of the newer kind: text, picture and a button."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(timeout=None)
        gallery = ui.MediaGallery[Any](discord.MediaGalleryItem("attachment://dot.png"))
        self.add_item(ui.Container(ui.TextDisplay("# Panel"), gallery, ui.ActionRow(counter)))


def view(*items: ui.Item[Any]) -> ui.View:
    """A view without a timeout."""
    done = ui.View(timeout=None)
    for item in items:
        done.add_item(item)
    return done


class Client(discord.Client):
    """The bot."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.lock = asyncio.Lock()
        self.counts: dict[int, int] = {}

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Counter, Hand)
        self.tree.add_command(ping)
        self.tree.add_command(slow)
        self.tree.add_command(form)
        self.tree.add_command(fruit)
        self.tree.add_command(panel)
        self.tree.add_command(thread)
        await self.tree.sync()

    async def on_ready(self) -> None:
        print("ready", flush=True)


@app_commands.command(name="ping", description="Answers")
@app_commands.guild_only()
async def ping(interaction: discord.Interaction[Any], fruit: str, times: int = 1) -> None:
    await interaction.response.send_message(f"{fruit} {times}", view=view(Counter(0), Hand()))


@ping.autocomplete("fruit")
async def offer(_: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f.title(), value=f) for f in FRUITS if f.startswith(current)]


@app_commands.command(name="slow", description="Answers too late")
async def slow(interaction: discord.Interaction[Any]) -> None:
    await asyncio.sleep(float(os.environ.get("SAMPLE_SLOW", "0.5")))
    try:
        await interaction.response.send_message("in time")
    except discord.NotFound as error:
        print(f"late {error.code}", flush=True)


@app_commands.command(name="form", description="Opens a form")
async def form(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_modal(Name())


@app_commands.command(name="fruit", description="Offers a select")
async def fruit(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("choose", view=Fruits(), ephemeral=True)


@app_commands.command(name="panel", description="Posts a panel with a picture")
async def panel(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.defer()
    picture = discord.File(BytesIO(bytes.fromhex(DOT)), "dot.png")
    await interaction.followup.send(view=Panel(Counter(7)), file=picture)


@app_commands.command(name="thread", description="Opens a thread")
async def thread(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.defer(ephemeral=True)
    assert isinstance(interaction.channel, discord.TextChannel)
    made = await interaction.channel.create_thread(name="table", type=discord.ChannelType.public_thread)
    first = await made.send(interaction.user.mention)
    await first.edit(content="the table", embed=discord.Embed(title="Belote", description="to 1000"))
    await interaction.followup.send(made.mention)


DOT = (
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)

if __name__ == "__main__":
    print("argv", *sys.argv[1:], flush=True)
    Client().run(os.environ["DISCORD_TOKEN"])
