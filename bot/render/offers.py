"""What may be done, in a line: the cards that may be played, and the calls, from what a seat is offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.cards import Card
from bot.core.facts import Term
from bot.core.prompts import BidRange, OneOf, PickCards, Prompt
from bot.i18n.words import Words
from bot.render.board import DOT
from bot.render.labels import action_label, card_of


def offered_cards(prompts: Sequence[Prompt]) -> tuple[Card, ...]:
    """The cards that may be played now."""
    found = (card_of(code) for code in _codes(prompts))
    return tuple(card for card in found if card is not None)


def cards_text(held: tuple[Card, ...], words: Words) -> str:
    """The cards that may be played: "Jouables : R♥ 9♥."; nothing for no cards."""
    return words.text("refusal.legal", n=len(held), cards=held) if held else ""


def calls_text(prompts: Sequence[Prompt], words: Words) -> str:
    """What may be done beside playing a card: "Tu peux : passer · 100 ou plus · coincher."; nothing for nothing."""
    calls = list(_calls(prompts, words))
    return words.text("refusal.offers", calls=DOT.join(calls)) if calls else ""


def offers_text(prompts: Sequence[Prompt], words: Words) -> str:
    """Everything that may be done."""
    return " ".join(filter(None, (cards_text(offered_cards(prompts), words), calls_text(prompts, words))))


def _codes(prompts: Sequence[Prompt]) -> Iterator[str]:
    return (code for prompt in prompts if isinstance(prompt, OneOf) for code in prompt.codes())


def _calls(prompts: Sequence[Prompt], words: Words) -> Iterator[str]:
    for prompt in prompts:
        match prompt:
            case OneOf():
                yield from _actions([code for code in prompt.codes() if card_of(code) is None], words)
            case BidRange():
                yield from _range(prompt, words)
            case PickCards():
                yield words.text("offer.pick", n=prompt.minimum, cards=prompt.pool)


def _actions(codes: Sequence[str], words: Words) -> Iterator[str]:
    """The labels of actions; those of a kind that differ in a card or a denomination alone come as one."""
    for kind in dict.fromkeys(code.partition(":")[0] for code in codes):
        own = [code for code in codes if code.partition(":")[0] == kind]
        what = list(filter(None, (_named(code.partition(":")[2], words) for code in own)))
        if len(what) > 1 and words.has(f"action.{kind}"):
            yield words.text("offer.of", action=_small(words.text(f"action.{kind}")), what=", ".join(what))
            own = [code for code in own if _named(code.partition(":")[2], words) is None]
        yield from (_small(action_label(code, words)) for code in own)


def _named(argument: str, words: Words) -> str | None:
    """A denomination in words, or a card as short as it gets; None for any other argument."""
    if words.has(f"term.denomination.{argument}"):
        return words.term("denomination", argument)
    try:
        return words.short(Card.parse(argument))
    except ValueError:
        return None


def _range(prompt: BidRange, words: Words) -> Iterator[str]:
    floors = dict.fromkeys(floor for _, floor in sorted(prompt.floors, key=lambda pair: pair[1]))
    for floor in floors:
        named = [Term("denomination", name) for name, lowest in prompt.floors if lowest == floor]
        among = words.both([words.term(term.kind, term.code) for term in named])
        if prompt.maximum is None:
            bids = words.text("offer.from", minimum=floor)
        elif floor < prompt.top:
            bids = words.text("offer.between", minimum=floor, maximum=prompt.top)
        else:
            bids = words.number(floor)
        yield bids if len(floors) == 1 else words.text("offer.of", action=bids, what=among)


def _small(label: str) -> str:
    """A button's label in the middle of a line."""
    return (label[:1].lower() + label[1:]).rstrip("\u00a0 !")
