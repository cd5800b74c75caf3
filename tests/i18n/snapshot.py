"""Writes every duty, call, contract, announcement and account line in both languages, for a person to read.

python -m tests.i18n.snapshot        rewrites sentences.txt beside this file
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.core.cards import Card, cards
from bot.core.facts import Camp, Fact, Term, Value, Who
from bot.core.registry import games
from bot.core.seats import Seat, Side
from bot.engine.errors import Trouble
from bot.i18n.keys import key_modules
from bot.i18n.words import Names, Words, words_for
from bot.render.errors import refusal_text
from bot.render.rulebook import option_line

FILE = Path(__file__).with_name("sentences.txt")
NAMES = Names(("Léa", "Anna", "Émile", "Hugo"), ("🔵 Léa & Émile", "🔶 Anna & Hugo"))
NUMBERS = {
    "level": 90,
    "points": 82,
    "other": 80,
    "needed": 90,
    "minimum": 100,
    "maximum": 160,
    "step": 10,
    "before": 84,
    "after": 80,
    "times": 162,
    "over": 258,
    "amount": 260,
    "factor": 2,
    "tricks": 8,
    "base": 25,
    "difference": 7,
    "n": 2,
}
TROUBLE_DATA = (("limit", 25), ("version", 3), ("minutes", 4))
TERMS = {kind: codes for keys in key_modules() for kind, codes in keys.TERMS.items()}


def sample(name: str, kind: str) -> Value:
    """A likely value for a fact's data."""
    match kind.partition(":"):
        case ("int", _, _):
            return NUMBERS.get(name, 1)
        case ("card", _, _):
            return Card.parse("9S")
        case ("cards", _, _):
            return cards("AS KS QS")
        case ("who", _, _):
            return Who(Seat(1))
        case ("camp", _, _):
            return Camp(Side(1 if name == "source" else 0))
        case ("term", _, of):
            return Term(of, TERMS[of][-1] if of == "annonce" else TERMS[of][0])
        case _:
            return "undertrump" if name == "option" else "?"


def filled(key: str, data: Mapping[str, str]) -> Fact:
    """A fact with likely data."""
    return Fact(key, tuple((name, sample(name, kind)) for name, kind in data.items()))


def lines(words: Words) -> Iterator[str]:
    """Every sentence of one language."""
    for keys in key_modules():
        for key in keys.Key:
            yield f"{key.value}: {words.say(filled(key.value, keys.DATA[key]), NAMES)}"
    for trouble in Trouble:
        text = refusal_text(Fact(f"refusal.{trouble.value}", TROUBLE_DATA), words, NAMES)
        yield f"refusal.{trouble.value}: {text}"
    for key_of_game, game in games().items():
        options = game.options_type()
        for spec in options.specs():
            values = spec.choices or ((True, False) if isinstance(spec.default, bool) else (spec.default,))
            for value in values:
                yield f"{key_of_game} {spec.name}={value}: {option_line(spec, value, words)}"


def snapshot() -> str:
    """The whole file."""
    blocks = [f"[{language}]\n" + "\n".join(lines(words_for(language, strict=True))) for language in ("fr", "en")]
    return "\n\n".join(blocks).replace("\u00a0", " ").replace("\u202f", " ") + "\n"


if __name__ == "__main__":
    FILE.write_text(snapshot(), encoding="utf-8")
