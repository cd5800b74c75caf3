"""Profiles as text: what is written is read back, and whatever else is pasted gets a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.game import AnyGame
from bot.core.options import Options, OptionSpec, OptionValue
from bot.core.registry import games
from bot.engine.errors import EngineRefusal
from bot.engine.profiles import NAME_LIMIT, checked_name
from bot.i18n.pages import spelled
from bot.i18n.words import words_for
from bot.ui.present import Notice, sentence
from bot.ui.profile_text import HEADER, TEXT_LIMIT, ProfileText, may_hold, read, written

EN, FR = words_for("en", strict=True), words_for("fr", strict=True)
GAMES = sorted(games())


def values_of(spec: OptionSpec) -> st.SearchStrategy[OptionValue]:
    if spec.choices:
        return st.sampled_from(spec.choices)
    if isinstance(spec.default, bool):
        return st.booleans()
    numbers = st.integers(spec.low, spec.high)
    return st.one_of(st.none(), numbers) if spec.nullable else numbers


@st.composite
def profiles(draw: st.DrawFn) -> tuple[AnyGame, str, Options]:
    game = games()[draw(st.sampled_from(GAMES))]
    base = draw(st.sampled_from(sorted(game.presets)))
    specs = list(game.options_type.specs())
    changed = draw(st.lists(st.sampled_from(specs), unique_by=lambda spec: spec.name, max_size=len(specs)))
    values = {spec.name: draw(values_of(spec)) for spec in changed}
    return game, base, game.presets[base].with_values(values)


def allowed_name(name: str) -> str | None:
    try:
        return checked_name(name)
    except EngineRefusal:
        return None


names = st.text(min_size=1, max_size=NAME_LIMIT).map(allowed_name).filter(lambda name: name is not None)


@given(profiles(), names)
def test_what_is_written_is_read_back(profile: tuple[AnyGame, str, Options], name: str) -> None:
    game, base, options = profile
    text = written(name, game, base, options)
    assert len(text) <= TEXT_LIMIT
    assert read(text) == ProfileText(name, game.key, base, options)
    # As it comes out of a message: in a code block, with another system's line ends.
    assert read("```\r\n" + text.replace("\n", "\r\n") + "\r\n```") == read(text)


@given(profiles())
def test_it_is_read_back_without_its_line_ends(profile: tuple[AnyGame, str, Options]) -> None:
    """A command's option holds one line: what is pasted there loses them."""
    game, base, options = profile
    text = written("comme chez nous", game, base, options)
    assert read(text.replace("\n", " ")) == read(text)


@pytest.mark.parametrize("key", GAMES)
def test_the_longest_profile_fits_a_message(key: str) -> None:
    game = games()[key]

    def longest(spec: OptionSpec) -> OptionValue:
        held: list[OptionValue] = [*spec.choices, spec.high, False, None]
        good = [value for value in held if _allowed(spec, value)]
        return max(good, key=lambda value: (value != spec.default, len(spelled(value))))

    options = game.options_type().with_values({spec.name: longest(spec) for spec in game.options_type.specs()})
    for base in game.presets:
        assert len(written("x" * NAME_LIMIT, game, base, options)) < 1800


def _allowed(spec: OptionSpec, value: OptionValue) -> bool:
    try:
        spec.check(value)
    except Exception:
        return False
    return True


def test_a_text_is_in_one_order_and_says_only_what_departs() -> None:
    game = games()["tarot"]
    options = game.presets["friends"].with_values({"take_back": "none", "deals": 8, "target": 500})
    assert written("comme chez nous", game, "friends", options) == (
        "tapis-profile 1\nname: comme chez nous\ngame: tarot\nbase: friends\ndeals = 8\ntarget = 500\ntake_back = none"
    )


