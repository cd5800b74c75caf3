"""Playing a sampled deal to its end, fast: every seat by a few rules of thumb, with all hands open.

All cards are by place (see `kernel`). The cards are played in one frame: calls would double
the time.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.ai.belote.kernel import Laws, suit_of

SLOTS = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
GIVEN = 4
"""Points by which a card that is master must exceed another to be thrown on the partner's trick."""


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
    hands: list[int], seat: int, trick: Trick, winners: int, attack: int, laws: Laws
) -> tuple[int, int, int]:
    """Play a deal to its end; `hands` is used up.

    Args:
        hands: cards held by each seat.
        seat: whose turn it is.
        trick: the cards on the table.
        winners: a bit for each seat that has won a trick.
        attack: the taking side.
        laws: of the contract.

    Returns:
        Card points that side 0 wins from here on, who wins the last trick, and `winners` at the end.
    """
    points, trumps, rising = laws.points, laws.trumps, laws.rising
    spares, free, under = laws.spares, laws.free, laws.under
    led, best, master, count, pile = trick.led, trick.best, trick.master, trick.count, trick.pile
    mine = 0
    while True:
        hand = hands[seat]
        after = hands[seat + 1 & 3]
        if not count:
            if not hand:
                return mine, master, winners
            if hand & (hand - 1):
                before = hands[seat + 3 & 3]
                card = _lead(hand, after, before, hands[seat ^ 2], seat & 1 == attack, trumps, points)
            else:
                card = hand
            led, best, master, pile = SLOTS[card.bit_length() - 1 >> 3], card, seat, points[card]
            count = 1
            hands[seat] = hand ^ card
            seat = seat + 1 & 3
            continue
        partner = not (master ^ seat) & 1
        # The duties, as in `kernel.legal`.
        held = hand & led
        if held:
            if led & rising and not (partner and spares):
                held = held & -(best << 1) or held
        else:
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
            # What the one opponent still to play can win with.
            threat = 0
            if count < 3:
                threat = after & led or after & trumps
                threat = threat if threat > best else 0
            if partner:
                if threat:
                    over = held & (led | trumps) & -(best << 1)
                    top = 1 << over.bit_length() - 1 if over else 0
                    card = top if top > threat and top & led else 0
                else:
                    card = _give(held, after | hands[seat + 3 & 3], led, trumps, points)
            else:
                over = held & (led | trumps) & -(best << 1)
                card = 0
                if over:
                    if threat:
                        over &= -(1 << threat.bit_length())
                    if over:
                        card = over & -over if over & trumps else 1 << over.bit_length() - 1
            if not card:
                card = _throw(held, after | hands[seat + 3 & 3], trumps, points)
        else:
            card = held
        hands[seat] = hand ^ card
        pile += points[card]
        if card > best and card & (led | trumps):
            best, master = card, seat
        count += 1
        if count == 4:
            if not master & 1:
                mine += pile
            winners |= 1 << master
            count, seat = 0, master
        else:
            seat = seat + 1 & 3


def _lead(hand: int, after: int, before: int, partner: int, attacks: bool, trumps: int, points: dict[int, int]) -> int:
    """Masters that will not be ruffed, trumps first for the takers; else something the partner wins; else low."""
    others = after | before
    ruffs = others & trumps
    if ruffs and attacks:
        own = hand & trumps
        if own > ruffs:
            return 1 << own.bit_length() - 1
        if own and partner & trumps > ruffs:
            return own & -own
    found, value = 0, -1
    low, cost = 0, 99
    for suit in SLOTS:
        own = hand & suit
        if not own:
            continue
        theirs = others & suit
        safe = (
            suit == trumps
            or not ruffs
            or ((after & suit or not after & trumps) and (before & suit or not before & trumps))
        )
        if safe and own > theirs:
            top = 1 << own.bit_length() - 1
            worth = points[top] if suit != trumps else 0
            if worth > value:
                found, value = top, worth
            continue
        bottom = own & -own
        price = points[bottom] + (12 if suit == trumps else 0)
        if safe and partner & suit > theirs:
            price -= 20
        elif partner & trumps and not partner & suit:
            price -= 10
        if price < cost:
            low, cost = bottom, price
    return found or low


def _give(held: int, others: int, led: int, trumps: int, points: dict[int, int]) -> int:
    """Points for the partner's trick: no trump, and rather no master."""
    if held & led:
        top = 1 << held.bit_length() - 1
        low = held & -held
        if held & trumps and led == trumps:
            return low
        rest = held ^ top
        if rest and held > others & led and not others & trumps:
            next_one = 1 << rest.bit_length() - 1
            return next_one if points[top] - points[next_one] < GIVEN else top
        return top
    card, value = 0, -99
    for suit in SLOTS:
        own = held & suit
        if not own:
            continue
        if suit == trumps:
            top = own & -own
            worth = points[top] - 40
        else:
            top = 1 << own.bit_length() - 1
            worth = points[top]
            if own > others & suit:
                worth -= 9
        if worth > value:
            card, value = top, worth
    return card


def _throw(held: int, others: int, trumps: int, points: dict[int, int]) -> int:
    """The card one misses least."""
    card, value = 0, 99
    for suit in SLOTS:
        own = held & suit
        if not own:
            continue
        low = own & -own
        worth = points[low]
        rest = own ^ low
        if suit == trumps:
            worth += 12
        elif own > others & suit and not rest:
            worth += 6
        elif rest and not rest & (rest - 1) and points[rest] == 10:
            worth += 3
        if worth < value:
            card, value = low, worth
    return card
