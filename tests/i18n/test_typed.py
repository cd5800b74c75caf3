"""Typed cards and calls: forgiving, never a guess."""

from __future__ import annotations

import pytest

from bot.core import match
from bot.core.actions import Deal, Declare, Pass, PlayCard
from bot.core.cards import Card, cards
from bot.core.games.coinche.actions import Coinche
from bot.core.games.tarot.rules import GAME as TAROT
from bot.core.prompts import BidRange, OneOf, Prompt
from bot.core.registry import games
from bot.core.seats import Seat
from bot.i18n.typed import (
    declarations,
    fold,
    is_begun,
    parse_call,
    parse_card,
    parse_declaration,
    suggest_calls,
    suggest_cards,
)
from bot.i18n.words import words_for
from tests.render.scenes import played
from tests.rules.tarot_deals import dealt, taken, tarot

HAND = cards("QS QH QD QC AS AH 10H 10C KD 7S JS")


def codes(found: tuple[Card, ...]) -> list[str]:
    return [card.code for card in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dame de pique", "QS"),
        ("Dame de Pique ", "QS"),
        ("la dame de pique", "QS"),
        ("DP", "QS"),
        ("dp", "QS"),
        ("Q♠", "QS"),
        ("♠️ dame", "QS"),
        ("QS", "QS"),
        ("queen of spades", "QS"),
        ("10 coeur", "10H"),
        ("10 cœur", "10H"),
        ("dix de cœur", "10H"),
        ("l'as de pique", "AS"),
        ("as pi", "AS"),
        ("roi", "KD"),
        ("RCA", "KD"),
        ("7", "7S"),
        ("valet p", "JS"),
        ("play:10C", "10C"),
    ],
)
def test_one_card_is_meant(text: str, expected: str) -> None:
    assert codes(parse_card(text, HAND)) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DC", ["QH", "QD", "QC"]),
        ("10c", ["10H", "10C"]),
        ("as", ["AS", "AH"]),
        ("dame", ["QS", "QH", "QD", "QC"]),
        ("pique", ["QS", "AS", "7S", "JS"]),
        ("", []),
        ("blah", []),
        ("9", []),
        ("dame de pique de cœur", []),
        ("play:KS", []),
    ],
)
def test_what_is_not_clear_is_asked_back(text: str, expected: list[str]) -> None:
    assert codes(parse_card(text, HAND)) == expected


def test_an_english_reader_is_taken_at_the_english_word() -> None:
    assert codes(parse_card("AS", HAND, "en")) == ["AS"]
    assert codes(parse_card("AS", HAND, "fr")) == ["AS", "AH"]
    assert codes(parse_card("dame de pique", HAND, "en")) == ["QS"]


def test_tarot_cards() -> None:
    hand = cards("T21 T1 EX 1S KH CS CH 7S T7")
    assert codes(parse_card("21", hand)) == ["T21"]
    assert codes(parse_card("excuse", hand)) == ["EX"]
    assert codes(parse_card("petit", hand)) == ["T1"]
    assert codes(parse_card("21 d’atout", hand)) == ["T21"]
    assert codes(parse_card("7", hand)) == ["7S", "T7"]
    assert codes(parse_card("cavalier de coeur", hand)) == ["CH"]


def test_every_card_is_understood_as_it_is_shown() -> None:
    deck = games()["belote"].deck(games()["belote"].options_type(), 4)
    for language in ("fr", "en"):
        words = words_for(language, strict=True)
        for card in deck:
            assert parse_card(words.card(card), deck, language) == (card,)
            assert parse_card(words.card(card, "the"), deck, language) == (card,)
            assert parse_card(words.short(card), deck, language) == (card,)


def bidding() -> tuple[Prompt, ...]:
    """The first player's prompts in online coinche."""
    state = next(iter(played("coinche", "coinche_online", seed=1)))
    game = games()["coinche"]
    return match.prompts(game, state, min(match.to_act(game, state)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90 pique", ("bid:90:S",)),
        ("90♠", ("bid:90:S",)),
        ("pique 90", ("bid:90:S",)),
        ("90p", ("bid:90:S",)),
        ("100 Cœur", ("bid:100:H",)),
        ("capot coeur", ("capot:H",)),
        ("coeur capot", ("capot:H",)),
        ("passe", ("pass",)),
        ("je passe", ("pass",)),
        ("pass", ("pass",)),
        ("bid:120:D", ("bid:120:D",)),
        ("70 pique", ("bid:70:S",)),
        ("n'importe quoi", ()),
        ("90 100", ()),
        ("", ()),
    ],
)
def test_calls(text: str, expected: tuple[str, ...]) -> None:
    assert parse_call(text, bidding()) == expected


def test_a_call_without_its_suit_is_asked_back() -> None:
    assert parse_call("90", bidding()) == ("bid:90:S", "bid:90:H", "bid:90:D", "bid:90:C")
    assert len(parse_call("capot", bidding())) == 4


