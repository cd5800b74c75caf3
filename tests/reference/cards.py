"""Cards of the belote family: order, points, trick winner, legal cards.

Cards are strings, rank then suit: "10S", "QH". A denomination is "S", "H", "D", "C", "SA" or "TA".
Options are the plain dictionaries of the case file. Rules: docs/rules/belote.md 3 and 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

OptionValue = str | int | bool | None
Options = Mapping[str, OptionValue]

SUITS = ["S", "H", "D", "C"]
RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
DECK = [rank + suit for suit in SUITS for rank in RANKS]

TRUMP_ORDER = ["7", "8", "Q", "K", "10", "A", "9", "J"]  # weakest first
PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "10", "A"]

TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
SA_ACE19 = {"A": 19, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TA_SCALED_13 = {"J": 13, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 2, "8": 0, "7": 0}
TA_SCALED_14 = {"J": 14, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 1, "8": 0, "7": 0}


class Illegal(Exception):
    """An act the rules do not allow."""


def number(options: Options, name: str) -> int:
    """The option as a whole number; `TypeError` when it is not one."""
    value = options[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"option {name} is {value!r}, not a number")
    return value


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str:
    return card[-1]


def is_trump(trump: str, card: str) -> bool:
    """True for a card of the trump suit; nothing can ruff in SA and TA, so nothing is a trump there."""
    return suit_of(card) == trump


def ranks_as_trump(trump: str, card: str) -> bool:
    """True where the order J 9 A 10 K Q 8 7 applies."""
    return trump == "TA" or is_trump(trump, card)


def order(trump: str, card: str) -> int:
    """Strength of a card inside its own suit, 0 (weakest) to 7."""
    if ranks_as_trump(trump, card):
        return TRUMP_ORDER.index(rank_of(card))
    return PLAIN_ORDER.index(rank_of(card))


def card_points(options: Options, trump: str, card: str) -> int:
    """Points of a card on the native scale of the contract (before any conversion)."""
    rank = rank_of(card)
    if trump == "SA":
        return SA_ACE19[rank] if options["sa_values"] == "ace19" else PLAIN_POINTS[rank]
    if trump == "TA":
        if options["ta_values"] == "scaled_13":
            return TA_SCALED_13[rank]
        if options["ta_values"] == "scaled_14":
            return TA_SCALED_14[rank]
        return TRUMP_POINTS[rank]
    return TRUMP_POINTS[rank] if is_trump(trump, card) else PLAIN_POINTS[rank]


def points_of(options: Options, trump: str, cards: Iterable[str]) -> int:
    """Points of several cards, without the last-trick bonus."""
    return sum(card_points(options, trump, card) for card in cards)


def winner_index(trump: str, cards: Sequence[str]) -> int:
    """Position of the winning card among cards given in the order they were played."""
    led = suit_of(cards[0])
    trumps = [card for card in cards if is_trump(trump, card)]
    able = trumps if trumps else [card for card in cards if suit_of(card) == led]
    best = max(able, key=lambda card: order(trump, card))
    return list(cards).index(best)


def are_partners(options: Options, one: int, other: int) -> bool:
    """True for two different seats of the same side; with two or three players nobody has a partner."""
    return options["players"] == 4 and one != other and (one - other) % 2 == 0


def legal_cards(
    options: Options, trump: str, seat: int, trick: Sequence[tuple[int, str]], hand: Sequence[str]
) -> set[str]:
    """Cards that `seat` may play; `trick` holds (seat, card) in the order they were played."""
    if not trick:
        return set(hand)
    cards = [card for _, card in trick]
    position = winner_index(trump, cards)
    best = cards[position]
    partner_is_master = are_partners(options, seat, trick[position][0])
    led = suit_of(cards[0])
    following = [card for card in hand if suit_of(card) == led]
    if trump == "SA":
        return set(following) if following else set(hand)
    if trump == "TA":
        return _tout_atout(options, partner_is_master, best, following, hand)
    if led == trump:
        return _trump_led(options, trump, partner_is_master, best, following, hand)
    if following:
        return set(following)
    return _void(options, trump, partner_is_master, best, hand)


def _tout_atout(
    options: Options, partner_is_master: bool, best: str, following: Sequence[str], hand: Sequence[str]
) -> set[str]:
    if not following:
        return set(hand)
    if not options["ta_rise"]:
        return set(following)
    if partner_is_master and not options["rise_on_partner"]:
        return set(following)
    higher = {card for card in following if order("TA", card) > order("TA", best)}
    return higher if higher else set(following)


def _trump_led(
    options: Options,
    trump: str,
    partner_is_master: bool,
    best: str,
    trumps: Sequence[str],
    hand: Sequence[str],
) -> set[str]:
    if not trumps:
        return set(hand)
    if partner_is_master and not options["rise_on_partner"]:
        return set(trumps)
    higher = {card for card in trumps if order(trump, card) > order(trump, best)}
    return higher if higher else set(trumps)


def _void(options: Options, trump: str, partner_is_master: bool, best: str, hand: Sequence[str]) -> set[str]:
    """A plain suit is led and the hand has none of it (7.2, points 3 to 5)."""
    trumps = {card for card in hand if is_trump(trump, card)}
    others = set(hand) - trumps
    if not trumps:
        return others
    if not is_trump(trump, best):  # nobody has ruffed, or at least not with effect
        return set(hand) if partner_is_master else trumps
    higher = {card for card in trumps if order(trump, card) > order(trump, best)}
    if partner_is_master:
        if options["under_partner"] == "no_undertrump" and higher:
            return others | higher
        if options["under_partner"] == "must_rise" and higher and not others:
            return higher
        return set(hand)
    if higher:
        return higher
    return trumps if options["undertrump"] == "required" else set(hand)


def count_play_sequences(
    options: Options,
    trump: str,
    hands: Sequence[Sequence[str]],
    leader: int,
    trick: Sequence[tuple[int, str]] = (),
) -> int:
    """How many different complete sequences of legal plays an ending has (four players).

    `hands` are the cards still held, `leader` the seat that leads or led the current trick.
    """
    if len(trick) == len(hands):
        leader = trick[winner_index(trump, [card for _, card in trick])][0]
        trick = ()
    if not any(hands):
        return 1
    seat = (leader + len(trick)) % len(hands)
    total = 0
    for card in sorted(legal_cards(options, trump, seat, trick, hands[seat])):
        left = [list(cards) for cards in hands]
        left[seat].remove(card)
        total += count_play_sequences(options, trump, left, leader, [*trick, (seat, card)])
    return total
