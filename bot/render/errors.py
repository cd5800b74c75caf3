"""What a refused or failed request says."""

from __future__ import annotations

from dataclasses import replace

from bot.core.cards import Card
from bot.core.facts import Fact, Term
from bot.i18n.pages import place
from bot.i18n.words import NOBODY, Names, Words


def refusal_text(
    fact: Fact,
    words: Words,
    names: Names = NOBODY,
    legal: tuple[Card, ...] = (),
    duty: Fact | None = None,
    game: str | None = None,
) -> str:
    """A refusal as a sentence: the duty broken, for a card what may be played, and the rule's place in our pages.

    Args:
        fact: the refusal's fact.
        words: the reader's language.
        names: of the table.
        legal: the cards that would have been accepted; `IllegalAction.legal`.
        duty: why only those, where the refusal does not say it; `IllegalAction.duty`.
        game: the key of the game whose pages explain it; None where no game is played.
    """
    told = _reason(fact, words, names, legal, duty)
    at = None if game is None else place(game, fact.key.removeprefix("refusal."))
    return told if at is None else f"{told} {words.text('rules.place', place=at)}"


def _reason(fact: Fact, words: Words, names: Names, legal: tuple[Card, ...], duty: Fact | None) -> str:
    reason = words.say(_named_option(fact, words), names)
    plain = reason.rstrip(".")
    whole = plain if plain.endswith(("!", "?", "…")) else f"{plain}."
    if duty is not None:
        whole = f"{whole} {words.text('mine.play.duty', duty=words.say(duty, names))}"
    if not legal:
        return whole
    if duty is None and _names_suit(fact, legal) and ":" not in plain and "." not in plain:
        return words.text("refusal.legal", reason=plain, cards=legal)
    return words.text("refusal.legal_many", reason=whole, cards=legal)


def failure_text(reference: str, words: Words, *, storage: bool = False) -> str:
    """A failure that is nobody's fault at the table, with the id that finds it in the log."""
    return words.text("error.storage" if storage else "error.failure", ref=reference)


def _names_suit(fact: Fact, legal: tuple[Card, ...]) -> bool:
    """Whether the sentence names the one suit of these cards, so that their ranks say enough after it."""
    told = fact.get("suit")
    return isinstance(told, Term) and {told.code} == {card.suit.value for card in legal}


def _named_option(fact: Fact, words: Words) -> Fact:
    option = fact.get("option")
    if not isinstance(option, str) or not words.has(f"option.{option}"):
        return fact
    named = tuple((name, words.text(f"option.{option}") if name == "option" else value) for name, value in fact.data)
    return replace(fact, data=named)
