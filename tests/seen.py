"""What a value shows: every card in it, wherever it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from bot.core.cards import Card


def cards_of(value: object) -> Iterator[Card]:
    """Every card anywhere inside a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, (tuple, list, frozenset, set)):
        for item in value:
            yield from cards_of(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from cards_of(getattr(value, field.name))
