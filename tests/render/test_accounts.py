"""Accounts of deals: every one as it was read, short, complete, and with sums that are right."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.core.account import Part
from bot.core.facts import Camp, Fact, fact
from bot.core.registry import games
from bot.core.seats import Seat, Side
from bot.i18n.words import Names, words_for
from bot.render.account import account_texts, told
from bot.render.board import short_values
from tests.render.accounts import ALONE, EXAMPLES, FILE, Example, account, lines, snapshot
from tests.render.scenes import played, scene_of

PRESETS = [(key, preset) for key, game in games().items() for preset in game.presets]
IN_TEAMS = [(key, preset) for key, preset in PRESETS if len(games()[key].sides(min(games()[key].seat_counts))) == 2]
"""Games of two teams, whose account is a sum for each; others write sentences."""
NAMES = ("Léa", "Hugo", "Zoé", "")
FR = words_for("fr", strict=True)
UNSAID = {"account.tricks": ("points",), "account.converted": ("before",), "account.mark_tricks": ("points",)}
"""Numbers that a reader finds by adding up those before."""


def test_every_account_is_the_one_that_was_read() -> None:
    """After a change: `python -m tests.render.accounts`, then read the difference."""
    assert FILE.read_text(encoding="utf-8") == snapshot()


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.title))
def test_an_account_is_short_and_adds_up(example: Example, language: str) -> None:
    said = lines(example, words_for(language, strict=True))
    assert len(said) <= 5
    check_sums(said, language, ALONE.seats if example.alone else IN_A_TEAM)


IN_A_TEAM = ("🔵", "🔶")


def check_sums(said: tuple[str, ...], language: str, heads: tuple[str, ...] = IN_A_TEAM) -> None:
    said = tuple(line.replace("\u00a0", " ") for line in said)
    sums = [line for line in said if line.startswith((*heads, *NAMES[:2]))]
    assert len(sums) == len(heads)
    counted = [block for line in said for block in line.split(" · ") if " = " in block and line not in sums]
    for line in (*sums, *counted):
        left, _, right = plain(line.split(" · ")[0], language).rpartition(" = ")
        if left:
            assert worth(left) == Fraction(right.split(",")[0].split(";")[0]), line


def plain(line: str, language: str) -> str:
    """A sum in figures: no words, no marks, no rounding."""
    bare = re.sub(r"(?<=\d)[\u202f,](?=\d{3})", "", line).replace("*", "")
    bare = re.sub(r"(?:, arrondi à|, rounded to) .*", "", bare)
    return re.sub(r"\(([^()]*|.*\) [^()]*)/(\d+)\)", "", bare) if "/" in bare else bare


def worth(text: str) -> Fraction:
    """The value of `(160 de base + 90 demandés) × 2 + 20 de belote`."""
    figures = re.sub(r"[^\d+×() ]", "", text).replace("×", "*")
    figures = re.sub(r"\(\s*\)", "", figures)
    assert re.fullmatch(r"[\d+*() ]+", figures), text
    total = Fraction(0)
    for term in re.split(r"\+(?![^(]*\))", figures):
        product = Fraction(1)
        for factor in term.split("*"):
            product *= sum((Fraction(number) for number in re.findall(r"\d+", factor)), Fraction(0))
        total += product
    return total


@pytest.mark.parametrize(("key", "preset"), IN_TEAMS)
def test_accounts_of_played_deals_say_every_number_once_and_add_up(key: str, preset: str) -> None:
    game, seen = games()[key], 0
    for state in played(key, preset, seed=len(preset), deals=4):
        if not state.between or not state.records[-1].counts:
            continue
        seen += 1
        scene, record = scene_of(game, preset, state, None, NAMES), state.records[-1]
        said = account_texts(scene, record, FR)
        assert len(said) <= 6
        check_sums(said, "fr")
        for line in record.account:
            check_told(line, " ".join(said))
    assert seen


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.title))
def test_nothing_of_an_account_is_left_out(example: Example) -> None:
    said = " ".join(lines(example, FR))
    for line in account(example):
        check_told(line, said)


def check_told(line: Fact, said: str) -> None:
    """Every number of a fact stands in the account, but those that others add up to."""
    left_out = UNSAID.get(line.key, ())
    for name, value in line.data:
        if name == "points" and line.key == "account.mark_multiplied":
            continue
        if isinstance(value, int) and name not in (*left_out, "amount"):
            assert re.search(rf"(?<!\d){FR.number(value)}(?!\d)", said), (line, said)


def test_what_a_game_does_not_list_is_a_sentence_of_its_own() -> None:
    names = Names(("Léa", "Anna"), ("🔵", "🔶"))
    loose = fact("account.not_rounded")
    assert told((loose,), {}, FR, names, names) == (FR.say(loose),)
    stray = fact("account.cards", points=3)
    assert told((stray,), {"account.cards": Part.COUNTED}, FR, names, names) == (FR.say(stray),)


def test_a_factor_of_an_amount_that_was_not_marked_last_is_told_apart() -> None:
    names, camp = Names(("Léa", "Anna"), ("🔵", "🔶")), Camp(Side(0))
    facts = (
        fact("account.mark_base", camp=camp, points=160),
        fact("account.mark_multiplied", camp=camp, amount=50, factor=2, points=50),
        fact("account.marks", camp=camp, points=210),
    )
    assert told(facts, games()["coinche"].account_parts, FR, names, names) == (
        "🔵 160 de base +\u00a050 (50 × 2)\u00a0=\u00a0**210**",
    )


def test_numbers_of_two_teams_stand_between_their_marks_and_others_behind_names() -> None:
    game = games()["coinche"]
    scene = scene_of(game, "coinche_online", next(played("coinche", "coinche_online", seed=1)), None, NAMES)
    assert short_values((5, 3), scene, FR) == "🔵 5 – 3 🔶"
    alone = ((Seat(0),), (Seat(1),), (Seat(2),), (Seat(3),))
    shown = short_values((1, 2, 3, 4), replace(scene, sides=alone), FR)
    assert shown.replace("\u00a0", " ") == "Léa : 1 · Hugo : 2 · Zoé : 3 · Ordi 4 : 4"
