"""What a request of the bot tells, and whom: every card in its words, labels, emoji, ids, choices and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from bot.core.cards import Card
from bot.i18n.words import words_for
from tests.telling import cards_named

from .model import Entry, Flag, Message
from .world import World

PNG = b"\x89PNG\r\n\x1a\n"
PIXELS = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
"""Parts of a picture that hold its pixels: by chance there is a card's code among any bytes."""

UNREAD = frozenset({"nonce", "token"})
"""Fields that hold no words: Discord's own, or made by chance."""


def texts_in(value: Any, field: str = "") -> Iterator[str]:
    """Every text of a request's body, whatever it is called, except the choice of a card to call.

    That choice offers the same cards to whoever has it, by controls and in the referee's words: it tells nothing of
    anybody's hand.
    """
    if isinstance(value, dict):
        if not _calls(value):
            for key, inner in value.items():
                yield from texts_in(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner, field)
    elif isinstance(value, str) and field not in UNREAD:
        yield _choices_of_calls().sub("", value)


@cache
def _choices_of_calls() -> re.Pattern[str]:
    """What may be called, as sentences tell it: "appeler (R♠, R♥, R♣, R♦)"."""
    told = []
    for words in (words_for("fr"), words_for("en")):
        action = words.text("action.call")
        form = words.text("offer.of", action=action[:1].lower() + action[1:], what="\0")
        told.append(re.escape(form).replace(re.escape("\0"), "[^()]*"))
    return re.compile("|".join(told))


def _calls(item: dict[str, Any]) -> bool:
    code = str(item.get("custom_id") or item.get("value") or "").split("|")[-1]
    return code.startswith("call:")


def cards_in(value: Any) -> frozenset[Card]:
    """Every card that a request's body names, however it is written."""
    return frozenset(card for text in texts_in(value) for card in cards_named(text))


def told_by(entry: Entry) -> str:
    """Everything a request tells its reader: its body's texts, and the names and words of its files."""
    files = [text for file in entry.files for text in (file.filename, *words_in(file.content))]
    return "\n".join([*texts_in(entry.request), *files])


def words_in(content: bytes) -> tuple[str, ...]:
    """What can be read in a file: all of it, or what a picture says beside its pixels, which is nothing."""
    if not content.startswith(PNG):
        return (content.decode(errors="ignore"),)
    said, rest = [], content.removeprefix(PNG)
    while rest:
        length, kind = int.from_bytes(rest[:4], "big"), rest[4:8]
        if kind not in PIXELS:
            said.append(f"{kind!r} {rest[8 : 8 + length].decode(errors='ignore')}")
        rest = rest[12 + length :]
    return tuple(said)


def channel_of(world: World, entry: Entry) -> int | None:
    """The channel in which a request is to be seen; None for one that shows nothing."""
    parts = entry.path.strip("/").split("/")
    match parts:
        case ["interactions", _, token, "callback"] | ["webhooks", _, token, *_]:
            return world.interactions[token].channel.id
        case ["channels", channel, *_]:
            return int(channel)
        case _:
            return None


def asked_by(world: World, entry: Entry) -> Any:
    """What the member had typed or clicked whom a request answers: they may be told that again."""
    parts = entry.path.strip("/").split("/")
    if parts[0] == "interactions":
        return world.interactions[parts[2]].data
    return world.interactions[parts[2]].data if parts[0] == "webhooks" and parts[2] in world.interactions else None


def reader_of(world: World, entry: Entry) -> int | None:
    """The only user who is shown what this request carries; None for everybody in the channel."""
    parts = entry.path.strip("/").split("/")
    match parts:
        case ["interactions", _, token, "callback"]:
            return _of_callback(world, entry, token)
        case ["webhooks", _, token, *_]:
            shown = world.messages.get(int(entry.response["id"])) if entry.response else None
            return world.interactions[token].user.id if shown is None else _of_message(world, shown)
        case ["channels", channel, *_]:
            recipient = world.channels[int(channel)].recipient
            return None if recipient is None else recipient.id
        case _:
            return None


def _of_callback(world: World, entry: Entry, token: str) -> int | None:
    record = world.interactions[token]
    if entry.request["type"] == 8 or ((entry.request.get("data") or {}).get("flags") or 0) & Flag.EPHEMERAL:
        return record.user.id
    if entry.request["type"] in (6, 7) and record.message is not None:
        return _of_message(world, record.message)
    return None if record.channel.recipient is None else record.user.id


def _of_message(world: World, message: Message) -> int | None:
    if message.to is not None:
        return message.to
    recipient = world.channels[message.channel_id].recipient
    return None if recipient is None else recipient.id
