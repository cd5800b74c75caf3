"""Actions: what a seat, or chance, may ask of a game.

An action has a short stable code that travels in button ids and logs: `pass`, `play:10H`, `bid:90:S`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Self

from bot.core.cards import Card, cards, codes
from bot.core.errors import UnknownAction


class Action(ABC):
    """Base of all actions. Subclasses are frozen dataclasses with a `kind` and a text form of their arguments."""

    __slots__ = ()
    kind: ClassVar[str]

    @property
    def argument(self) -> str:
        """Text after the kind in the code; empty when the kind says it all."""
        return ""

    @property
    def code(self) -> str:
        """Stable text of this action, at most 40 characters for anything a button may carry."""
        return f"{self.kind}:{self.argument}" if self.argument else self.kind

    @classmethod
    @abstractmethod
    def parse(cls, argument: str) -> Self:
        """Read the action back from the text after its kind.

        Raises:
            ValueError: the text does not fit.
        """


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """Chance: the pack in the order it is dealt, first card first. Made by the engine, never by a seat."""

    kind: ClassVar[str] = "deal"
    order: tuple[Card, ...]

    @property
    def argument(self) -> str:
        """The pack as codes separated by spaces."""
        return codes(self.order)

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read the pack from codes separated by spaces."""
        return cls(cards(argument))


class BareAction(Action):
    """Base of actions that their kind says completely."""

    __slots__ = ()

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Accept the empty text."""
        if argument:
            raise ValueError(argument)
        return cls()


@dataclass(frozen=True, slots=True)
class Pass(BareAction):
    """Say nothing this time."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class TakeBack(BareAction):
    """Take back one's own card while no other lies on it, or ask to."""

    kind: ClassVar[str] = "takeback"


@dataclass(frozen=True, slots=True)
class Agree(BareAction):
    """Agree to what another seat asks for (`Game.asked`). Computer players always do."""

    kind: ClassVar[str] = "agree"


@dataclass(frozen=True, slots=True)
class Refuse(BareAction):
    """Refuse what another seat asks for."""

    kind: ClassVar[str] = "refuse"


@dataclass(frozen=True, slots=True)
class CardAction(Action):
    """Base of actions on one card: `play:10H`."""

    card: Card

    @property
    def argument(self) -> str:
        """The card's code."""
        return self.card.code

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read a card's code."""
        return cls(Card.parse(argument))


@dataclass(frozen=True, slots=True)
class PlayCard(CardAction):
    """Play one card to the trick."""

    kind: ClassVar[str] = "play"


@dataclass(frozen=True, slots=True)
class CardsAction(Action):
    """Base of actions on several cards: `discard:7S 8D`."""

    cards: tuple[Card, ...]

    @property
    def argument(self) -> str:
        """The cards' codes, separated by spaces."""
        return codes(self.cards)

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read cards from codes separated by spaces."""
        return cls(cards(argument))


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """Say a word of the game at one's turn, before the card it goes with: `belote`, `rebelote`, `annonces`, `show`."""

    kind: ClassVar[str] = "declare"
    what: str

    @property
    def argument(self) -> str:
        """The word's code."""
        return self.what

    @classmethod
    def parse(cls, argument: str) -> Self:
        """Read the word's code."""
        if not argument.isidentifier():
            raise ValueError(argument)
        return cls(argument)


@lru_cache(maxsize=1024)
def parse_action(types: tuple[type[Action], ...], code: str) -> Action:
    """Read an action of one of `types` from its code. The last ones read are kept: tables say the same few again.

    Raises:
        UnknownAction: no type has this kind, or the argument does not fit it.
    """
    kind, _, argument = code.partition(":")
    for candidate in types:
        if candidate.kind == kind:
            try:
                return candidate.parse(argument)
            except ValueError as error:
                raise UnknownAction(code) from error
    raise UnknownAction(code)
