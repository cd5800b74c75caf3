"""Controls from prompts: buttons for few actions, a menu for many, two steps for bids, a menu a suit for several cards.

At most four cards a row fit a phone; a message has five rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import assert_never

from bot.core.cards import Card
from bot.core.facts import Term
from bot.core.prompts import BidRange, OneOf, PickCards, Prompt
from bot.i18n.grammar import capital
from bot.i18n.words import Words
from bot.render.cards import CardText
from bot.render.careful import ASK, first_taps, second_tap_rows, sure_row
from bot.render.compose import CHOICE_LIMIT, CHOICES, LABEL_LIMIT, VERB_LIMIT, clip
from bot.render.labels import action_label, card_of, denomination_of, short_denomination
from bot.render.panels import Button, Choice, Menu, Row, Style

BUTTONS_A_ROW = 5
CARDS_PER_ROW = 4
CARD_BUTTONS = 8
PICK_MENUS = 4
ACTION_BUTTONS = 10
STEPS_ABOVE = 24
NAMED_IN_FULL = 2
"""Actions that name a card and say so in a whole label; more would fill a phone's screen."""


@dataclass(frozen=True, slots=True)
class Picks:
    """What a player has chosen so far of an action in several steps. Harmless to lose.

    Attributes:
        level: the level chosen for a bid: a number, or an action kind that takes a denomination.
        picked: codes of the cards chosen so far.
        asked: what a first tap asked for, where it takes a second one.
    """

    level: str | None = None
    picked: tuple[str, ...] = ()
    asked: str | None = None

    def with_picks(self, offered: Iterable[str], chosen: Iterable[str]) -> Picks:
        """The picks after one menu's answer: what it offered is replaced by what was chosen."""
        replaced = frozenset(offered)
        return replace(self, picked=(*(code for code in self.picked if code not in replaced), *chosen))


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player likes to choose cards.

    Attributes:
        labels: letters on card buttons even where there is an emoji.
        second_tap: a card is played by a second tap only.
    """

    labels: bool = False
    second_tap: bool = False


USUAL = Habits()


def prompt_rows(
    prompts: Sequence[Prompt], words: Words, cards: CardText, picks: Picks, habits: Habits = USUAL
) -> tuple[Row, ...]:
    """The rows for everything offered: cards first, then bids, then the other actions; a question before all."""
    bids = tuple(prompt for prompt in prompts if isinstance(prompt, BidRange))
    plain = (prompt for prompt in prompts if isinstance(prompt, OneOf) and not prompt.careful)
    codes = tuple(code for prompt in plain for code in prompt.codes())
    played = tuple(code for code in codes if card_of(code) is not None)
    others = tuple(code for code in codes if code not in played)
    rows: list[Row] = list(second_tap_rows(prompts, words, picks.asked))
    if habits.second_tap and picks.asked in played:
        rows.append(sure_row(picks.asked, words))
    rows += _card_rows(played, words, cards, habits)
    if bids:
        named, others = _split_named(others, words)
        rows += _bid_rows(bids[0], named, words, picks)
    for prompt in prompts:
        match prompt:
            case PickCards():
                rows += _pick_rows(prompt, words, cards, picks)
            case OneOf() | BidRange():
                pass
            case _:
                assert_never(prompt)
    actions = _action_rows(others, words, first_taps(prompts, words, picks.asked))
    return _with_actions(rows, actions, picking=any(isinstance(prompt, PickCards) for prompt in prompts))


def _with_actions(rows: list[Row], actions: tuple[Row, ...], *, picking: bool) -> tuple[Row, ...]:
    """The rows of actions below; a single one beside the button that confirms a pick, to save a row."""
    last, only = (rows or [()])[-1], (actions or ((),))[0]
    if not picking or len(actions) != 1 or isinstance(last, Menu) or isinstance(only, Menu):
        return (*rows, *actions)
    if len(last) + len(only) <= BUTTONS_A_ROW:
        return (*rows[:-1], (*last, *only))
    return (*rows, *actions)


def _card_rows(codes: Sequence[str], words: Words, cards: CardText, habits: Habits) -> tuple[Row, ...]:
    if len(codes) > CARD_BUTTONS:
        choices = tuple(_card_choice(code, words, cards) for code in codes[:CHOICES])
        if habits.second_tap:
            choices = tuple(replace(choice, value=f"{ASK}:{choice.value}") for choice in choices)
        return (Menu("do", words.text("menu.card"), choices),)
    buttons = tuple(_card_button(code, words, cards, habits.labels) for code in codes)
    if habits.second_tap:
        buttons = tuple(replace(button, verb=f"{ASK}:{button.verb}") for button in buttons)
    return _in_rows(buttons, CARDS_PER_ROW)


def _card_button(code: str, words: Words, cards: CardText, labels: bool) -> Button:
    card = card_of(code)
    assert card is not None, code
    has_emoji = cards.inline(card) is not None
    letters = words.short(card)
    label = "" if has_emoji and not labels else letters
    return Button(code, label, card.code if has_emoji else None, Style.PRIMARY, letters=letters)


def _card_choice(code: str, words: Words, cards: CardText) -> Choice:
    card = card_of(code)
    assert card is not None, code
    return Choice(code, words.card(card), emoji=card.code if cards.inline(card) is not None else None)


def _action_rows(codes: Sequence[str], words: Words, asking: tuple[Button, ...]) -> tuple[Row, ...]:
    if len(codes) > ACTION_BUTTONS:
        choices = tuple(Choice(code, clip(action_label(code, words), CHOICE_LIMIT)) for code in codes[:CHOICES])
        return (Menu("do", words.text("menu.action"), choices), *_in_rows(asking, 4))
    named = tuple(code for code in codes if _card_named(code) is not None)
    if len(named) <= NAMED_IN_FULL:
        named = ()
    plain = tuple(Button(code, action_label(code, words), style=_style(code)) for code in codes if code not in named)
    of_cards = tuple(Button(code, _card_label(code, words), style=_style(code)) for code in named)
    return (*_in_rows(of_cards, 2 if len(of_cards) <= CARDS_PER_ROW else 4), *_in_rows((*plain, *asking), 4))


def _card_named(code: str) -> Card | None:
    """The card that an action names beside its own word: the king that is called."""
    argument = code.partition(":")[2]
    try:
        return Card.parse(argument) if argument else None
    except ValueError:
        return None


def _card_label(code: str, words: Words) -> str:
    """Where cards are what one chooses among, a card says enough: the sentence above says what it is chosen for."""
    card = _card_named(code)
    assert card is not None, code
    return clip(capital(words.card(card)), LABEL_LIMIT)


def _style(code: str) -> Style:
    return Style.SECONDARY if code == "pass" else Style.SUCCESS


def _split_named(codes: Sequence[str], words: Words) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Kinds that take a denomination, each with its codes: levels of their own beside the numbers; and the rest."""
    named: dict[str, tuple[str, ...]] = {}
    rest = []
    for code in codes:
        kind, _, argument = code.partition(":")
        if argument and denomination_of(code, words) == argument:
            named[kind] = (*named.get(kind, ()), code)
        else:
            rest.append(code)
    return named, tuple(rest)


