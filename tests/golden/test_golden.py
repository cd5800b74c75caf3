"""Recorded matches replay to the same end, and the present rules decide them the same way again.

When a rule is meant to change, keep the old log under its version's name, record anew (see `record.py`), and read the
difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.codec import codec_of
from bot.core.events import CardPlayed, TrickWon
from bot.core.match import MatchEnded, MatchStarted, MatchState, evolve
from bot.core.notation import log_events, log_text
from bot.core.registry import game_of, games
from bot.core.replay import replay, verify
from bot.core.seats import all_seats
from tests.golden.record import FOLDER, MATCHES, path_of

LOGS = sorted(FOLDER.glob("*.log"))


def test_every_match_is_recorded() -> None:
    assert {path_of(game, preset) for game, preset in MATCHES} <= set(LOGS)


@pytest.mark.parametrize("key", games())
def test_every_game_has_a_recorded_match(key: str) -> None:
    recorded = {preset for game, preset in MATCHES if game == key}
    default = games()[key].default_preset
    assert default in recorded, f"add ({key!r}, {default!r}) to MATCHES in tests/golden/record.py and run it"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_it_replays_to_the_same_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = game_of(path.stem.partition("-")[0])
    events = log_events(codec_of(game), text)
    ended = events[-1]
    assert isinstance(events[0], MatchStarted)
    assert isinstance(ended, MatchEnded)
    done = replay(game, events)
    assert done.failure is None
    assert done.state is not None
    assert done.state.ended
    assert (done.state.totals, done.state.winner) == (ended.totals, ended.winner)
    # Each event is written as it was: nothing in the notation or the events has changed.
    remarks = "".join(line for line in text.splitlines(keepends=True) if line.startswith("#"))
    assert remarks + log_text(codec_of(game), events) == text


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_state_of_the_log_can_be_looked_at(path: Path) -> None:
    """Also those within one act, which nobody at the table meets: owners' tools read a log event by event."""
    game = game_of(path.stem.partition("-")[0])
    state: MatchState | None = None
    looked = 0
    for event in log_events(codec_of(game), path.read_text(encoding="utf-8")):
        state = evolve(game, state, event)
        if state.deal is None or isinstance(event, CardPlayed | TrickWon):
            continue
        for viewer in (None, *all_seats(state.players)):
            assert game.view(state.deal, viewer).viewer == viewer
            looked += 1
    assert looked > 20


@pytest.mark.parametrize(("key", "preset"), MATCHES)
def test_the_present_rules_decide_the_same(key: str, preset: str) -> None:
    game = game_of(key)
    events = log_events(codec_of(game), path_of(key, preset).read_text(encoding="utf-8"))
    assert dict(events[0].options) == game.presets[preset].values()  # type: ignore[attr-defined]  # it is a MatchStarted
    assert verify(game, events) == ()
