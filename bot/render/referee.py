"""The referee: the last refusal once more, and before playing what may be done and why. For one reader alone.

What is said comes from the reader's own view and offers, from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.errors import Ruling
from bot.core.facts import Fact
from bot.core.views import View
from bot.i18n.words import Names, Words
from bot.render.compose import Line, compose
from bot.render.errors import ruling_text
from bot.render.names import names_of
from bot.render.offers import calls_text, cards_text, offered_cards, offers_text
from bot.render.panels import Panel
from bot.render.scene import Scene
from bot.render.table import stopped_text


def referee_panel(scene: Scene, words: Words, refused: Ruling | None = None) -> Panel:
    """What the referee says.

    Args:
        scene: the table as the asking player sees it; everybody's for who has no seat.
        words: the player's language.
        refused: the last refusal that met this player in this deal, if any since their last accepted action.
    """
    names = names_of(scene, words)
    lines = [Line(f"**{words.text('referee.title')}**")]
    if refused is not None:
        lines.append(Line(words.text("referee.refused", reason=ruling_text(refused, words, names, scene.game))))
    if refused is None or refused.offers != scene.prompts:
        lines += [Line(text) for text in _now(scene, words, names)]
    if refused is not None and refused.legal:
        lines.append(Line(f"-# {words.text('referee.illegal')}", 1))
    return Panel(compose(lines))


def _now(scene: Scene, words: Words, names: Names) -> Iterator[str]:
    """What may be done now, and why."""
    view, stopped = scene.view, stopped_text(scene, words)
    if stopped or view is None:
        yield stopped or words.text("referee.no_deal")
        return
    if scene.viewer is None:
        yield words.text("referee.spectator")
    if scene.between or view.phase == "over":
        yield words.text("referee.over")
        return
    if scene.viewer not in view.to_act:
        yield from _waiting(scene, view, words, names)
        return
    playable = offered_cards(scene.prompts)
    if not playable:
        yield words.text(f"mine.{view.phase}")
        yield offers_text(scene.prompts, words)
        return
    yield _why(view, words, names)
    yield cards_text(playable, words)
    yield calls_text(scene.prompts, words)


def _why(view: View, words: Words, names: Names) -> str:
    """Why these cards may be played and no others."""
    if view.duty is not None:
        return why(view.duty, words, names)
    return words.text("referee.free" if view.trick.plays else "referee.lead")


def why(duty: Fact, words: Words, names: Names) -> str:
    """A duty with what makes it, as a sentence; the bare duty where a game has no more to say."""
    key = f"why.{duty.key.removeprefix('duty.')}"
    if words.has(key):
        return words.say(Fact(key, duty.data), names)
    return words.text("mine.play.duty", duty=words.say(duty, names))


def _waiting(scene: Scene, view: View, words: Words, names: Names) -> Iterator[str]:
    if view.to_act:
        who = words.both([names.seat(seat) for seat in sorted(view.to_act)])
        yield words.text("referee.waiting_play" if view.phase == "play" else "referee.waiting", who=who)
    if scene.prompts:
        yield words.text("referee.without_waiting")
        yield offers_text(scene.prompts, words)
