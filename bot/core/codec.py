"""JSON of events, options and snapshots: one object per event, with versions, nothing guessed.

The envelope of an event:

    {"v":1,"seq":42,"kind":"coinche.BidMade","kv":1,"seat":2,"at":"2026-01-31T20:15:00+00:00","data":{...}}

`v` is the envelope's version, `kv` the event's. The kind of a match event begins with `match.`, of an event shared by
all games with `table.`, of any other with the game's key. A kind is never changed in place: its `version` grows and an
upcaster reads the older data. Whatever cannot be read exactly is a `CorruptLog`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import TypeVar, cast, get_type_hints

from bot.core.derive import Deriver, Json
from bot.core.errors import CorruptLog
from bot.core.events import CardPlayed, DealScored, DealVoid, Event, HandDealt, TalonSet, TrickWon
from bot.core.game import AnyGame, DealSetup, DealState
from bot.core.match import MATCH_EVENTS, MatchStarted, MatchState
from bot.core.options import Options, OptionValue
from bot.core.seats import Seat

__all__ = ["EventCodec", "Json", "Record", "Snapshot", "Upcasters", "codec_of"]

ENVELOPE_VERSION = 1
SHARED_EVENTS: frozenset[type[Event]] = frozenset({HandDealt, TalonSet, CardPlayed, TrickWon, DealScored, DealVoid})

JsonObject = dict[str, Json]
Upcasters = Mapping[tuple[str, int], Callable[[JsonObject], JsonObject]]
"""(full kind, old `kv`) -> the data as the next `kv` has it."""

NO_UPCASTERS: Upcasters = MappingProxyType({})
_ENVELOPE_KEYS = frozenset({"v", "seq", "kind", "kv", "seat", "at", "data"})


@dataclass(frozen=True, slots=True)
class Record:
    """One event with its place in the log: `seq` counts from 1 without gaps, `at` has a time zone."""

    seq: int
    at: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match as it was after the event `seq`: a cache, never the truth."""

    seq: int
    state: MatchState


def full_kind(game: AnyGame, cls: type[Event]) -> str:
    """The kind with its prefix: `match.`, `table.`, or the game's key."""
    if cls in MATCH_EVENTS:
        return f"match.{cls.kind}"
    return f"table.{cls.kind}" if cls in SHARED_EVENTS else f"{game.key}.{cls.kind}"


