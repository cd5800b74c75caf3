"""Belote for two, with a talon and open: what holds after some moves, worked out anew from the pack every time.

Rules: docs/rules/belote.md 15, with sections 5, 7, 8, 11 and 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from .belote import validated
from .bidding import Call, State, auction
from .cards import Illegal, Options, card_points, legal_cards, number, rank_of, suit_of, winner_index

Move = tuple[int, str, str | None]  # seat, a card or "exchange", the word said with the card


class Told(TypedDict):
    """A deal so far.

    `hands`: cards each may play from; `under`: by card, the hidden one on which it was laid, until that is turned up;
    `royals`: by seat, king or queen of trumps played while the other one was there too, and the word said with it.
    """

    auction: State | None
    trump: str | None
    hands: list[list[str]]
    under: list[dict[str, str]]
    turned: str | None
    bottom: str | None
    seat: int
    trick: list[tuple[int, str]]
    tricks: list[int]
    points: list[int]
    royals: list[list[tuple[str, str | None]]]
    belotes: list[int]


def told(options: Options, dealer: int, deck: Sequence[str], calls: Sequence[Call], moves: Sequence[Move]) -> Told:
    """The deal after these calls and moves.

    Raises:
        Illegal: one of them is not allowed.
    """
    first = 1 - dealer
    known = _dealt(options, dealer, list(deck))
    turned = deck[-1] if options["form"] == "open" else deck[12]
    if options["form"] == "open" and options["open_trump"] == "last_card":
        known["trump"] = suit_of(turned)
    else:
        known["turned"] = turned
        bids = auction(options, dealer, calls, turned)
        known["auction"] = bids
        if bids["status"] == "contract":
            known["trump"] = bids["trump"]
            _complete(options, dealer, list(deck), known)
    known["seat"] = first
    for seat, what, word in moves:
        _move(options, known, seat, what, word)
    return known


def _dealt(options: Options, dealer: int, deck: list[str]) -> Told:
    first, other = 1 - dealer, dealer
    hands: list[list[str]] = [[], []]
    under: list[dict[str, str]] = [{}, {}]
    if options["form"] == "open":
        for pile in range(8):
            for place, seat in enumerate((first, other)):
                card = deck[16 + 2 * pile + place]
                hands[seat].append(card)
                under[seat][card] = deck[2 * pile + place]
    else:
        hands[first] = deck[0:3] + deck[6:9]
        hands[other] = deck[3:6] + deck[9:12]
    return {
        "auction": None,
        "trump": None,
        "hands": hands,
        "under": under,
        "turned": None,
        "bottom": None,
        "seat": first,
        "trick": [],
        "tricks": [],
        "points": [0, 0],
        "royals": [[], []],
        "belotes": [],
    }


def _complete(options: Options, dealer: int, deck: list[str], known: Told) -> None:
    if options["form"] == "open":
        known["turned"] = None
        return
    known["hands"][1 - dealer] += deck[13:16]
    known["hands"][dealer] += deck[16:19]
    known["bottom"] = deck[31]


def may_exchange(options: Options, known: Told, seat: int) -> bool:
    """May the seat put down the seven of trumps for the turned card now?"""
    turned, trump = known["turned"], known["trump"]
    if options["form"] != "talon" or not options["seven_exchange"] or turned is None or known["seat"] != seat:
        return False
    return trump == suit_of(turned) and not known["tricks"] and "7" + str(trump) in known["hands"][seat]


def legal(options: Options, known: Told) -> set[str]:
    """Cards that the seat to play may play."""
    assert known["trump"] is not None
    return legal_cards(options, known["trump"], known["seat"], known["trick"], known["hands"][known["seat"]])


def _move(options: Options, known: Told, seat: int, what: str, word: str | None) -> None:
    trump, hand = known["trump"], known["hands"][seat]
    assert trump is not None
    if what == "exchange":
        if not may_exchange(options, known, seat):
            raise Illegal("no exchange")
        assert known["turned"] is not None
        hand.remove("7" + trump)
        hand.append(known["turned"])
        known["turned"] = "7" + trump
        return
    if seat != known["seat"] or what not in legal(options, known):
        raise Illegal(f"{what} by {seat}")
    _belote(options, known, seat, what, word)
    hand.remove(what)
    known["trick"].append((seat, what))
    known["seat"] = 1 - seat
    if len(known["trick"]) == 2:
        _gather(options, known, trump)


def _belote(options: Options, known: Told, seat: int, card: str, word: str | None) -> None:
    """20 points for who had king and queen of trumps before him at once, and said so where it must be said."""
    if suit_of(card) != known["trump"] or rank_of(card) not in "KQ":
        return
    partner = ("Q" if rank_of(card) == "K" else "K") + suit_of(card)
    royals = known["royals"][seat]
    if partner in known["hands"][seat]:
        royals.append((card, word))
    elif royals and validated(options, str(known["trump"]), [royals[0], (card, word)]):
        known["belotes"].append(seat)


def _gather(options: Options, known: Told, trump: str) -> None:
    cards = [card for _, card in known["trick"]]
    winner = known["trick"][winner_index(trump, cards)][0]
    known["points"][winner] += sum(card_points(options, trump, card) for card in cards)
    for seat, card in known["trick"]:
        if card in known["under"][seat]:
            known["hands"][seat].append(known["under"][seat].pop(card))
    known["tricks"].append(winner)
    known["trick"] = []
    known["seat"] = winner


class Marked(TypedDict):
    """Exact marks by seat, whether the contract was made (None: a tie, or nobody took), and what waits, by seat."""

    made: bool | None
    exact: list[int]
    waiting: list[int]
    belote: list[int]
    failed: int | None
    trickless: int | None


def marked(options: Options, known: Told, waiting: Sequence[int], last: bool) -> Marked:
    """What a deal that was played to its end is worth. `waiting`: left by earlier ties, by who put it in."""
    tricks = list(known["points"])
    tricks[known["tricks"][-1]] += 10
    trickless = next((seat for seat in (0, 1) if seat not in known["tricks"]), None)
    if trickless is not None:
        tricks[1 - trickless] += number(options, "capot_bonus")
    belote = [20 * known["belotes"].count(seat) for seat in (0, 1)]
    own = [tricks[seat] + belote[seat] for seat in (0, 1)]
    done: Marked = {
        "made": None,
        "exact": own,
        "waiting": [0, 0],
        "belote": belote,
        "failed": None,
        "trickless": trickless,
    }
    if known["auction"] is None:
        return done
    taker = known["auction"]["taker"]
    other = 1 - taker
    compared = own if options["belote_counts_for_contract"] else tricks
    tie = compared[taker] == compared[other] and trickless != other
    if tie and options["litige"] == "carry":
        if last:
            done["exact"] = [own[seat] + waiting[seat] for seat in (0, 1)]
            return done
        held = options["litige_belote"] == "held"
        done["waiting"] = list(waiting)
        done["waiting"][taker] += own[taker] if held else tricks[taker]
        done["exact"][taker] = 0 if held else belote[taker]
        if held:
            done["belote"][taker] = 0
        return done
    made = compared[taker] > compared[other] or trickless == other or (tie and options["litige"] == "made")
    done["made"] = made
    if not made:
        _failed(options, done, tricks, taker)
    done["exact"][taker if made else other] += sum(waiting)
    return done


def _failed(options: Options, done: Marked, tricks: Sequence[int], taker: int) -> None:
    other = 1 - taker
    base = sum(tricks)
    if options["fail_marks"] == "flat":
        base = number(options, "fail_base")
        base += number(options, "capot_bonus") if done["trickless"] == taker else 0
    belote = done["belote"]
    if options["belote_on_fail"] != "kept":
        belote[other] += belote[taker]
        belote[taker] = 0
    done["exact"][other] = base + belote[other]
    done["exact"][taker] = belote[taker]
    done["failed"] = taker


def next_dealer(options: Options, dealer: int, known: Told, done: Marked, marks: Sequence[int]) -> int:
    """Who deals after a deal that was played."""
    if options["next_dealer"] == "winner":
        if known["auction"] is None and marks[0] != marks[1]:
            return 0 if marks[0] > marks[1] else 1
        if known["auction"] is not None and done["made"] is not None:
            taker = known["auction"]["taker"]
            return taker if done["made"] else 1 - taker
    return 1 - dealer