def test_the_second_round_of_belote_takes_a_bare_suit() -> None:
    game = games()["belote"]
    state = match.start(game, game.presets["belote"], 4, Seat(0)).state
    state = match.act(game, state, None, Deal(game.deck(state.options, 4))).state
    assert parse_call("prends", match.prompts(game, state, Seat(1))) == ("take",)
    for seat in (1, 2, 3, 0):
        state = match.act(game, state, Seat(seat), Pass()).state
    prompts = match.prompts(game, state, Seat(1))
    offered = [code for prompt in prompts for code in prompt.codes() if code != "pass"]
    assert len(offered) == 3
    for text, code in (("pique", "take:S"), ("je prends à cœur", "take:H"), ("trèfle", "take:C"), ("ca", "take:D")):
        assert parse_call(text, prompts) == ((code,) if code in offered else ())
    assert parse_call("prendre", prompts) == tuple(offered)


@pytest.mark.parametrize("text", ["coinche", "Contre", "je coinche", "double", "x"])
def test_a_coinche_is_understood_out_of_turn(text: str) -> None:
    game = games()["coinche"]
    state = match.start(game, game.presets["coinche_online"], 4, Seat(3)).state
    state = match.act(game, state, None, Deal(game.deck(state.options, 4))).state
    state = match.act(game, state, Seat(0), game.parse("bid:90:S")).state
    assert match.to_act(game, state) == {Seat(1)}
    for seat in (1, 3):
        assert parse_call(text, match.prompts(game, state, Seat(seat))) == ("coinche:1",)
    assert parse_call(text, match.prompts(game, state, Seat(2))) == ()


def test_suggestions_start_with_the_plain_calls_and_the_lowest_levels() -> None:
    assert suggest_calls("", bidding())[:5] == ("pass", "bid:80:S", "bid:80:H", "bid:80:D", "bid:80:C")
    assert len(suggest_calls("", bidding())) == 25
    assert suggest_calls("110 c", bidding()) == ("bid:110:C",) or set(suggest_calls("110 c", bidding())) <= {
        "bid:110:H",
        "bid:110:D",
        "bid:110:C",
    }
    assert set(suggest_calls("12", bidding())) == {f"bid:120:{suit}" for suit in "SHDC"}
    assert suggest_cards("", HAND) == HAND
    assert codes(suggest_cards("dame", HAND)) == ["QS", "QH", "QD", "QC"]


def test_folding() -> None:
    assert fold("  L’Œuf À Noël ") == "oeuf a noel"


SAYING = (OneOf((Declare("annonces"), Declare("belote"), PlayCard(HAND[0]))),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("belote", ("declare:belote",)),
        ("Annonces", ("declare:annonces",)),
        ("declare:rebelote", ("declare:rebelote",)),
        ("dame de pique", ()),
        ("", ()),
    ],
)
def test_words_of_the_game(text: str, expected: tuple[str, ...]) -> None:
    assert declarations(SAYING) == ("declare:annonces", "declare:belote")
    assert parse_declaration(text, SAYING) == expected


def test_a_word_of_the_game_is_no_call_to_suggest() -> None:
    assert suggest_calls("", SAYING) == ()


def test_pass_comes_first_wherever_it_is_offered() -> None:
    bids = BidRange("bid", (("S", 90), ("H", 90)), None, 10)
    offered = (OneOf((Declare("belote"),)), bids, OneOf((Coinche(1), Pass())))
    assert suggest_calls("", offered)[:4] == ("pass", "coinche:1", "bid:90:S", "bid:90:H")
    assert suggest_calls("990 coeur", offered) == ("bid:990:H",)


@pytest.mark.parametrize("number", ["1" + "0" * 30, "9" * 5000])
def test_a_number_too_long_to_be_read_is_told_to_be_too_high(number: str) -> None:
    bids = BidRange("bid", (("S", 90), ("H", 90)), None, 10)
    assert parse_call(f"{number} coeur", (bids,)) == ("bid:999999:H",)
    assert parse_call(number, (bids,)) == ()
    assert parse_call(f"bid:{number}:H", (bids,)) == ()
    assert suggest_calls(f"{number} coeur", (bids,)) == ()


@pytest.mark.parametrize(
    ("text", "name", "begun"),
    [
        ("", "Dame de cœur", True),
        ("coe", "Dame de cœur", True),
        ("DAME c", "Dame de cœur", True),
        ("oeur", "Dame de cœur", False),
        ("generale", "Générale à pique", True),
        ("dp", "Dame de pique", False),
    ],
)
def test_what_is_begun_to_be_typed(text: str, name: str, begun: bool) -> None:
    assert is_begun(text, name) is begun


def test_calls_of_tarot() -> None:
    state = dealt(tarot(), {}, players=5)
    bids = TAROT.prompts(state, Seat(0))
    for text, code in (
        ("garde", "bid:garde"),
        ("Garde sans", "bid:garde_sans"),
        ("contre", "bid:garde_contre"),
        ("je prends", "bid:petite"),
        ("je passe", "pass"),
    ):
        assert parse_call(text, bids) == (code,), text
    kings = TAROT.prompts(taken(state, 0), Seat(0))
    for text in ("roi de cœur", "j’appelle le roi de coeur", "call king of hearts"):
        assert parse_call(text, kings) == ("call:KH",), text
