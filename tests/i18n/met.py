"""A refusal that was met in play, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.errors import Ruling
from bot.core.facts import Term
from bot.i18n.words import Names, Words
from bot.render.errors import ruling_text

PEOPLE = ("Léa", "Anna", "Émile", "Hugo", "Zoé")


@dataclass(frozen=True)
class Met:
    """A refusal that was met in play: by whom, doing what, under which rules."""

    game: str
    preset: str
    code: str
    ruling: Ruling

    @property
    def kind(self) -> tuple[str, str]:
        """What is told once: the sentence, and whether it speaks of a partner."""
        relation = self.ruling.fact.get("relation")
        return self.ruling.fact.key.removeprefix("refusal."), relation.code if isinstance(relation, Term) else ""

    def told(self, words: Words) -> str:
        """The sentence that the player reads."""
        names = Names(PEOPLE)
        text = ruling_text(self.ruling, words, names, self.game)
        return text.replace("\u00a0", " ").replace("\u202f", " ")
