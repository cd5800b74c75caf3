"""What one seat, or a spectator, may see of a deal: made by naming what is shown."""

from __future__ import annotations

from bot.core.evolving import kept_with, replace
from bot.core.families.belote.denominations import BeloteRanking
from bot.core.families.belote.display import sort_cards
from bot.core.families.belote.regrets import ANSWERS, regret_facts
from bot.core.families.belote.state import A, BeloteState, Phase
from bot.core.seats import Seat
from bot.core.views import TrickView, View, Zone


def view(state: BeloteState[A], seat: Seat | None, to_act: frozenset[Seat], may_act: frozenset[Seat]) -> View:
    """The deal as a viewer sees it."""
    ranking = _ranking(state)
    own_turn = seat is not None and state.phase is Phase.PLAY and state.turn == seat
    return replace(
        _shared(state),
        viewer=seat,
        hand=() if seat is None else sort_cards(state.hands[seat], ranking),
        playable=sort_cards(state.playable(), ranking) if own_turn else (),
        duty=state.duty() if own_turn else None,
        to_act=to_act,
        may_act=may_act,
        aloud=_aloud(state, may_act - to_act) if may_act is not to_act or state.regret is not None else (),
    )


@kept_with
def _shared(state: BeloteState[A]) -> View:
    """What everybody sees, made once for all viewers of a state; the rest is for `view` to fill in."""
    contract, score = state.contract, state.score
    ranking = _ranking(state)
    return View(
        viewer=None,
        phase=state.phase.value,
        dealer=state.setup.dealer,
        hand=(),
        playable=(),
        duty=None,
        hand_sizes=tuple([len(hand) for hand in state.hands]),
        trick=_trick_on_table(state),
        last_trick=_last_trick(state),
        tricks_won=state.tricks_won(),
        to_act=frozenset(),
        may_act=frozenset(),
        trump=None if state.trumps is None else state.trumps.value,
        taker=None if contract is None else contract.taker,
        contract=None if contract is None else contract.as_fact(),
        calls=state.auction.calls,
        zones=_zones(state),
        facts=(*state.said, *regret_facts(state)),
        points=None if state.trumps is None else state.points,
        hands=() if score is None else tuple([sort_cards(hand, ranking) for hand in state.dealt]),
        account=() if score is None else score.account,
    )


def _ranking(state: BeloteState[A]) -> BeloteRanking | None:
    """Card order under the contract; None before there is one."""
    return None if state.trumps is None else state.ranking


def _aloud(state: BeloteState[A], waiting: frozenset[Seat]) -> tuple[str, ...]:
    """Codes of the calls that may be made out of turn, or of the answers to who asks for a card back.

    The auction and the latest card alone decide them, not the hands.
    """
    if state.phase is Phase.PLAY:
        return tuple(ANSWERS.codes()) if state.regret is not None and state.regret.waiting else ()
    codes = (code for seat in sorted(waiting) for prompt in state.auction.prompts(seat) for code in prompt.codes())
    return tuple(dict.fromkeys(codes))


def _trick_on_table(state: BeloteState[A]) -> TrickView:
    best = state.winning if state.trick.plays else None
    return TrickView(state.trick.plays, None if best is None else best[0])


def _last_trick(state: BeloteState[A]) -> TrickView | None:
    """The last complete trick: always until the next card is played, then as `last_trick_view` allows."""
    if not state.won:
        return None
    if state.trick.plays and state.options.last_trick_view != "until_next_gathered":
        return None
    last = state.won[-1]
    return TrickView(last.trick.plays, last.winner)


def _zones(state: BeloteState[A]) -> tuple[Zone, ...]:
    """Open cards: the turned card while it is bid for, shown annonces, and an older trick where it may be seen."""
    if state.score is not None:
        return ()
    zones = [Zone("shown", made.cards, seat) for seat, made in state.shown]
    if state.turned is not None:
        zones.insert(0, Zone("turned", (state.turned,)))
    looked_at_late = state.options.last_trick_view == "after_next_trick"
    if looked_at_late and not state.trick.plays and len(state.won) > 1:
        zones.append(Zone("previous_trick", state.won[-2].trick.cards))
    return tuple(zones)
