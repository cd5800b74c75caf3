"""A whole deal as one slow function: dealing, auction, eight tricks, annonces, belotes, marks.

Four players. Rules: docs/rules/belote.md 4 to 12.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from .annonces import Combo, annonce_points, combos_of, side_of, winning_side
from .belote import belotes_of_deal
from .bidding import Call, State, auction, is_classic
from .cards import DECK, Illegal, Options, legal_cards, number, points_of, winner_index
from .scoring import Contract, Count, Result, Sides, score_deal

Play = tuple[int, str, str | None]  # seat, card, word said ("belote", "rebelote" or None)


class TrickDone(TypedDict):
    leader: int
    cards: list[str]
    winner: int
    points: int


class DealDone(TypedDict):
    """Everything about one deal that was played."""

    contract: State
    hands: list[list[str]]
    tricks: list[TrickDone]
    combos: dict[int, list[Combo]]
    annonces_winner: str | None
    belotes: list[tuple[int, str]]
    count: Count
    result: Result
    next_dealer: int


def next_dealer(options: Options, dealer: int) -> int:
    return (dealer + 1) % number(options, "players")


def cutter(options: Options, dealer: int) -> int:
    return (dealer - 1) % number(options, "players")


def dealing_order(options: Options, dealer: int) -> list[int]:
    players = number(options, "players")
    return [(dealer + 1 + step) % players for step in range(players)]


def packets(options: Options, dealer: int, pattern: str, taker: int | None = None) -> list[tuple[int | str, int]]:
    """(seat or "turn_up", number of cards) in sequence; `pattern` is like "3-2" or "3-2-3".

    Classic: the part after the turned card only once there is a taker.
    """
    order = dealing_order(options, dealer)
    dealt: list[tuple[int | str, int]] = [(seat, int(size)) for size in pattern.split("-") for seat in order]
    if is_classic(options):
        dealt.append(("turn_up", 1))
        if taker is not None:
            dealt += [(seat, 2 if seat == taker else 3) for seat in order]
    return dealt


def deal_hands(
    options: Options, dealer: int, deck: Sequence[str], taker: int | None = None
) -> tuple[list[list[str]], str | None]:
    """Hands by seat and the turned card (None in coinche).

    Cards are taken from the front of the deck. Classic: 3 to each seat starting with the dealer's next,
    then 2 to each, then the turned card; with a taker, the taker gets the turned card, and from the rest
    of the deck everybody gets 3 (the taker 2), again starting with the dealer's next. Coinche: 3, 2, 3.
    """
    if sorted(deck) != sorted(DECK):
        raise ValueError("not a deck of 32 different cards")
    hands: list[list[str]] = [[] for _ in range(number(options, "players"))]
    turn_up: str | None = None
    left = list(deck)
    for target, size in packets(options, dealer, "3-2" if is_classic(options) else "3-2-3", taker):
        packet, left = left[:size], left[size:]
        if isinstance(target, int):
            hands[target] += packet
        else:
            turn_up = packet[0]
    if taker is not None and turn_up is not None:
        hands[taker].append(turn_up)
    return hands, turn_up


def trick_one_leader(options: Options, dealer: int, contract: State) -> int:
    """The dealer's next, or the bidder of a générale where `generale_leads` (default: yes)."""
    if contract.get("bid") == "generale" and options.get("generale_leads", True):
        return contract["taker"]
    return (dealer + 1) % number(options, "players")


def play_tricks(
    options: Options, trump: str, leader: int, hands: Sequence[Sequence[str]], plays: Sequence[Play]
) -> list[TrickDone]:
    """The eight tricks; raises `Illegal` on a card out of turn, not held, not allowed, missing or extra."""
    left = [list(hand) for hand in hands]
    if len(plays) != 32:
        raise Illegal(f"{len(plays)} cards played, 32 expected")
    done: list[TrickDone] = []
    trick: list[tuple[int, str]] = []
    for by, card, _ in plays:
        seat = (leader + len(trick)) % 4
        if by != seat:
            raise Illegal(f"seat {seat} is to play, not {by}")
        if card not in left[seat]:
            raise Illegal(f"seat {seat} does not hold {card}")
        if card not in legal_cards(options, trump, seat, trick, left[seat]):
            raise Illegal(f"seat {seat} may not play {card} now")
        left[seat].remove(card)
        trick.append((seat, card))
        if len(trick) == 4:
            cards = [played for _, played in trick]
            winner = trick[winner_index(trump, cards)][0]
            points = points_of(options, trump, cards)
            done.append({"leader": leader, "cards": cards, "winner": winner, "points": points})
            leader, trick = winner, []
    return done


def make_count(
    contract: State, tricks: Sequence[TrickDone], belotes: Sequence[tuple[int, str]], annonces: Sides
) -> Count:
    """What scoring needs to know of a deal."""
    won: Sides = {"A": 0, "B": 0}
    points: Sides = {"A": 0, "B": 0}
    for trick in tricks:
        won[side_of(trick["winner"])] += 1
        points[side_of(trick["winner"])] += trick["points"]
    stake: Contract = {"team": side_of(contract["taker"]), "trump": contract["trump"]}
    if "bid" in contract:
        stake["bid"] = contract["bid"]
        stake["coinche"] = contract["coinche"]
    return {
        "contract": stake,
        "cards": points,
        "tricks": won,
        "der": side_of(tricks[-1]["winner"]),
        "belote": [side_of(seat) for seat, _ in belotes],
        "annonces": annonces,
        "solo": all(trick["winner"] == contract["taker"] for trick in tricks),
    }


def play_deal(
    options: Options,
    dealer: int,
    deck: Sequence[str],
    calls: Sequence[Call],
    plays: Sequence[Play],
    last: bool = False,
) -> DealDone | None:
    """Play one deal to its end; None when nobody took (its next dealer: see `auction`).

    The deck is dealt as in `deal_hands`. Annonces are announced automatically by everybody. Belotes need
    their words in `plays` where `belote_announce` is "manual"; with "auto" the words are ignored. `last`:
    the last deal of a fixed-length match. Raises `Illegal` on any illegal or missing act.
    """
    _, turn_up = deal_hands(options, dealer, deck)
    contract = auction(options, dealer, calls, turn_up)
    if contract["status"] == "open":
        raise Illegal("the auction is not finished")
    if contract["status"] == "passed_out":
        if plays:
            raise Illegal("nobody plays a deal that nobody took")
        return None
    hands, _ = deal_hands(options, dealer, deck, contract["taker"])
    trump = contract["trump"]
    leader = trick_one_leader(options, dealer, contract)
    tricks = play_tricks(options, trump, leader, hands, plays)
    combos: dict[int, list[Combo]] = {seat: [] for seat in range(4)}
    if options["annonces"]:
        combos = {seat: combos_of(options, trump, hands[seat]) for seat in range(4)}
    belotes = belotes_of_deal(options, trump, hands, plays)
    points = annonce_points(options, trump, leader, combos)
    count = make_count(contract, tricks, belotes, points)
    return {
        "contract": contract,
        "hands": hands,
        "tricks": tricks,
        "combos": combos,
        "annonces_winner": winning_side(options, trump, leader, combos),
        "belotes": belotes,
        "count": count,
        "result": score_deal(options, count, last),
        "next_dealer": next_dealer(options, dealer),
    }
