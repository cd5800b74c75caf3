"""Catalogues: the `.po` files of the whole package, one set of sentences per language.

Shared words lie in `bot/i18n/locale`, a game's own in its folder. Message ids are keys (`refusal.must_follow`), so that
no language is the source of another. A language exists when `bot/i18n/locale` has its file.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

_LOG = logging.getLogger(__name__)
_PACKAGE = Path(__file__).resolve().parent.parent


class MissingWords(KeyError):
    """A catalogue has no sentence under this key."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One message as written in a file.

    Attributes:
        forms: its sentence, or one sentence per plural form.
        plural: whether it has plural forms.
        source: the file, relative to the package.
    """

    forms: tuple[str, ...]
    plural: bool
    source: str


def languages() -> tuple[str, ...]:
    """Codes of the languages that exist, in alphabetical order."""
    return tuple(sorted(path.stem for path in (_PACKAGE / "i18n" / "locale").glob("*.po")))


def po_files(language: str) -> tuple[Path, ...]:
    """All files of one language, the shared ones first."""
    found = sorted(_PACKAGE.rglob(f"locale/{language}.po"))
    return tuple(sorted(found, key=lambda path: path.parent.parent.name != "i18n"))


def _read(path: Path, language: str) -> Catalog:
    with path.open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _messages(language: str) -> Iterator[tuple[Path, Message]]:
    for path in po_files(language):
        for message in _read(path, language):
            if message.id:
                yield path, message


@cache
def entries(language: str) -> Mapping[str, Entry]:
    """Every message of a language, as written.

    Raises:
        ValueError: two files define the same key.
    """
    found: dict[str, Entry] = {}
    for path, message in _messages(language):
        key = _key(message)
        source = str(path.relative_to(_PACKAGE))
        if key in found:
            raise ValueError(f"{key} is in {found[key].source} and in {source}")
        found[key] = Entry(_forms(message), message.pluralizable, source)
    return found


class Catalogue:
    """The sentences of one language, before their data is filled in."""

    def __init__(self, language: str, *, strict: bool) -> None:
        """Load a language.

        Args:
            language: one of `languages()`.
            strict: raise for a missing key instead of showing it.
        """
        self.language = language
        self._strict = strict
        self._entries = entries(language)
        self._translations = _translations(language)

    def __contains__(self, key: str) -> bool:
        return bool(self._entries.get(key, _NOTHING).forms[0])

    def keys(self) -> frozenset[str]:
        """All keys that have a sentence."""
        return frozenset(key for key in self._entries if key in self)

    def sentence(self, key: str, count: int) -> str:
        """The sentence under a key, in the plural form for `count`.

        Raises:
            MissingWords: when strict and there is none; otherwise the key is shown between brackets and logged.
        """
        if key not in self:
            return self.missing(key)
        if self._entries[key].plural:
            return self._translations.ngettext(key, key, count)
        return self._translations.gettext(key)

    def missing(self, what: str) -> str:
        """What is shown for something that has no words: it is logged, and stands between brackets.

        Raises:
            MissingWords: when strict.
        """
        if self._strict:
            raise MissingWords(f"{self.language}: {what}")
        _LOG.error("no words for %s in %s", what, self.language)
        return f"⟦{what}⟧"


_NOTHING = Entry(("",), False, "")


@cache
def _translations(language: str) -> GNUTranslations:
    merged = Catalog(locale=language)
    # The files say how their own plural forms are counted.
    merged.mime_headers = _read(po_files(language)[0], language).mime_headers
    for _, message in _messages(language):
        merged.add(message.id, message.string)
    buffer = BytesIO()
    write_mo(buffer, merged)
    buffer.seek(0)
    return GNUTranslations(buffer)
