"""What a request of the bot tells, and whom: every card in its words, labels, emoji and ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from bot.core.cards import BELOTE_RANKS, PLAIN_SUITS, Card
from bot.i18n.words import words_for
from bot.ui.emoji import emoji_name

from .model import Entry, Flag, Message
from .world import World

CODE = re.compile(r"(?<![A-Z0-9])(?:10|[AKQJ789])[SHDC](?![A-Z0-9])")
IDS = ("custom_id", "value")
WORDS = ("content", "label", "placeholder", "description", "title", "text", "name")


@cache
def _forms() -> Mapping[str, Card]:
    """How a card may be written: short, in full, and as an emoji, in both languages."""
    forms: dict[str, Card] = {}
    for card in (Card(rank, suit) for suit in PLAIN_SUITS for rank in BELOTE_RANKS):
        forms[emoji_name(card)] = card
        for words in (words_for("fr"), words_for("en")):
            forms[words.short(card).casefold()] = card
            forms[words.card(card).casefold()] = card
    return forms


@cache
def _pattern() -> re.Pattern[str]:
    longest = sorted(_forms(), key=len, reverse=True)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, longest))})")


def cards_in(value: object) -> frozenset[Card]:
    """Every card that a request's body names, however it is written."""
    return frozenset(_cards(value, ""))


def _cards(value: object, field: str) -> Iterator[Card]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _cards(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _cards(inner, field)
    elif isinstance(value, str) and field in IDS:
        # The table's number and the token are hexadecimal in small letters and name no card.
        for found in CODE.findall(value.split("|", 3)[-1]):
            yield Card.parse(found)
    elif isinstance(value, str) and field in WORDS:
        for found in _pattern().findall(value.casefold()):
            yield _forms()[found]


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
