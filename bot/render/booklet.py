"""Writes the rules pages of every game for readers on the web, with every choice that a table has.

python -m bot.render.booklet        rewrites docs/rules/<language>/<game>.md
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from bot.core.game import AnyGame
from bot.core.options import OptionSpec, OptionValue
from bot.core.registry import games
from bot.i18n.catalogue import languages
from bot.i18n.pages import ALWAYS, PLAYERS, Article, Block, Condition, Pages, pages_of, spelled
from bot.i18n.words import Words, words_for
from bot.render.rulebook import named_profile, option_line

DOCS = Path(__file__).resolve().parents[2] / "docs" / "rules"


def booklets() -> Iterator[tuple[Path, str]]:
    """Where each booklet lies, and its text."""
    for language in languages():
        for key, game in games().items():
            found = pages_of(key, language)
            if found is not None:
                yield DOCS / language / f"{key}.md", booklet(game, found, words_for(language))


def booklet(game: AnyGame, found: Pages, words: Words) -> str:
    """All rules of a game, with every value of every option and the federation's marked."""
    writer = _Writer(game, words)
    lines = [f"# {found.title}", f"<!-- Written by bot.render.booklet from the pages of {game.key}: change those. -->"]
    lines.append(words.text("booklet.about"))
    for chapter in found.chapters:
        lines.append(f"## {chapter.number}. {chapter.title}")
        lines += writer.condition(chapter.when)
        for article in chapter.articles:
            lines += writer.article(article)
    return "\n\n".join(lines) + "\n"


class _Writer:
    """Writes the parts of one game's booklet."""

    def __init__(self, game: AnyGame, words: Words) -> None:
        self._game, self._words = game, words
        self._specs = {spec.name: spec for spec in game.options_type.specs()}
        self._stated = {name: game.presets[name] for name in dict.fromkeys(game.federation.values())}

    def article(self, article: Article) -> Iterator[str]:
        """An article, block by block; what is told under a condition stands in a quotation that begins with it."""
        yield f"### {article.number} {article.title}"
        yield from self.condition(article.when)
        for when, blocks in groupby(article.blocks, key=lambda block: block.when):
            parts = [*self.condition(when), *(block.text or self._choices(block) for block in blocks)]
            text = "\n\n".join(part for part in parts if part)
            yield text if when == ALWAYS else "\n".join(f"> {line}".rstrip() for line in text.split("\n"))

    def condition(self, when: Condition) -> Iterator[str]:
        """When something is told; nothing for always."""
        parts = [
            self._words.text("booklet.players", counts=self._words.either(sorted(allowed)))
            if name == PLAYERS
            else self._words.either([self._sentence(self._specs[name], value).rstrip(".") for value in sorted(allowed)])
            for name, allowed in when.clauses
            if name == PLAYERS or name in self._specs
        ]
        if parts:
            yield f"*{self._words.text('booklet.only', what=' ; '.join(parts))}*"

    def _choices(self, block: Block) -> str:
        return "\n".join(line for name in block.options for line in self._option(self._specs[name]))

    def _option(self, spec: OptionSpec) -> Iterator[str]:
        yield f"- **{self._words.text(f'option.{spec.name}')}**"
        for value in self._values(spec):
            yield f"  - {option_line(spec, value, self._words)}{self._mark(spec, value)}"

    def _values(self, spec: OptionSpec) -> tuple[OptionValue, ...]:
        """Every choice; of a number what the federation states, else what is usual."""
        if spec.choices:
            return spec.choices
        if isinstance(spec.default, bool):
            return True, False
        stated = [options.values()[spec.name] for options in self._stated.values()]
        return tuple(dict.fromkeys([*stated, spec.default]))

    def _mark(self, spec: OptionSpec, value: OptionValue) -> str:
        names = [name for name, options in self._stated.items() if options.values()[spec.name] == value]
        if not names:
            return ""
        if len(names) == len(self._stated):
            return f" ({self._words.text('booklet.federation')})"
        return f" ({self._words.both([named_profile(self._game.key, name, self._words) for name in names])})"

    def _sentence(self, spec: OptionSpec, value: str) -> str:
        given = next((each for each in (True, False, None, *spec.choices) if spelled(each) == value), None)
        return option_line(spec, int(value) if value.isdecimal() else given, self._words)


def main() -> None:
    """Write all booklets."""
    for path, text in booklets():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
