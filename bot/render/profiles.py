"""Panels of a server's own rules: the list, a profile in full, and the editor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.core.options import Options, OptionSpec, OptionValue
from bot.i18n.words import Words
from bot.render.board import DOT
from bot.render.compose import CHOICE_LIMIT, CHOICES, Line, clip, compose, pages
from bot.render.panels import Button, Choice, Menu, Panel, Row, Style
from bot.render.people import relative
from bot.render.rulebook import game_name, named_profile, option_line, paged
from bot.render.rules import Ruleset, option_text

SHOWN_DIFFERENCES = 14
"""As many are listed in the editor; `/profile show` lists all."""

LINE_LIMIT = 120
PAGE_LIMIT = 1800


@dataclass(frozen=True, slots=True)
class Sheet:
    """A server's own rules to be shown.

    Attributes:
        name: safe to show.
        game: the game's key.
        base: the preset they were made from.
        origin: that preset's options.
        options: the options themselves.
        version: of these options.
        changed_at: when they got it; None while they are in the editor.
    """

    name: str
    game: str
    base: str
    origin: Options
    options: Options
    version: int
    changed_at: datetime | None = None

    @property
    def changed(self) -> tuple[OptionSpec, ...]:
        """The options that are not as in the preset."""
        here, there = self.options.values(), self.origin.values()
        return tuple(spec for spec in self.options.specs() if here[spec.name] != there[spec.name])


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies open in the editor.

    Attributes:
        id: of the editor, for its controls.
        option: name of the option that is being looked at.
        page: of the menu of options, from 0.
        notes: sentences about what has just happened.
        clash: why the options cannot be played together; empty when they can.
    """

    id: str
    option: str | None = None
    page: int = 0
    notes: tuple[str, ...] = ()
    clash: str = ""


def profile_list(sheets: Sequence[Sheet], page: int, verb: str, words: Words) -> Panel:
    """A page of a server's profiles, one a line.

    Args:
        sheets: all of them.
        page: which, from 0.
        verb: of the buttons to the other pages.
        words: the reader's language.
    """
    if not sheets:
        return Panel(words.text("profile.none"))
    lines = [
        words.text(
            "profile.line",
            name=sheet.name,
            version=sheet.version,
            game=game_name(sheet.game, words),
            base=named_profile(sheet.game, sheet.base, words),
            n=len(sheet.changed),
        )
        for sheet in sheets
    ]
    title = f"**{words.text('profile.list')}**"
    texts = (f"{title}\n{body}" for body in pages([f"- {line}" for line in lines], PAGE_LIMIT))
    return paged(tuple(texts), page, verb, words)


def profile_panel(sheet: Sheet, added: Sequence[str], lost: Sequence[str], page: int, verb: str, words: Words) -> Panel:
    """A page of a profile: what departs from its preset, what this release made of it, then every option.

    Where the federation states the game, what differs from it is marked.

    Args:
        sheet: the profile.
        added: options younger than the profile.
        lost: stored options that this release does not take.
        page: which, from 0.
        verb: of the buttons to the other pages.
        words: the reader's language.
    """
    title = f"**{_title(sheet, words)}**\n-# {_based(sheet, words)}"
    ruleset = Ruleset(sheet.game, sheet.name, sheet.options)
    first = [*_differences(sheet, words)]
    if added:
        first.append(f"ℹ️ {words.text('profile.added', options=_named(added, words))}")
    if lost:
        first.append(f"ℹ️ {words.text('profile.lost', options=_named(lost, words))}")
    first += _from_federation(ruleset, words)
    heading = f"__{words.text('profile.all')}__"
    if ruleset.reference is not None:
        heading = f"{heading}\n{words.text('rules.legend')}"
    told = [option_text(spec, ruleset, words) for spec in editable(sheet.options) if sheet.options.applies(spec.name)]
    bodies = (*pages(first, PAGE_LIMIT), *pages([heading, *told], PAGE_LIMIT))
    return paged(tuple(f"{title}\n{body}" for body in bodies), page, verb, words)


def _from_federation(ruleset: Ruleset, words: Words) -> Iterator[str]:
    """What is not as the federation has it, where one states the game."""
    if ruleset.reference is None:
        return
    here, there = ruleset.options.values(), ruleset.reference.values()
    changed = [spec for spec in editable(ruleset.options) if here[spec.name] != there[spec.name]]
    told = [spec for spec in changed if ruleset.options.applies(spec.name)]
    yield words.text("rules.changes", n=len(told)) if told else words.text("rules.as_federation")
    yield from (f"- {option_line(spec, here[spec.name], words)}" for spec in told)


def editor_panel(sheet: Sheet, desk: Desk, words: Words) -> Panel:
    """The editor: the differences so far, one option being looked at, and the controls."""
    spec = next((spec for spec in sheet.options.specs() if spec.name == desk.option), None)
    differences = tuple(_differences(sheet, words))
    heading, listed = differences[0], differences[1:]
    lines = [Line(f"**{_title(sheet, words)}**"), Line(f"-# {_based(sheet, words)}"), Line(heading)]
    lines += [Line(clip(text, LINE_LIMIT), 3) for text in listed[:SHOWN_DIFFERENCES]]
    if len(listed) > SHOWN_DIFFERENCES:
        lines.append(Line(words.text("profile.more", n=len(listed) - SHOWN_DIFFERENCES), 3))
    if spec is not None:
        lines += [Line(text, 1) for text in _present(sheet, spec, words)]
    else:
        lines.append(Line(f"👉 {words.text('profile.pick')}", 1))
    if desk.clash:
        lines.append(Line(f"⚠️ {desk.clash}"))
    lines += [Line(f"ℹ️ {note}") for note in desk.notes]
    return Panel(compose(lines), tuple(_controls(sheet, desk, spec, words)))


