"""Who may do what where: Discord's computation of permissions (roles, then overwrites of the channel)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import ApiError
from .model import ALL_PERMISSIONS, Channel, Guild, Permission

if TYPE_CHECKING:
    from .world import World

DM_PERMISSIONS = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
)


def base(guild: Guild, user_id: int) -> int:
    """The bits a member has from his roles; 0 for a stranger."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.owner_id == user_id:
        return ALL_PERMISSIONS
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return ALL_PERMISSIONS if bits & Permission.ADMINISTRATOR else bits


def permissions(world: World, channel: Channel, user_id: int) -> int:
    """The bits a user has in a channel; a thread takes those of its parent."""
    if channel.guild_id is None:
        return DM_PERMISSIONS
    guild = world.guilds[channel.guild_id]
    bits = base(guild, user_id)
    if bits == ALL_PERMISSIONS or not bits:
        return bits
    place = world.channels[channel.parent_id] if channel.is_thread and channel.parent_id else channel
    member = guild.members[user_id]
    everyone = [o for o in place.overwrites if o.id == guild.id]
    roles = [o for o in place.overwrites if o.kind == 0 and o.id in member.roles]
    own = [o for o in place.overwrites if o.kind == 1 and o.id == user_id]
    for group in (everyone, roles, own):
        for overwrite in group:
            bits &= ~overwrite.deny
        for overwrite in group:
            bits |= overwrite.allow
    return bits if bits & Permission.VIEW_CHANNEL else 0


def may(world: World, channel: Channel, user_id: int, permission: Permission) -> bool:
    """Whether a user has a permission in a channel."""
    return bool(permissions(world, channel, user_id) & permission)


def can_see(world: World, channel: Channel, user_id: int) -> bool:
    """Whether a channel is on a user's list."""
    if channel.deleted:
        return False
    if channel.guild_id is None:
        return channel.recipient is not None and user_id in (channel.recipient.id, world.bot.id)
    if channel.type == 12 and user_id not in channel.thread_members:
        return may(world, channel, user_id, Permission.MANAGE_THREADS)
    return may(world, channel, user_id, Permission.VIEW_CHANNEL)


def require(world: World, channel: Channel, *needed: Permission) -> None:
    """Raises 50001 if the bot does not see the channel, 50013 if it lacks one of the permissions."""
    if not can_see(world, channel, world.bot.id):
        raise ApiError(50001)
    bits = permissions(world, channel, world.bot.id)
    if any(not bits & permission for permission in needed):
        raise ApiError(50013)
