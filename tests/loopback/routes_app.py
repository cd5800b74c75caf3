"""Routes about the application itself, its commands, its emojis, users and servers."""

from __future__ import annotations

import base64
import re
from typing import Any

from . import payloads
from .errors import ApiError, invalid
from .model import Command, Emoji, Guild, Json
from .rest import NO_CONTENT, Call, Reply, Route
from .world import as_int

MAX_COMMANDS = 100
MAX_EMOJIS = 2000
MAX_EMOJI_BYTES = 256 * 1024
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


def _me(call: Call) -> Reply:
    return Reply(200, payloads.me(call.world))


def _application(call: Call) -> Reply:
    return Reply(200, payloads.application(call.world))


def _gateway(call: Call) -> Reply:
    return Reply(200, {"url": call.world.gateway_url})


def _gateway_bot(call: Call) -> Reply:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return Reply(200, {"url": call.world.gateway_url, "shards": 1, "session_start_limit": limit})


def _user(call: Call) -> Reply:
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise ApiError(10013)
    return Reply(200, payloads.user(user))


def _my_guilds(call: Call) -> Reply:
    mine = [guild for guild in call.world.guilds.values() if call.world.bot.id in guild.members]
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 200))
    found = sorted((guild for guild in mine if guild.id > after), key=lambda guild: guild.id)[:limit]
    return Reply(200, [payloads.my_guild(guild) for guild in found])


def _guild_of(call: Call) -> Guild:
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None:
        raise ApiError(10004)
    if call.world.bot.id not in guild.members:
        raise ApiError(50001)
    return guild


def _guild(call: Call) -> Reply:
    guild = _guild_of(call)
    body = payloads.guild(guild)
    if call.query.get("with_counts") in ("1", "true", "True"):
        body |= {"approximate_member_count": len(guild.members), "approximate_presence_count": len(guild.members)}
    return Reply(200, body)


def _guild_channels(call: Call) -> Reply:
    guild = _guild_of(call)
    here = [c for c in call.world.channels.values() if c.guild_id == guild.id and not c.deleted and not c.is_thread]
    return Reply(200, [payloads.channel(call.world, c) for c in here])


def _guild_roles(call: Call) -> Reply:
    return Reply(200, [payloads.role(r) for r in _guild_of(call).roles.values()])


def _member(call: Call) -> Reply:
    member = _guild_of(call).members.get(call.id("user_id"))
    if member is None:
        raise ApiError(10007)
    return Reply(200, payloads.member(member))


# Commands


