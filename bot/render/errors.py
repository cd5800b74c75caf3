"""What a refused or failed request says."""

from __future__ import annotations

from dataclasses import replace

from bot.core.errors import Ruling
from bot.core.facts import Fact
from bot.i18n.pages import place
from bot.i18n.words import NOBODY, Names, Words
from bot.render.offers import cards_text, offers_text


def refusal_text(fact: Fact, words: Words, names: Names = NOBODY, game: str | None = None) -> str:
    """A refusal that no action of a seat met, as a sentence."""
    return ruling_text(Ruling(fact), words, names, game)


def ruling_text(ruling: Ruling, words: Words, names: Names = NOBODY, game: str | None = None) -> str:
    """A refusal as sentences: the duty broken, what makes it, what is allowed instead, the rule's place in our pages.

    Args:
        ruling: all there is to tell of it.
        words: the reader's language.
        names: of the table.
        game: the key of the game whose pages explain it; None where no game is played.
    """
    said = [_ended(words.say(_named_option(_with_call(ruling, words, names), words), names))]
    if ruling.duty is not None:
        said.append(words.text("mine.play.duty", duty=words.say(ruling.duty, names)))
    if ruling.legal:
        said.append(cards_text(ruling.legal, words))
    else:
        said += [_waiting(ruling, words, names), offers_text(ruling.offers, words)]
    at = None if game is None else place(game, ruling.fact.key.removeprefix("refusal."))
    said.append("" if at is None else words.text("rules.place", place=at))
    return " ".join(filter(None, said))


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def _with_call(ruling: Ruling, words: Words, names: Names) -> Fact:
    """The fact with the words of the call that stands in the way."""
    if ruling.call is None:
        return ruling.fact
    return replace(ruling.fact, data=(*ruling.fact.data, ("call", words.say(ruling.call, names))))


def _waiting(ruling: Ruling, words: Words, names: Names) -> str:
    """Whose turn it is, when it is not the reader's."""
    if not ruling.waiting or ruling.seat in ruling.waiting:
        return ""
    return words.text("refusal.waiting", who=words.both([names.seat(seat) for seat in sorted(ruling.waiting)]))


def failure_text(reference: str, words: Words, *, storage: bool = False) -> str:
    """A failure that is nobody's fault at the table, with the id that finds it in the log."""
    return words.text("error.storage" if storage else "error.failure", ref=reference)


def _named_option(fact: Fact, words: Words) -> Fact:
    option = fact.get("option")
    if not isinstance(option, str) or not words.has(f"option.{option}"):
        return fact
    named = tuple((name, words.text(f"option.{option}") if name == "option" else value) for name, value in fact.data)
    return replace(fact, data=named)
