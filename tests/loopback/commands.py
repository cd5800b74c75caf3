"""Typing a slash command: finding it among those the bot synced, and filling in its options as a client does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import payloads
from .model import Channel, Command, Json, Role, User
from .screen import NotOnScreen
from .world import World

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as typed: the stored command and the chain of its subcommands (options objects)."""

    command: Command
    path: tuple[Json, ...]

    @property
    def payload(self) -> Json:
        """The command object."""
        return self.command.payload

    @property
    def options(self) -> list[Json]:
        """The options to fill in."""
        holder = self.path[-1] if self.path else self.payload
        return list(holder.get("options") or [])


def _is(thing: Json, name: str, locale: str) -> bool:
    return name in (thing["name"], (thing.get("name_localizations") or {}).get(locale))


def find_command(world: World, words: str, locale: str) -> Typed:
    """Finds "group sub" by base or localised names. Raises NotOnScreen if it is not among the synced commands."""
    first, *rest = words.split()
    for command in world.commands.values():
        if command.payload["type"] == 1 and _is(command.payload, first, locale):
            path: list[Json] = []
            holder = command.payload
            for word in rest:
                inner = [o for o in holder.get("options") or [] if o["type"] in (SUBCOMMAND, GROUP)]
                found = [o for o in inner if _is(o, word, locale)]
                if not found:
                    raise NotOnScreen(f"/{words}: no {word!r} among {[o['name'] for o in inner]}")
                holder = found[0]
                path.append(holder)
            if any(o["type"] in (SUBCOMMAND, GROUP) for o in holder.get("options") or []):
                raise NotOnScreen(f"/{words} needs a subcommand")
            return Typed(command, tuple(path))
    raise NotOnScreen(f"/{words} is not among the synced commands: {[c.name for c in world.commands.values()]}")


def fill(world: World, typed: Typed, values: dict[str, Any], channel: Channel, *, focused: str | None = None) -> Json:
    """The data of the interaction. Raises NotOnScreen for an unknown, missing or ill-typed option."""
    resolved: Json = {}
    filled: list[Json] = []
    known = {o["name"]: o for o in typed.options}
    unknown = set(values) - set(known)
    if unknown:
        raise NotOnScreen(f"/{typed.command.name} has no option {sorted(unknown)}, only {sorted(known)}")
    for name, option in known.items():
        if name in values:
            value = values[name] if name == focused else _value(world, option, values[name], channel, resolved)
            body: Json = {"name": name, "type": option["type"], "value": value}
            filled.append(body | {"focused": True} if name == focused else body)
        elif option.get("required") and focused is None:
            raise NotOnScreen(f"/{typed.command.name} needs the option {name!r}")
    for step in reversed(typed.path):
        filled = [{"name": step["name"], "type": step["type"], "options": filled}]
    payload = typed.payload
    data: Json = {"id": payload["id"], "name": payload["name"], "type": 1, "options": filled}
    return data | {"resolved": resolved} if resolved else data


def _value(world: World, option: Json, value: Any, channel: Channel, resolved: Json) -> Any:
    name, kind = option["name"], option["type"]
    for choice in option.get("choices") or []:
        if value in (choice["name"], choice["value"]):
            return choice["value"]
    if option.get("choices"):
        raise NotOnScreen(f"{name}: {value!r} is not among the choices")
    match kind, value:
        case (6 | 9, User()):
            resolved.setdefault("users", {})[str(value.id)] = payloads.user(value)
            guild = world.guilds[channel.guild_id] if channel.guild_id is not None else None
            if guild is not None and value.id in guild.members:
                body = payloads.resolved_member(guild.members[value.id])
                resolved.setdefault("members", {})[str(value.id)] = body
            return str(value.id)
        case (7, Channel()):
            body = payloads.channel(world, value) | {"permissions": "0"}
            resolved.setdefault("channels", {})[str(value.id)] = body
            return str(value.id)
        case (8 | 9, Role()):
            resolved.setdefault("roles", {})[str(value.id)] = payloads.role(value)
            return str(value.id)
        case (3, str()):
            _between(name, len(value), option.get("min_length", 0), option.get("max_length", 6000))
            return value
        case (5, bool()):
            return value
        case (4, int()) | (10, int() | float()) if not isinstance(value, bool):
            _between(name, value, option.get("min_value", value), option.get("max_value", value))
            return value
        case _:
            raise NotOnScreen(f"{name} of type {kind} does not take {value!r}")


def _between(name: str, size: float, low: float, high: float) -> None:
    if not low <= size <= high:
        raise NotOnScreen(f"{name}: {size} is not within {low} and {high}")