def stored_command(call: Call, body: Json, command_id: int) -> Command:
    """A command as Discord stores it. Raises 50035 for a name Discord refuses."""
    kind = body.get("type") or 1
    names = [body["name"], *(body.get("name_localizations") or {}).values()]
    for name in names:
        if kind == 1 and (COMMAND_NAME.fullmatch(name) is None or name != name.lower()):
            raise invalid("name", "STRING_TYPE_REGEX", f"Command name is invalid: {name}")
    if kind == 1 and not 1 <= len(body.get("description") or "") <= 100:
        raise invalid("description", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    permissions = body.get("default_member_permissions")
    payload: Json = {
        "id": str(command_id),
        "application_id": str(call.world.application_id),
        "version": str(call.world.ids.make()),
        "type": kind,
        "name": body["name"],
        "name_localizations": body.get("name_localizations") or None,
        "description": body.get("description") or "",
        "description_localizations": body.get("description_localizations") or None,
        "default_member_permissions": None if permissions is None else str(permissions),
        "dm_permission": body.get("dm_permission", True),
        "contexts": body.get("contexts"),
        "integration_types": body.get("integration_types") or [0],
        "nsfw": bool(body.get("nsfw")),
    }
    if body.get("options"):
        payload["options"] = [_stored_option(o) for o in body["options"]]
    return Command(command_id, payload)


def _stored_option(option: Json) -> Json:
    kept = {k: v for k, v in option.items() if v is not None}
    if not 1 <= len(option["description"]) <= 100:
        raise invalid("options.description", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    for key in ("name_localizations", "description_localizations"):
        kept.setdefault(key, None)
    if "choices" in kept:
        if len(kept["choices"]) > 25 or kept.get("autocomplete"):
            raise invalid("options.choices", "BASE_TYPE_BAD_LENGTH", "At most 25, and not with autocomplete.")
        kept["choices"] = [{"name_localizations": None} | c for c in kept["choices"]]
    if "options" in kept:
        kept["options"] = [_stored_option(o) for o in kept["options"]]
    return kept


def _commands(call: Call) -> Reply:
    return Reply(200, [c.payload for c in call.world.commands.values()])


def _set_commands(call: Call) -> Reply:
    wanted: list[Json] = call.body or []
    if len(wanted) > MAX_COMMANDS:
        raise invalid("commands", "APPLICATION_COMMANDS_EXCEEDED", f"Must be {MAX_COMMANDS} or fewer.")
    if len({(c.get("type") or 1, c["name"]) for c in wanted}) != len(wanted):
        raise invalid("commands", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Command names must be unique.")
    known = {(c.payload["type"], c.name): c.id for c in call.world.commands.values()}
    ids = [known.get((c.get("type") or 1, c["name"])) or call.world.ids.make() for c in wanted]
    call.world.commands = {i: stored_command(call, c, i) for i, c in zip(ids, wanted, strict=True)}
    return _commands(call)


def _add_command(call: Call) -> Reply:
    kind = call.body.get("type") or 1
    old = [c.id for c in call.world.commands.values() if (c.payload["type"], c.name) == (kind, call.body["name"])]
    command = stored_command(call, call.body, old[0] if old else call.world.ids.make())
    call.world.commands[command.id] = command
    return Reply(200 if old else 201, command.payload)


def _command(call: Call) -> Command:
    command = call.world.commands.get(call.id("command_id"))
    if command is None:
        raise ApiError(10063)
    return command


def _get_command(call: Call) -> Reply:
    return Reply(200, _command(call).payload)


def _edit_command(call: Call) -> Reply:
    old = _command(call)
    command = stored_command(call, old.payload | call.body, old.id)
    call.world.commands[old.id] = command
    return Reply(200, command.payload)


def _delete_command(call: Call) -> Reply:
    del call.world.commands[_command(call).id]
    return NO_CONTENT


# Emojis of the application


def _emojis(call: Call) -> Reply:
    return Reply(200, {"items": [payloads.emoji(call.world, e) for e in call.world.emojis.values()]})


def _add_emoji(call: Call) -> Reply:
    name: Any = call.body["name"]
    if re.fullmatch(r"\w{2,32}", name) is None:
        raise invalid("name", "STRING_TYPE_REGEX", "2 to 32 letters, digits and underscores.")
    if any(e.name == name for e in call.world.emojis.values()):
        raise invalid("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", f"The name {name} is taken.")
    if len(call.world.emojis) >= MAX_EMOJIS:
        raise invalid("name", "MAXIMUM_NUMBER_OF_EMOJIS", f"At most {MAX_EMOJIS} emojis.")
    head, _, data = call.body["image"].partition(";base64,")
    image = base64.b64decode(data)
    if head not in ("data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp") or not image:
        raise invalid("image", "BASE_TYPE_IMAGE", "Not an image.")
    if len(image) > MAX_EMOJI_BYTES:
        raise invalid("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    emoji = Emoji(call.world.ids.make(), name, head.endswith("gif"))
    call.world.emojis[emoji.id], call.world.emoji_images[emoji.id] = emoji, image
    return Reply(201, payloads.emoji(call.world, emoji))


def _emoji(call: Call) -> Emoji:
    emoji = call.world.emojis.get(as_int(call.params["emoji_id"]))
    if emoji is None:
        raise ApiError(10014)
    return emoji


def _get_emoji(call: Call) -> Reply:
    return Reply(200, payloads.emoji(call.world, _emoji(call)))


def _edit_emoji(call: Call) -> Reply:
    emoji = _emoji(call)
    emoji.name = call.body["name"]
    return Reply(200, payloads.emoji(call.world, emoji))


def _delete_emoji(call: Call) -> Reply:
    emoji = _emoji(call)
    del call.world.emojis[emoji.id], call.world.emoji_images[emoji.id]
    return NO_CONTENT


COMMANDS = "/applications/{application_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"

ROUTES = (
    Route("GET", "/users/@me", _me),
    Route("GET", "/users/@me/guilds", _my_guilds),
    Route("GET", "/applications/@me", _application),
    Route("GET", "/oauth2/applications/@me", _application),
    Route("GET", "/gateway", _gateway, open=True),
    Route("GET", "/gateway/bot", _gateway_bot),
    Route("GET", "/users/{user_id}", _user),
    Route("GET", "/guilds/{guild_id}", _guild),
    Route("GET", "/guilds/{guild_id}/channels", _guild_channels),
    Route("GET", "/guilds/{guild_id}/roles", _guild_roles),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", _member),
    Route("GET", COMMANDS, _commands),
    Route("PUT", COMMANDS, _set_commands),
    Route("POST", COMMANDS, _add_command),
    Route("GET", COMMANDS + "/{command_id}", _get_command),
    Route("PATCH", COMMANDS + "/{command_id}", _edit_command),
    Route("DELETE", COMMANDS + "/{command_id}", _delete_command),
    Route("GET", EMOJIS, _emojis),
    Route("POST", EMOJIS, _add_emoji),
    Route("GET", EMOJIS + "/{emoji_id}", _get_emoji),
    Route("PATCH", EMOJIS + "/{emoji_id}", _edit_emoji),
    Route("DELETE", EMOJIS + "/{emoji_id}", _delete_emoji),
)
