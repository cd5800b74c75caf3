"""What one seat, or a spectator, may see of a deal: made by naming what is shown (docs/rules/tarot.md 20).

Nothing here is made from who plays with whom: the holder of the called card could be read from it.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.evolving import kept_with
from bot.core.games.tarot.duties import strongest
from bot.core.games.tarot.offers import acting, order_due, prompts
from bot.core.games.tarot.pack import sort_cards
from bot.core.games.tarot.state import Phase, TarotState
from bot.core.seats import Seat
from bot.core.views import TrickView, View, Zone


def view(state: TarotState, seat: Seat | None) -> View:
    """The deal as a viewer sees it."""
    taker, contract = state.taker, state.contract
    over = state.phase is Phase.OVER
    chooses = seat is not None and state.chosen_size(seat) is not None
    own_turn = seat is not None and state.phase is Phase.PLAY and seat in acting(state) and not chooses
    legal = state.legal() if own_turn and not order_due(state) else None
    scored = state.score if over else None
    return View(
        viewer=seat,
        phase=_phase(state, seat),
        dealer=state.setup.dealer,
        hand=() if seat is None else sort_cards(state.hands[seat]),
        playable=() if legal is None else sort_cards(legal.cards),
        duty=None if legal is None else legal.as_fact(),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        trick=_trick(state),
        last_trick=_last_trick(state),
        tricks_won=state.tricks_won(),
        to_act=acting(state),
        may_act=may_act(state),
        trump=None,
        taker=taker,
        contract=None if contract is None or taker is None else contract.as_fact(taker, state.called),
        calls=state.auction.calls,
        zones=tuple(_zones(state)),
        facts=state.said,
        points=None,
        hands=() if scored is None else tuple(sort_cards(hand) for hand in state.dealt),
        account=() if scored is None else scored.account,
    )


def _phase(state: TarotState, viewer: Seat | None) -> str:
    """The phase, or what is asked in the middle of it: a poignée to choose, a word about an early lead.

    Only who chooses is told so: to the others it would say that some trumps stay hidden.
    """
    if order_due(state):
        return "order"
    chooses = viewer is not None and state.chosen_size(viewer) is not None
    return "poignee" if chooses else state.phase.value


@kept_with
def may_act(state: TarotState) -> frozenset[Seat]:
    """The seats that are offered anything."""
    return frozenset(seat for seat in state.seats if prompts(state, seat))


def _trick(state: TarotState) -> TrickView:
    best = strongest(state.trick, state.fools)
    return TrickView(state.trick.plays, None if best is None else best[0])


def _last_trick(state: TarotState) -> TrickView | None:
    """One trick back, until the current one is taken up; never more."""
    if not state.won:
        return None
    last = state.won[-1]
    return TrickView(last.trick.plays, last.winner)


def _zones(state: TarotState) -> Iterator[Zone]:
    """Open cards. What was shown once stays until the end of the first trick."""
    if state.phase is Phase.OVER:
        yield from _zones_at_the_end(state)
        return
    for owner, card in state.early:
        yield Zone("early", (card,), owner)
    if state.won:
        return
    if state.turned:
        yield Zone("dog", sort_cards(state.chien))
    if state.shown_aside:
        yield Zone("aside", state.shown_aside, state.taker)
    for shown in state.poignees:
        yield Zone("shown", shown.cards, shown.seat)


def _zones_at_the_end(state: TarotState) -> Iterator[Zone]:
    if state.score is not None:
        yield Zone("dog", sort_cards(state.chien))
        if state.aside:
            yield Zone("discard", sort_cards(state.aside), state.taker)
    elif state.cancelled is not None:
        yield Zone("shown", sort_cards(state.dealt[state.cancelled]), state.cancelled)
