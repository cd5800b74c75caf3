"""A question to the rules whose answer depends on an option."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.core.options import OptionValue

Answer = Callable[[Any], object]
"""What the rules answer under given options, which are those of the question's own game."""


@dataclass(frozen=True)
class Change:
    """A question whose answer depends on the option.

    Attributes:
        answer: the answer under given options.
        values: values that must give different answers; those of the option itself for a choice or a flag.
        base: other options the question needs.
    """

    answer: Answer
    values: tuple[OptionValue, ...] = ()
    base: dict[str, OptionValue] = field(default_factory=dict)
