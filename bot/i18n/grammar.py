"""Grammar: how cards, names and words bend in a sentence.

French has gender, articles and elision; other languages put a fixed word before the noun.

A form is asked for in a placeholder: `{card:the}`, `{who:of}`. With a capital (`{card:The}`) it starts a sentence.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from unicodedata import normalize

from babel.lists import format_list

_VOWEL = re.compile(r"h?[aeiouyœæ]")
_APOSTROPHE = "’"


def starts_with_vowel(word: str) -> bool:
    """Whether French elides before this word; markup before its first letter does not count.

    >>> starts_with_vowel("as"), starts_with_vowel("**Émile**"), starts_with_vowel("8")
    (True, True, False)
    """
    start = re.sub(r"^\W+", "", word.replace("_", " ")).casefold()
    bare = "".join(letter for letter in normalize("NFD", start) if letter.isalnum())
    return _VOWEL.match(bare) is not None


def capital(text: str) -> str:
    """The text with a capital first letter, the rest untouched."""
    return text[:1].upper() + text[1:]


class Grammar(ABC):
    """The forms of one language."""

    def __init__(self, language: str) -> None:
        """Speak a language that Babel knows."""
        self.language = language

    @abstractmethod
    def word(self, text: str, form: str, gender: str) -> str:
        """A noun in a form: `the`, `a`, `of`, `of_the`, `to`; the bare noun for anything else.

        Args:
            text: the noun.
            form: the form asked for.
            gender: `m` or `f`, where the language has it.
        """

    @abstractmethod
    def name(self, text: str, form: str) -> str:
        """A player's name in a form: `of`, `to`."""

    def both(self, items: Sequence[str]) -> str:
        """All of them: "a, b et c"."""
        return format_list(list(items), style="standard", locale=self.language)

    def either(self, items: Sequence[str]) -> str:
        """One of them: "a, b ou c"."""
        return format_list(list(items), style="or", locale=self.language)


class French(Grammar):
    """Articles by gender, elision before vowels, contraction of "de le" and "à le"."""

    def word(self, text: str, form: str, gender: str) -> str:
        """See `Grammar.word`."""
        vowel = starts_with_vowel(text)
        article = f"l{_APOSTROPHE}" if vowel else ("la " if gender == "f" else "le ")
        match form:
            case "the":
                return article + text
            case "a":
                return ("une " if gender == "f" else "un ") + text
            case "of_the":
                return f"du {text}" if article == "le " else f"de {article}{text}"
            case "of":
                return f"d{_APOSTROPHE}{text}" if vowel else f"de {text}"
            case "to":
                return f"à {text}"
            case _:
                return text

    def name(self, text: str, form: str) -> str:
        """See `Grammar.name`."""
        return self.word(text, form, "m") if form in {"of", "to"} else text


class Plain(Grammar):
    """Articles that never change, as in English."""

    def word(self, text: str, form: str, gender: str) -> str:
        """See `Grammar.word`."""
        match form:
            case "the":
                return f"the {text}"
            case "a":
                return f"an {text}" if text[:1] in "aeio8" else f"a {text}"
            case "of_the":
                return f"of the {text}"
            case "of":
                return f"of {text}"
            case "to":
                return f"to {text}"
            case _:
                return text

    def name(self, text: str, form: str) -> str:
        """See `Grammar.name`."""
        return f"{text}’s" if form == "of" else text


def grammar_of(language: str) -> Grammar:
    """The grammar of a language."""
    return French(language) if language == "fr" else Plain(language)
