"""Games are named in their own folders only: everything else knows zones, prompts and keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from bot.core.cards import Suit
from bot.core.registry import games
from tests.project.papers import ROOT, name_of

HOMES = (
    "bot/core/games",
    "bot/core/families",
    "bot/ai/hints",
    "bot/ai/families",
    "bot/ai/lines",
    "bot/ai/belote",
    "bot/ai/minds",
    "bot/ai/reasons",
    "bot/ai/tarot",
    "bot/i18n/locale",
)
"""Where games may be named: their rules, what families share, hints for computer players, and words for players."""

ELSEWHERE: Mapping[str, tuple[frozenset[str], str]] = MappingProxyType(
    {
        "bot/core/cards.py": (frozenset({"belote", "tarot"}), "the packs are named after the games they are made for"),
        "bot/core/errors.py": (frozenset({"belote"}), "a refusal recorded under this code"),
        "bot/core/match.py": (frozenset({"belote"}), "the section of docs/rules where the end of a match is settled"),
        "bot/core/actions.py": (frozenset({"belote"}), "an example of a word said"),
        "bot/core/views.py": (frozenset({"belote"}), "an example of something said aloud"),
        "bot/core/seats.py": (frozenset({"belote"}), "an example of sides"),
        "bot/core/codec.py": (frozenset({"coinche"}), "an example of a line of a log"),
        "bot/core/notation.py": (frozenset({"coinche", "tarot"}), "an example of a line of a log; suits of that pack"),
    }
)
"""Files outside that may name a game, which one, and why. No file of the interface, the engine or the storage."""

KINDS = {".py", ".html", ".js", ".css", ".sql"}


def names() -> frozenset[str]:
    """What a game or a family of games is called, games to come and common names included."""
    families = {path.name for path in (ROOT / "bot/core/families").iterdir() if (path / "__init__.py").exists()}
    return frozenset(games()) | families | {"tarot", "contree", "contrée"}


SUITS = frozenset(suit.name.lower() for suit in Suit)
"""Words of the cards: a game of that name is meant where the word stands as a key, or as a part of a path."""


def named_in(path: Path) -> frozenset[str]:
    text = path.read_text(encoding="utf-8").lower()
    return frozenset(name for name in names() if re.search(_pattern(name), text.replace("_", " ")))


def _pattern(name: str) -> str:
    if name in SUITS:
        return rf"[\"'`]{name}[\"'`]|(?:games|hints|families|rules)[./ ]{name}(?![a-z])"
    return rf"(?<![a-z]){name}(?![a-z])"


def strangers() -> dict[str, frozenset[str]]:
    """Files outside the games' homes that name a game, with what they name."""
    files = [path for top in ("bot", "cogs") for path in (ROOT / top).rglob("*") if path.suffix in KINDS]
    assert len(files) > 100
    outside = [path for path in files if not name_of(path).startswith(HOMES)]
    return {name_of(path): named for path in outside if (named := named_in(path))}


def test_games_are_named_in_their_homes_only() -> None:
    found = {path: named - ELSEWHERE.get(path, (frozenset(), ""))[0] for path, named in strangers().items()}
    assert not {path: sorted(named) for path, named in found.items() if named}


def test_no_leave_is_left_over() -> None:
    found = strangers()
    assert {path: allowed - found.get(path, frozenset()) for path, (allowed, _) in ELSEWHERE.items()} == dict.fromkeys(
        ELSEWHERE, frozenset()
    )
    assert not [path for path in ELSEWHERE if path.startswith(("bot/ui", "bot/render", "bot/engine", "bot/storage"))]


def test_a_name_is_found_wherever_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.names", lambda: frozenset({"belote", "coinche", "contrée", "hearts"}))
    page = tmp_path / "page.py"
    for text, found in (
        ("if game == 'coinche':", {"coinche"}),
        ("BELOTE_ORDER", {"belote"}),
        ("la Contrée", {"contrée"}),
        ("rebelote, coinched", set()),
        ("card.suit is Suit.HEARTS  # the ace of hearts", set()),
        ("if game == 'hearts':", {"hearts"}),
        ("from bot.core.games.hearts import rules", {"hearts"}),
    ):
        page.write_text(text, encoding="utf-8")
        assert named_in(page) == found
