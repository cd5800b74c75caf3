"""Playing a sampled deal to its end, fast: every seat by rules of thumb, which see no other hand.

All cards are by place (see `kernel`). With all hands open the same search gained 5 to 13 card points a deal less: such
players find cards that nobody at a table would.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.ai.belote.kernel import Laws, suit_of
from bot.ai.belote.thumb import EARLY, SLOTS, follow, lead


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards on the table.

    Attributes:
        led: the suit led; 0 before a lead.
        best: the card that is winning.
        master: whose it is.
        count: how many cards lie there.
        pile: their points.
    """

    led: int = 0
    best: int = 0
    master: int = 0
    count: int = 0
    pile: int = 0

    def adding(self, seat: int, card: int, laws: Laws) -> Trick:
        """The trick with one more card."""
        pile = self.pile + laws.points[card]
        if not self.count:
            return Trick(suit_of(card), card, seat, 1, pile)
        if card > self.best and card & (self.led | laws.trumps):
            return Trick(self.led, card, seat, self.count + 1, pile)
        return Trick(self.led, self.best, self.master, self.count + 1, pile)


def playout(  # noqa: C901  # one frame for a whole deal: calls would double its time
    hands: list[int], seat: int, trick: Trick, winners: int, taker: int, voids: list[int], laws: Laws
) -> tuple[int, int, int]:
    """Play a deal to its end; `hands` and `voids` are used up.

    Args:
        hands: cards held by each seat.
        seat: whose turn it is.
        trick: the cards on the table.
        winners: a bit for each seat that has won a trick.
        taker: who took.
        voids: suits that each seat has shown to be out of.
        laws: of the contract.

    Returns:
        Card points that side 0 wins from here on, who wins the last trick, and `winners` at the end.
    """
    points, trumps, rising = laws.points, laws.trumps, laws.rising
    spares, free, under = laws.spares, laws.free, laws.under
    led, best, master, count, pile = trick.led, trick.best, trick.master, trick.count, trick.pile
    # Every card is in a hand or gone: the others' are those of all hands but the own.
    left = hands[0] | hands[1] | hands[2] | hands[3]
    mine = 0
    while True:
        hand = hands[seat]
        if not count:
            if not hand:
                return mine, master, winners
            if hand & (hand - 1):
                near = voids[seat + 1 & 3], voids[seat ^ 2], voids[seat + 3 & 3]
                role = not (seat ^ taker) & 1, seat == taker
                card = lead(hand, left ^ hand, near, role, left.bit_count() > 32 - 4 * EARLY, laws)
            else:
                card = hand
            led, best, master, pile = SLOTS[card.bit_length() - 1 >> 3], card, seat, points[card]
            count = 1
            hands[seat] = hand ^ card
            left ^= card
            seat = seat + 1 & 3
            continue
        partner = not (master ^ seat) & 1
        # The duties, as in `kernel.legal`.
        held = hand & led
        if held:
            if led & rising and not (partner and spares):
                held = held & -(best << 1) or held
        else:
            voids[seat] |= led
            ruffs = hand & trumps
            held = hand
            if ruffs:
                if not best & trumps:
                    if not partner:
                        held = ruffs
                else:
                    above = ruffs & -(best << 1)
                    if not partner:
                        held = above or (hand if free else ruffs)
                    elif above and above != ruffs and under:
                        if under == 1:
                            held = hand ^ ruffs ^ above
                        elif ruffs == hand:
                            held = above
        if held & (held - 1):
            held = follow(hand, held, left ^ hand, led, best, partner, count, voids[seat + 1 & 3], laws)
        hands[seat] = hand ^ held
        left ^= held
        pile += points[held]
        if held > best and held & (led | trumps):
            best, master = held, seat
        count += 1
        if count == 4:
            if not master & 1:
                mine += pile
            winners |= 1 << master
            count, seat = 0, master
        else:
            seat = seat + 1 & 3
