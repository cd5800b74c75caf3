"""Retells a match of belote for three to its slow reference, and compares every answer."""

from __future__ import annotations

from dataclasses import asdict

from bot.core import match
from bot.core.actions import Deal
from bot.core.events import DealScored, TrickWon
from bot.core.families.belote.events import BeloteSaid
from bot.core.match import DealEnded, MatchEnded, MatchState
from bot.core.prompts import PickCards
from bot.core.seats import Seat, all_seats
from tests.conformance.regrets import Regrets
from tests.conformance.retelling import CALLS, Retelling
from tests.conformance.walk import Choices, Moment, Walk
from tests.reference import bidding, cards, three
from tests.reference.cards import Options

ALL_POINTS = 152


class RetellingOfThree(Retelling):
    """Compares a whole walk, moment by moment."""

    def __init__(self, walk: Walk, choices: Choices) -> None:
        super().__init__(walk, choices)
        # What the game does not have is asked of the reference's classic parts all the same.
        self.options: Options = {**asdict(walk.opened.state.options), "game": "belote", "players": 3}
        self.dealer = 0
        self.deck: list[str] = []
        self.calls: list[bidding.Call] = []
        self.aside: list[str] = []
        self.plays: list[three.Play] = []
        self.word: str | None = None
        self.number = 0
        self.regrets = Regrets(walk.game, "none", (0, 1, 2))

    def run(self) -> None:
        """Compare.

        Raises:
            AssertionError: the two disagree.
        """
        for moment in self.walk.moments:
            if isinstance(moment.action, Deal):
                self.dealer = int(moment.before.dealer)
                self.deck = [card.code for card in moment.action.order]
                self.calls, self.aside, self.plays, self.word = [], [], [], None
                self.regrets = Regrets(self.walk.game, self.options["undo"], (0, 1, 2))
            else:
                assert moment.seat is not None
                self._compare_state(moment.before)
                self._follow(moment, int(moment.seat))
            if moment.after.between:
                self._compare_end(moment)

    @property
    def known(self) -> bidding.State:
        """The auction so far."""
        turned = three.before_bidding(self.options, self.dealer, self.deck)["turned"]
        return bidding.auction(self.options, self.dealer, self.calls, turned)

    def _hands(self, taker: int) -> list[list[str]]:
        """Hands before the first trick."""
        dealt = three.after_take(self.options, self.dealer, self.deck, taker)
        return three.put_aside(dealt, taker, self.aside) if self.aside else dealt["hands"]

    def _compare_state(self, state: MatchState) -> None:
        """Whose turn it is, everybody's hand, and what is offered."""
        known = self.known
        if known["status"] == "open":
            self._compare_bids(state, known)
        elif self.options["three_deal"] == "chien" and not self.aside:
            self._compare_ecart(state, known["taker"])
        else:
            self._compare_card(state, known)

    def _compare_hands(self, state: MatchState, hands: list[list[str]]) -> None:
        assert state.deal is not None
        for seat in all_seats(3):
            assert {card.code for card in self.walk.game.view(state.deal, seat).hand} == set(hands[seat])

    def _compare_bids(self, state: MatchState, known: bidding.State) -> None:
        dealt = three.before_bidding(self.options, self.dealer, self.deck)
        self._compare_hands(state, dealt["hands"])
        assert match.to_act(self.walk.game, state) == {known["seat"]}
        for seat in all_seats(3):
            offered = match.prompts(self.walk.game, state, seat)
            for call in ("pass", "take", *(f"take:{name}" for name in ("S", "H", "D", "C", "SA", "TA"))):
                mine = any(prompt.accepts(call) for prompt in offered)
                theirs = bidding.is_valid(self.options, self.dealer, self.calls, call, int(seat), dealt["turned"])
                assert mine == theirs, f"{call} by seat {seat} after {self.calls}"

    def _compare_ecart(self, state: MatchState, taker: int) -> None:
        hands = self._hands(taker)
        self._compare_hands(state, hands)
        assert match.to_act(self.walk.game, state) == {taker}
        (pick,) = match.prompts(self.walk.game, state, Seat(taker))
        assert isinstance(pick, PickCards)
        assert (pick.minimum, pick.maximum) == (2, 2)
        assert {card.code for card in pick.pool} == set(hands[taker])

    def _compare_card(self, state: MatchState, known: bidding.State) -> None:
        assert state.deal is not None
        self.regrets.compare(state)
        trump, hands = known["trump"], self._hands(known["taker"])
        done = three.play(self.options, trump, self.dealer, hands, self.plays)
        self._compare_hands(state, done["hands"])
        seat = done["seat"]
        assert match.to_act(self.walk.game, state) == {seat}
        view = self.walk.game.view(state.deal, Seat(seat))
        assert list(view.points or ()) == done["points"]
        legal = cards.legal_cards(self.options, trump, seat, done["trick"], done["hands"][seat])
        playable = {card.code for card in view.playable}
        promised = view.duty is not None and view.duty.key == "duty.declared"
        assert playable <= legal if promised else playable == legal, f"{playable}, reference {legal}"

    def _follow(self, moment: Moment, seat: int) -> None:
        kind, _, argument = moment.action.code.partition(":")
        for event in moment.events:
            if isinstance(event, BeloteSaid):
                self.word = event.word.value
        if kind in CALLS:
            self.calls.append((seat, moment.action.code))
        elif kind == "discard":
            self.aside = argument.split()
        elif self.regrets.hear(moment):
            self.plays.pop()
        elif kind == "play":
            self.plays.append((seat, argument, self.word))
            self.word = None
            known = self.known
            done = three.play(self.options, known["trump"], self.dealer, self._hands(known["taker"]), self.plays)
            won = [int(event.seat) for event in moment.events if isinstance(event, TrickWon)]
            assert won == ([] if done["trick"] else done["winners"][-1:])

    def _compare_end(self, moment: Moment) -> None:
        """Marks, next dealer, and whether the match is over."""
        ended = next(event for event in moment.events if isinstance(event, DealEnded))
        known = self.known
        if known["status"] == "passed_out":
            assert (ended.counts, ended.points, ended.next_dealer) == (False, (0, 0, 0), known["next_dealer"])
            assert not moment.after.ended
            return
        self.number += 1
        taker, trump = known["taker"], known["trump"]
        hands = self._hands(taker)
        done = three.play(self.options, trump, self.dealer, hands, self.plays)
        points = three.won(self.options, trump, taker, done, self.aside)
        belotes = three.belotes_of(self.options, trump, hands, self.plays)
        result = three.mark(self.options, taker, points, belotes, capot=set(done["winners"]) == {taker})
        marks = three.written(self.options, moment.before.totals, result["exact"], self.number)
        assert (ended.made, ended.taker_side) == (result["made"], taker)
        assert list(ended.points) == marks, f"{points}, belotes {belotes}, taker {taker}"
        assert (ended.held, ended.undecided) == ((0, 0, 0), (0, 0, 0))
        assert ended.next_dealer == (self.dealer + 1) % 3
        totals = [before + more for before, more in zip(moment.before.totals, marks, strict=True)]
        over = [event for event in moment.events if isinstance(event, MatchEnded)]
        mine = None if not over else "draw" if over[0].winner is None else int(over[0].winner)
        assert (bool(over), mine) == three.match_end(self.options, totals, taker, self.number), totals


def points_in_play(walk: Walk) -> None:
    """The cards won and put aside are worth 152, less those that were never dealt."""
    pack = {card.code for card in walk.game.deck(walk.opened.state.options, 3)}
    for moment in walk.moments:
        if any(isinstance(event, DealScored) for event in moment.events):
            assert moment.after.deal is not None
            view = walk.game.view(moment.after.deal, None)
            assert view.trump is not None
            dealt = {card.code for hand in view.hands for card in hand}
            aside = {card.code for zone in view.zones if zone.name == "put_aside" for card in zone.cards}
            elsewhere = cards.points_of({}, view.trump, (pack - dealt) | aside)
            assert sum(view.points or ()) + elsewhere == ALL_POINTS
            assert 3 * sum(view.tricks_won) == len(dealt) - len(aside)
