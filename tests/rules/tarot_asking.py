"""What all who ask about tarot share: cards, camps and tables as the files write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.cards import Card, cards
from bot.core.games.tarot.king import Camp, Camps
from bot.core.games.tarot.poignee import Misere
from bot.core.seats import Seat, all_seats

TABLES = {24: 3, 18: 4, 15: 5}


def players_of(case: Mapping[str, Any]) -> int:
    """How many hands play: said, or known from the number of tricks, or of cards dealt."""
    for name in ("players", "tricks_total"):
        if name in case:
            number = int(case[name])
            return TABLES.get(number, number)
    return TABLES[len(case["hand"])]


def held(codes: list[str]) -> tuple[Card, ...]:
    return cards(" ".join(codes))


def codes(some: Any) -> list[str]:
    return sorted(card.code for card in some)


def camps_of(case: Mapping[str, Any]) -> Camps:
    partner = case.get("partner")
    seats = all_seats(players_of(case))
    return Camps(seats, Seat(case["taker"]), None if partner is None else Seat(partner))


def camp_or_none(name: str | None) -> Camp | None:
    return None if name is None else Camp(name)


MISERES = {
    **dict.fromkeys(("trump", "trumps", "atout", "misere_atout"), Misere.TRUMPS),
    **dict.fromkeys(("honour", "honours", "honor", "honors", "head", "tete", "misere_tete"), Misere.HONOURS),
}
