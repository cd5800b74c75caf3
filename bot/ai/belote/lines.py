"""Deals of belote and coinche in play with all hands seen, for the analysis of those that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ai.analysis.walk import Decision
from bot.ai.belote.kernel import NUMBERS, Laws, bits, laws_of, legal, mask_of, order_of
from bot.ai.belote.knowledge import known
from bot.ai.belote.playout import Trick, playout
from bot.ai.belote.thumb import SLOTS
from bot.ai.belote.weighing import Valuing, annonces_of, belotes_of, stakes_for
from bot.ai.levels import Habits
from bot.ai.lines import Root
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import BeloteState
from bot.core.game import AnyGame, DealSetup
from bot.core.situation import Situation

_FACTS_ONLY = Habits(worlds=1, bidding_worlds=0, infers=False)


@dataclass(frozen=True, slots=True)
class _Deal:
    """What holds for a whole deal: its laws, the taker's seat, what its end is worth to side 0."""

    laws: Laws
    taker: int
    valuing: Valuing
    extras: tuple[int, int, int, int]

    def worth(self, mine: int, last: int, winners: int) -> int:
        got = self.laws.total - mine if self.taker & 1 else mine
        memory = self.valuing.at(self.extras[:2], self.extras[2:])
        key = got << 6 | (last & 1) << 5 | winners
        value = memory.get(key)
        if value is None:
            value = memory[key] = self.valuing.value(got, last, winners, self.extras)
        return value


class BeloteLine:
    """A deal in play; side 0 is the first camp. Cards are by place, as in `kernel`."""

    __slots__ = ("_deal", "_hands", "_mine", "_seat", "_trick", "_winners")

    def __init__(
        self, deal: _Deal, hands: tuple[int, int, int, int], seat: int, trick: Trick, mine: int, winners: int
    ) -> None:
        self._deal = deal
        self._hands = hands
        self._seat = seat
        self._trick = trick
        self._mine = mine
        self._winners = winners

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not self._trick.count and not self._hands[self._seat]

    @property
    def up(self) -> bool:
        """Whether side 0 is to play."""
        return not self._seat & 1

    @property
    def players(self) -> int:
        """Cards of a trick."""
        return 4

    @property
    def due(self) -> int:
        """Cards until the trick is complete."""
        return 4 - self._trick.count

    @property
    def rest(self) -> int:
        """Cards not yet played."""
        return sum(hand.bit_count() for hand in self._hands)

    def moves(self) -> Sequence[int]:
        """The cards that may be played, the highest of each suit first; of equal neighbours only one."""
        trick, hand, laws = self._trick, self._hands[self._seat], self._deal.laws
        partner = trick.count > 0 and not (trick.master ^ self._seat) & 1
        free = legal(hand, trick.led, trick.best, partner, laws)
        others = trick.best
        for other in self._hands:
            others |= other
        others &= ~hand
        found: list[int] = []
        previous = 0
        for card in bits(free):
            near = previous and previous.bit_length() - 1 >> 3 == card.bit_length() - 1 >> 3
            if near and laws.points[card] == laws.points[previous] and not others & (card - 1) & ~(2 * previous - 1):
                found.pop()
            found.append(card)
            previous = card
        found.reverse()
        return found

    def after(self, card: int) -> BeloteLine:
        """The line after one of them."""
        seat = self._seat
        hands = list(self._hands)
        hands[seat] ^= card
        one, two, three, four = hands
        trick = self._trick.adding(seat, card, self._deal.laws)
        if trick.count < 4:
            return BeloteLine(self._deal, (one, two, three, four), seat + 1 & 3, trick, self._mine, self._winners)
        turn = trick.master
        mine = self._mine + (0 if turn & 1 else trick.pile)
        return BeloteLine(
            self._deal, (one, two, three, four), turn, Trick(master=turn), mine, self._winners | 1 << turn
        )

    def key(self) -> tuple[int, ...]:
        """Equal where everything that follows is worth the same."""
        return (*self._hands, self._seat, self._mine, self._winners)

    def value(self) -> int:
        """What the deal that is over is worth to side 0."""
        return self._deal.worth(self._mine, self._trick.master, self._winners)

    def likely(self) -> int:
        """The same of one that is not, if everybody goes on by rules of thumb."""
        deal, hands = self._deal, list(self._hands)
        # All hands are seen: what a seat is out of needs no showing.
        voids = [sum(slot for slot in SLOTS if not slot & hand) for hand in hands]
        more, last, winners = playout(hands, self._seat, self._trick, self._winners, deal.taker, voids, deal.laws)
        return deal.worth(self._mine + more, last, winners)


def root(game: AnyGame, setup: DealSetup, decision: Decision) -> Root:
    """A decision on the kernel. A belote that may still be said is counted."""
    state, options = decision.before, setup.options
    assert isinstance(state, BeloteState)
    assert isinstance(options, FamilyOptions)
    seat = decision.seat
    seen = Situation(seat, setup, game.view(state, seat), game.prompts(state, seat), decision.seen)
    facts = known(seen, _FACTS_ONLY, 0, ())
    taker, denomination = facts.contract[:2]
    order, laws = order_of(denomination), laws_of(denomination, options)
    leader, mine, _, winners = facts.won
    trick = Trick(master=leader)
    for step, number in enumerate(facts.trick):
        trick = trick.adding(leader + step & 3, order.places[number], laws)
    held = [mask_of(hand) for hand in state.hands]
    dealt = [hand | played for hand, played in zip(held, facts.played, strict=True)]
    belotes = belotes_of(dealt, denomination, facts.silent[0], options)
    annonces = facts.annonces or annonces_of(dealt, denomination, (setup.dealer + 1) & 3, options)
    attack = taker & 1
    extras = (belotes[attack], belotes[1 - attack], annonces[attack], annonces[1 - attack])
    valuing = Valuing(stakes_for(facts, facts.contract, options, laws.total), taker, 0)
    one, two, three, four = (order.placed(hand) for hand in held)
    line = BeloteLine(_Deal(laws, taker, valuing, extras), (one, two, three, four), seat, trick, mine, winners)
    return Root(line, tuple(order.places[NUMBERS[card]] for card in decision.choices))
