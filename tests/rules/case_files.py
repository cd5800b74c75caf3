"""Reads files of rule situations and says which of them the core can be asked about."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bot.core.registry import games

Covered = Mapping[str, frozenset[str]]
"""The kinds of situation that can be asked about, by game."""


@dataclass(frozen=True)
class Situation:
    """One case with its effective options.

    Attributes:
        id: its name in the file.
        kind: what is asked.
        game: whose rules answer.
        options: what differs from that game's defaults.
        case: everything the file says of it.
        obstacle: why nothing here can answer it; running it then fails with these words.
    """

    id: str
    kind: str
    game: str
    options: dict[str, Any]
    case: dict[str, Any]
    obstacle: str = ""


@dataclass(frozen=True)
class CaseFile:
    """The cases of a file: those to run, and those of options that no table is offered, by option."""

    path: Path
    situations: tuple[Situation, ...]
    left_out: tuple[tuple[str, str], ...] = ()

    def summary(self) -> str:
        """How many cases there are, of which kinds, and which are not run."""
        kinds = Counter(situation.kind for situation in self.situations)
        text = f"{self.path.name}: {len(self.situations)} situations"
        text += f" ({', '.join(f'{number} {kind}' for kind, number in sorted(kinds.items()))})" if kinds else ""
        obstacles = [situation.id for situation in self.situations if situation.obstacle]
        text += f"; nothing answers {', '.join(obstacles)}" if obstacles else ""
        reasons = [f"{name} ({option})" for name, option in self.left_out]
        return text + (f"; not offered at any table: {', '.join(reasons)}" if reasons else "")


class UnknownFormat(Exception):
    """The file is no file of situations, or of a format that nothing here reads."""


def read(path: Path, covered: Covered) -> CaseFile:
    """All cases of a file.

    Raises:
        UnknownFormat: nothing here reads this file, or it holds no cases.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UnknownFormat(f"{path} is no JSON: {error}") from error
    found = str(data.get("format") or data.get("header", {}).get("format")) if isinstance(data, dict) else "none"
    if found not in FORMATS:
        raise UnknownFormat(f"{path} has the format {found!r}; tests/rules reads {', '.join(sorted(FORMATS))}")
    cases = data.get("cases")
    if not isinstance(cases, list) or not cases:
        raise UnknownFormat(f"{path} holds no cases")
    nameless = [number for number, case in enumerate(cases, 1) if not {"id", "kind"} <= set(case)]
    if nameless:
        raise UnknownFormat(f"{path}: case {nameless[0]} has no id or no kind")
    return FORMATS[found](path, data, covered)


def _with_presets(path: Path, data: dict[str, Any], covered: Covered) -> CaseFile:
    """A format whose cases name a preset of the file, which names the game and its options."""
    presets = data.get("presets", {})
    return CaseFile(path, tuple(_of_preset(case, presets, covered) for case in data["cases"]))


def _of_preset(case: dict[str, Any], presets: Mapping[str, Any], covered: Covered) -> Situation:
    kind, preset = case["kind"], str(case.get("preset"))
    asked = case.get("options", {})
    if kind in OF_NO_GAME:
        return Situation(case["id"], kind, OF_NO_GAME[kind], asked, case)
    described = presets.get(preset) or _offered_preset(preset)
    effective = {**(described or {}), **asked}
    players, named = effective.pop("players", 4), effective.pop("game", "")
    game = AT_SMALLER_TABLES.get((named, players), named)
    if kind in OF_A_CARD:
        game = OF_A_CARD[kind].get((named, players), game)
    if kind not in frozenset[str]().union(*covered.values()):
        obstacle = f"nothing answers the kind {kind}"
    elif described is None:
        obstacle = f"neither the file nor the project knows the preset {preset}"
    elif game not in covered or game not in games():
        obstacle = f"there is no game {game!r}"
    elif kind not in covered[game]:
        obstacle = f"nothing answers the kind {kind} in {game}"
    elif players not in games()[game].seat_counts:
        obstacle = f"{game} is not for {players} players"
    else:
        return Situation(case["id"], kind, game, _had(game, effective, case), case)
    return Situation(case["id"], kind, game, {}, case, obstacle)


def _offered_preset(name: str) -> dict[str, Any] | None:
    """A preset that the project itself offers, where the file describes none of this name."""
    for key, game in games().items():
        if name in game.presets:
            return {"game": key, "players": min(game.seat_counts), **game.presets[name].values()}
    return None


