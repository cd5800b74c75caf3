"""Cards of tarot: the pack, what cards are worth, which may be played, which wins.

Cards are strings: rank and suit ("10S", "CC" is the cavalier of clubs), "T1" to "T21", "EX". A *fool* is a card that
may be played at any time and wins nothing: the Excuse, and a Petit declared untouchable. Options are dictionaries of
the names in docs/rules/tarot.md 21. Rules: sections 2, 10 and 11.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

OptionValue = str | int | bool | None
Options = Mapping[str, OptionValue]

SUITS = ["S", "H", "D", "C"]
RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K"]  # weakest first
TRUMPS = [f"T{number}" for number in range(1, 22)]
EXCUSE, PETIT = "EX", "T1"
BOUTS = ["T21", PETIT, EXCUSE]
DECK = [rank + suit for suit in SUITS for rank in RANKS] + TRUMPS + [EXCUSE]
WORTH = {"K": 9, "Q": 7, "C": 5, "J": 3}
JUST_EXCUSE = (EXCUSE,)

DEFAULTS: dict[str, OptionValue] = {
    "petit_sec": "redeal",
    "lone_excuse": "play",
    "bids": "standard",
    "five_mode": "call",
    "call_self": "allowed",
    "call_lead_restriction": "opening_lead",
    "chelem_window": "until_lead",
    "chelem_by_defence": "no",
    "poignee_values": "20_30_40",
    "poignee_five": "8_10_13",
    "poignee_time": "first_card",
    "misere": "off",
    "excuse_wins_last": "any_chelem",
    "excuse_last_trick": "changes_side",
    "excuse_pay_from": "tricks",
    "half_point": "winner",
    "score_round": "exact",
    "deals": 12,
    "target": None,
    "tie": "shared",
    "take_back": "none",
    "out_of_turn": "refuse",
}
"""What the federation plays."""


class Illegal(Exception):
    """An act the rules do not allow."""


def suit_of(card: str) -> str:
    """S, H, D, C, "T" for a numbered trump, "" for the Excuse."""
    if card == EXCUSE:
        return ""
    return "T" if card.startswith("T") else card[-1]


def rank_of(card: str) -> str:
    """The rank of a suit card; "" for trumps and the Excuse."""
    return card[:-1] if suit_of(card) in SUITS else ""


def is_trump(card: str) -> bool:
    """True for a numbered trump: the Excuse is none."""
    return suit_of(card) == "T"


def height(card: str) -> int:
    """Strength inside its own suit, or among trumps."""
    return int(card[1:]) if is_trump(card) else RANKS.index(rank_of(card))


def half_points(cards: Iterable[str]) -> int:
    """Twice the card points."""
    return sum(9 if card in BOUTS else WORTH.get(rank_of(card), 1) for card in cards)


def bouts(cards: Iterable[str]) -> int:
    return sum(card in BOUTS for card in cards)


def is_low(card: str) -> bool:
    """Worth half a point, so that it can be given for the Excuse."""
    return half_points([card]) == 1


def led_card(trick: Sequence[str], fools: Collection[str] = JUST_EXCUSE) -> str | None:
    """The card that sets the suit: the first that is no fool."""
    for card in trick:
        if card not in fools:
            return card
    return None


def legal_cards(hand: Sequence[str], trick: Sequence[str], fools: Collection[str] = JUST_EXCUSE) -> set[str]:
    """What may be played to these cards, without what some options and the first lead at five add (section 10)."""
    led = led_card(trick, fools)
    if led is None:
        return set(hand)
    free = {card for card in hand if card in fools}
    ordinary = [card for card in hand if card not in fools]
    following = {card for card in ordinary if suit_of(card) == suit_of(led)}
    if following and not is_trump(led):
        return following | free
    trumps = {card for card in ordinary if is_trump(card)}
    if not trumps:
        return set(hand)
    highest = max((height(card) for card in trick if is_trump(card) and card not in fools), default=0)
    higher = {card for card in trumps if height(card) > highest}
    return (higher if higher else trumps) | free


def opening_leads(
    options: Options, hand: Sequence[str], called: str | None, *, leader_is_taker: bool, fools: Collection[str]
) -> set[str]:
    """What may be the very first card of a deal: at five not the suit of the called card, but that card may be."""
    rule = options["call_lead_restriction"]
    if called is None or rule == "none" or (rule == "taker_only" and not leader_is_taker):
        return set(hand)
    return {card for card in hand if card == called or card in fools or suit_of(card) != suit_of(called)}


def winner_index(trick: Sequence[str], fools: Collection[str] = JUST_EXCUSE, *, fool_leads_to_win: bool = False) -> int:
    """Position of the card that wins. `fool_leads_to_win`: a fool led here wins (TRICK-CHELEM)."""
    if fool_leads_to_win and trick[0] in fools:
        return 0
    led = led_card(trick, fools)
    if led is None:
        raise ValueError("a trick of fools alone")
    ordinary = [card for card in trick if card not in fools]
    trumps = [card for card in ordinary if is_trump(card)]
    able = trumps if trumps else [card for card in ordinary if suit_of(card) == suit_of(led)]
    return list(trick).index(max(able, key=height))


def count_play_sequences(
    hands: Sequence[Sequence[str]], leader: int, trick: Sequence[str] = (), sweeping: Collection[int] = ()
) -> tuple[int, list[int]]:
    """How many complete sequences of legal plays an ending has, and in how many tricks of them all each seat wins.

    `hands` are the cards still held; `leader` leads or led the current trick; `sweeping` are the seats of the camp that
    has won every trick before, if one has.
    """
    won = [0] * len(hands)
    if len(trick) == len(hands):
        wins = leader in sweeping and not any(hands)
        leader = (leader + winner_index(trick, fool_leads_to_win=wins)) % len(hands)
        trick = ()
        sequences, won = count_play_sequences(hands, leader, trick, sweeping if leader in sweeping else ())
        won[leader] += sequences
        return sequences, won
    if not any(hands):
        return 1, won
    seat = (leader + len(trick)) % len(hands)
    total = 0
    for card in sorted(legal_cards(hands[seat], trick)):
        left = [list(held) for held in hands]
        left[seat].remove(card)
        sequences, tricks = count_play_sequences(left, leader, [*trick, card], sweeping)
        total += sequences
        won = [one + other for one, other in zip(won, tricks, strict=True)]
    return total, won