class EventCodec:
    """Reads and writes everything of one game's logs.

    Args:
        game: the game.
        upcasters: how older data of a kind is read.

    Raises:
        TypeError: two kinds have one name, or a field has no JSON form.
    """

    def __init__(self, game: AnyGame, upcasters: Upcasters = NO_UPCASTERS) -> None:
        self._game = game
        self._upcasters = upcasters
        self._deriver = Deriver(_stand_ins(game), game.parse)
        self._kinds: dict[str, type[Event]] = {}
        self._names: dict[type[Event], str] = {}
        for cls in (*MATCH_EVENTS, *game.event_types):
            name = full_kind(game, cls)
            if self._kinds.setdefault(name, cls) is not cls:
                raise TypeError(f"two events of the kind {name}")
            self._names[cls] = name
            self._deriver.codec(cls)

    def encode(self, record: Record) -> str:
        """The record as one line of JSON.

        Raises:
            TypeError: the event is not one of this game's.
        """
        return json.dumps(self.to_json(record), separators=(",", ":"), ensure_ascii=False)

    def to_json(self, record: Record) -> JsonObject:
        """The envelope as a JSON object."""
        kind, kv, data = self.event_to_json(record.event)
        return {
            "v": ENVELOPE_VERSION,
            "seq": record.seq,
            "kind": kind,
            "kv": kv,
            "seat": _seat_of(record.event),
            "at": record.at.isoformat(),
            "data": data,
        }

    def event_to_json(self, event: Event) -> tuple[str, int, JsonObject]:
        """An event alone: its full kind, its version, its data."""
        cls = type(event)
        if cls not in self._names:
            raise TypeError(f"{cls.__name__} is no event of {self._game.key}")
        return self._names[cls], cls.version, cast("JsonObject", self._deriver.codec(cls).encode(event))

    def decode(self, line: str) -> Record:
        """Read a line back.

        Raises:
            CorruptLog: it is no envelope of a known kind and shape.
        """
        data = _parse(line)
        if not isinstance(data, dict) or data.keys() != _ENVELOPE_KEYS or data["v"] != ENVELOPE_VERSION:
            raise CorruptLog(f"no envelope of version {ENVELOPE_VERSION}")
        seq, kind, kv, at, body = data["seq"], data["kind"], data["kv"], data["at"], data["data"]
        if type(seq) is not int or not isinstance(kind, str) or type(kv) is not int or not isinstance(at, str):
            raise CorruptLog("unreadable envelope")
        try:
            when = datetime.fromisoformat(at)
        except ValueError:
            raise CorruptLog(f"{kind} {seq}: no time") from None
        try:
            event = self.event_from_json(kind, kv, body)
        except CorruptLog as error:
            raise CorruptLog(f"event {seq}: {error}") from error
        if data["seat"] != _seat_of(event):
            raise CorruptLog(f"{kind} {seq}: the envelope names another seat")
        return Record(seq, when, event)

    def event_from_json(self, kind: str, kv: int, body: Json) -> Event:
        """An event from its full kind, its version and its data; older versions go through the upcasters.

        Raises:
            CorruptLog: the kind, the version or the data is unknown.
        """
        cls = self._kinds.get(kind)
        if cls is None or not isinstance(body, dict):
            raise CorruptLog(f"unknown kind or no data: {kind[:60]}")
        while kv < cls.version:
            step = self._upcasters.get((kind, kv))
            if step is None:
                raise CorruptLog(f"{kind}: nothing reads version {kv}")
            body, kv = step(body), kv + 1
        if kv != cls.version:
            raise CorruptLog(f"{kind}: version {kv} is newer than {cls.version}")
        try:
            event = self._deriver.codec(cls).decode(body)
        except CorruptLog as error:
            raise CorruptLog(f"{kind}: {error}") from error
        assert isinstance(event, Event)
        return self._completed(event) if isinstance(event, MatchStarted) else event

    def encode_snapshot(self, snapshot: Snapshot) -> str:
        """The snapshot as JSON, marked with the game and its rules version."""
        data: JsonObject = {
            "v": ENVELOPE_VERSION,
            "game": self._game.key,
            "rules_version": self._game.rules_version,
            "seq": snapshot.seq,
            "state": self._deriver.codec(MatchState).encode(snapshot.state),
        }
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

    def decode_snapshot(self, text: str) -> Snapshot:
        """Read a snapshot back.

        Raises:
            CorruptLog: it is of another game or rules version, or cannot be read; the log is then to be replayed.
        """
        data = _parse(text)
        if not isinstance(data, dict) or data.keys() != {"v", "game", "rules_version", "seq", "state"}:
            raise CorruptLog("no snapshot")
        marks = (data["v"], data["game"], data["rules_version"])
        if marks != (ENVELOPE_VERSION, self._game.key, self._game.rules_version):
            raise CorruptLog("a snapshot of another game or rules version")
        seq = data["seq"]
        state = self._deriver.codec(MatchState).decode(data["state"])
        if type(seq) is not int or not isinstance(state, MatchState):
            raise CorruptLog("no snapshot")
        return Snapshot(seq, state)

    def _completed(self, event: MatchStarted) -> MatchStarted:
        """Add the options that did not exist yet, with the default that stands for the rules of before."""
        given = dict(event.options)
        added: list[tuple[str, OptionValue]] = []
        for spec in self._game.options_type.specs():
            if spec.name in given:
                continue
            if spec.since <= event.rules_version:
                raise CorruptLog(f"the option {spec.name} is missing")
            added.append((spec.name, spec.default))
        return replace(event, options=(*event.options, *added)) if added else event


@cache
def codec_of(game: AnyGame) -> EventCodec:
    """The codec of a game, without upcasters: derived once."""
    return EventCodec(game)


def _stand_ins(game: AnyGame) -> Mapping[object, type]:
    """The game's own classes for what the match layer and shared state classes leave open, found in a first state."""
    players = min(game.seat_counts)
    nothing = (0,) * len(game.sides(players))
    state = game.begin(DealSetup(players, Seat(0), game.options_type(), nothing, nothing))
    found: dict[object, type] = {Options: game.options_type, DealState: type(state)}
    for name, hint in get_type_hints(type(state)).items():
        if isinstance(hint, TypeVar):
            found[hint] = type(getattr(state, name))
    return MappingProxyType(found)


def _seat_of(event: Event) -> int | None:
    seat: int | None = getattr(event, "seat", None)
    return seat


def _parse(text: str) -> Json:
    try:
        return cast("Json", json.loads(text))
    except ValueError as error:
        raise CorruptLog("no JSON") from error
