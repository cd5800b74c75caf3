"""What a deal of tarot is played and scored by, as numbers (docs/rules/tarot.md 6, 11 to 16)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ai.tarot.cards import BOUTS, EXCUSE, PETIT, TRUMPS, half_points
from bot.core.games.tarot.scoring import BASE, PETIT_AT_END, SLAM, TARGETS

NOBODY = -1
"""Where a place at the table is meant and there is none."""

ATTACK, DEFENCE = 1, -1

FREE_LEAD, BARRED_LEAD, BARRED_TO_TAKER = range(3)
"""Who may not open with the called suit: nobody, whoever leads, the taker (CALL-LEAD)."""

CHANGES_SIDE, TRICK_WINNER, FORBIDDEN = range(3)
"""What becomes of an Excuse in the last trick (EXC-LAST)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for a whole deal. Places are numbered 0 to `players` - 1 in playing order, from the dealer's next.

    Attributes:
        players: how many play.
        taker: the taker's place.
        partner: the partner's place at five, else `NOBODY`.
        factor: what the contract is multiplied by.
        attack_aside: cards that count for the attack beside its tricks: the écart, or the chien of a garde sans.
        called: the called card, 0 for none.
        open_card: whether everybody knew before the first card where the called card is.
        call_lead: who may not open with the called suit.
        untouchable: the Petit is like a second Excuse.
        excuse_last: what becomes of an Excuse in the last trick.
        excuse_needs_word: an Excuse led to the last trick wins only in an announced chelem.
        chelem: the camp that announced a chelem, 0 for none.
        handfuls: the sum of all poignées' bonuses.
        flat: what misères bring the attack from each defender.
        drops_half: an odd half point is dropped before counting.
        rounding: differences are rounded to multiples of this.
    """

    players: int
    taker: int
    partner: int = NOBODY
    factor: int = 1
    attack_aside: int = 0
    called: int = 0
    open_card: bool = False
    call_lead: int = FREE_LEAD
    untouchable: bool = False
    excuse_last: int = CHANGES_SIDE
    excuse_needs_word: bool = False
    chelem: int = 0
    handfuls: int = 0
    flat: int = 0
    drops_half: bool = False
    rounding: int = 1

    @property
    def attack(self) -> int:
        """The places of the attack, as bits."""
        return 1 << self.taker | (0 if self.partner == NOBODY else 1 << self.partner)

    @property
    def fools(self) -> int:
        """Cards that follow no suit and win no trick (TRICK-EXCUSE)."""
        return EXCUSE | PETIT if self.untouchable else EXCUSE

    @property
    def trumps(self) -> int:
        """Cards that must be played as trumps."""
        return TRUMPS & ~self.fools

    def per_defender(self, half: int, bouts: int, petit: int, swept: int) -> int:
        """What every defender pays; below 0 when he receives (docs/rules/tarot.md 16).

        Args:
            half: half points of the attack, what lies aside included.
            bouts: bouts of the attack.
            petit: the camp that took the Petit to the end, 0 for none.
            swept: the camp that won every trick, 0 for none.
        """
        if self.drops_half:
            half &= ~1
        over = half - 2 * TARGETS[bouts]
        difference = (abs(over) + 1) // 2
        if self.rounding > 1:
            difference = (difference + self.rounding // 2) // self.rounding * self.rounding
        won = (BASE + difference) * self.factor + self.handfuls
        slam = SLAM * swept
        if self.chelem:
            slam = 2 * slam if swept == self.chelem else slam - SLAM * self.chelem
        return (won if over >= 0 else -won) + PETIT_AT_END * petit * self.factor + slam + self.flat

    def counted(self, tricks: int, fool_half: int, fool_bouts: int, petit: int, swept: int) -> int:
        """What every defender pays, counted from the cards of the attack's tricks.

        Args:
            tricks: those cards, without any Excuse that was played.
            fool_half: half points of the attack from Excuses played and the cards given for them.
            fool_bouts: bouts of the attack among these.
            petit: the camp that took the Petit to the end, 0 for none.
            swept: the camp that won every trick, 0 for none.
        """
        pile = tricks | self.attack_aside
        return self.per_defender(half_points(pile) + fool_half, (pile & BOUTS).bit_count() + fool_bouts, petit, swept)

    def marks(self, per_defender: int) -> tuple[int, ...]:
        """What each place marks, adding up to 0 (SCORE-THREE, SCORE-FULL, SCORE-FIVE)."""
        attack = self.attack
        marks = [0 if attack >> place & 1 else -per_defender for place in range(self.players)]
        defenders = self.players - attack.bit_count()
        if self.partner == NOBODY:
            marks[self.taker] = defenders * per_defender
        else:
            marks[self.taker], marks[self.partner] = (defenders - 1) * per_defender, per_defender
        return tuple(marks)
