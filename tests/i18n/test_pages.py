"""The rules pages: written for every game, alike in every language, complete, and read strictly."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType

import pytest

from bot.core import match, options
from bot.core.errors import Reason
from bot.core.game import AnyGame
from bot.core.registry import games
from bot.i18n.catalogue import entries, languages
from bot.i18n.pages import PageError, Pages, Source, pages_of, place, read

UNWRITTEN: Mapping[str, str] = MappingProxyType({})
"""Games that have no rules pages yet, by key, with the reason."""

WRITTEN = [pytest.param(game, id=key) for key, game in games().items() if key not in UNWRITTEN]
EACH = pytest.mark.parametrize("game", WRITTEN)


def written(game: AnyGame, language: str = "fr") -> Pages:
    found = pages_of(game.key, language)
    assert found is not None
    return found


@pytest.mark.parametrize("key", games())
def test_every_game_has_pages(key: str) -> None:
    there = [language for language in languages() if pages_of(key, language) is not None]
    assert (there == list(languages())) != bool(UNWRITTEN.get(key)), (
        f"write the rules pages of {key!r} (docs/adding-a-game.md), or say why not in UNWRITTEN of {__name__}"
    )


def test_no_game_is_excused_that_is_none() -> None:
    assert set(UNWRITTEN) <= set(games())


@EACH
def test_pages_are_alike_in_every_language(game: AnyGame) -> None:
    shapes = [
        [
            (chapter.number, chapter.when, article.number, article.name, article.when, article.refusals, blocks)
            for chapter in written(game, language).chapters
            for article in chapter.articles
            for blocks in [[(bool(block.text), block.options, block.when) for block in article.blocks]]
        ]
        for language in languages()
    ]
    for shape in shapes[1:]:
        for here, there in zip(shapes[0], shape, strict=True):
            assert here == there


@EACH
def test_every_option_that_changes_an_answer_stands_in_one_article(game: AnyGame) -> None:
    told = [name for article in written(game).articles for name in article.options]
    assert sorted(told) == sorted(spec.name for spec in game.options_type.specs() if spec.changes_answer)


@EACH
def test_no_number_seems_to_be_missing(game: AnyGame) -> None:
    for chapter in written(game).chapters:
        hidden = [bool(article.when.clauses) for article in chapter.articles]
        assert hidden == sorted(hidden), f"{chapter.number}: articles that are not always told go last in their chapter"


def modules_of(name: str, seen: dict[str, ModuleType]) -> None:
    """The modules of the core that one imports, itself included."""
    if name in seen or not name.startswith("bot.core."):
        return
    module = import_module(name)
    seen[name] = module
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            modules_of(node.module, seen)


def tree_of(module: ModuleType) -> ast.Module:
    assert module.__file__ is not None
    return ast.parse(Path(module.__file__).read_text(encoding="utf-8"))


def codes(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Enums of refusals in a module's names, with the members that its code names."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = getattr(module, node.value.id, None)
            if isinstance(owner, type) and issubclass(owner, StrEnum) and owner.__name__ in {"Reason", "Refusal"}:
                yield owner.__module__, str(owner[node.attr].value)


def refusals_of(game: AnyGame) -> tuple[frozenset[str], frozenset[str]]:
    """What a game's rules, and those of the match, refuse with; and all codes that they could name."""
    found: dict[str, ModuleType] = {}
    modules_of(f"bot.core.games.{game.key}.rules", found)
    # A table of the sentences' data names them all.
    used = [module for name, module in found.items() if not name.endswith(".keys")]
    named = [code for module in [*used, match, options] for code in codes(module)]
    enums = [import_module(home) for home in {home for home, _ in named}]
    known = [code for module in enums for name in ("Reason", "Refusal") for code in getattr(module, name, ())]
    return frozenset(code for _, code in named), frozenset(code.value for code in known)


@EACH
def test_every_refusal_is_explained_by_one_article(game: AnyGame) -> None:
    told = [code for article in written(game).articles for code in article.refusals]
    assert len(told) == len(set(told))
    raised, known = refusals_of(game)
    assert not raised - set(told), f"no article explains {sorted(raised - set(told))}"
    assert not set(told) - known, f"nothing refuses with {sorted(set(told) - known)}"
    assert all(f"refusal.{code}" in entries("fr") for code in told)
    assert all(place(game.key, code) for code in told)


