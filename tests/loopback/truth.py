"""What a test may know of a table: its database, and by it who could have seen which cards when."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from bot.core import match, registry
from bot.core.cards import Card
from bot.core.events import CardPlayed, HandDealt
from bot.core.match import DealStarted, MatchState
from bot.core.seats import Seat
from bot.engine.models import TableId
from bot.engine.ports import StoredTable
from bot.engine.table import rebuilt, table_view
from bot.render.account import account_texts
from bot.render.help import TOPICS, help_panel
from bot.render.rules import Ruleset, rulebook
from bot.storage import tables
from bot.ui.scenes import table_scene
from tests.seen import cards_of
from tests.telling import WORDS, cards_named

from .human import Human
from .model import Entry
from .telltale import asked_by, cards_in, channel_of, reader_of, told_by
from .world import World


@dataclass(frozen=True)
class Truth:
    """A table as its database has it: for judging what people were shown, never for playing in their stead."""

    stored: StoredTable

    @property
    def status(self) -> str:
        return self.stored.record.status.value

    @cached_property
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


def read_stored(database: Path, table: int) -> StoredTable:
    """A table from the file with its log, or with the readable beginning of it, while the bot uses it."""
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("BEGIN")
        stored = tables.load(connection, TableId(table), registry.games())
    assert stored is not None
    return stored


def read_truth(database: Path, table: int = 1) -> Truth:
    """A table from the file, while the bot uses it."""
    stored = read_stored(database, table)
    assert stored.failure is None, stored.failure
    return Truth(stored)


@dataclass(frozen=True, slots=True)
class Sight:
    """What one viewer had seen since a moment, and the cards that were anybody's secret then at all."""

    at: float
    seen: frozenset[Card]
    dealt: bool


@dataclass(frozen=True)
class Secrets:
    """Who could know which cards when, against what the bot told whom when.

    Attributes:
        people: who has to do with this table and no other; None when there is only one table.
        places: channels where only this table is talked of; None when there is only one table.
    """

    world: World
    truth: Truth
    people: frozenset[int] | None = None
    places: frozenset[int] | None = None

    def told(self, since: int = 0) -> Iterator[tuple[Entry, str, frozenset[Card]]]:
        """Requests that were carried out and told a reader cards he could not know and had not named himself."""
        for entry, reader in self.shown(since):
            hidden = self.hidden_from(reader, entry.wall)
            lines = dict.fromkeys(told_by(entry).splitlines()) if hidden else {}
            named = frozenset(
                card for line in lines if not self._general(line, entry.wall) for card in cards_named(line)
            )
            secret = named & hidden
            if secret and (secret := secret - cards_in(asked_by(self.world, entry))):
                yield entry, self.name(reader), secret

    def shown(self, since: int = 0) -> Iterator[tuple[Entry, int | None]]:
        """Requests that showed somebody something of this table, and whom: None for everybody in the channel."""
        for entry in self.world.log[since:]:
            place = channel_of(self.world, entry)
            if entry.status >= 400 or place is None or entry.method == "DELETE":
                continue
            reader = reader_of(self.world, entry)
            if reader is None and (self.places is None or place in self.places):
                yield entry, None
            elif reader is not None and (self.people is None or reader in self.people):
                yield entry, reader

    def hidden_from(self, user: int | None, at: float) -> frozenset[Card]:
        """The cards of the pack that a member (None: anybody in the channel) had not seen by then in this deal."""
        seat = None
        if user is not None:
            seat = next((holder.seat for holder in self.truth.stored.seats if holder.user == user), None)
        sights = self.sights[seat]
        latest = bisect_right(sights, at, key=lambda sight: sight.at) - 1
        if latest < 0 or not sights[latest].dealt:
            return frozenset()
        return self.pack - sights[latest].seen

    @cached_property
    def pack(self) -> frozenset[Card]:
        """The cards this table plays with."""
        state = self.truth.state
        assert state is not None, "no match has begun"
        return frozenset(registry.games()[self.truth.stored.record.game].deck(state.options, state.players))

    def _general(self, line: str, at: float) -> bool:
        bare = line.removeprefix("-# ")
        return line in self.general or at >= self.told_of_the_past.get(bare, float("inf"))

    @cached_property
    def told_of_the_past(self) -> dict[str, float]:
        """The lines of the accounts of deals that are over, and since when."""
        scene = table_scene(table_view(rebuilt(self.truth.stored, registry.games())))
        since: dict[str, float] = {}
        for record in scene.records:
            for text in (text for words in WORDS for text in account_texts(scene, record, words)):
                since.setdefault(text, self.over.get(record.number, float("inf")))
        return since

    @cached_property
    def over(self) -> dict[int, float]:
        """When each deal was over, by its number; those that are."""
        game, number, state = registry.games()[self.truth.stored.record.game], 0, None
        over: dict[int, float] = {}
        for entry in self.truth.stored.entries:
            state = match.evolve(game, state, entry.event)
            if isinstance(entry.event, DealStarted):
                number = entry.event.number
            if state.deal is not None and game.result(state.deal) is not None:
                over.setdefault(number, entry.at.timestamp())
        return over

    @cached_property
    def general(self) -> frozenset[str]:
        """Lines that tell of no deal: of the rules' pages, of the help, and all shown before any card was dealt."""
        record, state = self.truth.stored.record, self.truth.state
        assert state is not None, "no match has begun"
        books = [rulebook(Ruleset(record.game, record.profile, state.options, (record.players,)), w) for w in WORDS]
        pages = [text for book in books for text in (*book.pages, *(topic.heading for topic in book.topics))]
        dealt = next((sight.at for sight in self.sights[None] if sight.dealt), float("inf"))
        pages += [help_panel(words, topic).text for words in WORDS for topic in ("", *TOPICS)]
        early = [told_by(entry) for entry, _ in self.shown() if entry.wall < dealt]
        return frozenset(line for text in (*pages, *early) for line in text.splitlines())

    @cached_property
    def sights(self) -> dict[Seat | None, list[Sight]]:
        """By viewer: after each step, every card seen so far in the deal. Within a step nobody looks."""
        game = registry.games()[self.truth.stored.record.game]
        sights: dict[Seat | None, list[Sight]] = {None: []}
        sights |= {holder.seat: [] for holder in self.truth.stored.seats}
        state = None
        for at, entries in groupby(self.truth.stored.entries, key=lambda entry: entry.at):
            step = [entry.event for entry in entries]
            for event in step:
                state = match.evolve(game, state, event)
            deal = None if state is None else state.deal
            fresh = any(isinstance(event, DealStarted) for event in step)
            for seat, seen in sights.items():
                before = seen[-1].seen if seen and not fresh else frozenset()
                now = frozenset() if deal is None else frozenset(cards_of(game.view(deal, seat)))
                seen.append(Sight(at.timestamp(), before | now, dealt=deal is not None))
        return sights

    def name(self, user: int | None) -> str:
        """Who read it, for people."""
        return "everybody" if user is None else self.world.users[user].name
