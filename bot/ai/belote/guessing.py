"""Guessing the other hands: sampled in agreement with what is known, and with what was said where that is used."""

from __future__ import annotations

from random import Random

from bot.ai.belote.combos import RUNS
from bot.ai.belote.judging import likelihood
from bot.ai.belote.kernel import PACK, SUIT, bits
from bot.ai.belote.knowledge import ANNONCES
from bot.ai.belote.layout import Known
from bot.ai.belote.sampling import Worlds
from bot.core.families.belote.annonces import Annonce

TRIES = 6
"""Drawings thrown away in a row because they fit badly with what was said, before one is taken as it is."""


class Guesses:
    """Draws the hands of all seats, by number; the own one as it is.

    Args:
        known: what the seat knows, while cards are played.
        chance: what the drawings come from.
    """

    def __init__(self, known: Known, chance: Random) -> None:
        self._known = known
        self._chance = chance
        self._seat = known.seats[0]
        self._others = [self._seat + step & 3 for step in (1, 2, 3)]
        self._unknown = PACK & ~known.hand[0] & ~sum(known.played)
        self._infers = bool(known.budget[1])
        self._ways: dict[tuple[int, ...], Worlds | None] = {}
        self._runs = {seat: self._candidates(seat) for seat in self._others} if self._infers else {}
        self._best = 0.0

    def draw(self) -> list[int]:
        """One way the cards may lie."""
        if not self._known.budget[2]:
            return self._forgetful()
        if not self._infers:
            return self._drawn(())
        hands: list[int] = []
        for _ in range(TRIES):
            hands = self._drawn(self._announced())
            whole = [hand | played for hand, played in zip(hands, self._known.played, strict=True)]
            fit = likelihood(self._known, whole, self._others)
            self._best = max(self._best, fit)
            if fit >= self._chance.random() * self._best:
                break
        return hands

    def _drawn(self, more: tuple[int, ...]) -> list[int]:
        """Hands with everything that is ruled out left out, and `more` held by the others, if that is possible."""
        worlds = self._worlds(more)
        if worlds is None:
            worlds = self._worlds(())
        if worlds is None:
            return self._forgetful()
        hands = [self._known.hand[0]] * 4
        for seat, hand in zip(self._others, worlds.draw(self._chance), strict=True):
            hands[seat] = hand
        return hands

    def _worlds(self, more: tuple[int, ...]) -> Worlds | None:
        if more not in self._ways:
            known = self._known
            held = [known.held[seat] for seat in self._others]
            for place, cards in enumerate(more):
                held[place] |= cards & ~known.played[self._others[place]]
            barred = [
                (known.barred[seat] | sum(held[:place]) | sum(held[place + 1 :])) & ~held[place]
                for place, seat in enumerate(self._others)
            ]
            sizes = [known.sizes[seat] for seat in self._others]
            try:
                self._ways[more] = Worlds(self._unknown, sizes, barred)
            except ValueError:
                self._ways[more] = None
        return self._ways[more]

    def _forgetful(self) -> list[int]:
        """Any cards that are not seen to be elsewhere."""
        elsewhere = sum(self._known.held[seat] for seat in self._others)
        cards = list(bits(self._unknown & ~elsewhere))
        self._chance.shuffle(cards)
        hands = [self._known.hand[0]] * 4
        for seat in self._others:
            held = self._known.held[seat]
            missing = self._known.sizes[seat] - held.bit_count()
            hands[seat] = held | sum(cards[:missing])
            cards = cards[missing:]
        return hands

    def _candidates(self, seat: int) -> list[int]:
        """The sets of cards that the best run announced by a seat may be, while they are not shown."""
        said, known = self._known.announced[seat], self._known
        length = 0
        while said:
            kind = ANNONCES[said % 5 - 1]
            length = max(length, {Annonce.TIERCE: 3, Annonce.CINQUANTE: 4, Annonce.CENT: 5}.get(kind, 0))
            said //= 5
        own = known.played[seat] | known.held[seat]
        free = (self._unknown & ~known.barred[seat]) | own
        for other in self._others:
            free &= ~known.held[other] if other != seat else PACK
        if not length or any(RUNS[own >> 8 * suit & SUIT] for suit in range(4)):
            return []
        runs = ((1 << length) - 1 << 8 * suit + low for suit in range(4) for low in range(9 - length))
        return [run for run in runs if not run & ~free]

    def _announced(self) -> tuple[int, ...]:
        """A run for each seat that announced one; nothing where two of them share a card."""
        chosen = tuple(self._chance.choice(self._runs[seat]) if self._runs[seat] else 0 for seat in self._others)
        if not any(chosen):
            return ()
        shared = chosen[0] & chosen[1] | chosen[0] & chosen[2] | chosen[1] & chosen[2]
        return () if shared else chosen
