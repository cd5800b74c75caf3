"""What the operator reads about card emoji."""

from __future__ import annotations

from bot.i18n.commands import command_text
from bot.i18n.words import Words
from bot.ui.emoji.shelf import CAPACITY, SetState
from bot.ui.emoji.uploads import State, Uploads

LISTED = 5
"""As many refused emoji are named."""


def report(uploads: Uploads, words: Words) -> str:
    """How the card emoji stand, a line each."""
    shelf = uploads.shelf
    lines = [words.text("emoji.count", n=shelf.count, most=CAPACITY)]
    lines += [_set(state, words) for state in shelf.sets()]
    missing = sum(1 for _ in shelf.missing())
    if uploads.state is State.DONE and missing == 0:
        lines.append(words.text("emoji.complete"))
    else:
        lines.append(words.text(f"emoji.state.{uploads.state.value}", n=missing))
    stale = len(shelf.stale())
    if stale:
        lines.append(words.text("emoji.stale", n=stale))
    refused = [f"-# `{name}` · {' '.join(why.split())}" for name, why in shelf.refused.items()]
    return "\n".join([*lines, *refused[:LISTED]])


def _set(state: SetState, words: Words) -> str:
    language = command_text(f"choice.{state.style.language}", "name", words.language)
    palette = words.text(f"emoji.palette.{state.style.palette.value}")
    line = words.text("emoji.set", language=language, palette=palette, there=state.there, total=state.total)
    return f"{line} · {words.text('emoji.refused', n=state.refused)}" if state.refused else line
