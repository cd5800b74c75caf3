"""Retells a match of the core to the independent slow reference, and compares every answer.

The reference knows cards as texts, sides as "A" and "B", and options as a dictionary of the same names.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.core import match
from bot.core.actions import Deal
from bot.core.events import DealScored, TrickWon
from bot.core.families.belote.events import AnnonceShown, BeloteSaid
from bot.core.match import DealEnded, MatchEnded, MatchState
from bot.core.seats import Seat
from tests.conformance.regrets import Regrets
from tests.conformance.walk import Choices, Moment, Walk
from tests.reference import annonces, belote, bidding, cards, deal, scoring
from tests.reference import match as reference

NAMES = ("A", "B")
CALLS = frozenset({"pass", "take", "bid", "capot", "generale", "coinche", "surcoinche"})


@dataclass
class Told:
    """One deal as the reference needs it."""

    dealer: int
    deck: list[str]
    calls: list[bidding.Call] = field(default_factory=list)
    plays: list[deal.Play] = field(default_factory=list)
    shown: set[int] = field(default_factory=set)
    winners: list[int] = field(default_factory=list)
    turned: str | None = None
    regrets: Regrets | None = None


def by_side(values: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(NAMES, values, strict=True))


def call_of(code: str) -> str:
    """A call as the reference writes it: `bid:90:S` is `90:S` there, `coinche:3` is `coinche`."""
    kind, _, argument = code.partition(":")
    if kind == "bid":
        return argument
    return "coinche" if kind == "coinche" else code


class Retelling:
    """Compares a whole walk, moment by moment."""

    def __init__(self, walk: Walk, choices: Choices) -> None:
        self.walk = walk
        self.choices = choices
        options = walk.opened.state.options
        self.options: cards.Options = {**options.values(), "game": walk.game.key, "players": 4}
        self.session: list[scoring.Count | None] = []
        self.told = Told(0, [])

    def run(self) -> None:
        """Compare.

        Raises:
            AssertionError: the two disagree.
        """
        for moment in self.walk.moments:
            if isinstance(moment.action, Deal):
                self.told = Told(int(moment.before.dealer), [card.code for card in moment.action.order])
                self.told.regrets = Regrets(self.walk.game, self.options["undo"], (0, 1, 0, 1))
                self.told.turned = deal.deal_hands(self.options, self.told.dealer, self.told.deck)[1]
            elif moment.action.kind in CALLS:
                assert moment.seat is not None
                self._compare_calls(moment.before)
                self.told.calls.append((int(moment.seat), call_of(moment.action.code)))
            else:
                self._compare_play(moment)
            if moment.after.between:
                self._compare_end(moment)

    def _compare_calls(self, state: MatchState) -> None:
        """Who must speak, and what that seat and another one may say."""
        told, options = self.told, self.options
        known = bidding.auction(options, told.dealer, told.calls, told.turned)
        assert known["status"] == "open"
        assert match.to_act(self.walk.game, state) == {known["seat"]}
        out_of_turn = (known["seat"] + 1 + self.choices.below(3)) % 4
        for seat in (Seat(known["seat"]), Seat(out_of_turn)):
            offered = match.prompts(self.walk.game, state, seat)
            here = {call_of(code) for prompt in offered for code in prompt.codes()}
            for call in here | self._guesses():
                value = f"bid:{call}" if call[0].isdigit() else call
                mine = call in here if call == "coinche" else any(prompt.accepts(value) for prompt in offered)
                theirs = bidding.is_valid(options, told.dealer, told.calls, call, int(seat), told.turned)
                assert mine == theirs, f"{call} by seat {seat} after {told.calls}: {mine}, reference {theirs}"

    def _guesses(self) -> set[str]:
        names = ("S", "H", "D", "C", "SA", "TA")
        some = {f"{60 + self.choices.below(120)}:{names[self.choices.below(6)]}" for _ in range(3)}
        some |= {f"{80 + 10 * self.choices.below(20)}:{names[self.choices.below(6)]}" for _ in range(5)}
        slams = {f"{slam}:{names[self.choices.below(6)]}" for slam in ("capot", "generale", "take")}
        return some | slams | {"pass", "take", "coinche", "surcoinche"}

    def _contract(self) -> bidding.State:
        known = bidding.auction(self.options, self.told.dealer, self.told.calls, self.told.turned)
        assert known["status"] == "contract", known
        return known

    def _compare_play(self, moment: Moment) -> None:
        """Whose turn it is, what may be played, who wins the trick."""
        state, told, contract = moment.before, self.told, self._contract()
        assert state.deal is not None
        assert moment.seat is not None
        leader = told.winners[-1] if told.winners else deal.trick_one_leader(self.options, told.dealer, contract)
        trick = [(seat, card) for seat, card, _ in told.plays[4 * len(told.winners) :]]
        seat = (leader + len(trick)) % 4
        assert match.to_act(self.walk.game, state) == {seat}
        hands, _ = deal.deal_hands(self.options, told.dealer, told.deck, contract["taker"])
        gone = {card for _, card, _ in told.plays}
        hand = [card for card in hands[seat] if card not in gone]
        view = self.walk.game.view(state.deal, Seat(seat))
        assert {card.code for card in view.hand} == set(hand)
        legal = cards.legal_cards(self.options, contract["trump"], seat, trick, hand)
        playable = {card.code for card in view.playable}
        promised = view.duty is not None and view.duty.key == "duty.declared"
        assert playable <= legal if promised else playable == legal, f"{trick} {hand}: {playable}, reference {legal}"
        assert told.regrets is not None
        told.regrets.compare(state)
        if told.regrets.hear(moment):
            told.plays.pop()
        self._hear(moment, contract, [*trick])

    def _hear(self, moment: Moment, contract: bidding.State, trick: list[tuple[int, str]]) -> None:
        told, word = self.told, None
        kind, _, card = moment.action.code.partition(":")
        assert moment.seat is not None
        for event in (event for earlier in self._since_last_card(moment) for event in earlier.events):
            if isinstance(event, BeloteSaid):
                word = event.word.value
        for event in moment.events:
            if isinstance(event, AnnonceShown):
                told.shown.add(int(event.seat))
        if kind != "play":
            return
        told.plays.append((int(moment.seat), card, word))
        trick.append((int(moment.seat), card))
        won = [int(event.seat) for event in moment.events if isinstance(event, TrickWon)]
        if len(trick) < 4:
            assert won == []
            return
        winner = trick[cards.winner_index(contract["trump"], [played for _, played in trick])][0]
        assert won == [winner]
        told.winners.append(winner)

    def _since_last_card(self, moment: Moment) -> list[Moment]:
        """The moments of this seat's turn: words, then the card."""
        index = next(place for place, other in enumerate(self.walk.moments) if other is moment)
        first = index
        while first and self.walk.moments[first - 1].action.kind == "declare":
            first -= 1
        return list(self.walk.moments[first : index + 1])

    def _compare_end(self, moment: Moment) -> None:
        """Marks, points held over, next dealer, and whether the match is over."""
        ended = next(event for event in moment.events if isinstance(event, DealEnded))
        known = bidding.auction(self.options, self.told.dealer, self.told.calls, self.told.turned)
        before = by_side(moment.before.totals)
        if known["status"] == "passed_out":
            self.session.append(None)
            assert (ended.counts, ended.points) == (False, (0, 0))
            assert ended.next_dealer == known["next_dealer"]
            assert not moment.after.ended
            return
        assert ended.next_dealer == deal.next_dealer(self.options, self.told.dealer)
        count = self._count(known)
        self.session.append(count)
        number = sum(one is not None for one in self.session)
        last = number == reference.deals_in_match(self.options)
        result = scoring.score_deal(self.options, count, last)
        assert ended.made == result["made"]
        assert NAMES[ended.taker_side or 0] == count["contract"]["team"]
        exact, pot = self._exact(result, last)
        marks = reference.written_line(self.options, before, exact, number)
        assert by_side(ended.points) == marks, f"{self._case(count)}: {ended.points}, reference {marks}"
        assert sum(ended.held) == pot
        over = [event for event in moment.events if isinstance(event, MatchEnded)]
        detail = self._detail(count, result)
        theirs = reference.match_end(self.options, before, marks, count["contract"]["team"], detail, number)
        mine = None if not over else "draw" if over[0].winner is None else NAMES[over[0].winner]
        assert (bool(over), mine) == (theirs["over"], theirs["winner"]), f"{before} + {marks}, {detail}"

    def _count(self, contract: bidding.State) -> scoring.Count:
        options, told = self.options, self.told
        hands, _ = deal.deal_hands(options, told.dealer, told.deck, contract["taker"])
        trump = contract["trump"]
        leader = deal.trick_one_leader(options, told.dealer, contract)
        tricks = deal.play_tricks(options, trump, leader, hands, told.plays)
        manual = options["annonce_announce"] == "manual"
        seats = range(4) if not manual else sorted(told.shown)
        combos = {seat: annonces.combos_of(options, trump, hands[seat]) for seat in seats if options["annonces"]}
        belotes = belote.belotes_of_deal(options, trump, hands, told.plays)
        points = annonces.annonce_points(options, trump, leader, combos)
        return deal.make_count(contract, tricks, belotes, points)

    def _exact(self, result: scoring.Result, last: bool) -> tuple[dict[str, int], int]:
        """The exact points of the deal, with what was held over; and what is held over now."""
        if self.walk.game.key != "belote":
            return result["exact"], 0
        session = reference.play_session({**self.options, "round": "none"}, self.session, last)
        return session["marks"][-1], session["pot"]

    def _detail(self, count: scoring.Count, result: scoring.Result) -> reference.Detail:
        takers = count["contract"]["team"]
        return {
            "failed": [takers] if result["made"] is False else [],
            "no_trick": [side for side in NAMES if count["tricks"][side] == 0],
            "belote": marked_belotes(self.options, count, result),
        }

    def _case(self, count: scoring.Count) -> str:
        changed = {name: value for name, value in self.options.items() if value != self._defaults().get(name, value)}
        return f"{count} under {changed}"

    def _defaults(self) -> dict[str, cards.OptionValue]:
        return dict(self.walk.game.options_type().values())


