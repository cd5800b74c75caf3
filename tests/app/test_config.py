"""Settings: read from variables, refused with a clear line, and all in the example file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.config import BadSetting, Settings

EXAMPLE = Path(__file__).parents[2] / "config.example.env"


def test_nothing_set_gives_the_defaults() -> None:
    assert Settings.from_mapping({}) == Settings()


def test_the_example_file_names_every_setting_with_its_default() -> None:
    written = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE))
    expected = {setting.variable: "" if default is None else str(default) for setting, default in Settings.described()}
    assert written == expected


def test_the_example_file_explains_every_setting() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    for setting, _ in Settings.described():
        assert f"# {setting.explanation}\n# May hold: {setting.allowed}." in text


def test_the_example_file_as_it_is_changes_nothing() -> None:
    lines = [line for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#") and line]
    assert Settings.from_mapping(dict(line.split("=", 1) for line in lines)) == Settings()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("TAPIS_LOG_LEVEL", "LOUD"),
        ("TAPIS_LANGUAGE", "de"),
        ("TAPIS_TURN_SECONDS", "4"),
        ("TAPIS_TURN_SECONDS", "soon"),
        ("TAPIS_NEXT_DEAL_SECONDS", "-1"),
        ("TAPIS_COMPUTER_PAUSE", "nan"),
        ("TAPIS_EDIT_INTERVAL", "11"),
        ("TAPIS_LOBBY_MINUTES", "0"),
        ("TAPIS_PLAYGROUND_PORT", "65536"),
    ],
)
def test_a_wrong_value_is_refused_by_name_with_what_is_allowed(variable: str, value: str) -> None:
    allowed = next(setting.allowed for setting, _ in Settings.described() if setting.variable == variable)
    with pytest.raises(BadSetting, match=re.escape(f"{variable} must be {allowed}")):
        Settings.from_mapping({variable: value})


def test_spaces_and_case_are_forgiven() -> None:
    settings = Settings.from_mapping({"TAPIS_LOG_LEVEL": " debug ", "TAPIS_LANGUAGE": "EN"})
    assert (settings.log_level, settings.language) == ("DEBUG", "en")


def test_the_token_is_never_shown() -> None:
    assert "s3cret" not in repr(Settings.from_mapping({"DISCORD_TOKEN": "s3cret"}))


def test_a_misspelt_name_is_noticed() -> None:
    variables = {"TAPIS_TRUN_SECONDS": "5", "TAPIS_DATABASE": "x", "PATH": "y"}
    assert Settings.unknown(variables) == {"TAPIS_TRUN_SECONDS"}
