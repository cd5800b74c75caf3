"""Writes every refusal that deals of every game bring about, in both languages, for a person to read.

The positions are played: by chance, under every preset and under rules mixed by chance. In each of them seats try what
they are not offered. The first of each kind is kept.

python -m tests.i18n.refusals        rewrites refusals.txt beside this file
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import MappingProxyType, ModuleType

from bot.core import match
from bot.core.actions import Deal
from bot.core.cards import Card
from bot.core.errors import IllegalAction, UnknownAction
from bot.core.game import AnyGame
from bot.core.options import Options, OptionValue
from bot.core.prompts import BidRange, OneOf, PickCards, Prompt
from bot.core.registry import games
from bot.core.seats import Seat, all_seats
from bot.i18n.catalogue import entries
from bot.i18n.vocabulary import calls_of
from bot.i18n.words import words_for
from tests.i18n.contrived import contrived
from tests.i18n.met import PEOPLE, Met

FILE = Path(__file__).with_name("refusals.txt")
DEALS = 256
"""Deals under one set of rules, divided by the size of the pack."""
MIXES = 1920
"""Mixed rules, divided by the size of the pack."""
TRIES = 6
"""Wrong actions of each kind that are tried in a position."""


def keys_of(game: AnyGame) -> tuple[ModuleType, ...]:
    """The modules with the sentences a game can ask for: its own, and its family's."""
    packages = dict.fromkeys(cls.__module__.rpartition(".")[0] for cls in type(game).__mro__)
    names = [f"{package}.keys" for package in packages if package.startswith("bot.core.") and package.count(".") > 2]
    return tuple(import_module(name) for name in names if find_spec(name) is not None)


_NUMBERS = "no number is bid and nothing is doubled"
_ANNONCES = "annonces are not played in any form of it"
_BIDS = (
    "already_doubled bid_changed bid_not_a_step bid_too_high bid_too_low no_generale not_doubled not_the_opponents_bid "
    "nothing_to_double opening_too_low own_bid own_side slam_stands"
)
_SHOWS = (
    "annonces_automatic annonces_late annonces_said annonces_shown no_combination nothing_to_show show_early show_late"
)
UNREACHED: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "belote": {
            _BIDS: _NUMBERS,
        },
        "belote_three": {
            _BIDS: _NUMBERS,
            _SHOWS: _ANNONCES,
            "one_belote": "there is no tout-atout",
            "no_undertrump": "nobody has a partner",
        },
        "belote_two": {
            _BIDS: _NUMBERS,
            _SHOWS: _ANNONCES,
            "one_belote": "there is no tout-atout",
            "cut_only": "its shuffle is not an option",
            "no_undertrump must_overtrump must_trump_over must_undertrump": "one card lies there: nobody ruffed before",
        },
        "coinche": {"name_a_suit suit_was_turned take_turned_only": "no card is turned up"},
    }
)
"""Codes that cannot arise in a game though its family knows them, or are shown elsewhere, with the reason."""


def excused(key: str) -> frozenset[str]:
    """The codes that `UNREACHED` excuses a game from."""
    return frozenset(code for codes in UNREACHED.get(key, {}) for code in codes.split())


def known(game: AnyGame) -> frozenset[str]:
    """Codes of the refusals that a game's sentences are made for."""
    return frozenset(reason.value for keys in keys_of(game) for reason in keys.REFUSALS)


