"""Game files: what was played comes back the same, and nothing else is taken."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.codec import codec_of
from bot.core.errors import CorruptLog
from bot.core.game import AnyGame
from bot.core.gamefile.fields import LONGEST_LINE
from bot.core.gamefile.model import BadFile, PlayedMatch, Proof, events_of, of_log
from bot.core.gamefile.reading import matches
from bot.core.gamefile.telling import told
from bot.core.gamefile.writing import lines_of
from bot.core.match import DealEnded
from bot.core.notation import log_events
from bot.core.registry import game_of, games
from tests.conformance.walk import Plan, walk
from tests.golden.record import path_of

PRESETS = [(key, preset) for key, game in games().items() for preset in game.presets]
WHOLE = [(key, game.default_preset) for key, game in games().items()]
"""One recorded match of each game."""

PROOF = Proof(12, "00" * 32, ("1180000000000000001",), "ab" * 32)


def unchecked(*_: object) -> None:
    """These proofs are made up; real ones are checked where the shuffle is known."""


def read(lines: Iterable[str | bytes]) -> list[PlayedMatch]:
    raw = [line if isinstance(line, bytes) else f"{line}\n".encode() for line in lines]
    return list(matches(raw, games(), unchecked))


def refusal(lines: Iterable[str | bytes]) -> BadFile:
    with pytest.raises(BadFile) as caught:
        read(lines)
    return caught.value


def walked(key: str, preset: str, seed: int, deals: int = 1) -> tuple[AnyGame, tuple[object, ...], PlayedMatch]:
    game = game_of(key)
    players = Random(seed).choice(sorted(game.seat_counts))
    events = walk(game, game.presets[preset], players, Plan(seed), deals).events
    names = [f"Zoé {seat}" for seat in range(players)]
    return game, events, of_log(game, events, preset, names, proofs={1: PROOF})


@cache
def sample(key: str = "coinche") -> tuple[str, ...]:
    """A short match, line by line: three deals, given up then."""
    game = game_of(key)
    events = walk(game, game.presets[game.default_preset], min(game.seat_counts), Plan(5), 3).events
    return tuple(lines_of(of_log(game, events, "sample", proofs={2: PROOF})))


def place(kind: str, lines: tuple[str, ...] | None = None) -> int:
    """Index of the first line of this type."""
    return next(at for at, line in enumerate(lines or sample()) if json.loads(line)["type"] == kind)


def changed(kind: str, **values: object) -> list[str]:
    """The sample with other values in its first line of this type."""
    lines = list(sample())
    at = place(kind)
    lines[at] = json.dumps({**json.loads(lines[at]), **values})
    return lines


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_what_was_played_comes_back_the_same(key: str, preset: str, deal_seed: int) -> None:
    game, events, played = walked(key, preset, deal_seed)
    lines = list(lines_of(played))
    (back,) = read(lines)
    assert back == played
    assert list(lines_of(back)) == lines
    assert events_of(game, back) == events
    assert back.deals[0].proof == PROOF


@pytest.mark.parametrize(("key", "preset"), WHOLE)
def test_recorded_matches_come_back_the_same(key: str, preset: str) -> None:
    game = game_of(key)
    events = log_events(codec_of(game), path_of(key, preset).read_text(encoding="utf-8"))
    played = of_log(game, events, preset)
    assert played.finished
    # Two in one file, as `--all` writes them, with an empty line between.
    assert read([*lines_of(played), "", *lines_of(played)]) == [played, played]
    assert events_of(game, played) == tuple(events)


@pytest.mark.parametrize("key", games())
def test_people_read_every_card_and_every_score(key: str, deal_seed: int) -> None:
    game, _, played = walked(key, game_of(key).default_preset, deal_seed, 2)
    text = "\n".join(told(game, played))
    assert all(name in text for name in played.seats)
    for deal in played.deals:
        assert f"deal {deal.number}, dealer {played.seats[deal.dealer]}" in text
        assert " ".join(card.code for card in deal.pack) in text
        assert " / ".join(str(total) for total in deal.outcome.totals) in text
        for done in deal.acts:
            code = done.action.code.removeprefix("play:")
            assert done.seat is None or f"{played.seats[done.seat]} {code}" in text


def test_only_deals_that_are_over_are_told() -> None:
    game = game_of("coinche")
    events = walk(game, game.presets["coinche"], 4, Plan(3), 2).events
    over = [at for at, event in enumerate(events) if isinstance(event, DealEnded)]
    assert len(of_log(game, events[: over[1] - 1], "x").deals) == 1
    with pytest.raises(CorruptLog, match="no deal"):
        of_log(game, events[: over[0] - 1], "x")
    with pytest.raises(CorruptLog, match="no match"):
        of_log(game, events[1:], "x")


def test_a_log_that_the_rules_decide_otherwise_is_not_told() -> None:
    game = game_of("coinche")
    events = list(walk(game, game.presets["coinche"], 4, Plan(3), 1).events)
    at = next(at for at, event in enumerate(events) if isinstance(event, DealEnded))
    del events[at - 2]
    with pytest.raises(CorruptLog):
        of_log(game, events, "x")
    pack = {1: tuple(reversed(game.deck(game.presets["coinche"], 4)))}
    with pytest.raises(CorruptLog, match="deal 1: the cards are not those"):
        of_log(game, walk(game, game.presets["coinche"], 4, Plan(3), 1).events, "x", packs=pack)


def test_an_act_against_the_rules_is_named_with_its_line_and_duty() -> None:
    game = game_of("coinche")
    log = log_events(codec_of(game), path_of("coinche", "coinche_online").read_text(encoding="utf-8"))
    lines = list(lines_of(of_log(game, log, "x")))
    found = None
    for at, line in enumerate(lines):
        data = json.loads(line)
        for code in [card for deal in lines[1:2] for card in json.loads(deal)["pack"].split()]:
            if data["type"] == "act" and data["act"].startswith("play:"):
                with_other = [*lines[:at], json.dumps({**data, "act": f"play:{code}"}), *lines[at + 1 :]]
                try:
                    read(with_other)
                except BadFile as error:
                    if error.ruling is not None and error.line == at + 1 and "not_in_hand" not in error.problem:
                        found = error
                        break
        if found:
            break
    assert found is not None
    assert found.game == "coinche"
    assert found.ruling is not None
    assert found.ruling.fact.key in {"refusal.must_follow", "refusal.must_trump", "refusal.must_overtrump"}
    assert str(found).startswith(f"line {found.line}: seat ")


REFUSED: list[tuple[Callable[[], list[str]], str, str]] = [
    (lambda: changed("match", format=2), "match", "format 2 is not known"),
    (lambda: changed("match", format=True), "match", "format: a number expected, not true or false"),
    (lambda: changed("match", rules=999), "match", "newer than"),
    (lambda: changed("match", game="bridge"), "match", "no game 'bridge'"),
    (lambda: changed("match", players=7), "match", "not for 7 players"),
    (lambda: changed("match", seats=["A"]), "match", "4 values expected"),
    (lambda: changed("match", seats=["A", "B", "C", "\u202e"]), "match", "printable"),
    (lambda: changed("match", seats=["A", "B", "C", "\ud800"]), "match", "printable"),
    (lambda: changed("match", profile=""), "match", "printable"),
    (lambda: changed("match", options={}), "match", "is missing"),
    (lambda: changed("match", extra=1), "match", "unknown field 'extra'"),
    (lambda: changed("match", first_dealer=4), "match", "not between 0 and 3"),
    (lambda: changed("deal", number=2), "deal", "the file says 2, the rules give 1"),
    (lambda: changed("deal", dealer=None), "deal", "a number expected, not null"),
    (lambda: changed("deal", pack="7S 7S"), "deal", "bad_deck"),
    (lambda: changed("deal", pack="7S ZZ"), "deal", "codes of cards"),
    (lambda: changed("deal", proof={}), "deal", "'table' is missing"),
    (lambda: changed("deal", proof=[]), "deal", "an object or null"),
    (lambda: changed("act", seat=True), "act", "a number expected"),
    (lambda: changed("act", seat=None), "act", "dealt by seat null"),
    (lambda: changed("act", act="dance"), "act", "nothing one can do"),
    (lambda: changed("act", act="play:" + "9" * 300), "act", "nothing one can do"),
    (lambda: changed("act", act="bid:080:S"), "act", "nothing one can do"),
    (lambda: changed("act", act="deal:7S"), "act", "dealt by seat null"),
    (lambda: changed("act", act={"a": {}}), "act", "a text expected, not an object"),
    (lambda: changed("act", type="result"), "act", "a line of type 'act' expected"),
    (lambda: changed("act", type="\x07"), "act", "printable"),
    (lambda: changed("result", points=[1, 2]), "result", "the rules give"),
    (lambda: changed("result", totals=["1", 2]), "result", "numbers expected, not a text"),
    (lambda: changed("result", counts=1), "result", "true or false expected"),
    (lambda: changed("end", finished=True), "end", "the rules give false"),
    (lambda: changed("end", winner=1), "end", "the rules give null"),
]


@pytest.mark.parametrize(("lines", "kind", "told_why"), REFUSED)
def test_what_is_wrong_is_said_with_its_line(lines: Callable[[], list[str]], kind: str, told_why: str) -> None:
    error = refusal(lines())
    assert error.line == place(kind) + 1
    assert told_why in str(error)


@pytest.mark.parametrize(
    ("line", "told_why"),
    [
        (b"\xff\xfe{\x00}\x00", "not UTF-8"),
        ("{}".encode("utf-16"), "not UTF-8"),
        (b'{"type":"caf\xe9"}', "not UTF-8 (byte 13"),
        (b"[" * 30_000, "nested too deep"),
        (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, "nested too deep"),
        (b" " * LONGEST_LINE + b"{}", "longer than"),
        (b'{"type":"match","type":"act"}', "'type' stands there twice"),
        (b'{"type":' + b"9" * 5_000 + b"}", "too many digits"),
        (b'{"type":-99999999999}', "too many digits"),
        (b'{"type":1e400}', "1e400 is no whole number"),
        (b'{"type":NaN}', "NaN is no whole number"),
        (b'{"type":1}', "a text expected, not a number"),
        (b'{"type":"act"}', "'match' expected, not 'act'"),
        (b'"match"', "an object expected, not a text"),
        (b"null", "an object expected, not null"),
        (b"Tapis", "not JSON"),
        (b'{"type":"match"} {}', "not JSON"),
        (b"\x00", "not JSON"),
    ],
)
def test_a_line_that_is_none_is_refused(line: bytes, told_why: str) -> None:
    error = refusal([line])
    assert error.line == 1
    assert told_why in str(error)
    assert len(str(error)) < 200
    later = refusal([*sample(), line])
    assert later.line == len(sample()) + 1


def test_a_file_that_ends_too_early_is_refused_at_its_end() -> None:
    for end in (1, 2, place("act") + 1, place("result"), len(sample()) - 1):
        error = refusal(sample()[:end])
        assert (error.line, "ends inside a match" in str(error)) == (end, True)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    windows = [f"{line}\r\n".encode() for line in sample()]
    assert read([b"\xef\xbb\xbf" + windows[0], *windows[1:]]) == read(sample())


HOSTILE: Mapping[str, object] = {
    "nothing": None,
    "truth": True,
    "small": -1,
    "large": 999_999_999,
    "text": "\u202e\x00play:7S",
    "long": "S" * 3_000,
    "array": [[[]]],
    "object": {"type": {"type": "act"}},
}


@given(st.data())
def test_whatever_is_changed_is_refused_with_a_line_or_is_another_good_match(data: st.DataObject) -> None:
    lines: list[str | bytes] = list(sample(data.draw(st.sampled_from(sorted(games())))))
    at = data.draw(st.integers(0, len(lines) - 1))
    line = str(lines[at])
    match data.draw(st.sampled_from(("value", "bytes", "gone", "twice", "swapped", "other"))):
        case "value":
            known = json.loads(line)
            name = data.draw(st.sampled_from(sorted(known)))
            lines[at] = json.dumps({**known, name: data.draw(st.sampled_from(sorted(HOSTILE.items())))[1]})
        case "bytes":
            raw = bytearray(line.encode())
            for where in data.draw(st.lists(st.integers(0, len(raw) - 1), min_size=1, max_size=3)):
                raw[where] = data.draw(st.integers(0, 255).filter(lambda byte: byte != 10))
            lines[at] = bytes(raw)
        case "gone":
            del lines[at]
        case "twice":
            lines.insert(at, line)
        case "swapped":
            lines[at], lines[at - 1] = lines[at - 1], lines[at]
        case _:
            known = json.loads(line)
            other = json.loads(str(lines[data.draw(st.integers(0, len(lines) - 1))]))
            name = data.draw(st.sampled_from(sorted(other)))
            lines[at] = json.dumps({**known, name: other[name]})
    error: BadFile | None = None
    try:
        found = read(lines)
    except BadFile as caught:
        error, found = caught, []
    if error is not None:
        assert 1 <= error.line <= len(lines) + 1
        assert error.problem.isprintable()
        assert len(error.problem) < 400
    again = [line for played in found for line in lines_of(played)]
    assert read(again) == found
