"""Retells a match of tarot to the independent slow reference, and compares every answer.

At every moment every seat's offers are compared, and who is waited for; after it what came of it: the chien, who wins
the trick, early cards that follow or go back; at the end what everybody marks, who deals next, how the match ends.
"""

from __future__ import annotations

from bot.core import match
from bot.core.actions import Deal
from bot.core.events import CardPlayed, DealScored, TalonSet, TrickWon
from bot.core.facts import Fact
from bot.core.games.tarot.events import CardReturned, ChienTurned, EcartMade, EcartShown
from bot.core.match import DealEnded, MatchEnded, MatchState
from bot.core.prompts import PickCards
from bot.core.seats import Seat
from tests.conformance.walk import Choices, Moment, Walk
from tests.reference import tarot_before as before
from tests.reference import tarot_cards as cards
from tests.reference import tarot_score as scoring
from tests.reference.tarot_count import outcome, score
from tests.reference.tarot_table import Table

PROTOCOL = frozenset({"go"})
"""Words that no rule knows: a seat says that it has nothing more to announce."""


class TarotRetelling:
    """Compares a whole walk, moment by moment, each for every seat."""

    def __init__(self, walk: Walk, choices: Choices) -> None:
        self.walk = walk
        self.options: cards.Options = dict(walk.opened.state.options.values())
        self.people = walk.opened.state.players
        self.counted = 0
        self.table: Table | None = None

    def run(self) -> None:
        """Compare.

        Raises:
            AssertionError: the two disagree.
        """
        for moment in self.walk.moments:
            if isinstance(moment.action, Deal):
                self._deal(moment)
            else:
                assert self.table is not None
                self._compare_offers(moment.before, self.table)
                self._tell(moment, self.table)
            if moment.after.between:
                self._compare_end(moment)

    def _deal(self, moment: Moment) -> None:
        assert isinstance(moment.action, Deal)
        order = [card.code for card in moment.action.order]
        chien = next([card.code for card in event.cards] for event in moment.events if isinstance(event, TalonSet))
        self.table = Table(self.options, self.people, int(moment.before.dealer), order, chien)
        state = moment.after.deal
        if state is None:
            return
        for seat in range(self.people):
            held = {card.code for card in self.walk.game.view(state, Seat(seat)).hand}
            assert held == set(self.table.hands.get(seat, [])), f"hand of seat {seat}"

    def _compare_offers(self, state: MatchState, table: Table) -> None:
        waited = set(match.to_act(self.walk.game, state))
        assert waited == table.waits_for(), f"waiting for {waited}, reference {table.waits_for()} ({table.phase})"
        for seat in range(self.people):
            mine: set[str] = set()
            for prompt in match.prompts(self.walk.game, state, Seat(seat)):
                if isinstance(prompt, PickCards):
                    self._compare_pick(prompt, seat, table)
                else:
                    mine |= set(prompt.codes()) - PROTOCOL
            theirs = table.offers(seat)
            assert mine == theirs, (
                f"seat {seat} in {table.phase}: only the core {sorted(mine - theirs)}, "
                f"only the reference {sorted(theirs - mine)}; {self._position(seat, table)}"
            )

    def _compare_pick(self, prompt: PickCards, seat: int, table: Table) -> None:
        pool = {card.code for card in prompt.pool}
        if table.hiding is not None:
            assert table.hiding[0] == seat
            aside = table.own_aside(seat)
            size = table.hiding[1]
            theirs, count = before.hidden_trumps(self.options, len(table.seats), table.hands[seat], aside, size)
        else:
            assert (table.phase, seat) == ("ecart", table.taker)
            count = before.CHIEN[len(table.seats)]
            limits = before.ecart_limits(table.hands[seat], count)
            theirs = set(limits["trumps"] or limits["plain"])
            count = limits["trumps_required"] or count
        assert (pool, prompt.minimum, prompt.maximum) == (theirs, count, count), f"{prompt}: {theirs}, {count}"

    def _tell(self, moment: Moment, table: Table) -> None:
        """The reference does the same, and the same comes of it."""
        seat, code = moment.seat, moment.action.code
        assert seat is not None
        kind, _, argument = code.partition(":")
        tricks = len(table.tricks)
        early = dict(table.early)
        if kind == "go":
            table.go(seat)
        elif kind == "hide":
            table.hide(argument.split())
        elif kind != "discard":
            table.say(seat, code)
        for event in moment.events:
            if isinstance(event, ChienTurned):
                assert {card.code for card in event.cards} == set(table.chien)
                table.turn_chien()
            elif isinstance(event, EcartMade):
                table.put_aside([card.code for card in event.cards])
            elif isinstance(event, EcartShown):
                assert {card.code for card in event.trumps} == {card for card in table.aside if cards.is_trump(card)}
        won = [int(event.seat) for event in moment.events if isinstance(event, TrickWon)]
        assert won == [trick.winner for trick in table.tricks[tricks:]]
        lies = [*(play for trick in table.tricks for play in trick.plays), *table.trick]
        played = [(int(event.seat), event.card.code) for event in moment.events if isinstance(event, CardPlayed)]
        assert played == lies[len(lies) - len(played) :]
        back = {int(event.seat): event.card.code for event in moment.events if isinstance(event, CardReturned)}
        gone = {by: card for by, card in early.items() if by not in table.early and (by, card) not in played}
        assert back == gone, f"went back: {back}, reference {gone}"

    def _compare_end(self, moment: Moment) -> None:
        table = self.table
        assert table is not None
        ended = next(event for event in moment.events if isinstance(event, DealEnded))
        assert table.phase == "over"
        assert ended.next_dealer == table.next_dealer(), f"next dealer {ended.next_dealer}"
        if not table.tricks:
            assert (ended.counts, set(ended.points)) == (False, {0})
            assert not moment.after.ended
            return
        self.counted += 1
        counted, marked = outcome(table), score(table)
        points = tuple(marked["scores"].get(seat, 0) for seat in range(self.people))
        where = f"{counted} under {self._changed()}"
        assert (ended.counts, ended.points) == (True, points), f"{where}: {ended.points}, reference {points}"
        assert (ended.made, ended.taker_side) == (marked["made"], table.taker), where
        scored = next(event for event in moment.events if isinstance(event, DealScored))
        mine = account_numbers(scored.account)
        theirs = self._numbers(counted, marked)
        assert mine == theirs, f"{where}: the sheet says {mine}, reference {theirs}"
        sums = [total + gained for total, gained in zip(moment.before.totals, points, strict=True)]
        over = [event for event in moment.events if isinstance(event, MatchEnded)]
        assert bool(over) == scoring.is_over(self.options, sums, self.counted), f"{sums} after {self.counted}"
        if over:
            assert over[0].winner == scoring.winner(sums)
            assert list(match.places(tuple(sums))) == scoring.places(sums)

    def _numbers(self, counted: scoring.Outcome, marked: scoring.Score) -> dict[str, object]:
        """What the sheet has to say of the count and the payment."""
        odd = counted["half_points"] % 2
        key = "" if not odd else "_half" if self.options["half_point"] == "winner" else "_odd"
        multiplier = scoring.MULTIPLIER[counted["contract"]]
        petit, chelem = counted["petit"], scoring.chelem_points(counted["chelem"])
        sign = 1 if marked["made"] else -1
        poignees = [sign * scoring.poignee_bonus(self.options, size) for size in counted["poignees"]]
        numbers: dict[str, object] = {
            "points": (key, counted["half_points"] // 2, counted["bouts"], marked["target"]),
            "difference": marked["diff"],
            "petit": None if petit is None else (petit, (10 if petit == "attack" else -10) * multiplier),
            "chelem": chelem,
            "poignees": sorted(poignees, key=str),
            "defenders": marked["per_defender"],
        }
        return numbers

    def _position(self, seat: int, table: Table) -> str:
        trick = " ".join(f"{by}:{card}" for by, card in table.trick)
        return (
            f"hand {' '.join(table.hands.get(seat, []))}; trick {len(table.tricks) + 1}: {trick or 'none yet'}; "
            f"taker {table.taker} {table.contract}, called {table.called}, aside {table.aside}, early {table.early}, "
            f"order {table.order}; {self._changed()}"
        )

    def _changed(self) -> dict[str, cards.OptionValue]:
        defaults = self.walk.game.options_type().values()
        return {name: value for name, value in self.options.items() if value != defaults.get(name)}


def account_numbers(account: tuple[Fact, ...]) -> dict[str, object]:
    """The same from the lines of a score sheet."""
    numbers: dict[str, object] = {"difference": 0, "petit": None, "defenders": 0}
    poignees: list[object] = []
    chelems = 0
    for fact in account:
        said = dict(fact.data)
        kind = fact.key.removeprefix("account.").removeprefix("tarot.")
        if kind.startswith("points"):
            numbers["points"] = (kind.removeprefix("points"), said["points"], said["n"], said["needed"])
        elif kind in ("made", "failed"):
            numbers["difference"] = said["n"] if kind == "made" else -int(str(said["n"]))
        elif kind.startswith(("petit_attack", "petit_defence")):
            numbers["petit"] = (kind.split("_")[1], said["points"])
        elif kind.startswith(("chelem", "swept")) and "points" in said:
            chelems += int(str(said["points"]))
        elif kind == "poignee":
            poignees.append(said["points"])
        elif kind in ("defenders_pay", "defenders_receive"):
            points = int(str(said["points"]))
            numbers["defenders"] = points if kind == "defenders_pay" else -points
    return numbers | {"chelem": chelems, "poignees": sorted(poignees, key=str)}
