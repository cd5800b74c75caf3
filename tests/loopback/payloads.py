"""The JSON objects of Discord's API, written from the records of the world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .model import Attachment, Channel, ChannelType, Emoji, Guild, Interaction, Json, Member, Message, Role, User
from .permissions import permissions

if TYPE_CHECKING:
    from .world import World


def user(record: User) -> Json:
    """A user object."""
    body: Json = {
        "id": str(record.id),
        "username": record.name.lower(),
        "global_name": record.name,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "banner": None,
        "accent_color": None,
    }
    if record.bot:
        body["bot"] = True
    return body


def me(world: World) -> Json:
    """The bot's own user object, as GET /users/@me and READY give it."""
    own = {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None, "premium_type": 0}
    return user(world.bot) | own


def application(world: World) -> Json:
    """The application, as GET /applications/@me gives it."""
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(world.owner),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "event_webhooks_url": None,
        "event_webhooks_status": 1,
        "event_webhooks_types": [],
        "explicit_content_filter": 0,
        "team": None,
        "integration_types_config": {"0": {}},
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
    }


def member(record: Member) -> Json:
    """A member object with its user."""
    return {
        "user": user(record.user),
        "nick": record.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(r) for r in record.roles],
        "joined_at": record.joined_at,
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def resolved_member(record: Member) -> Json:
    """A member as the resolved data of an interaction gives it: without its user, with permissions."""
    return {k: v for k, v in member(record).items() if k != "user"} | {"permissions": "0"}


def role(record: Role) -> Json:
    """A role object."""
    body: Json = {
        "id": str(record.id),
        "name": record.name,
        "permissions": str(int(record.permissions)),
        "position": record.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": record.bot_id is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
        "description": None,
    }
    if record.bot_id is not None:
        body["tags"] = {"bot_id": str(record.bot_id)}
    return body


def my_guild(record: Guild) -> Json:
    """A server as GET /users/@me/guilds lists it."""
    return {
        "id": str(record.id),
        "name": record.name,
        "icon": None,
        "banner": None,
        "owner": False,
        "permissions": "0",
        "features": [],
    }


def guild(record: Guild) -> Json:
    """A guild object, as GET /guilds/{id} gives it."""
    nulls = (
        "icon description home_header splash discovery_splash banner application_id afk_channel_id system_channel_id"
        " widget_channel_id max_presences vanity_url_code rules_channel_id safety_alerts_channel_id"
        " public_updates_channel_id incidents_data premium_progress_bar_enabled_user_updated_at"
    )
    return dict.fromkeys(nulls.split()) | {
        "id": str(record.id),
        "name": record.name,
        "owner_id": str(record.owner_id),
        "preferred_locale": record.locale,
        "roles": [role(r) for r in record.roles.values()],
        "features": [],
        "emojis": [],
        "stickers": [],
        "region": "deprecated",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
    }


def guild_create(world: World, record: Guild) -> Json:
    """The GUILD_CREATE event: the guild with its channels, threads, and the bot as the only member listed."""
    here = [c for c in world.channels.values() if c.guild_id == record.id and not c.deleted]
    return guild(record) | {
        "joined_at": record.members[world.bot.id].joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(record.members),
        "members": [member(record.members[world.bot.id])],
        "channels": [channel(world, c) for c in here if not c.is_thread],
        "threads": [channel(world, c) for c in here if c.is_thread and not c.archived],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def channel(world: World, record: Channel) -> Json:
    """A channel object of any type."""
    last = [m.id for m in world.channel_messages(record) if m.to is None]
    body: Json = {
        "id": str(record.id),
        "type": int(record.type),
        "flags": 0,
        "last_message_id": str(last[-1]) if last else None,
    }
    if record.type == ChannelType.DM:
        assert record.recipient is not None
        return body | {"recipients": [user(record.recipient)]}
    body |= {"guild_id": str(record.guild_id), "name": record.name, "rate_limit_per_user": 0}
    if record.is_thread:
        return body | _thread(world, record)
    return body | {
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "position": record.position,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.kind, "allow": str(int(o.allow)), "deny": str(int(o.deny))}
            for o in record.overwrites
        ],
    }


def _thread(world: World, record: Channel) -> Json:
    count = len(world.channel_messages(record))
    return {
        "parent_id": str(record.parent_id),
        "owner_id": str(record.owner_id),
        "message_count": count,
        "total_message_sent": count,
        "member_count": len(record.thread_members),
        "thread_metadata": {
            "archived": record.archived,
            "locked": record.locked,
            "auto_archive_duration": record.auto_archive,
            "archive_timestamp": record.created_at,
            "create_timestamp": record.created_at,
        },
    }