def bid_levels(bid: BidRange, named: Iterable[str]) -> tuple[str, ...]:
    """Levels to choose from, lowest first, at most 25: numbers, then the kinds that name no number."""
    kinds = tuple(named)
    ceiling = bid.minimum + STEPS_ABOVE * bid.step
    numbers = sorted({level for name in bid.denominations for level in bid.levels(name, ceiling)})
    return (*(str(level) for level in numbers[: CHOICES - len(kinds)]), *kinds)


def _bid_rows(bid: BidRange, named: dict[str, tuple[str, ...]], words: Words, picks: Picks) -> list[Row]:
    levels = bid_levels(bid, named)
    level = picks.level if picks.level in levels else levels[0]
    choices = tuple(Choice(value, _level_choice(value, words), default=value == level) for value in levels)
    codes = named.get(level) or tuple(f"{bid.kind}:{level}:{name}" for name in bid.denominations)
    offered = tuple(code for code in codes if level in named or bid.accepts(code))
    buttons = tuple(Button(code, _bid_label(level, code, words), style=Style.PRIMARY) for code in offered)
    return [Menu("ui:level", words.text("menu.level"), choices), *_in_rows(buttons, 3 if len(buttons) > 4 else 2)]


def _level_choice(level: str, words: Words) -> str:
    """A level in the menu, which shows nothing but the chosen one: a bare number would not say what it is."""
    return words.text("menu.bid", n=int(level)) if level.isdecimal() else action_label(level, words)


def _level_label(level: str, words: Words) -> str:
    return words.number(int(level)) if level.isdecimal() else action_label(level, words)


def _bid_label(level: str, code: str, words: Words) -> str:
    denomination = short_denomination(code.rpartition(":")[2], words)
    return clip(f"{_level_label(level, words)} {denomination}", LABEL_LIMIT)


def _pick_rows(pick: PickCards, words: Words, cards: CardText, picks: Picks) -> list[Row]:
    chosen = tuple(card for card in pick.pool if card.code in picks.picked)
    rows: list[Row] = []
    for index, group in enumerate(_pick_groups(pick.pool)):
        choices = tuple(
            Choice(
                card.code,
                words.card(card),
                emoji=card.code if cards.inline(card) is not None else None,
                default=card in chosen,
            )
            for card in group
        )
        suits = dict.fromkeys(card.suit for card in group)
        placeholder = words.both([words.text("menu.pick", suit=Term("suit", suit.value)) for suit in suits])
        most = min(len(choices), pick.maximum)
        rows.append(Menu(f"ui:pick:{index}", clip(placeholder, CHOICE_LIMIT), choices, 0, most))
    ready = pick.minimum <= len(chosen) <= pick.maximum
    code = f"{pick.kind}:{' '.join(card.code for card in chosen)}"
    if not ready or len(code) > VERB_LIMIT:
        # The picks then say which cards: there are too many, or not yet enough, for a button's id.
        code = "ui:confirm"
    label = f"{words.text('button.confirm')} ({len(chosen)}/{pick.maximum})"
    rows.append((Button(code, label, style=Style.SUCCESS, disabled=not ready),))
    return rows


def _pick_groups(pool: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The cards by suit, in the order of the pool; the smallest suits share a menu where there would be too many."""
    order = {suit: index for index, suit in enumerate(dict.fromkeys(card.suit for card in pool))}
    ordered = sorted(pool, key=lambda card: order[card.suit])
    groups = [tuple(held) for _, held in groupby(ordered, key=lambda card: card.suit)]
    while len(groups) > PICK_MENUS:
        at = min(range(len(groups) - 1), key=lambda index: len(groups[index]) + len(groups[index + 1]))
        groups[at : at + 2] = [groups[at] + groups[at + 1]]
    return [group[start : start + CHOICES] for group in groups for start in range(0, len(group), CHOICES)]


def _in_rows(buttons: Sequence[Button], size: int) -> tuple[Row, ...]:
    return tuple(tuple(buttons[start : start + size]) for start in range(0, len(buttons), size))
