"""Reads files of rule situations and says which of them the core can be asked about."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORMATS = ("belote-cases/1",)
KINDS = frozenset({"legal", "trick", "score", "annonces", "bidding", "litige", "belote", "match", "deal"})


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
    if data.get("format") not in FORMATS:
        raise ValueError(f"{path}: format {data.get('format')!r} is none of {FORMATS}")
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
