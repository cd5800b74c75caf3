"""A card is noticed however it is written, and a number alone is no card."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.core.cards import Card, Suit, cards
from bot.core.prompts import OneOf
from bot.core.registry import game_of
from bot.i18n.words import Words
from bot.render.art.alt import suits_of
from bot.render.offers import offers_text
from bot.ui.emoji import emoji_name
from tests.loopback.telltale import cards_in
from tests.telling import WORDS, cards_named, every_card


@pytest.mark.parametrize("card", every_card(), ids=str)
def test_a_card_is_noticed_however_it_is_written(card: Card) -> None:
    forms = {card.code, f"play:{card.code}", f"t|1|7ca|play:{card.code}", f"<:{emoji_name(card)}:12>", f"'{card.code}'"}
    for words in WORDS:
        forms |= {words.short(card), words.card(card)}
        forms |= {words.card(card, form) for form in ("the", "of", "a")}
    for form in forms:
        found = cards_named(f"… {form} …")
        assert card in found, form
        # The emoji of an ace is that of two packs.
        assert all(other.suit is card.suit for other in found), form


@pytest.mark.parametrize(
    "text",
    [
        "21 points, 10 de plus ; 91 à 71",
        "Atout pique, 3 plis, 2 bouts, 21 à 36",
        "t|1|7ca|ui:score:21 t|12|n1|ui:ready",
        "pli 7, donne 10/4, 1 excusé",
        "9 cartes, dont 8 à cœur ; petite sans, petits",
        "Hearts: 3 players, Pique : 80, contrat à cœur",
        "bid:100:S bid:80:H take:D pass",
        "b44868232f145e430c5472196448b61f61346cb7a8a88671927ce74bd97c3cbd",
    ],
)
def test_a_number_alone_is_no_card(text: str) -> None:
    assert not cards_named(text)


@pytest.mark.parametrize("words", WORDS, ids=lambda words: words.language)
@pytest.mark.parametrize("suit", [Suit.SPADES, Suit.TRUMPS])
def test_every_card_of_a_list_is_noticed(words: Words, suit: Suit) -> None:
    held = [card for card in every_card() if card.suit is suit]
    for card in held:
        for other in held:
            if card is not other:
                text = words.text("mine.picked", cards=(card, other))
                assert {card, other} <= cards_named(text), text


@pytest.mark.parametrize("words", WORDS, ids=lambda words: words.language)
@pytest.mark.parametrize("short", [False, True], ids=["in words", "in letters"])
def test_every_card_of_a_picture_s_description_is_noticed(words: Words, short: bool) -> None:
    held = every_card()
    for card in held:
        assert card in cards_named(words.text("art.hand", cards=suits_of([card], words, short=short))), card
    for pair in pairwise(held):
        assert set(pair) <= cards_named(f"Anna. {suits_of(pair, words, short=short)}\nBruno."), pair


def test_cards_in_a_row_are_told_apart() -> None:
    assert cards_named("Ordi 3, dame de carreau · Computer 2, queen of spades") == frozenset(cards("QD QS"))
    assert cards_named("R♥ D♥ 10♠21⭐🃏") == frozenset(cards("KH QH 10S T21 EX"))
    assert cards_named("t|1|7ca|discard:2S 3S 10D") == frozenset(cards("2S 3S 10D"))


def test_a_sentence_that_is_always_the_same_tells_nothing() -> None:
    always = "À toi\u00a0: au premier pli, on ne joue ni cœur ni dame de pique."
    assert not cards_named(always)
    assert cards_named(f"{always} Elle a la dame de pique.") == frozenset(cards("QS"))


@pytest.mark.parametrize("words", WORDS, ids=lambda words: words.language)
def test_which_cards_may_be_called_tells_nothing_of_a_hand(words: Words) -> None:
    tarot = game_of("tarot")
    offer = OneOf(tuple(tarot.parse(f"call:{card}") for card in ("KS", "KH", "KC", "KD")))
    told = offers_text([offer], words)
    assert len(cards_named(told)) == 4
    assert not cards_in({"content": told})
    (king,) = cards("KS")
    assert cards_in({"content": f"{told} {words.short(king)}"}) == {king}
