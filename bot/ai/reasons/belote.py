"""Reasons in belote, and in whatever is played like it."""

from __future__ import annotations

from bot.ai.families.belote import Table, table_of
from bot.ai.families.bidding import features
from bot.core.actions import Pass, PlayCard
from bot.core.cards import PLAIN_SUITS, Card, Rank, Suit, deck_32
from bot.core.events import Event, standing_plays
from bot.core.facts import Fact, Term, fact
from bot.core.situation import Situation

FULL = 10
"""Card points from which a card is worth protecting, or giving."""


def reasons(situation: Situation, code: str) -> tuple[Fact, ...]:
    """What speaks for a call or a card."""
    view = situation.view
    played = next((card for card in view.playable if PlayCard(card).code == code), None)
    if played is not None and view.trump is not None:
        table = table_of(view, situation.seen, deck_32())
        found = _following(table, played) if view.trick.plays else _leading(table, played, situation.seen)
        return (*found, *_kept(table, played))
    if view.phase == "bidding":
        return _bidding(situation, code)
    return ()


def _suit(suit: Suit) -> Term:
    return Term("suit", suit.value)


def _leading(table: Table, card: Card, seen: tuple[Event, ...]) -> list[Fact]:
    trump, hand = table.trump, table.view.hand
    out = sum(other.suit is trump for other in table.unseen)
    if card.suit is trump:
        found = [fact("reason.draw_trumps", n=out)] if table.attacking and out else []
        return [*found, *([fact("reason.master", card=card)] if out and table.is_master(card) else [])]
    found = []
    if table.partner is not None and card.suit in _led_by(table, seen):
        found.append(fact("reason.partner_suit", suit=_suit(card.suit)))
    if table.is_master(card):
        found.append(fact("reason.master", card=card))
    elif _alone(hand, card) and out and any(other.suit is trump for other in hand):
        found.append(fact("reason.void", suit=_suit(card.suit)))
    elif table.points(card) < FULL:
        found.append(fact("reason.low_lead"))
    return found


def _led_by(table: Table, seen: tuple[Event, ...]) -> set[Suit]:
    """Plain suits that the partner has opened a trick with."""
    leads = standing_plays(seen)[:: table.players]
    return {event.card.suit for event in leads if event.seat == table.partner} - {table.trump}


def _alone(hand: tuple[Card, ...], card: Card) -> bool:
    return sum(other.suit is card.suit for other in hand) == 1


def _following(table: Table, card: Card) -> list[Fact]:
    view = table.view
    led = view.trick.plays[0][1].suit
    strengths = [table.ranking.strength(other, led) for _, other in view.trick.plays]
    strength, best = table.ranking.strength(card, led), max(strengths)
    winners = [other for other in view.playable if table.ranking.strength(other, led) > best]
    last = len(view.trick.plays) == table.players - 1
    if table.partner is not None and view.trick.winner == table.partner and strength <= best:
        return _under_partner(table, card, last=last)
    if strength > best:
        return _winning(table, card, winners, led, last=last)
    if not winners:
        low = table.points(card) == min(table.points(other) for other in view.playable)
        return [fact("reason.lost")] if low else []
    return [fact("reason.later")]


def _under_partner(table: Table, card: Card, *, last: bool) -> list[Fact]:
    most = max(table.points(other) for other in table.view.playable)
    if table.points(card) >= FULL or (table.points(card) == most and most > 0):
        return [fact("reason.give")]
    if not last and most >= FULL:
        return [fact("reason.partner_unsure")]
    if card.suit is not table.trump and any(other.suit is table.trump for other in table.view.playable):
        return [fact("reason.spare_trump")]
    return [fact("reason.low")]


def _winning(table: Table, card: Card, winners: list[Card], led: Suit, *, last: bool) -> list[Fact]:
    found = []
    if card.suit is table.trump and led is not table.trump:
        found.append(fact("reason.ruff", suit=_suit(led)))
    if last:
        cheap = table.height(card) == min(table.height(other) for other in winners if other.suit is card.suit)
        found.append(fact("reason.cheap" if cheap else "reason.take_points"))
    elif table.is_master(card):
        found.append(fact("reason.master", card=card))
    elif not found:
        found.append(fact("reason.take"))
    return found


def _kept(table: Table, card: Card) -> list[Fact]:
    """What the card leaves in the hand: a guarded high card, or the winner of the last trick."""
    hand = table.view.hand
    rest = [other for other in hand if other != card]
    if len(rest) == 1 and table.is_master(rest[0]) and (table.trump is None or rest[0].suit is table.trump):
        return [fact("reason.for_last", card=rest[0])]
    for high in hand:
        guards = [other for other in hand if other.suit is high.suit and other != high]
        guarded = len(guards) == 1 and table.points(high) >= FULL - 1 and table.points(guards[0]) < table.points(high)
        mine = high == card or guards == [card]
        if guarded and not mine and not table.is_master(high) and guards[0] in table.view.playable:
            return [fact("reason.guard", card=high, guard=guards[0])]
    return []


_HIGH = (Rank.JACK, Rank.N9, Rank.ACE)


def _bidding(situation: Situation, code: str) -> tuple[Fact, ...]:
    hand = situation.view.hand
    turned = tuple(card for zone in situation.view.zones if zone.name == "turned" for card in zone.cards)
    if code == Pass.kind:
        best = max(PLAIN_SUITS, key=lambda suit: features(hand, suit))
        count = sum(card.suit is best for card in (*hand, *turned))
        return (fact("reason.weak", n=count, suit=_suit(best)),)
    kind, _, rest = code.partition(":")
    name = rest.rpartition(":")[2]
    suit = Suit(name) if name in tuple(PLAIN_SUITS) else turned[0].suit if kind == "take" and turned else None
    if suit is None:
        return ()
    held = tuple(card for card in (*hand, *turned) if card.suit is suit)
    high = tuple(card for rank in _HIGH for card in held if card.rank is rank)
    found = [fact("reason.trumps", n=len(held), suit=_suit(suit))]
    return (*found, fact("reason.high_trumps", cards=high)) if high else tuple(found)