def rules_of(game: AnyGame) -> Iterator[tuple[str, Options]]:
    """The presets, then rules that chance chose option by option."""
    yield from game.presets.items()
    for number in range(MIXES // len(game.deck(game.options_type(), max(game.seat_counts)))):
        chance, changed = Random(f"{game.key} {number}"), dict[str, OptionValue]()
        for spec in game.options_type.specs():
            if spec.choices:
                changed[spec.name] = chance.choice(spec.choices)
            elif isinstance(spec.default, bool):
                changed[spec.name] = chance.random() < 0.5
        changed = {name: value for name, value in changed.items() if value != "cut_only"}
        try:
            yield f"mix {number}", game.options_type().with_values(changed)
        except IllegalAction:
            continue


@cache
def met(key: str) -> Mapping[tuple[str, str], Met]:
    """The first refusal of each kind in a game."""
    game, found = games()[key], dict[tuple[str, str], Met]()
    due = known(game) - excused(key) - {refused.kind[0] for refused in (*_options(game), *contrived(key))}
    for name, options in rules_of(game):
        counts = sorted(game.seat_counts)
        for players in counts if name in game.presets else [Random(name).choice(counts)]:
            chance = Random(f"{key} {name} {players}")
            for refused in _walk(game, name, options, players, chance):
                found.setdefault(refused.kind, refused)
        if name not in game.presets and due <= {code for code, _ in found}:
            break
    for refused in (*_options(game), *contrived(key)):
        found.setdefault(refused.kind, refused)
    return found


def _options(game: AnyGame) -> Iterator[Met]:
    """Rules that no table may have."""
    specs = {spec.name: spec for spec in game.options_type.specs()}
    for name, value in (*((name, "?") for name in specs), ("shuffle", "cut_only")):
        try:
            match.start(game, game.options_type().with_values({name: value}), max(game.seat_counts), Seat(0))
        except IllegalAction as error:
            yield Met(game.key, f"{name}={value}", "", error.ruling)


def _walk(game: AnyGame, name: str, options: Options, players: int, chance: Random) -> Iterator[Met]:
    """Refusals met in some deals."""
    try:
        state = match.start(game, options, players, Seat(0)).state
    except IllegalAction as error:
        yield Met(game.key, name, "", error.ruling)
        return
    pack = game.deck(options, players)
    yield from _deals_wrongly(game, name, state, pack)
    for number in range(max(1, DEALS // len(pack))):
        order = tuple(chance.sample(pack, len(pack))) if number % 2 else _long_suits(game, state, pack, chance)
        state = match.act(game, state, None, Deal(order)).state
        while not state.between and not state.ended:
            if chance.random() < 8 / len(pack):
                yield from _tries(game, name, state, pack, chance)
            seat = chance.choice(sorted(match.may_act(game, state)))
            prompt = chance.choice(match.prompts(game, state, seat))
            state = match.act(game, state, seat, game.parse(_one(prompt, chance))).state
        yield from _tries(game, name, state, pack, chance)
        if state.ended:
            return


def _deals_wrongly(game: AnyGame, name: str, state: match.MatchState, pack: tuple[Card, ...]) -> Iterator[Met]:
    try:
        match.act(game, state, None, Deal(pack[1:]))
    except IllegalAction as error:
        yield Met(game.key, name, "deal", error.ruling)


def _long_suits(game: AnyGame, state: match.MatchState, pack: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """A pack that deals long suits, trumps above all: where its cards go is seen from a deal of the pack as it is."""
    deal = match.act(game, state, None, Deal(pack)).state.deal
    assert deal is not None
    hands = [game.view(deal, seat).hand for seat in all_seats(state.players)]
    places = [pack.index(card) for hand in chance.sample(hands, len(hands)) for card in hand]
    places += [place for place in range(len(pack)) if place not in places]
    suits = {suit: chance.random() for suit in dict.fromkeys(card.suit for card in pack)}
    ordered = sorted(pack, key=lambda card: (suits[card.suit], chance.random()))
    for _ in range(len(pack) // 6):
        one, other = chance.sample(range(len(pack)), 2)
        ordered[one], ordered[other] = ordered[other], ordered[one]
    dealt = dict(zip(places, ordered, strict=True))
    return tuple(dealt[place] for place in range(len(pack)))


def _one(prompt: Prompt, chance: Random) -> str:
    """One of the actions offered; seldom a high bid, so that others follow."""
    if isinstance(prompt, PickCards):
        picked = chance.sample(prompt.pool, prompt.minimum)
        return f"{prompt.kind}:{' '.join(card.code for card in picked)}"
    codes = list(prompt.codes())
    return codes[chance.randrange(min(len(codes), 3))] if chance.random() < 0.7 else chance.choice(codes)


def _tries(game: AnyGame, name: str, state: match.MatchState, pack: tuple[Card, ...], chance: Random) -> Iterator[Met]:
    to_act = sorted(match.to_act(game, state))
    seats = dict.fromkeys([*to_act, chance.choice(all_seats(state.players))])
    for seat in seats:
        for code in _codes(game, state, seat, pack, chance):
            try:
                match.act(game, state, seat, game.parse(code))
            except IllegalAction as error:
                yield Met(game.key, name, code, error.ruling)
            except UnknownAction:
                continue


@cache
def _words() -> tuple[str, ...]:
    """All that any game lets somebody declare."""
    return tuple(key.removeprefix("action.declare.") for key in entries("en") if key.startswith("action.declare."))


def _codes(game: AnyGame, state: match.MatchState, seat: Seat, pack: tuple[Card, ...], chance: Random) -> Iterator[str]:
    """What a seat might wrongly do: cards of its hand and others, calls of the game, picks of a wrong size."""
    hand = () if state.deal is None else game.view(state.deal, seat).hand
    some = [*hand, *chance.sample(pack, TRIES)] if len(hand) < 10 else chance.sample([*hand, *pack], 4 * TRIES)
    cards = [card.code for card in some]
    kinds = [kind.kind for kind in game.action_types if kind is not Deal]
    yield from (f"declare:{word}" for word in _words())
    yield from (f"play:{code}" for code in cards)
    for kind in kinds:
        yield from (f"{kind}:{code}" for code in cards[:2])
        yield kind
        yield f"{kind}:{chance.randrange(8)}"
    calls = [action.code for prompt in calls_of(game.key) if isinstance(prompt, OneOf) for action in prompt.actions]
    yield from calls if len(calls) < 40 else chance.sample(calls, 40)
    for prompt in calls_of(game.key):
        if isinstance(prompt, BidRange):
            names = chance.sample(prompt.denominations, 2)
            yield from (
                f"{prompt.kind}:{level}:{denomination}" for level in (70, 80, 95, 100, 1200) for denomination in names
            )
    for prompt in match.prompts(game, state, seat):
        if isinstance(prompt, PickCards):
            for size in (0, prompt.minimum - 1, prompt.minimum, prompt.maximum, prompt.maximum + 1):
                picked = chance.sample(hand, max(0, min(size, len(hand))))
                yield f"{prompt.kind}:{' '.join(card.code for card in picked)}"


def block(key: str) -> str:
    """A game's refusals, three lines for each: what was tried, and what is told in both languages."""
    languages = [words_for(language, strict=True) for language in ("fr", "en")]
    lines = [f"[{key}]"]
    for kind, refused in sorted(met(key).items()):
        seat = refused.ruling.seat
        who = "" if seat is None else PEOPLE[seat]
        lines.append(f"{' '.join(filter(None, kind))}: {who} {refused.code} ({refused.preset})")
        lines += [f"  {refused.told(words)}" for words in languages]
    return "\n".join(lines)


def snapshot() -> str:
    """The whole file."""
    return "\n\n".join(block(key) for key in games()) + "\n"


if __name__ == "__main__":
    FILE.write_text(snapshot(), encoding="utf-8")
