"""The private panel: a hand, what its holder must do and why, and the controls of the moment.

Controls come from the kinds of prompts alone, so that every game is served by the same code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.prompts import OneOf, PickCards
from bot.core.views import View
from bot.i18n.words import Names, Words
from bot.render import board
from bot.render.board import DOT
from bot.render.cards import CardText, card_row
from bot.render.careful import question
from bot.render.compose import ROWS, Line, compose_cards
from bot.render.controls import BUTTONS_A_ROW, USUAL, Habits, Picks, prompt_rows
from bot.render.labels import action_label, card_of
from bot.render.lesson import lesson_buttons, lesson_lines
from bot.render.names import names_of
from bot.render.panels import Button, Menu, Panel, Row, Style
from bot.render.people import question_lines, question_row
from bot.render.scene import Scene
from bot.render.table import state_lines, stopped_text, title

EMPTY = Picks()


def hand_panel(
    scene: Scene, words: Words, cards: CardText, picks: Picks = EMPTY, habits: Habits = USUAL, tip: str = ""
) -> Panel:
    """A seat's panel.

    Args:
        scene: the table as this seat sees it.
        words: the player's language.
        cards: the emoji there are.
        picks: what was chosen so far of a call or a pick of several steps.
        habits: how the player likes to choose cards.
        tip: a word to who sees something for the first time.
    """
    names = names_of(scene, words)
    text = compose_cards(lambda shown: _lines(scene, words, shown, names, picks, tip), cards)
    return Panel(text, _rows(scene, words, cards, picks, habits))


def _lines(scene: Scene, words: Words, cards: CardText, names: Names, picks: Picks, tip: str) -> Sequence[Line]:
    view = scene.view
    if view is None:
        return [Line(words.text("mine.joined" if scene.viewer is not None else "mine.no_hand"))]
    if scene.viewer is None:
        return [Line(words.text("mine.not_seated"))]
    lines = [Line(f"-# {title(scene, words)}", 4), Line(f"**{_task(scene, view, words, names)}**")]
    lines += [Line(text, 3) for text in lesson_lines(scene, words, names)]
    lines += question_lines(scene, words, names)
    lines += [Line(text) for text in _picked(scene, words, picks)]
    lines.append(Line("" if stopped_text(scene, words) else question(scene.prompts, words, picks.asked)))
    lines += _hand(scene, view, words, cards)
    lines += [Line(text, 2) for text in board.zone_lines(view.own, words, cards, names)]
    lines.append(Line(_say_first(scene, words), 1))
    lines += state_lines(scene, view, words, cards, names)
    lines.append(Line(f"-# 💡 {tip}" if tip else "", 5))
    return lines


_COMMON = frozenset({"bidding", "play"})
"""Phases that every game has; what a game's own phase asks for is said in its own words."""


def _task(scene: Scene, view: View, words: Words, names: Names) -> str:
    stopped = stopped_text(scene, words)
    if stopped:
        return stopped
    if scene.viewer not in view.to_act:
        if scene.prompts:
            return words.text("mine.may" if view.phase == "bidding" else "mine.may.play")
        return _waiting(view, words)
    pick = next((prompt for prompt in scene.prompts if isinstance(prompt, PickCards)), None)
    if pick is not None and view.duty is not None:
        return words.text("mine.play.duty", duty=words.say(view.duty, names))
    if pick is not None:
        why = f"mine.{view.phase}"
        asked = _pick_task(pick, words)
        return f"{words.text(why)} {asked}" if view.phase not in _COMMON and words.has(why) else asked
    if view.phase != "play":
        return words.text(f"mine.{view.phase}")
    if view.duty is not None:
        return words.text("mine.play.duty", duty=words.say(view.duty, names))
    return words.text("mine.play.free" if view.trick.plays else "mine.play.lead")


def _waiting(view: View, words: Words) -> str:
    """True until this seat's turn comes: the message is not redrawn while others move."""
    if view.to_act:
        return words.text("mine.wait")
    return words.text("turn.deal") if view.phase != "over" else words.text("mine.over")


