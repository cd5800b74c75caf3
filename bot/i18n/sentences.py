"""Faults inside the sentences of one language, found without reading them: placeholders, plurals, typography."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

from bot.i18n.catalogue import Entry, entries, languages

FORMS = frozenset(
    {"", "the", "a", "of", "of_the", "to", "both", "either", "ranks", "short", "plain", "signed", "points"}
)
"""Forms that a placeholder may ask for."""

_OPEN_SPACE = re.compile(r" [:;?!»]|« ")


def placeholders(sentence: str) -> frozenset[str]:
    """Names of the placeholders of a sentence.

    >>> sorted(placeholders("{who} joue {card:the}"))
    ['card', 'who']

    Raises:
        ValueError: its braces do not fit together.
    """
    return frozenset(field for _, field, _, _ in Formatter().parse(sentence) if field is not None)


def faults(language: str) -> Iterator[str]:
    """What is wrong with a language's sentences, compared with the others."""
    reference = entries(languages()[0])
    for key, entry in sorted(entries(language).items()):
        other = reference.get(key)
        if other is not None:
            yield from _against(key, entry, other)
        yield from _alone(key, entry, language)


def _against(key: str, entry: Entry, other: Entry) -> Iterator[str]:
    asked = frozenset[str]().union(*(placeholders(form) for form in entry.forms))
    expected = frozenset[str]().union(*(placeholders(form) for form in other.forms))
    if asked != expected:
        yield f"{key} has other placeholders: {sorted(asked ^ expected)}"


def _alone(key: str, entry: Entry, language: str) -> Iterator[str]:
    for form in entry.forms:
        for _, field, asked, _ in Formatter().parse(form):
            if field is not None and (asked or "").lower() not in FORMS:
                yield f"{key} asks {field} for an unknown form: {asked}"
        if language == "fr" and _OPEN_SPACE.search(form):
            yield f"{key} has a breaking space before punctuation"
        if "'" in form:
            yield f"{key} has a straight apostrophe"
    if entry.plural and len(set(map(frozenset, map(placeholders, entry.forms)))) > 1:
        yield f"{key} has plural forms with different placeholders"
