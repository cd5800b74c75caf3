"""One-line text for hands, tricks and logs: for tests, bug reports and exports. Everything written can be read back.

hand        S:A.10.7 H:J.9 D:- C:K
trick       2:10S 3:AS 0:7S 1:9H
event       coinche.BidMade seat=2 level=90 denomination=H
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from bot.core.cards import PLAIN_SUITS, Card, Rank, Suit
from bot.core.codec import EventCodec, Json
from bot.core.errors import CorruptLog
from bot.core.events import Event
from bot.core.seats import Seat
from bot.core.tricks import Trick

_HONOURS = (Rank.JACK, Rank.KNIGHT, Rank.QUEEN, Rank.KING, Rank.ACE, Rank.EXCUSE)
_BARE = re.compile(r"\d*[A-Za-z_][\w.:]*")
_WORD = re.compile(r"[\w.:+-]+")
_RESERVED = frozenset({"null", "true", "false"})


def hand_text(held: Iterable[Card]) -> str:
    """A hand by suits, highest first; the four plain suits always, tarot's two only when held.

    >>> from bot.core.cards import cards
    >>> hand_text(cards("7S AS 10S KC JH 9H"))
    'S:A.10.7 H:J.9 D:- C:K'
    """
    cards = tuple(held)
    suits = [suit for suit in Suit if suit in PLAIN_SUITS or any(card.suit is suit for card in cards)]
    return " ".join(f"{suit.value}:{_ranks(card.rank for card in cards if card.suit is suit)}" for suit in suits)


def hand_cards(text: str) -> tuple[Card, ...]:
    """Read a hand back, suit by suit in the order written.

    Raises:
        ValueError: the text is no hand.
    """
    found: list[Card] = []
    for part in text.split():
        suit, _, ranks = part.partition(":")
        found += [Card(Rank(rank), Suit(suit)) for rank in ranks.split(".") if ranks != "-"]
    return tuple(found)


def trick_text(trick: Trick) -> str:
    """The cards of a trick with their seats, in order of play; `-` for none.

    >>> trick_text(Trick(((Seat(2), Card.parse("10S")), (Seat(3), Card.parse("AS")))))
    '2:10S 3:AS'
    """
    return " ".join(f"{seat}:{card.code}" for seat, card in trick.plays) or "-"


def trick_of(text: str) -> Trick:
    """Read a trick back.

    Raises:
        ValueError: the text is no trick.
    """
    plays: list[tuple[Seat, Card]] = []
    for word in text.split() if text != "-" else ():
        seat, _, code = word.partition(":")
        plays.append((Seat(int(seat)), Card.parse(code)))
    return Trick(tuple(plays))


def event_text(codec: EventCodec, event: Event) -> str:
    """An event as its kind and its fields; a kind's version is written when it is not the first (`kind@2`)."""
    kind, kv, data = codec.event_to_json(event)
    head = kind if kv == 1 else f"{kind}@{kv}"
    return " ".join((head, *(f"{name}={_write(value)}" for name, value in data.items())))


def event_of(codec: EventCodec, text: str) -> Event:
    """Read an event back.

    Raises:
        CorruptLog: the text is no event of this codec's game.
    """
    head, _, rest = text.strip().partition(" ")
    kind, _, version = head.partition("@")
    reader = _Reader(rest)
    data: dict[str, Json] = dict(reader.pairs(end=""))
    return codec.event_from_json(kind, int(version) if version.isdecimal() else 1, data)


def log_text(codec: EventCodec, events: Iterable[Event]) -> str:
    """A log, one event a line."""
    return "".join(f"{event_text(codec, event)}\n" for event in events)


def log_events(codec: EventCodec, text: str) -> tuple[Event, ...]:
    """Read a log back; empty lines and lines that begin with `#` are left out.

    Raises:
        CorruptLog: a line is no event.
    """
    lines = (line.strip() for line in text.splitlines())
    return tuple(event_of(codec, line) for line in lines if line and not line.startswith("#"))


def _ranks(ranks: Iterable[Rank]) -> str:
    return ".".join(rank.value for rank in sorted(ranks, key=_height, reverse=True)) or "-"


def _height(rank: Rank) -> int:
    return 100 + _HONOURS.index(rank) if rank in _HONOURS else int(rank.value)


def _write(value: Json) -> str:
    match value:
        case dict():
            return f"{{{' '.join(f'{name}={_write(inner)}' for name, inner in value.items())}}}"
        case list():
            return f"[{' '.join(_write(inner) for inner in value)}]"
        case str() if _BARE.fullmatch(value) and value not in _RESERVED:
            return value
        case _:
            return json.dumps(value, ensure_ascii=False)


class _Reader:
    """Reads what `_write` wrote."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def pairs(self, end: str) -> Iterator[tuple[str, Json]]:
        """`name=value` up to the end mark, or to the end of the text."""
        while not self._ends(end):
            name = self._word()
            self._take("=")
            yield name, self._value()

    def _value(self) -> Json:
        mark = self._peek()
        if mark == "{":
            self._take("{")
            return dict(self.pairs("}"))
        if mark == "[":
            self._take("[")
            return list(self._items())
        if mark == '"':
            return self._quoted()
        word = self._word()
        if word in _RESERVED or re.fullmatch(r"-?\d+", word):
            number: Json = json.loads(word)
            return number
        return word

    def _items(self) -> Iterator[Json]:
        while not self._ends("]"):
            yield self._value()

    def _quoted(self) -> str:
        try:
            text, self._at = json.JSONDecoder().raw_decode(self._text, self._at)
        except ValueError as error:
            raise CorruptLog(f"no text at {self._at}") from error
        return str(text)

    def _ends(self, end: str) -> bool:
        while self._peek() == " ":
            self._at += 1
        if not end:
            return self._at == len(self._text)
        if self._peek() != end:
            return False
        self._at += 1
        return True

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, mark: str) -> None:
        if self._peek() != mark:
            raise CorruptLog(f"{mark} expected at {self._at}")
        self._at += 1

    def _word(self) -> str:
        found = _WORD.match(self._text, self._at)
        if found is None:
            raise CorruptLog(f"a word expected at {self._at}")
        self._at = found.end()
        return found.group()
