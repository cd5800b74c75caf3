"""Puts lines together into a message that the platform accepts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.render.cards import CardText, PlainCards

TEXT_LIMIT = 2000
"""Longest message text, counted in UTF-16 units, which is never less than what the platform counts."""

LABEL_LIMIT = 80
CHOICE_LIMIT = 100
CHOICES = 25
ROWS = 5
VERB_LIMIT = 60
NAME_LIMIT = 34


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text. When there is no room, the lines of the highest `drop` go first; 0 stays."""

    text: str
    drop: int = 0


def size(text: str) -> int:
    """Length in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def clip(text: str, limit: int) -> str:
    """At most `limit` units, cut with an ellipsis and never after half an escape.

    >>> clip("abcdef", 4)
    'abc…'
    """
    if size(text) <= limit:
        return text
    kept = text
    while size(kept) > limit - 1:
        kept = kept[:-1]
    return kept.rstrip("\\ ") + "…"


def compose(lines: Sequence[Line], limit: int = TEXT_LIMIT) -> str:
    """The lines as one text within the limit: the least needed ones are left out, then the end is cut."""
    kept = [line for line in lines if line.text]
    while kept and size(_join(kept)) > limit:
        least = max(kept, key=lambda line: line.drop)
        if least.drop == 0:
            break
        kept.remove(least)
    return clip(_join(kept), limit)


def compose_cards(draw: Callable[[CardText], Sequence[Line]], cards: CardText) -> str:
    """Lines with card emoji; with letters instead when the emoji leave no room."""
    lines = draw(cards)
    if size(_join(lines)) > TEXT_LIMIT:
        lines = draw(PlainCards())
    return compose(lines)


def pages(blocks: Sequence[str], limit: int = TEXT_LIMIT) -> tuple[str, ...]:
    """Blocks packed in order into as few pages as their order allows; at least one page."""
    packed: list[str] = []
    for block in (clip(block, limit) for block in blocks):
        joined = f"{packed[-1]}\n{block}" if packed else block
        if packed and size(joined) <= limit:
            packed[-1] = joined
        else:
            packed.append(block)
    return tuple(packed) or ("",)


def _join(lines: Sequence[Line]) -> str:
    return "\n".join(line.text for line in lines if line.text)
