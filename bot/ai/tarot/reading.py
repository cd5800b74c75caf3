"""A deal of the core as a position of the kernel, for those who may see all cards: tests, and analysis afterwards."""

from __future__ import annotations

from types import MappingProxyType

from bot.ai.tarot.cards import BITS, mask
from bot.ai.tarot.position import Position
from bot.ai.tarot.terms import (
    ATTACK,
    BARRED_LEAD,
    BARRED_TO_TAKER,
    CHANGES_SIDE,
    DEFENCE,
    FORBIDDEN,
    FREE_LEAD,
    NOBODY,
    TRICK_WINNER,
    Terms,
)
from bot.core.games.tarot.auction import Contract
from bot.core.games.tarot.king import Camp
from bot.core.games.tarot.options import TarotOptions
from bot.core.games.tarot.poignee import Size, bonus
from bot.core.games.tarot.scoring import aside_camp
from bot.core.games.tarot.state import TarotState

CALL_LEADS = MappingProxyType({"opening_lead": BARRED_LEAD, "none": FREE_LEAD, "taker_only": BARRED_TO_TAKER})
EXCUSE_LAST = MappingProxyType(
    {"changes_side": CHANGES_SIDE, "trick_winner": TRICK_WINNER, "forbidden": FORBIDDEN},
)
ROUNDINGS = MappingProxyType({"exact": 1, "nearest5": 5, "nearest10": 10})


def flat_misere(options: TarotOptions, contract: Contract) -> int:
    """What one misère brings the camp of who said it, from or for each defender (OPT-MISERE)."""
    match options.misere:
        case "flat10_camp":
            return 10
        case "flat20_camp":
            return 20
        case "mult10_camp":
            return 10 * contract.factor
        case _:
            return 0


def terms_of(state: TarotState) -> Terms:
    """What holds for a deal whose taker is known; what was announced counts as far as it was.

    Raises:
        ValueError: nobody has taken.
    """
    contract, options = state.contract, state.options
    if contract is None or state.taker is None:
        raise ValueError("nobody has taken")
    camps, places = state.camps, {seat: place for place, seat in enumerate(state.seats)}
    aside = state.aside if contract.takes_chien else state.chien
    said = [1 if camps.of(seat) is Camp.ATTACK else -1 for seat, _ in state.miseres]
    chelem = 0 if state.chelem is None else ATTACK if camps.of(state.chelem) is Camp.ATTACK else DEFENCE
    return Terms(
        players=len(state.seats),
        taker=places[state.taker],
        partner=NOBODY if camps.partner is None else places[camps.partner],
        factor=contract.factor,
        attack_aside=mask(aside) if aside_camp(contract) is Camp.ATTACK else 0,
        called=0 if state.called is None else BITS[state.called],
        open_card=state.called in state.chien and state.turned,
        call_lead=CALL_LEADS[options.call_lead_restriction],
        untouchable=state.untouchable,
        excuse_last=EXCUSE_LAST[options.excuse_last_trick],
        excuse_needs_word=options.excuse_wins_last == "announced_only",
        chelem=chelem,
        handfuls=sum(bonus(Size(shown.size), options) for shown in state.poignees),
        flat=sum(said) * flat_misere(options, contract),
        drops_half=options.half_point == "ignore",
        rounding=ROUNDINGS[options.score_round],
    )


def position_of(state: TarotState) -> Position:
    """Where a deal in play stands; all hands are known.

    Raises:
        ValueError: nobody has taken.
    """
    places = {seat: place for place, seat in enumerate(state.seats)}
    plays = [play for won in state.won for play in won.trick.plays] + list(state.trick.plays)
    hands = [mask(state.hands[seat]) for seat in state.seats]
    for seat, card in plays:
        hands[places[seat]] |= BITS[card]
    leader = places[plays[0][0] if plays else state.leader]
    position = Position(terms_of(state), hands, leader)
    for _, card in plays:
        position.play(BITS[card])
    return position
