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
from bot.ui.sketch import Sketch

TEXT_LIMIT = 2000
LABEL_LIMIT = 80
PLACEHOLDER_LIMIT = 150
OPTION_LIMIT = 100
ID_LIMIT = 100

INVALID_FORM = 50035
MISSING_PERMISSIONS = 50013
TOO_LARGE = 40005
_NO_FILES = frozenset({INVALID_FORM, MISSING_PERMISSIONS, TOO_LARGE})

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
    """A file to be sent with a message.

    Attributes:
        alt: what a picture shows.
        refused: called when Discord takes the message without the file only, or refuses it just the same without;
            None where the file is the message.
    """

    name: str
    content: bytes
    alt: str | None = None
    refused: Callable[[], None] | None = None

    def file(self) -> discord.File:
        """The file, made anew for each attempt to send it."""
        return discord.File(BytesIO(self.content), self.name, description=self.alt)


@dataclass(frozen=True, slots=True)
class Draft:
    """A whole message.

    Attributes:
        text: cut to the 2,000 characters that Discord takes.
        rows: its controls.
        table, token: where clicks go, and what guards them.
        book: turns card codes into emoji.
        mentions: whom the text may notify.
        document: a file sent with it. Without one an edited message loses the file it had.
        sketch: the picture that belongs to it; the gallery makes a document of it.
        keeps: an edited message keeps the file it has.
        late: it goes without its picture, which is still being drawn.
    """

    text: str
    rows: tuple[Row, ...] = ()
    table: TableId = TableId(0)
    token: str = ""
    book: EmojiBook = NO_EMOJI
    mentions: discord.AllowedMentions = NOBODY
    document: Document | None = None
    sketch: Sketch | None = None
    keeps: bool = False
    late: bool = False

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
        """The same text and picture without controls."""
        return Draft(self.text, mentions=self.mentions, sketch=self.sketch, keeps=self.keeps)

    def keeping(self) -> Draft:
        """The same message; the one that is edited keeps its file."""
        return replace(self, keeps=True)

    def files(self) -> list[discord.File]:
        """The files of a new message."""
        return [] if self.document is None else [self.document.file()]

    def attachments(self) -> list[discord.File | discord.Attachment]:
        """The files of an edited message, for the library: all that it is to have then, or `MISSING` to keep them."""
        kept: list[discord.File | discord.Attachment] = discord.utils.MISSING
        return kept if self.keeps else [*self.files()]

    def in_letters(self) -> Draft:
        """The same message, its controls without the application's emoji."""
        return replace(self, book=NO_EMOJI)

    @property
    def look(self) -> Look:
        """Equal exactly for messages that look and act the same; made and compared without building any control."""
        shown = None if self.sketch is None else self.sketch.mark
        return (self.text, shown, self.rows, self.table, self.token, self.book) if self.rows else (self.text, shown)

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
    """Send a message in a form that Discord takes: a picture is left out where files are not allowed, or too large.

    Raises:
        discord.HTTPException: Discord does not take it, with a picture and emoji or without.
    """
    try:
        return await _in_emoji(draft, send)
    except discord.HTTPException as error:
        refused = None if draft.document is None else draft.document.refused
        if refused is None or error.code not in _NO_FILES:
            raise
        refusal = error
    try:
        sent = await _in_emoji(replace(draft, document=None), send)
    except discord.HTTPException as error:
        if error.code == refusal.code:
            # Nothing is taken there: the next message is tried once, not twice, for refusals count against the bot.
            refused()
        raise
    refused()
    log.warning("shown without its picture: %s", refusal, extra={"table": draft.table})
    return sent


async def _in_emoji(draft: Draft, send: Callable[[Draft], Awaitable[T]]) -> T:
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
