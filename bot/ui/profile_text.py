"""A profile as a short text, to be read, kept and taken to another server.

    tapis-profile 1
    name: comme chez nous
    game: the game's key
    base: a preset's key
    deals = 8
    take_back = uncovered

The first line says which form follows. Options stand in the game's order, and only where they depart from the base.
Reading takes the lines in any order, blank lines, comments (`#`) and the marks of a code block; a text whose line ends
were lost is cut where a new line must begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from bot.core import registry
from bot.core.errors import IllegalAction
from bot.core.game import AnyGame
from bot.core.options import Options, OptionSpec, OptionValue
from bot.engine.profiles import checked_name
from bot.i18n.pages import spelled
from bot.ui.present import Notice
from bot.ui.scenes import safe_name

FORM = "tapis-profile"
VERSION = 1
HEADER = f"{FORM} {VERSION}"

TEXT_LIMIT = 4000
"""Characters that a form's field takes; no profile comes near."""

_HEAD = ("name", "game", "base")
_LINE = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*([:=])\s*(.*)", re.DOTALL)
_STARTS = re.compile(r"\s+(?=(?:name|game|base):|[a-z][a-z0-9_]*\s*=)")
_NUMBER = re.compile(r"[0-9]{1,9}")
_YES = frozenset({"yes", "true", "oui"})
_NO = frozenset({"no", "false", "non"})
_NONE = frozenset({"none", "aucun", "aucune"})
_LIMIT = 40


@dataclass(frozen=True, slots=True)
class ProfileText:
    """What a text says.

    Attributes:
        name: the profile's name; None when the text has none.
        game: the game's key.
        base: a preset's key.
        options: all of them, the base's where the text is silent.
    """

    name: str | None
    game: str
    base: str
    options: Options


@dataclass(frozen=True, slots=True)
class _Said:
    """One line: its number, its key and its value."""

    line: int
    key: str
    value: str


def written(name: str, game: AnyGame, base: str, options: Options) -> str:
    """A profile as text; without its preset, which may have gone, from the game's own one on."""
    base = base if base in game.presets else game.default_preset
    origin = game.presets[base].values()
    lines = [HEADER, f"name: {name}", f"game: {game.key}", f"base: {base}"]
    lines += [f"{option} = {spelled(value)}" for option, value in options.values().items() if value != origin[option]]
    return "\n".join(lines)


def may_hold(spec: OptionSpec) -> str:
    """What an option's line may hold."""
    if spec.choices:
        return ", ".join(spec.choices)
    if isinstance(spec.default, bool):
        return "yes, no"
    return f"{spec.low}–{spec.high}" + (", none" if spec.nullable else "")


def read_value(spec: OptionSpec, text: str) -> OptionValue:
    """The value that a text stands for.

    Raises:
        IllegalAction: OPTION_REFUSED, it is none that the option may hold.
    """
    said = text.strip().casefold()
    value: OptionValue = None
    if spec.choices:
        value = next((choice for choice in spec.choices if choice.casefold() == said), text)
    elif isinstance(spec.default, bool):
        value = True if said in _YES else False if said in _NO else text
    elif said not in _NONE:
        value = int(said) if _NUMBER.fullmatch(said) else text
    spec.check(value)
    return value


def read(text: str) -> ProfileText:
    """What a text says.

    Raises:
        Notice: the line that cannot be read, and what it may hold.
        EngineRefusal: PROFILE_NAME.
    """
    if len(text) > TEXT_LIMIT:
        raise Notice("profile.text.long", limit=TEXT_LIMIT)
    head, options = _sorted(_lines(text))
    game = _game(head.get("game"))
    base = _base(game, head.get("base"))
    found = game.presets[base].with_values(dict(_values(game, options)))
    named = head.get("name")
    return ProfileText(None if named is None else checked_name(named.value), game.key, base, found)


def _lines(text: str) -> Iterator[_Said]:
    """The lines that say something, behind the first, which names the form."""
    if "\n" not in text.strip():
        text = _STARTS.sub("\n", text.strip())
    seen_form = False
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip().strip("`").strip()
        if not bare or bare.startswith("#"):
            continue
        if not seen_form:
            _check_form(number, bare)
            seen_form = True
            continue
        found = _LINE.fullmatch(bare)
        if found is None:
            raise Notice("profile.text.shape", line=number, text=safe_name(bare, _LIMIT))
        key, mark, value = found.groups()
        head = mark == ":"
        if head and key.casefold() not in _HEAD:
            raise Notice("profile.text.head", line=number, text=safe_name(key, _LIMIT))
        yield _Said(number, f"{key.casefold()}{mark}", value.strip())
    if not seen_form:
        raise Notice("profile.text.form", line=1, form=HEADER)


def _check_form(number: int, line: str) -> None:
    form, _, version = line.casefold().partition(" ")
    if form != FORM or not _NUMBER.fullmatch(version.strip()):
        raise Notice("profile.text.form", line=number, form=HEADER)
    if int(version) != VERSION:
        raise Notice("profile.text.version", line=number, form=HEADER)


def _sorted(said: Iterator[_Said]) -> tuple[Mapping[str, _Said], tuple[_Said, ...]]:
    """The lines of the head by key, and those of options; none of them twice."""
    found: dict[str, _Said] = {}
    for one in said:
        before = found.setdefault(one.key, one)
        if before is not one:
            raise Notice("profile.text.twice", line=one.line, option=one.key[:-1][:_LIMIT], before=before.line)
    head = {key[:-1]: one for key, one in found.items() if key.endswith(":")}
    options = tuple(_Said(one.line, key[:-1], one.value) for key, one in found.items() if key.endswith("="))
    return head, options


def _game(said: _Said | None) -> AnyGame:
    games = registry.games()
    if said is None:
        raise Notice("profile.text.no_game", allowed=", ".join(games))
    found = games.get(said.value.casefold())
    if found is None:
        raise Notice("profile.text.value", line=said.line, option="game", allowed=", ".join(games))
    return found


def _base(game: AnyGame, said: _Said | None) -> str:
    if said is None:
        return game.default_preset
    base = said.value.casefold()
    if base not in game.presets:
        raise Notice("profile.text.value", line=said.line, option="base", allowed=", ".join(game.presets))
    return base


def _values(game: AnyGame, said: tuple[_Said, ...]) -> Iterator[tuple[str, OptionValue]]:
    specs = {spec.name: spec for spec in game.options_type.specs()}
    for one in said:
        spec = specs.get(one.key)
        if spec is None:
            near = get_close_matches(one.key[:_LIMIT], specs, n=1)
            told = safe_name(one.key, _LIMIT)
            if near:
                raise Notice("profile.text.near", line=one.line, option=told, near=near[0])
            raise Notice("profile.text.unknown", line=one.line, option=told)
        try:
            yield spec.name, read_value(spec, one.value)
        except IllegalAction:
            raise Notice("profile.text.value", line=one.line, option=spec.name, allowed=may_hold(spec)) from None
