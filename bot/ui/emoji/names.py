"""Names of card emoji, which screen readers say: `dame_de_pique`, `queen_of_spades`, `dix_de_trefle_4c`.

A name holds everything that its picture depends on, so that what an application has can be told from its list of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from bot.core.cards import ALL_CARDS, Card, Rank, Suit
from bot.core.registry import games
from bot.i18n.catalogue import languages
from bot.i18n.words import DEFAULT_LANGUAGE
from bot.palette import Palette

VERSION = 1
"""Of the drawings: grows by one whenever a card's emoji is drawn otherwise, and is then part of every name."""

NAME_LIMIT = 32

_RANKS: Mapping[str, Mapping[Rank, str]] = {
    "fr": {
        Rank.ACE: "as",
        Rank.KING: "roi",
        Rank.QUEEN: "dame",
        Rank.KNIGHT: "cavalier",
        Rank.JACK: "valet",
        Rank.N1: "un",
        Rank.N2: "deux",
        Rank.N3: "trois",
        Rank.N4: "quatre",
        Rank.N5: "cinq",
        Rank.N6: "six",
        Rank.N7: "sept",
        Rank.N8: "huit",
        Rank.N9: "neuf",
        Rank.N10: "dix",
    },
    "en": {
        Rank.ACE: "ace",
        Rank.KING: "king",
        Rank.QUEEN: "queen",
        Rank.KNIGHT: "knight",
        Rank.JACK: "jack",
        Rank.N1: "one",
        Rank.N2: "two",
        Rank.N3: "three",
        Rank.N4: "four",
        Rank.N5: "five",
        Rank.N6: "six",
        Rank.N7: "seven",
        Rank.N8: "eight",
        Rank.N9: "nine",
        Rank.N10: "ten",
    },
}
_SUITS: Mapping[str, Mapping[Suit, str]] = {
    "fr": {Suit.SPADES: "de_pique", Suit.HEARTS: "de_coeur", Suit.DIAMONDS: "de_carreau", Suit.CLUBS: "de_trefle"},
    "en": {
        Suit.SPADES: "of_spades",
        Suit.HEARTS: "of_hearts",
        Suit.DIAMONDS: "of_diamonds",
        Suit.CLUBS: "of_clubs",
    },
}
_TRUMP: Mapping[str, str] = {"fr": "atout", "en": "trump"}
_EXCUSE = "excuse"

_RECOLOURED = frozenset({Suit.DIAMONDS, Suit.CLUBS})
"""Suits that the two palettes colour otherwise; all other cards look alike in both and share their emoji."""

_VERSIONED = re.compile(r"(?P<base>\w+?)(?:_v(?P<version>[1-9]\d{0,3}))?")


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How a reader's cards look.

    Attributes:
        language: whose letters they bear.
        palette: the colours of their suits.
    """

    language: str = DEFAULT_LANGUAGE
    palette: Palette = Palette.CLASSIC


FRENCH = CardStyle()


def emoji_name(card: Card, style: CardStyle = FRENCH, version: int = VERSION) -> str:
    """The name of a card's emoji, at most 32 letters, digits and underscores.

    Raises:
        KeyError: no names are known in this language, or it is a card of no pack.

    >>> emoji_name(Card.parse("QS"))
    'dame_de_pique'
    >>> emoji_name(Card.parse("10D"), CardStyle("en", Palette.FOUR), 2)
    'ten_of_diamonds_4c_v2'
    """
    return _base(card, style) + (f"_v{version}" if version > 1 else "")


def _base(card: Card, style: CardStyle) -> str:
    if card.suit is Suit.EXCUSE:
        return _EXCUSE
    if card.suit is Suit.TRUMPS:
        return f"{_TRUMP[style.language]}_{card.rank.value}"
    name = f"{_RANKS[style.language][card.rank]}_{_SUITS[style.language][card.suit]}"
    return f"{name}_4c" if style.palette is Palette.FOUR and card.suit in _RECOLOURED else name


@dataclass(frozen=True, slots=True)
class Named:
    """What a name of ours says.

    Attributes:
        base: the name without its version.
        version: of the drawings.
    """

    base: str
    version: int


def read_name(name: str) -> Named | None:
    """What the name of an emoji says; None when it is none of ours.

    >>> read_name("as_de_coeur_v2")
    Named(base='as_de_coeur', version=2)
    """
    found = _VERSIONED.fullmatch(name)
    if found is None or found["base"] not in _bases():
        return None
    return Named(found["base"], int(found["version"] or 1))


def styles() -> tuple[CardStyle, ...]:
    """Every style that a reader may have."""
    return tuple(CardStyle(language, palette) for language in languages() for palette in Palette)


@cache
def packs() -> Mapping[str, tuple[Card, ...]]:
    """The cards of every game by its key, at any number of players."""
    found = {}
    for key, game in games().items():
        options = game.presets[game.default_preset]
        cards = {card for seats in game.seat_counts for card in game.deck(options, seats)}
        found[key] = tuple(card for card in ALL_CARDS if card in cards)
    return MappingProxyType(found)


@cache
def all_cards() -> tuple[Card, ...]:
    """The cards of all games, the smallest pack first: with it the first game can be shown."""
    smallest_first: Iterable[tuple[Card, ...]] = sorted(packs().values(), key=len)
    return tuple(dict.fromkeys(card for pack in smallest_first for card in pack))


@cache
def _bases() -> frozenset[str]:
    return frozenset(_base(card, style) for style in styles() for card in all_cards())
