"""Tarot before the first card: dealing, a lone Petit, the auction, the called king, the écart, poignées.

Rules: docs/rules/tarot.md 4 to 9.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from .tarot_cards import (
    BOUTS,
    EXCUSE,
    PETIT,
    RANKS,
    SUITS,
    TRUMPS,
    Illegal,
    Options,
    is_trump,
    rank_of,
)

PACKET = {3: 4, 4: 3, 5: 3}
HAND = {3: 24, 4: 18, 5: 15}
CHIEN = {3: 6, 4: 6, 5: 3}
CONTRACTS = ["petite", "garde", "garde_sans", "garde_contre"]
SIZES = ["simple", "double", "triple"]


def seats_at_play(options: Options, people: int, dealer: int) -> list[int]:
    """Who plays, in the order of speaking: the dealer's next first; at five without a call the dealer sits out."""
    order = [(dealer + 1 + step) % people for step in range(people)]
    return order[:-1] if people == 5 and options["five_mode"] == "mort" else order


def is_valid_pattern(pattern: Sequence[int], players: int) -> bool:
    """Sizes in sequence; 1 is a card to the chien. The first and the last card of the pack never go there."""
    packet = PACKET[players]
    if any(size not in (1, packet) for size in pattern) or not pattern:
        return False
    if pattern[0] == 1 or pattern[-1] == 1:
        return False
    return pattern.count(1) == CHIEN[players] and pattern.count(packet) == players * HAND[players] // packet


def read_deal(order: Sequence[str], seats: Sequence[int], chien: Sequence[str]) -> dict[int, list[str]]:
    """The hands by seat when these cards of the order went to the chien.

    Raises:
        Illegal: cards cannot be dealt like that.
    """
    players = len(seats)
    hands: dict[int, list[str]] = {seat: [] for seat in seats}
    pattern: list[int] = []
    packets = place = 0
    while place < len(order):
        if order[place] in chien:
            size = 1
        else:
            size = PACKET[players]
            packet = list(order[place : place + size])
            if any(card in chien for card in packet):
                raise Illegal(f"a card for the chien out of the middle of the packet {packet}")
            hands[seats[packets % players]] += packet
            packets += 1
        pattern.append(size)
        place += size
    if not is_valid_pattern(pattern, players):
        raise Illegal(f"dealt as {pattern}")
    return hands


def is_petit_sec(hand: Sequence[str]) -> bool:
    """The Petit, no other trump and no Excuse."""
    return PETIT in hand and EXCUSE not in hand and sum(is_trump(card) for card in hand) == 1


def is_lone_excuse(hand: Sequence[str]) -> bool:
    return EXCUSE in hand and not any(is_trump(card) for card in hand)


# --- auction ----------------------------------------------------------------------------------------


class Auction(TypedDict):
    """`next`: who speaks, None when it is over; `high` the best bid and its seat."""

    next: int | None
    calls: list[str]
    high: tuple[int, str] | None


def auction(options: Options, order: Sequence[int], said: Sequence[tuple[int, str]]) -> Auction:
    """The auction after these calls, by seat.

    Raises:
        Illegal: naming the first call that is not allowed, and why (`not_higher`, `out_of_turn`, `auction_over`).
    """
    high: tuple[int, str] | None = None
    for index, (seat, call) in enumerate(said):
        if index >= len(order):
            raise Illegal(index, "auction_over")
        if seat != order[index]:
            raise Illegal(index, "out_of_turn")
        if call == "pass":
            continue
        if call not in _higher(options, high):
            raise Illegal(index, "not_higher")
        high = (seat, call)
    if len(said) == len(order):
        return {"next": None, "calls": [], "high": high}
    return {"next": order[len(said)], "calls": ["pass", *_higher(options, high)], "high": high}


def _higher(options: Options, high: tuple[int, str] | None) -> list[str]:
    names = list(CONTRACTS)
    if options["bids"] == "no_petite":
        names.remove("petite")
    if options["bids"] == "with_pousse":
        names.insert(1, "pousse")
    return names if high is None else names[names.index(high[1]) + 1 :]


