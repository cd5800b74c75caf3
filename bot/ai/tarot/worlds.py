"""Ways the hidden cards may lie, drawn at random among those that fit all that is known."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bot.ai.tarot.cards import BOUTS, KINGS, PACK, PLAIN, TRUMPS, bits
from bot.ai.tarot.known import Known
from bot.ai.tarot.past import Past

TRIES = 20
"""Draws before the cards are laid out by search."""


@dataclass(frozen=True, slots=True)
class World:
    """One way the cards may lie: hands by place, and what lies aside."""

    hands: tuple[int, ...]
    aside: int


class Worlds:
    """Draws worlds. The last holder, after the places, is what lies aside.

    Args:
        known: what the seat knows.
        past: what was played.
        chance: everything random comes from it.
    """

    def __init__(self, known: Known, past: Past, chance: Random) -> None:
        self._known, self._chance = known, chance
        players = known.players
        self._fixed, self._room, never = self._bounds(known, past)
        gone = 0
        for cards in past.by:
            gone |= cards
        taken = gone | known.aside | known.shown_aside
        for cards in self._fixed[:players]:
            taken |= cards
        unseen = PACK & ~taken
        groups: dict[tuple[int, ...], list[int]] = {}
        for card in bits(unseen):
            holders = tuple(holder for holder in range(players + 1) if self._room[holder] and not never[holder] & card)
            groups.setdefault(holders, []).append(card)
        self._groups = sorted(groups.items(), key=lambda group: (len(group[0]), group[0]))
        self._never = never

    def _bounds(self, known: Known, past: Past) -> tuple[list[int], list[int], list[int]]:
        """For each holder: cards it surely has, room for others, cards it cannot have."""
        players, place = known.players, known.place
        gone = 0
        for cards in past.by:
            gone |= cards
        fixed = [known.has[other] & ~gone for other in range(players)] + [0]
        fixed[place] = known.hand
        held = [known.hand_size - cards.bit_count() for cards in past.by]
        never = [known.lacks[other] & ~known.chien | past.lacks[other] for other in range(players)]
        never.append(0)
        aside_known = known.aside | known.shown_aside
        aside_size = known.chien_size - aside_known.bit_count()
        if known.takes_chien and known.chien:
            if known.taker == place:
                aside_size = 0
            else:
                never[players] = KINGS | BOUTS | TRUMPS
                for other in range(players):
                    if other != known.taker:
                        never[other] |= known.chien
                if known.shown_aside:
                    never[known.taker] |= PLAIN & ~KINGS
        room = [held[other] - fixed[other].bit_count() for other in range(players)]
        room[place] = 0
        return fixed, [*room, aside_size], never

    def draw(self) -> World:
        """One world; every call draws another."""
        for _ in range(TRIES):
            found = self._fill()
            if found is not None:
                return self._world(found)
        return self._world(self._search())

    def _world(self, found: list[int]) -> World:
        players = self._known.players
        hands = tuple(found[place] | self._fixed[place] for place in range(players))
        return World(hands, found[players] | self._known.aside | self._known.shown_aside)

    def _fill(self) -> list[int] | None:
        """Give each card to a holder with room, those with the fewest possible holders first; None at a dead end."""
        room, chance = list(self._room), self._chance.random
        found = [0] * len(room)
        for holders, cards in self._groups:
            if len(holders) > 1 and sum(room[holder] for holder in holders) == len(cards) > 4:
                self._deal(cards, holders, room, found)
                continue
            order = self._chance.sample(cards, len(cards)) if len(cards) > 1 else cards
            for card in order:
                total = 0
                for holder in holders:
                    total += room[holder]
                if not total:
                    return None
                at = chance() * total
                for holder in holders:
                    at -= room[holder]
                    if at < 0:
                        break
                found[holder] |= card
                room[holder] -= 1
        return found

    def _deal(self, cards: list[int], holders: tuple[int, ...], room: list[int], found: list[int]) -> None:
        """The rest of the cards to all the room there is."""
        order = self._chance.sample(cards, len(cards))
        at = 0
        for holder in holders:
            found[holder] |= sum(order[at : at + room[holder]])
            at, room[holder] = at + room[holder], 0

    def _search(self) -> list[int]:
        """A world by search: each card where there is room, others moved on for it; laws give way if there is none."""
        room, found = list(self._room), [0] * len(self._room)
        cards = [(card, holders) for holders, group in self._groups for card in group]
        allowed = dict(cards)
        homeless = [card for card, _ in cards if not self._place(card, allowed, room, found, set())]
        for card in homeless:
            holder = next(holder for holder, free in enumerate(room) if free)
            found[holder] |= card
            room[holder] -= 1
        return found

    def _place(
        self, card: int, allowed: dict[int, tuple[int, ...]], room: list[int], found: list[int], tried: set[int]
    ) -> bool:
        """Find a home for a card along a chain of moves."""
        for holder in allowed[card]:
            if holder in tried:
                continue
            tried.add(holder)
            if room[holder]:
                room[holder] -= 1
                found[holder] |= card
                return True
            for other in bits(found[holder]):
                if self._place(other, allowed, room, found, tried):
                    found[holder] ^= other | card
                    return True
        return False
