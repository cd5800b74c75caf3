"""Logs and snapshots: what is written reads back, and nothing is guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import ClassVar, cast

import pytest

from bot.core.actions import Action, PlayCard
from bot.core.cards import Card, cards
from bot.core.codec import EventCodec, Json, Record, Snapshot, codec_of
from bot.core.derive import Deriver
from bot.core.errors import CorruptLog
from bot.core.events import CardPlayed, Event, HandDealt, TalonSet
from bot.core.game import AnyGame
from bot.core.match import MatchStarted, start
from bot.core.options import Options, number
from bot.core.seats import Seat
from tests.conformance.toygame import TOY, CardGiven, ToyGame, ToyOptions
from tests.conformance.walk import Plan, walk

CODEC = codec_of(TOY)
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
PLAYED = Record(42, NOON, CardPlayed(Seat(2), Card.parse("10H")))


def test_the_envelope() -> None:
    assert CODEC.encode(PLAYED) == (
        '{"v":1,"seq":42,"kind":"table.CardPlayed","kv":1,"seat":2,"at":"2026-01-31T12:00:00+00:00",'
        '"data":{"seat":2,"card":"10H"}}'
    )
    assert CODEC.decode(CODEC.encode(PLAYED)) == PLAYED


def test_prefixes_of_kinds() -> None:
    kinds = [CODEC.event_to_json(event)[0] for event in (PLAYED.event, CardGiven(Seat(0), Card.parse("AS")))]
    opened = start(TOY, TOY.presets["loud"], 3, Seat(1)).events[0]
    assert [*kinds, CODEC.event_to_json(opened)[0]] == ["table.CardPlayed", "toy.CardGiven", "match.MatchStarted"]


def change(**changes: Json) -> str:
    return json.dumps(CODEC.to_json(PLAYED) | changes)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        "[]",
        "1",
        change(v=2),
        change(more=1),
        change(seq="42"),
        change(seq=True),
        change(kind="table.CardEaten"),
        change(kind="other.CardPlayed"),
        change(kv=0),
        change(kv=2),
        change(kv="1"),
        change(seat=1),
        change(seat=None),
        change(at="yesterday"),
        change(at=5),
        change(data=None),
        change(data=[]),
        change(data={"seat": 2}),
        change(data={"seat": 2, "card": "10H", "more": 1}),
        change(data={"seat": 2, "card": "11H"}),
        change(data={"seat": "2", "card": "10H"}),
        change(data={"seat": True, "card": "10H"}),
        change(data={"seat": 2, "card": 10}),
        json.dumps({name: value for name, value in CODEC.to_json(PLAYED).items() if name != "seat"}),
    ],
)
def test_what_cannot_be_read_exactly_is_refused(line: str) -> None:
    with pytest.raises(CorruptLog):
        CODEC.decode(line)


def test_an_event_of_another_game_is_not_written() -> None:
    class Strange(Event, audience=True):
        kind = "Strange"

    with pytest.raises(TypeError):
        CODEC.event_to_json(Strange())


@dataclass(frozen=True, slots=True)
class TalonSetAgain(TalonSet):
    version: ClassVar[int] = 3


class LaterToy(ToyGame):
    """The toy game when its talon event has been changed twice."""

    event_types = (*(cls for cls in ToyGame.event_types if cls is not TalonSet), TalonSetAgain)


def test_upcasters_read_old_versions_one_after_the_other() -> None:
    def renamed(data: dict[str, Json]) -> dict[str, Json]:
        return {"held": data["talon"]}

    def renamed_again(data: dict[str, Json]) -> dict[str, Json]:
        return {"cards": data["held"]}

    upcasters = {("toy.TalonSet", 1): renamed, ("toy.TalonSet", 2): renamed_again}
    codec = EventCodec(cast("AnyGame", LaterToy()), upcasters)
    now = TalonSetAgain(cards("JS QS"))
    assert codec.event_from_json("toy.TalonSet", 1, {"talon": ["JS", "QS"]}) == now
    assert codec.event_from_json("toy.TalonSet", 2, {"held": ["JS", "QS"]}) == now
    assert codec.event_from_json("toy.TalonSet", 3, {"cards": ["JS", "QS"]}) == now
    assert codec.event_to_json(now)[1] == 3
    with pytest.raises(CorruptLog):
        EventCodec(cast("AnyGame", LaterToy())).event_from_json("toy.TalonSet", 2, {"held": ["JS"]})
    with pytest.raises(CorruptLog):
        codec.event_from_json("toy.TalonSet", 4, {"cards": []})


def test_two_events_of_one_name_are_refused_at_once() -> None:
    class Twice(ToyGame):
        event_types = (*ToyGame.event_types, type("HandDealt", (HandDealt,), {"kind": "CardGiven"}))

    with pytest.raises(TypeError, match="CardGiven"):
        EventCodec(cast("AnyGame", Twice()))


@dataclass(frozen=True, slots=True)
class RicherOptions(ToyOptions):
    cheers: int = number(3, low=0, high=9, since=2)


class RicherToy(ToyGame):
    rules_version = 2
    options_type: ClassVar[type[Options]] = RicherOptions


def test_options_that_did_not_exist_yet_take_their_default() -> None:
    codec = EventCodec(cast("AnyGame", RicherToy()))
    old = start(TOY, ToyOptions(target=9), 2, Seat(0)).events[0]
    read = codec.event_from_json("match.MatchStarted", 1, CODEC.event_to_json(old)[2])
    assert isinstance(read, MatchStarted)
    assert dict(read.options) == {"target": 9, "knocking": True, "cheers": 3}
    assert isinstance(old, MatchStarted)
    incomplete = CODEC.event_to_json(replace(old, rules_version=2))[2]
    with pytest.raises(CorruptLog, match="cheers"):
        codec.event_from_json("match.MatchStarted", 1, incomplete)


def test_snapshots() -> None:
    snapshot = Snapshot(9, walk(TOY, TOY.presets["loud"], 4, Plan(3)).state)
    text = CODEC.encode_snapshot(snapshot)
    assert CODEC.decode_snapshot(text) == snapshot
    with pytest.raises(CorruptLog):
        EventCodec(cast("AnyGame", RicherToy())).decode_snapshot(text)
    for old, new in (('"v":1', '"v":0'), ('"toy"', '"coinche"'), ('"seq":9', '"seq":"9"'), ('"totals"', '"sums"')):
        with pytest.raises(CorruptLog):
            CODEC.decode_snapshot(text.replace(old, new, 1))


class Mood(StrEnum):
    GOOD = "good"


@dataclass(frozen=True, slots=True)
class Inner:
    """Something of every form."""

    many: tuple[int, ...]
    pair: tuple[Seat, Card]
    mood: Mood | None
    either: int | str | bool | None
    tagged: Card | Mood | int | str
    group: frozenset[Seat]
    by_seat: Mapping[Seat, tuple[Card, ...]]
    action: Action


def test_every_form_of_field() -> None:
    codec = Deriver({}, TOY.parse).codec(Inner)
    ace = Card.parse("AS")
    value = Inner(
        (1, 2),
        (Seat(1), ace),
        Mood.GOOD,
        True,
        Mood.GOOD,
        frozenset({Seat(2), Seat(0)}),
        {Seat(3): (ace,)},
        PlayCard(ace),
    )
    data = codec.encode(value)
    assert data == {
        "many": [1, 2],
        "pair": [1, "AS"],
        "mood": "good",
        "either": True,
        "tagged": {"Mood": "good"},
        "group": [0, 2],
        "by_seat": [[3, ["AS"]]],
        "action": "play:AS",
    }
    assert codec.decode(json.loads(json.dumps(data))) == value
    for tagged in (ace, 5, "good"):
        other = replace(value, tagged=tagged)
        assert codec.decode(codec.encode(other)) == other
    broken: tuple[dict[str, Json], ...] = (
        {"many": 1},
        {"pair": [1]},
        {"mood": "bad"},
        {"either": []},
        {"tagged": {"Hand": "AS"}},
        {"tagged": None},
        {"action": "dance"},
    )
    for change in broken:
        with pytest.raises(CorruptLog):
            codec.decode(data | change)


@pytest.mark.parametrize("hint", [float, object, list[int], Callable, int | tuple[int, ...] | tuple[str, ...]])
def test_types_without_a_form_are_refused(hint: object) -> None:
    with pytest.raises(TypeError):
        Deriver({}, TOY.parse).codec(hint)


def test_values_of_another_type_are_not_written() -> None:
    deriver = Deriver({}, TOY.parse)
    wrong: tuple[tuple[object, object], ...] = ((int, True), (str, 1), (Card, "AS"), (Mood, "good"), (Inner, 1))
    for hint, value in wrong:
        with pytest.raises(TypeError):
            deriver.codec(hint).encode(value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"v":1', '"v":0'),
        ('"seq":7', '"seq":"7"'),
        ('"at":"', '"at":"AS '),
        ('"data":{', '"data":{"more":1,'),
        ('"AS"', '"ASAS"'),
        ('"AS"', '["AS"]'),
        ('["AS"', '"10H",["AS"'),
        ('["AS","10H"]', '"AS 10H"'),
        ('"data":{', '"data":{{'),
    ],
)
def test_what_cannot_be_read_is_never_told(old: str, new: str) -> None:
    """The error's text goes into the log: nobody's hand belongs there."""
    line = CODEC.encode(Record(7, NOON, HandDealt(Seat(1), cards("AS 10H"))))
    assert old in line
    with pytest.raises(CorruptLog) as caught:
        CODEC.decode(line.replace(old, new, 1))
    error: BaseException | None = caught.value
    while error is not None:
        assert not re.search("AS|10H", str(error))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def test_what_cannot_be_read_is_named() -> None:
    line = CODEC.encode(Record(7, NOON, HandDealt(Seat(1), cards("AS 10H"))))
    with pytest.raises(CorruptLog, match=r"event 7: table\.HandDealt: "):
        CODEC.decode(line.replace('"AS"', '"A"', 1))
