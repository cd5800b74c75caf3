"""Reasons in tarot."""

from __future__ import annotations

from collections.abc import Iterator

from bot.ai.families.tarot import Table, table_of
from bot.core.actions import PlayCard
from bot.core.cards import PLAIN_SUITS, Card, Suit, cards
from bot.core.facts import Fact, Term, fact
from bot.core.games.tarot.duties import led_card, strongest
from bot.core.games.tarot.pack import EXCUSE, PETIT, TWENTY_ONE, is_trump, trumps, worth
from bot.core.situation import Situation

_BOUTS = frozenset({EXCUSE, PETIT, TWENTY_ONE})


def reasons(situation: Situation, code: str) -> tuple[Fact, ...]:
    """What speaks for a call, an écart or a card."""
    view = situation.view
    played = next((card for card in view.playable if PlayCard(card).code == code), None)
    if played is not None and view.phase == "play":
        table = table_of(view, situation.seen)
        return tuple(_of_card(table, played) if led_card(table.trick) else _leading(table, played))
    if view.phase == "bidding":
        bouts = sum(card in _BOUTS for card in view.hand)
        return (fact("reason.tarot_hand", n=len(trumps(view.hand)), bouts=bouts),)
    if code.startswith("discard:"):
        gone = frozenset(cards(code.removeprefix("discard:")))
        rest = {card.suit for card in view.hand if card not in gone}
        made = [suit for suit in PLAIN_SUITS if suit not in rest and any(card.suit is suit for card in gone)]
        return tuple(fact("reason.void", suit=_suit(suit)) for suit in made)
    return ()


def _suit(suit: Suit) -> Term:
    return Term("suit", suit.value)


def _leading(table: Table, card: Card) -> Iterator[Fact]:
    held, out = trumps(table.view.hand), trumps(table.unseen)
    if is_trump(card) and table.attacking and out:
        hunts = PETIT in table.unseen
        yield fact("reason.hunt_petit") if hunts else fact("reason.draw_trumps", n=len(out))
    elif card == EXCUSE:
        yield fact("reason.excuse_now") if len(table.view.hand) <= 2 else fact("reason.excuse")
    elif not is_trump(card) and table.is_master(card):
        yield fact("reason.master", card=card)
    elif not is_trump(card) and worth(card) == 1:
        longest = max(sum(other.suit is suit for other in table.view.hand) for suit in PLAIN_SUITS)
        if sum(other.suit is card.suit for other in table.view.hand) == longest:
            yield fact("reason.long_suit", suit=_suit(card.suit))
    yield from _petit_kept(table, card, held)


def _of_card(table: Table, card: Card) -> Iterator[Fact]:
    held, playable = trumps(table.view.hand), table.view.playable
    led, best = led_card(table.trick), strongest(table.trick)
    if card == EXCUSE:
        yield fact("reason.excuse_now") if len(table.view.hand) <= 2 else fact("reason.excuse")
        return
    if card == PETIT and (table.ally_wins or (table.last and table.wins(card))):
        yield fact("reason.petit_safe")
    elif table.ally_wins and not table.wins(card) and worth(card) > 1:
        yield fact("reason.give_camp")
    elif table.wins(card):
        if is_trump(card) and led is not None and not is_trump(led):
            yield fact("reason.ruff", suit=_suit(led.suit))
        elif table.is_master(card):
            yield fact("reason.master", card=card)
        else:
            yield fact("reason.take")
    elif best is not None and not any(table.wins(other) for other in playable):
        if worth(card) == min(worth(other) for other in playable if other != EXCUSE):
            yield fact("reason.lost")
    elif not table.wins(card):
        yield fact("reason.later")
    yield from _petit_kept(table, card, held)


def _petit_kept(table: Table, card: Card, held: tuple[Card, ...]) -> Iterator[Fact]:
    if PETIT in table.view.playable and card != PETIT and len(held) > 1:
        yield fact("reason.protect_petit")
