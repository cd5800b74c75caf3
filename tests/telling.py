"""Every card that a text names, in whatever way: code, letters, words of each language, emoji, or in a list of ranks.

For judging what people were told. Numbers alone name no card: a 21 is a score until it says of what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from bot.core import registry
from bot.core.cards import Card, Suit
from bot.i18n.catalogue import entries
from bot.i18n.words import words_for
from bot.render.rulebook import game_name
from bot.ui.emoji.names import emoji_name, styles

WORDS = tuple(words_for(language) for language in ("fr", "en"))

_CODE = re.compile(r"(?<![A-Z0-9])(?:T(?:2[01]|1\d|[1-9])|EX|(?:10|[1-9AKQJC])[SHDC])(?![A-Z0-9])")
_LINK = r"(?:, (?:et |ou |and |or )?| et | ou | and | or )"


@cache
def every_card() -> tuple[Card, ...]:
    """The cards of every pack of every game."""
    found = dict[Card, None]()
    for game in registry.games().values():
        for options in game.presets.values():
            for seats in game.seat_counts:
                found |= dict.fromkeys(game.deck(options, seats))
    return tuple(found)


LONG = 25
"""A sentence of the catalogues; what is shorter may be a card's own name."""


@lru_cache(maxsize=100_000)
def cards_named(text: str) -> frozenset[Card]:
    """Every card that a text names. The name of a game, and a sentence that is always the same, name none."""
    told = _fixed().sub("", text)
    return frozenset([*_named(_titles().sub("", told)), *_described(told)])


@cache
def _fixed() -> re.Pattern[str]:
    """Sentences that are always the same, whoever holds what: of the rules, mostly."""
    sentences = {form for words in WORDS for entry in entries(words.language).values() for form in entry.forms}
    told = {text for text in sentences if len(text) > LONG and "{" not in text and set(_named(text))}
    return re.compile("|".join(sorted((re.escape(text) for text in told), key=len, reverse=True)))


@cache
def _titles() -> re.Pattern[str]:
    """Names of games that are those of a card too: within a sentence a card's name has a small letter.

    And of computer players, whose numbers would begin a list: "Ordi 3, dame de carreau".
    """
    names = {game_name(key, words) for key in registry.games() for words in WORDS}
    names |= {words.text("people.computer", n=seat) for seat in range(1, 7) for words in WORDS}
    names |= {name.replace("\u00a0", " ") for name in names}
    return re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))


def _named(text: str) -> Iterator[Card]:
    known = every_card()
    yield from (card for card in map(Card.parse, _CODE.findall(text)) if card in known)
    for found in _proper().findall(text):
        yield from _forms()[found]
    folded = text.casefold()
    for found in _single().findall(folded):
        yield from _forms()[found]
    for ranks, suit in _listed().findall(folded):
        for rank in re.split(_LINK, ranks):
            yield from _in_words().get((rank, suit), ())


def _described(text: str) -> Iterator[Card]:
    """Cards as a picture's description lists them, under a suit that may be called like a game."""
    for suit, ranks in _suit_first().findall(text.casefold()):
        for rank in ranks.split(", "):
            yield from _under_suits().get((suit, rank), ())


@cache
def _forms() -> Mapping[str, tuple[Card, ...]]:
    """How a card may be written: short, in full, and as an emoji. An ace's emoji may be of two packs."""
    forms: dict[str, tuple[Card, ...]] = {}
    for card in every_card():
        written = {
            *(emoji_name(card, style) for style in styles()),
            *(words.short(card) for words in WORDS),
            *(words.card(card) for words in WORDS),
        }
        # "Petit" is a card, "plus petit" is none.
        for form in {text if text.isalpha() and text.istitle() else text.casefold() for text in written}:
            forms[form] = (*forms.get(form, ()), card)
    return forms


@cache
def _proper() -> re.Pattern[str]:
    """Cards with a name of their own, which has a capital."""
    return re.compile(rf"\b(?:{'|'.join(form for form in _forms() if form.isalpha() and form != form.casefold())})\b")


@cache
def _single() -> re.Pattern[str]:
    longest = sorted((form for form in _forms() if form == form.casefold()), key=len, reverse=True)
    whole = (re.escape(form) + (r"(?![^\W_])" if form[-1].isalnum() else "") for form in longest)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(whole)})")


@cache
def _in_words() -> Mapping[tuple[str, str], tuple[Card, ...]]:
    """By rank and suit as they stand in a list: ("roi", "de pique")."""
    found: dict[tuple[str, str], tuple[Card, ...]] = {}
    for words in WORDS:
        for card in every_card():
            if card.suit is Suit.EXCUSE:
                continue
            name = words.text("card.name", rank="\0", suit=words.term("suit_of", card.suit.value)).casefold()
            ranks = {card.rank.value.casefold()}
            if words.has(f"term.rank.{card.rank.value}") and card.suit is not Suit.TRUMPS:
                ranks.add(words.text(f"term.rank.{card.rank.value}").casefold())
            for rank in ranks:
                key = rank, name.removeprefix("\0").strip()
                if card not in found.get(key, ()):
                    found[key] = (*found.get(key, ()), card)
    return found


@cache
def _listed() -> re.Pattern[str]:
    ranks = "|".join(sorted({re.escape(rank) for rank, _ in _in_words()}, key=len, reverse=True))
    suits = "|".join(sorted({re.escape(suit) for _, suit in _in_words()}, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])((?:(?:{ranks}){_LINK})+(?:{ranks})) ({suits})(?![^\W_])")


@cache
def _under_suits() -> Mapping[tuple[str, str], tuple[Card, ...]]:
    """By suit and rank as a picture's description lists them: ("cœur", "roi") or ("cœur", "r")."""
    found: dict[tuple[str, str], tuple[Card, ...]] = {}
    for words in WORDS:
        for card in every_card():
            trump = card.suit is Suit.TRUMPS
            suits = {words.text("art.trumps")} if trump else {words.term("suit", card.suit.value)}
            keys = () if trump else (f"term.rank.{card.rank.value}", f"term.index.{card.rank.value}")
            ranks = {card.rank.value, *(words.text(key) for key in keys if words.has(key))}
            for key in {(suit.casefold(), rank.casefold()) for suit in suits for rank in ranks}:
                if card not in found.get(key, ()):
                    found[key] = (*found.get(key, ()), card)
    return found


@cache
def _suit_first() -> re.Pattern[str]:
    """A list of ranks after its suit: "Cœur : roi, 7."."""
    suits = "|".join(sorted({re.escape(suit) for suit, _ in _under_suits()}, key=len, reverse=True))
    ranks = "|".join(sorted({re.escape(rank) for _, rank in _under_suits()}, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])({suits})\s?: ((?:(?:{ranks}), )*(?:{ranks}))(?=\.|$)", re.MULTILINE)
