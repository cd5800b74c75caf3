"""Rules of thumb for belote for three: take with a strong suit, put aside what would be lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bot.ai.families.belote import play
from bot.ai.families.bidding import long_enough, suit_taken, support
from bot.core.cards import Card, Rank, Suit
from bot.core.events import Event
from bot.core.families.belote.denominations import Denomination, ranking
from bot.core.games.belote_three.dealing import LAYOUTS, Layout
from bot.core.games.belote_three.events import CardsPutAside
from bot.core.prompts import OneOf, PickCards, Prompt
from bot.core.views import View


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a way to deal asks of a taker.

    Attributes:
        layout: the way to deal.
        enough: what the known cards must be worth for a suit to be taken.
    """

    layout: Layout
    enough: int


KNOWN: Mapping[int, Judgement] = MappingProxyType(
    {
        sum(layout.before): Judgement(layout, enough)
        for layout, enough in (
            (LAYOUTS["cards_24"], 62),
            (LAYOUTS["cards_32"], 66),
            (LAYOUTS["chien"], 76),
        )
    }
)
"""By the number of cards held before the bidding."""


def hint(view: View, prompts: Sequence[Prompt], seen: Sequence[Event]) -> str | None:
    """A call, an écart, a word or a card."""
    if view.phase == "play":
        return play(view, prompts, seen, _in_play(view, seen))
    pick = next((prompt for prompt in prompts if isinstance(prompt, PickCards)), None)
    return take(view, prompts) if pick is None else put_aside(view, pick)


def _in_play(view: View, seen: Sequence[Event]) -> list[Card]:
    """The cards that may still be seen: those of the pack without those the seat itself put aside."""
    tricks = max(view.hand_sizes) + sum(view.tricks_won)
    layout = next(layout for layout in LAYOUTS.values() if layout.tricks == tricks)
    aside = {card for event in seen if isinstance(event, CardsPutAside) for card in event.cards}
    return [card for card in layout.pack if card not in aside]


def take(view: View, prompts: Sequence[Prompt]) -> str:
    """Take in the best suit offered, or pass."""
    known = KNOWN[len(view.hand)]
    offered = [action.code for prompt in prompts if isinstance(prompt, OneOf) for action in prompt.actions]
    turned = next((zone.cards[0] for zone in view.zones if zone.name == "turned"), None)
    held = (*view.hand, turned) if turned is not None and known.layout.picked_up else view.hand
    judged = [(_worth(held, suit), code) for code in offered if (suit := suit_taken(turned, code)) is not None]
    worth, code = max(judged, default=(0, "pass"))
    return code if worth >= known.enough else "pass"


def _worth(held: Sequence[Card], suit: Suit) -> int:
    return support(held, suit) if long_enough(held, suit) else 0


def put_aside(view: View, pick: PickCards) -> str:
    """No trump and no ace if it can be helped: tens that would fall first, then what makes a suit short."""
    assert view.trump is not None
    order = ranking(Denomination(view.trump))

    def cost(card: Card) -> tuple[bool, bool, bool, int, int]:
        suit = [held for held in view.hand if held.suit is card.suit]
        naked = card.rank is Rank.N10 and Card(Rank.ACE, card.suit) not in view.hand and len(suit) < 4
        return card.suit is order.trump, card.rank is Rank.ACE, not naked, len(suit), -order.points(card)

    return f"{pick.kind}:{' '.join(card.code for card in sorted(pick.pool, key=cost)[: pick.minimum])}"
