"""Tells a played match in lines for people: hands, calls, tricks and scores. It is read by people only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.core.actions import Deal, PlayCard
from bot.core.cards import Card, codes
from bot.core.events import Event, HandDealt, TalonSet, TrickWon
from bot.core.game import AnyGame
from bot.core.gamefile.model import Act, Outcome, PlayedDeal, PlayedMatch, started_match
from bot.core.match import act
from bot.core.notation import hand_text
from bot.core.options import OptionValue
from bot.core.seats import Seat

_WIDTH = 12


def told(game: AnyGame, played: PlayedMatch) -> Iterator[str]:
    """The match, line by line.

    Raises:
        IllegalAction: an act is not allowed.
    """
    state, _ = started_match(game, played)
    options = " ".join(f"{name}={_value(value)}" for name, value in played.options.items())
    yield f"{played.game}, profile {played.profile}, rules version {played.rules}, {played.players} players"
    yield _row("players", ", ".join(played.seats))
    yield _row("options", options)
    for deal in played.deals:
        done: list[tuple[Act, tuple[Event, ...]]] = []
        for each in (Act(None, Deal(deal.pack)), *deal.acts):
            step = act(game, state, each.seat, each.action)
            state = step.state
            done.append((each, step.events))
        yield ""
        yield from _deal(played.seats, deal, done)
    yield ""
    if not played.finished:
        yield _row("given up", _score(played.totals))
    else:
        winner = "draw" if played.winner is None else f"side {played.winner + 1} wins"
        yield _row("end", f"{_score(played.totals)}, {winner}")


def _deal(names: Sequence[str], deal: PlayedDeal, done: Sequence[tuple[Act, tuple[Event, ...]]]) -> Iterator[str]:
    yield f"deal {deal.number}, dealer {names[deal.dealer]}"
    if deal.proof is not None:
        yield _row("table", str(deal.proof.table))
        yield _row("seed", deal.proof.seed)
        yield _row("clicks", " ".join(deal.proof.clicks) or "none")
        yield _row("commitment", deal.proof.commitment)
    yield _row("pack", codes(deal.pack))
    yield from _hands(names, [event for _, events in done for event in events])
    yield from _played(names, done[1:])
    yield _row("result", _outcome(deal.outcome))


def _hands(names: Sequence[str], events: Iterable[Event]) -> Iterator[str]:
    """What each seat was dealt in all, and what was laid aside."""
    hands: dict[Seat, list[Card]] = {}
    talons: list[tuple[Card, ...]] = []
    for event in events:
        if isinstance(event, HandDealt):
            hands.setdefault(event.seat, []).extend(event.cards)
        elif isinstance(event, TalonSet):
            talons.append(event.cards)
    for seat in sorted(hands):
        yield _row(f"  {names[seat]}", hand_text(hands[seat]))
    for cards in talons:
        yield _row("  (talon)", codes(cards))


def _played(names: Sequence[str], done: Iterable[tuple[Act, tuple[Event, ...]]]) -> Iterator[str]:
    """Calls in one line, then a line a trick."""
    line: list[str] = []
    tricks, playing = 0, False
    for each, events in done:
        if isinstance(each.action, PlayCard) and not playing:
            if line:
                yield _row("calls", " · ".join(line))
            line, playing = [], True
        line.append(_said(names, each))
        for event in events:
            if isinstance(event, TrickWon):
                tricks += 1
                yield _row(f"{tricks:>4}", f"{' · '.join(line)}  -> {names[event.seat]}")
                line = []
    if line:
        yield _row("last" if playing else "calls", " · ".join(line))


def _said(names: Sequence[str], each: Act) -> str:
    if each.seat is None:
        return f"dealt {each.action.code}"
    card = each.action.card.code if isinstance(each.action, PlayCard) else each.action.code
    return f"{names[each.seat]} {card}"


def _outcome(outcome: Outcome) -> str:
    parts = [_score(outcome.points), f"totals {_score(outcome.totals)}"]
    if not outcome.counts:
        parts.append("does not count")
    if outcome.taker is not None:
        made = {True: "made", False: "failed", None: "tied"}[outcome.made]
        parts.append(f"taken by side {outcome.taker + 1}: {made}")
    return ", ".join(parts)


def _score(points: Sequence[int]) -> str:
    return " / ".join(str(number) for number in points)


def _value(value: OptionValue) -> str:
    return "none" if value is None else str(value).lower()


def _row(head: str, text: str) -> str:
    return f"{head:<{_WIDTH}}{text}"
