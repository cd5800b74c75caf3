"""Words: keys and data become sentences of one language.

A sentence may hold placeholders with a form: `{card}` "dame de pique", `{card:the}` "la dame de pique", `{card:of}`
"de la dame de pique", `{cards:either}` "as, 10 ou 8 de pique", `{cards:ranks}` "as, 10 ou 8", `{who:of}` "d'Anna",
`{points:signed}` "+20", `{year:plain}` "2000", `{points:points}` "0 point". A form with a capital starts a sentence;
`{suit:Plain}` only that.
A message with plural forms is chosen by the value named `n`, or else by the first whole number of its data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import groupby
from string import Formatter
from typing import assert_never

from babel.numbers import format_decimal

from bot.core.cards import Card, Suit
from bot.core.facts import Camp, Fact, Term, Value, Who
from bot.core.seats import Seat, Side
from bot.i18n.catalogue import Catalogue, MissingWords
from bot.i18n.grammar import capital, grammar_of

__all__ = ["NOBODY", "MissingWords", "Names", "Words", "language_of", "words_for"]

DEFAULT_LANGUAGE = "fr"


@lru_cache(maxsize=4096)
def _grouped(value: int, language: str) -> str:
    """Kept, since every message and picture tells the same few scores, and Babel takes its time."""
    return format_decimal(value, locale=language).replace("-", MINUS)


@dataclass(frozen=True, slots=True)
class Names:
    """What players and teams are called, by seat and by side; already safe for the platform's markup."""

    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()

    def seat(self, seat: Seat) -> str:
        """The player's name; the seat's number for a seat without one."""
        return self.seats[seat] if seat < len(self.seats) else str(seat + 1)

    def side(self, side: Side) -> str:
        """The team's name; its number for a side without one."""
        return self.sides[side] if side < len(self.sides) else str(side + 1)


NOBODY = Names()
"""For sentences that name no player."""


MINUS = "\N{MINUS SIGN}"
"""Before a number below zero, as wide as a plus."""


