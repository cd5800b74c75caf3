"""The rules pages for players: read from the files that lie with each game, one a language, and numbered.

`pages/<language>.md` in a game's folder holds its pages; `pages/<name>.<language>.md` in a family's folder the chapters
that several games include. They are plain markdown with a few comments, described in docs/adding-a-game.md.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from bot.core.options import Options, OptionSpec, OptionValue
from bot.core.registry import game_of
from bot.i18n.catalogue import languages

_CORE = Path(__file__).resolve().parent.parent / "core"
_COMMENT = re.compile(r"<!-- *(?P<word>[a-z]+) *(?:: *(?P<rest>.*?) *)?-->")
_OPEN_SPACE = re.compile(r"(?<=«) | (?=[:;?!»])")
_REFERENCE = re.compile(r"\[\[([a-z_]+)\]\]")
PLAYERS = "players"
"""What a condition calls the number of players."""


class PageError(ValueError):
    """A page is not written as it must be; the message says where."""


@dataclass(frozen=True, slots=True)
class Condition:
    """When something is told: every option named has one of its values. Nothing named is always."""

    clauses: tuple[tuple[str, frozenset[str]], ...] = ()

    def holds(self, options: Options, players: Collection[int]) -> bool:
        """Whether it holds at a table.

        Args:
            options: the table's.
            players: its number of players, or all numbers that are possible.
        """
        return all(
            bool(allowed & {str(count) for count in players})
            if name == PLAYERS
            else spelled(getattr(options, name)) in allowed and options.applies(name)
            for name, allowed in self.clauses
        )


ALWAYS = Condition()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or list, or the place where the sentences of some options are put.

    Attributes:
        text: one line for each line that a reader sees; empty for options.
        options: their names; empty for a text.
        when: when it is told.
    """

    text: str = ""
    options: tuple[str, ...] = ()
    when: Condition = ALWAYS


@dataclass(frozen=True, slots=True)
class Article:
    """One numbered rule.

    Attributes:
        number: its place, like `3.2`.
        title: its heading.
        name: how other articles refer to it; may be empty.
        blocks: what it says.
        refusals: codes of the refusals it explains.
        when: when it is told.
    """

    number: str
    title: str
    name: str = ""
    blocks: tuple[Block, ...] = ()
    refusals: tuple[str, ...] = ()
    when: Condition = ALWAYS

    @property
    def options(self) -> tuple[str, ...]:
        """The options it spells out."""
        return tuple(name for block in self.blocks for name in block.options)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Articles on one subject."""

    number: int
    title: str
    articles: tuple[Article, ...] = ()
    when: Condition = ALWAYS


@dataclass(frozen=True, slots=True)
class Pages:
    """All rules of one game in one language."""

    title: str
    chapters: tuple[Chapter, ...]

    @property
    def articles(self) -> tuple[Article, ...]:
        """All articles in order."""
        return tuple(article for chapter in self.chapters for article in chapter.articles)


def spelled(value: OptionValue) -> str:
    """A value as conditions and sentences name it: `yes`, `no`, `none`, a choice, or a number in figures."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case _:
            return str(value)


@cache
def pages_of(game: str, language: str) -> Pages | None:
    """A game's pages; None for a game without any.

    Raises:
        PageError: they are not written as they must be.
    """
    path = _CORE / "games" / game / "pages" / f"{language}.md"
    if not path.exists():
        return None
    return read(_lines(path, language), game_of(game).options_type)


@cache
def _places(game: str) -> Mapping[str, str]:
    pages = pages_of(game, languages()[0])
    if pages is None:
        return {}
    return {code: article.number for article in pages.articles for code in article.refusals}


def place(game: str, code: str) -> str | None:
    """The number of the article that explains a refusal, the same in every language; None where none does."""
    return _places(game).get(code)


@dataclass(frozen=True, slots=True)
class Source:
    """A line of a file.

    Attributes:
        where: the file and the line's number, for errors.
    """

    where: str
    text: str

    def wrong(self, what: str) -> PageError:
        """An error about this line."""
        return PageError(f"{self.where}: {what}")


