"""Reads files of rule situations and says which of them the core can be asked about."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bot.core.registry import games

Covered = Mapping[str, frozenset[str]]
"""The kinds of situation that can be asked about, by game."""


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


class UnknownFormat(Exception):
    """The file is no file of situations, or of a format that nothing here reads."""


def read(path: Path, covered: Covered) -> CaseFile:
    """All cases of a file.

    Raises:
        UnknownFormat: nothing here reads this file.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UnknownFormat(f"{path} is no JSON: {error}") from error
    found = str(data.get("format") or data.get("header", {}).get("format")) if isinstance(data, dict) else "none"
    if found not in FORMATS:
        raise UnknownFormat(f"{path} has the format {found!r}; tests/rules reads {', '.join(sorted(FORMATS))}")
    return FORMATS[found](path, data, covered)


def _with_presets(path: Path, data: dict[str, Any], covered: Covered) -> CaseFile:
    """A format whose cases name a preset of the file, which names the game and its options."""
    situations: list[Situation] = []
    left_out: Counter[str] = Counter()
    known = frozenset[str]().union(*covered.values())
    for case in data["cases"]:
        effective = {**data["presets"].get(case["preset"], {}), **case.get("options", {})}
        players, game = effective.pop("players", 4), effective.pop("game", "")
        game = AT_SMALLER_TABLES.get((game, players), game)
        if case["kind"] not in known:
            left_out[f"of kind {case['kind']}"] += 1
        elif case["preset"] not in data["presets"]:
            left_out[f"of the preset {case['preset']}, which the file does not describe"] += 1
        elif game not in covered or game not in games():
            left_out[f"of the game {game or 'that nothing names'}"] += 1
        elif case["kind"] not in covered[game]:
            left_out[f"of kind {case['kind']} in {game}"] += 1
        elif players not in games()[game].seat_counts:
            left_out[f"for {players} players"] += 1
        else:
            situations.append(Situation(case["id"], case["kind"], game, _had(game, effective, case), case))
    return CaseFile(path, tuple(situations), left_out)


def _had(game: str, effective: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """The options of a case; at a smaller table without those that its game does not have, whatever they say."""
    if game not in AT_SMALLER_TABLES.values():
        return effective
    known = games()[game].options_type
    names = {spec.name for spec in known.specs()}
    asked = {name for name in case.get("options", {}) if name != "players"} - known.withheld
    return {name: value for name, value in effective.items() if name in names | asked}


AT_SMALLER_TABLES: Mapping[tuple[str, int], str] = MappingProxyType(
    {("belote", 2): "belote_two", ("belote", 3): "belote_three"}
)
"""The game that a preset of the file means at a table of fewer players."""


def _of_tarot(path: Path, data: dict[str, Any], covered: Covered) -> CaseFile:
    """A format whose cases are all of one game, with its defaults where they name no option."""
    situations: list[Situation] = []
    left_out: Counter[str] = Counter()
    for case in data["cases"]:
        options = _offered(case.get("options", {}))
        if case["kind"] not in covered["tarot"]:
            left_out[f"of kind {case['kind']}"] += 1
        elif isinstance(options, str):
            left_out[f"with the option {options}"] += 1
        else:
            situations.append(Situation(case["id"], case["kind"], "tarot", options, case))
    return CaseFile(path, tuple(situations), left_out)


def _offered(described: dict[str, Any]) -> dict[str, Any] | str:
    """Options as a table names them; the one that no table is offered (docs/rules/tarot.md 21), if there is one."""
    options: dict[str, Any] = {}
    for name, value in described.items():
        kind, _, number = str(value).partition(":")
        if name == "match_end" and kind in ("deals", "target"):
            options[kind] = int(number)
        elif NOT_OFFERED.get(name, value) == value and (name, value) != ("bids", "with_pousse"):
            options |= {} if name in NOT_OFFERED else {name: value}
        else:
            return f"{name}={value}"
    return options


NOT_OFFERED: Mapping[str, Any] = MappingProxyType(
    {"auction_rounds": 1, "all_pass": "redeal", "petit_chelem": "off", "five_split": "two_thirds", "match_end": ""}
)
"""Options of docs/rules/tarot.md for which it has no amounts, or that need a clock, with the only value there is."""


def _of_one_game(path: Path, data: dict[str, Any], covered: Covered) -> CaseFile:
    """A format named after its game, `<game>-cases/1`, whose cases name options where they are not its defaults."""
    game = str(data["format"]).partition("-cases/")[0]
    situations: list[Situation] = []
    left_out: Counter[str] = Counter()
    for case in data["cases"]:
        if case["kind"] not in covered[game]:
            left_out[f"of kind {case['kind']}"] += 1
        else:
            situations.append(Situation(case["id"], case["kind"], game, case.get("options", {}), case))
    return CaseFile(path, tuple(situations), left_out)


FORMATS: Mapping[str, Callable[[Path, dict[str, Any], Covered], CaseFile]] = MappingProxyType(
    {"belote-cases/1": _with_presets, "hearts-cases/1": _of_one_game, "tarot-cases/1": _of_tarot}
)
