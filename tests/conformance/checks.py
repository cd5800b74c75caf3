"""What every game must hold, checked on a walk. Each check raises AssertionError with the moment that broke it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice

from bot.core import match
from bot.core.actions import Action, Deal, PlayCard
from bot.core.cards import Card
from bot.core.codec import EventCodec, Record, Snapshot
from bot.core.errors import CorruptLog, IllegalAction, UnknownAction
from bot.core.events import CardPlayed, CardTakenBack, Event
from bot.core.game import AnyGame
from bot.core.match import MATCH_EVENTS, MatchState
from bot.core.prompts import BidRange, OneOf
from bot.core.replay import replay, verify
from bot.core.seats import Seat, all_seats
from tests.conformance.walk import Choices, Walk, some_codes

Check = Callable[[Walk, Choices], None]
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
LONGEST_CODE = 40
SAMPLED = 6
"""States looked at closely in one walk, where looking at all of them would take long."""


def sample(walk: Walk, choices: Choices) -> Iterator[MatchState]:
    """Some states in which a deal runs: the first, and others by chance."""
    running = [state for state in walk.states() if not state.between]
    yield from running[:1]
    for _ in range(min(SAMPLED, len(running) - 1)):
        yield running[1 + choices.below(len(running) - 1)]


def cards_are_conserved(walk: Walk, choices: Choices) -> None:
    """No card is in two hands, and a played card is in none. Every view counts the cards truly."""
    for state in walk.states():
        if state.deal is None or state.between:
            continue
        played = _played(walk, state)
        assert len(set(played)) == len(played), "a card was played twice"
        seen = list(played)
        sizes = walk.game.view(state.deal, None).hand_sizes
        for seat in all_seats(state.players):
            view = walk.game.view(state.deal, seat)
            assert view.hand_sizes == sizes, "two viewers count the hands differently"
            assert len(view.hand) == sizes[seat], f"seat {seat} sees {len(view.hand)} cards, holds {sizes[seat]}"
            seen += view.hand
        assert len(set(seen)) == len(seen), "a card is in two places"
        deck = walk.game.deck(state.options, state.players)
        assert set(deck).issuperset(seen), "a card is not of the deck"


def _played(walk: Walk, until: MatchState) -> list[Card]:
    played: list[Card] = []
    for moment in walk.moments:
        if moment.before.between:
            played = []
        for event in moment.events:
            if isinstance(event, CardPlayed):
                played.append(event.card)
            elif isinstance(event, CardTakenBack):
                assert played.pop() == event.card, "another card than the last was taken back"
        if moment.after is until:
            return played
    return []


def someone_can_act(walk: Walk, choices: Choices) -> None:
    """Until the deal is over, chance or a seat must act, and whoever may act is offered something."""
    for state in walk.states():
        if state.between or state.deal is None:
            assert not match.may_act(walk.game, state)
            continue
        acting, allowed = match.to_act(walk.game, state), match.may_act(walk.game, state)
        over = walk.game.result(state.deal) is not None
        assert acting <= allowed
        assert bool(acting) != (over or walk.game.needs_deal(state.deal)), "nobody must act, or too many"
        for seat in all_seats(state.players):
            offered = match.prompts(walk.game, state, seat)
            assert bool(offered) == (seat in allowed), f"seat {seat}: offered {offered}"
            assert not offered or next(iter(code for prompt in offered for code in prompt.codes()), None)
            view = walk.game.view(state.deal, seat)
            assert (view.to_act, view.may_act) == (acting, allowed), "the view tells other seats to act"
            assert view.aloud == walk.game.view(state.deal, None).aloud, "viewers are told of other actions aloud"


def legality_agrees(walk: Walk, choices: Choices) -> None:
    """For every seat and every thinkable code: accepted exactly when offered; refused changes nothing."""
    codes = _thinkable(walk)
    for state in sample(walk, choices):
        assert state.deal is not None
        before = repr(state)
        for seat in all_seats(state.players):
            offered = match.prompts(walk.game, state, seat)
            own = set(some_codes(offered))
            for code in codes | own:
                expected = any(prompt.accepts(code) for prompt in offered)
                assert not (code in own and not expected), f"{code} is listed but not accepted by its prompt"
                accepted = _accepted(walk.game, state, seat, code)
                assert accepted == expected, f"seat {seat}, {code}: offered {expected}, accepted {accepted}"
        for code in codes:
            assert not _accepted(walk.game, state, None, code), f"{code} was accepted from nobody"
        assert repr(state) == before, "an action changed a state it was given"


def _accepted(game: AnyGame, state: MatchState, seat: Seat | None, code: str) -> bool:
    try:
        match.act(game, state, seat, game.parse(code))
    except (IllegalAction, UnknownAction):
        return False
    return True


def _thinkable(walk: Walk) -> set[str]:
    """Every card played, every action done in this walk, every first offer, and numbers just beside the offered."""
    state = walk.state
    codes = {PlayCard(card).code for card in walk.game.deck(state.options, state.players)}
    codes |= {moment.action.code for moment in walk.moments if not isinstance(moment.action, Deal)}
    for moment in walk.moments[:12]:
        for prompt in (p for seat in all_seats(state.players) for p in match.prompts(walk.game, moment.after, seat)):
            codes |= set(islice(prompt.codes(), 40))
            if isinstance(prompt, BidRange):
                codes |= {
                    f"{prompt.kind}:{level + near}:{name}"
                    for name, level in prompt.floors
                    for near in (-prompt.step, -2, -1, 1, 2, 5, prompt.step, 1000 * prompt.step)
                }
    return codes


def refusals_explain(walk: Walk, choices: Choices) -> None:
    """A held card refused at one's turn comes with the reason, the legal cards, and the duty in the view."""
    for state in sample(walk, choices):
        assert state.deal is not None
        for seat in match.to_act(walk.game, state):
            view = walk.game.view(state.deal, seat)
            assert set(view.playable) <= set(view.hand)
            offered = set(some_codes(match.prompts(walk.game, state, seat)))
            plays = {PlayCard(card).code for card in view.hand} & offered
            assert plays == {PlayCard(card).code for card in view.playable}, "playable cards are not those offered"
            if not view.playable:
                continue
            free = len(view.playable) == len(view.hand)
            assert free or view.duty is not None, "only some cards may be played, and the view does not say why"
            for card in set(view.hand) - set(view.playable):
                refusal = _refusal(walk.game, state, seat, PlayCard(card))
                assert refusal is not None, f"{card} was not refused"
                assert set(refusal.legal) == set(view.playable), f"{card}: legal cards missing in the refusal"
                assert refusal.fact.key == f"refusal.{refusal.code.value}"


