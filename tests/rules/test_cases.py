"""Every situation of the case files, answered by the core; what is not covered is counted."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.core.registry import games

from .case_files import Situation, UnknownFormat, read
from .runners import COVERED, DEVIATIONS

ROOT = Path(__file__).parents[2]
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


def test_situation(situation: Situation) -> None:
    assert DEVIATIONS[situation.game](situation) == []


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
        ({"preset": "later"}, "of the game later"),
        ({"preset": "unknown"}, "of the preset unknown, which the file does not describe"),
        ({"kind": "juggling"}, "of kind juggling"),
        ({"options": {"players": 5}}, "for 5 players"),
        ({"options": {"game": ""}}, "of the game that nothing names"),
    ],
)
def test_what_is_not_covered_is_counted_by_reason(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    found = read(file_of(tmp_path, {**LEGAL, "id": "two", **change}, {**LEGAL, "id": "three", **change}), COVERED)
    assert [situation.id for situation in found.situations] == ["one"]
    assert found.summary() == f"some-cases.json: 1 situations; not covered: 2 {reason}"


@pytest.mark.parametrize("other", [{"format": "later-cases/7"}, {"format": None, "header": {"format": "x"}}])
def test_another_format_is_named(tmp_path: Path, other: dict[str, Any]) -> None:
    with pytest.raises(UnknownFormat, match=r"has the format .* tests/rules reads belote-cases/1"):
        read(file_of(tmp_path, **other), COVERED)


def asked(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`pytest tests/rules --cases PATH`."""
    command = [sys.executable, "-m", "pytest", "tests/rules", "-k", "test_situation", "--cases", str(path), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_run_prints_what_it_does_not_cover(tmp_path: Path, workers: str) -> None:
    done = asked(file_of(tmp_path, {**LEGAL, "id": "two", "preset": "later"}), "--numprocesses", workers)
    assert done.returncode == pytest.ExitCode.OK, done.stdout
    assert done.stdout.count("some-cases.json: 1 situations; not covered: 1 of the game later") == 1, done.stdout
    assert "1 passed" in done.stdout


def test_a_run_refuses_another_format_in_one_sentence(tmp_path: Path) -> None:
    done = asked(file_of(tmp_path, format="later-cases/7"))
    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout
    assert "has the format 'later-cases/7'" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_tarot_options_that_no_table_is_offered_are_counted(tmp_path: Path) -> None:
    count = {"kind": "count", "input": {"cards": ["KS"]}, "expected": {"half_points": 9}}
    options: tuple[dict[str, str], ...] = (
        {},
        {"all_pass": "redeal"},
        {"match_end": "deals:4"},
        {"five_split": "equal"},
        {"match_end": "time:35"},
    )
    cases = [{"id": str(number), "options": one, **count} for number, one in enumerate(options)]
    path = tmp_path / "some-cases.json"
    path.write_text(json.dumps({"header": {"format": "tarot-cases/1"}, "cases": cases}), encoding="utf-8")
    found = read(path, COVERED)
    assert [situation.options for situation in found.situations] == [{}, {}, {"deals": 4}]
    assert dict(found.left_out) == {"with the option five_split=equal": 1, "with the option match_end=time:35": 1}