# --- the called king --------------------------------------------------------------------------------


def callable_cards(options: Options, hand: Sequence[str]) -> set[str]:
    """What a taker at five may name, by the fifteen cards dealt to him.

    Where his own cards are forbidden something is always left: fifteen cards are not sixteen honours.
    """
    named: set[str] = set()
    for rank in ("K", "Q", "C", "J"):
        four = {rank + suit for suit in SUITS}
        named |= four
        if not four <= set(hand):
            break
    if options["call_self"] == "forbidden":
        return {card for card in named if card not in hand}
    return named


# --- écart ------------------------------------------------------------------------------------------


class Limits(TypedDict):
    plain: list[str]
    trumps_required: int
    trumps: list[str]


def ecart_limits(hand: Sequence[str], size: int) -> Limits:
    """What may be put aside of a hand that has taken the chien; trumps only as far as they must."""
    plain = [card for card in hand if not is_trump(card) and card not in BOUTS and rank_of(card) != "K"]
    required = max(0, size - len(plain))
    trumps = [card for card in hand if is_trump(card) and card not in BOUTS]
    return {"plain": plain, "trumps_required": required, "trumps": trumps if required else []}


def ecart_fault(hand: Sequence[str], aside: Sequence[str], size: int) -> str | None:
    """Why these cards may not be put aside: count, bout, king, trump_not_needed; None when they may."""
    if len(aside) != size or len(set(aside)) != size or not set(aside) <= set(hand):
        return "count"
    if any(card in BOUTS for card in aside):
        return "bout"
    if any(rank_of(card) == "K" for card in aside):
        return "king"
    if sum(is_trump(card) for card in aside) > ecart_limits(hand, size)["trumps_required"]:
        return "trump_not_needed"
    return None


# --- poignées and misères ---------------------------------------------------------------------------


def poignee_sizes(options: Options, players: int) -> dict[str, int]:
    numbers = {3: [13, 15, 18], 4: [10, 13, 15], 5: [8, 10, 13]}[players]
    if players == 5 and options["poignee_five"] == "8_10_15":
        numbers = [8, 10, 15]
    return dict(zip(SIZES, numbers, strict=True))


def shown_size(
    options: Options, players: int, hand: Sequence[str], aside: Sequence[str], shown: Sequence[str]
) -> str | None:
    """The size of a poignée that may be shown like this; None when it may not."""
    numbered = _numbered(hand, aside)
    names = [name for name, number in poignee_sizes(options, players).items() if number == len(shown)]
    trumps = {card for card in shown if card != EXCUSE}
    if not names or len(set(shown)) != len(shown) or not trumps <= numbered:
        return None
    if EXCUSE in shown and (EXCUSE not in hand or trumps != numbered):
        return None
    return names[0]


def possible_sizes(options: Options, players: int, hand: Sequence[str], aside: Sequence[str]) -> list[str]:
    """Every size that could be shown, smallest first."""
    numbered = len(_numbered(hand, aside))
    return [
        name
        for name, number in poignee_sizes(options, players).items()
        if numbered >= number or (EXCUSE in hand and numbered + 1 == number)
    ]


def hidden_trumps(
    options: Options, players: int, hand: Sequence[str], aside: Sequence[str], size: str
) -> tuple[set[str], int]:
    """The trumps among which the holder picks, and how many of them stay hidden."""
    numbered = _numbered(hand, aside)
    return numbered, max(0, len(numbered) - poignee_sizes(options, players)[size])


def _numbered(hand: Sequence[str], aside: Sequence[str]) -> set[str]:
    return {card for card in [*hand, *aside] if is_trump(card)}


def has_misere(kind: str, hand: Sequence[str]) -> bool:
    """`trumps`: neither trump nor Excuse; `honours`: no king, queen, cavalier or valet."""
    if kind == "trumps":
        return not any(card in TRUMPS or card == EXCUSE for card in hand)
    return not any(rank_of(card) in RANKS[-4:] for card in hand)
