"""Options say what they may hold, and hold nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from bot.core.errors import IllegalAction, Reason
from bot.core.game import AnyGame
from bot.core.options import Options, OptionSpec, OptionValue, choice, flag, limit, number
from bot.core.registry import games


@dataclass(frozen=True, slots=True)
class Sample(Options):
    game: ClassVar[str] = "sample"
    manner: str = choice("plain", "fancy", since=2)
    points: int = number(100, low=10, high=200)
    top: int | None = limit(None, low=80, high=170)
    loud: bool = flag(False, changes_answer=False)


def test_specs_follow_the_fields() -> None:
    assert list(Sample.specs()) == [
        OptionSpec("manner", "plain", ("plain", "fancy"), since=2),
        OptionSpec("points", 100, low=10, high=200),
        OptionSpec("top", None, low=80, high=170, nullable=True),
        OptionSpec("loud", False, changes_answer=False),
    ]
    assert Sample().values() == {"manner": "plain", "points": 100, "top": None, "loud": False}


GOOD: list[dict[str, OptionValue]] = [
    {},
    {"manner": "fancy"},
    {"points": 10},
    {"points": 200},
    {"top": 80},
    {"top": None},
    {"loud": True, "top": 170},
]
BAD: list[tuple[str, OptionValue]] = [
    ("manner", "odd"),
    ("manner", 1),
    ("manner", None),
    ("points", 9),
    ("points", 201),
    ("points", True),
    ("points", None),
    ("points", "100"),
    ("top", 79),
    ("top", False),
    ("loud", 1),
    ("loud", None),
    ("colour", "red"),
]


@pytest.mark.parametrize("changes", GOOD)
def test_allowed_values(changes: dict[str, OptionValue]) -> None:
    changed = Sample().with_values(changes)
    assert changed.values() == Sample().values() | changes
    assert Sample() == Sample()


@pytest.mark.parametrize(("name", "value"), BAD)
def test_refused_values(name: str, value: OptionValue) -> None:
    with pytest.raises(IllegalAction) as refused:
        Sample().with_values({name: value})
    assert refused.value.code is Reason.OPTION_REFUSED
    assert refused.value.fact.get("option") == name
    assert refused.value.fact.get("value") == str(value)


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_every_preset_is_allowed(game: AnyGame) -> None:
    assert game.default_preset in game.presets
    for options in game.presets.values():
        assert type(options) is game.options_type
        assert options.game == game.key
        assert game.options_type().with_values(options.values()) == options
        assert set(options.disputed) <= set(options.values())
        assert set(options.needs) | set(options.needs.values()) <= set(options.values())


@dataclass(frozen=True, slots=True)
class Fewer(Sample):
    withheld: ClassVar[frozenset[str]] = frozenset({"manner"})


def test_a_withheld_option_keeps_its_default_and_is_not_shown() -> None:
    assert "manner" in Sample().values()
    assert "manner" not in Fewer().values()
    assert Fewer().manner == Sample().manner
    with pytest.raises(IllegalAction):
        Fewer().with_values({"manner": "fancy"})
