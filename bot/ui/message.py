"""A message to be: a panel made ready for Discord."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TypeVar

import discord

from bot.engine.models import TableId
from bot.render.panels import Button, Menu, Panel, Row
from bot.ui.components import Control
from bot.ui.emoji.book import NO_EMOJI, EmojiBook

TEXT_LIMIT = 2000
LABEL_LIMIT = 80
PLACEHOLDER_LIMIT = 150
OPTION_LIMIT = 100
ID_LIMIT = 100

INVALID_FORM = 50035

NOBODY = discord.AllowedMentions.none()

Look = tuple[object, ...]
"""How a message looks and acts; equal for equal messages."""

T = TypeVar("T")

log = logging.getLogger(__name__)


def control_id(table: TableId | int, token: str, verb: str) -> str:
    """The custom id of a control.

    Raises:
        ValueError: it would be longer than Discord allows.
    """
    made = f"t|{table}|{token}|{verb}"
    if len(made) > ID_LIMIT:
        raise ValueError(f"control id too long: {made!r}")
    return made


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be sent with a private answer."""

    name: str
    content: bytes

    def file(self) -> discord.File:
        """The file, made anew for each attempt to send it."""
        return discord.File(BytesIO(self.content), self.name)


@dataclass(frozen=True, slots=True)
class Draft:
    """A whole message.

    Attributes:
        text: cut to the 2,000 characters that Discord takes.
        rows: its controls.
        table, token: where clicks go, and what guards them.
        book: turns card codes into emoji.
        mentions: whom the text may notify.
        document: a file sent with it, in an answer only.
    """

    text: str
    rows: tuple[Row, ...] = ()
    table: TableId = TableId(0)
    token: str = ""
    book: EmojiBook = NO_EMOJI
    mentions: discord.AllowedMentions = NOBODY
    document: Document | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", shorten(self.text, TEXT_LIMIT))

    @classmethod
    def of(cls, panel: Panel, table: TableId, token: str, book: EmojiBook = NO_EMOJI) -> Draft:
        """A draft of a panel; without a book its cards are in letters."""
        return cls(panel.text, panel.rows, table, token, book)

    def view(self) -> discord.ui.View | None:
        """Fresh controls, or None without any: a view serves one message only."""
        if not self.rows:
            return None
        view = discord.ui.View(timeout=None)
        for number, row in enumerate(self.rows):
            for item in self._items(row):
                item.row = number
                view.add_item(Control(item))
        return view

    def bare(self) -> Draft:
        """The same text without controls."""
        return Draft(self.text, mentions=self.mentions)

    def in_letters(self) -> Draft:
        """The same message, its controls without the application's emoji."""
        return replace(self, book=NO_EMOJI)

    @property
    def look(self) -> Look:
        """Equal exactly for messages that look and act the same; made and compared without building any control."""
        return (self.text, self.rows, self.table, self.token, self.book) if self.rows else (self.text,)

    def _items(self, row: Row) -> list[discord.ui.Button[discord.ui.View] | discord.ui.Select[discord.ui.View]]:
        if isinstance(row, Menu):
            return [self._menu(row)]
        return [self._button(button) for button in row]

    def _button(self, button: Button) -> discord.ui.Button[discord.ui.View]:
        emoji = self.book.control(button.emoji)
        return discord.ui.Button(
            label=shorten(button.label, LABEL_LIMIT) or (None if emoji else button.letters or "·"),
            emoji=emoji,
            style=_STYLES[button.style.value],
            disabled=button.disabled,
            custom_id=control_id(self.table, self.token, button.verb),
        )

    def _menu(self, menu: Menu) -> discord.ui.Select[discord.ui.View]:
        options = [
            discord.SelectOption(
                label=shorten(choice.label, OPTION_LIMIT),
                value=choice.value,
                description=shorten(choice.description, OPTION_LIMIT) or None,
                emoji=self.book.control(choice.emoji),
                default=choice.default,
            )
            for choice in menu.choices
        ]
        return discord.ui.Select(
            custom_id=control_id(self.table, self.token, menu.verb),
            placeholder=shorten(menu.placeholder, PLACEHOLDER_LIMIT) or None,
            min_values=menu.minimum,
            max_values=menu.maximum,
            options=options,
        )


_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


async def readably(draft: Draft, send: Callable[[Draft], Awaitable[T]]) -> T:
    """Send a message; without the application's emoji on its controls when Discord refuses it with them.

    Discord now and then refuses a good emoji on a control: it gets a second try, and then better letters than nothing.

    Raises:
        discord.HTTPException: Discord does not take it, with emoji or without.
    """
    try:
        return await send(draft)
    except discord.HTTPException as error:
        if not _may_be_emoji(error, draft):
            raise
        refusal = error
    if "emoji" in str(refusal).casefold():
        try:
            return await send(draft)
        except discord.HTTPException as error:
            if not _may_be_emoji(error, draft):
                raise
        if draft.book.doubted is not None:
            draft.book.doubted()
    log.warning("shown without emoji: %s", refusal, extra={"table": draft.table})
    return await send(draft.in_letters())


def _may_be_emoji(error: discord.HTTPException, draft: Draft) -> bool:
    """Whether a message may have been refused for the card emoji on its controls: Discord does not always say."""
    return error.code == INVALID_FORM and bool(draft.rows and draft.book.known)


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, the end marked when something was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
