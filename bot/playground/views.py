"""What the page shows, as JSON: messages, channels, names, and the commands with their options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from simcord.backend import serializers
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Channel, Message

from bot.playground.world import World

_SHOWN_MESSAGES = 60
_EXACT_NUMBERS = 2**53
_PNG = b"\x89PNG\r\n\x1a\n"
_SUBCOMMANDS = frozenset({1, 2})
_MESSAGE_KEYS = frozenset(
    {
        "id",
        "content",
        "timestamp",
        "edited_timestamp",
        "embeds",
        "components",
        "attachments",
        "flags",
        "type",
    }
)


def message_view(world: World, message: Message) -> dict[str, Any]:
    """One message as Discord would send it to a client, with pictures served by the page's own server."""
    whole = serializers.message_payload(world.simulation.env.backend, message)
    payload: dict[str, Any] = {key: value for key, value in whole.items() if key in _MESSAGE_KEYS}
    author = whole["author"]
    payload["author"] = {
        "id": author["id"],
        "name": author["global_name"] or author["username"],
        "bot": bool(author.get("bot")),
    }
    metadata = message.interaction_metadata or {}
    if metadata.get("name"):
        payload["command"] = {"name": metadata["name"], "user": str(metadata["user"]["id"])}
    payload["attachments"] = [_measured(world, file) for file in whole["attachments"]]
    files = {f"attachment://{file['filename']}": file["url"] for file in message.attachments}
    local: dict[str, Any] = for_page(payload, files)
    return local


def _measured(world: World, file: Mapping[str, Any]) -> dict[str, Any]:
    """A file as Discord describes it: of a picture its width and height too, in pixels."""
    data = world.simulation.env.backend.cdn.get(file["url"])
    if data is None or not data.startswith(_PNG) or len(data) < 24:
        return dict(file)
    width, height = (int.from_bytes(data[start : start + 4], "big") for start in (16, 20))
    return {**file, "width": width, "height": height}


def for_page(value: Any, files: Mapping[str, str] = MappingProxyType({})) -> Any:
    """``value`` for the page: addresses of the simulated file server made the page's own, long ids made text.

    discord.py sends emoji ids as numbers, which JavaScript would round; and an embed names a picture by its file
    (``files``: address by ``attachment://`` name).
    """
    match value:
        case str() if value in files:
            return for_page(files[value])
        case str() if value.startswith(CDN_BASE):
            return "/media" + value.removeprefix(CDN_BASE)
        case int() if value > _EXACT_NUMBERS:
            return str(value)
        case Mapping():
            return {key: for_page(inner, files) for key, inner in value.items()}
        case list() | tuple():
            return [for_page(inner, files) for inner in value]
        case _:
            return value


def channel_view(channel: Channel) -> dict[str, Any]:
    """A channel of the page: ``dm`` tells the private messages."""
    return {"id": str(channel.id), "name": channel.name, "dm": channel.guild_id is None, "thread": channel.is_thread}


def channel_messages(world: World, channel_id: int) -> list[dict[str, Any]]:
    """The newest messages of a channel, oldest first."""
    return [message_view(world, message) for message in world.messages(channel_id)[-_SHOWN_MESSAGES:]]


def names_view(world: World) -> dict[str, dict[str, str]]:
    """Names behind mentions: users, channels and roles by id."""
    backend = world.simulation.env.backend
    guild = backend.guilds[world.guild.id]
    return {
        "users": {str(user.id): user.global_name or user.name for user in backend.users.values()},
        "channels": {str(channel.id): channel.name or "" for channel in backend.channels.values()},
        "roles": {str(role.id): role.name for role in guild.roles.values()},
    }


def people_view(world: World) -> list[dict[str, str]]:
    """The members a command or menu can name."""
    backend = world.simulation.env.backend
    guild = backend.guilds[world.guild.id]
    members = (backend.users[key] for key in guild.members)
    return [{"id": str(user.id), "name": user.global_name or user.name} for user in members]


def commands_view(world: World, channel_id: int) -> list[dict[str, Any]]:
    """Every command the person can call in a channel, subcommands spelled out, in his language."""
    backend, locale = world.simulation.env.backend, world.simulation.locale
    shown: list[dict[str, Any]] = []
    for root in backend.visible_commands(user_id=world.you.id, channel_id=channel_id):
        for path, labels, leaf in _leaves(root, locale, (), ()):
            shown.append(
                {
                    "path": " ".join(path),
                    "label": " ".join(labels),
                    "description": _local(leaf, "description", locale),
                    "options": [_option_view(option, locale) for option in leaf.get("options") or []],
                }
            )
    return shown


def _leaves(
    node: Mapping[str, Any], locale: str, path: tuple[str, ...], labels: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], Mapping[str, Any]]]:
    path, labels = (*path, node["name"]), (*labels, _local(node, "name", locale))
    inner = [option for option in node.get("options") or [] if option["type"] in _SUBCOMMANDS]
    if not inner:
        yield path, labels, node
    for child in inner:
        yield from _leaves(child, locale, path, labels)


def _option_view(option: Mapping[str, Any], locale: str) -> dict[str, Any]:
    choices = [
        {"name": _local(choice, "name", locale), "value": choice["value"]} for choice in option.get("choices") or []
    ]
    return {
        "name": option["name"],
        "label": _local(option, "name", locale),
        "description": _local(option, "description", locale),
        "type": option["type"],
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": choices,
        "min": option.get("min_value"),
        "max": option.get("max_value"),
    }


def option_label(world: World, channel_id: int, path: str, name: str) -> str:
    """What the person reads as the name of a command's option; ``name`` itself when there is no such option."""
    options = (c["options"] for c in commands_view(world, channel_id) if c["path"] == path)
    return next((str(option["label"]) for option in next(options, []) if option["name"] == name), name)


def choices_view(choices: list[dict[str, Any]] | None, locale: str) -> list[dict[str, Any]]:
    """Choices the bot offered while the person typed."""
    return [{"name": _local(choice, "name", locale), "value": choice["value"]} for choice in choices or ()]


def _local(thing: Mapping[str, Any], field: str, locale: str) -> str:
    localized = thing.get(f"{field}_localizations") or {}
    return str(localized.get(locale) or thing.get(field) or "")
