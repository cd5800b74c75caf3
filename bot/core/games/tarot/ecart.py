"""What the taker may put aside (docs/rules/tarot.md 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.cards import Card, Rank
from bot.core.errors import IllegalAction
from bot.core.games.tarot.keys import Refusal
from bot.core.games.tarot.pack import BOUTS, is_trump, sort_cards, trumps


@dataclass(frozen=True, slots=True)
class Limits:
    """What may go.

    Attributes:
        size: cards to put aside.
        plain: suit cards other than kings.
        trumps_required: trumps that must go because there are too few plain cards; then all of those go.
        trumps: trumps that may complete such an écart.
    """

    size: int
    plain: tuple[Card, ...]
    trumps_required: int
    trumps: tuple[Card, ...]

    @property
    def forced(self) -> tuple[Card, ...]:
        """Cards that go without a choice."""
        return self.plain if self.trumps_required else ()

    @property
    def pool(self) -> tuple[Card, ...]:
        """Cards to choose from: trumps alone where all plain cards must go."""
        return self.trumps if self.trumps_required else self.plain

    @property
    def to_choose(self) -> int:
        """How many of the pool."""
        return self.trumps_required or self.size


def limits(hand: Sequence[Card], size: int) -> Limits:
    """The limits for a hand after the chien was taken."""
    plain = sort_cards(card for card in hand if _is_plain(card))
    free = tuple(card for card in trumps(hand) if card not in BOUTS)
    return Limits(size, plain, max(0, size - len(plain)), free)


def _is_plain(card: Card) -> bool:
    return card not in BOUTS and not is_trump(card) and card.rank is not Rank.KING


def check(hand: Sequence[Card], aside: Sequence[Card], size: int) -> tuple[Card, ...]:
    """Accept an écart, and say which trumps of it are shown to the defence.

    Raises:
        IllegalAction: ECART_COUNT, ECART_TOO_MANY, ECART_BOUT, ECART_KING or ECART_TRUMP, the first that applies.
    """
    allowed = limits(hand, size)
    chosen = len(set(aside))
    if chosen > size:
        raise IllegalAction(Refusal.ECART_TOO_MANY, n=size, chosen=chosen)
    if chosen < size or len(aside) != size:
        raise IllegalAction(Refusal.ECART_COUNT, n=size, chosen=chosen, missing=size - chosen)
    bout = next((card for card in aside if card in BOUTS), None)
    if bout is not None:
        raise IllegalAction(Refusal.ECART_BOUT, card=bout)
    king = next((card for card in aside if card.rank is Rank.KING), None)
    if king is not None:
        raise IllegalAction(Refusal.ECART_KING, card=king)
    put = trumps(aside)
    if len(put) > allowed.trumps_required:
        raise IllegalAction(Refusal.ECART_TRUMP, card=put[-1])
    return put
