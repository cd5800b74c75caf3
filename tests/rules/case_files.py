"""Reads files of rule situations and says which of them the core can be asked about."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BELOTE, TAROT = FORMATS = ("belote-cases/1", "tarot-cases/1")
NOT_OFFERED = frozenset({"auction_rounds", "all_pass", "petit_chelem", "five_split", "match_end"})
"""Options of tarot without amounts, or without a clock, that no table is offered."""

KINDS = frozenset({"legal", "trick", "score", "annonces", "bidding", "litige", "belote", "match", "deal"})

TAROT_KINDS = frozenset(
    {
        *("legal", "trick", "excuse", "irregularity", "play"),
        *("deal", "bidding", "call", "lead", "ecart", "poignee"),
        *("count", "petit", "score", "match", "duplicate"),
    }
)


@dataclass(frozen=True)
class Situation:
    """One case with its effective options."""

    id: str
    kind: str
    game: str
    options: dict[str, Any]
    case: dict[str, Any]


@dataclass(frozen=True)
class CaseFile:
    """The cases of a file: those to run, and how many are not covered, by reason."""

    path: Path
    situations: tuple[Situation, ...]
    left_out: Counter[str]

    def summary(self) -> str:
        text = f"{self.path.name}: {len(self.situations)} situations"
        if self.left_out:
            reasons = ", ".join(f"{number} {reason}" for reason, number in sorted(self.left_out.items()))
            text += f"; not covered: {reasons}"
        return text


def read(path: Path) -> CaseFile:
    """All cases of a file.

    Raises:
        ValueError: the file has another format.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    found = data.get("format", data.get("header", {}).get("format"))
    if found not in FORMATS:
        raise ValueError(f"{path}: format {found!r} is none of {FORMATS}")
    return _belote(path, data) if found == BELOTE else _tarot(path, data)


def _tarot(path: Path, data: dict[str, Any]) -> CaseFile:
    situations: list[Situation] = []
    left_out: Counter[str] = Counter()
    for case in data["cases"]:
        options = case.get("options", {})
        missing = sorted(NOT_OFFERED & options.keys())
        if case["kind"] not in TAROT_KINDS:
            left_out[f"of kind {case['kind']}"] += 1
        elif missing:
            left_out[f"with the option {missing[0]}"] += 1
        else:
            situations.append(Situation(case["id"], case["kind"], "tarot", options, case))
    return CaseFile(path, tuple(situations), left_out)


def _belote(path: Path, data: dict[str, Any]) -> CaseFile:
    situations: list[Situation] = []
    left_out: Counter[str] = Counter()
    for case in data["cases"]:
        effective = {**data["presets"].get(case["preset"], {}), **case.get("options", {})}
        players, game = effective.pop("players", 4), effective.pop("game", "")
        if case["kind"] not in KINDS:
            left_out[f"of kind {case['kind']}"] += 1
        elif players != 4:
            left_out[f"for {players} players"] += 1
        else:
            situations.append(Situation(case["id"], case["kind"], game, effective, case))
    return CaseFile(path, tuple(situations), left_out)
