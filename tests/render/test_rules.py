"""The rules that a table is told: all that it plays by, nothing that it does not, and where the federation differs."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from bot.core.errors import Reason, Ruling
from bot.core.facts import Fact
from bot.core.game import AnyGame
from bot.core.options import Options
from bot.core.registry import games
from bot.i18n.pages import pages_of, place
from bot.i18n.words import words_for
from bot.render.errors import ruling_text
from bot.render.packing import Unit, packed
from bot.render.rulebook import option_line
from bot.render.rules import Rulebook, Ruleset, option_text, rulebook, rules_panel

from .limits import check

PROFILES = [(game, preset) for game in games().values() for preset in game.presets]
EACH = pytest.mark.parametrize(("game", "preset"), PROFILES, ids=[f"{game.key}-{preset}" for game, preset in PROFILES])
IN_EACH = pytest.mark.parametrize("language", ["fr", "en"])
LEAST = 250
"""Shortest page: less would be a lonely line."""


def rulesets(game: AnyGame, preset: str) -> Iterator[Ruleset]:
    """At every number of players, and without one."""
    options = game.presets[preset]
    yield Ruleset(game.key, preset, options)
    yield from (Ruleset(game.key, preset, options, (players,)) for players in sorted(game.seat_counts))


def only_at(game: AnyGame, name: str) -> Collection[int]:
    """Numbers of players at which the pages tell of an option."""
    found = pages_of(game.key, "fr")
    if found is None:
        return game.seat_counts
    told: set[int] = set()
    for chapter in found.chapters:
        for article in chapter.articles:
            for block in article.blocks:
                if name in block.options:
                    limits = [dict(part.when.clauses).get("players") for part in (chapter, article, block)]
                    told |= {
                        players
                        for players in game.seat_counts
                        if all(limit is None or str(players) in limit for limit in limits)
                    }
    return told


@IN_EACH
@EACH
def test_an_option_is_told_when_it_changes_something(game: AnyGame, preset: str, language: str) -> None:
    words = words_for(language, strict=True)
    for ruleset in rulesets(game, preset):
        told = "\n".join(rulebook(ruleset, words).pages).splitlines()
        for spec in ruleset.options.specs():
            matters = spec.changes_answer and ruleset.options.applies(spec.name)
            here = bool(set(only_at(game, spec.name)) & set(ruleset.counts))
            assert (option_text(spec, ruleset, words).splitlines()[0] in told) == (matters and here), spec.name


@IN_EACH
@EACH
def test_no_page_is_too_long_or_almost_empty(game: AnyGame, preset: str, language: str) -> None:
    words = words_for(language, strict=True)
    for ruleset in rulesets(game, preset):
        book = rulebook(ruleset, words)
        for page, text in enumerate(book.pages):
            check(rules_panel(ruleset, words, page))
            assert "…" not in text.splitlines()[-1], "an article is longer than a page"
            assert len(text) >= LEAST, text


@IN_EACH
@EACH
def test_everything_that_can_be_turned_to_is_on_its_page(game: AnyGame, preset: str, language: str) -> None:
    for ruleset in rulesets(game, preset):
        book = rulebook(ruleset, words_for(language, strict=True))
        for topic in book.topics[1:]:
            assert book.page_of(topic.number) == topic.page
            mark = f"**{topic.number} {topic.title}**" if "." in topic.number else f"### {topic.heading}\n"
            assert mark in book.pages[topic.page]
            assert not any(mark in text for text in book.pages[: topic.page])


def book_of(game: str, preset: str, language: str = "en", **changes: str | bool) -> tuple[Rulebook, Options]:
    options = games()[game].presets[preset].with_values(changes)
    return rulebook(Ruleset(game, preset, options), words_for(language, strict=True)), options


@EACH
def test_what_differs_from_the_federation_is_marked(game: AnyGame, preset: str) -> None:
    words, options = words_for("fr", strict=True), game.presets[preset]
    reference = game.reference(preset, options)
    text = "\n".join(rulebook(Ruleset(game.key, preset, options), words).pages)
    if reference is None:
        assert "≠" not in text
        return
    changed = [
        spec
        for spec in options.specs()
        if options.applies(spec.name)
        and reference.applies(spec.name)
        and spec.changes_answer
        and options.values()[spec.name] != reference.values()[spec.name]
    ]
    assert text.count("▸ ≠") == len(changed)
    for spec in changed:
        stated = option_line(spec, reference.values()[spec.name], words)
        assert f"\n-# La fédération\N{NO-BREAK SPACE}: {stated}" in text
    assert (words.text("rules.as_federation") in text) == (not changed)


def test_a_profile_of_a_server_is_measured_against_the_nearest_of_the_federation() -> None:
    game = games()["coinche"]
    own = game.presets["contree_online"].with_values({"bid_max": 150})
    assert game.reference("the club's", own) is game.presets["contree"]
    own = game.presets["coinche"].with_values({"undertrump": "required"})
    assert game.reference("the club's", own) is game.presets["coinche"]


def test_every_preset_is_measured_against_one_that_measures_itself() -> None:
    for game in games().values():
        assert not game.federation or set(game.federation) == set(game.presets)
        assert all(game.federation[name] == name for name in game.federation.values())


@EACH
def test_a_refusal_names_its_place(game: AnyGame, preset: str) -> None:
    fact = Fact(f"refusal.{Reason.NOT_YOUR_TURN.value}")
    at = place(game.key, Reason.NOT_YOUR_TURN.value)
    if at is not None:
        assert ruling_text(Ruling(fact), words_for("fr"), game=game.key).endswith(f" (règle {at})")
        assert ruling_text(Ruling(fact), words_for("en"), game=game.key).endswith(f" (rule {at})")
        options = game.presets[preset]
        assert rulebook(Ruleset(game.key, preset, options), words_for("fr")).page_of(at) is not None
    assert "(" not in ruling_text(Ruling(fact), words_for("fr"))


def test_a_chapter_is_found_by_number_and_by_name() -> None:
    book, _ = book_of("belote", "belote")
    chapter = book.chapters[4]
    for typed in (chapter.number, f"{chapter.number}.", chapter.title, chapter.title[:6].upper(), f" {chapter.title}"):
        assert book.page_of(typed) == chapter.page
    assert book.page_of("") is None
    assert book.page_of("99") is None


def units(*lengths: int) -> list[Unit]:
    return [Unit("x" * length, (f"{place}/{length}",)) for place, length in enumerate(lengths)]


def test_chapters_share_a_page_where_they_fit_and_long_ones_are_divided_evenly() -> None:
    pages, first = packed([units(30, 20), units(40), units(60, 60, 60)], 100)
    assert [len(page) for page in pages] == [92, 60, 60, 60]
    assert first == {"0/30": 0, "1/20": 0, "0/40": 0, "0/60": 1, "1/60": 2, "2/60": 3}
    pages, _ = packed([units(50, 10, 10, 10, 10, 10)], 99)
    assert [len(page) for page in pages] == [50, 54]
    pages, first = packed([units(90), units(10), units(85, 85), units(20)], 100)
    assert [len(page) for page in pages] == [90, 96, 85, 20]