def _refusal(game: AnyGame, state: MatchState, seat: Seat, action: Action) -> IllegalAction | None:
    try:
        match.act(game, state, seat, action)
    except IllegalAction as refusal:
        return refusal
    return None


def codes_are_sound(walk: Walk, choices: Choices) -> None:
    """Offered codes are unique, short, and parse back to the same action."""
    for state in sample(walk, choices):
        for seat in all_seats(state.players):
            offered = match.prompts(walk.game, state, seat)
            codes = list(some_codes(offered))
            assert len(set(codes)) == len(codes), f"a code is offered twice: {codes}"
            for action in (action for prompt in offered if isinstance(prompt, OneOf) for action in prompt.actions):
                assert walk.game.parse(action.code) == action, f"{action.code} is not read back as {action}"
            for code in codes:
                assert len(code) <= LONGEST_CODE, f"{code} is too long for a button"
                assert walk.game.parse(code).code == code, f"{code} is read as {walk.game.parse(code)}"


def tokens_change(walk: Walk, choices: Choices) -> None:
    """A seat's token is never the same at two of its own actions, so no old click can act."""
    used: dict[tuple[Seat, str], int] = {}
    for index, moment in enumerate(walk.moments):
        if moment.seat is None:
            continue
        token = match.prompt_token(walk.game, moment.before, moment.seat)
        assert match.prompt_token(walk.game, moment.before, moment.seat) == token, "a token is not stable"
        where = used.setdefault((moment.seat, token), index)
        assert where == index, f"seat {moment.seat} has one token at moments {where} and {index}"
        after = match.prompt_token(walk.game, moment.after, moment.seat)
        assert after != token, f"moment {index}: {moment.action.code} left the token as it was"


def replay_equals_play(walk: Walk, choices: Choices) -> None:
    """Folding the log gives the same match; so does a log cut after any action; deciding again finds no drift."""
    done = replay(walk.game, walk.events)
    assert done.failure is None, done.failure
    assert done.state == walk.state, "the folded log is another match"
    assert repr(done.state) == repr(walk.state)
    state: MatchState | None = None
    for event in walk.opened.events:
        state = match.evolve(walk.game, state, event)
    for moment in walk.moments:
        for event in moment.events:
            state = match.evolve(walk.game, state, event)
        assert state == moment.after, f"{moment.action.code}: its events do not tell all that changed"
    drifts = verify(walk.game, walk.events)
    assert drifts == (), drifts


def codecs_round_trip(walk: Walk, choices: Choices) -> None:
    """Every event and snapshot reads back equal, to the very types."""
    codec = EventCodec(walk.game)
    for seq, event in enumerate(walk.events, start=1):
        record = Record(seq, NOON, event)
        line = codec.encode(record)
        back = codec.decode(line)
        assert back == record, line
        assert repr(back) == repr(record), line
        assert codec.encode(back) == line
    for state in (*sample(walk, choices), walk.state):
        snapshot = Snapshot(7, state)
        read = codec.decode_snapshot(codec.encode_snapshot(snapshot))
        assert read == snapshot
        assert repr(read) == repr(snapshot)


def evolve_is_total(walk: Walk, choices: Choices) -> None:
    """Any event at any time gives a state or CorruptLog; a foreign one, or a match's own twice, always CorruptLog."""
    known = (*MATCH_EVENTS, *walk.game.event_types)
    assert all(type(event) in known for event in walk.events), "an event is not in event_types"
    states = [*sample(walk, choices), walk.state]
    between = [state for state in walk.states() if state.between]
    for event in walk.events:
        for state in (states[choices.below(len(states))], between[choices.below(len(between))]):
            _fits_or_corrupt(walk.game, state, event)
    for before, event, after in _folded(walk):
        if isinstance(event, MATCH_EVENTS):
            assert _fits_or_corrupt(walk.game, before, event) is not None
            assert _fits_or_corrupt(walk.game, after, event) is None, f"{event} was accepted twice"
    for state in states:
        assert _fits_or_corrupt(walk.game, state, _Foreign()) is None, "a foreign event was accepted"


def _folded(walk: Walk) -> Iterator[tuple[MatchState | None, Event, MatchState]]:
    before: MatchState | None = None
    for event in walk.events:
        after = match.evolve(walk.game, before, event)
        yield before, event, after
        before = after


def _fits_or_corrupt(game: AnyGame, state: MatchState | None, event: Event) -> MatchState | None:
    """The state after the event; None when it is refused as it must be."""
    try:
        return match.evolve(game, state, event)
    except CorruptLog:
        return None
    except Exception as error:
        raise AssertionError(f"{event} at another time: {error!r} instead of CorruptLog") from error


class _Foreign(Event, audience=True):
    kind = "Foreign"