def _had(game: str, effective: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """The options of a case; at a smaller table without those that its game does not have, whatever they say."""
    if game not in AT_SMALLER_TABLES.values():
        return effective
    known = games()[game].options_type
    names = {spec.name for spec in known.specs()}
    asked = {name for name in case.get("options", {}) if name != "players"} - known.withheld
    return {name: value for name, value in effective.items() if name in names | asked}


Table = tuple[str, int]
"""A game as a preset names it, and the number of players."""

AT_SMALLER_TABLES: Mapping[Table, str] = MappingProxyType({("belote", 2): "belote_two", ("belote", 3): "belote_three"})
"""The game that a preset of the file means at a table of fewer players."""

_DUTIES: Mapping[Table, str] = MappingProxyType({("coinche", 2): "belote_two", ("coinche", 3): "belote_three"})
OF_A_CARD: Mapping[str, Mapping[Table, str]] = MappingProxyType({"legal": _DUTIES, "trick": _DUTIES})
"""Kinds that ask about one card only, where the duties are the same in another game."""

OF_NO_GAME: Mapping[str, str] = MappingProxyType({"ranking": "belote"})
"""Kinds that no preset matters to, and who answers them."""


def _of_tarot(path: Path, data: dict[str, Any], covered: Covered) -> CaseFile:
    """A format whose cases are all of one game, with its defaults where they name no option."""
    left_out = [(case["id"], option) for case in data["cases"] for option in _not_offered(case)]
    names = {name for name, _ in left_out}
    situations = [
        _of("tarot", case, as_named_at_a_table(case.get("options") or {}), covered)
        for case in data["cases"]
        if case["id"] not in names
    ]
    return CaseFile(path, tuple(situations), tuple(left_out))


def _of(game: str, case: dict[str, Any], options: dict[str, Any], covered: Covered) -> Situation:
    obstacle = "" if case["kind"] in covered[game] else f"nothing answers the kind {case['kind']}"
    return Situation(case["id"], case["kind"], game, options, case, obstacle)


def as_named_at_a_table(described: Mapping[str, Any]) -> dict[str, Any]:
    """Options without those that have one value only, and the end of a match as a number of deals or a target."""
    options: dict[str, Any] = {}
    for name, value in described.items():
        kind, _, number = str(value).partition(":")
        if name == "match_end":
            # No question depends on a clock.
            options |= {kind: int(number)} if kind in ("deals", "target") else {}
        elif name not in NOT_OFFERED and (name, value) not in _VALUES_NOT_OFFERED:
            options[name] = value
    return options


def _not_offered(case: dict[str, Any]) -> Iterator[str]:
    """The options of a case that no table is offered (docs/rules/tarot.md 21), where they would change its answer."""
    for name, value in (case.get("options") or {}).items():
        if name in NOT_OFFERED:
            only, kinds = NOT_OFFERED[name]
            if value != only and str(value) != str(only) and case["kind"] in kinds:
                yield f"{name}={value}"
        elif case["kind"] in _VALUES_NOT_OFFERED.get((name, value), ()):
            yield f"{name}={value}"


_WORTH = frozenset({"score", "play"})

NOT_OFFERED: Mapping[str, tuple[object, frozenset[str]]] = MappingProxyType(
    {
        "auction_rounds": (1, frozenset({"bidding"})),
        "all_pass": ("redeal", frozenset({"bidding", "play"})),
        "petit_chelem": ("off", _WORTH),
        "five_split": ("two_thirds", _WORTH),
    }
)
"""Options of docs/rules/tarot.md for which it has no amounts: the only value there is, and the kinds it matters to."""

_VALUES_NOT_OFFERED: Mapping[tuple[str, object], frozenset[str]] = MappingProxyType(
    {("bids", "with_pousse"): frozenset({"bidding", "score", "play"})}
)


def _of_one_game(path: Path, data: dict[str, Any], covered: Covered) -> CaseFile:
    """A format named after its game, `<game>-cases/1`, whose cases name options where they are not its defaults."""
    game = str(data["format"]).partition("-cases/")[0]
    return CaseFile(path, tuple(_of(game, case, case.get("options", {}), covered) for case in data["cases"]))


FORMATS: Mapping[str, Callable[[Path, dict[str, Any], Covered], CaseFile]] = MappingProxyType(
    {"belote-cases/1": _with_presets, "hearts-cases/1": _of_one_game, "tarot-cases/1": _of_tarot}
)
"""Who answers the situations of which game. A new game with situations of its own gets a line here."""
