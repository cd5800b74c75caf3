"""Guessing the other hands: sampled in agreement with what is known, and with what was said where that is used."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from random import Random

from bot.ai.belote.combos import RUNS
from bot.ai.belote.judging import likelihood
from bot.ai.belote.kernel import PACK, SUIT, bits
from bot.ai.belote.knowledge import ANNONCES
from bot.ai.belote.layout import Known
from bot.ai.belote.reading import Reading
from bot.ai.belote.sampling import Worlds
from bot.core.families.belote.annonces import Annonce

BROADER = 4
"""How many ways are drawn for each that is chosen among them, by how well they fit."""


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

    def drawn(self, number: int, reading: Reading | None = None) -> list[list[int]]:
        """So many ways the cards may lie; with inference those that fit with what was said and played come more often.

        Args:
            number: how many.
            reading: judges hands by what was played; None for by the calls alone.
        """
        if not self._infers:
            return [self._drawn(()) for _ in range(number)]
        pool = [self._drawn(self._announced()) for _ in range(BROADER * number)]
        fits = list(accumulate(self._fit(hands, reading) for hands in pool))
        step = fits[-1] / number
        begin = self._chance.random() * step
        last = len(pool) - 1
        chosen = [pool[min(bisect(fits, begin + nth * step), last)] for nth in range(number)]
        # In no order: when time runs out, those that were tried are as good a sample.
        self._chance.shuffle(chosen)
        return chosen

    def _fit(self, hands: list[int], reading: Reading | None) -> float:
        played = self._known.played
        fit = likelihood(self._known, [hand | gone for hand, gone in zip(hands, played, strict=True)], self._others)
        if reading is not None:
            for seat in self._others:
                fit *= reading.likelihood(seat, hands[seat])
        return fit

    def _drawn(self, more: tuple[int, ...]) -> list[int]:
        """Hands with everything that is ruled out left out, and `more` held by the others, if that is possible."""
        worlds = self._worlds(more)
        if worlds is None:
            worlds = self._worlds(())
        if worlds is None:
            return self._anyhow()
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

    def _anyhow(self) -> list[int]:
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
