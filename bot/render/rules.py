"""The rules of a table in pages: the game's own pages with the profile's options spelled out.

Where the federation states the game, what differs from it is marked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.core.options import Options, OptionSpec
from bot.core.registry import game_of
from bot.i18n.pages import Article, Block, Chapter, Pages, pages_of
from bot.i18n.words import Words
from bot.render.compose import CHOICE_LIMIT, CHOICES, clip
from bot.render.packing import Unit, packed
from bot.render.panels import Choice, Menu, Panel
from bot.render.rulebook import game_name, named_profile, option_line, paged

PAGE_LIMIT = 1900
"""Longest text of a page, without the number under it."""

DISPUTED_LINES = 6
"""Most rules told in the lobby; the pages tell all."""

_NOTHING_SPECIAL = frozenset({None, False, "none", "off", "no"})
"""Values of an option that adds nothing to the game."""

SUMMARY = "0"
"""The number under which the summary is found."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A chapter or an article that can be turned to.

    Attributes:
        number: `3` for a chapter, `3.2` for an article, `0` for the summary.
        title: its heading.
        page: the page on which it begins, from 0.
    """

    number: str
    title: str
    page: int

    @property
    def heading(self) -> str:
        """Its number and title; the summary has no number."""
        if self.number == SUMMARY:
            return self.title
        return f"{self.number} {self.title}" if "." in self.number else f"{self.number}. {self.title}"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a table, ready to be read.

    Attributes:
        pages: their texts.
        topics: what can be turned to, in order.
    """

    pages: tuple[str, ...]
    topics: tuple[Topic, ...] = ()

    @property
    def chapters(self) -> tuple[Topic, ...]:
        """The chapters alone."""
        return tuple(topic for topic in self.topics if "." not in topic.number)

    def page_of(self, topic: str) -> int | None:
        """The page of a chapter or article, by its number or as its title begins; None for none."""
        wanted = topic.strip().rstrip(".").casefold()
        for found in self.topics:
            if wanted == found.number:
                return found.page
        titled = (found.page for found in self.topics if wanted and found.title.casefold().startswith(wanted))
        return next(titled, None)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of a table or a profile.

    Attributes:
        game: its key.
        profile: a preset's name, or the server's own.
        options: of the table.
        players: its number of players; empty for every number the game can be played by.
    """

    game: str
    profile: str
    options: Options
    players: Collection[int] = ()

    @property
    def counts(self) -> Collection[int]:
        """Numbers of players that are told of."""
        return self.players or game_of(self.game).seat_counts

    @property
    def reference(self) -> Options | None:
        """The federation's options; None where no federation states the game."""
        return game_of(self.game).reference(self.profile, self.options)


def rulebook(ruleset: Ruleset, words: Words) -> Rulebook:
    """The rules of a table in pages: what is particular here, then the game's chapters.

    Options that change nothing here (who shuffles, what another option makes moot …) are left out: they would promise
    something. A game without pages is told by its options alone.
    """
    title = f"**{_title(ruleset, words)}**\n"
    found = pages_of(ruleset.game, words.language)
    told = [] if found is None else list(_told_chapters(found, ruleset))
    summary = _options(ruleset, words) if found is None else _changes(told, ruleset, words)
    about = f"preset.{ruleset.game}.{ruleset.profile}.about"
    lines = [words.text(about), *summary] if words.has(about) else list(summary)
    units = [[Unit(text, (SUMMARY,)) for text in lines]]
    units += [list(_chapter(chapter, ruleset, words)) for chapter in told]
    texts, first = packed(units, PAGE_LIMIT - len(title))
    topics = [Topic(SUMMARY, words.text("rules.summary"), 0)]
    for chapter in told:
        topics.append(Topic(str(chapter.number), chapter.title, first[str(chapter.number)]))
        topics += [Topic(article.number, article.title, first[article.number]) for article in chapter.articles]
    return Rulebook(tuple(title + text for text in texts), tuple(topics))


def _told_chapters(found: Pages, ruleset: Ruleset) -> Iterator[Chapter]:
    """The chapters with only what is told at this table."""
    for chapter in found.chapters:
        articles = tuple(_told_article(article, ruleset) for article in chapter.articles if _holds(article, ruleset))
        if _holds(chapter, ruleset) and articles:
            yield replace(chapter, articles=articles)


def _told_article(article: Article, ruleset: Ruleset) -> Article:
    specs = {spec.name: spec for spec in ruleset.options.specs()}
    blocks = (
        replace(block, options=tuple(name for name in block.options if _matters(specs[name], ruleset)))
        for block in article.blocks
        if _holds(block, ruleset)
    )
    return replace(article, blocks=tuple(block for block in blocks if block.text or block.options))


def _holds(part: Chapter | Article | Block, ruleset: Ruleset) -> bool:
    return part.when.holds(ruleset.options, ruleset.counts)


def _title(ruleset: Ruleset, words: Words) -> str:
    profile = named_profile(ruleset.game, ruleset.profile, words)
    return words.text("rules.title", game=game_name(ruleset.game, words), profile=profile)


