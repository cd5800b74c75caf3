"""Retells a match of belote for two to its slow reference, and compares every answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from bot.core import match
from bot.core.actions import Deal
from bot.core.events import DealScored, TrickWon
from bot.core.families.belote.events import BeloteSaid
from bot.core.match import DealEnded, MatchEnded, MatchState
from bot.core.seats import Seat
from tests.conformance.regrets import Regrets
from tests.conformance.retelling import NAMES, Retelling, by_side
from tests.conformance.walk import Choices, Moment, Walk
from tests.reference import bidding, two
from tests.reference import match as reference
from tests.reference.cards import PLAIN_POINTS, TRUMP_POINTS, Options, rank_of, suit_of

CARDS = 152
ASLEEP = 14
"""Cards that nobody plays where there is a talon: twelve hidden ones, the turned one and the bottom one."""


class RetellingOfTwo(Retelling):
    """Compares a whole walk, moment by moment."""

    def __init__(self, walk: Walk, choices: Choices) -> None:
        super().__init__(walk, choices)
        # What the game does not have is asked of the reference's classic parts all the same.
        self.options: Options = {**asdict(walk.opened.state.options), "game": "belote", "players": 2}
        self.dealer = 0
        self.deck: list[str] = []
        self.calls: list[bidding.Call] = []
        self.moves: list[two.Move] = []
        self.word: str | None = None
        self.counted = 0
        self.waiting = [0, 0]
        self.regrets = Regrets(walk.game, "none", (0, 1))

    def run(self) -> None:
        """Compare.

        Raises:
            AssertionError: the two disagree.
        """
        for moment in self.walk.moments:
            if isinstance(moment.action, Deal):
                self.dealer = int(moment.before.dealer)
                self.deck = [card.code for card in moment.action.order]
                self.calls, self.moves = [], []
                self.regrets = Regrets(self.walk.game, self.options["undo"], (0, 1))
            else:
                self._compare_state(moment.before)
                self._follow(moment)
            if moment.after.between:
                self._compare_end(moment)

    def _known(self) -> two.Told:
        return two.told(self.options, self.dealer, self.deck, self.calls, self.moves)

    def _compare_state(self, state: MatchState) -> None:
        """Who must act, what both see, and what may be done."""
        known, game = self._known(), self.walk.game
        assert state.deal is not None
        views = [game.view(state.deal, Seat(seat)) for seat in (0, 1)]
        assert [{card.code for card in view.hand} for view in views] == [set(hand) for hand in known["hands"]]
        assert views[0].trump == known["trump"]
        zones = {(zone.name, zone.seat): {card.code for card in zone.cards} for zone in views[0].zones}
        assert zones.get(("turned", None), set()) == {card for card in [known["turned"]] if card}
        assert zones.get(("bottom", None), set()) == {card for card in [known["bottom"]] if card}
        if self.options["form"] == "open":
            for seat in (0, 1):
                covering = set(known["under"][seat]) & set(known["hands"][seat])
                assert zones.get(("on_cover", Seat(seat)), set()) == covering
                assert zones.get(("bare", Seat(seat)), set()) == set(known["hands"][seat]) - covering
        if known["trump"] is None:
            self._compare_calls_of(state)
            return
        self.regrets.compare(state)
        seat = known["seat"]
        assert match.to_act(game, state) == {seat}
        offered = {code for prompt in match.prompts(game, state, Seat(seat)) for code in prompt.codes()}
        may_exchange = self.word is None and two.may_exchange(self.options, known, seat)
        assert ("declare:exchange" in offered) == may_exchange
        playable = {code.removeprefix("play:") for code in offered if code.startswith("play:")}
        legal = two.legal(self.options, known)
        promised = views[seat].duty is not None and str(views[seat].duty).count("duty.declared")
        assert playable <= legal if promised else playable == legal, (known["trick"], known["hands"], playable, legal)

    def _compare_calls_of(self, state: MatchState) -> None:
        auction = self._known()["auction"]
        assert auction is not None
        assert auction["status"] == "open"
        assert match.to_act(self.walk.game, state) == {auction["seat"]}
        offered = [
            code for prompt in match.prompts(self.walk.game, state, Seat(auction["seat"])) for code in prompt.codes()
        ]
        assert {"calls": offered} == auction["legal"]
        assert match.prompts(self.walk.game, state, Seat(1 - auction["seat"])) == ()

    def _follow(self, moment: Moment) -> None:
        kind, _, argument = moment.action.code.partition(":")
        assert moment.seat is not None
        seat = int(moment.seat)
        self.word = next((event.word.value for event in moment.events if isinstance(event, BeloteSaid)), self.word)
        if kind in ("pass", "take"):
            self.calls.append((seat, moment.action.code))
        elif self.regrets.hear(moment):
            self.moves.pop()
        elif moment.action.code == "declare:exchange":
            self.moves.append((seat, "exchange", None))
        elif kind == "play":
            self.moves.append((seat, argument, self.word))
            self.word = None
            won = [int(event.seat) for event in moment.events if isinstance(event, TrickWon)]
            known = self._known()
            assert won == ([] if known["trick"] else [known["tricks"][-1]])

    def _compare_end(self, moment: Moment) -> None:
        """Marks, points held over, next dealer, and whether the match is over."""
        ended = next(event for event in moment.events if isinstance(event, DealEnded))
        known, before = self._known(), by_side(moment.before.totals)
        auction = known["auction"]
        if known["trump"] is None:
            assert auction is not None
            assert (ended.counts, ended.points, ended.held) == (False, (0, 0), tuple(self.waiting))
            assert ended.next_dealer == auction["next_dealer"]
            return
        self.counted += 1
        done = two.marked(self.options, known, self.waiting, self.counted == reference.deals_in_match(self.options))
        assert ended.made == done["made"]
        taker = None if auction is None else auction["taker"]
        assert ended.taker_side == taker
        marks = reference.written_line(self.options, before, by_side(tuple(done["exact"])), self.counted)
        assert by_side(ended.points) == marks, f"{known} {done}"
        assert list(ended.held) == done["waiting"]
        self.waiting = done["waiting"]
        assert ended.next_dealer == two.next_dealer(self.options, self.dealer, known, done, list(marks.values()))
        self._compare_verdict(moment, before, marks, done, taker)

    def _compare_verdict(
        self, moment: Moment, before: dict[str, int], marks: dict[str, int], done: two.Marked, taker: int | None
    ) -> None:
        detail: reference.Detail = {
            "failed": _names(done["failed"]),
            "no_trick": _names(done["trickless"]),
            "belote": by_side(tuple(done["belote"])),
        }
        side = None if taker is None else NAMES[taker]
        theirs = reference.match_end(self.options, before, marks, side, detail, self.counted)
        over = [event for event in moment.events if isinstance(event, MatchEnded)]
        mine = None if not over else "draw" if over[0].winner is None else NAMES[over[0].winner]
        assert (bool(over), mine) == (theirs["over"], theirs["winner"]), f"{before} + {marks}, {detail}"


def _names(seat: int | None) -> list[str]:
    return [] if seat is None else [NAMES[seat]]


def points_of_the_pack(walk: Walk) -> None:
    """Every card is played, or all but those of the talon; what was won and what sleeps is worth 152."""
    for moment in walk.moments:
        scored = [event for event in moment.events if isinstance(event, DealScored)]
        if not scored:
            continue
        assert moment.after.deal is not None
        view = walk.game.view(moment.after.deal, None)
        assert view.points is not None
        assert view.trump is not None
        held = {card.code for hand in view.hands for card in hand}
        asleep = [card.code for card in walk.game.deck(moment.after.options, 2) if card.code not in held]
        assert (sum(view.tricks_won), len(asleep)) in ((9, ASLEEP), (16, 0))
        assert sum(view.points) + _worth(asleep, view.trump) == CARDS


def _worth(cards: Sequence[str], trump: str) -> int:
    return sum((TRUMP_POINTS if suit_of(card) == trump else PLAIN_POINTS)[rank_of(card)] for card in cards)
