"""What the people who run a server may do behind the bot's back."""

from __future__ import annotations

from . import messages, payloads
from .model import Channel, Guild, Message, Overwrite, Permission
from .routes_channels import remove_channel
from .screen import Seen
from .world import World


class Moderator:
    """Acts on the world as the staff of a server would; the bot gets the events its intents allow."""

    def __init__(self, world: World) -> None:
        self.world = world

    def delete(self, message: Message | Seen) -> None:
        """Deletes a message."""
        messages.delete(self.world, message.message if isinstance(message, Seen) else message)

    def delete_channel(self, channel: Channel) -> None:
        """Deletes a channel or thread."""
        remove_channel(self.world, channel)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archives a thread."""
        thread.archived, thread.locked = True, locked
        self.world.dispatch("THREAD_UPDATE", payloads.channel(self.world, thread), thread.guild_id)

    def deny(self, channel: Channel, permission: Permission, *, to: int | None = None) -> None:
        """Takes a permission away in a channel, from the bot or from a member."""
        channel.overwrites.append(Overwrite(to or self.world.bot.id, 1, deny=int(permission)))
        self.world.dispatch("CHANNEL_UPDATE", payloads.channel(self.world, channel), channel.guild_id)

    def allow_again(self, channel: Channel) -> None:
        """Removes every exception of a channel."""
        channel.overwrites.clear()
        self.world.dispatch("CHANNEL_UPDATE", payloads.channel(self.world, channel), channel.guild_id)

    def remove_bot(self, guild: Guild) -> None:
        """Throws the bot out of a server."""
        del guild.members[self.world.bot.id]
        self.world.dispatch("GUILD_DELETE", {"id": str(guild.id), "unavailable": False}, guild.id)
