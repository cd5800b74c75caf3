"""Writing, editing and deleting messages: the checks Discord makes, and the events that follow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from mimetypes import guess_type

from . import components as parts
from . import payloads
from .errors import ApiError, invalid
from .model import Attachment, Channel, ChannelType, Flag, Interaction, Json, Message, Upload, User
from .world import World, as_int, now_iso

MENTION = re.compile(r"<@!?(\d+)>")
KEPT_FLAGS = Flag.SUPPRESS_EMBEDS | Flag.EPHEMERAL | Flag.IS_COMPONENTS_V2


def write(
    world: World,
    channel: Channel,
    author: User,
    body: Json,
    files: Sequence[Upload] = (),
    *,
    kind: int = 0,
    to: int | None = None,
    interaction: Interaction | None = None,
    flags: int = 0,
) -> Message:
    """Makes a message from a request body. Raises ApiError as Discord would refuse it."""
    nonce = body.get("nonce")
    if nonce is not None and body.get("enforce_nonce"):
        for old in world.channel_messages(channel):
            if old.author is author and old.nonce == str(nonce):
                return old
    message = Message(world.ids.make(), channel.id, author, now_iso(), kind, to=to, interaction=interaction)
    message.flags = flags | (body.get("flags") or 0) & KEPT_FLAGS
    message.nonce = None if nonce is None else str(nonce)
    reference = body.get("message_reference")
    if reference:
        message.reference, message.type = as_int(reference["message_id"]), 19
    _fill(world, message, body, files)
    if not (message.content or message.embeds or message.components or message.attachments or message.loading):
        raise ApiError(50006)
    world.add_message(message)
    if channel.archived:
        channel.archived = False
        world.dispatch("THREAD_UPDATE", payloads.channel(world, channel), channel.guild_id)
    _announce(world, channel, "MESSAGE_CREATE", message)
    return message


def edit(world: World, message: Message, body: Json, files: Sequence[Upload] = ()) -> None:
    """Changes a message by a request body. Raises ApiError and changes nothing if Discord would refuse it."""
    flags = body.get("flags") or 0
    if message.flags & Flag.IS_COMPONENTS_V2:
        flags |= Flag.IS_COMPONENTS_V2
    old = message.flags
    message.flags = old & ~(Flag.SUPPRESS_EMBEDS | Flag.LOADING)
    message.flags |= flags & (Flag.SUPPRESS_EMBEDS | Flag.IS_COMPONENTS_V2)
    before = message.components
    try:
        _fill(world, message, body, files)
    except ApiError:
        message.flags = old
        raise
    if "components" in body:
        message.drawn.append(before)
    message.edited_at = now_iso()
    _announce(world, world.channels[message.channel_id], "MESSAGE_UPDATE", message)


def delete(world: World, message: Message) -> None:
    """Takes a message away, by its author or a moderator."""
    message.deleted = True
    channel = world.channels[message.channel_id]
    body: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild_id is not None:
        body["guild_id"] = str(channel.guild_id)
    if message.to is None:
        world.dispatch("MESSAGE_DELETE", body | {"_private": channel.guild_id is None}, channel.guild_id)
    world.touch()


def _announce(world: World, channel: Channel, event: str, message: Message) -> None:
    if message.to is None:
        body = payloads.message(world, message) | {"_private": channel.type == ChannelType.DM}
        if channel.guild_id is not None:
            body["guild_id"] = str(channel.guild_id)
        world.dispatch(event, body, channel.guild_id)
    world.touch()


def _fill(world: World, message: Message, body: Json, files: Sequence[Upload]) -> None:
    v2 = bool(message.flags & Flag.IS_COMPONENTS_V2)
    content = body["content"] or "" if "content" in body else message.content
    embeds = body["embeds"] or [] if "embeds" in body else message.embeds
    if len(content) > 2000:
        raise invalid("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
    if len(embeds) > 10 or sum(_embed_size(e) for e in embeds) > 6000:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
    if v2 and (content or embeds):
        field = "content" if content else "embeds"
        raise invalid(field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "Not with IS_COMPONENTS_V2.")
    wanted = body.get("components") or []
    parts.check(wanted, v2=v2, known_emoji=world.knows_emoji)
    attachments = _attachments(world, message, body, files)
    media = {a.filename: payloads.attachment(world, a, message.channel_id) for a in attachments}
    shown = [_stored_embed(world, media, e) for e in embeds]
    tree = parts.stored(wanted, lambda url: _media(world, media, url))
    message.content, message.attachments, message.embeds = content, attachments, shown
    if "components" in body:
        message.components = tree
    named = [as_int(found) for found in MENTION.findall("\n".join([content, *parts.texts(message.components)]))]
    message.mentions = [world.users[i] for i in dict.fromkeys(named) if i in world.users]


def _embed_size(embed: Json) -> int:
    size = len(embed.get("title") or "") + len(embed.get("description") or "")
    size += len((embed.get("footer") or {}).get("text") or "") + len((embed.get("author") or {}).get("name") or "")
    return size + sum(len(f["name"]) + len(f["value"]) for f in embed.get("fields") or [])


def _attachments(world: World, message: Message, body: Json, files: Sequence[Upload]) -> list[Attachment]:
    described = {str(a["id"]): a for a in body.get("attachments") or []}
    kept = [a for a in message.attachments if "attachments" not in body or str(a.id) in described]
    for upload in files:
        note = described.get(str(upload.index)) or {}
        name = note.get("filename") or upload.filename
        content_type = guess_type(name)[0] or "application/octet-stream"
        kept.append(Attachment(world.ids.make(), name, upload.content, content_type, note.get("description")))
    return kept


def _media(world: World, files: dict[str, Json], url: str) -> Json:
    if not url.startswith("attachment://"):
        return {"id": str(world.ids.make()), "url": url, "proxy_url": url}
    name = url.removeprefix("attachment://")
    if name not in files:
        raise invalid("components.media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"no file {name}")
    kept = {k: v for k, v in files[name].items() if k in ("url", "proxy_url", "width", "height", "content_type")}
    return kept | {"id": str(world.ids.make()), "attachment_id": files[name]["id"]}


def _stored_embed(world: World, files: dict[str, Json], embed: Json) -> Json:
    done = {k: v for k, v in embed.items() if v is not None}
    done["type"] = "rich"
    for key in ("image", "thumbnail"):
        if done.get(key):
            media = _media(world, files, done[key]["url"])
            done[key] = {k: v for k, v in media.items() if k in ("url", "proxy_url", "width", "height", "content_type")}
    return done
