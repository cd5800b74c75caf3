"""What pictures tell, in words: descriptions for those who do not see them. Made from the same scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from bot.core.cards import Card, Suit
from bot.core.facts import Who
from bot.core.seats import Seat, Side
from bot.core.views import TrickView, View, Zone
from bot.i18n.grammar import capital
from bot.i18n.words import Names, Words
from bot.render import board
from bot.render.art.style import ALT_LIMIT
from bot.render.art.text import plain
from bot.render.compose import Line, clip, compose, size
from bot.render.scene import Scene


def described(lines: Iterable[Line]) -> str:
    """Lines as one description; when there is no room the least needed are left out."""
    return compose(_unmarked(lines), ALT_LIMIT)


def fitted_alt(draw: Callable[[Names], Sequence[Line]], names: Names) -> str:
    """Lines with whole names where they have room, else with their beginnings: cards are told before long names are."""
    lines = _unmarked(draw(names))
    if size("\n".join(line.text for line in lines)) > ALT_LIMIT:
        seats = tuple(clip(name, _SHORT_NAME) for name in names.seats)
        lines = _unmarked(draw(Names(seats, tuple(clip(team, 2 * _SHORT_NAME) for team in names.sides))))
    return compose(lines, ALT_LIMIT)


_SHORT_NAME = 12


def _unmarked(lines: Iterable[Line]) -> list[Line]:
    return [Line(plain(line.text), line.drop) for line in lines]


def suits_of(held: Sequence[Card], words: Words, *, short: bool = False) -> str:
    """Cards by suit in the order they lie, as "Atouts : 21, 19. Cœur : roi, 7." says them.

    Args:
        held: the cards.
        words: the reader's language.
        short: letters for the court cards, where there are many.
    """
    groups: dict[Suit, list[str]] = {}
    for card in held:
        groups.setdefault(card.suit, []).append(_rank(card, words, short=short))
    return " ".join(
        words.term("suit", suit.value) + "."
        if suit is Suit.EXCUSE
        else words.text("art.suit", suit=capital(_suit(suit, words)), ranks=", ".join(ranks))
        for suit, ranks in groups.items()
    )


def _suit(suit: Suit, words: Words) -> str:
    return words.text("art.trumps") if suit is Suit.TRUMPS else words.term("suit", suit.value)


def _rank(card: Card, words: Words, *, short: bool) -> str:
    key = f"term.{'index' if short else 'rank'}.{card.rank.value}"
    return words.text(key) if card.suit is not Suit.TRUMPS and words.has(key) else card.rank.value


def zone_texts(zones: Iterable[Zone], words: Words, names: Names) -> Iterator[str]:
    """Open cards with what they are: "Chien : roi de cœur, 3 d'atout"."""
    for zone in zones:
        if zone.cards:
            yield f"{zone_title(zone, words, names)}{words.text('art.colon')}{_listed(zone.cards, words)}."


def zone_title(zone: Zone, words: Words, names: Names) -> str:
    """What open cards are, without the cards: "Chien", "Hugo montre"."""
    who = {} if zone.seat is None else {"who": Who(zone.seat)}
    return capital(words.text(f"zone.{zone.name}", names, cards="", **who).rstrip("\u00a0\u202f :"))


def _listed(held: Iterable[Card], words: Words) -> str:
    return ", ".join(words.card(card) for card in held)


def trick_text(trick: TrickView, words: Words, names: Names) -> str:
    """Who played what, and who is winning."""
    return ", ".join(
        words.text("art.play.best" if seat == trick.winner else "art.play", names, who=Who(seat), card=card)
        for seat, card in trick.plays
    )


def score_text(scene: Scene, words: Words, names: Names) -> str:
    """Totals by side and how long the match is."""
    length = board.match_length(scene, words)
    scores = [
        words.text("art.side", who=names.side(Side(side)), points=total) for side, total in enumerate(scene.totals)
    ]
    return words.text("art.score", score=", ".join(scores)) + (f" ({length})" if length else "") + "."


def table_alt(scene: Scene, view: View, title: str, words: Words, names: Names) -> str:
    """A table while it is played."""
    return fitted_alt(lambda shown: _table_lines(scene, view, title, words, shown), names)


def _table_lines(scene: Scene, view: View, title: str, words: Words, names: Names) -> list[Line]:
    lines = [Line(f"{title}."), Line(turn_text(view, words, names))]
    if view.trick.plays:
        told = trick_text(view.trick, words, names)
        lines.append(Line(words.text("art.trick", n=sum(view.tricks_won) + 1, plays=told)))
    if view.last_trick is not None:
        lines.append(Line(words.text("art.last_trick", plays=trick_text(view.last_trick, words, names)), 2))
    contract = board.contract_line(view, words, names)
    lines.append(Line(f"{contract}." if contract else "", 1))
    lines += [Line(text, 1) for text in zone_texts(view.zones, words, names)]
    said = board.said_line(view, words, names)
    lines.append(Line(f"{said}." if said else "", 3))
    lines.append(Line(_tricks(scene, view, words, names), 2))
    lines.append(Line(score_text(scene, words, names)))
    lines.append(Line(capital(words.text("table.dealer", names, who=Who(Seat(view.dealer)))) + ".", 4))
    return lines


def turn_text(view: View, words: Words, names: Names) -> str:
    """Whose turn it is."""
    if not view.to_act:
        return ""
    return words.text("art.turn", who=words.both([names.seat(seat) for seat in sorted(view.to_act)]))


def turn_sentence(view: View, words: Words, names: Names) -> str:
    """What is to be done by whom, before the first trick."""
    who = words.both([names.seat(seat) for seat in sorted(view.to_act)])
    if not who:
        return words.text("turn.deal")
    if len(view.to_act) > 1:
        key = f"turn.{view.phase}.many"
        return words.text(key if words.has(key) else "turn.many", who=who)
    return words.text(f"turn.{view.phase}", who=who)


def _tricks(scene: Scene, view: View, words: Words, names: Names) -> str:
    if not any(view.tricks_won):
        return ""
    won = board.tricks_by_side(scene, view)
    sides = [words.text("art.side.tricks", who=names.side(Side(side)), n=count) for side, count in enumerate(won)]
    points = ""
    if view.points is not None:
        points = words.text("art.points_so_far", points=" – ".join(words.number(value) for value in view.points))
    return words.text("art.tricks", tricks=", ".join(sides)) + points