def _lines(path: Path, language: str) -> Iterator[Source]:
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = Source(f"{path.relative_to(_CORE)}:{number}", text.rstrip())
        if not line.text.startswith("<!--"):
            line = replace(line, text=_typeset(line.text, language))
        comment = _COMMENT.fullmatch(line.text)
        if comment is None or comment["word"] != "include":
            yield line
            continue
        family, _, name = (comment["rest"] or "").partition("/")
        included = _CORE / "families" / family / "pages" / f"{name}.{language}.md"
        if not included.exists():
            raise line.wrong(f"there is no {included.relative_to(_CORE)}")
        yield from _lines(included, language)


def _typeset(text: str, language: str) -> str:
    """Typed marks as they are printed: curly apostrophes, and in French no line that begins with a colon."""
    curly = text.replace("'", "’")
    return _OPEN_SPACE.sub("\u00a0", curly) if language == "fr" else curly


def read(lines: Iterator[Source], options: type[Options]) -> Pages:
    """Pages from their lines.

    Args:
        lines: of a file, with what it includes.
        options: of the game.

    Raises:
        PageError: a line is not as it must be.
    """
    reader = _Reader({spec.name: spec for spec in options.specs()}, options.withheld)
    for line in lines:
        reader.take(line)
    return reader.done()


