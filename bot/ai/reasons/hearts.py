"""Reasons in hearts."""

from __future__ import annotations

from bot.core.actions import PlayCard
from bot.core.cards import Card
from bot.core.facts import Fact, fact
from bot.core.games.hearts.pack import height, is_penalty
from bot.core.situation import Situation


def reasons(situation: Situation, code: str) -> tuple[Fact, ...]:
    """What speaks for a card."""
    view = situation.view
    card = next((card for card in view.playable if PlayCard(card).code == code), None)
    if card is None:
        return ()
    if not view.trick.plays:
        return (fact("reason.low_lead"),) if _lowest(card, view.playable) else ()
    led = view.trick.plays[0][1].suit
    if card.suit is not led:
        return (fact("reason.get_rid", card=card),)
    best = max((other for _, other in view.trick.plays if other.suit is led), key=height)
    if height(card) < height(best):
        return (fact("reason.under", card=best),)
    last = len(view.trick.plays) == len(view.hand_sizes) - 1
    if last and not any(is_penalty(other) for _, other in view.trick.plays):
        return (fact("reason.harmless"),)
    return (fact("reason.lowest"),) if _lowest(card, view.playable) else ()


def _lowest(card: Card, among: tuple[Card, ...]) -> bool:
    return all(height(card) <= height(other) for other in among if other.suit is card.suit)
