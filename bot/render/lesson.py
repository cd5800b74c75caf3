"""What a learner is told beside the hand: why these cards and no others, from the same facts as the referee says it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.views import View
from bot.i18n.pages import place
from bot.i18n.words import Names, Words
from bot.render.offers import calls_text, offered_cards
from bot.render.panels import Button
from bot.render.referee import why
from bot.render.scene import Scene
from bot.render.table import stopped_text


def lesson_lines(scene: Scene, words: Words, names: Names) -> Iterator[str]:
    """What is explained now; nothing at a table like any other."""
    view = scene.view
    if not scene.lesson or view is None or stopped_text(scene, words):
        return
    if scene.viewer in view.to_act:
        yield from (f"> 🎓 {line}" for line in _turn(scene, view, words, names) if line)
    elif view.phase == "over" or scene.status == "finished":
        yield f"> 🎓 {words.text('lesson.over')}"


def lesson_buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """Where the rules of the moment are told at length."""
    return (Button("ui:rules", words.text("button.rules")),) if scene.lesson else ()


def _turn(scene: Scene, view: View, words: Words, names: Names) -> Iterator[str]:
    if not any(view.tricks_won) and not view.trick.plays:
        yield _first(words, f"lesson.{scene.game}.aim")
    if not offered_cards(scene.prompts):
        yield _first(words, f"lesson.{scene.game}.{view.phase}", f"lesson.{view.phase}")
        yield calls_text(scene.prompts, words)
        return
    if view.duty is not None:
        at = _place(scene.game, view.duty.key.removeprefix("duty."))
        told = why(view.duty, words, names)
        yield told if at is None else f"{told} {words.text('rules.place', place=at)}"
    else:
        yield words.text("referee.free" if view.trick.plays else "referee.lead")
    if not view.trick.plays:
        yield _first(words, f"lesson.{scene.game}.lead", "lesson.lead")
    yield calls_text(scene.prompts, words)


def _place(game: str, duty: str) -> str | None:
    """The article that explains a duty: the one that explains the refusal of breaking it; None where none is found."""
    found = (place(game, code) for code in (f"must_{duty.rpartition('.')[2]}", duty.replace(".", "_")))
    return next((at for at in found if at is not None), None)


def _first(words: Words, *keys: str) -> str:
    """The first of these sentences that there is."""
    return next((words.text(key) for key in keys if words.has(key)), "")
