"""Counting a deal that was played, and explaining it line by line (docs/rules/tarot.md 12 to 16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.core.cards import Card
from bot.core.facts import Fact, Term, Who, fact
from bot.core.games.tarot.excuse import Exchange, ExcusePlay, Fate, fate, petit_au_bout
from bot.core.games.tarot.keys import Key
from bot.core.games.tarot.king import Camp
from bot.core.games.tarot.pack import EXCUSE, PETIT, bouts, half_points, worth
from bot.core.games.tarot.poignee import Misere, Size, bonus
from bot.core.games.tarot.scoring import BASE, PETIT_AT_END, SLAM, Outcome, Sums, aside_camp, points, signed, sums
from bot.core.games.tarot.state import TarotState
from bot.core.seats import Seat
from bot.core.tricks import WonTrick


@dataclass(frozen=True, slots=True)
class Kept:
    """The Excuse, or what is like it, as it was played, and what became of it."""

    card: Card
    seat: Seat
    play: ExcusePlay
    fate: Fate
    paid: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """A deal that was counted."""

    outcome: Outcome
    kept: tuple[Kept, ...]
    parts: Sums
    points: tuple[int, ...]
    account: tuple[Fact, ...]


def kept(state: TarotState) -> tuple[Kept, ...]:
    """What became of every Excuse that was played."""
    return tuple(
        _kept(state, number, seat, card)
        for number, won in enumerate(state.won)
        for seat, card in won.trick.plays
        if card in state.fools
    )


def _kept(state: TarotState, number: int, seat: Seat, card: Card) -> Kept:
    camps = state.camps
    camp, won = camps.of(seat), state.won[number]
    before = state.won[:number]
    aside = state.aside if camp is Camp.ATTACK else ()
    play = ExcusePlay(
        camp,
        camps.of(won.winner),
        last=number == state.tricks_total - 1,
        swept=all(camps.of(trick.winner) is camp for trick in before),
        low_in_tricks=_low_cards(state, before, camp),
        low_in_ecart=sum(worth(put) == 1 for put in aside),
    )
    became = fate(play, state.options)
    owed = became.exchange is Exchange.OWED
    return Kept(card, seat, play, became, not owed or _low_cards(state, state.won[number + 1 :], camp) > 0)


def _low_cards(state: TarotState, tricks: tuple[WonTrick, ...], camp: Camp) -> int:
    camps = state.camps
    taken = (card for won in tricks if camps.of(won.winner) is camp for card in won.trick.cards)
    return sum(worth(card) == 1 for card in taken)


def outcome(state: TarotState) -> Outcome:
    """What was played, counted for the attack."""
    camps, contract = state.camps, state.contract
    assert contract is not None
    tricks = [card for won in state.won if camps.of(won.winner) is Camp.ATTACK for card in won.trick.cards]
    aside = state.aside if contract.takes_chien else state.chien
    pile = [*tricks, *aside] if aside_camp(contract) is Camp.ATTACK else tricks
    excuses = kept(state)
    played = frozenset(excuse.card for excuse in excuses)
    own = [card for card in pile if card not in played]
    owned = [excuse.card for excuse in excuses if excuse.fate.owner is Camp.ATTACK]
    swept = next((camp for camp in Camp if state.swept_by(camp)), None)
    return Outcome(
        camps,
        contract,
        half_points(own) + sum(excuse.fate.worth(Camp.ATTACK) for excuse in excuses),
        bouts(own) + len(owned),
        petit=_petit(state),
        poignees=tuple((shown.seat, shown.size) for shown in state.poignees),
        chelem=None if state.chelem is None else camps.of(state.chelem),
        swept=swept,
        miseres=state.miseres,
    )


def _petit(state: TarotState) -> Camp | None:
    number = next((number for number, won in enumerate(state.won, 1) if PETIT in won.trick.cards), None)
    if number is None:
        return None
    last = state.won[-1]
    fool_won = any(seat == last.winner and card in state.fools for seat, card in last.trick.plays)
    won_by = state.camps.of(state.won[number - 1].winner)
    return petit_au_bout(trick=number, last=len(state.won), won_by=won_by, fool_won=fool_won)


def counted(state: TarotState) -> Counted:
    """The score of a deal whose last card was played."""
    played = outcome(state)
    parts = sums(played, state.options)
    marks = points(played, parts, state.setup.players)
    excuses = kept(state)
    account = tuple(explained(state, played, excuses, parts, marks))
    return Counted(played, excuses, parts, marks, account)


def explained(
    state: TarotState, played: Outcome, excuses: tuple[Kept, ...], parts: Sums, marks: tuple[int, ...]
) -> Iterator[Fact]:
    """A score line by line: the contract, what was made, what every defender pays part by part, what each marks."""
    camps = played.camps
    taker = Who(camps.taker)
    yield played.contract.as_fact(camps.taker, state.called)
    if camps.partner is not None:
        yield fact(Key.ACCOUNT_PARTNER.value, who=Who(camps.partner))
    elif state.called is not None:
        yield fact(Key.ACCOUNT_ALONE.value, who=taker)
    for excuse in excuses:
        yield from _excuse_line(excuse)
    key = _points_key(state, played)
    yield fact(key.value, n=played.bouts, points=played.half_points // 2, needed=parts.needed)
    yield from _contract_lines(played, parts)
    yield from _bonus_lines(state, played, parts)
    yield from _payment_lines(parts)
    for seat, mark in enumerate(marks):
        if seat in camps.seats:
            yield fact(Key.ACCOUNT_MARKS.value, who=Who(Seat(seat)), points=mark)


def _points_key(state: TarotState, played: Outcome) -> Key:
    if played.half_points % 2 == 0:
        return Key.ACCOUNT_POINTS
    return Key.ACCOUNT_POINTS_ODD if state.options.half_point == "ignore" else Key.ACCOUNT_POINTS_HALF


def _excuse_line(excuse: Kept) -> Iterator[Fact]:
    """What players will ask about: an Excuse that changed sides, or a card that was never given."""
    who = Who(excuse.seat)
    name = Key.ACCOUNT_EXCUSE_LOST if excuse.card == EXCUSE else Key.ACCOUNT_PETIT_LOST
    if excuse.fate.owner is not excuse.play.camp:
        yield fact(name.value, who=who)
        if excuse.play.won_by is excuse.play.camp:
            yield fact(Key.ACCOUNT_EXCUSE_GIVEN_BACK.value)
    elif not excuse.paid:
        yield fact(Key.ACCOUNT_EXCUSE_UNPAID.value, who=who)


def _contract_lines(played: Outcome, parts: Sums) -> Iterator[Fact]:
    if parts.difference == 0:
        yield fact(Key.ACCOUNT_JUST_MADE.value)
    else:
        made = Key.ACCOUNT_MADE if parts.made else Key.ACCOUNT_FAILED
        yield fact(made.value, n=parts.difference)
    if parts.counted != parts.difference:
        yield fact(Key.ACCOUNT_ROUNDED.value, before=parts.difference, after=parts.counted)
    yield _contract_line(played.contract.factor, parts)


def _contract_line(factor: int, parts: Sums) -> Fact:
    data = {"base": BASE, "difference": parts.counted, "points": parts.contract}
    if factor > 1:
        key = Key.ACCOUNT_CONTRACT if parts.made else Key.ACCOUNT_CONTRACT_LOST
        return fact(key.value, **data, factor=factor)
    key = Key.ACCOUNT_CONTRACT_SINGLE if parts.made else Key.ACCOUNT_CONTRACT_LOST_SINGLE
    return fact(key.value, **data)


def _bonus_lines(state: TarotState, played: Outcome, parts: Sums) -> Iterator[Fact]:
    if played.petit is not None:
        yield _petit_line(played.petit, played.contract.factor, parts)
    sign = 1 if parts.made else -1
    for seat, size in played.poignees:
        worth_of = sign * bonus(Size(size), state.options)
        shown = Term("poignee", size.value)
        yield fact(Key.ACCOUNT_POIGNEE.value, who=Who(seat), poignee=shown, points=worth_of)
    yield from _chelem_lines(state, played)
    for seat, misere in played.miseres:
        key = Key.ACCOUNT_MISERE_TRUMPS if misere is Misere.TRUMPS else Key.ACCOUNT_MISERE_HONOURS
        if parts.each_misere:
            each = signed(played.camps.of(seat)) * parts.each_misere
            yield fact(key.value, who=Who(seat), points=each)


def _petit_line(camp: Camp, factor: int, parts: Sums) -> Fact:
    attack = camp is Camp.ATTACK
    if factor > 1:
        key = Key.ACCOUNT_PETIT_ATTACK if attack else Key.ACCOUNT_PETIT_DEFENCE
        return fact(key.value, base=PETIT_AT_END, factor=factor, points=parts.petit)
    key = Key.ACCOUNT_PETIT_ATTACK_SINGLE if attack else Key.ACCOUNT_PETIT_DEFENCE_SINGLE
    return fact(key.value, points=parts.petit)


def _chelem_lines(state: TarotState, played: Outcome) -> Iterator[Fact]:
    swept, announced = played.swept, played.chelem
    if swept is not None and swept is not announced:
        key = Key.ACCOUNT_SWEPT_ATTACK if swept is Camp.ATTACK else Key.ACCOUNT_SWEPT_DEFENCE
        yield fact(key.value, points=SLAM * signed(swept))
    if state.chelem is not None and announced is not None:
        who, value = Who(state.chelem), SLAM * signed(announced)
        if swept is announced:
            yield fact(Key.ACCOUNT_CHELEM_KEPT.value, who=who, points=2 * value)
        else:
            yield fact(Key.ACCOUNT_CHELEM_MISSED.value, who=who, points=-value)


def _payment_lines(parts: Sums) -> Iterator[Fact]:
    amount = parts.per_defender
    key = Key.ACCOUNT_DEFENDERS_PAY if amount >= 0 else Key.ACCOUNT_DEFENDERS_RECEIVE
    yield fact(key.value, points=abs(amount))
    for seat, personal in parts.personal:
        yield fact(Key.ACCOUNT_PERSONAL.value, who=Who(seat), points=personal)
