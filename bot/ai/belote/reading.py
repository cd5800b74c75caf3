"""What the cards that others played tell of the cards they kept: who held other cards would have played others.

People and computers mostly play what rules of thumb play (`thumb`). Where a hand, as it would have been, calls for
another card than was played, that hand is the less likely. What rules of thumb see of the other hands is their sum, and
so the judgement of a hand depends on no other: it is remembered.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.ai.belote.kernel import PACK, Laws, Order, legal, suit_of
from bot.ai.belote.layout import Known
from bot.ai.belote.playout import Trick
from bot.ai.belote.thumb import EARLY, follow, lead

ODDS = 0.3
"""How much less likely a hand is for each card that rules of thumb would not have played from it.

On 3,000 duplicate deals with set contracts, conclusions from cards gained 2 to 3 card points a deal over none.
"""


class Moment(NamedTuple):
    """A card that somebody played, and what the table saw before. Cards are by place.

    Attributes:
        card: what was played.
        later: the cards that this seat has played from then on, this one included.
        gone: cards that had been played by then, those on the table included.
        trick: the cards on the table.
        voids: suits that the next, the partner and the one before had shown to be out of.
        early: whether fewer than two tricks were over.
    """

    card: int
    later: int
    gone: int
    trick: Trick
    voids: tuple[int, int, int]
    early: bool


class Reading:
    """The play so far, to judge hands by.

    Args:
        known: what the seat knows, while cards are played.
        order: of the contract.
        laws: of the contract.

    Attributes:
        voids: suits that each seat has shown to be out of, by place.
    """

    def __init__(self, known: Known, order: Order, laws: Laws) -> None:
        self._laws = laws
        self._order = order
        self._taker = known.contract[0]
        self._moments: list[list[Moment]] = [[] for _ in range(4)]
        self._judged: list[dict[int, float]] = [{} for _ in range(4)]
        self.voids = [0] * 4
        self._replay(known.plays)

    def _replay(self, plays: tuple[int, ...]) -> None:
        seats, trick, gone, seat = [0] * 4, Trick(), 0, plays[0]
        for done, number in enumerate(plays[1:]):
            card = self._order.places[number]
            near = self.voids[seat + 1 & 3], self.voids[seat ^ 2], self.voids[seat + 3 & 3]
            self._moments[seat].append(Moment(card, seats[seat], gone, trick, near, done < 4 * EARLY))
            seats[seat] |= card
            gone |= card
            if trick.count and not card & trick.led:
                self.voids[seat] |= trick.led
            trick = trick.adding(seat, card, self._laws)
            seat = seat + 1 & 3
            if trick.count == 4:
                seat, trick = trick.master, Trick()
        for who, moments in enumerate(self._moments):
            self._moments[who] = [one._replace(later=seats[who] ^ one.later) for one in moments]

    def likelihood(self, seat: int, hand: int) -> float:
        """How well a hand of a seat, by number, fits with what it played: a probability up to a factor."""
        judged = self._judged[seat]
        if hand not in judged:
            odds = 1.0
            placed = self._order.placed(hand)
            for moment in self._moments[seat]:
                odds *= ODDS if self._surprises(seat, placed, moment) else 1.0
            judged[hand] = odds
        return judged[hand]

    def _surprises(self, seat: int, hand: int, moment: Moment) -> bool:
        card = moment.card
        expected = usual(hand | moment.later, seat, self._taker, moment, self._laws)
        if expected in (0, card):
            return False
        points = self._laws.points
        return suit_of(expected) != suit_of(card) or points[expected] != points[card]


def usual(hand: int, seat: int, taker: int, moment: Moment, laws: Laws) -> int:
    """The card that rules of thumb play from a hand; 0 where there is no choice."""
    trick, unseen = moment.trick, PACK & ~hand & ~moment.gone
    if not trick.count:
        if not hand & (hand - 1):
            return 0
        return lead(hand, unseen, moment.voids, (not (seat ^ taker) & 1, seat == taker), moment.early, laws)
    partner = not (trick.master ^ seat) & 1
    cards = legal(hand, trick.led, trick.best, partner, laws)
    if not cards & (cards - 1):
        return 0
    return follow(hand, cards, unseen, trick.led, trick.best, partner, trick.count, moment.voids[0], laws)
