"""The mind of belote and coinche: it knows what its seat knows, plays by the rules, and does the same again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from random import Random

import pytest

from bot.ai.belote.guessing import Guesses
from bot.ai.belote.kernel import PACK, bits, mask_of
from bot.ai.belote.knowledge import known
from bot.ai.belote.layout import Known, numbers_of, options_of, packed, unpacked
from bot.ai.belote.mind import MIND, SOLVER, solve
from bot.ai.belote.sampling import Worlds
from bot.ai.levels import LEVELS, Habits
from bot.ai.problem import Posed
from bot.core import match
from bot.core.actions import Deal
from bot.core.cards import Card
from bot.core.events import Event
from bot.core.families.belote.options import FamilyOptions
from bot.core.match import MatchState
from bot.core.registry import game_of
from bot.core.seats import Seat
from bot.core.situation import Situation, situation
from tests.ai.belote_kernel import KEYS, any_options, preset

PRESETS = [pytest.param(key, name, id=f"{key}-{name}") for key in KEYS for name in game_of(key).presets]
QUICK = Habits(worlds=3, bidding_worlds=3, infers=True, seconds=60.0)
PLAIN = changed(QUICK, infers=False)


@dataclass(frozen=True, slots=True)
class Moment:
    """A situation in which somebody must act, and the state nobody at the table sees."""

    seen: Situation
    state: MatchState
    hands: tuple[tuple[Card, ...], ...]


def chosen(seen: Situation, habits: Habits, seed: int, chance: Random) -> str:
    """What the mind does; something by chance where it has no opinion."""
    posed = MIND.pose(seen, habits, seed)
    if isinstance(posed, Posed):
        values = solve(posed.problem)
        assert len(values) == len(posed.codes)
        code = posed.codes[values.index(max(values))]
    else:
        code = _any(seen, chance) if posed is None else posed
    assert any(prompt.accepts(code) for prompt in seen.prompts), code
    return code


def _any(seen: Situation, chance: Random) -> str:
    codes = [code for prompt in seen.prompts for code in prompt.codes()]
    return chance.choice([code for code in codes if not code.startswith(("capot", "generale"))])


def moments(
    key: str,
    options: FamilyOptions,
    chance: Random,
    order: Sequence[Card] | None = None,
    does: Callable[[Situation], str] | None = None,
) -> Iterator[Moment]:
    """The moments of one deal that is played out, done by `does` or by chance."""
    game = game_of(key)
    state = match.start(game, options, 4, Seat(chance.randrange(4))).state
    log: list[Event] = []
    pack = list(order or game.deck(options, 4))
    if order is None:
        chance.shuffle(pack)
    step = match.act(game, state, None, Deal(tuple(pack)))
    while True:
        log += step.events
        state = step.state
        if state.between:
            return
        seat = min(match.to_act(game, state))
        seen = situation(game, state, seat, log)
        views = tuple(situation(game, state, Seat(other), log).view.hand for other in range(4))
        yield Moment(seen, state, views)
        code = _any(seen, chance) if does is None else does(seen)
        step = match.act(game, state, seat, game.parse(code))


@pytest.mark.parametrize(("key", "name"), PRESETS)
def test_it_does_what_is_offered_in_every_preset(key: str, name: str, deal_seed: int) -> None:
    """Two deals by the mind alone, one of them with options by chance; the truth never contradicts what it knows."""
    chance = Random(deal_seed)
    for options in (preset(key, name), any_options(key, chance)):
        for moment in moments(key, options, chance, does=lambda seen: chosen(seen, QUICK, 1, chance)):
            _agrees(moment)


@pytest.mark.parametrize("key", KEYS)
def test_the_truth_is_among_the_guesses(key: str, deal_seed: int) -> None:
    """Whatever is played, by chance too: what is ruled out is not so, and guesses keep to what is known."""
    chance = Random(deal_seed)
    for _ in range(8):
        for moment in moments(key, any_options(key, chance), chance):
            _agrees(moment)


def _agrees(moment: Moment) -> None:
    """What a seat without guesswork holds for certain is true, and its guesses are ways the cards may lie."""
    seen = moment.seen
    if seen.view.phase != "play":
        return
    knowledge = known(seen, PLAIN, 1, ())
    assert Known.of(knowledge.numbers()) == knowledge
    true = [mask_of(hand) for hand in moment.hands]
    for seat in range(4):
        assert not knowledge.barred[seat] & true[seat]
        assert not knowledge.held[seat] & ~true[seat]
    for habits in (PLAIN, QUICK):
        for hands in Guesses(known(seen, habits, 1, ()), Random(1)).drawn(3):
            assert hands[seen.seat] == true[seen.seat]
            assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in true]
            assert sum(hands) == sum(true)
            if habits is PLAIN:
                assert not any(hands[seat] & knowledge.barred[seat] for seat in range(4))


@pytest.mark.parametrize("key", KEYS)
def test_other_hidden_cards_change_nothing(key: str, deal_seed: int) -> None:
    """Two deals that look alike to a seat until it acts: what it is asked to weigh is the same, to the last number."""
    chance = Random(deal_seed)
    compared = 0
    for _ in range(6):
        options = any_options(key, chance)
        start = chance.getrandbits(32)
        for moment in moments(key, options, Random(start)):
            seen, true = moment.seen, moment.hands
            others = [seat for seat in range(4) if seat != seen.seat]
            hidden = [card for seat in others for card in true[seat]]
            chance.shuffle(hidden)
            assert moment.state.deal is not None
            hands = list(true)
            for seat in others:
                hands[seat], hidden = tuple(hidden[: len(true[seat])]), hidden[len(true[seat]) :]
            swapped = changed(moment.state.deal, hands=tuple(hands), dealt=tuple(hands), talon=())  # type: ignore[type-var]  # every state is a dataclass; those of the family have these
            other = changed(seen, view=game_of(key).view(swapped, seen.seat))
            for habits in LEVELS.values():
                assert MIND.pose(other, habits, 7) == MIND.pose(seen, habits, 7)
            compared += 1
    assert compared > 100


def test_the_same_problem_has_the_same_values(deal_seed: int) -> None:
    for moment in moments("belote", preset("belote", "belote_online"), Random(deal_seed)):
        posed, again = (MIND.pose(moment.seen, QUICK, 5) for _ in range(2))
        assert posed == again
        if isinstance(posed, Posed):
            assert posed.problem.solver == SOLVER
            assert not posed.problem.texts
            assert all(type(number) is int for number in posed.problem.numbers)
            assert solve(posed.problem) == solve(posed.problem)


@pytest.mark.parametrize(("key", "name"), PRESETS)
def test_options_travel(key: str, name: str) -> None:
    assert options_of(numbers_of(preset(key, name))) == preset(key, name)


def test_groups_travel() -> None:
    groups = [(1, 2), (), (0,), (-1, 5)]
    assert unpacked(packed(groups)) == groups


def test_worlds_are_equally_likely() -> None:
    """Three holders, one card barred from the first: every way comes about as often as any other."""
    worlds = Worlds(0b1111, (2, 1, 1), (0b0001, 0, 0))
    chance, drawn = Random(1), dict[tuple[int, ...], int]()
    for _ in range(6000):
        way = tuple(worlds.draw(chance))
        drawn[way] = drawn.get(way, 0) + 1
    assert len(drawn) == 6
    assert all(900 < count < 1100 for count in drawn.values())
    with pytest.raises(ValueError):
        Worlds(0b11, (2, 0, 0), (0b01, 0, 0))
    with pytest.raises(ValueError):
        Worlds(0b1, (1, 0, 0), (1, 1, 1))


def test_every_card_is_somewhere(deal_seed: int) -> None:
    chance = Random(deal_seed)
    worlds = Worlds(PACK & ~0xFF, (8, 8, 8), (0x0000FF00, 0, 0x80000000))
    for _ in range(50):
        first, second, third = worlds.draw(chance)
        assert first | second | third == PACK & ~0xFF
        assert len(list(bits(first))) == len(list(bits(second))) == len(list(bits(third))) == 8
        assert not first & 0x0000FF00
        assert not third & 0x80000000
