"""Every situation of the case files, answered by the core; what is not covered is counted."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.core.registry import games

from .belote_runner import SHAPES
from .case_files import Situation, UnknownFormat, read
from .runners import COVERED, DEVIATIONS

ROOT = Path(__file__).parents[2]
TESTS = "tests/rules/test_cases.py"
DATA = Path(__file__).parent / "data"
LEGAL = {
    "id": "one",
    "kind": "legal",
    "preset": "belote",
    "trump": "H",
    "seat": 0,
    "trick": [],
    "hand": ["AS"],
    "legal": ["AS"],
}
SCORE = {"kind": "score", "cards": {"A": 90, "B": 62}, "tricks": {"A": 5, "B": 3}, "der": "A", "made": True}
CONTRACT = {"team": "A", "trump": "H"}
LITIGE = {"kind": "litige", "pot": 0}
BIDDING = {"kind": "bidding", "dealer": 3, "calls": [], "turn_up": "9H"}


def test_situation(situation: Situation) -> None:
    assert not situation.obstacle, f"{situation.id}: {situation.obstacle}"
    found = DEVIATIONS[situation.game](situation)
    assert not found, f"{situation.id}: {'; '.join(found)}"


def one_of_each_kind() -> list[Situation]:
    files = [read(path, COVERED) for path in sorted(DATA.glob("*-cases.json"))]
    return list({(one.game, one.kind): one for file in files for one in file.situations}.values())


@pytest.mark.parametrize("example", one_of_each_kind(), ids=lambda example: f"{example.game}-{example.kind}")
def test_a_wrong_answer_is_noticed(example: Situation) -> None:
    assert DEVIATIONS[example.game](example) == []
    for name, case in with_wrong_answers(example):
        try:
            found = DEVIATIONS[example.game](replace(example, case=case))
        except (AssertionError, KeyError, ValueError):
            continue
        assert found, f"{example.id}: another {name} passed as well"


def with_wrong_answers(situation: Situation) -> Iterator[tuple[str, dict[str, Any]]]:
    """The case with each thing that it expects changed in turn."""
    case = situation.case
    if "input" in case:
        for name, value in case["expected"].items():
            for wrong in changed(value):
                yield name, {**case, "expected": {**case["expected"], name: wrong}}
    else:
        for name in SHAPES[situation.kind].expected & set(case) - {"check"}:
            for wrong in changed(case[name]):
                yield name, {**case, name: wrong}


def changed(value: object) -> Iterator[object]:
    """The value as it is not: any part of it another one."""
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
        case dict():
            for key, part in value.items():
                yield from ({**value, key: wrong} for wrong in changed(part))
        case list():
            yield [*value, "7S"]
            yield from ([] for _ in value[:1])
        case "A" | "B":
            yield "A" if value == "B" else "B"
        case _:
            yield f"not {value}"


def test_every_game_s_situations_are_answered() -> None:
    missing = set(games()) - set(DEVIATIONS)
    assert not missing, f"add who answers situations of {missing} to DEVIATIONS and COVERED in tests/rules/runners.py"
    assert set(COVERED) == set(DEVIATIONS)


def file_of(folder: Path, *cases: dict[str, Any], **other: Any) -> Path:
    """A file with these cases beside one that is covered."""
    presets = {"belote": {"game": "belote"}, "later": {"game": "later"}}
    data = {"format": "belote-cases/1", "presets": presets, "cases": [LEGAL, *cases], **other}
    path = folder / "some-cases.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"preset": "later"}, "there is no game 'later'"),
        ({"preset": "unknown"}, "neither the file nor the project knows the preset unknown"),
        ({"preset": None}, "neither the file nor the project knows the preset None"),
        ({"kind": "juggling"}, "nothing answers the kind juggling"),
        ({"kind": "annonces", "options": {"players": 3}}, "nothing answers the kind annonces in belote_three"),
        ({"options": {"players": 5}}, "belote is not for 5 players"),
        ({"options": {"game": ""}}, "there is no game ''"),
    ],
)
def test_what_cannot_be_answered_is_named_and_fails(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    found = read(file_of(tmp_path, {**LEGAL, "id": "two", **change}), COVERED)
    assert found.summary().endswith("; nothing answers two")
    one, two = found.situations
    test_situation(one)
    with pytest.raises(AssertionError, match=f"two: {reason}"):
        test_situation(two)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"weather": "fine"}, "the case: nobody reads weather"),
        ({"legal": None}, "nothing is expected"),
        ({"options": {"undertrump": "sometimes"}}, "option refused"),
        ({"options": {"overtrump": "free"}}, "option refused"),
        (SCORE | {"contract": {"team": "A", "trump": "H", "level": 80}}, "contract: nobody reads level"),
        (BIDDING | {"expected": {"status": "open", "mood": "good"}}, "mood: expected good, but nothing answers that"),
        (BIDDING | {"check": {"call": "take", "by": 0, "valid": True, "why": ""}}, "check: nobody reads why"),
        (SCORE | {"contract": CONTRACT, "cards": {"A": 90, "B": 62, "D": 0}}, "cards: nobody reads D"),
        (SCORE | {"contract": CONTRACT, "annonces": {"E": 20}}, "annonces: nobody reads E"),
        (LITIGE | {"deals": [{"contract": CONTRACT | {"level": 80}}]}, "contract: nobody reads level"),
        (LITIGE | {"deals": [{"mood": "good"}]}, "deal: nobody reads mood"),
    ],
)
def test_what_nobody_reads_fails(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    case = {**LEGAL, "id": "two", **change}
    if case["kind"] != "legal":
        case = {name: value for name, value in case.items() if name in change or name in ("id", "preset")}
    if case.get("legal", "") is None:
        del case["legal"]
    two = read(file_of(tmp_path, case), COVERED).situations[1]
    with pytest.raises(AssertionError, match=reason):
        test_situation(two)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"mood": "good"}, "the case: nobody reads mood"),
        ({"input": {"cards": ["KS"], "bouts": 3}}, "input: nobody reads bouts"),
        ({"expected": {"half_points": 9, "mood": "good"}}, "expected: nobody reads mood"),
        ({"expected": {}}, "nothing is expected"),
        ({"kind": "juggling"}, "nothing answers the kind juggling"),
        ({"options": {"petit_sec": "sometimes"}}, "option refused"),
        (
            {"kind": "bidding", "input": {"dealer": 3, "calls": [{"seat": 0, "call": "pass", "mood": "good"}]}},
            "call: nobody reads mood",
        ),
        (
            {"kind": "score", "input": {"poignees": [{"seat": 0, "size": "simple", "mood": 1}]}},
            "poignee: nobody .* mood",
        ),
        ({"kind": "score", "input": {"chelem": {"announced": False, "mood": "good"}}}, "chelem: nobody reads mood"),
        ({"kind": "deal", "input": {"type": "cut"}, "expected": {"valid": True}}, "a deal of type cut"),
    ],
)
def test_what_nobody_reads_of_tarot_fails(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    case = {"id": "one", "kind": "count", "input": {"cards": ["KS"]}, "expected": {"half_points": 9}}
    path = tmp_path / "some-cases.json"
    good = json.dumps({"header": {"format": "tarot-cases/1"}, "cases": [case]})
    path.write_text(good, encoding="utf-8")
    test_situation(*read(path, COVERED).situations)
    path.write_text(good.replace(json.dumps(case), json.dumps({**case, **change})), encoding="utf-8")
    with pytest.raises(AssertionError, match=reason):
        test_situation(*read(path, COVERED).situations)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"mood": "good"}, "the case: nobody reads mood"),
        ({"input": {"cards": ["KS"]}}, "input: nobody reads cards"),
        ({"expected": {"size": 52, "each": 13, "missing": "", "mood": "good"}}, "expected: nobody reads mood"),
        ({"expected": {"size": 52}}, "expected: nothing is said of each, missing"),
        ({"expected": {}}, "nothing is expected"),
        ({"kind": "juggling"}, "nothing answers the kind juggling"),
        ({"options": {"moon": "sometimes"}}, "option refused"),
        ({"kind": "legal", "input": {"mood": "good"}, "expected": {"legal": ""}}, "input: nobody reads mood"),
    ],
)
def test_what_nobody_reads_of_hearts_fails(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    case = {"id": "one", "kind": "pack", "input": {}, "expected": {"size": 52, "each": 13, "missing": ""}}
    path = tmp_path / "some-cases.json"
    path.write_text(json.dumps({"format": "hearts-cases/1", "cases": [case]}), encoding="utf-8")
    test_situation(*read(path, COVERED).situations)
    path.write_text(json.dumps({"format": "hearts-cases/1", "cases": [{**case, **change}]}), encoding="utf-8")
    with pytest.raises(AssertionError, match=f"one: {reason}"):
        test_situation(*read(path, COVERED).situations)


def test_presets_of_the_project_need_no_description(tmp_path: Path) -> None:
    offered = [{**LEGAL, "id": name, "preset": name} for name in ("coinche_online", "trois_24", "deux_talon")]
    found = read(file_of(tmp_path, *offered), COVERED).situations
    assert [situation.game for situation in found] == ["belote", "coinche", "belote_three", "belote_two"]
    for situation in found:
        test_situation(situation)


@pytest.mark.parametrize("cases", [[], {}, [{"id": "one"}]])
def test_a_file_without_cases_is_refused(tmp_path: Path, cases: object) -> None:
    path = tmp_path / "some-cases.json"
    path.write_text(json.dumps({"format": "belote-cases/1", "cases": cases}), encoding="utf-8")
    with pytest.raises(UnknownFormat, match=r"holds no cases|case 1 has no id or no kind"):
        read(path, COVERED)


@pytest.mark.parametrize("other", [{"format": "later-cases/7"}, {"format": None, "header": {"format": "x"}}])
def test_another_format_is_named(tmp_path: Path, other: dict[str, Any]) -> None:
    with pytest.raises(UnknownFormat, match=r"has the format .* tests/rules reads belote-cases/1"):
        read(file_of(tmp_path, **other), COVERED)


def asked(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command that CONTRIBUTING.md tells."""
    command = [sys.executable, "-m", "pytest", TESTS, "-k", "test_situation", "--cases", str(path), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_run_prints_how_many_it_asked_and_names_what_it_could_not(tmp_path: Path, workers: str) -> None:
    done = asked(file_of(tmp_path, {**LEGAL, "id": "two", "kind": "juggling"}), "--numprocesses", workers)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    line = "some-cases.json: 2 situations (1 juggling, 1 legal); nothing answers two"
    assert done.stdout.count(line) == 1, done.stdout
    assert "two: nothing answers the kind juggling" in done.stdout
    assert "1 failed, 1 passed" in done.stdout


def test_a_run_refuses_another_format_in_one_sentence(tmp_path: Path) -> None:
    done = asked(file_of(tmp_path, format="later-cases/7"))
    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout
    assert "has the format 'later-cases/7'" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_tarot_options_that_no_table_is_offered_are_named_where_they_matter(tmp_path: Path) -> None:
    matters: tuple[tuple[str, dict[str, object]], ...] = (
        ("count", {"five_split": "equal"}),
        ("score", {"five_split": "equal"}),
        ("score", {"five_split": "two_thirds", "all_pass": "misere_hand"}),
        ("match", {"match_end": "deals:4"}),
        ("match", {"match_end": "time:35"}),
        ("bidding", {"bids": "with_pousse"}),
        ("bidding", {"bids": "no_petite", "auction_rounds": 1}),
        ("bidding", {"auction_rounds": 2}),
        ("count", {"bids": "with_pousse"}),
    )
    cases = [{"id": f"{n}", "kind": kind, "options": options} for n, (kind, options) in enumerate(matters)]
    path = tmp_path / "some-cases.json"
    path.write_text(json.dumps({"header": {"format": "tarot-cases/1"}, "cases": cases}), encoding="utf-8")
    found = read(path, COVERED)
    assert {situation.id: situation.options for situation in found.situations} == {
        "0": {},
        "2": {},
        "3": {"deals": 4},
        "4": {},
        "6": {"bids": "no_petite"},
        "8": {},
    }
    named = "1 (five_split=equal), 5 (bids=with_pousse), 7 (auction_rounds=2)"
    assert found.summary().endswith(f"; not offered at any table: {named}")
