"""Retells a match of hearts to its independent reference, and compares every answer."""

from __future__ import annotations

from bot.core import match
from bot.core.actions import Deal
from bot.core.events import TrickWon
from bot.core.match import DealEnded, MatchEnded
from bot.core.seats import Seat
from tests.conformance.walk import Choices, Moment, Walk
from tests.reference import hearts as reference


class HeartsRetelling:
    """Compares a whole walk, moment by moment."""

    def __init__(self, walk: Walk, choices: Choices) -> None:
        self.walk = walk
        self.options = walk.opened.state.options.values()
        self.players = walk.opened.state.players
        self.deal: reference.Deal | None = None
        self.choice: str | None = None

    def run(self) -> None:
        """Compare.

        Raises:
            AssertionError: the two disagree.
        """
        for moment in self.walk.moments:
            if isinstance(moment.action, Deal):
                self._dealt(moment, moment.action)
            else:
                self._compare(moment)
            if moment.after.between:
                self._compare_end(moment)
            else:
                self._compare_hands(moment)

    def _dealt(self, moment: Moment, action: Deal) -> None:
        order = [card.code for card in action.order]
        assert set(order) == set(reference.pack(self.options, self.players))
        dealer, number = int(moment.before.dealer), moment.after.number
        self.deal = reference.Deal(self.options, self.players, dealer, number, order)

    def _compare(self, moment: Moment) -> None:
        """Who must act, what may be done, who wins the trick."""
        deal, acting = self.deal, match.to_act(self.walk.game, moment.before)
        assert deal is not None
        assert moment.seat is not None
        kind, _, argument = moment.action.code.partition(":")
        if kind == "give":
            assert acting == deal.givers()
            deal.give(int(moment.seat), argument.split())
            return
        if kind == "moon":
            assert acting == {reference.shot_the_moon(deal.piles)}
            assert self.options["moon"] == "choice"
            self.choice = argument
            return
        assert kind == "play"
        assert deal.givers() == set()
        assert acting == {deal.turn()} == {moment.seat}
        assert moment.before.deal is not None
        view = self.walk.game.view(moment.before.deal, moment.seat)
        assert {card.code for card in view.playable} == deal.legal(), (self.options, deal)
        won = [int(event.seat) for event in moment.events if isinstance(event, TrickWon)]
        taker = deal.play(argument)
        assert won == ([] if taker is None else [taker])

    def _compare_hands(self, moment: Moment) -> None:
        assert self.deal is not None
        assert moment.after.deal is not None
        for seat, hand in enumerate(self.deal.hands):
            view = self.walk.game.view(moment.after.deal, Seat(seat))
            assert {card.code for card in view.hand} == set(hand)

    def _compare_end(self, moment: Moment) -> None:
        deal = self.deal
        assert deal is not None
        assert deal.played_out
        ended = next(event for event in moment.events if isinstance(event, DealEnded))
        marks = reference.points(self.options, deal.piles, self.choice)
        assert list(ended.points) == marks, (self.options, deal.piles, self.choice)
        assert ended.next_dealer == (deal.dealer + 1) % self.players
        assert ended.counts
        over = [event for event in moment.events if isinstance(event, MatchEnded)]
        totals = [before + mark for before, mark in zip(moment.before.totals, marks, strict=True)]
        finished, winner = reference.match_end(self.options, totals)
        assert bool(over) == finished
        assert not over or over[0].winner == winner
        self.choice = None


def penalty_totals(walk: Walk) -> None:
    """The points of every deal add up as docs/rules/hearts.md 11 says."""
    options = walk.opened.state.options.values()
    others = walk.opened.state.players - 1
    jack = -10 if options["jack_of_diamonds"] else 0
    for moment in walk.moments:
        for event in moment.events:
            if isinstance(event, DealEnded):
                plain = sum(event.points) - jack
                assert plain in (26, 26 * others, -26), event.points
                assert max(event.points) <= 26
                if plain == 26 * others:
                    assert options["moon"] != "own_subtract"
                if plain == -26:
                    assert options["moon"] != "others_add"
