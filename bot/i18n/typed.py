"""What people type for a card or a call: forgiving, in any language there is, and never a guess.

The accepted spellings are in the catalogues (`typed.rank.Q`, `typed.suit.S`, `typed.<kind>` …), so that a translator
adds words without touching code. A code (`play:QS`, `bid:90:S`) is always understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from unicodedata import combining, normalize

from bot.core.actions import Pass
from bot.core.cards import Card, Suit
from bot.core.prompts import HIGHEST_NUMBER, MAX_DIGITS, BidRange, OneOf, Prompt
from bot.i18n.catalogue import entries, languages
from bot.i18n.words import DEFAULT_LANGUAGE

_TOKEN = re.compile(r"\d+|[♠♥♦♣♡♢]|[^\W\d_]+")
_ELIDED = re.compile(r"\b[dl]['’ʼ]")
_PREFIX = 3
_DECLARE = "declare:"
SUGGESTIONS = 25
MORE = "…"
"""Stands in a suggestion before how many cards are still to be named."""


def fold(text: str) -> str:
    """Text without capitals, accents, ligatures, elided articles and picture variants.

    >>> fold("Dame de Cœur"), fold("l’As d’atout")
    ('dame de coeur', 'as atout')
    """
    plain = text.casefold().replace("œ", "oe").replace("æ", "ae").replace("\ufe0f", "")
    bare = "".join(letter for letter in normalize("NFD", plain) if not combining(letter))
    return _ELIDED.sub("", bare).replace("-", " ").strip()


def parse_card(text: str, candidates: Sequence[Card], language: str = DEFAULT_LANGUAGE) -> tuple[Card, ...]:
    """The cards among the candidates that the text may mean: one when it is clear, several to ask back, none.

    Words and letters of all languages are understood and may be mixed; readers of another language than the default one
    are first taken at their own language's word ("AS" is the ace of spades in English, any ace in French).

    >>> from bot.core.cards import cards
    >>> [card.code for card in parse_card("dame de pique", cards("QS QH JS"))]
    ['QS']
    """
    code = text.strip().removeprefix("play:")
    if code != text.strip():
        return tuple(card for card in candidates if card.code == code)
    tokens = _tokens(text, "card")
    if language != DEFAULT_LANGUAGE:
        own = tuple(card for card in candidates if _is_card(card, tokens, (language,)))
        if len(own) == 1:
            return own
    return tuple(card for card in candidates if _is_card(card, tokens, languages()))


def parse_call(text: str, prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """Codes of the calls the text may mean: one when it is clear, several to ask back, none.

    A bid that is understood but not allowed is given back too, so that the rules can say why.
    """
    wanted = text.strip()
    if wanted in _offered(prompts) or any(p.accepts(wanted) for p in prompts if isinstance(p, BidRange)):
        return (wanted,)
    tokens = _tokens(text, "call")
    numbers = [token for token in tokens if token.isdecimal()]
    phrase = " ".join(token for token in tokens if not token.isdecimal())
    if len(numbers) > 1 or not tokens:
        return ()
    bids = [prompt for prompt in prompts if isinstance(prompt, BidRange)]
    found = [] if numbers else [code for code in _calls(prompts) if _is_call(code, phrase, alone=not bids)]
    # A whole word ("garde") is not the beginning of a longer one ("garde sans").
    found = [code for code in found if phrase in _said(code)] or found
    for bid in bids:
        found += _bids(bid, numbers[0] if numbers else None, phrase)
    return tuple(dict.fromkeys(found))


def named_calls(text: str, prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """Codes of the calls without a number whose own words, in full, are the text: "garde", never "garde sans"."""
    phrase = " ".join(_tokens(text, "call"))
    return tuple(code for code in _calls(prompts) if phrase in _said(code))


def parse_named(text: str, kind: str, prompts: Sequence[Prompt], language: str) -> tuple[str, ...]:
    """Codes of the offered actions of a kind that name the card the text may mean: one when it is clear, or several."""
    wanted = text.strip()
    offered = {code: card for code in named_codes(kind, prompts) if (card := _card(code)) is not None}
    if wanted in offered:
        return (wanted,)
    meant = parse_card(text, tuple(offered.values()), language)
    return tuple(code for code, card in offered.items() if card in meant)


def named_codes(kind: str, prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """Codes of the offered actions of a kind that name something."""
    return tuple(code for code in _offered(prompts) if code.startswith(f"{kind}:"))


def parse_cards(
    text: str, candidates: Sequence[Card], language: str = DEFAULT_LANGUAGE
) -> tuple[tuple[Card, ...], str]:
    """The cards among the candidates that a list names, in its order, and what follows the last clear one.

    Commas part the list; where each word is a card, blanks do. What a list of suggestions has added after the
    cards, from an ellipsis on, is not read.

    >>> from bot.core.cards import cards
    >>> picked, rest = parse_cards("4p dco, roi de trèfle, va", cards("4S QH QC KC JS JH"), "fr")
    >>> [card.code for card in picked], rest
    (['4S', 'QH', 'KC'], 'va')
    """
    picked: list[Card] = []
    parts = [part.strip() for part in re.split(r"[,;+]", text.partition(MORE)[0]) if part.strip()]
    for number, part in enumerate(parts):
        left = [card for card in candidates if card not in picked]
        found = _one_or_each(part, left, language)
        if not found:
            return tuple(picked), ", ".join(parts[number:])
        picked += found
    return tuple(picked), ""


def _one_or_each(part: str, candidates: Sequence[Card], language: str) -> tuple[Card, ...]:
    """The one card that the words mean together, or the card of each word; nothing when they are not clear."""
    together = parse_card(part, candidates, language)
    if len(together) == 1:
        return together
    each = [parse_card(word, candidates, language) for word in part.split()]
    clear = tuple(found[0] for found in each if len(found) == 1)
    return clear if len(clear) == len(each) == len(set(clear)) else ()


def suggest_cards(text: str, candidates: Sequence[Card], language: str = DEFAULT_LANGUAGE) -> tuple[Card, ...]:
    """At most 25 candidates for a list: all of them while nothing is typed."""
    found = parse_card(text, candidates, language) if text.strip() else tuple(candidates)
    return found[:SUGGESTIONS]


def suggest_calls(text: str, prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """At most 25 offered calls for a list: pass, the other plain ones, then the lowest bid in each denomination.

    A bid that is typed in full is found however high it is.
    """
    offered = tuple(dict.fromkeys(_in_order(prompts)))
    if text.strip():
        meant, begun = parse_call(text, prompts), text.strip()
        high = tuple(code for code in meant if any(p.accepts(code) for p in prompts if isinstance(p, BidRange)))
        found = (code for code in offered if code in meant or (not meant and _level(code).startswith(begun)))
        offered = tuple(dict.fromkeys([*found, *high]))
    return offered[:SUGGESTIONS]


def declarations(prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """Codes of the words of the game that may be said beside cards and calls."""
    return tuple(code for code in _offered(prompts) if code.startswith(_DECLARE))


def parse_declaration(text: str, prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """Codes of the offered words of the game that the text may mean: one when it is clear, several, or none."""
    wanted = text.strip()
    if wanted.startswith(_DECLARE):
        return (wanted,)
    phrase = " ".join(_tokens(text, "call"))
    return tuple(code for code in declarations(prompts) if phrase and _is_call(code, phrase, alone=False))


def is_begun(text: str, name: str) -> bool:
    """Whether every word that was typed begins a word of the name; nothing typed begins every name.

    >>> is_begun("coe da", "Dame de cœur"), is_begun("ame", "Dame de cœur")
    (True, False)
    """
    named = _TOKEN.findall(fold(name))
    return all(any(word.startswith(begun) for word in named) for begun in _TOKEN.findall(fold(text)))


@cache
def spelled_under(prefix: str) -> tuple[str, ...]:
    """What there are spellings for under `typed.<prefix>.`: `H` under `denomination`, `garde` under `bid`."""
    return tuple(sorted(frozenset().union(*(_spellings(prefix, language) for language in languages()))))


@cache
def _spellings(prefix: str, language: str) -> Mapping[str, frozenset[str]]:
    """Accepted spellings under `typed.<prefix>.`, by what follows the prefix."""
    start = f"typed.{prefix}."
    return {
        key.removeprefix(start): frozenset(fold(word) for word in entry.forms[0].split(","))
        for key, entry in entries(language).items()
        if key.startswith(start)
    }


def _spelled(prefix: str, code: str, spoken: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(_spellings(prefix, language).get(code, frozenset()) for language in spoken))


def _tokens(text: str, kind: str) -> tuple[str, ...]:
    fillers = _spelled("filler", kind, languages())
    return tuple(token for token in _TOKEN.findall(fold(text)) if token not in fillers)


def _is_word(token: str, spellings: frozenset[str]) -> bool:
    return token in spellings or (
        len(token) >= _PREFIX and any(word.startswith(token) for word in spellings if not word.isdecimal())
    )


def _is_card(card: Card, tokens: Sequence[str], spoken: Sequence[str]) -> bool:
    ranks, suits = _ranks(card, spoken), _spelled("suit", card.suit.value, spoken)
    match tokens:
        case [word]:
            return _is_word(word, ranks) or _is_word(word, suits) or _is_pair(word, ranks, suits)
        case [first, second]:
            return (_is_word(first, ranks) and _is_word(second, suits)) or (
                _is_word(first, suits) and _is_word(second, ranks)
            )
        case _:
            return False


def _ranks(card: Card, spoken: Sequence[str]) -> frozenset[str]:
    number = frozenset({card.rank.value}) if card.rank.value.isdecimal() else frozenset[str]()
    if card.suit is Suit.TRUMPS:
        return number | _spelled("trump", card.rank.value, spoken)
    return number | _spelled("rank", card.rank.value, spoken)


def _is_pair(word: str, ranks: frozenset[str], suits: frozenset[str]) -> bool:
    """Whether letters such as "dp" are a rank and a suit glued together."""
    return any(word[:cut] in ranks and word[cut:] in suits for cut in range(1, len(word)))


def _calls(prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """What may be typed as a call: not what takes a second tap as a button."""
    careful = {code for prompt in prompts if isinstance(prompt, OneOf) and prompt.careful for code in prompt.codes()}
    return tuple(code for code in _offered(prompts) if code not in careful)


def _offered(prompts: Sequence[Prompt]) -> tuple[str, ...]:
    codes = (code for prompt in prompts if isinstance(prompt, OneOf) for code in prompt.codes())
    return tuple(code for code in codes if not code.startswith("play:"))


def _level(code: str) -> str:
    return next((part for part in code.split(":")[1:] if part.isdecimal()), "")


def _denomination(code: str) -> str | None:
    last = code.rpartition(":")[2]
    return last if ":" in code and _spelled("denomination", last, languages()) else None


def _said(code: str) -> frozenset[str]:
    """Spellings of a call's own word."""
    kind, _, argument = code.partition(":")
    return _spelled(kind, argument, languages()) or _spelled("call", kind, languages())


