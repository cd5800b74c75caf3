"""The invariants of docs/rules/tarot.md 25 over three, four and five players and any options; trumps come in hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core import match
from bot.core.cards import Card, Suit
from bot.core.errors import IllegalAction
from bot.core.game import AnyGame
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.dealing import default_pattern, layout
from bot.core.games.tarot.ecart import check as check_ecart
from bot.core.games.tarot.ecart import limits
from bot.core.games.tarot.king import Camp
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.pack import EXCUSE, deck_78, half_points, height, sort_cards
from bot.core.games.tarot.result import counted
from bot.core.games.tarot.rules import GAME as TAROT
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.registry import game_of
from bot.core.seats import Seat
from tests.conformance.leaks import Tally, unseen_steps_change_nothing
from tests.conformance.suite import EXAMPLES, check
from tests.conformance.walk import Choices, Moment, Plan, Walk, walk

GAME: AnyGame = game_of("tarot")
PLAYERS = (3, 4, 5)


class Packs(Choices):
    """Choices whose packs often give somebody, or two, many trumps."""

    def __init__(self, picks: list[int], random: Random, seats: int) -> None:
        super().__init__(picks, random)
        self._seats = seats

    def order(self, deck: tuple[Card, ...]) -> tuple[Card, ...]:
        """A pack; the cards that change places in another world are mixed as always."""
        if len(deck) < len(deck_78()) or self.random.random() < 0.3:
            return super().order(deck)
        return stacked(self.random, self._seats)


def stacked(random: Random, seats: int) -> tuple[Card, ...]:
    """A pack in which one or two hands are full of trumps."""
    cards = random.sample(deck_78(), 78)
    long = [card for card in cards if card.suit in (Suit.TRUMPS, Suit.EXCUSE)]
    rest = [card for card in cards if card not in long]
    form, hands = layout(seats), [list[Card]() for _ in range(seats)]
    owners = random.sample(range(seats), 1 + random.randrange(2))
    for owner in owners:
        count = min(len(long), form.hand, 8 + random.randrange(8) if len(owners) == 1 else 10)
        hands[owner] = [long.pop() for _ in range(count)]
    rest += long
    random.shuffle(rest)
    for hand in hands:
        while len(hand) < form.hand:
            hand.append(rest.pop())
        random.shuffle(hand)
    return packed(hands, rest)


def packed(hands: Sequence[Sequence[Card]], chien: Sequence[Card]) -> tuple[Card, ...]:
    """The pack that deals these hands."""
    left, middle, order, packets = [list(hand) for hand in hands], list(chien), list[Card](), 0
    for size in default_pattern(len(hands)):
        source = middle if size == 1 else left[packets % len(hands)]
        packets += size != 1
        order += source[:size]
        del source[:size]
    return tuple(order)


@dataclass(frozen=True)
class Stacked(Plan):
    """A plan with such packs."""

    seats: int = 4

    def choices(self) -> Choices:
        return Packs(list(reversed(self.picks)), Random(self.seed), self.seats)


@st.composite
def any_options(draw: st.DrawFn) -> TarotOptions:
    """Any value of any option that can be played."""
    chosen = {spec.name: draw(st.sampled_from(spec.choices)) for spec in TarotOptions.specs() if spec.choices}
    return TarotOptions().with_values({**chosen, "shuffle": "full"})


@st.composite
def tables(draw: st.DrawFn, players: int) -> tuple[TarotOptions, Stacked]:
    options = draw(any_options())
    seats = 4 if players == 5 and options.five_mode == "mort" else players
    picks = draw(st.lists(st.integers(0, 60), max_size=20).map(tuple))
    return options, Stacked(draw(st.integers(0, 2**32 - 1)), picks, seats)


def states(played: Walk) -> Iterator[TarotState]:
    for moment in played.moments:
        if isinstance(moment.after.deal, TarotState):
            yield moment.after.deal


@pytest.mark.parametrize("players", PLAYERS)
def test_any_options_hold_the_contract_and_leak_nothing(players: int) -> None:
    tally = Tally()

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(tables(players))
    def each(table: tuple[TarotOptions, Stacked]) -> None:
        check(GAME, table[0], players, table[1], tally)

    each()
    assert tally.worlds > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_every_deal_counts_to_182_and_sums_to_nothing(players: int) -> None:
    @settings(max_examples=8 * EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(tables(players))
    def each(table: tuple[TarotOptions, Stacked]) -> None:
        played = walk(GAME, table[0], players, table[1], deals=2)
        for state in states(played):
            legal_sets_hold(state)
            if state.score is not None:
                a_count_holds(state)
                one_winner_a_trick(state)

    each()


def legal_sets_hold(state: TarotState) -> None:
    if state.phase is not Phase.PLAY or not state.hands[state.turn]:
        return
    legal = state.legal().cards
    assert legal
    assert set(legal) <= set(state.hands[state.turn])
    if EXCUSE in state.hands[state.turn]:
        assert EXCUSE in legal


def a_count_holds(state: TarotState) -> None:
    done, contract = counted(state), state.contract
    assert contract is not None
    played = {excuse.card for excuse in done.kept}
    piles = {camp: list[Card]() for camp in Camp}
    for won in state.won:
        piles[state.camps.of(won.winner)] += [card for card in won.trick.cards if card not in played]
    piles[Camp.DEFENCE if contract is Contract.GARDE_CONTRE else Camp.ATTACK] += state.aside or state.chien
    whole = [card for pile in piles.values() for card in pile] + list(played)
    assert sorted(whole, key=deck_78().index) == list(deck_78())
    counts = {camp: half_points(pile) + sum(x.fate.worth(camp) for x in done.kept) for camp, pile in piles.items()}
    assert counts[Camp.ATTACK] == done.outcome.half_points
    assert sum(counts.values()) == 182
    assert sum(done.points) == 0
    assert len(state.seats) != 4 or done.outcome.half_points % 2 == 0
    assert done.parts.made is (done.points[done.outcome.camps.taker] > 0) or bonuses(state)


def bonuses(state: TarotState) -> bool:
    parts = counted(state).parts
    return bool(parts.petit or parts.chelem or parts.misere or parts.personal)


def one_winner_a_trick(state: TarotState) -> None:
    for number, won in enumerate(state.won, 1):
        ranked = [(seat, card) for seat, card in won.trick.plays if card not in state.fools]
        led = ranked[0][1].suit if ranked else Suit.EXCUSE
        strong = [play for play in ranked if play[1].suit is Suit.TRUMPS] or [p for p in ranked if p[1].suit is led]
        best = max(strong, key=lambda play: height(play[1]), default=None)
        by_fool = number == len(state.won) and won.trick.plays[0] == (won.winner, EXCUSE)
        assert by_fool or best is None or best[0] == won.winner or state.untouchable


@settings(max_examples=200)
@given(st.integers(0, 2**32 - 1), st.sampled_from(PLAYERS))
def test_every_ecart_within_the_limits_passes_the_check(seed: int, players: int) -> None:
    random = Random(seed)
    form = layout(players)
    order = stacked(random, players) if random.random() < 0.8 else tuple(random.sample(deck_78(), 78))
    hand = sort_cards(order[: form.hand + form.chien])
    allowed = limits(hand, form.chien)
    chosen = (*allowed.forced, *random.sample(allowed.pool, allowed.to_choose))
    shown = check_ecart(hand, chosen, form.chien)
    assert len(shown) == allowed.trumps_required
    assert len(set(chosen)) == form.chien
    # Nothing outside the limits passes.
    for other in random.sample(hand, min(8, len(hand))):
        swapped = (*chosen[1:], other)
        if other not in chosen and other not in (*allowed.forced, *allowed.pool):
            with pytest.raises(IllegalAction):
                check_ecart(hand, swapped, form.chien)


def turned(played: Walk, by: int) -> list[tuple[Moment, TarotState]]:
    """The first deal again with every seat moved on: what was done, and the state after it."""
    game, players = played.game, played.opened.state.players
    first = Seat((played.moments[0].before.dealer + by) % players)
    state = match.start(game, played.opened.state.options, players, first).state
    again = []
    for moment in played.moments:
        seat = None if moment.seat is None else Seat((moment.seat + by) % players)
        state = match.act(game, state, seat, moment.action).state
        assert isinstance(state.deal, TarotState)
        again.append((moment, state.deal))
    return again


@pytest.mark.parametrize("players", PLAYERS)
def test_where_players_sit_changes_no_result(players: int) -> None:
    @settings(max_examples=4 * EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(tables(players), st.integers(1, 4))
    def each(table: tuple[TarotOptions, Stacked], by: int) -> None:
        played = walk(GAME, table[0], players, table[1])
        for moment, moved in turned(played, by):
            first = moment.after.deal
            assert isinstance(first, TarotState)
            assert moved.phase is first.phase
            for seat in range(players):
                assert moved.hands[(seat + by) % players] == first.hands[seat]
        assert isinstance(first, TarotState)
        one, other = TAROT.result(first), TAROT.result(moved)
        assert one is not None
        assert other is not None
        assert other.points == tuple(one.points[(seat - by) % players] for seat in range(players))

    each()


@pytest.mark.parametrize("time", ["before_lead", "first_card"])
@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_notices_that_a_poignee_is_being_chosen(players: int, time: str) -> None:
    """Walks in which somebody chooses what to hide, found by looking for them: chance alone brings too few."""
    tally, seen = Tally(), 0
    options = TarotOptions().with_values({"poignee_time": time, "out_of_turn": "stands", "take_back": "uncovered"})
    for seed in range(400):
        played = walk(GAME, options, players, Stacked(seed, (), players))
        if any(state.choosing for state in states(played)):
            unseen_steps_change_nothing(played, tally)
            seen += 1
        if seen == 4:
            return
    raise AssertionError(f"trumps were hidden in {seen} walks only")


def test_long_trumps_are_frequent_enough_to_hide_some() -> None:
    """The leak test reaches seats that choose what a poignée hides, several at once too."""
    choosing: set[int] = set()
    options = TarotOptions().with_values({"poignee_time": "before_lead"})
    for seed in range(120):
        played = walk(GAME, options, 5, Stacked(seed, (), 5))
        choosing |= {len(state.choosing) for state in states(played)}
        if {1, 2} <= choosing:
            break
    assert {1, 2} <= choosing
