"""What a refused or failed request says."""

from __future__ import annotations

from dataclasses import replace

from bot.core.cards import Card
from bot.core.facts import Fact
from bot.i18n.words import NOBODY, Names, Words


def refusal_text(fact: Fact, words: Words, names: Names = NOBODY, legal: tuple[Card, ...] = ()) -> str:
    """A refusal as a sentence: the duty broken and, for a card, what may be played.

    Args:
        fact: the refusal's fact.
        words: the reader's language.
        names: of the table.
        legal: the cards that would have been accepted; `IllegalAction.legal`.
    """
    reason = words.say(_named_option(fact, words), names)
    plain = reason.rstrip(".")
    if not legal:
        return plain if plain.endswith(("!", "?", "…")) else f"{plain}."
    if len({card.suit for card in legal}) == 1 and ":" not in plain and "." not in plain:
        return words.text("refusal.legal", reason=plain, cards=legal)
    return words.text("refusal.legal_many", reason=f"{plain}.", cards=legal)


def failure_text(reference: str, words: Words, *, storage: bool = False) -> str:
    """A failure that is nobody's fault at the table, with the id that finds it in the log."""
    return words.text("error.storage" if storage else "error.failure", ref=reference)


def _named_option(fact: Fact, words: Words) -> Fact:
    option = fact.get("option")
    if not isinstance(option, str) or not words.has(f"option.{option}"):
        return fact
    named = tuple((name, words.text(f"option.{option}") if name == "option" else value) for name, value in fact.data)
    return replace(fact, data=named)
