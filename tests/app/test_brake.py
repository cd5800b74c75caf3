"""The brake on refused requests, with a given clock."""

from __future__ import annotations

import logging

import pytest

from bot.brake import BANNED_AT, STOP_AT, WARY_AT, WINDOW, Brake, Level


class Hours:
    """A clock that is moved by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def refuse(brake: Brake, clock: Hours, times: int, every: float) -> None:
    for _ in range(times):
        clock.now += every
        brake.refused()


def test_it_brakes_long_before_discord_bans() -> None:
    clock = Hours()
    brake = Brake(clock=clock)
    assert 0 < WARY_AT < STOP_AT < BANNED_AT / 3
    assert WINDOW == 600
    refuse(brake, clock, WARY_AT - 1, 0.1)
    assert brake.level.name == "FREE"
    assert brake.wait() == 0
    refuse(brake, clock, 1, 0.1)
    assert brake.level.name == "WARY"
    refuse(brake, clock, STOP_AT - WARY_AT, 0.1)
    assert brake.level.name == "STOPPED"
    assert brake.count == STOP_AT


def test_few_refusals_never_brake_however_long_they_go_on() -> None:
    """A closed channel that is tried once a minute, at fifty tables, for a day."""
    clock = Hours()
    brake = Brake(clock=clock)
    for minute in range(24 * 60):
        clock.now += 60
        refuse(brake, clock, 50, 0.0)
        assert brake.level.name == "FREE"
        assert brake.count == 50 * min(minute + 1, 10)


def test_it_lets_go_when_the_window_has_cleared_and_says_how_long_that_takes() -> None:
    clock = Hours()
    brake = Brake(wary_at=10, stop_at=20, window=100, clock=clock)
    refuse(brake, clock, 20, 1.0)  # at 1, 2 … 20 s
    levels = list[tuple[float, str, int]]()
    while brake.level is not Level.FREE:
        wait = brake.wait()
        assert wait > 0
        clock.now += wait - 0.001
        before = brake.level
        clock.now += 0.001
        assert brake.level < before, "not earlier and not later than it said"
        levels.append((round(clock.now, 2), brake.level.name, brake.count))
    assert levels == [(110, "WARY", 10), (115, "FREE", 5)]


def test_it_does_not_flutter_at_the_border() -> None:
    clock = Hours()
    brake = Brake(wary_at=10, stop_at=20, window=100, clock=clock)
    refuse(brake, clock, 20, 1.0)
    clock.now = 101.5  # one has left the window
    assert (brake.count, brake.level.name) == (19, "STOPPED")
    clock.now = 400.0
    assert (brake.count, brake.level.name) == (0, "FREE")


def test_every_change_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    clock = Hours()
    brake = Brake(wary_at=2, stop_at=4, window=100, clock=clock)
    with caplog.at_level(logging.INFO):
        refuse(brake, clock, 6, 1.0)
        clock.now = 500.0
        assert brake.level.name == "FREE"
    told = [(record.levelname, record.getMessage().partition(":")[0]) for record in caplog.records]
    assert told == [("WARNING", "braking"), ("ERROR", "stopped sending"), ("WARNING", "sending again")]
