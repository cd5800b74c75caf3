"""What becomes of the Excuse, and who takes the Petit to the end (docs/rules/tarot.md 12 and 13)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.core.games.tarot.king import Camp
from bot.core.games.tarot.options import TarotOptions


class Exchange(StrEnum):
    """The low card that is given for an Excuse kept."""

    NONE = "none"
    NOW = "low_card_now"
    OWED = "owed"


@dataclass(frozen=True, slots=True)
class ExcusePlay:
    """How the Excuse was played.

    Attributes:
        camp: of its player.
        won_by: the camp that won the trick.
        last: whether it was the last trick.
        swept: whether the camp of its player had won every trick before.
        low_in_tricks: half-point cards in the tricks that camp had won before.
        low_in_ecart: half-point cards in its écart.
    """

    camp: Camp
    won_by: Camp
    last: bool
    swept: bool = False
    low_in_tricks: int = 0
    low_in_ecart: int = 0


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of the Excuse.

    Attributes:
        owner: the camp that counts it, as a bout.
        exchange: the low card given for it.
        other: half points that the other camp counts for it: 1 where a low card is given.
    """

    owner: Camp
    exchange: Exchange
    other: int

    def worth(self, camp: Camp) -> int:
        """Half points that a camp counts for the Excuse and the card given for it."""
        return 9 - self.other if camp is self.owner else self.other


def fate(play: ExcusePlay, options: TarotOptions) -> Fate:
    """What becomes of an Excuse that was played.

    The card that is given for it changes the count at once, whether it is there already or owed.
    """
    if play.won_by is play.camp and (not play.last or play.swept):
        return Fate(play.camp, Exchange.NONE, 0)
    if not play.last:
        payable = play.low_in_tricks
        if options.excuse_pay_from == "tricks_and_ecart":
            payable += play.low_in_ecart
        return Fate(play.camp, Exchange.NOW if payable else Exchange.OWED, 1)
    if play.won_by is not play.camp:
        return Fate(play.won_by, Exchange.NONE, 0)
    if options.excuse_last_trick == "trick_winner":
        return Fate(play.camp, Exchange.NONE, 0)
    return Fate(play.camp.other, Exchange.NOW, 1)


def petit_au_bout(*, trick: int | None, last: int, won_by: Camp, fool_won: bool) -> Camp | None:
    """The camp that has the bonus for the Petit in the last trick; None for nobody.

    Args:
        trick: the number of the trick to which the Petit was played, from 1; None when it was not played.
        last: the number of the last trick.
        won_by: the camp that won the Petit's trick.
        fool_won: whether the Excuse won the last trick; the last but one counts then, too.
    """
    if trick is None:
        return None
    return won_by if trick == last or (fool_won and trick == last - 1) else None
