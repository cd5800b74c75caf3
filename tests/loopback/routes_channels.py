"""Routes about channels, threads, DMs and the messages in them."""

from __future__ import annotations

from . import messages, payloads
from .errors import ApiError, invalid
from .model import Channel, ChannelType, Json, Message, Permission
from .permissions import can_see, may, require
from .rest import NO_CONTENT, Call, Reply, Route
from .world import World, as_int, now_iso

SIZES = (60, 1440, 4320, 10080)


def channel_of(call: Call, *needed: Permission) -> Channel:
    """The channel of the path. Raises 10003, 50001 or 50013."""
    channel = call.world.channels.get(call.id("channel_id"))
    if channel is None or channel.deleted:
        raise ApiError(10003)
    if channel.guild_id is not None and channel.guild_id not in call.world.guilds:
        raise ApiError(50001)
    require(call.world, channel, *needed)
    return channel


def message_of(call: Call, channel: Channel) -> Message:
    """The message of the path. Ephemeral ones do not exist here. Raises 10008."""
    message = call.world.messages.get(call.id("message_id"))
    if message is None or message.deleted or message.channel_id != channel.id or message.to is not None:
        raise ApiError(10008)
    return message


def _get_channel(call: Call) -> Reply:
    return Reply(200, payloads.channel(call.world, channel_of(call)))


def _open_dm(call: Call) -> Reply:
    user = call.world.users.get(as_int(call.body["recipient_id"]))
    if user is None or user.bot:
        raise ApiError(10013)
    return Reply(200, payloads.channel(call.world, call.world.dm_channel(user)))


def _check_dm(world: World, channel: Channel) -> None:
    user = channel.recipient
    if user is None:
        return
    if not world.shares_guild(user):
        raise ApiError(50278)
    if not user.dms_open:
        raise ApiError(50007)


def _post(call: Call) -> Reply:
    channel = channel_of(call)
    speak = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    needed = [speak]
    if call.body.get("embeds"):
        needed.append(Permission.EMBED_LINKS)
    if call.files:
        needed.append(Permission.ATTACH_FILES)
    require(call.world, channel, *needed)
    if channel.locked and not may(call.world, channel, call.world.bot.id, Permission.MANAGE_THREADS):
        raise ApiError(160005)
    _check_dm(call.world, channel)
    message = messages.write(call.world, channel, call.world.bot, call.body, call.files)
    return Reply(200, payloads.message(call.world, message))


def _get_message(call: Call) -> Reply:
    channel = channel_of(call, Permission.READ_MESSAGE_HISTORY)
    return Reply(200, payloads.message(call.world, message_of(call, channel)))


def _history(call: Call) -> Reply:
    channel = channel_of(call, Permission.READ_MESSAGE_HISTORY)
    shown = [m for m in call.world.channel_messages(channel) if m.to is None]
    if "before" in call.query:
        shown = [m for m in shown if m.id < int(call.query["before"])]
    if "after" in call.query:
        shown = [m for m in shown if m.id > int(call.query["after"])]
        shown = shown[: int(call.query.get("limit", 50))]
    shown = shown[-int(call.query.get("limit", 50)) :]
    return Reply(200, [payloads.message(call.world, m) for m in reversed(shown)])


def _edit_message(call: Call) -> Reply:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author is not call.world.bot:
        raise ApiError(50005)
    if call.files:
        require(call.world, channel, Permission.ATTACH_FILES)
    if channel.archived:
        raise ApiError(50083)
    messages.edit(call.world, message, call.body, call.files)
    return Reply(200, payloads.message(call.world, message))


def _delete_message(call: Call) -> Reply:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author is not call.world.bot:
        require(call.world, channel, Permission.MANAGE_MESSAGES)
    if channel.archived:
        raise ApiError(50083)
    messages.delete(call.world, message)
    return NO_CONTENT


def _typing(call: Call) -> Reply:
    channel_of(call)
    return NO_CONTENT


# Threads


