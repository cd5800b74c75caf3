"""Options of a game: a frozen dataclass whose fields say what they may hold.

@dataclass(frozen=True, slots=True)
class MyOptions(Options):
    undertrump: str = choice("required", "free")
    target: int = number(1000, low=100, high=10000)
    annonces: bool = flag(False)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache
from types import MappingProxyType
from typing import ClassVar, Self

from bot.core.errors import IllegalAction, Reason

OptionValue = str | int | bool | None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What one option may hold.

    Attributes:
        name: the field's name.
        default: its value when nothing is said.
        choices: the allowed texts; empty for numbers and flags.
        low, high: inclusive bounds of a number.
        nullable: whether None (no limit) is allowed.
        since: the rules version that introduced it.
        changes_answer: False for what cannot change any decision of the core (drawing direction, shuffling).
    """

    name: str
    default: OptionValue
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    nullable: bool = False
    since: int = 1
    changes_answer: bool = True

    def check(self, value: OptionValue) -> None:
        """Accept an allowed value.

        Raises:
            IllegalAction: OPTION_REFUSED, with the option's name and the value.
        """
        if self.choices:
            good = isinstance(value, str) and value in self.choices
        elif isinstance(self.default, bool):
            good = isinstance(value, bool)
        elif value is None:
            good = self.nullable
        else:
            good = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        if not good:
            raise IllegalAction(Reason.OPTION_REFUSED, option=self.name, value=str(value))


# Dataclass field factories must claim the field's own type; `field` itself is declared the same way.
def choice(default: str, *others: str, since: int = 1, changes_answer: bool = True) -> str:
    """A field holding one of a few texts, the default first."""
    spec = OptionSpec("", default, (default, *others), since=since, changes_answer=changes_answer)
    made: str = field(default=default, metadata={"spec": spec})
    return made


def flag(default: bool, *, since: int = 1, changes_answer: bool = True) -> bool:
    """A field holding yes or no."""
    spec = OptionSpec("", default, since=since, changes_answer=changes_answer)
    made: bool = field(default=default, metadata={"spec": spec})
    return made


def number(default: int, *, low: int, high: int, since: int = 1, changes_answer: bool = True) -> int:
    """A field holding a whole number between two bounds, both allowed."""
    spec = OptionSpec("", default, low=low, high=high, since=since, changes_answer=changes_answer)
    made: int = field(default=default, metadata={"spec": spec})
    return made


def limit(default: int | None, *, low: int, high: int, since: int = 1) -> int | None:
    """A field holding a whole number, or None for no limit."""
    spec = OptionSpec("", default, low=low, high=high, nullable=True, since=since)
    made: int | None = field(default=default, metadata={"spec": spec})
    return made


@dataclass(frozen=True, slots=True)
class Options:
    """Base of every game's options.

    Attributes:
        game: the key of the game they belong to.
        disputed: options that most tables argue about, told before a match.
        needs: options that mean nothing unless another, a flag, is on: name by name.
        withheld: options of a base class that the game does not have; they keep their defaults, and nobody sees them.
    """

    game: ClassVar[str]
    disputed: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[Mapping[str, str]] = MappingProxyType({})
    withheld: ClassVar[frozenset[str]] = frozenset()

    def applies(self, name: str) -> bool:
        """Whether an option can make a difference under the others."""
        flag_name = self.needs.get(name)
        return flag_name is None or bool(getattr(self, flag_name))

    @classmethod
    def specs(cls) -> Iterator[OptionSpec]:
        """What each option may hold, in the order of the fields."""
        return (spec for spec in _specs(fields(cls)) if spec.name not in cls.withheld)

    def values(self) -> dict[str, OptionValue]:
        """All options by name."""
        return {spec.name: getattr(self, spec.name) for spec in self.specs()}

    def with_values(self, changes: Mapping[str, OptionValue]) -> Self:
        """The same options with some changed.

        Raises:
            IllegalAction: OPTION_REFUSED for an unknown name or a value that is not allowed.
        """
        specs = {spec.name: spec for spec in self.specs()}
        for name, value in changes.items():
            if name not in specs:
                raise IllegalAction(Reason.OPTION_REFUSED, option=name, value=str(value))
            specs[name].check(value)
        return replace(self, **dict(changes))


@cache
def _specs(declared: tuple[Field[object], ...]) -> tuple[OptionSpec, ...]:
    """The specs of a class's fields, which never change."""
    found: list[OptionSpec] = []
    for item in declared:
        spec = item.metadata["spec"]
        assert isinstance(spec, OptionSpec)
        found.append(replace(spec, name=item.name))
    return tuple(found)