def _card(code: str) -> Card | None:
    """The card that a call names."""
    try:
        return Card.parse(code.partition(":")[2])
    except ValueError:
        return None


def _is_call(code: str, phrase: str, *, alone: bool) -> bool:
    said = _said(code)
    if _is_word(phrase, said):
        return True
    card = _card(code)
    if card is not None:
        return _is_card(card, [word for word in phrase.split() if word not in said], languages())
    name = _denomination(code)
    if name is None:
        return False
    named = _spelled("denomination", name, languages())
    if alone and _is_word(phrase, named):
        return True
    rests = [phrase.removeprefix(f"{word} ") for word in said if phrase.startswith(f"{word} ")]
    rests += [phrase.removesuffix(f" {word}") for word in said if phrase.endswith(f" {word}")]
    return any(_is_word(rest, named) for rest in rests)


def _bids(bid: BidRange, number: str | None, phrase: str) -> Iterator[str]:
    # A number too long to be read is taken for the highest one, so that the rules can say that it is too high.
    level_named = HIGHEST_NUMBER if number is not None and len(number) > MAX_DIGITS else int(number or 0)
    for name in bid.denominations:
        if phrase and not _is_word(phrase, _spelled("denomination", name, languages())):
            continue
        if number is not None:
            code = f"{bid.kind}:{level_named}:{name}"
            if phrase or bid.accepts(code):
                yield code
        elif phrase:
            yield from (f"{bid.kind}:{level}:{name}" for level in bid.levels(name, bid.minimum + 20 * bid.step))


def _in_order(prompts: Sequence[Prompt]) -> Iterator[str]:
    offered = [code for code in _calls(prompts) if not code.startswith(_DECLARE)]
    plain = [code for code in offered if _denomination(code) is None]
    yield from sorted(plain, key=lambda code: code != Pass.kind)
    bids = [prompt for prompt in prompts if isinstance(prompt, BidRange)]
    for bid in bids:
        yield from (f"{bid.kind}:{floor}:{name}" for name, floor in bid.floors)
    yield from (code for code in offered if _denomination(code) is not None)
    for bid in bids:
        yield from bid.codes()
