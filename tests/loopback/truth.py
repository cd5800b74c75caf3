"""What a test may know of a table: its database, and by it who could have seen which cards when."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from bot.core import match, registry
from bot.core.cards import Card
from bot.core.events import CardPlayed, HandDealt
from bot.core.match import DealStarted, MatchState
from bot.core.seats import Seat
from bot.engine.models import TableId
from bot.engine.ports import StoredTable
from bot.storage import tables
from tests.seen import cards_of

from .human import Human
from .model import Entry
from .telltale import cards_in, reader_of
from .world import World


@dataclass(frozen=True, slots=True)
class Truth:
    """A table as its database has it: for judging what people were shown, never for playing in their stead."""

    stored: StoredTable

    @property
    def status(self) -> str:
        return self.stored.record.status.value

    @property
    def state(self) -> MatchState | None:
        """The match after its last event."""
        game, found = registry.games()[self.stored.record.game], None
        for entry in self.stored.entries:
            found = match.evolve(game, found, entry.event)
        return found

    @property
    def running(self) -> bool:
        """A deal is under way."""
        state = self.state
        return self.status == "playing" and state is not None and not state.between

    def turn(self) -> tuple[Seat, str] | None:
        """Who must act first, and the token that guards that seat's buttons."""
        state, game = self.state, registry.games()[self.stored.record.game]
        if state is None or not self.running:
            return None
        seat = min(match.to_act(game, state))
        return seat, match.prompt_token(game, state, seat)

    def seat_of(self, human: Human) -> Seat:
        return next(holder.seat for holder in self.stored.seats if holder.user == human.user.id)

    def user_of(self, seat: Seat) -> int | None:
        return next(holder.user for holder in self.stored.seats if holder.seat == seat)

    def events(self, kind: type[Any], deal: int | None = None) -> list[Any]:
        """The events of one kind, oldest first; of one deal only if asked."""
        found, number = [], 0
        for entry in self.stored.entries:
            if isinstance(entry.event, DealStarted):
                number = entry.event.number
            if isinstance(entry.event, kind) and deal in (None, number):
                found.append(entry.event)
        return found

    def hands(self, deal: int = 1) -> dict[Seat, frozenset[Card]]:
        """What each seat was dealt in a deal, in all its rounds."""
        dealt: dict[Seat, frozenset[Card]] = {}
        for event in self.events(HandDealt, deal):
            assert not dealt.get(event.seat, frozenset()) & frozenset(event.cards), "a card was dealt twice"
            dealt[event.seat] = dealt.get(event.seat, frozenset()) | frozenset(event.cards)
        return dealt

    def played(self, deal: int = 1) -> list[Card]:
        """The cards of a deal in the order they were played."""
        return [event.card for event in self.events(CardPlayed, deal)]


def read_truth(database: Path, table: int = 1) -> Truth:
    """A table from the file, while the bot uses it."""
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("BEGIN")
        stored = tables.load(connection, TableId(table), registry.games())
    assert stored is not None
    assert stored.failure is None, stored.failure
    return Truth(stored)


@dataclass(frozen=True)
class Secrets:
    """Who could know which cards when, against what the bot told whom when."""

    world: World
    truth: Truth
    born: float
    """Wall clock at second 0 of the world's clock."""

    def told(self, since: int) -> Iterator[tuple[Entry, str, frozenset[Card]]]:
        """Requests that were carried out and told a reader cards he could not know."""
        for entry in self.world.log[since:]:
            if entry.status >= 400 or not isinstance(entry.request, dict):
                continue
            shown = cards_in(entry.request)
            if shown:
                reader = reader_of(self.world, entry)
                secret = shown - self.known(reader, self.born + entry.at)
                if secret:
                    yield entry, self._name(reader), secret

    def known(self, user: int | None, at: float) -> frozenset[Card]:
        """All cards that a member (None: anybody in the channel) had seen by then."""
        seat = next((holder.seat for holder in self.truth.stored.seats if holder.user == user), None)
        if user is None:
            seat = None
        known = frozenset[Card]()
        for moment, seen in self.sights[seat]:
            if moment > at:
                break
            known = seen
        return known

    @cached_property
    def sights(self) -> dict[Seat | None, list[tuple[float, frozenset[Card]]]]:
        """By viewer: after each event, every card seen so far."""
        game = registry.games()[self.truth.stored.record.game]
        sights: dict[Seat | None, list[tuple[float, frozenset[Card]]]] = {None: []}
        sights |= {holder.seat: [] for holder in self.truth.stored.seats}
        state = None
        for entry in self.truth.stored.entries:
            state = match.evolve(game, state, entry.event)
            for seat, seen in sights.items():
                before = seen[-1][1] if seen and not isinstance(entry.event, DealStarted) else frozenset()
                now = frozenset() if state.deal is None else frozenset(cards_of(game.view(state.deal, seat)))
                seen.append((entry.at.timestamp(), before | now))
        return sights

    def _name(self, user: int | None) -> str:
        return "everybody" if user is None else self.world.users[user].name
