"""Command names and descriptions fit the platform's limits in every language."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bot.i18n.catalogue import entries
from bot.i18n.commands import DESCRIPTION_LIMIT, NAME_LIMIT, command_text
from bot.i18n.words import MissingWords

NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_names_and_descriptions_are_allowed(language: str) -> None:
    for key, entry in entries(language).items():
        if not key.startswith("command."):
            continue
        text = entry.forms[0]
        if key.endswith(".description"):
            assert 1 <= len(text) <= DESCRIPTION_LIMIT, key
        elif not key.startswith("command.choice."):
            assert len(text) <= NAME_LIMIT, key
            assert NAME.fullmatch(text), key
            assert text == text.lower(), key


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_two_commands_or_options_of_one_level_share_a_name(language: str) -> None:
    names: dict[str, Counter[str]] = {}
    for key, entry in entries(language).items():
        if key.startswith("command.") and key.endswith(".name") and not key.startswith("command.choice."):
            parent = key.removesuffix(".name").rpartition(".")[0]
            names.setdefault(parent, Counter())[entry.forms[0]] += 1
    assert {parent: count for parent, count in names.items() if max(count.values()) > 1} == {}


def test_english_names_are_the_base_names() -> None:
    for key, entry in entries("en").items():
        if key.startswith("command.") and key.endswith(".name") and not key.startswith("command.choice."):
            assert entry.forms[0] == key.removesuffix(".name").rpartition(".")[2], key


def test_texts_are_found_by_path() -> None:
    assert command_text("table.open", "name", "fr") == "ouvrir"
    assert command_text("bid", "name", "fr") == "enchérir"
    assert command_text("choice.dm", "name", "en") == "Private messages"
    with pytest.raises(MissingWords):
        command_text("no.such", "name", "fr")
    with pytest.raises(KeyError):
        command_text("no.such", "description", "en")