def editable(options: Options) -> tuple[OptionSpec, ...]:
    """The options that the editor offers: those that can change an answer."""
    return tuple(spec for spec in options.specs() if spec.changes_answer)


def _title(sheet: Sheet, words: Words) -> str:
    return words.text("profile.title", name=sheet.name, version=sheet.version, game=game_name(sheet.game, words))


def _based(sheet: Sheet, words: Words) -> str:
    based = words.text("profile.based", base=named_profile(sheet.game, sheet.base, words))
    if sheet.changed_at is None:
        return based
    return f"{based}{DOT}{words.text('profile.since', at=relative(sheet.changed_at))}"


def _named(options: Sequence[str], words: Words) -> str:
    """Options by what they are called; those that nobody knows any more by their key."""
    keys = [(option, f"option.{option}") for option in options]
    return words.both([words.text(key) if words.has(key) else f"`{option[:LINE_LIMIT]}`" for option, key in keys])


def _differences(sheet: Sheet, words: Words) -> Iterator[str]:
    """A heading, then a line for each option that is not as in the preset."""
    changed = sheet.changed
    yield words.text("profile.differences", n=len(changed)) if changed else words.text("profile.same")
    values = sheet.options.values()
    for spec in changed:
        name, value = words.text(f"option.{spec.name}"), option_line(spec, values[spec.name], words)
        yield f"- {words.text('profile.option', name=name, value=value)}"


def _present(sheet: Sheet, spec: OptionSpec, words: Words) -> Iterator[str]:
    """The option that is being looked at: what it holds, what the preset holds, when it makes no difference."""
    value, before = sheet.options.values()[spec.name], sheet.origin.values()[spec.name]
    yield f"👉 **{words.text(f'option.{spec.name}')}**"
    yield option_line(spec, value, words)
    if value != before:
        yield f"-# {words.text('profile.before', value=option_line(spec, before, words))}"
    if not sheet.options.applies(spec.name):
        needed = sheet.options.needs.get(spec.name)
        idle = words.text("profile.moot")
        if needed is not None and not sheet.options.values()[needed]:
            idle = words.text("profile.idle", option=words.text(f"option.{needed}"))
        yield f"-# {idle}"


def _controls(sheet: Sheet, desk: Desk, spec: OptionSpec | None, words: Words) -> Iterator[Row]:
    verb = f"ui:edit:{desk.id}"
    specs = editable(sheet.options)
    last = (len(specs) - 1) // CHOICES
    page = min(max(desk.page, 0), last)
    yield _options(sheet, specs[page * CHOICES : (page + 1) * CHOICES], desk.option, f"{verb}:pick", words)
    if spec is not None:
        yield _values(sheet, spec, verb, words)
    row: list[Button] = []
    if last:
        row += [
            Button(f"{verb}:page:{page - 1}", words.text("profile.options_before"), disabled=page == 0),
            Button(f"{verb}:page:{page + 1}", words.text("profile.options_after"), disabled=page == last),
        ]
    if spec is not None:
        same = sheet.options.values()[spec.name] == sheet.origin.values()[spec.name]
        row.append(Button(f"{verb}:reset:{spec.name}", words.text("profile.reset"), disabled=same))
    if row:
        yield tuple(row)
    yield (
        Button(f"{verb}:save", words.text("profile.save"), style=Style.SUCCESS, disabled=bool(desk.clash)),
        Button(f"{verb}:cancel", words.text("profile.cancel"), style=Style.DANGER),
    )


def _options(sheet: Sheet, specs: Sequence[OptionSpec], chosen: str | None, verb: str, words: Words) -> Menu:
    values, changed = sheet.options.values(), frozenset(spec.name for spec in sheet.changed)
    choices = tuple(
        Choice(
            spec.name,
            clip(f"{'✏️ ' if spec.name in changed else ''}{words.text(f'option.{spec.name}')}", CHOICE_LIMIT),
            clip(option_line(spec, values[spec.name], words, short=True), CHOICE_LIMIT),
            default=spec.name == chosen,
        )
        for spec in specs
    )
    return Menu(verb, words.text("profile.options_menu"), choices)


def _values(sheet: Sheet, spec: OptionSpec, verb: str, words: Words) -> Row:
    """What the option may hold: a menu of choices, buttons for yes and no, a form for a number."""
    value = sheet.options.values()[spec.name]
    if spec.choices:
        choices = tuple(_choice(spec, text, value, words) for text in spec.choices[:CHOICES])
        return Menu(f"{verb}:set:{spec.name}", words.text("profile.value"), choices)
    if isinstance(spec.default, bool):
        return tuple(
            Button(
                f"{verb}:set:{spec.name}:{text}",
                words.text(key),
                style=Style.PRIMARY if value is flag else Style.SECONDARY,
                disabled=value is flag,
            )
            for flag, text, key in ((True, "yes", "profile.yes"), (False, "no", "profile.no"))
        )
    span = words.text("profile.number", low=spec.low, high=spec.high)
    ask = Button(f"{verb}:number:{spec.name}", span, style=Style.PRIMARY)
    if not spec.nullable:
        return (ask,)
    return ask, Button(f"{verb}:set:{spec.name}:none", words.text("profile.no_limit"), disabled=value is None)


def _choice(spec: OptionSpec, text: str, value: OptionValue, words: Words) -> Choice:
    label = clip(option_line(spec, text, words, short=True), CHOICE_LIMIT)
    return Choice(text, label, text, default=text == value)
