"""The catalogues fit each other and the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.i18n import check, keys
from bot.i18n.catalogue import Entry, entries, languages
from bot.i18n.sentences import _against, _alone, placeholders


def test_nothing_is_wrong_with_the_catalogues(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.problems() == ()
    assert check.main() == 0
    assert "all in order" in capsys.readouterr().out


def test_french_and_english_exist_and_have_the_same_keys_and_plurals() -> None:
    assert languages() == ("en", "fr")
    french, english = entries("fr"), entries("en")
    assert french.keys() == english.keys()
    assert [key for key in french if french[key].plural != english[key].plural] == []


def test_keys_come_from_the_code_and_from_the_games() -> None:
    asked = keys.asked_keys()
    expected = {
        "refusal.must_follow",
        "refusal.channel_taken",
        "refusal.cut_only",
        "duty.follow",
        "account.marks",
        "option.undertrump.required",
        "option.annonces.yes",
        "option.bid_max.none",
        "preset.coinche.coinche_online.about",
        "action.pass",
        "button.hand",
        "term.annonce.tierce",
        "term.rank.Q",
        "command.table.open.game.description",
    }
    assert expected <= asked


def test_a_key_that_is_missing_or_unused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    without = {language: dict(entries(language)) for language in languages()}
    del without["fr"]["refusal.must_follow"]
    del without["en"]["duty.follow"]
    without["fr"]["help.nobodyasksthis"] = without["en"]["help.nobodyasksthis"] = Entry(("Rien",), False, "")
    without["fr"]["nobody.asks"] = without["en"]["nobody.asks"] = Entry(("Rien",), False, "")
    monkeypatch.setattr(check, "entries", without.__getitem__)
    found = check.problems()
    assert any(line.startswith("fr: refusal.must_follow is missing") for line in found)
    assert any(line.startswith("en: duty.follow is missing") for line in found)
    assert "nobody.asks is used nowhere" in found
    assert "help.nobodyasksthis is used nowhere" in found, "it begins like others, and nothing makes the rest"


@pytest.mark.parametrize(
    ("french", "fault"),
    [
        ("Tu as {card:teh}", "unknown form"),
        ("Attention : {card}", "breaking space"),
        ("L'as {card}", "straight apostrophe"),
    ],
)
def test_faults_inside_a_sentence_are_found(french: str, fault: str) -> None:
    assert any(fault in line for line in _alone("key", Entry((french,), False, ""), "fr"))


def test_other_placeholders_are_found() -> None:
    assert list(_against("key", Entry(("{a}",), False, ""), Entry(("{a} {b}",), False, "")))
    assert not list(_against("key", Entry(("{a:the}",), False, ""), Entry(("{a}",), False, "")))
    assert placeholders("{who} et {cards:either}") == {"who", "cards"}


def test_every_catalogue_is_package_data() -> None:
    package = Path(check.__file__).resolve().parent.parent
    assert {path.stem for path in package.rglob("locale/*.po")} == {"fr", "en"}
    folders = {str(path.parent.relative_to(package)) for path in package.rglob("locale/*.po")}
    assert {"i18n/locale", "core/games/belote/locale", "core/games/coinche/locale"} <= folders
