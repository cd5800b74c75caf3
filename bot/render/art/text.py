"""Names and lines as a picture can show them: what the fonts cover, and no wider than the room there is."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize

from bot.render.art.drawing import Face
from bot.render.art.raster import font

ELLIPSIS = "…"
_ESCAPED = re.compile(r"\\(.)")
_PROBE = 16
_NO_CHARACTER = "\uffff"


def plain(name: str) -> str:
    """A name or a line without markup and without what keeps names safe in it: pictures and descriptions have none."""
    return _ESCAPED.sub(r"\1", name).replace("\u200b", "").replace("**", "")


def legible(name: str, fallback: str) -> str:
    """A name in letters that the fonts have: 𝓛é𝓪 ✨ is Léa; the fallback where hardly anything is left of it."""
    whole = " ".join(normalize("NFKC", name).split())
    kept = " ".join("".join(letter for letter in whole if _covered(letter)).split())
    letters = sum(letter.isalnum() for letter in kept)
    return kept if letters >= 2 or (letters == 1 and kept == whole) else fallback


@lru_cache(maxsize=4096)
def _covered(letter: str) -> bool:
    if letter == " ":
        return True
    if not letter.isprintable():
        return False
    probe = font(Face.TEXT, _PROBE)
    return bytes(probe.getmask(letter)) != bytes(probe.getmask(_NO_CHARACTER))


def printable(line: str) -> str:
    """A line with spaces that the fonts have: they lack the narrow one of French numbers."""
    return line.replace("\u202f", "\u00a0")


@lru_cache(maxsize=2048)
def width_of(text: str, face: Face, size: int) -> float:
    """How wide a line is, in pixels."""
    return font(face, size).getlength(printable(text))


@lru_cache(maxsize=2048)
def fitted(text: str, face: Face, size: int, limit: int) -> str:
    """The line, cut with an ellipsis where it is too wide."""
    if width_of(text, face, size) <= limit:
        return text
    kept = text
    while kept and width_of(kept + ELLIPSIS, face, size) > limit:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


@lru_cache(maxsize=2048)
def size_for(text: str, face: Face, sizes: tuple[int, ...], limit: int) -> int:
    """The first of some sizes in which the line fits, or the last."""
    return next((size for size in sizes if width_of(text, face, size) <= limit), sizes[-1])


@lru_cache(maxsize=1024)
def wrapped(text: str, face: Face, size: int, limit: int, lines: int) -> tuple[str, ...]:
    """Words in lines of at most a width; the last line takes the rest and is cut."""
    done: list[str] = []
    rest = [word for word in text.split(" ") if word]  # a no-break space holds its words together
    while rest and len(done) < lines - 1:
        row = [rest.pop(0)]
        while rest and width_of(" ".join((*row, rest[0])), face, size) <= limit:
            row.append(rest.pop(0))
        done.append(" ".join(row))
    if rest:
        done.append(" ".join(rest))
    return tuple(fitted(row, face, size, limit) for row in done)
