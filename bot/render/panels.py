"""Neutral panels: text and controls, before any platform. `bot.ui` turns them into messages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """How a button looks."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button.

    Attributes:
        verb: what a click asks: an action's code (`play:10H`) or a word of the interface (`ui:hand`).
        label: its text; may be empty when there is an emoji.
        emoji: a card's code or a Unicode emoji; None for none.
        style: how it looks.
        disabled: shown but dead.
        letters: its text where the emoji cannot be shown and there is no label.
    """

    verb: str
    label: str
    emoji: str | None = None
    style: Style = Style.SECONDARY
    disabled: bool = False
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu; `value` is an action's code or part of one."""

    value: str
    label: str
    description: str = ""
    emoji: str | None = None
    default: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A drop-down menu of at most 25 choices."""

    verb: str
    placeholder: str
    choices: tuple[Choice, ...]
    minimum: int = 1
    maximum: int = 1


Row = tuple[Button, ...] | Menu
"""One line of controls: at most five buttons, or one menu."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A whole message: at most 2,000 characters of text and five rows."""

    text: str
    rows: tuple[Row, ...] = ()
