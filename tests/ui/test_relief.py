"""Fewer pictures while messages pile up, all of them again when it is calm; one step at a time, and not to and fro."""

from __future__ import annotations

import logging

import pytest

from bot.engine.models import Pictures
from bot.meter import Meter
from bot.ui.relief import Limits, Relief, fewer

FULL, TRICK, TEXT = Pictures.FULL, Pictures.TRICK, Pictures.TEXT
LIMITS = Limits(high=40, low=10, down_after=1.0, up_after=30.0)


class Weather:
    """A relief whose clock the test turns."""

    def __init__(self) -> None:
        self.meter = Meter()
        self.now = 100.0
        self.relief = Relief(self.meter, lambda: self.now, LIMITS)

    def after(self, seconds: float, under_way: int) -> Pictures:
        """The level some seconds later, with so many messages under way."""
        self.now += seconds
        return self.relief.level(under_way)


def test_a_lasting_rush_goes_down_step_by_step_and_calm_comes_back_the_same_way(
    caplog: pytest.LogCaptureFixture,
) -> None:
    weather = Weather()
    with caplog.at_level(logging.WARNING, "bot.ui.relief"):
        rush = [weather.after(0.5, 60) for _ in range(7)]
        calm = [weather.after(10, 3) for _ in range(8)]
    assert rush == [FULL, FULL, TRICK, TRICK, TRICK, TEXT, TEXT]
    assert calm == [TEXT, TEXT, TEXT, TRICK, TRICK, TRICK, TRICK, FULL]
    assert [record.args[0] for record in caplog.records if isinstance(record.args, tuple)] == [TRICK, TEXT, TRICK, FULL]
    assert weather.meter.counters["picture_steps"] == {("trick",): 2, ("text",): 1, ("full",): 1}


def test_a_moment_s_rush_changes_nothing() -> None:
    weather = Weather()
    assert {weather.after(0.9, load) for load in (60, 5, 60, 5, 60, 20, 60)} == {FULL}


def test_between_the_two_limits_nothing_changes() -> None:
    weather = Weather()
    for _ in range(2):
        weather.after(1.0, 60)
    assert {weather.after(20, 25) for _ in range(5)} == {TRICK}
    assert [weather.after(20, load) for load in (5, 25, 5, 5, 5)] == [TRICK, TRICK, TRICK, TRICK, FULL]


def test_fewer_is_what_either_wants() -> None:
    assert fewer(FULL, TEXT) is TEXT
    assert fewer(TRICK, FULL) is TRICK
    assert fewer(FULL, FULL) is FULL