class Words:
    """One language's sentences."""

    def __init__(self, language: str, *, strict: bool = False) -> None:
        """Load a language that has catalogues.

        Args:
            language: its code.
            strict: raise `MissingWords` for an unknown key instead of showing the key.
        """
        self.language = language
        self._catalogue = Catalogue(language, strict=strict)
        self._grammar = grammar_of(language)

    def has(self, key: str) -> bool:
        """Whether there is a sentence under this key."""
        return key in self._catalogue

    def text(self, key: str, names: Names = NOBODY, /, **data: Value) -> str:
        """The sentence under a key, with its data.

        Raises:
            MissingWords: there is none (when strict).
        """
        return self._fill(key, data, names)

    def say(self, fact: Fact, names: Names = NOBODY) -> str:
        """A fact as a sentence.

        Raises:
            MissingWords: its key has no sentence (when strict).
        """
        return self._fill(fact.key, dict(fact.data), names)

    def term(self, kind: str, code: str) -> str:
        """A word of the field: `term("suit", "S")` is "pique"."""
        return self.text(f"term.{kind}.{code}")

    def number(self, value: int) -> str:
        """A whole number, grouped as the language does."""
        return _grouped(value, self.language)

    def both(self, items: Sequence[str]) -> str:
        """All of them: "a, b et c"."""
        return self._grammar.both(items)

    def either(self, items: Sequence[str]) -> str:
        """One of them: "a, b ou c"."""
        return self._grammar.either(items)

    def card(self, card: Card, form: str = "") -> str:
        """A card in words, in a form: "dame de pique", "la dame de pique"."""
        asked = "of_the" if form == "of" else form
        if card.suit is Suit.EXCUSE:
            return self._grammar.word(self.term("rank", "E"), asked, self.text("gender.rank.E"))
        own = f"term.card.{card.code}"
        if self.has(own):
            return self._grammar.word(self.text(own), asked, "m")
        rank = self._rank(card)
        name = self.text("card.name", rank=rank, suit=self.term("suit_of", card.suit.value))
        gender = self.text(f"gender.rank.{card.rank.value}") if self.has(f"gender.rank.{card.rank.value}") else "m"
        return self._grammar.word(name, asked, gender)

    def _rank(self, card: Card) -> str:
        key = f"term.rank.{card.rank.value}"
        # The lowest trump is a 1, not an ace.
        return self.text(key) if card.suit is not Suit.TRUMPS and self.has(key) else card.rank.value

    def short(self, card: Card) -> str:
        """A card as short as it gets: "D♠"."""
        if card.suit is Suit.EXCUSE:
            return self.term("index", "E")
        index = f"term.index.{card.rank.value}"
        rank = self.text(index) if self.has(index) else card.rank.value
        return f"{rank}{self.term('sign', card.suit.value)}"

    def _fill(self, key: str, data: Mapping[str, Value], names: Names) -> str:
        numbers = [value for value in data.values() if isinstance(value, int)]
        chosen = data.get("n")
        count = chosen if isinstance(chosen, int) else (numbers[0] if numbers else 1)
        sentence = self._catalogue.sentence(key, abs(count))
        parts: list[str] = []
        for literal, field, form, _ in Formatter().parse(sentence):
            parts.append(literal)
            if field is not None:
                parts.append(self._placed(key, field, form or "", data, names))
        return "".join(parts)

    def _placed(self, key: str, field: str, form: str, data: Mapping[str, Value], names: Names) -> str:
        if field in data:
            return self._formed(data[field], form, names)
        return self._catalogue.missing(f"{key} wants {field}")

    def _formed(self, value: Value, asked: str, names: Names) -> str:
        form = asked.lower()
        text = self._value(value, form, names)
        return capital(text) if asked != form else text

    def _value(self, value: Value, form: str, names: Names) -> str:
        match value:
            case int():
                return self._number(value, form)
            case str():
                return self._grammar.word(value, form, "m")
            case Card():
                return self.short(value) if form == "short" else self.card(value, form)
            case tuple():
                return self._cards(value, form)
            case Who(seat):
                return self._grammar.name(names.seat(seat), form)
            case Camp(side):
                return self._grammar.name(names.side(side), form)
            case Term(kind, code):
                gender = f"gender.{kind}.{code}"
                return self._grammar.word(self.term(kind, code), form, self.text(gender) if self.has(gender) else "m")
            case _:
                assert_never(value)

    def _number(self, value: int, form: str) -> str:
        if form == "plain":
            return str(value)
        if form == "points":
            return self.text("count.points", n=value)
        return f"+{self.number(value)}" if form == "signed" and value > 0 else self.number(value)

    def _cards(self, held: tuple[Card, ...], form: str) -> str:
        join: Callable[[Sequence[str]], str] = self.both if form in {"both", ""} else self.either
        if form == "short":
            return " ".join(self.short(card) for card in held)
        if form == "ranks" and len({card.suit for card in held}) == 1 and held[0].suit is not Suit.EXCUSE:
            return join([self._rank(card) for card in held])
        return self._by_suit(held, join)

    def _by_suit(self, held: tuple[Card, ...], join: Callable[[Sequence[str]], str]) -> str:
        groups = [(suit, tuple(group)) for suit, group in groupby(held, key=lambda card: card.suit)]
        if len(groups) == 1 and len(held) > 1:
            return self._group(groups[0][0], held, join)
        if all(len(group) == 1 for _, group in groups):
            return join([self.card(card) for card in held])
        named = [self._group(suit, group, join) for suit, group in groups]
        return reduce(lambda first, rest: self.text("card.groups", first=first, rest=rest), named)

    def _group(self, suit: Suit, held: tuple[Card, ...], join: Callable[[Sequence[str]], str]) -> str:
        if suit is Suit.EXCUSE:
            return self.card(held[0])
        ranks = join([self._rank(card) for card in held])
        return self.text("card.name", rank=ranks, suit=self.term("suit_of", suit.value))


@cache
def words_for(language: str, *, strict: bool = False) -> Words:
    """The words of a language (`fr`, `en`), loaded once.

    Raises:
        FileNotFoundError: the language has no catalogue.
    """
    return Words(language, strict=strict)


def language_of(client: str | None) -> str:
    """The catalogue for a client's locale: French for French ones and when nothing is known, else English."""
    if not client:
        return DEFAULT_LANGUAGE
    return "fr" if client.casefold().startswith("fr") else "en"