def start_thread(world: World, parent: Channel, body: Json, kind: ChannelType, thread_id: int) -> Channel:
    """Makes a thread owned by the bot below a channel."""
    if not 1 <= len(body["name"]) <= 100:
        raise invalid("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    thread = Channel(thread_id, kind, body["name"], parent.guild_id, parent.id, world.bot.id, created_at=now_iso())
    thread.auto_archive = body.get("auto_archive_duration") or 1440
    if thread.auto_archive not in SIZES:
        raise invalid("auto_archive_duration", "BASE_TYPE_CHOICES", f"Must be one of {SIZES}.")
    thread.thread_members.add(world.bot.id)
    world.channels[thread.id] = thread
    created = payloads.channel(world, thread) | {"newly_created": True, "member": _thread_member(thread, world.bot.id)}
    world.dispatch("THREAD_CREATE", created, thread.guild_id)
    return thread


def _thread_member(thread: Channel, user_id: int) -> Json:
    return {"id": str(thread.id), "user_id": str(user_id), "join_timestamp": now_iso(), "flags": 0}


def _thread_reply(world: World, thread: Channel) -> Reply:
    return Reply(201, payloads.channel(world, thread) | {"member": _thread_member(thread, world.bot.id)})


def _thread_in_channel(call: Call) -> Reply:
    kind = ChannelType(call.body.get("type") or ChannelType.PRIVATE_THREAD)
    private = kind == ChannelType.PRIVATE_THREAD
    parent = channel_of(call, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
    return _thread_reply(call.world, start_thread(call.world, parent, call.body, kind, call.world.ids.make()))


def _thread_on_message(call: Call) -> Reply:
    parent = channel_of(call, Permission.CREATE_PUBLIC_THREADS)
    message = message_of(call, parent)
    if message.id in call.world.channels:
        raise ApiError(160004)
    return _thread_reply(call.world, start_thread(call.world, parent, call.body, ChannelType.PUBLIC_THREAD, message.id))


def _edit_channel(call: Call) -> Reply:
    channel = channel_of(call)
    if channel.is_thread:
        if channel.owner_id != call.world.bot.id or "locked" in call.body:
            require(call.world, channel, Permission.MANAGE_THREADS)
        if channel.archived and call.body.get("archived") is not False:
            raise ApiError(50083)
        channel.archived = call.body.get("archived", channel.archived)
        channel.locked = call.body.get("locked", channel.locked)
        channel.auto_archive = call.body.get("auto_archive_duration", channel.auto_archive)
    else:
        require(call.world, channel, Permission.MANAGE_CHANNELS)
    channel.name = call.body.get("name", channel.name)
    body = payloads.channel(call.world, channel)
    call.world.dispatch("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", body, channel.guild_id)
    return Reply(200, body)


def _delete_channel(call: Call) -> Reply:
    channel = channel_of(call)
    require(call.world, channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
    body = payloads.channel(call.world, channel)
    remove_channel(call.world, channel)
    return Reply(200, body)


def remove_channel(world: World, channel: Channel) -> None:
    """Deletes a channel or thread, with the threads below it, and tells the bot."""
    body = payloads.channel(world, channel)
    for record in (channel, *world.threads_of(channel)):
        record.deleted = True
    if channel.is_thread:
        body = {k: body[k] for k in ("id", "guild_id", "parent_id", "type")}
    world.dispatch("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", body, channel.guild_id)


def _add_thread_member(call: Call) -> Reply:
    thread = channel_of(call, Permission.SEND_MESSAGES_IN_THREADS)
    who = call.params["user_id"]
    user_id = call.world.bot.id if who == "@me" else int(who)
    assert thread.guild_id is not None
    if user_id not in call.world.guilds[thread.guild_id].members:
        raise ApiError(10007)
    if thread.archived:
        raise ApiError(50083)
    thread.thread_members.add(user_id)
    return NO_CONTENT


def _drop_thread_member(call: Call) -> Reply:
    thread = channel_of(call, Permission.MANAGE_THREADS)
    thread.thread_members.discard(call.id("user_id"))
    return NO_CONTENT


def _active_threads(call: Call) -> Reply:
    guild_id = call.id("guild_id")
    here = [c for c in call.world.channels.values() if c.is_thread and c.guild_id == guild_id and not c.deleted]
    shown = [c for c in here if not c.archived and can_see(call.world, c, call.world.bot.id)]
    members = [_thread_member(c, call.world.bot.id) for c in shown if call.world.bot.id in c.thread_members]
    body = {"threads": [payloads.channel(call.world, c) for c in shown], "members": members, "has_more": False}
    return Reply(200, body)


CHANNEL = "/channels/{channel_id}"

ROUTES = (
    Route("POST", "/users/@me/channels", _open_dm),
    Route("GET", CHANNEL, _get_channel),
    Route("PATCH", CHANNEL, _edit_channel),
    Route("DELETE", CHANNEL, _delete_channel),
    Route("POST", CHANNEL + "/typing", _typing),
    Route("GET", CHANNEL + "/messages", _history),
    Route("POST", CHANNEL + "/messages", _post),
    Route("GET", CHANNEL + "/messages/{message_id}", _get_message),
    Route("PATCH", CHANNEL + "/messages/{message_id}", _edit_message),
    Route("DELETE", CHANNEL + "/messages/{message_id}", _delete_message),
    Route("POST", CHANNEL + "/threads", _thread_in_channel),
    Route("POST", CHANNEL + "/messages/{message_id}/threads", _thread_on_message),
    Route("PUT", CHANNEL + "/thread-members/{user_id}", _add_thread_member),
    Route("DELETE", CHANNEL + "/thread-members/{user_id}", _drop_thread_member),
    Route("GET", "/guilds/{guild_id}/threads/active", _active_threads),
)
