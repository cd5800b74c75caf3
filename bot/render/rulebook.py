"""What rules are called, options in sentences, and the few that most tables argue about."""

from __future__ import annotations

from typing import TypeGuard

from bot.core.options import OptionSpec, OptionValue
from bot.i18n.words import Words
from bot.render.compose import Line, compose
from bot.render.panels import Button, Panel, Row
from bot.render.scene import Scene


def game_name(game: str, words: Words) -> str:
    """The game's name, with a capital."""
    return words.text(f"game.{game}")


def profile_name(scene: Scene, words: Words) -> str:
    """The name of the table's rules: a preset's, or the server's own as it was written."""
    return named_profile(scene.game, scene.profile, words)


def named_profile(game: str, profile: str, words: Words) -> str:
    """A preset's name in words; any other profile's name as it stands."""
    key = f"preset.{game}.{profile}"
    return words.text(key) if words.has(key) else profile


def option_line(spec: OptionSpec, value: OptionValue, words: Words, *, short: bool = False) -> str:
    """One option as a sentence: `option.<name>.<choice>`, `.yes`, `.no`, `.none`, or `.value` with the number.

    Args:
        spec: the option.
        value: what it holds.
        words: the reader's language.
        short: at most about sixty characters, where the catalogue has such a sentence (`option.<name>.<choice>.short`).
    """
    key = f"option.{spec.name}.{_choice(value)}"
    if short and words.has(f"{key}.short"):
        key = f"{key}.short"
    return words.text(key, n=value) if _is_number(value) else words.text(key)


def _is_number(value: OptionValue) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _choice(value: OptionValue) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case int():
            return "value"
        case _:
            return str(value)


def paged(texts: tuple[str, ...], page: int, verb: str, words: Words) -> Panel:
    """One of several pages; a page that does not exist shows the nearest one."""
    at = min(max(page, 0), len(texts) - 1)
    if len(texts) == 1:
        return Panel(compose([Line(texts[0])]))
    number = words.text("page.of", page=at + 1, pages=len(texts))
    row: Row = (
        Button(f"{verb}:{max(at - 1, 0)}", words.text("button.previous"), disabled=at == 0),
        # Two buttons of one message need different verbs.
        Button(f"{verb}:{min(at + 1, len(texts))}", words.text("button.next"), disabled=at == len(texts) - 1),
    )
    return Panel(compose([Line(texts[at]), Line(f"-# {number}", 1)]), (row,))
