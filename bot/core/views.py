"""Views: everything one seat, or a spectator, may see of a deal. Made by naming what is shown, never by hiding."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.cards import Card
from bot.core.facts import Fact
from bot.core.seats import Seat


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick on the table or just gathered.

    Attributes:
        plays: (seat, card) in order of play.
        winner: who is winning it so far, or has won it; None while empty.
    """

    plays: tuple[tuple[Seat, Card], ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Zone:
    """Named cards that lie open for this viewer: `turned`, `shown` (with its seat), `dog`."""

    name: str
    cards: tuple[Card, ...]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the auction, to be put into words."""

    seat: Seat
    fact: Fact


@dataclass(frozen=True)
class View:
    """One deal as one viewer sees it. It has no slots, so that viewers' views are copied from one (see `evolving`).

    Attributes:
        viewer: the seat, None for a spectator.
        phase: `bidding`, `play`, `over`, or one of the game's own, with words of its own (`turn.<phase>`,
            `mine.<phase>`, and `turn.<phase>.many` where several act at once). Before the cards are dealt there is no
            view.
        dealer: who dealt.
        hand: own cards sorted for display (trumps first, colours alternating); empty for a spectator.
        playable: own cards that may be played now; empty when not to play.
        duty: why only those (`duty.follow`, `duty.trump` …), that a word said waits for its card, or what cards are
            picked for; None where every card of the hand may be played anyway.
        hand_sizes: number of cards held, by seat.
        trick: the current trick; a complete one stays in `last_trick` until the next card.
        last_trick: the last complete trick, None before the first or when the options forbid to look.
        tricks_won: number of tricks won, by seat.
        to_act: seats that must act.
        may_act: seats that must or may act.
        trump: code of the trump denomination once known (`S`, `SA`, `TA` …), else None.
        taker: the taker once known.
        contract: the contract in words-to-be, None before.
        calls: the auction so far.
        zones: open cards other than tricks; once the deal is over those that no hand of `hands` shows, or that tell why
            it was annulled. Everybody sees the same.
        own: cards that only this seat may see beside its hand (passed, received …); empty for a spectator.
        facts: what else was said aloud, oldest first (belote, annonces …).
        points: card points won so far, by side, None where the game keeps them secret.
        aloud: codes of actions that may be done out of turn, offered beside the public message too; the same for
            every viewer, and never one that tells who holds what.
        hands: all hands as dealt, once the deal is over and they may be shown; else empty.
        account: the score explained line by line, once over.
    """

    viewer: Seat | None
    phase: str
    dealer: Seat
    hand: tuple[Card, ...]
    playable: tuple[Card, ...]
    duty: Fact | None
    hand_sizes: tuple[int, ...]
    trick: TrickView
    last_trick: TrickView | None
    tricks_won: tuple[int, ...]
    to_act: frozenset[Seat]
    may_act: frozenset[Seat]
    trump: str | None
    taker: Seat | None
    contract: Fact | None
    calls: tuple[Call, ...]
    zones: tuple[Zone, ...]
    facts: tuple[Fact, ...]
    points: tuple[int, ...] | None
    aloud: tuple[str, ...] = ()
    own: tuple[Zone, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    account: tuple[Fact, ...] = ()
