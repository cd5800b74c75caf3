"""Controls of what takes a second tap: the first one shows what would happen, the second one does it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.prompts import OneOf, Prompt
from bot.i18n.words import Words
from bot.render.compose import CHOICE_LIMIT, CHOICES, clip
from bot.render.labels import action_label, card_of
from bot.render.panels import Button, Choice, Menu, Row, Style

ASK = "ui:sure"
"""The first tap: `ui:sure:<name>`; bare it takes the question back."""

BUTTONS = 4
"""More than this many choices become a menu."""


def careful(prompts: Sequence[Prompt]) -> tuple[OneOf, ...]:
    """What takes a second tap."""
    return tuple(prompt for prompt in prompts if isinstance(prompt, OneOf) and prompt.careful and prompt.actions)


def name_of(prompt: OneOf) -> str:
    """What the first tap names: the action's code, or the kind of several."""
    code = prompt.actions[0].code
    return code if len(prompt.actions) == 1 else code.partition(":")[0]


def first_taps(prompts: Sequence[Prompt], words: Words, asked: str | None) -> tuple[Button, ...]:
    """The buttons that only ask."""
    names = [name_of(prompt) for prompt in careful(prompts)]
    return tuple(Button(f"{ASK}:{name}", action_label(name, words)) for name in names if name != asked)


def second_tap_rows(prompts: Sequence[Prompt], words: Words, asked: str | None) -> tuple[Row, ...]:
    """The controls that do what was asked for, and one to leave it."""
    for prompt in careful(prompts):
        if name_of(prompt) == asked:
            leave = Button(ASK, words.text("button.leave_it"))
            if len(prompt.actions) > BUTTONS:
                choices = tuple(
                    Choice(code, clip(action_label(code, words), CHOICE_LIMIT))
                    for code in list(prompt.codes())[:CHOICES]
                )
                return (Menu("do:sure", action_label(asked, words), choices), (leave,))
            sure = (Button(code, action_label(code, words), style=Style.DANGER) for code in prompt.codes())
            return ((*sure, leave),)
    return ()


def sure_row(code: str, words: Words) -> Row:
    """The second tap of a card, for who likes to confirm, and one to leave it."""
    play = Button(code, action_label(code, words), style=Style.SUCCESS)
    return (play, Button(ASK, words.text("button.leave_it")))


def question(prompts: Sequence[Prompt], words: Words, asked: str | None) -> str:
    """What the second tap will do; empty when nothing was asked for."""
    plain = (prompt for prompt in prompts if isinstance(prompt, OneOf) and not prompt.careful)
    if asked is not None and any(asked in prompt.codes() and card_of(asked) is not None for prompt in plain):
        return words.text("mine.sure", action=action_label(asked, words))
    if asked is None or all(name_of(prompt) != asked for prompt in careful(prompts)):
        return ""
    why = f"sure.{asked.replace(':', '.')}"
    sentence = words.text("mine.sure", action=action_label(asked, words))
    return f"{sentence} {words.text(why)}" if words.has(why) else sentence