@dataclass(slots=True)
class _Reader:
    """Builds the pages line by line. Options that the game withholds may be named in chapters it includes."""

    specs: Mapping[str, OptionSpec]
    withheld: frozenset[str]
    title: str = ""
    chapters: list[Chapter] = field(default_factory=list)
    only: Condition | None = None
    open_text: list[str] = field(default_factory=list)
    seen: dict[str, str] = field(default_factory=dict)
    last: Source = field(default_factory=lambda: Source("pages", ""))

    def take(self, line: Source) -> None:
        """Read one line."""
        self.last = line
        if not line.text:
            self._close_text()
        elif line.text.startswith("#"):
            self._close_text()
            self._heading(line)
        elif line.text.startswith("<!--"):
            self._close_text()
            self._comment(line)
        else:
            self._text(line)

    def done(self) -> Pages:
        """The pages, when every line was read."""
        self._close_text()
        if not self.title or not self.chapters:
            raise self.last.wrong("pages need a title and chapters")
        self._check_closed(self.last)
        names = {article.name: article.number for chapter in self.chapters for article in chapter.articles}
        return Pages(self.title, tuple(_resolved(chapter, names) for chapter in self.chapters))

    def _heading(self, line: Source) -> None:
        marks, _, title = line.text.partition(" ")
        self._check_closed(line)
        match marks:
            case "#" if not self.title and not self.chapters:
                self.title = title
            case "##":
                self.chapters.append(Chapter(len(self.chapters) + 1, title))
            case "###" if self.chapters:
                chapter = self.chapters[-1]
                article = Article(f"{chapter.number}.{len(chapter.articles) + 1}", title)
                self.chapters[-1] = replace(chapter, articles=(*chapter.articles, article))
            case _:
                raise line.wrong("no heading is expected here but # once, ## for a chapter, ### for an article in it")

    def _check_closed(self, line: Source) -> None:
        if self.only is not None:
            raise line.wrong("<!-- only --> has no <!-- end -->")
        if self.chapters and self.chapters[-1].articles and not self._article(line).blocks:
            raise line.wrong(f"article {self._article(line).number} is empty")

    def _article(self, line: Source) -> Article:
        if not self.chapters or not self.chapters[-1].articles:
            raise line.wrong("this belongs under an article's heading")
        return self.chapters[-1].articles[-1]

    def _change(self, article: Article) -> None:
        chapter = self.chapters[-1]
        self.chapters[-1] = replace(chapter, articles=(*chapter.articles[:-1], article))

    def _add(self, line: Source, block: Block) -> None:
        article = self._article(line)
        self._change(replace(article, blocks=(*article.blocks, replace(block, when=self.only or ALWAYS))))

    def _comment(self, line: Source) -> None:
        comment = _COMMENT.fullmatch(line.text)
        if comment is None:
            raise line.wrong("a comment stands on a line of its own: <!-- word: what -->")
        rest = comment["rest"] or ""
        match comment["word"]:
            case "when" if self.chapters and not self.chapters[-1].articles:
                self.chapters[-1] = replace(self.chapters[-1], when=self._condition(line, rest))
            case "when" if not self._article(line).blocks:
                self._change(replace(self._article(line), when=self._condition(line, rest)))
            case "name" if rest and not self._article(line).name:
                self._once(line, f"[[{rest}]]")
                self._change(replace(self._article(line), name=rest))
            case "options":
                self._add(line, Block(options=self._names(line, rest)))
            case "refusals":
                article = self._article(line)
                codes = tuple(rest.split())
                for code in codes:
                    self._once(line, f"the refusal {code}")
                self._change(replace(article, refusals=(*article.refusals, *codes)))
            case "only" if self.only is None:
                self.only = self._condition(line, rest)
            case "end" if self.only is not None:
                self.only = None
            case word:
                raise line.wrong(f"<!-- {word} --> has no meaning here")

    def _once(self, line: Source, what: str) -> None:
        article = self._article(line).number
        if what in self.seen:
            raise line.wrong(f"{what} stands in {self.seen[what]} and in {article}")
        self.seen[what] = article

    def _names(self, line: Source, rest: str) -> tuple[str, ...]:
        for name in rest.split():
            if name not in self.specs and name not in self.withheld:
                raise line.wrong(f"there is no option {name}")
            self._once(line, f"the option {name}")
        return tuple(name for name in rest.split() if name in self.specs)

    def _condition(self, line: Source, rest: str) -> Condition:
        clauses = []
        for clause in rest.split():
            name, _, values = clause.partition("=")
            allowed = frozenset(values.split("|"))
            if not values or not self._possible(name, allowed):
                raise line.wrong(f"{clause} is no option and value")
            clauses.append((name, allowed))
        if not clauses:
            raise line.wrong("a condition is like name=value or name=one|other")
        return Condition(tuple(clauses))

    def _possible(self, name: str, allowed: frozenset[str]) -> bool:
        """Whether a condition may ask for these values; a number may be any."""
        if name == PLAYERS or name in self.withheld:
            return True
        known = _values(self.specs[name]) if name in self.specs else None
        return known is not None and (not known or allowed <= known)

    def _text(self, line: Source) -> None:
        self._article(line)
        text = line.text.strip()
        if text.startswith("|"):
            raise line.wrong("a chat shows no tables: write a list")
        if self.open_text and not text.startswith("- "):
            self.open_text[-1] = f"{self.open_text[-1]} {text}"
        else:
            self.open_text.append(text)

    def _close_text(self) -> None:
        if self.open_text:
            self._add(self.last, Block("\n".join(self.open_text)))
            self.open_text.clear()


def _values(spec: OptionSpec) -> frozenset[str]:
    """Values an option may be asked for; empty for a number, which may be any."""
    if isinstance(spec.default, bool):
        return frozenset({"yes", "no"})
    return frozenset(spec.choices)


def _resolved(chapter: Chapter, names: Mapping[str, str]) -> Chapter:
    """The chapter with the numbers of the articles that it names."""

    def number(found: re.Match[str]) -> str:
        if found[1] not in names:
            raise PageError(f"chapter {chapter.number}: no article is named {found[1]}")
        return names[found[1]]

    def told(block: Block) -> Block:
        return replace(block, text=_REFERENCE.sub(number, block.text))

    articles = (replace(article, blocks=tuple(told(block) for block in article.blocks)) for article in chapter.articles)
    return replace(chapter, articles=tuple(articles))
