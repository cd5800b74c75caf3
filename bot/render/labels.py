"""Labels of actions. They are made from an action's code alone, so that any game's actions have one.

`kind` looks up `action.<kind>`, `kind:argument` looks up `action.<kind>.<argument>` and then `action.<kind>.with`, with
the argument's number, card or denomination as data.
"""

from __future__ import annotations

from bot.core.cards import Card
from bot.core.facts import Term, Value
from bot.i18n.words import Words
from bot.render.compose import LABEL_LIMIT, clip


def action_label(code: str, words: Words) -> str:
    """What a button or a list says for an action's code: "90 pique", "Passer", "Jouer la dame de pique"."""
    kind, _, argument = code.partition(":")
    data = _data(argument, words)
    for key in (f"action.{kind}.{argument.replace(':', '.')}", f"action.{kind}.with" if data else "", f"action.{kind}"):
        if key and words.has(key):
            return clip(words.text(key, **data), LABEL_LIMIT)
    return clip(words.text(f"action.{kind}", **data), LABEL_LIMIT)


def denomination_of(code: str, words: Words) -> str | None:
    """The denomination that a code names, or None."""
    last = code.rpartition(":")[2]
    return last if words.has(f"term.denomination.{last}") else None


def short_denomination(code: str, words: Words) -> str:
    """A denomination on a small button: "pique ♠"."""
    name = words.term("denomination", code)
    return f"{name} {words.term('sign', code)}" if words.has(f"term.sign.{code}") else name


def card_of(code: str) -> Card | None:
    """The card that a code plays, or None when it does anything else."""
    kind, _, argument = code.partition(":")
    if kind != "play":
        return None
    try:
        return Card.parse(argument)
    except ValueError:
        return None


def _data(argument: str, words: Words) -> dict[str, Value]:
    data: dict[str, Value] = {}
    for part in argument.split(":") if argument else ():
        if part.isdecimal():
            data["level"] = int(part)
        elif words.has(f"term.denomination.{part}"):
            data["denomination"] = Term("denomination", part)
        else:
            try:
                data["card"] = Card.parse(part)
            except ValueError:
                continue
    return data
