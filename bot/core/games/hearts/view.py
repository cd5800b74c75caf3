"""What one seat, or a spectator, may see of a deal: made by naming what is shown (docs/rules/hearts.md 10)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.facts import Fact, Term, Who, fact
from bot.core.games.hearts.duties import winner
from bot.core.games.hearts.keys import Key
from bot.core.games.hearts.pack import sort_cards
from bot.core.games.hearts.scoring import so_far
from bot.core.games.hearts.state import HeartsState, Phase
from bot.core.seats import Seat
from bot.core.views import TrickView, View, Zone


def view(state: HeartsState, seat: Seat | None) -> View:
    """The deal as a viewer sees it."""
    acting = state.acting()
    legal = state.legal if state.phase is Phase.PLAY and seat in acting else None
    scored = state.score if state.phase is Phase.OVER else None
    best = winner(state.trick)
    last = state.won[-1] if state.won else None
    return View(
        viewer=seat,
        phase=state.phase.value,
        dealer=state.setup.dealer,
        hand=() if seat is None else sort_cards(state.hands[seat]),
        playable=() if legal is None else sort_cards(legal.cards),
        duty=_duty(state, seat) if legal is None else legal.as_fact(),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        trick=TrickView(state.trick.plays, None if best is None else best[0]),
        last_trick=None if last is None else TrickView(last.trick.plays, last.winner),
        tricks_won=tuple(sum(won.winner == owner for won in state.won) for owner in state.seats),
        to_act=acting,
        may_act=acting,
        trump=None,
        taker=None,
        contract=None,
        calls=(),
        zones=(),
        facts=tuple(_facts(state)),
        points=so_far(state.taken, state.options),
        own=() if seat is None else tuple(_own(state, seat)),
        hands=() if scored is None else tuple(sort_cards(hand) for hand in state.dealt),
        account=() if scored is None else scored.account,
    )


def _duty(state: HeartsState, seat: Seat | None) -> Fact | None:
    """What a seat that has not passed yet picks cards for."""
    if seat is None or state.phase is not Phase.PASSING or seat not in state.acting():
        return None
    return fact(Key.DUTY_GIVE.value, n=state.to_give, who=Who(state.receiver(seat)))


def _facts(state: HeartsState) -> Iterator[Fact]:
    """The direction of the pass until the first trick is over; who broke hearts, from then on."""
    if not state.won and state.options.exchange != "none":
        if state.way is None:
            yield fact(Key.SAID_HOLD.value)
        else:
            yield fact(Key.SAID_EXCHANGE.value, n=state.to_give, way=Term("way", state.way.value))
    if state.breaker is not None and state.options.hearts_lead == "when_broken":
        seat, card = state.breaker
        yield fact(Key.SAID_BROKEN.value, who=Who(seat), card=card)


def _own(state: HeartsState, seat: Seat) -> Iterator[Zone]:
    """What a seat passed and got, for its own eyes, until the first trick is over."""
    if state.won or not state.given[seat]:
        return
    yield Zone("given", state.given[seat], state.receiver(seat))
    if state.phase is Phase.PLAY:
        giver = state.giver(seat)
        yield Zone("received", state.given[giver], giver)
