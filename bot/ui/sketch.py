"""A picture to be: everything it depends on, in the eyes of one viewer. Drawn by `bot.ui.gallery`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.i18n.words import Words
from bot.palette import Palette
from bot.render.advice.study import Study
from bot.render.art.style import Picture
from bot.render.scene import Scene


class Kind(StrEnum):
    """What is drawn."""

    TABLE = "table"
    HAND = "hand"
    SCORE = "score"
    TRICK = "trick"
    HANDS = "hands"
    ANALYSIS = "analysis"


Moment = tuple[object, ...]
"""What of a table stays the same between two complete tricks."""

Slot = tuple[object, ...]
"""Which picture a picture takes the place of: the same table's, of the same kind, for the same eyes."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A picture to be drawn. Equal sketches are one picture.

    Attributes:
        kind: what is drawn.
        scene: the table as its viewer sees it, without what no picture shows. A table's picture is made of what
            everybody sees, a hand's of what its own seat sees: nothing else can be drawn.
        words: of the reader.
        palette: colours of the suits.
        picked: codes of the cards chosen so far where several are picked.
        study: the page of an analysis that is looked at.
        by_trick: the picture on a message may stay as it is until the next trick is complete.
    """

    kind: Kind
    scene: Scene
    words: Words
    palette: Palette = Palette.CLASSIC
    picked: frozenset[str] = frozenset()
    by_trick: bool = field(default=False, compare=False)
    study: Study | None = None

    @classmethod
    def of_table(
        cls,
        scene: Scene,
        words: Words,
        palette: Palette,
        *,
        by_trick: bool = False,
        kind: Kind = Kind.TABLE,
        study: Study | None = None,
    ) -> Sketch:
        """The picture of a table as everybody may see it, or of a part of it: the score, the last trick, all hands.

        Raises:
            ValueError: the scene is a seat's.
        """
        if scene.viewer is not None:
            raise ValueError(f"a table for everybody drawn as seat {scene.viewer} sees it")
        return cls(kind, _lasting(scene), words, palette, by_trick=by_trick, study=study)

    @classmethod
    def of_hand(cls, scene: Scene, words: Words, palette: Palette, picked: frozenset[str]) -> Sketch:
        """The picture of a seat's hand for its holder."""
        return cls(Kind.HAND, _lasting(scene), words, palette, picked)

    @property
    def slot(self) -> Slot:
        """Which picture this one takes the place of."""
        return self.kind, self.scene.table, self.scene.viewer, self.words.language, self.palette

    @property
    def moment(self) -> Moment:
        """The same as long as no trick is complete and nothing begins or ends."""
        scene, view = self.scene, self.scene.view
        played = () if view is None else (view.phase, view.tricks_won)
        return self.slot, scene.status, scene.number, scene.between, scene.players if view is None else played

    @property
    def mark(self) -> object:
        """Equal for two messages that need no new picture between them."""
        return self.moment if self.by_trick else self

    def shown_by(self, other: Sketch | None) -> bool:
        """Whether a message with that other picture needs no new one."""
        return other is not None and (self == other or (self.by_trick and self.moment == other.moment))


Drawing = Callable[[Sketch], Picture | None]
"""Draws; None for what has no picture. Called in a thread."""


def _lasting(scene: Scene) -> Scene:
    """The scene without what comes and goes in the text alone, so that it costs no new picture."""
    return replace(
        scene, deadline=None, asked=None, ready=frozenset(), quiet=None, commitment=None, revealed=None, committed=None
    )
