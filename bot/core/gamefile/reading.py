"""Reads game files: every line is checked, and every act is decided again by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from bot.core.actions import Action, Deal
from bot.core.cards import Card, cards
from bot.core.errors import IllegalAction, UnknownAction
from bot.core.game import AnyGame
from bot.core.gamefile.fields import Fields, parsed, shown
from bot.core.gamefile.model import FORMAT, Act, BadFile, Outcome, PlayedDeal, PlayedMatch, Proof
from bot.core.match import DealEnded, MatchState, MatchStep, act, needs_deal, start
from bot.core.options import Options, OptionValue
from bot.core.seats import Seat, Side

MOST_LINES = 50_000
"""Lines of one match; one of a hundred deals has about 5,000."""

_NAME = 40
_PACK = 400
_ACT = 400
_HEX = "[0-9a-f]{64}"
_CLICK = "[0-9A-Za-z_-]{1,64}"
MOST_CLICKS = 64
"""Clicks mixed into one deal, at most."""


Check = Callable[[Proof, int, tuple[Card, ...], tuple[Card, ...]], str | None]
"""Proof, deal number, pack as dealt, pack in its fixed order: what is wrong, or None."""


def matches(lines: Iterable[bytes], games: Mapping[str, AnyGame], check: Check) -> Iterator[PlayedMatch]:
    """The matches of a file, one after another; each is complete and allowed by the rules.

    Args:
        lines: of the file. A line longer than `fields.LONGEST_LINE` may be cut after it.
        games: the games by key.
        check: compares a deal's proof with its pack.

    Raises:
        BadFile: at the first line that is wrong. Matches before it were right.
    """
    reader: _Reader | None = None
    first = number = 0
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        fields = parsed(number, raw)
        kind = fields.text("type", _NAME)
        if reader is None:
            reader, first = _begun(fields, kind, games, check), number
            continue
        if number - first >= MOST_LINES:
            raise BadFile(number, f"a match of more than {MOST_LINES} lines")
        played = reader.read(kind, fields)
        if played is not None:
            yield played
            reader = None
    if reader is not None:
        raise BadFile(number, "the file ends inside a match: no line of type 'end'")


def _begun(fields: Fields, kind: str, games: Mapping[str, AnyGame], check: Check) -> _Reader:
    if kind != "match":
        raise fields.wrong(f"a line of type 'match' expected, not {shown(kind)!r}")
    version = fields.number("format")
    if version != FORMAT:
        raise fields.wrong(f"format {version} is not known, only {FORMAT}")
    key = fields.text("game", _NAME)
    if key not in games:
        raise fields.wrong(f"no game {shown(key)!r}; there are {', '.join(sorted(games))}")
    game = games[key]
    rules = fields.number("rules", 1)
    if rules > game.rules_version:
        raise fields.wrong(f"rules version {rules} of {key} is newer than {game.rules_version}")
    profile = fields.text("profile", 2 * _NAME)
    players = fields.number("players")
    if players not in game.seat_counts:
        raise fields.wrong(f"{key} is not for {players} players")
    dealer = Seat(fields.number("first_dealer", 0, players - 1))
    seats = fields.texts("seats", players, players, _NAME)
    options = _options(fields, game, rules)
    fields.done()
    try:
        step = start(game, options, players, dealer)
    except IllegalAction as refused:
        raise BadFile(fields.line, "options that do not go together", refused.ruling, key) from refused
    nothing = step.state.totals
    values = MappingProxyType(options.values())
    played = PlayedMatch(key, rules, profile, values, seats, dealer, (), nothing, finished=False, winner=None)
    return _Reader(game, check, played, step.state)


def _options(fields: Fields, game: AnyGame, rules: int) -> Options:
    given: dict[str, OptionValue] = fields.options("options")
    for spec in game.options_type.specs():
        if spec.name not in given and spec.since <= rules:
            raise fields.wrong(f"options: {spec.name!r} is missing")
    known = {spec.name: spec for spec in game.options_type.specs()}
    for name, value in given.items():
        if name not in known:
            raise fields.wrong(f"options: {game.key} has none called {shown(name)!r}")
        try:
            known[name].check(value)
        except IllegalAction:
            raise fields.wrong(f"options: {name} cannot be {shown(str(value))}") from None
    return game.options_type().with_values(given)


class _Reader:
    """One match being read."""

    def __init__(self, game: AnyGame, check: Check, played: PlayedMatch, state: MatchState) -> None:
        self._game = game
        self._check = check
        self._head = played
        self._state = state
        self._deals: list[PlayedDeal] = []
        self._dealt: tuple[tuple[Card, ...], Proof | None] | None = None
        self._acts: list[Act] = []
        self._due: Outcome | None = None

    def read(self, kind: str, fields: Fields) -> PlayedMatch | None:
        """Take the next line; the match when it was the last."""
        if kind not in self._expected():
            wanted = " or ".join(f"'{name}'" for name in self._expected())
            raise fields.wrong(f"a line of type {wanted} expected, not {shown(kind)!r}")
        match kind:
            case "deal":
                self._deal(fields)
            case "act":
                self._act(fields)
            case "result":
                self._result(fields)
            case _:
                return self._end(fields)
        return None

    def _expected(self) -> tuple[str, ...]:
        if self._due is not None:
            return ("result",)
        if self._state.ended:
            return ("end",)
        if not self._state.between:
            return ("act",)
        return ("deal", "end") if self._deals else ("deal",)

    def _deal(self, fields: Fields) -> None:
        state = self._state
        self._same(fields, "number", fields.number("number"), state.number + 1)
        self._same(fields, "dealer", fields.number("dealer"), state.dealer)
        pack = _pack(fields, fields.text("pack", _PACK))
        proof = _proof(fields.optional_object("proof"))
        fields.done()
        self._done(self._try(fields, None, Deal(pack)))
        if proof is not None:
            deck = self._game.deck(state.options, state.players)
            problem = self._check(proof, state.number + 1, pack, deck)
            if problem is not None:
                raise fields.wrong(f"proof: {problem}")
        self._dealt, self._acts = (pack, proof), []

    def _act(self, fields: Fields) -> None:
        number = fields.optional_number("seat", 0, self._state.players - 1)
        seat = None if number is None else Seat(number)
        action = self._action(fields, fields.text("act", _ACT))
        fields.done()
        if (seat is None) != isinstance(action, Deal):
            raise fields.wrong("cards are dealt by seat null, everything else is done by a seat")
        if seat is None and not needs_deal(self._game, self._state):
            raise fields.wrong("no cards are to be dealt now")
        step = self._try(fields, seat, action)
        self._acts.append(Act(seat, action))
        self._done(step)

    def _action(self, fields: Fields, code: str) -> Action:
        try:
            action = self._game.parse(code)
        except UnknownAction:
            raise fields.wrong(f"act: {shown(code)!r} is nothing one can do in {self._game.key}") from None
        if action.code != code:
            raise fields.wrong(f"act: {shown(code)!r} is written {shown(action.code)!r}")
        return action

    def _try(self, fields: Fields, seat: Seat | None, action: Action) -> MatchStep:
        try:
            return act(self._game, self._state, seat, action)
        except IllegalAction as refused:
            who = "chance" if seat is None else f"seat {seat}"
            problem = f"{who} may not do {shown(action.code)!r} ({refused.code})"
            raise BadFile(fields.line, problem, refused.ruling, self._game.key) from refused

    def _done(self, step: MatchStep) -> None:
        self._state = step.state
        ended = next((event for event in step.events if isinstance(event, DealEnded)), None)
        if ended is not None:
            self._due = Outcome.of(ended, step.state)

    def _result(self, fields: Fields) -> None:
        assert self._due is not None
        assert self._dealt is not None
        due, (pack, proof) = self._due, self._dealt
        sides = len(due.totals)
        self._same(fields, "number", fields.number("number"), self._state.number)
        self._same(fields, "points", fields.numbers("points", sides), due.points)
        self._same(fields, "totals", fields.numbers("totals", sides), due.totals)
        self._same(fields, "taker", fields.optional_number("taker", 0, sides - 1), due.taker)
        self._same(fields, "made", fields.optional_truth("made"), due.made)
        self._same(fields, "counts", fields.truth("counts"), due.counts)
        fields.done()
        dealer = self._state.records[-1].dealer
        self._deals.append(PlayedDeal(self._state.number, dealer, pack, tuple(self._acts), due, proof))
        self._due = None

    def _end(self, fields: Fields) -> PlayedMatch:
        state, head = self._state, self._head
        self._same(fields, "finished", fields.truth("finished"), state.ended)
        self._same(fields, "totals", fields.numbers("totals", len(state.totals)), state.totals)
        winner = fields.optional_number("winner", 0, len(state.totals) - 1)
        self._same(fields, "winner", winner, state.winner)
        fields.done()
        return PlayedMatch(
            head.game,
            head.rules,
            head.profile,
            head.options,
            head.seats,
            head.first_dealer,
            tuple(self._deals),
            state.totals,
            state.ended,
            None if winner is None else Side(winner),
        )

    def _same(self, fields: Fields, name: str, said: object, decided: object) -> None:
        if said != decided:
            raise fields.wrong(f"{name}: the file says {_told(said)}, the rules give {_told(decided)}")


def _told(value: object) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    return str(list(value) if isinstance(value, tuple) else value)


def _pack(fields: Fields, text: str) -> tuple[Card, ...]:
    try:
        return cards(text)
    except ValueError:
        raise fields.wrong("pack: codes of cards expected, with a space between them") from None


def _proof(fields: Fields | None) -> Proof | None:
    if fields is None:
        return None
    table = fields.number("table", 1)
    seed = fields.text("seed", 64, _HEX)
    clicks = fields.texts("clicks", 0, MOST_CLICKS, 64, _CLICK)
    commitment = fields.text("commitment", 64, _HEX)
    fields.done()
    return Proof(table, seed, clicks, commitment)