def attachment(world: World, record: Attachment, channel_id: int) -> Json:
    """An attachment object; its url is served by the loopback server."""
    url = f"{world.base_url}/attachments/{channel_id}/{record.id}/{record.filename}"
    body: Json = {
        "id": str(record.id),
        "filename": record.filename,
        "size": len(record.content),
        "url": url,
        "proxy_url": url,
        "content_type": record.content_type,
    }
    if record.description is not None:
        body["description"] = record.description
    if record.content.startswith(b"\x89PNG") and len(record.content) >= 24:
        body["width"] = int.from_bytes(record.content[16:20], "big")
        body["height"] = int.from_bytes(record.content[20:24], "big")
    return body


def emoji(world: World, record: Emoji) -> Json:
    """An application emoji."""
    return {
        "id": str(record.id),
        "name": record.name,
        "roles": [],
        "user": user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": record.animated,
        "available": True,
    }


def message(world: World, record: Message) -> Json:
    """A message object."""
    body: Json = {
        "id": str(record.id),
        "type": record.type,
        "channel_id": str(record.channel_id),
        "author": user(record.author),
        "content": record.content,
        "timestamp": record.created_at,
        "edited_timestamp": record.edited_at,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mentions": [user(u) for u in record.mentions],
        "mention_roles": [],
        "attachments": [attachment(world, a, record.channel_id) for a in record.attachments],
        "embeds": record.embeds,
        "components": record.components,
        "flags": record.flags,
    }
    if record.nonce is not None:
        body["nonce"] = record.nonce
    if record.reference is not None:
        body["message_reference"] = {
            "type": 0,
            "channel_id": str(record.channel_id),
            "message_id": str(record.reference),
        }
    if record.interaction is not None:
        body |= {
            "application_id": str(world.application_id),
            "webhook_id": str(world.application_id),
            "interaction_metadata": metadata(record.interaction),
        }
    return body


def metadata(record: Interaction) -> Json:
    """The interaction_metadata of a message."""
    body: Json = {
        "id": str(record.id),
        "type": record.type,
        "user": user(record.user),
        "authorizing_integration_owners": _owners(record),
    }
    if record.type == 3 and record.message is not None:
        body["interacted_message_id"] = str(record.message.id)
    if record.type == 5 and record.parent is not None:
        body["triggering_interaction_metadata"] = metadata(record.parent)
    return body


def _owners(record: Interaction) -> Json:
    return {"0": str(record.channel.guild_id or 0)}


def interaction(world: World, record: Interaction) -> Json:
    """The INTERACTION_CREATE event."""
    place = record.channel
    body: Json = {
        "id": str(record.id),
        "application_id": str(world.application_id),
        "type": record.type,
        "token": record.token,
        "version": 1,
        "data": record.data,
        "channel_id": str(place.id),
        "channel": channel(world, place),
        "locale": record.user.locale,
        "app_permissions": str(permissions(world, place, world.bot.id)),
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
        "authorizing_integration_owners": _owners(record),
        "context": 0 if place.guild_id is not None else 1,
    }
    if record.message is not None:
        body["message"] = message(world, record.message)
    if place.guild_id is None:
        return body | {"user": user(record.user)}
    home = world.guilds[place.guild_id]
    bits = str(permissions(world, place, record.user.id))
    return body | {
        "guild_id": str(home.id),
        "guild": {"id": str(home.id), "locale": home.locale, "features": []},
        "guild_locale": home.locale,
        "member": member(home.members[record.user.id]) | {"permissions": bits},
    }


def callback(world: World, record: Interaction) -> Any:
    """The answer of the callback route when the bot asked for it (`with_response`)."""
    assert record.acked is not None
    body: Json = {"id": str(record.id), "type": record.type}
    resource: Json | None = None
    if record.original is not None and record.acked in (4, 5, 6, 7):
        body |= {
            "response_message_id": str(record.original.id),
            "response_message_loading": record.original.loading,
            "response_message_ephemeral": record.original.to is not None,
        }
        if record.acked in (4, 7):
            resource = {"type": int(record.acked), "message": message(world, record.original)}
    reply: Json = {"interaction": body}
    return reply if resource is None else reply | {"resource": resource}
