"""Which card emoji the application has, which it lacks, and what of it a reader may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NewType

import discord

from bot.core.cards import Card
from bot.ui.emoji.book import NO_EMOJI, EmojiBook
from bot.ui.emoji.names import VERSION, CardStyle, Named, all_cards, emoji_name, packs, read_name, styles

EmojiId = NewType("EmojiId", int)

CAPACITY = 2000
"""As many emoji an application may have."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One emoji that the application lacks."""

    card: Card
    style: CardStyle

    @property
    def name(self) -> str:
        """What it will be called."""
        return emoji_name(self.card, self.style)


@dataclass(frozen=True, slots=True)
class SetState:
    """How far one style has come.

    Attributes:
        there: cards whose emoji the application has, in the present version.
        refused: cards whose emoji Discord does not take.
        total: cards of all games.
    """

    style: CardStyle
    there: int
    refused: int
    total: int


class Shelf:
    """The application's emoji as last read, kept up with what was changed since. It asks Discord nothing.

    Attributes:
        doubted: told when a control was refused for its emoji.
        asked: told when a style is used for the first time.
        completed: told of a game whose cards a reader saw in letters until now, because emoji were missing.
        filling: whether missing emoji will come; if not, readers see what there is.
    """

    def __init__(self) -> None:
        self.doubted: Callable[[], None] | None = None
        self.asked: Callable[[], None] | None = None
        self.completed: Callable[[str], None] | None = None
        self._filling = False
        self._there: dict[str, EmojiId] = {}
        self._refused: dict[str, str] = {}
        self._styles: list[CardStyle] = []
        self._books: dict[tuple[CardStyle, str], EmojiBook] = {}
        self._awaited: set[tuple[CardStyle, str]] = set()

    # ------------------------------------------------------------- for readers

    def book(self, style: CardStyle, game: str) -> EmojiBook:
        """The emoji of a game's cards; an empty book until all of them are there, so that no hand is half in letters.

        A card whose emoji is refused stays in letters among the others. A style asked for the first time is wanted
        from then on.
        """
        self.want(style)
        made = self._books.get((style, game))
        if made is None:
            made = self._books[style, game] = self._made(style, game)
        return made

    def _made(self, style: CardStyle, game: str) -> EmojiBook:
        pack = packs().get(game, ())
        found = {card: emoji for card in pack if (emoji := self._emoji(card, style)) is not None}
        if self._filling and any(card not in found and emoji_name(card, style) not in self._refused for card in pack):
            self._awaited.add((style, game))
            return NO_EMOJI
        self._awaited.discard((style, game))
        return EmojiBook(found, self.doubted)

    def _emoji(self, card: Card, style: CardStyle) -> discord.PartialEmoji | None:
        """The newest drawing of the card that there is: an older one serves until it is replaced."""
        for version in range(VERSION, 0, -1):
            name = emoji_name(card, style, version)
            if name in self._there:
                return discord.PartialEmoji(name=name, id=self._there[name])
        return None

    # ------------------------------------------------------------- for who fills it

    def want(self, style: CardStyle) -> None:
        """Have the emoji of this style made, after those that were wanted before."""
        if style not in self._styles:
            self._styles.append(style)
            if self.asked is not None:
                self.asked()

    @property
    def filling(self) -> bool:
        """Whether missing emoji will come."""
        return self._filling

    @filling.setter
    def filling(self, filling: bool) -> None:
        self._filling = filling
        self._books.clear()

    def read(self, there: Mapping[str, EmojiId]) -> None:
        """Take what the application has in place of what was known. A style of which anything is there stays wanted."""
        self._there = dict(there)
        self._refused = {name: why for name, why in self._refused.items() if name not in there}
        bases = {named.base for name in there if (named := read_name(name)) is not None}
        for style in styles():
            if not bases.isdisjoint(_own_bases(style)):
                self.want(style)
        self._changed()

    def missing(self) -> Iterator[Wanted]:
        """What the application lacks and did not refuse, in the order in which it is best made."""
        for style in self._styles:
            for card in all_cards():
                name = emoji_name(card, style)
                if name not in self._there and name not in self._refused:
                    yield Wanted(card, style)

    def stale(self) -> tuple[tuple[str, EmojiId], ...]:
        """Names and ids of ours whose present version is there too; emoji that are not ours are never among them."""
        return tuple((name, number) for name, number in self._there.items() if self._is_stale(read_name(name)))

    def _is_stale(self, named: Named | None) -> bool:
        if named is None or named.version == VERSION:
            return False
        return (named.base if VERSION == 1 else f"{named.base}_v{VERSION}") in self._there

    def present(self) -> tuple[tuple[str, EmojiId], ...]:
        """Names and ids of those of the wanted styles that are there in the present version."""
        names = {emoji_name(card, style) for style in self._styles for card in all_cards()}
        return tuple((name, number) for name, number in self._there.items() if name in names)

    def added(self, name: str, number: EmojiId) -> None:
        """Note a new emoji."""
        self._there[name] = number
        self._refused.pop(name, None)
        self._changed()

    def removed(self, name: str) -> None:
        """Note that an emoji is gone."""
        self._there.pop(name, None)
        self._books.clear()

    def refuse(self, name: str, why: str) -> None:
        """Note that Discord does not take an emoji, or that it cannot be drawn: it is not tried again by itself."""
        self._refused[name] = why
        self._changed()

    def forgive(self) -> None:
        """Try what was refused anew."""
        self._refused.clear()
        self._books.clear()

    def _changed(self) -> None:
        """Make books anew, and tell of those that are complete now."""
        self._books.clear()
        for style, game in tuple(self._awaited):
            if self.book(style, game) is not NO_EMOJI and self.completed is not None:
                self.completed(game)

    # ------------------------------------------------------------- for the operator

    @property
    def count(self) -> int:
        """How many emoji the application has, those that are not ours included."""
        return len(self._there)

    @property
    def refused(self) -> Mapping[str, str]:
        """What Discord did not take, with its reason."""
        return self._refused

    def sets(self) -> tuple[SetState, ...]:
        """How far every wanted style has come."""
        return tuple(self._state(style) for style in self._styles)

    def _state(self, style: CardStyle) -> SetState:
        names = [emoji_name(card, style) for card in all_cards()]
        there = sum(name in self._there for name in names)
        return SetState(style, there, sum(name in self._refused for name in names), len(names))


@cache
def _own_bases(style: CardStyle) -> frozenset[str]:
    """Names that no other style shares: they prove that this one was wanted."""
    others = {emoji_name(card, other, 1) for other in styles() if other != style for card in all_cards()}
    return frozenset(emoji_name(card, style, 1) for card in all_cards()) - others
