"""Every fact and refusal that play brings about is among the family's keys, with the data promised there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.core.account import Part
from bot.core.actions import Deal
from bot.core.cards import Card, deck_32
from bot.core.errors import IllegalAction, Reason
from bot.core.facts import Camp, Fact, Term, Who
from bot.core.families.belote.counting import rounded
from bot.core.families.belote.keys import DATA, PARTS, REFUSALS, TERMS, Key, Refusal
from bot.core.families.belote.options import FamilyOptions
from bot.core.families.belote.state import Phase
from bot.core.game import apply
from bot.core.games.belote.rules import GAME as BELOTE
from bot.core.games.coinche.rules import GAME as COINCHE
from bot.core.seats import Seat, Side

from .deals import AnyBelote, State, belote, coinche, points_of, setup

GAMES: dict[str, AnyBelote] = {"belote": BELOTE, "coinche": COINCHE}
PRESETS = [(key, name) for key, game in GAMES.items() for name in game.presets]
DEALS = 6
WRONG = [
    "pass",
    "take",
    "take:S",
    "take:TA",
    "bid:90:H",
    "bid:85:S",
    "bid:500:SA",
    "capot:H",
    "generale:S",
    "coinche:1",
]
WRONG += ["surcoinche", "declare:belote", "declare:rebelote", "declare:annonces", "declare:show"]
WRONG += [f"play:{card.code}" for card in deck_32()]


def kind_of(value: object) -> str:
    match value:
        case Term():
            return f"term:{value.kind}"
        case Who():
            return "who"
        case Camp():
            return "camp"
        case Card():
            return "card"
        case tuple():
            return "cards"
        case _:
            return type(value).__name__


def check_fact(fact: Fact) -> None:
    assert {name: kind_of(value) for name, value in fact.data} == dict(DATA[Key(fact.key)]), fact
    check_terms(fact)


def check_terms(fact: Fact) -> None:
    for _, value in fact.data:
        if isinstance(value, Term):
            assert value.code in TERMS[value.kind], fact


def check_refusals(game: AnyBelote, state: State) -> None:
    for code in WRONG:
        if code.split(":")[0] not in {kind.kind for kind in game.action_types}:
            continue
        refused = refusal_or_none(game, state, code)
        if refused is not None:
            assert isinstance(refused.code, Reason | Refusal)
            given = {name: kind_of(value) for name, value in refused.fact.data}
            given |= {} if refused.call is None else {"call": "call"}
            assert given == dict(REFUSALS[refused.code]), refused
            check_terms(refused.fact)


def refusal_or_none(game: AnyBelote, state: State, code: str) -> IllegalAction | None:
    try:
        apply(game, state, state.turn, game.parse(code))
    except IllegalAction as refused:
        return refused
    return None


def random_deals(game: AnyBelote, options: FamilyOptions, chance: Random) -> Iterator[State]:
    """Every state of some deals played by chance."""
    for _ in range(DEALS):
        order = list(deck_32())
        chance.shuffle(order)
        state = apply(game, game.begin(setup(options, chance.randrange(4))), None, Deal(tuple(order))).state
        while state.phase is not Phase.OVER:
            yield state
            seat = chance.choice(sorted(game.may_act(state)))
            prompt = chance.choice(game.prompts(state, seat))
            state = apply(game, state, seat, game.parse(chance.choice(list(prompt.codes())))).state
        yield state


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_facts_and_refusals_keep_their_promise(key: str, preset: str) -> None:
    game, chance = GAMES[key], Random(f"{key} {preset}")
    options = game.presets[preset].with_values({"sa_ta": True})
    assert isinstance(options, FamilyOptions)
    for state in random_deals(game, options, chance):
        for seat in (None, *map(Seat, range(4))):
            view = game.view(state, seat)
            facts = (view.duty, view.contract, *view.facts, *view.account, *(call.fact for call in view.calls))
            for fact in facts:
                if fact is not None:
                    check_fact(fact)
        if state.phase in (Phase.BIDDING, Phase.PLAY) and chance.random() < 0.3:
            check_refusals(game, state)
        if state.score is not None:
            check_account(state)
            check_count(state)


def check_count(state: State) -> None:
    """What is handed to scoring, counted again from the tricks."""
    count, winners = state.deal_count(), [won.winner for won in state.won]
    assert len(winners) == 8
    assert count.tricks == (sum(seat in (0, 2) for seat in winners), sum(seat in (1, 3) for seat in winners))
    assert count.der == (0 if winners[7] in (0, 2) else 1)
    assert count.solo_tricks == sum(seat == state.playing.taker for seat in winners)
    for side in (0, 1):
        taken = [card for won in state.won if won.winner % 2 == side for card in won.trick.cards]
        assert count.cards[side] == sum(state.ranking.points(card) for card in taken)
    holders = [seat for seat in range(4) if {"K", "Q"} <= royal_ranks(state, seat)]
    if state.options.belote_announce == "auto" and state.playing.denomination.trump_suit is not None:
        assert list(count.belotes) == [seat % 2 for seat in holders]


def royal_ranks(state: State, seat: int) -> set[str]:
    trump = state.playing.denomination.trump_suit
    return {card.rank.value for card in state.dealt[seat] if card.suit is trump}


def check_account(state: State) -> None:
    """The marked lines add up, every line has its part, and rounding is the only difference to what is marked."""
    assert state.score is not None
    contract, *rest = state.score.account
    assert contract.key.startswith("contract.")
    assert {line.key for line in rest} <= PARTS.keys()
    assert sum(PARTS[line.key] is Part.VERDICT for line in rest) == 1
    for side in (0, 1):
        lines = [line for line in state.score.account if line.get("camp") == Camp(Side(side))]
        exact = sum(points_of(line) for line in lines if line.key.startswith("account.mark_"))
        assert state.score.points[side] in (exact, rounded(exact, state.options.round))
        assert lines[-1].key == "account.marks"
        assert lines[-1].get("points") == state.score.points[side]
    cards = sum(state.points)
    values = state.ranking.values
    assert cards == sum(values.values())


@pytest.mark.parametrize("chosen", [belote("belote_annonces", litige="carry"), coinche("coinche", sa_ta=True)])
def test_trick_points_add_up(chosen: FamilyOptions) -> None:
    game, chance = GAMES[chosen.game], Random(chosen.game)
    totals = set()
    for state in random_deals(game, chosen, chance):
        if state.score is not None:
            tricks = [points_of(line) for line in state.score.account if line.key == "account.tricks"]
            totals.add(sum(tricks))
    assert totals <= {162, 252}
    assert 162 in totals
