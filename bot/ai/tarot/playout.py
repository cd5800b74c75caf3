"""Playing a deal to its end in one world, by simple rules and at great speed.

Everybody sees all cards here: a world is a guess, and what matters is how good a card is on average over many guesses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ai.tarot.cards import (
    HONOURS,
    JACKS,
    KINGS,
    KNIGHTS,
    PETIT,
    PLAIN,
    QUEENS,
    SUIT_OF,
    SUITS,
    WORTH,
)
from bot.ai.tarot.position import BELOW_TRUMPS, fool_worth
from bot.ai.tarot.terms import ATTACK, DEFENCE, Terms

_SMALL = PLAIN & ~HONOURS


@dataclass(frozen=True, slots=True)
class Start:
    """Where a deal stands: what is the same in every world.

    Attributes:
        players: how many play.
        turn: whose card is due.
        plays: cards on the table, in order.
        piles: cards of the tricks that each place has won, any Excuse included.
        fools: an Excuse played to a complete trick: its player and the trick's winner.
        left: tricks not yet complete.
    """

    players: int
    turn: int
    plays: tuple[int, ...]
    piles: tuple[int, ...]
    fools: tuple[tuple[int, int], ...]
    left: int


def play_out(terms: Terms, start: Start, hands: Sequence[int], first: int) -> int:  # noqa: C901  # the hot loop: one call for every world and card, nothing in it may be a call of its own
    """What every defender pays when a card is played now and everybody then plays by simple rules.

    Args:
        terms: of the deal, in this world.
        start: where it stands.
        hands: cards held, by place.
        first: a legal card of the place whose turn it is; 0 lets it choose for itself.
    """
    hands, piles = list(hands), list(start.piles)
    players, left, attack = start.players, start.left, terms.attack
    trumps, fools = terms.trumps, terms.fools
    played_fools = list(start.fools)
    camps = [attack >> place & 1 for place in range(players)]
    foes = [[other for other in range(players) if camps[other] != camps[place]] for place in range(players)]
    lost_by = [False, False]
    for place, pile in enumerate(piles):
        if pile:
            lost_by[1 - camps[place]] = True
    place = (start.turn - len(start.plays)) % players
    waiting = list(start.plays)
    waiting.reverse()
    before = 0
    while left:
        led = best = table = 0
        top, winner, leader = BELOW_TRUMPS, place, place
        lead_card = 0
        thrown: list[int] = []
        for number in range(players):
            hand = hands[place]
            if waiting:
                card = waiting.pop()
            elif first:
                card, first = first, 0
            elif not hand & (hand - 1):
                card = hand
            elif not led:
                card = lead(hands, place, foes[place], trumps, fools, camps[place], left, lost_by[camps[place]])
            else:
                same = hand & led if led != trumps else 0
                if same:
                    legal = same | hand & fools
                else:
                    held = hand & trumps
                    legal = (held & -(top << 1) or held) | hand & fools if held else hand
                if not legal & (legal - 1):
                    card = legal
                else:
                    mine = camps[winner] == camps[place]
                    later = [hands[other] for other in foes[place] if (other - leader) % players > number]
                    card = follow(legal, led, best, trumps, fools, mine, later, left, lost_by[camps[place]])
            hands[place] = hand & ~card
            table |= card
            if card & fools:
                thrown.append(place)
            elif not led:
                led = SUIT_OF[card.bit_length() - 1] & ~fools
                best, winner = card, place
            elif card > best and card & (led | trumps):
                best, winner = card, place
            if card & trumps and card > top:
                top = card
            if not number:
                lead_card = card
            place = place + 1 if place + 1 < players else 0
        left -= 1
        if not left:
            return _ended(
                terms, camps, piles, played_fools, thrown, (leader, lead_card, winner, table), lost_by, before
            )
        piles[winner] |= table
        lost_by[1 - camps[winner]] = True
        if thrown:
            played_fools += [(thrower, winner) for thrower in thrown]
        if left == 1 and table & PETIT:
            before = ATTACK if camps[winner] else DEFENCE
        place = winner
    raise AssertionError("a deal ends with its last trick")


def _ended(
    terms: Terms,
    camps: list[int],
    piles: list[int],
    fools: list[tuple[int, int]],
    thrown: list[int],
    last: tuple[int, int, int, int],
    lost_by: list[bool],
    before: int,
) -> int:
    """What every defender pays after the last trick: its leader, first card, winner and cards are `last`."""
    leader, lead_card, winner, table = last
    camp = camps[leader]
    fool_won = bool(lead_card & terms.fools) and not lost_by[camp]
    if fool_won and (not terms.excuse_needs_word or terms.chelem == (ATTACK if camp else DEFENCE)):
        winner = leader
    else:
        fool_won = False
    won = camps[winner] == 1
    piles[winner] |= table
    half = bouts = 0
    for thrower, taken_by in fools:
        more = fool_worth(terms, own=camps[thrower] == 1, won=camps[taken_by] == 1, last=False, swept=False)
        half, bouts = half + more[0], bouts + more[1]
    for thrower in thrown:
        own = camps[thrower]
        more = fool_worth(terms, own=own == 1, won=won, last=True, swept=not lost_by[own])
        half, bouts = half + more[0], bouts + more[1]
    lost_by[1 - camps[winner]] = True
    swept = 0 if all(lost_by) else DEFENCE if lost_by[1] else ATTACK
    petit = (ATTACK if won else DEFENCE) if table & PETIT else before if fool_won else 0
    played = thrown or fools
    tricks = 0
    for place, pile in enumerate(piles):
        if camps[place]:
            tricks |= pile
    return terms.counted(tricks & ~terms.fools if played else tricks, half, bouts, petit, swept)


def lead(  # noqa: C901  # called for every lead of the hot loop: split up it would cost half as much again
    hands: list[int], place: int, foes: list[int], trumps: int, fools: int, attack: int, left: int, lost: bool
) -> int:
    """A card to lead: masters that will not be ruffed, trumps for who has the upper hand in them, else a low card."""
    hand = hands[place]
    if left == 2 and lost and hand & fools:
        return hand & fools & -(hand & fools)
    free = hand & ~fools
    if left > 1 and free & PETIT and free != PETIT:
        free &= ~PETIT
    others = 0
    for foe in foes:
        others |= hands[foe]
    against = others & trumps
    best = pick = 0
    length, low = -1, 0
    for suit in SUITS:
        own = free & suit
        if not own:
            continue
        theirs = others & suit
        top = 1 << own.bit_length() - 1
        ruffed = False
        for foe in foes:
            if not hands[foe] & suit and hands[foe] & trumps:
                ruffed = True
        if theirs < top and not ruffed and (top & HONOURS or not against) and WORTH[top] > best:
            best, pick = WORTH[top], top
        long = own.bit_count() + (3 if ruffed else 0) - (4 if not own & _SMALL else 0)
        if long > length:
            length, low = long, own & -own
    if pick:
        return pick
    own = free & trumps
    if own and against:
        top = 1 << own.bit_length() - 1
        if top > against and (attack or against & PETIT) and own.bit_count() * len(foes) >= against.bit_count():
            return top
    if low:
        return low
    if own:
        top = 1 << own.bit_length() - 1
        return top if top > against else own & -own
    return hand & -hand


def follow(  # noqa: C901  # the same for every other card
    legal: int, led: int, best: int, trumps: int, fools: int, ours: bool, later: list[int], left: int, lost: bool
) -> int:
    """A card to play to a trick: points to one's own side, the Petit where it is safe, as little as possible to others.

    Args:
        legal: cards that may be played.
        led: all cards of the suit led.
        best: the card that is winning.
        trumps: cards that count as trumps.
        fools: the Excuse, and what is like it.
        ours: whether one's own side is winning.
        later: the hands of opponents who are still to play.
        left: tricks not yet complete.
        lost: whether one's own side has lost a trick.
    """
    fool = legal & fools
    if fool and left == 2 and lost:
        return fool & -fool
    free = legal & ~fools
    threat = 0
    for hand in later:
        can = hand & led or hand & trumps
        if can > threat:
            threat = can
    high = (1 << threat.bit_length()) >> 1
    if not high & (led | trumps):
        high = 0
    if free & trumps:
        small = free & -free
        if small & PETIT:
            if (ours and best > high) or (best < PETIT and high < PETIT) or free == PETIT:
                return small if not fool or (best < PETIT and high < PETIT) or (ours and best > high) else fool
            free ^= PETIT
            small = free & -free
        above = free & -(best << 1) if best else free
        if above and not ours:
            over = above & -(high << 1) if high else above
            if over:
                return over & -over
        return small
    if ours and best > high:
        for row in (QUEENS, KNIGHTS, JACKS, KINGS):
            given = free & row
            if given:
                return given & -given
        return free & -free
    if free & led:
        top = 1 << free.bit_length() - 1
        if top > best and top > high:
            return top
    for row in (_SMALL, JACKS, KNIGHTS, QUEENS, KINGS):
        thrown = free & row
        if thrown:
            if fool and row != _SMALL and (row != JACKS or left < 6):
                return fool & -fool
            return thrown & -thrown
    return free & -free or fool & -fool
