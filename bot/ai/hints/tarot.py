"""Rules of thumb for tarot: a simple count to bid, short suits for the écart, points to one's own camp."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from bot.ai.families.tarot import choose_card, table_of
from bot.core.cards import PLAIN_SUITS, Card, Rank
from bot.core.events import Event
from bot.core.games.tarot.actions import Bid, CallKing
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.pack import EXCUSE, PETIT, TWENTY_ONE, height, trumps, worth
from bot.core.prompts import OneOf, PickCards, Prompt
from bot.core.views import View

BIDS: Mapping[int, tuple[int, int, int, int]] = MappingProxyType(
    {3: (52, 64, 92, 110), 4: (40, 52, 74, 90), 5: (32, 42, 62, 78)}
)
"""The count from which each contract is bid, by number of hands."""

_HONOUR: Mapping[Rank, int] = MappingProxyType({Rank.KING: 6, Rank.QUEEN: 3, Rank.KNIGHT: 2, Rank.JACK: 1})


def hint(view: View, prompts: Sequence[Prompt], seen: Sequence[Event]) -> str | None:
    """A call, an écart, an announcement or a card."""
    for prompt in prompts:
        if isinstance(prompt, PickCards):
            return _pick(view, prompt)
    codes = [code for prompt in prompts if isinstance(prompt, OneOf) for code in prompt.codes()]
    said = _announcement(view, codes)
    if said is not None:
        return said
    match view.phase:
        case "petit_sec":
            return "declare:annul"
        case "bidding":
            return _bid(view, prompts)
        case "call":
            return _call(view, prompts)
        case "play" if view.playable:
            return choose_card(table_of(view, seen))
        case _:
            return next((code for code in codes if code in ("go", "lead:free")), None)


def count(hand: Sequence[Card]) -> int:
    """What a hand is worth in an auction: bouts, trumps, honours, long and short suits."""
    held = trumps(hand)
    total = 10 * (TWENTY_ONE in held) + 8 * (EXCUSE in hand)
    if PETIT in held:
        total += 0 if len(held) < 4 else 5 if len(held) < 6 else 7 if len(held) < 8 else 9
    if len(held) > 3:
        total += 2 * len(held) + 2 * sum(height(card) > 15 for card in held)
    for suit in PLAIN_SUITS:
        ranks = [card.rank for card in hand if card.suit is suit]
        total += sum(_HONOUR.get(rank, 0) for rank in ranks)
        total += 1 if Rank.KING in ranks and Rank.QUEEN in ranks else 0
        total += max(0, 2 * len(ranks) - 5) if len(ranks) > 4 else 0
        total += (0 if len(held) < 5 else 4 if not ranks else 2 if len(ranks) == 1 else 0) if held else 0
    return total


def _bid(view: View, prompts: Sequence[Prompt]) -> str:
    offered = [action for p in prompts if isinstance(p, OneOf) for action in p.actions if isinstance(action, Bid)]
    hands = sum(1 for size in view.hand_sizes if size)
    value = count(view.hand)
    wanted = [contract for contract, needed in zip(Contract, BIDS.get(hands, BIDS[4]), strict=True) if value >= needed]
    fitting = [action for action in offered if wanted and action.contract is wanted[-1]]
    return fitting[0].code if fitting else "pass"


def _call(view: View, prompts: Sequence[Prompt]) -> str | None:
    """The king of a suit with the queen or some length, not one's own while another may be called."""
    offered = [action for p in prompts if isinstance(p, OneOf) for action in p.actions if isinstance(action, CallKing)]
    lengths = {suit: sum(card.suit is suit for card in view.hand) for suit in PLAIN_SUITS}
    queens = {card.suit for card in view.hand if card.rank is Rank.QUEEN}

    def merit(action: CallKing) -> tuple[bool, bool, int]:
        suit = action.card.suit
        return action.card not in view.hand, suit in queens, lengths[suit]

    return max(offered, key=merit).code if offered else None


def _pick(view: View, prompt: PickCards) -> str:
    """The écart: short suits first, honours that are not protected; of a poignée the highest trumps stay hidden."""
    if prompt.kind == "hide":
        return _code(prompt, prompt.pool)
    groups = sorted(
        ([card for card in prompt.pool if card.suit is suit] for suit in PLAIN_SUITS),
        key=lambda group: (_has_king(view.hand, group), len(group)),
    )
    if not any(groups):
        return _code(prompt, sorted(prompt.pool, key=height))
    ordered = [card for group in groups for card in sorted(group, key=worth, reverse=True)]
    return _code(prompt, ordered)


def _has_king(hand: Iterable[Card], group: Sequence[Card]) -> bool:
    return bool(group) and Card(Rank.KING, group[0].suit) in hand


def _code(prompt: PickCards, best: Iterable[Card]) -> str:
    picked = list(best)[: prompt.minimum]
    return f"{prompt.kind}:{' '.join(card.code for card in picked)}"


def _announcement(view: View, codes: Sequence[str]) -> str | None:
    """The taker's largest poignée, and any misère; never a chelem."""
    misere = next((code for code in codes if code.startswith("declare:misere")), None)
    if misere is not None:
        return misere
    shown = [code for code in codes if code.startswith("declare:poignee")]
    return shown[-1] if shown and view.viewer == view.taker else None
