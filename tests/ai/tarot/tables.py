"""Random deals of tarot by random options, and what the kernel makes of them, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from bot.ai.random_legal import sample
from bot.ai.tarot.cards import BITS, EXCUSE, KINGS, PETIT, TRUMPS, cards, mask
from bot.ai.tarot.position import Position
from bot.ai.tarot.reading import position_of
from bot.core import match
from bot.core.actions import Deal, PlayCard
from bot.core.cards import Card
from bot.core.events import CardPlayed, CardTakenBack, TrickWon
from bot.core.games.tarot.actions import Bid
from bot.core.games.tarot.dealing import deal_out, default_pattern
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.match import MatchState
from bot.core.prompts import OneOf
from bot.core.registry import game_of
from bot.core.seats import Seat

GAME = game_of("tarot")


def varied(options: TarotOptions, chance: Random) -> TarotOptions:
    """Options of which about a third are changed at random, those that ask for what no bot deals left alone."""
    changes = {
        spec.name: chance.choice(spec.choices)
        for spec in options.specs()
        if spec.choices and spec.name != "shuffle" and chance.random() < 0.3
    }
    return replace(options, **changes)  # type: ignore[arg-type]  # every value is one of its own field's


def pack(options: TarotOptions, players: int, chance: Random, *, one_sided: bool) -> tuple[Card, ...]:
    """A shuffled pack; a one-sided one gives a seat the trumps, the Excuse and kings, so that it may win all tricks."""
    deck = GAME.deck(options, players)
    order = chance.sample(deck, len(deck))
    if one_sided:
        hands = 4 if options.five_mode == "mort" and players == 5 else players
        lucky = chance.choice(deal_out(order, hands, default_pattern(hands)).hands)
        best = cards(EXCUSE | PETIT) + cards(TRUMPS & ~PETIT)[::-1] + cards(KINGS)
        for old, new in zip(lucky, best, strict=False):
            here, there = order.index(old), order.index(new)
            order[here], order[there] = new, old
    return tuple(order)


def chosen(state: MatchState, seat: Seat, chance: Random, *, highest: bool) -> str:
    """Any offered action; mostly the one that brings the deal on, so that there are many cards to compare."""
    prompts = match.prompts(GAME, state, seat)
    first = prompts[0]
    if isinstance(first, OneOf) and chance.random() < 0.9:
        if any(isinstance(action, Bid) for action in first.actions) and chance.random() < 0.5:
            return chance.choice(first.actions[1:] or first.actions).code
        if any(isinstance(action, PlayCard) for action in first.actions):
            held = {BITS[action.card]: action for action in first.actions if isinstance(action, PlayCard)}
            chosen = max(held, key=lambda bit: bit % EXCUSE) if highest else chance.choice(list(held))
            return held[chosen].code
    return sample(prompts, chance)


@dataclass
class Compared:
    """What a comparison has seen: positions, ends of deals, and the first thing that was not the same."""

    positions: int = 0
    deals: int = 0
    fault: str = ""


def deals_of(
    options: TarotOptions, players: int, chance: Random, share: float
) -> Iterator[tuple[MatchState, tuple[object, ...]]]:
    """The states of random deals without end, each with the events that led there."""
    state = match.start(GAME, options, players, Seat(chance.randrange(players))).state
    one_sided = False
    while True:
        if state.ended:
            state = match.start(GAME, options, players, state.dealer).state
        if match.needs_deal(GAME, state):
            one_sided = chance.random() < share
            step = match.act(GAME, state, None, Deal(pack(options, players, chance, one_sided=one_sided)))
        else:
            seat = chance.choice(sorted(match.to_act(GAME, state)))
            step = match.act(GAME, state, seat, GAME.parse(chosen(state, seat, chance, highest=one_sided)))
        state = step.state
        yield state, step.events


def compare(options: TarotOptions, players: int, seed: int, wanted: int, one_sided: float = 0.2) -> Compared:
    """Tell the kernel so many positions of random deals, this share one-sided; stops at the first difference."""
    done = Compared()
    position: Position | None = None
    for state, events in deals_of(options, players, Random(f"{options!r}/{players}/{seed}"), one_sided):
        deal = state.deal
        assert isinstance(deal, TarotState)
        if deal.phase not in (Phase.PLAY, Phase.OVER) or deal.taker is None:
            position = None
            continue
        told = [event for event in events if isinstance(event, CardPlayed | TrickWon | CardTakenBack)]
        whole = position is None or len(told) != len(events) or any(isinstance(event, CardTakenBack) for event in told)
        if whole and deal.phase is Phase.PLAY:
            position = position_of(deal)
        elif position is not None:
            done.fault = _told(position, deal, told)
        done.fault = done.fault or ("" if position is None else _same(position, deal))
        if done.fault:
            done.fault += f" ({options!r}, {players} players, seed {seed}, position {done.positions})"
            return done
        done.positions += 1
        if deal.phase is Phase.OVER:
            done.deals += deal.score is not None
            position = None
        if done.positions >= wanted:
            return done
    raise AssertionError("deals without end have ended")


def _told(position: Position, deal: TarotState, told: list[CardPlayed | TrickWon | CardTakenBack]) -> str:
    """Play on; a difference in who won is named."""
    places = {seat: place for place, seat in enumerate(deal.seats)}
    for event in told:
        match event:
            case CardPlayed(card=card):
                position.play(BITS[card])
            case TrickWon(seat=seat) if position.winner != places[seat]:
                return f"trick won by {position.winner}, not {places[seat]}"
    return ""


def _same(position: Position, deal: TarotState) -> str:
    """What is not the same in the two, in words."""
    if deal.score is not None:
        return _same_score(position, deal)
    if deal.phase is not Phase.PLAY or deal.ordered is not None:
        return ""
    if deal.seats[position.turn] != deal.turn:
        return f"turn of {position.turn}"
    if [mask(deal.hands[seat]) for seat in deal.seats] != position.hands:
        return "other hands"
    legal = position.legal()
    if legal != mask(deal.legal().cards):
        return f"legal {cards(legal)}, not {deal.legal().cards}"
    return ""


def _same_score(position: Position, deal: TarotState) -> str:
    assert deal.score is not None
    marks = [0] * deal.setup.players
    for place, mark in enumerate(position.terms.marks(position.per_defender())):
        marks[deal.seats[place]] = mark
    if deal.options.misere == "flat10_personal":
        for seat, _ in deal.miseres:
            for other in deal.seats:
                marks[other] -= 10
                marks[seat] += 10
    return "" if tuple(marks) == deal.score.points else f"marks {marks}, not {deal.score.points}"
