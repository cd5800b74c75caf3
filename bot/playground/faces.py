"""Card faces for the emoji of the simulated application, drawn as SVG.

On Discord whoever runs the bot uploads its emoji; here nobody does, so the simulated application has them from the
start. White tile, rank left and suit right; trumps of tarot are purple, the bouts with a golden edge.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.cards import PLAIN_SUITS, Card, Rank, Suit
from bot.ui.emoji import emoji_name

_SHAPES: Mapping[Suit, str] = {
    Suit.HEARTS: "M20 37C6 25 2 18 2 12a9 9 0 0 1 18-2 9 9 0 0 1 18 2c0 6-4 13-18 25z",
    Suit.SPADES: "M20 2c13 11 18 17 18 23a8 8 0 0 1-15 4c0 4 2 7 4 9H13c2-2 4-5 4-9a8 8 0 0 1-15-4C2 19 7 13 20 2z",
    Suit.DIAMONDS: "M20 1l15 19-15 19L5 20z",
    Suit.CLUBS: "M20 2a9 9 0 0 1 7 14 9 9 0 1 1-4 13c0 4 2 7 4 9H13c2-2 4-5 4-9a9 9 0 1 1-4-13 9 9 0 0 1 7-14z",
}
_INKS: Mapping[Suit, str] = {Suit.HEARTS: "#c8102e", Suit.DIAMONDS: "#c8102e"}
_LETTERS: Mapping[Rank, str] = {
    Rank.ACE: "A",
    Rank.KING: "R",
    Rank.QUEEN: "D",
    Rank.KNIGHT: "C",
    Rank.JACK: "V",
}
_LOW = tuple(rank for rank in Rank if rank.isdecimal() and int(rank) <= 10)
_NUMBERS = tuple(rank for rank in Rank if rank.isdecimal())
_FONT = 'font-family="Roboto Condensed,Arial Narrow,Liberation Sans Narrow,Arial,sans-serif" font-weight="700"'


def card_faces() -> dict[str, bytes]:
    """The SVG of every card of every pack, by the name of its emoji."""
    plain = [Card(rank, suit) for suit in PLAIN_SUITS for rank in (*_LOW, *_LETTERS)]
    trumps = [Card(rank, Suit.TRUMPS) for rank in _NUMBERS]
    return {emoji_name(card): face(card) for card in (*plain, *trumps, Card(Rank.EXCUSE, Suit.EXCUSE))}


def face(card: Card) -> bytes:
    """One card as an SVG of 128 by 128."""
    if card.suit is Suit.EXCUSE:
        return _tile("#4a2a84", "#f5c24b", _text("★", 64, 96, "#f5c24b", 84))
    if card.suit is Suit.TRUMPS:
        edge = "#f5c24b" if card.rank in {Rank.N1, Rank.N21} else "#b9a3e3"
        return _tile(
            "#4a2a84", edge, _text(card.rank.value, 64, 104, "#ffffff", 92 if len(card.rank.value) > 1 else 52)
        )
    ink = _INKS.get(card.suit, "#15171c")
    letter = _LETTERS.get(card.rank, card.rank.value)
    shape = f'<path transform="translate(70 38) scale(1.28)" fill="{ink}" d="{_SHAPES[card.suit]}"/>'
    return _tile("#fdfcf7", "#b8b19c", _text(letter, 38, 99, ink, 62 if len(letter) > 1 else 50) + shape)


def _text(text: str, x: int, y: int, ink: str, width: int) -> str:
    size = 96
    narrow = f' textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x}" y="{y}" font-size="{size}" {_FONT} fill="{ink}" text-anchor="middle"{narrow}>{text}</text>'


def _tile(paper: str, edge: str, drawing: str) -> bytes:
    tile = f'<rect x="3" y="3" width="122" height="122" rx="16" fill="{paper}" stroke="{edge}" stroke-width="5"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{tile}{drawing}</svg>'.encode()
