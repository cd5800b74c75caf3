"""French as players write it, and English beside it."""

from __future__ import annotations

import logging

import pytest

from bot.core.cards import Card, cards
from bot.core.errors import Ruling
from bot.core.facts import Camp, Term, Who, fact
from bot.core.seats import Seat, Side
from bot.i18n.grammar import French, capital, grammar_of, starts_with_vowel
from bot.i18n.words import MissingWords, Names, Words, language_of, words_for
from bot.render.errors import failure_text, refusal_text, ruling_text

FR = words_for("fr", strict=True)
EN = words_for("en", strict=True)
NAMES = Names(("Léa", "Anna", "**Émile**", "Hélène"), ("🔵 Léa & Émile", "🔶 Anna & Hélène"))
NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("code", "bare", "the", "of", "a"),
    [
        ("QS", "dame de pique", "la dame de pique", "de la dame de pique", "une dame de pique"),
        ("AH", "as de cœur", "l’as de cœur", "de l’as de cœur", "un as de cœur"),
        ("KD", "roi de carreau", "le roi de carreau", "du roi de carreau", "un roi de carreau"),
        ("JC", "valet de trèfle", "le valet de trèfle", "du valet de trèfle", "un valet de trèfle"),
        ("10S", "10 de pique", "le 10 de pique", "du 10 de pique", "un 10 de pique"),
        ("8H", "8 de cœur", "le 8 de cœur", "du 8 de cœur", "un 8 de cœur"),
        ("T21", "21 d’atout", "le 21 d’atout", "du 21 d’atout", "un 21 d’atout"),
        ("EX", "Excuse", "l’Excuse", "de l’Excuse", "une Excuse"),
    ],
)
def test_french_cards(code: str, bare: str, the: str, of: str, a: str) -> None:
    card = Card.parse(code)
    assert (FR.card(card), FR.card(card, "the"), FR.card(card, "of"), FR.card(card, "a")) == (bare, the, of, a)


def test_english_cards() -> None:
    assert EN.card(Card.parse("QS"), "the") == "the queen of spades"
    assert EN.card(Card.parse("8H"), "a") == "an 8 of hearts"
    assert EN.card(Card.parse("AD"), "of") == "of the ace of diamonds"


def test_short_cards_use_the_letters_of_the_language() -> None:
    assert " ".join(FR.short(card) for card in cards("AS KH QD JC 10S")) == "A♠ R♥ D♦ V♣ 10♠"
    assert " ".join(EN.short(card) for card in cards("AS KH QD JC 10S")) == "A♠ K♥ Q♦ J♣ 10♠"


@pytest.mark.parametrize(
    ("name", "of"),
    [
        ("Léa", "de Léa"),
        ("Anna", "d’Anna"),
        ("**Émile**", "d’**Émile**"),
        ("Hélène", "d’Hélène"),
        ("Œdipe", "d’Œdipe"),
        ("\\_Ugo", "d’\\_Ugo"),
        ("8bit", "de 8bit"),
        ("🔵 Zoé", "de 🔵 Zoé"),
    ],
)
def test_names_are_elided(name: str, of: str) -> None:
    assert French("fr").name(name, "of") == of


def test_capitals_and_vowels() -> None:
    assert capital("élan") == "Élan"
    assert capital("") == ""
    assert starts_with_vowel("yeux")
    assert not starts_with_vowel("roi")
    assert grammar_of("en").name("Anna", "of") == "Anna’s"


def test_lists_and_numbers() -> None:
    assert FR.both(["pique", "cœur", "trèfle"]) == "pique, cœur et trèfle"
    assert FR.either(["as", "10", "8"]) == "as, 10 ou 8"
    assert FR.number(1640) == "1\u202f640"
    assert EN.number(1640) == "1,640"


def test_a_refusal_names_the_duty_and_what_is_allowed() -> None:
    must_follow = fact("refusal.must_follow", suit=Term("suit", "S"), who=Who(Seat(1)), card=Card.parse("9S"))
    text = ruling_text(Ruling(must_follow, cards("AS 10S 8S")), FR, NAMES)
    assert text.startswith(f"Pique est demandé (Anna, 9 de pique) et tu en as{NBSP}: fournis pique. ")
    assert text.endswith(f"Jouables{NBSP}: A♠ 10♠ 8♠.")
    assert ruling_text(Ruling(must_follow, cards("AS")), EN, NAMES).endswith("follow suit. Playable: A♠.")


def test_a_refused_option_is_named_in_words() -> None:
    refused = fact("refusal.option_refused", option="undertrump", value="maybe")
    assert FR.text("option.undertrump") in refusal_text(refused, FR)
    unknown = fact("refusal.option_refused", option="colour_of_table", value="x")
    assert "colour_of_table" in refusal_text(unknown, FR)


def test_a_failure_names_its_reference() -> None:
    assert "7F3K" in failure_text("7F3K", FR)
    assert "7F3K" in failure_text("7F3K", EN, storage=True)


def test_players_and_teams_are_named() -> None:
    said = fact("said.annonce", who=Who(Seat(1)), annonce=Term("annonce", "tierce"))
    assert FR.say(said, NAMES) == "Anna annonce une tierce"
    said = fact("said.annonce", who=Who(Seat(0)), annonce=Term("annonce", "carre"))
    assert FR.say(said, NAMES) == "Léa annonce un carré"
    won = fact("said.annonces_won", camp=Camp(Side(1)), points=50)
    assert FR.say(won, NAMES) == f"Les annonces vont à 🔶 Anna & Hélène{NBSP}: 50 points"
    assert Names().seat(Seat(2)) == "3"


def test_plurals_follow_the_language() -> None:
    for words, zero in ((FR, "0 donne"), (EN, "0 deals")):
        assert zero in words.text("match.deals", n=0)
    assert "1 donne jouée" in FR.text("match.deals", n=1)
    assert "12 donnes jouées" in FR.text("match.deals", n=12)


def test_missing_words_raise_in_tests_and_show_in_production(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(MissingWords):
        FR.text("no.such.key")
    with pytest.raises(MissingWords, match="number"):
        FR.text("table.title", game="Belote")
    lenient = Words("fr")
    with caplog.at_level(logging.ERROR):
        assert lenient.text("no.such.key") == "⟦no.such.key⟧"
        assert "⟦table.title wants number⟧" in lenient.text("table.title", game="Belote")
    assert "no.such.key" in caplog.text


@pytest.mark.parametrize(
    ("client", "language"),
    [("fr", "fr"), ("FR", "fr"), ("en-US", "en"), ("de", "en"), (None, "fr"), ("", "fr")],
)
def test_the_language_of_a_client(client: str | None, language: str) -> None:
    assert language_of(client) == language
