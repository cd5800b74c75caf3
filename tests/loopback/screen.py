"""What a human has on screen: snapshots of messages, with the buttons and selects that can be pressed."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from . import components as parts
from .model import Attachment, Flag, Json, Message


class NotOnScreen(AssertionError):
    """The human tried to press something that is not there, is disabled, or is gone."""


@dataclass(frozen=True, slots=True)
class Widget:
    """A button or select as drawn. `options` are (label, value) of a string select; `emoji` is the emoji's name."""

    kind: int
    custom_id: str
    label: str
    emoji: str | None
    disabled: bool
    style: int | None
    options: tuple[tuple[str, str], ...]
    minimum: int
    maximum: int

    def named(self, label: str | None, custom_id: str | None) -> bool:
        """Whether this is the one meant: by exact label (or emoji name) and by a shell pattern on the custom id."""
        if custom_id is not None and not fnmatchcase(self.custom_id, custom_id):
            return False
        return label is None or label in (self.label, self.emoji)


def widget(component: Json) -> Widget:
    """A widget from its component."""
    emoji = component.get("emoji") or {}
    return Widget(
        kind=component["type"],
        custom_id=component["custom_id"],
        label=component.get("label") or component.get("placeholder") or "",
        emoji=emoji.get("name"),
        disabled=bool(component.get("disabled")),
        style=component.get("style"),
        options=tuple((o["label"], o["value"]) for o in component.get("options") or []),
        minimum=component.get("min_values", 1),
        maximum=component.get("max_values", 1),
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """A message as it stood when the human looked; `message` is the living record behind it."""

    message: Message
    content: str
    text: str
    widgets: tuple[Widget, ...]
    files: tuple[Attachment, ...]
    ephemeral: bool
    loading: bool

    @property
    def id(self) -> int:
        """The message's id."""
        return self.message.id

    @property
    def buttons(self) -> tuple[Widget, ...]:
        """The buttons that send something, in reading order, disabled ones included."""
        return tuple(w for w in self.widgets if w.kind == parts.BUTTON)

    @property
    def selects(self) -> tuple[Widget, ...]:
        """The select menus."""
        return tuple(w for w in self.widgets if w.kind in parts.SELECTS)

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons that can be pressed (the emoji's name where there is no label)."""
        return [w.label or w.emoji or "" for w in self.buttons if not w.disabled]


def look(message: Message) -> Seen:
    """A snapshot of a message. `text` is all its words: content, embeds, text displays."""
    words = [message.content]
    for embed in message.embeds:
        words += [embed.get("title") or "", embed.get("description") or ""]
        words += [f"{field['name']}\n{field['value']}" for field in embed.get("fields") or []]
        words.append((embed.get("footer") or {}).get("text") or "")
    words += parts.texts(message.components)
    return Seen(
        message=message,
        content=message.content,
        text="\n".join(word for word in words if word),
        widgets=tuple(widget(c) for c in parts.interactive(message.components)),
        files=tuple(message.attachments),
        ephemeral=message.to is not None,
        loading=bool(message.flags & Flag.LOADING),
    )
