"""The picture of a hand: what may be played stands out by its place, its light and a golden ring."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.cards import Card
from bot.core.prompts import PickCards
from bot.core.views import View, Zone
from bot.i18n.words import Names, Words
from bot.render.art.alt import described, suits_of, zone_texts, zone_title
from bot.render.art.canvas import WIDTH, Canvas
from bot.render.art.cast import cast_of, picture_names, spoken_names
from bot.render.art.palette import INK, SOFT_TEXT, TURN
from bot.render.art.sprites import card_height
from bot.render.art.style import Picture, Style
from bot.render.compose import Line
from bot.render.scene import Scene

CARD = 146
"""Width of a card of a hand, in pixels."""

_MARGIN = 26
_UP = 22
"""How much higher a card stands that may be played."""

_COVERED = "on_cover"
"""The zone of open cards that lie on a hidden one, whose back looks out above them."""

_PEEP = 14
_OWN_HEIGHT = 78
_OWN_GAP = 12
"""Between the last row of cards and what was put aside."""
_OWN_TILE = 50


@dataclass(frozen=True, slots=True)
class _Shown:
    """One card of a hand.

    Attributes:
        card: the card.
        bright: may be played or picked, or there is nothing to do.
        up: stands higher, in a ring.
        picked: chosen so far.
        covered: lies on a hidden card.
    """

    card: Card
    bright: bool
    up: bool
    picked: bool
    covered: bool


def hand_of(scene: Scene, style: Style, words: Words, picked: frozenset[str]) -> Picture | None:
    """A seat's hand; None for whoever has none.

    Args:
        scene: the table as this seat sees it.
        style: how its holder likes pictures.
        words: the holder's language.
        picked: codes of the cards chosen so far where several are picked.
    """
    view = scene.view
    if view is None or not view.hand:
        return None
    rows = _rows(_shown(scene, view, picked))
    own = [zone for zone in view.own if zone.cards]
    row_height = card_height(CARD) + _UP + 10
    below = _OWN_GAP + _OWN_HEIGHT * len(own) if own else 0
    canvas = Canvas(2 * _MARGIN - 14 + len(rows) * row_height + below, style, words)
    for place, row in enumerate(rows):
        _draw_row(canvas, row, _MARGIN + place * row_height)
    names = picture_names(cast_of(scene, words))
    for place, zone in enumerate(own):
        _draw_own(canvas, zone, canvas.height - 20 - _OWN_HEIGHT * (len(own) - place), names)
    return Picture(canvas.png(), _alt(scene, view, words, picked), "hand")


def _shown(scene: Scene, view: View, picked: frozenset[str]) -> list[_Shown]:
    pools = [prompt.pool for prompt in scene.prompts if isinstance(prompt, PickCards)]
    stopped = scene.status != "playing"
    offered = frozenset(card for pool in pools for card in pool) if pools else frozenset(view.playable)
    asked = bool(offered) and not stopped
    covered = {card for zone in view.zones if zone.name == _COVERED and zone.seat == view.viewer for card in zone.cards}
    shown = []
    for card in view.hand:
        chosen = bool(pools) and card.code in picked
        bright = not asked or card in offered
        shown.append(_Shown(card, bright, chosen or (asked and bright and not pools), chosen, card in covered))
    return shown


def _rows(shown: list[_Shown]) -> list[list[_Shown]]:
    """Up to nine cards in a row, up to eighteen in two, else three rows; two rows of cards stay two."""
    if any(one.covered for one in shown):
        rows = [[one for one in shown if one.covered], [one for one in shown if not one.covered]]
        return [row for row in rows if row]
    count = 1 if len(shown) <= 9 else 2 if len(shown) <= 18 else 3
    length = -(-len(shown) // count)
    return [shown[start : start + length] for start in range(0, len(shown), length)]


def _draw_row(canvas: Canvas, row: list[_Shown], top: int) -> None:
    room = WIDTH - 2 * _MARGIN - CARD
    step = min(CARD + 10, room / max(1, len(row) - 1))
    left = WIDTH / 2 - step * (len(row) - 1) / 2
    for place, one in enumerate(row):
        x, y = left + place * step, top + (0 if one.up else _UP) + card_height(CARD) / 2
        if one.covered:
            canvas.card(None, x, y - _PEEP, CARD)
        canvas.card(one.card, x, y, CARD, ring=one.up)
        if not one.bright:
            canvas.dim(x, y, CARD)
        if one.picked:
            _tick(canvas, x - CARD / 2 + 26, y + card_height(CARD) / 2 - 30)


def _tick(canvas: Canvas, x: float, y: float) -> None:
    """A golden seal with a check on a card that is chosen."""
    canvas.seal(x, y, 48, TURN, INK)


def _draw_own(canvas: Canvas, zone: Zone, top: float, names: Names) -> None:
    canvas.box(22, top, WIDTH - 44, _OWN_HEIGHT - 10)
    room = (WIDTH - 44) - 40 - len(zone.cards) * (_OWN_TILE + 3)
    title = zone_title(zone, canvas.words, names)
    canvas.text(title, 40, top + (_OWN_HEIGHT - 10) / 2, 32, colour=SOFT_TEXT, limit=max(120, room))
    start = WIDTH - 36 - len(zone.cards) * (_OWN_TILE + 3)
    canvas.tiles(zone.cards, start, top + (_OWN_HEIGHT - 10 - _OWN_TILE) / 2, _OWN_TILE, len(zone.cards))


def _alt(scene: Scene, view: View, words: Words, picked: frozenset[str]) -> str:
    names = spoken_names(scene, words)
    lines = [Line(words.text("art.hand", cards=suits_of(view.hand, words)))]
    pools = [prompt.pool for prompt in scene.prompts if isinstance(prompt, PickCards)]
    if pools:
        chosen = [card for card in view.hand if card.code in picked]
        lines.append(Line(words.text("art.picked", cards=suits_of(chosen, words)) if chosen else "", 1))
    elif view.playable and len(view.playable) == len(view.hand):
        lines.append(Line(words.text("art.playable.all")))
    elif view.playable:
        lines.append(Line(words.text("art.playable", cards=suits_of(view.playable, words))))
    rows = [zone for zone in view.zones if zone.name == _COVERED and zone.seat == view.viewer]
    lines += [Line(text, 2) for text in zone_texts((*rows, *view.own), words, names)]
    return described(lines)
