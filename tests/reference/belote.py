"""Belote-rebelote: who held the two cards, were the words said, what is obtained (8)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import SUITS, Options, rank_of, suit_of


def belote_suits(options: Options, trump: str) -> list[str]:
    """Suits in which a belote exists."""
    if trump == "SA":
        return []
    if trump == "TA":
        return [] if options["ta_belotes"] == "none" else SUITS
    return [trump]


def validated(options: Options, trump: str, plays: Sequence[tuple[str, str | None]]) -> bool:
    """Two cards played by one player who held both from the start, in order, each with the word said."""
    (first, word), (second, last_word) = plays
    if suit_of(first) != suit_of(second) or suit_of(first) not in belote_suits(options, trump):
        return False
    if {rank_of(first), rank_of(second)} != {"K", "Q"}:
        return False
    if options["belote_order"] == "king_first" and rank_of(first) != "K":
        return False
    if options["belote_announce"] == "auto":
        return True
    return word == "belote" and last_word == "rebelote"


def belote_of_two(options: Options, trump: str, plays: Sequence[tuple[str, str | None]]) -> int:
    """Points obtained by these two plays: 20 or 0."""
    return 20 if validated(options, trump, plays) else 0


def belotes_of_deal(
    options: Options,
    trump: str,
    hands: Sequence[Sequence[str]],
    plays: Sequence[tuple[int, str, str | None]],
) -> list[tuple[int, str]]:
    """(seat, suit) of every validated belote, in the order of their second card.

    `hands` are the complete hands before trick 1, `plays` every (seat, card, word) of the deal in order.
    With `ta_belotes` "one", only the first one completed counts.
    """
    found: list[tuple[int, str]] = []
    pending: dict[tuple[int, str], tuple[str, str | None]] = {}
    for seat, card, word in plays:
        suit = suit_of(card)
        if not {"K" + suit, "Q" + suit} <= set(hands[seat]) or rank_of(card) not in ("K", "Q"):
            continue
        if (seat, suit) not in pending:
            pending[(seat, suit)] = (card, word)
        elif validated(options, trump, [pending[(seat, suit)], (card, word)]):
            found.append((seat, suit))
    if trump == "TA" and options["ta_belotes"] == "one":
        return found[:1]
    return found