def marked_belotes(options: cards.Options, count: scoring.Count, result: scoring.Result) -> dict[str, int]:
    """The belote points that are in each side's marks."""
    takers = count["contract"]["team"]
    if result["made"] is None:
        marked = scoring.belote_points(count)
        if result["pot"] and options["litige_belote"] == "held":
            marked[takers] = 0
        return marked
    if options.get("scoring") == "bid" and options["bid_mode_belote"] == "none":
        return {"A": 0, "B": 0}
    winner = takers if result["made"] else scoring.other(takers)
    doubled = count["contract"].get("coinche", "none")
    if result["made"] and doubled == "none":
        return scoring.belote_points(count)
    marked = scoring._belotes_after(options, count, winner, result["made"])
    if doubled != "none" and options["multiply"] == "all" and options["scoring"] != "bid":
        marked[winner] *= scoring.factor(options, doubled) if options["belote_multiplied"] else 1
    return marked


def point_totals(walk: Walk) -> None:
    """The cards of a played deal are worth 152 on the contract's own scale, 120 or 248 where it is converted later."""
    for moment in walk.moments:
        if any(isinstance(event, DealScored) for event in moment.events):
            assert moment.after.deal is not None
            view = walk.game.view(moment.after.deal, None)
            assert view.points is not None
            options = walk.opened.state.options.values()
            expected = 152
            if view.trump == "SA" and options["sa_values"] != "ace19":
                expected = 120
            if view.trump == "TA" and options["ta_values"] in ("convert_258", "cards_152"):
                expected = 248
            assert sum(view.points) == expected, view.points
            assert sum(view.tricks_won) == 8
