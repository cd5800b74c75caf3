"""The project's own documents, and what they show as code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^```.*?\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def documents() -> tuple[Path, ...]:
    """Every document of the project; what is installed or cached is none."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/**/*.md"), *ROOT.glob(".ci/**/*.md")]
    return tuple(sorted(found))


def prose(text: str) -> str:
    """The text without its blocks of code."""
    return _FENCE.sub("", text)


def spans(text: str) -> list[str]:
    """What stands between backticks in the text."""
    return [match[1].strip() for match in _SPAN.finditer(prose(text))]


def code(path: Path) -> Iterator[str]:
    """Every piece of code of a document: lines of blocks, and what stands between backticks."""
    text = path.read_text(encoding="utf-8")
    for block in _FENCE.findall(text):
        yield from (line.strip() for line in block.splitlines() if line.strip())
    yield from spans(text)


def name_of(path: Path) -> str:
    """The path as people write it."""
    return path.relative_to(ROOT).as_posix()