def _pick_task(pick: PickCards, words: Words) -> str:
    if pick.minimum == pick.maximum:
        return words.text("mine.pick", n=pick.minimum)
    return words.text("mine.pick_range", minimum=pick.minimum, maximum=pick.maximum)


def _picked(scene: Scene, words: Words, picks: Picks) -> list[str]:
    prompts = [prompt for prompt in scene.prompts if isinstance(prompt, PickCards)]
    chosen = tuple(card for prompt in prompts for card in prompt.pool if card.code in picks.picked)
    return [words.text("mine.picked", cards=chosen)] if chosen else []


def _hand(scene: Scene, view: View, words: Words, cards: CardText) -> list[Line]:
    if not view.hand:
        return []
    rest = tuple(card for card in view.hand if card not in view.playable)
    if not view.playable or not rest or stopped_text(scene, words):
        return [Line(words.text("mine.hand", cards=card_row(view.hand, words, cards)))]
    return [
        Line(words.text("mine.playable", n=len(view.playable), cards=card_row(view.playable, words, cards))),
        Line(f"-# {words.text('mine.rest', cards=card_row(rest, words, cards))}", 3),
    ]


def _say_first(scene: Scene, words: Words) -> str:
    """What may be said before a card is played: easily missed, since it comes with the next card or not at all."""
    plain = [prompt for prompt in scene.prompts if isinstance(prompt, OneOf) and not prompt.careful]
    codes = [code for prompt in plain for code in prompt.codes()]
    others = [action_label(code, words) for code in codes if card_of(code) is None]
    if not others or len(others) == len(codes) or stopped_text(scene, words):
        return ""
    return words.text("mine.say_first", calls=DOT.join(others))


def _rows(scene: Scene, words: Words, cards: CardText, picks: Picks, habits: Habits) -> tuple[Row, ...]:
    if scene.viewer is None or scene.view is None:
        return ()
    if scene.status == "paused":
        go_on = Button("ui:ask:resume", words.text("button.resume"), style=Style.SUCCESS)
        return (question_row(scene, words) or (go_on,),)
    if scene.status != "playing":
        return ()
    rows = [_as_aloud(row, scene.view) for row in prompt_rows(scene.prompts, words, cards, picks, habits)]
    foot, last = _foot(scene, scene.view, words), (rows or [()])[-1]
    if not isinstance(last, Menu) and _is_pass(last) and len(last) + len(foot) <= BUTTONS_A_ROW:
        rows[-1] = (*last, *foot)
    elif len(rows) < ROWS:
        rows.append(foot)
    if scene.asked is not None and len(rows) < ROWS:
        rows.append(question_row(scene, words))
    return tuple(rows[:ROWS])


def _as_aloud(row: Row, view: View) -> Row:
    """What may also be said on the table's message looks as it does there."""
    if isinstance(row, Menu):
        return row
    return tuple(replace(button, style=Style.DANGER) if button.verb in view.aloud else button for button in row)


def _is_pass(row: tuple[Button, ...]) -> bool:
    return [button.verb for button in row] == ["pass"]


def _foot(scene: Scene, view: View, words: Words) -> tuple[Button, ...]:
    ready = scene.between and scene.viewer not in scene.ready
    back = any(player.seat == scene.viewer and player.away for player in scene.players)
    asks_card = any(card_of(code) for prompt in scene.prompts if isinstance(prompt, OneOf) for code in prompt.codes())
    asks_hint = scene.hints and scene.viewer in view.to_act
    buttons = [
        Button("ui:ready", words.text("button.ready")) if ready else None,
        Button("ui:here", words.text("button.here")) if back else None,
        Button("ui:trick", words.text("button.trick")) if view.last_trick is not None else None,
        Button("ui:score", words.text("button.score")),
        Button("ui:hint", words.text("button.hint")) if asks_hint else None,
        Button("ui:referee", words.text("button.referee")) if asks_card else None,
    ]
    found = [button for button in buttons if button is not None]
    return tuple([*found, *lesson_buttons(scene, words)][:5])
