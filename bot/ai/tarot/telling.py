"""From what a seat sees to what it knows in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ai.tarot.cards import BITS, EXCUSE, HONOURS, PETIT, TRUMPS, mask
from bot.ai.tarot.known import Known
from bot.ai.tarot.reading import CALL_LEADS, EXCUSE_LAST, ROUNDINGS, flat_misere
from bot.ai.tarot.terms import NOBODY
from bot.core.cards import Card
from bot.core.events import CardTakenBack, Event, standing_plays
from bot.core.games.tarot import events as ev
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.dealing import layout
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.poignee import Misere, Size, bonus
from bot.core.games.tarot.state import playing_seats
from bot.core.seats import Seat
from bot.core.situation import Situation


class Told:
    """What the events of a deal have told, gathered while going through them once.

    Args:
        situation: what a seat knows.
    """

    def __init__(self, situation: Situation) -> None:
        options = situation.setup.options
        assert isinstance(options, TarotOptions)
        self.options = options
        self.seats = playing_seats(situation.setup)
        self.places = {seat: place for place, seat in enumerate(self.seats)}
        players = len(self.seats)
        self.has, self.lacks = [0] * players, [0] * players
        self.bids, self.miseres = [-1] * players, [0] * players
        self.contract: Contract | None = None
        self.taker = self.chelem = NOBODY
        self.called = self.chien = self.aside = self.shown_aside = self.handfuls = 0
        self.untouchable = False
        for event in situation.seen:
            self._hear(event)

    def _hear(self, event: Event) -> None:
        match event:
            case ev.Passed(seat=seat):
                self.bids[self.places[seat]] = 0
            case ev.BidMade(seat=seat, contract=contract):
                self.taker, self.contract = self.places[seat], contract
                self.bids[self.taker] = contract.factor
            case ev.KingCalled(card=card):
                self.called = BITS[card]
            case ev.ChienTurned(cards=turned):
                self.chien = mask(turned)
            case ev.EcartMade(cards=put):
                self.aside = mask(put)
            case ev.EcartShown(trumps=shown):
                self.shown_aside = mask(shown)
            case ev.ChelemAnnounced(seat=seat):
                self.chelem = self.places[seat]
            case _:
                self._hear_cards(event)

    def _hear_cards(self, event: Event) -> None:
        match event:
            case ev.PetitSecSaid(seat=seat):
                self.has[self.places[seat]] |= PETIT
                self.lacks[self.places[seat]] |= (TRUMPS & ~PETIT) | EXCUSE
            case ev.PetitUntouchable():
                self.untouchable = True
            case ev.PoigneeShown(seat=seat, size=size, cards=shown):
                self._hear_poignee(self.places[seat], size, mask(shown))
            case ev.MisereSaid(seat=seat, misere=misere):
                place = self.places[seat]
                self.miseres[place] += 1
                self.lacks[place] |= TRUMPS | EXCUSE if misere is Misere.TRUMPS else HONOURS
            case ev.CardExposed(seat=seat, card=card) | CardTakenBack(seat=seat, card=card):
                self.has[self.places[seat]] |= BITS[card]
            case _:
                return

    def _hear_poignee(self, place: int, size: Size, shown: int) -> None:
        self.handfuls += bonus(size, self.options)
        self.has[place] |= shown & ~self.shown_aside
        if shown & EXCUSE:
            self.lacks[place] |= TRUMPS & ~shown


def leader_of(told: Told, plays: Sequence[tuple[Seat, Card]]) -> int:
    """Who leads, or led, the first trick (LEAD-FIRST)."""
    if plays:
        return told.places[plays[0][0]]
    return 0 if told.chelem == NOBODY else told.chelem


def know(situation: Situation, told: Told, task: int, seed: int, **asked: int | tuple[int, ...]) -> Known:
    """What the seat knows, and what it is asked.

    Args:
        situation: what the seat sees.
        told: what the events say.
        task: what is asked.
        seed: of all chance.
        asked: `worlds`, `infers`, `milliseconds`, `legal` and `choices`.
    """
    options, contract = told.options, told.contract
    plays = [(event.seat, event.card) for event in standing_plays(situation.seen)]
    rules = (
        CALL_LEADS[options.call_lead_restriction],
        int(told.untouchable),
        EXCUSE_LAST[options.excuse_last_trick],
        int(options.excuse_wins_last == "announced_only"),
        int(options.half_point == "ignore"),
        ROUNDINGS[options.score_round],
    )
    place = told.places[situation.seat]
    given: dict[str, int | tuple[int, ...]] = {
        "task": task,
        "seed": seed,
        "place": place,
        "players": len(told.seats),
        "taker": told.taker,
        "factor": 0 if contract is None else contract.factor,
        "rules": rules,
        "called": told.called,
        "chelem": told.chelem,
        "handfuls": told.handfuls,
        "miseres": tuple(told.miseres),
        "flat": 0 if contract is None else flat_misere(options, contract),
        "hand": mask(situation.view.hand),
        "chien": told.chien,
        "chien_size": layout(len(told.seats)).chien,
        "aside": told.aside,
        "shown_aside": told.shown_aside,
        "leader": leader_of(told, plays),
        "plays": tuple(BITS[card] for _, card in plays),
        "has": tuple(0 if other == place else cards for other, cards in enumerate(told.has)),
        "lacks": tuple(0 if other == place else cards for other, cards in enumerate(told.lacks)),
        "bids": tuple(told.bids),
    }
    return Known(**(given | asked))  # type: ignore[arg-type]  # names and types are those of the fields
