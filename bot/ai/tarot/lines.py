"""Deals of tarot in play with all hands seen, for the analysis of those that are over."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.analysis.walk import Decision
from bot.ai.lines import Root
from bot.ai.tarot.cards import BITS, BOUTS, FIRST_TRUMP, PLAIN, RANKS, WORTH, bits
from bot.ai.tarot.playout import Start, play_out
from bot.ai.tarot.position import Position
from bot.ai.tarot.reading import position_of, terms_of
from bot.ai.tarot.terms import ATTACK
from bot.core.game import AnyGame, DealSetup
from bot.core.games.tarot.state import TarotState

THOUSAND = 1000

_WEIGHT = 10
"""How many times longer a card takes here than in belote, as measured."""


class TarotLine:
    """A deal in play; the attack is the first camp, and the value what every defender pays.

    Args:
        position: the deal on the kernel.
        plays: cards on the table, in order.
        piles: cards of the tricks that each place has won.
        fools: an Excuse played to a complete trick: its player and the trick's winner.
    """

    __slots__ = ("_fools", "_piles", "_plays", "_position")

    def __init__(
        self,
        position: Position,
        plays: tuple[int, ...],
        piles: tuple[int, ...],
        fools: tuple[tuple[int, int], ...],
    ) -> None:
        self._position = position
        self._plays = plays
        self._piles = piles
        self._fools = fools

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return self._position.over

    @property
    def up(self) -> bool:
        """Whether the attack is to play."""
        return self._position.camp(self._position.turn) == ATTACK

    @property
    def players(self) -> int:
        """Cards of a trick."""
        return self._position.terms.players

    @property
    def due(self) -> int:
        """Cards until the trick is complete."""
        return self._position.terms.players - len(self._plays)

    @property
    def rest(self) -> int:
        """Cards not yet played."""
        return sum(hand.bit_count() for hand in self._position.hands)

    def moves(self) -> Sequence[int]:
        """The cards that may be played, the highest first; of equal neighbours only one."""
        position = self._position
        legal, hand = position.legal(), position.hands[position.turn]
        others = position.best | position.top
        for held in position.hands:
            others |= held
        others &= ~hand
        found: list[int] = []
        previous = 0
        for card in bits(legal):
            if previous and _near(previous, card) and not others & (card - 1) & ~(2 * previous - 1):
                found.pop()
            found.append(card)
            previous = card
        found.reverse()
        return found

    def after(self, card: int) -> TarotLine:
        """The line after one of them."""
        position, plays = self._position.copy(), (*self._plays, card)
        position.play(card)
        if len(plays) < position.terms.players:
            return TarotLine(position, plays, self._piles, self._fools)
        winner, last = position.turn, self._position.turn
        piles, fools = list(self._piles), self._fools
        for number, played in enumerate(plays):
            piles[winner] |= played
            if played & position.terms.fools:
                fools = (*fools, ((last + 1 + number) % position.terms.players, winner))
        return TarotLine(position, (), tuple(piles), fools)

    def key(self) -> tuple[int, ...]:
        """Equal where everything that follows is worth the same."""
        return self._position.outlook

    def value(self) -> int:
        """What every defender pays, once the deal is over."""
        return THOUSAND * self._position.per_defender()

    def likely(self) -> int:
        """The same of a deal that is not, if everybody goes on by rules of thumb."""
        position = self._position
        start = Start(position.terms.players, position.turn, self._plays, self._piles, self._fools, position.left)
        return THOUSAND * play_out(position.terms, start, position.hands, 0)


def _near(low: int, high: int) -> bool:
    """Whether two cards of a hand do the same if nobody holds one between them: of one suit, and worth the same."""
    if (low | high) & BOUTS or WORTH[low] != WORTH[high]:
        return False
    if low & PLAIN:
        return bool(high & PLAIN) and (low.bit_length() - 1) // RANKS == (high.bit_length() - 1) // RANKS
    return high >= 1 << FIRST_TRUMP


def root(_game: AnyGame, _setup: DealSetup, decision: Decision) -> Root:
    """A decision on the kernel. What was said before it counts; what may still be said does not."""
    state = decision.before
    assert isinstance(state, TarotState)
    terms = terms_of(state)
    places = {seat: place for place, seat in enumerate(state.seats)}
    piles, fools = [0] * terms.players, []
    for won in state.won:
        winner = places[won.winner]
        for seat, card in won.trick.plays:
            piles[winner] |= BITS[card]
            if BITS[card] & terms.fools:
                fools.append((places[seat], winner))
    plays = tuple(BITS[card] for _, card in state.trick.plays)
    line = TarotLine(position_of(state), plays, tuple(piles), tuple(fools))
    scale = abs(terms.marks(1)[places[decision.seat]])
    return Root(line, tuple(BITS[card] for card in decision.choices), scale, _WEIGHT)
