"""Pictures of tables, hands and cards, drawn in code by Pillow, which is optional (the extra `pictures`).

Nothing here imports Pillow until a picture is asked for. Ask `available` first: without Pillow every function raises
`PicturesMissing`, and the bot goes on in text. The functions keep no state but caches; call them from a thread, never
from the event loop.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from bot.core.cards import Card
from bot.i18n.words import Words, words_for
from bot.palette import Palette
from bot.render.advice.study import Study
from bot.render.art.style import ALT_LIMIT, Picture, Style, index_of
from bot.render.scene import Scene

__all__ = [
    "ALT_LIMIT",
    "Palette",
    "Picture",
    "PicturesMissing",
    "Style",
    "analysis_picture",
    "available",
    "emoji_png",
    "hand_picture",
    "hands_picture",
    "score_picture",
    "table_picture",
    "trick_picture",
]

HOW_TO_INSTALL = "Pictures need Pillow: pip install 'tapis[pictures]'"


class PicturesMissing(RuntimeError):
    """A picture was asked for where Pillow is not installed."""

    def __init__(self) -> None:
        super().__init__(HOW_TO_INSTALL)


@cache
def available() -> bool:
    """Whether pictures can be drawn here."""
    return find_spec("PIL") is not None


def _needed() -> None:
    if not available():
        raise PicturesMissing


def emoji_png(card: Card, language: str, palette: Palette) -> bytes:
    """The emoji of a card: a PNG of 128 by 128 with a transparent ground, a few kilobytes.

    Args:
        card: any card of any pack.
        language: whose letters stand for the court cards.
        palette: colours of the suits.

    Raises:
        PicturesMissing: Pillow is not installed.
    """
    _needed()
    from bot.render.art.emoji import tile_png

    return tile_png(card, index_of(card, words_for(language)), palette)


def table_picture(scene: Scene, style: Style, words: Words) -> Picture:
    """A table as everybody sees it: its lobby, a running deal, or a deal that is over with all hands.

    Args:
        scene: the table as a spectator sees it; a seat's own scene holds what others must not see.
        style: how it is drawn.
        words: the table's language.

    Raises:
        PicturesMissing: Pillow is not installed.
        ValueError: the scene is a seat's own.
    """
    _needed()
    if scene.viewer is not None:
        raise ValueError("a table's picture is drawn from the scene that everybody may see")
    from bot.render.art import deal, lobby, table

    if scene.view is None or scene.status == "lobby":
        return lobby.lobby(scene, style, words)
    if scene.view.phase == "over":
        return deal.deal_over(scene, scene.view, style, words)
    return table.playing_table(scene, scene.view, style, words)


def hand_picture(scene: Scene, style: Style, words: Words, picked: frozenset[str] = frozenset()) -> Picture | None:
    """A seat's cards, those that may be played standing out; None for whoever has none.

    Args:
        scene: the table as this seat sees it.
        style: how its holder likes pictures.
        words: its holder's language.
        picked: codes of the cards chosen so far, where several are picked.

    Raises:
        PicturesMissing: Pillow is not installed.
    """
    _needed()
    from bot.render.art import hand

    return hand.hand_of(scene, style, words, picked)


def score_picture(scene: Scene, style: Style, words: Words) -> Picture | None:
    """The score sheet of a match and the curve of its totals; None before its first deal is counted.

    Raises:
        PicturesMissing: Pillow is not installed.
    """
    _needed()
    from bot.render.art import score

    return score.score(scene, style, words)


def trick_picture(scene: Scene, style: Style, words: Words) -> Picture | None:
    """The last trick; None where there is none, or nobody may look at it any more.

    Raises:
        PicturesMissing: Pillow is not installed.
    """
    _needed()
    from bot.render.art import trick

    return trick.last_trick(scene, style, words)


def analysis_picture(scene: Scene, study: Study, style: Style, words: Words) -> Picture | None:
    """A page of the analysis of a deal that is over; None where no card has cost anything.

    Raises:
        PicturesMissing: Pillow is not installed.
    """
    _needed()
    from bot.render.art import analysis

    return analysis.analysis(scene, study, style, words)


def hands_picture(scene: Scene, style: Style, words: Words) -> Picture | None:
    """All hands of a deal that is over, as they were dealt; None before that.

    Raises:
        PicturesMissing: Pillow is not installed.
    """
    _needed()
    from bot.render.art import deal

    view = scene.view
    return None if view is None or not view.hands else deal.deal_over(scene, view, style, words)