def test_lines_in_any_order_with_comments_and_in_french() -> None:
    text = f"\n# ours\n{HEADER.upper()}\n\nSA_TA = Oui\ndeals=aucun\nBase : belote\n GAME: Belote\n"
    read_back = read(text)
    assert (read_back.name, read_back.game, read_back.base) == (None, "belote", "belote")
    assert read_back.options == games()["belote"].presets["belote"].with_values({"sa_ta": True, "deals": None})


def refusal(text: str) -> str:
    with pytest.raises((Notice, EngineRefusal)) as refused:
        read(text)
    told = sentence(refused.value, EN)
    assert "⟦" not in told
    assert sentence(refused.value, FR)
    return told


HEAD = f"{HEADER}\ngame: tarot\nbase: fft\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["Line 1", HEADER]),
        ("hello", ["Line 1", HEADER]),
        ("tapis-profile x", ["Line 1", HEADER]),
        ("tapis-profile 2\ngame: tarot", ["Line 1", HEADER]),
        (HEADER, ["game", *GAMES]),
        (f"{HEADER}\ngame: bridge", ["Line 2", *GAMES]),
        (f"{HEADER}\ngame: tarot\nbase: belote", ["Line 3", "friends", "pagat"]),
        (f"{HEAD}take_back = perhaps", ["Line 4", "none, uncovered"]),
        (f"{HEAD}\n\ndeals = many", ["Line 6", "1–100"]),
        (f"{HEAD}deals = 101", ["Line 4", "1–100"]),
        (f"{HEAD}deals = -3", ["Line 4", "1–100"]),
        (f"{HEAD}deals = ١٢", ["Line 4", "1–100"]),
        (f"{HEAD}deals = {'9' * 300}", ["Line 4", "1–100"]),
        (f"{HEAD}target = yes", ["Line 4", "50–20000, none"]),
        (f"{HEADER}\ngame: belote\nsa_ta = 1", ["Line 3", "yes, no"]),
        (f"{HEAD}take_bak = none", ["Line 4", "take_back"]),
        (f"{HEAD}{'q' * 200} = none", ["Line 4", "no option"]),
        (f"{HEAD}take_back = none\ntake_back = none", ["Line 5", "line 4"]),
        (f"{HEAD}GAME: belote", ["Line 4", "line 2"]),
        (f"{HEAD}@everyone <@1> **loud**", ["Line 4"]),
        (f"{HEAD}author: me", ["Line 4", "name:"]),
        (f"{HEAD}name:   ", ["40"]),
        (f"{HEAD}name: {'x' * 41}", ["40"]),
        ("x" * (TEXT_LIMIT + 1), [f"{TEXT_LIMIT:,}"]),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, told: list[str]) -> None:
    said = refusal(text)
    assert all(part in said for part in told), said
    assert len(said) < 1000


def test_nothing_of_a_pasted_text_becomes_markup_or_a_mention() -> None:
    said = refusal(f"{HEAD}@everyone <@&12> [link](https://evil)")
    assert "@everyone" not in said
    assert "<@" not in said.replace("\\<", "")
    assert "](" not in said.replace("\\]", "")


@given(st.text(max_size=300), st.sampled_from(["", HEADER + "\n", HEAD]))
def test_anything_pasted_is_read_or_gets_a_sentence(text: str, head: str) -> None:
    told = ""
    try:
        read(head + text)
    except (Notice, EngineRefusal) as refused:
        told = sentence(refused, FR)
    assert len(told) < 2000


def test_what_an_option_may_hold_is_told_as_it_is_written() -> None:
    told: dict[str, Any] = {spec.name: may_hold(spec) for spec in games()["belote"].options_type.specs()}
    assert told["undertrump"] == "required, free"
    assert told["sa_ta"] == "yes, no"
    assert told["deals"] == "1–100, none"


def test_the_example_of_the_documents_is_read() -> None:
    text = (Path(__file__).parents[2] / "docs" / "profiles.md").read_text(encoding="utf-8")
    block = text.split("```text\n")[1].split("```")[0]
    found = read(block)
    assert written(found.name or "", games()[found.game], found.base, found.options) == block.strip()
