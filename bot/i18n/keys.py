"""Which sentences the code asks for: read from its source, and from the games' own lists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from bot.core import families
from bot.core import games as games_package
from bot.core.actions import Action, Deal
from bot.core.cards import Card
from bot.core.errors import Reason
from bot.core.game import AnyGame
from bot.core.options import OptionSpec
from bot.core.registry import games
from bot.i18n.catalogue import entries, languages

_PACKAGE = Path(__file__).resolve().parent.parent
_ASKING = frozenset({"text", "say", "Notice", "fact", "Term", "term"})
"""Names of the calls whose first argument is a key (`Term` and `term`: the parts of one)."""


def families_of_keys() -> tuple[str, ...]:
    """Prefixes of keys that are looked up by what they follow: spellings and genders."""
    return ("typed.", "gender.")


def asked_keys() -> frozenset[str]:
    """Keys that must exist: written in the code as they are, or made from the games' lists."""
    return frozenset((*_written(), *_refusals(), *_cards(), *_games(), *_family_keys()))


def named_keys() -> frozenset[str]:
    """Every string in the code: a key among them is in use. Keys made in parts are matched by `_made`."""
    return frozenset(_strings()) | _made()


@cache
def _trees() -> tuple[ast.Module, ...]:
    roots = (_PACKAGE, _PACKAGE.parent / "cogs")
    paths = sorted(path for root in roots for path in root.rglob("*.py") if "playground" not in path.parts)
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def _strings() -> Iterator[str]:
    for tree in _trees():
        yield from (
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                function = node.func
                name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                yield name, node


def _written() -> Iterator[str]:
    for name, call in _calls():
        first = call.args[0] if call.args else None
        for text in _texts(first):
            if name == "about":
                yield from (f"command.{text}.name", f"command.{text}.description")
            elif name in {"Term", "term"}:
                second = call.args[1] if len(call.args) > 1 else None
                yield from (f"term.{text}.{code}" for code in _texts(second))
            elif name in _ASKING and "." in text:
                yield text


def _texts(node: ast.expr | None) -> Iterator[str]:
    """The strings an argument may be: itself, or both sides of a condition."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _texts(body)
            yield from _texts(other)
        case _:
            return


def _made() -> frozenset[str]:
    """Keys of the catalogues that an f-string in the code can make."""
    return frozenset(key for key in entries(languages()[0]) if may_be_made(key))


def may_be_made(key: str) -> bool:
    """Whether an f-string may make the key: its fixed start, then words that the code spells out somewhere."""
    starts = {start for start in _starts() if "." in start}
    return any(
        all(_spelled(part) for part in key[len(start) :].split(".")) for start in starts if key.startswith(start)
    )


def _spelled(part: str) -> bool:
    """Whether the code knows this part of a key, as a whole or after a fixed start: `poignee_` and `simple`."""
    known = _parts()
    start, _, rest = part.partition("_")
    return part in known or part.isdigit() or (f"{start}_" in known and rest in known)


@cache
def _parts() -> frozenset[str]:
    """What stands between dots, blanks and the like in the strings of the code; its docstrings say nothing of keys."""
    found = set[str]()
    for tree in _trees():
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
                found.update(re.split(r"[.\s:|,]+", node.value))
    return frozenset(found)


@cache
def _starts() -> frozenset[str]:
    """With what f-strings begin."""
    firsts = (
        node.values[0]
        for tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and node.values
    )
    fixed = (first.value for first in firsts if isinstance(first, ast.Constant))
    return frozenset(start for start in fixed if isinstance(start, str))


def key_modules() -> Iterator[ModuleType]:
    """The `keys` modules of all families, and of the games that have their own."""
    for package in (families, games_package):
        for module in iter_modules(package.__path__):
            name = f"{package.__name__}.{module.name}.keys"
            if find_spec(name) is not None:
                yield import_module(name)


def _refusals() -> Iterator[str]:
    yield from (f"refusal.{reason.value}" for reason in Reason)
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name in {"Trouble", "Refusal"}:
                yield from (f"refusal.{value}" for value in _members(node))


def _members(node: ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        if isinstance(statement, ast.Assign):
            yield from _texts(statement.value)


def _cards() -> Iterator[str]:
    for card in {card for game in games().values() for card in _deck(game)}:
        yield from (f"term.rank.{card.rank.value}", f"term.index.{card.rank.value}")[
            : 2 if card.rank.value.isalpha() else 1
        ]
        yield from (f"term.{kind}.{card.suit.value}" for kind in ("suit", "suit_of", "sign"))
        yield from (f"typed.rank.{card.rank.value}", f"typed.suit.{card.suit.value}")


def _deck(game: AnyGame) -> tuple[Card, ...]:
    options = game.options_type()
    return tuple(card for players in game.seat_counts for card in game.deck(options, players))


def _games() -> Iterator[str]:
    for key, game in games().items():
        yield f"game.{key}"
        for preset in game.presets:
            yield from (f"preset.{key}.{preset}", f"preset.{key}.{preset}.about")
        for spec in game.options_type.specs():
            yield from _option(spec)
        yield from (f"action.{action.kind}" for action in _plain(game))


def _plain(game: AnyGame) -> Iterator[type[Action]]:
    return (action for action in game.action_types if action is not Deal and action.kind != "declare")


def _option(spec: OptionSpec) -> Iterator[str]:
    key = f"option.{spec.name}"
    yield key
    if spec.choices:
        yield from (f"{key}.{choice}" for choice in spec.choices)
    elif isinstance(spec.default, bool):
        yield from (f"{key}.yes", f"{key}.no")
    else:
        yield f"{key}.value"
        if spec.nullable:
            yield f"{key}.none"


def _family_keys() -> Iterator[str]:
    for keys in key_modules():
        yield from (str(key.value) for key in keys.Key)
        yield from (f"term.{kind}.{code}" for kind, codes in keys.TERMS.items() for code in codes)
