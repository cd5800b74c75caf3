"""A hint: what to do, and why."""

from __future__ import annotations

from bot.core.advice import Advice
from bot.core.cards import Card
from bot.core.prompts import PickCards
from bot.i18n.words import Words
from bot.render.cards import CardText, card_row
from bot.render.compose import Line, compose_cards
from bot.render.labels import action_label, card_of
from bot.render.names import names_of
from bot.render.panels import Panel
from bot.render.scene import Scene


def hint_panel(scene: Scene, advice: Advice, words: Words, cards: CardText) -> Panel:
    """What the seat is advised to do. It has no controls: to follow it is the player's own move."""
    names = names_of(scene, words)
    why = [Line(f"- {words.say(reason, names)}", 1) for reason in advice.reasons]
    foot = Line(f"-# {words.text('hint.foot')}", 2)

    def lines(shown: CardText) -> list[Line]:
        return [Line(f"💡 **{_what(scene, advice.code, words, shown)}**"), *why, foot]

    return Panel(compose_cards(lines, cards))


def _what(scene: Scene, code: str, words: Words, cards: CardText) -> str:
    card = card_of(code)
    if card is not None:
        return _with_picture(words.text("hint.play", card=card), card, cards)
    kind, _, argument = code.partition(":")
    if any(isinstance(prompt, PickCards) and prompt.kind == kind for prompt in scene.prompts):
        picked = tuple(Card.parse(part) for part in argument.split())
        return words.text("hint.pick", cards=card_row(picked, words, cards)) if picked else words.text("hint.none")
    return words.text("hint.say", what=action_label(code, words))


def _with_picture(text: str, card: Card, cards: CardText) -> str:
    """The sentence with the card's emoji behind it, where there is one."""
    shown = cards.inline(card)
    return text if shown is None else f"{text} {shown}"