def test_the_refusals_of_a_game_are_found_in_its_code() -> None:
    raised = {key: refusals_of(games()[key])[0] for key in ("belote", "tarot")}
    assert Reason.MUST_TRUMP.value in raised["belote"]
    assert Reason.NOT_DOUBLED.value not in raised["belote"]
    assert {"ecart_king", Reason.DEAL_OVER.value} <= raised["tarot"]
    assert Reason.MUST_TRUMP.value not in raised["tarot"]


def pages(text: str) -> Pages:
    lines = (Source(f"page:{number}", line) for number, line in enumerate(text.splitlines(), 1))
    return read(lines, games()["belote"].options_type)


HEAD = "# T\n## C\n### A\n"


def test_pages_are_numbered_in_order() -> None:
    found = pages(
        "# Title\n\n## First\n### A\n<!-- name: a -->\n<!-- refusals: x y -->\n"
        "One,\ntwo. See [[b]].\n\n- p\n- q\n  r\n\n"
        "<!-- options: round -->\n### B\n<!-- name: b -->\n<!-- when: annonces=yes players=3|4 -->\n"
        "<!-- only: round=none -->\nC\n<!-- end -->\nD\n## Second\n### E\nF\n"
    )
    assert found.title == "Title"
    a, b, e = found.articles
    assert [article.number for article in (a, b, e)] == ["1.1", "1.2", "2.1"]
    assert [block.text for block in a.blocks] == ["One, two. See 1.2.", "- p\n- q r", ""]
    assert (a.options, a.refusals) == (("round",), ("x", "y"))
    given = games()["belote"].options_type()
    other = given.with_values({"annonces": True, "round": "nearest5up"})
    assert not b.when.holds(given, (4,))
    assert b.when.holds(other, (4,))
    assert not b.when.holds(other, (5,))
    assert [block.when.holds(given, (4,)) for block in b.blocks] == [True, True]
    assert [block.when.holds(other, (4,)) for block in b.blocks] == [False, True]


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("## C\n### A\ntext", 3, "a title"),
        ("# T", 1, "chapters"),
        ("# T\n## C\ntext", 3, "under an article"),
        ("# T\n# U", 2, "no heading"),
        ("# T\n### A", 2, "no heading"),
        (f"{HEAD}text\n#### B", 5, "no heading"),
        (f"{HEAD}### B\ntext", 4, "1.1 is empty"),
        (f"{HEAD}<!-- options: nothing -->", 4, "no option nothing"),
        (f"{HEAD}<!-- options: round -->\n<!-- options: round -->", 5, "the option round stands in 1.1 and in 1.1"),
        (f"{HEAD}<!-- refusals: x x -->", 4, "the refusal x stands in"),
        (f"{HEAD}<!-- only: round=up -->", 4, "no option and value"),
        (f"{HEAD}<!-- only: up=none -->", 4, "no option and value"),
        (f"{HEAD}<!-- only: -->", 4, "a condition is like"),
        (f"{HEAD}<!-- only: round=none -->\ntext", 5, "no <!-- end -->"),
        (f"{HEAD}text\n<!-- end -->", 5, "no meaning here"),
        (f"{HEAD}text\n<!-- when: round=none -->", 5, "no meaning here"),
        (f"{HEAD}<!-- options round -->", 4, "on a line of its own"),
        (f"{HEAD}<!-- note: x -->", 4, "no meaning here"),
        (f"{HEAD}| a | b |", 4, "no tables"),
    ],
)
def test_a_page_that_is_not_as_it_must_be_is_refused_with_its_line(text: str, where: int, why: str) -> None:
    with pytest.raises(PageError, match=f"page:{where}: .*{why}"):
        pages(text)


def test_a_reference_to_nothing_is_refused() -> None:
    with pytest.raises(PageError, match="no article is named b"):
        pages(f"{HEAD}See [[b]].")


def test_french_is_printed_with_its_spaces_and_apostrophes() -> None:
    for game in games().values():
        for language in languages():
            found = pages_of(game.key, language)
            texts = [] if found is None else [block.text for article in found.articles for block in article.blocks]
            assert not [text for text in texts if "'" in text]
            if language == "fr":
                assert not [text for text in texts if any(f" {mark}" in text for mark in ":;?!»")]
