"""The whole database after the storms: every log replays, and no card was ever in two places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.core import match, registry
from bot.core.cards import Card
from bot.core.errors import CoreError
from bot.core.events import CardPlayed, CardTakenBack
from bot.core.game import AnyGame
from bot.core.match import DealStarted, MatchState
from bot.core.seats import all_seats
from bot.storage.audit import audit

from .truth import read_stored


def judge(database: Path) -> list[str]:
    """What is wrong with the logs, one sentence each."""
    found = []
    for report in audit(database):
        found += [f"table {report.table}: {fault}" for fault in (*report.faults, *report.drift)]
        found += [f"table {report.table}: {fault}" for fault in misplaced(database, report.table)]
    return found


def misplaced(database: Path, table: int) -> Iterator[str]:
    """Cards that were in two places at once, or of no pack, at any time of a table's log."""
    stored = read_stored(database, table)
    game = registry.games()[stored.record.game]
    state: MatchState | None = None
    played: list[Card] = []
    for entry in stored.entries:
        try:
            state = match.evolve(game, state, entry.event)
        except CoreError as error:
            yield f"event {entry.seq} does not fold: {error}"
            return
        if isinstance(entry.event, DealStarted):
            played = []
        elif isinstance(entry.event, CardPlayed):
            played.append(entry.event.card)
        elif isinstance(entry.event, CardTakenBack) and played:
            played.pop()
        if wrong := _wrong(game, state, played):
            yield f"after event {entry.seq}: {wrong}"
            return


def _wrong(game: AnyGame, state: MatchState, played: list[Card]) -> str | None:
    if state.deal is None or state.between:
        return None
    seen = list(played)
    for seat in all_seats(state.players):
        seen += game.view(state.deal, seat).hand
    if len(set(seen)) != len(seen):
        return "a card is in two places"
    if not set(game.deck(state.options, state.players)).issuperset(seen):
        return "a card is of no pack"
    return None
