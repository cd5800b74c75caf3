"""Ways the hidden cards may lie: by construction in agreement with everything that rules a card out of a hand.

Every hidden card may be with some of three holders; cards with the same holders form a class. How many cards of each
class go to whom is drawn with its true weight, then the cards themselves by chance: every way is equally likely, and
none is ever thrown away.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from math import comb
from random import Random

from bot.ai.belote.kernel import bits

HOLDERS = 3


class Worlds:
    """Draws hands of three holders.

    Args:
        unknown: the hidden cards, as a mask.
        sizes: how many of them each holder has.
        barred: for each holder, cards that it cannot have.

    Raises:
        ValueError: there is no way.
    """

    def __init__(self, unknown: int, sizes: Sequence[int], barred: Sequence[int]) -> None:
        self._fixed = [0, 0, 0]
        self._classes: dict[int, list[int]] = {0b011: [], 0b101: [], 0b110: [], 0b111: []}
        left = list(sizes)
        for card in bits(unknown):
            who = sum(1 << holder for holder in range(HOLDERS) if not barred[holder] & card)
            if who in self._classes:
                self._classes[who].append(card)
                continue
            if not who:
                raise ValueError("nobody can have a card")
            holder = who.bit_length() - 1
            self._fixed[holder] |= card
            left[holder] -= 1
        self._shares, weights = self._ways(left)
        if not weights:
            raise ValueError("the cards do not fit")
        self._sums = list(accumulate(weights))

    def _ways(self, left: Sequence[int]) -> tuple[list[tuple[int, int, int, int, int]], list[int]]:
        """How many cards of each class go to its first holder (of the last class to the first two), with weights."""
        ones, twos, threes, alls = (len(self._classes[who]) for who in (0b011, 0b101, 0b110, 0b111))
        shares: list[tuple[int, int, int, int, int]] = []
        weights: list[int] = []
        for one in range(ones + 1):
            for two in range(twos + 1):
                first = left[0] - one - two
                if first < 0:
                    break
                for three in range(threes + 1):
                    second = left[1] - (ones - one) - three
                    third = left[2] - (twos - two) - (threes - three)
                    if second < 0 or third < 0 or first + second + third != alls:
                        continue
                    shares.append((one, two, three, first, second))
                    ways = comb(ones, one) * comb(twos, two) * comb(threes, three)
                    weights.append(ways * comb(alls, first) * comb(alls - first, second))
        return shares, weights

    def draw(self, chance: Random) -> list[int]:
        """The hidden cards of each holder, as masks."""
        first, second, third = self._fixed
        at = bisect(self._sums, chance.random() * self._sums[-1]) if len(self._sums) > 1 else 0
        one, two, three, alls, most = self._shares[min(at, len(self._shares) - 1)]
        classes = self._classes
        for cards, here, split in ((classes[0b011], one, 0), (classes[0b101], two, 1), (classes[0b110], three, 2)):
            if not cards:
                continue
            chance.shuffle(cards)
            mine, theirs = sum(cards[:here]), sum(cards[here:])
            if split == 0:
                first, second = first | mine, second | theirs
            elif split == 1:
                first, third = first | mine, third | theirs
            else:
                second, third = second | mine, third | theirs
        cards = classes[0b111]
        if cards:
            chance.shuffle(cards)
            first |= sum(cards[:alls])
            second |= sum(cards[alls : alls + most])
            third |= sum(cards[alls + most :])
        return [first, second, third]
