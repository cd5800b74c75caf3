"""Panels of servers' own rules stay within what the platform takes, whatever is changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.game import AnyGame
from bot.core.options import Options, OptionSpec, OptionValue
from bot.core.registry import games
from bot.engine.profiles import PROFILE_LIMIT
from bot.i18n.words import words_for
from bot.render.panels import Menu
from bot.render.profiles import Desk, Sheet, editable, editor_panel, profile_list, profile_panel
from tests.render.limits import check

LONG_NAME = "\\_" * 40
LANGUAGES = ("fr", "en")


def another(spec: OptionSpec, value: OptionValue) -> OptionValue:
    """Another value that the option may hold."""
    if spec.choices:
        return next(choice for choice in spec.choices if choice != value)
    if isinstance(value, bool):
        return not value
    return spec.low if value != spec.low else spec.high


def everything_changed(game: AnyGame, base: Options) -> Options:
    values = base.values()
    return base.with_values({spec.name: another(spec, values[spec.name]) for spec in base.specs()})


def sheet_of(game: AnyGame, base: str, *, changed: bool = True) -> Sheet:
    origin = game.presets[base]
    options = everything_changed(game, origin) if changed else origin
    return Sheet(LONG_NAME, game.key, base, origin, options, 1000)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(games()))
def test_the_editor_fits_for_every_option(key: str, language: str) -> None:
    game, words = games()[key], words_for(language, strict=True)
    for base in game.presets:
        sheet = sheet_of(game, base)
        specs = editable(sheet.options)
        for number, spec in enumerate(specs):
            desk = Desk("01234567", spec.name, number // 25, ("note " * 40,), "clash " * 60)
            panel = editor_panel(sheet, desk, words)
            check(panel)
            assert words.text(f"option.{spec.name}") in panel.text
    first = editor_panel(sheet_of(game, game.default_preset, changed=False), Desk("01234567", page=99), words)
    check(first)
    placeholders = [row.placeholder for row in first.rows if isinstance(row, Menu)]
    assert len(placeholders) == 1
    assert placeholders[0] not in first.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(games()))
def test_every_page_of_a_profile_fits_and_all_differences_are_told(key: str, language: str) -> None:
    game, words = games()[key], words_for(language, strict=True)
    sheet = sheet_of(game, game.default_preset)
    names = [spec.name for spec in sheet.options.specs()]
    texts: list[str] = []
    for page in range(30):
        panel = profile_panel(sheet, names, ["vanished", "x" * 500], page, "ui:own:show:1", words)
        check(panel)
        if panel.text in texts:
            break
        texts.append(panel.text)
    whole = "\n".join(texts)
    for spec in sheet.changed:
        assert words.text(f"option.{spec.name}") in whole, spec.name
    assert "vanished" in whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_names_all_that_a_server_may_have(language: str) -> None:
    words, game = words_for(language, strict=True), next(iter(games().values()))
    plain = sheet_of(game, game.default_preset)
    sheets = [replace(plain, name=f"{number:02}{LONG_NAME[4:]}") for number in range(PROFILE_LIMIT)]
    panels = [profile_list(sheets, page, "ui:own:list", words) for page in range(PROFILE_LIMIT)]
    for panel in panels:
        check(panel)
    whole = "\n".join(panel.text for panel in panels)
    assert all(sheet.name in whole for sheet in sheets)
    assert not profile_list(sheets[:2], 0, "ui:own:list", words).rows
    assert profile_list([], 0, "ui:own:list", words).text == words.text("profile.none")