def _options(ruleset: Ruleset, words: Words) -> Iterator[str]:
    """Every option in a sentence."""
    yield from (option_text(spec, ruleset, words) for spec in ruleset.options.specs() if _matters(spec, ruleset))


def _changes(told: Sequence[Chapter], ruleset: Ruleset, words: Words) -> Iterator[str]:
    """What is not as the federation has it, in short, with the place of each."""
    if ruleset.reference is None:
        yield words.text("rules.no_federation")
        return
    places = {name: article.number for chapter in told for article in chapter.articles for name in article.options}
    values = ruleset.options.values()
    changed = [spec for spec in ruleset.options.specs() if spec.name in places and _differs(spec, ruleset)]
    if not changed:
        yield words.text("rules.as_federation")
        return
    yield words.text("rules.changes", n=len(changed))
    for spec in changed:
        line = option_line(spec, values[spec.name], words)
        yield f"- {line} {words.text('rules.place', place=places[spec.name])}"
    yield words.text("rules.legend")


def disputed_lines(ruleset: Ruleset, words: Words) -> tuple[str, ...]:
    """The options that most tables argue about, one short sentence each: what differs from the federation first.

    An option that only makes sense with another speaks for both. Left out is what the rules pages of this table leave
    out, and what says that nothing special holds where that is the usual thing.
    """
    options = ruleset.options
    values, specs = options.values(), {spec.name: spec for spec in options.specs()}
    told = [name for name in options.disputed if name in specs and name in _told_options(ruleset, words)]
    implied = {options.needs.get(name) for name in told}
    shown = [specs[name] for name in told if name not in implied and _is_news(specs[name], ruleset)]
    shown.sort(key=lambda spec: not _differs(spec, ruleset))
    return tuple(option_line(spec, values[spec.name], words, short=True) for spec in shown[:DISPUTED_LINES])


def _told_options(ruleset: Ruleset, words: Words) -> frozenset[str]:
    """The options that the rules pages tell at this table; without pages all that change something."""
    found = pages_of(ruleset.game, words.language)
    if found is None:
        return frozenset(spec.name for spec in ruleset.options.specs() if _matters(spec, ruleset))
    articles = (article for chapter in _told_chapters(found, ruleset) for article in chapter.articles)
    return frozenset(name for article in articles for name in article.options)


def _is_news(spec: OptionSpec, ruleset: Ruleset) -> bool:
    """Whether an option differs from the federation or the game's usual rules, or says that something is special."""
    value = ruleset.options.values()[spec.name]
    if value != spec.default or _differs(spec, ruleset):
        return True
    if isinstance(value, int) and not isinstance(value, bool):
        return value > spec.low
    return value not in _NOTHING_SPECIAL


def _matters(spec: OptionSpec, ruleset: Ruleset) -> bool:
    return spec.changes_answer and ruleset.options.applies(spec.name)


def _differs(spec: OptionSpec, ruleset: Ruleset) -> bool:
    reference = ruleset.reference
    if reference is None or not reference.applies(spec.name):
        return False
    return bool(reference.values()[spec.name] != ruleset.options.values()[spec.name])


def option_text(spec: OptionSpec, ruleset: Ruleset, words: Words) -> str:
    """An option of the table in a sentence, with the federation's beside it where that is another."""
    line = option_line(spec, ruleset.options.values()[spec.name], words)
    reference = ruleset.reference
    if reference is None or not _differs(spec, ruleset):
        return words.text("rules.here", value=line)
    stated = option_line(spec, reference.values()[spec.name], words)
    return words.text("rules.differs", value=line, federation=stated)


def _chapter(chapter: Chapter, ruleset: Ruleset, words: Words) -> Iterator[Unit]:
    heading = f"### {chapter.number}. {chapter.title}\n"
    names: tuple[str, ...] = (str(chapter.number),)
    for article in chapter.articles:
        yield Unit(heading + "\n".join(_article(article, ruleset, words)), (article.number, *names))
        heading, names = "", ()


def _article(article: Article, ruleset: Ruleset, words: Words) -> Iterator[str]:
    specs = {spec.name: spec for spec in ruleset.options.specs()}
    yield f"**{article.number} {article.title}**"
    for block in article.blocks:
        if block.text:
            yield block.text
        yield from (option_text(specs[name], ruleset, words) for name in block.options)


def rules_panel(ruleset: Ruleset, words: Words, page: int = 0) -> Panel:
    """One page of the rules, with buttons to its neighbours and a menu of the chapters."""
    book = rulebook(ruleset, words)
    panel = paged(book.pages, page, "ui:rules", words)
    at = min(max(page, 0), len(book.pages) - 1)
    # The first that begins here, or the one that goes on from the page before.
    begun = [topic for topic in book.chapters if topic.page == at]
    here = begun[0] if begun else [topic for topic in book.chapters if topic.page < at][-1]
    choices = tuple(
        Choice(topic.number, clip(topic.heading, CHOICE_LIMIT), default=topic is here) for topic in book.chapters
    )
    if len(choices) < 2:
        return panel
    return Panel(panel.text, (*panel.rows, Menu("ui:rules:to", words.text("rules.choose"), choices[:CHOICES])))
