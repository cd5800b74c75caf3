"""What each control does. Every click is answered, whatever happens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.core.prompts import PickCards
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.memory import UserSettings
from bot.engine.models import Ask, Pictures, TableStatus, TableView
from bot.i18n.words import Words
from bot.ui import advising, history, inviting, lessons, looks, opening, preferences, server
from bot.ui.ack import Answer
from bot.ui.choosing import choose
from bot.ui.components import Click
from bot.ui.front import Front, Interaction, is_manager, person_of
from bot.ui.greeting import greet
from bot.ui.message import Draft
from bot.ui.mydata import erase_clicked
from bot.ui.outbox import edit_token
from bot.ui.present import sentence
from bot.ui.profiles import edit_clicked, import_clicked, own_clicked
from bot.ui.request import last_word, respond
from bot.ui.visit import Place, Visit

Handler = Callable[[Visit, str], Awaitable[None]]


async def answer_click(front: Front, interaction: Interaction, click: Click) -> None:
    """Answer a click; raises nothing."""
    answer = Answer(interaction, updates=True, gallery=front.gallery)

    async def begin(words: Words, settings: UserSettings) -> Visit:
        message = interaction.message
        board = None if message is None else await front.outbox.located(click.table, message.id)
        return Visit(front, interaction, answer, words, settings, click, board)

    await respond(front, answer, begin, _dispatch)


async def answer_stray(front: Front, interaction: Interaction) -> None:
    """Answer a click on something that is no control of ours any more; raises nothing."""
    words = front.words_now(interaction)
    await last_word(Answer(interaction, updates=False), words.text("say.over"))


async def _dispatch(visit: Visit) -> None:
    verb = visit.click.verb
    if verb.partition(":")[0] == "do":
        verb = visit.chosen
    if verb.startswith("ui:"):
        word, _, rest = verb.removeprefix("ui:").partition(":")
        handler = HANDLERS.get(word)
        if handler is None:
            raise EngineRefusal(Trouble.STALE)
        await handler(visit, rest)
    else:
        if visit.names_deal:
            await visit.fresh_table()
        await visit.act(verb, visit.guard)


async def _join(visit: Visit, _: str) -> None:
    await visit.fresh_table()
    table = await visit.change(visit.front.service.join(visit.click.table, person_of(visit.interaction.user)))
    await greet(visit.front, visit.answer, table, visit.user, visit.words)


async def _private(visit: Visit, on: str) -> None:
    await visit.fresh_table()
    await visit.change(visit.front.service.set_private(visit.click.table, visit.user, on == "on"))


async def _seek(visit: Visit, _: str) -> None:
    await inviting.seek(visit, await visit.fresh_table())
    await visit.answer.defer()


async def _leave(visit: Visit, confirmed: str) -> None:
    table = await visit.fresh_table()
    if opening.asks_to_leave(table, visit.user) and confirmed != "yes":
        await visit.look(looks.ask_to_leave(table, visit.user, visit.words))
        return
    after = await visit.change(opening.leave(visit.front, table, visit.user))
    if visit.place is Place.LOOK:
        await visit.answer.update(Draft(visit.words.text(opening.left(after))))


async def _computer(visit: Visit, _: str) -> None:
    await visit.fresh_table()
    await visit.change(visit.front.service.add_computer(visit.click.table, visit.user))


async def _teams(visit: Visit, _: str) -> None:
    table = await visit.fresh_table()
    if table.status is TableStatus.FINISHED:
        await _rematch(visit, "teams")
        return
    drawn = await visit.change(visit.front.service.draw_teams(visit.click.table, visit.user))
    if _drawn(drawn) == _drawn(table):
        # The lobby looks as it did: say that something happened.
        await visit.answer.tell(Draft(visit.words.text("say.drawn_same" if table.in_teams else "say.drawn_same_seats")))


def _drawn(table: TableView) -> Collection[tuple[str, ...]]:
    """Who plays with whom, whatever their seats, or else who sits where; computer players of a level are all alike."""
    sides = [[table.holder(seat) for seat in side] for side in table.sides]
    people = [tuple(sorted(f"{holder.user} {holder.level}" if holder else "" for holder in side)) for side in sides]
    return frozenset(people) if table.in_teams else people


async def _start(visit: Visit, how: str) -> None:
    table = await visit.fresh_table()
    if how == "wait":
        await visit.look(Draft(visit.words.text("say.waiting")))
        return
    try:
        start = visit.front.service.start(visit.click.table, visit.user, visit.nonce, fill=how == "fill")
        await visit.change(start)
    except EngineRefusal as refusal:
        if refusal.code is not Trouble.SEATS_EMPTY:
            raise
        await visit.look(looks.ask_to_fill(table, visit.words))
        return
    if visit.place is Place.LOOK:
        await visit.answer.update(Draft(visit.words.text("say.started")))


async def _options(visit: Visit, _: str) -> None:
    table = await visit.fresh_table()
    if table.host != visit.user:
        raise EngineRefusal(Trouble.NOT_HOST)
    if table.status is not TableStatus.LOBBY:
        raise EngineRefusal(Trouble.NOT_IN_LOBBY)
    await visit.look(await looks.profile_menu(visit.front, table, visit.words))


async def _profile(visit: Visit, _: str) -> None:
    game, _, profile = visit.chosen.partition("/")
    table = await visit.table()
    if table.status is not TableStatus.LOBBY or table.host != visit.user:
        # Nothing can be chosen on this message any more: the menus go.
        code = Trouble.NOT_IN_LOBBY if table.status is not TableStatus.LOBBY else Trouble.NOT_HOST
        await visit.look(Draft(sentence(EngineRefusal(code), visit.words)))
        return
    rules = await choose(visit.front, table.guild, game, profile)
    work = visit.front.service.set_profile(
        visit.click.table, visit.user, rules.game, rules.profile, rules.options, rules.version
    )
    await visit.answer.saving(work)
    await visit.look(Draft(visit.words.text("say.profile_set", profile=rules.label(visit.words))))


async def _hand(visit: Visit, _: str) -> None:
    seat = await visit.seat()
    if visit.place is Place.LOOK or visit.place is Place.HAND:
        await visit.show_hand(seat)
        return
    await visit.hold_message()
    await visit.send_hand(seat)


async def _hints(visit: Visit, _: str) -> None:
    """The host lets members ask for hints, or not: a choice on the private look with the rules."""
    if visit.chosen not in {"on", "off"}:
        raise EngineRefusal(Trouble.STALE)
    work = visit.front.service.set_hints(visit.click.table, visit.user, visit.chosen == "on")
    await visit.look(await looks.profile_menu(visit.front, await visit.answer.saving(work), visit.words))


async def _more(visit: Visit, _: str) -> None:
    await visit.look(await looks.more(visit.front, await visit.table(), visit.user, visit.words))


async def _pictures(visit: Visit, _: str) -> None:
    try:
        pictures = Pictures(visit.chosen)
    except ValueError as error:
        raise EngineRefusal(Trouble.STALE) from error
    table = await visit.answer.saving(visit.front.service.show_as(visit.click.table, visit.user, pictures))
    await visit.look(await looks.more(visit.front, table, visit.user, visit.words))


async def _fair(visit: Visit, number: str) -> None:
    wanted = int(number) if number.isdecimal() else None
    await visit.look(await looks.fair(visit.front, await visit.table(), wanted, visit.words))


async def _referee(visit: Visit, _: str) -> None:
    await visit.look(await looks.referee(visit.front, await visit.table(), visit.user, visit.words))


async def _help(visit: Visit, topic: str) -> None:
    """All intentions, one of them by its name, or (`topic`) the one chosen in the menu."""
    table = await visit.table() if visit.click.table else None
    asked = visit.chosen if topic == "topic" else topic
    draft = looks.help_draft(table, visit.guild is not None, visit.user, visit.words, asked)
    await visit.look(draft)


async def _open(visit: Visit, game: str) -> None:
    """Open a table of a game, as the server usually plays it, where the button is."""
    if visit.guild is None:
        raise EngineRefusal(Trouble.STALE)
    await opening.open_table(visit, opening.Wish(game, None, None, None, thread=False))


async def _ready(visit: Visit, _: str) -> None:
    await visit.fresh_table()
    await visit.change(visit.front.service.ready(visit.click.table, visit.user, visit.nonce))


async def _rematch(visit: Visit, how: str) -> None:
    over = await visit.table()
    table = await visit.answer.saving(visit.front.service.rematch(visit.click.table, visit.user))
    if how == "teams":
        await visit.answer.saving(visit.front.service.draw_teams(table.id, table.host))
    if visit.board is not None and visit.place is Place.PUBLIC:
        draft = visit.front.painter.public(over).bare()
        sent = await visit.answer.update(draft, visit.board.pictured)
        if sent is not None:
            visit.front.outbox.shown(visit.board, sent, over.seq, edit_token(visit.interaction))
    await visit.answer.defer()


async def _here(visit: Visit, _: str) -> None:
    await visit.change(visit.front.service.present(visit.click.table, visit.user))
    if visit.place is Place.PUBLIC:
        await visit.answer.tell(Draft(visit.words.text("say.here")))


async def _ask(visit: Visit, what: str) -> None:
    table = await visit.change(visit.front.service.ask(visit.click.table, visit.user, _asked(what)))
    await _tell_asked(visit, table)


async def _agree(visit: Visit, what: str) -> None:
    await visit.change(visit.front.service.answer(visit.click.table, visit.user, _asked(what), yes=True))


async def _disagree(visit: Visit, what: str) -> None:
    await visit.change(visit.front.service.answer(visit.click.table, visit.user, _asked(what), yes=False))


def _asked(what: str) -> Ask:
    try:
        return Ask(what)
    except ValueError as error:
        raise EngineRefusal(Trouble.STALE) from error


async def _tell_asked(visit: Visit, table: TableView) -> None:
    """On a private look: what became of what was asked there."""
    if visit.place is Place.LOOK:
        await visit.answer.update(Draft(visit.words.text(opening.asked(table))))


async def _substitute(visit: Visit, _: str) -> None:
    before = await visit.fresh_table()
    table = await visit.change(visit.front.service.substitute(visit.click.table, person_of(visit.interaction.user)))
    if before.seat_of(visit.user) is not None:
        await visit.answer.tell(Draft(visit.words.text("say.here")))
        return
    await opening.took_over(visit.front, visit.answer, table, visit.user, visit.words)


async def _close(visit: Visit, confirmed: str) -> None:
    manager = is_manager(visit.interaction, (await visit.table()).guild)
    try:
        await visit.change(
            visit.front.service.close(visit.click.table, visit.user, manager=manager, confirm=confirmed == "yes")
        )
    except EngineRefusal as refusal:
        if refusal.code is not Trouble.DEAL_RUNNING:
            raise
        await visit.look(looks.ask_to_close(await visit.table(), visit.words))
        return
    await _tell_asked(visit, await visit.table())


async def _retire(visit: Visit, _: str) -> None:
    await visit.front.house.require_operator(visit.interaction)
    await visit.answer.saving(visit.front.service.retire(visit.click.table))
    await visit.answer.update(Draft(visit.words.text("say.closed")))


async def _down(visit: Visit, _: str) -> None:
    table = await visit.table()
    if table.seat_of(visit.user) is None:
        raise EngineRefusal(Trouble.NOT_SEATED)
    await visit.answer.defer()
    await visit.front.outbox.repost(visit.click.table)


async def _level(visit: Visit, chosen: str) -> None:
    """First tap of a bid: the level is kept and the hand drawn with it."""
    seat = await visit.seat()
    if visit.click.token != seat.token:
        raise EngineRefusal(Trouble.STALE)
    level = chosen or (visit.click.values[0] if visit.click.values else "")
    picks = replace(visit.front.picks_of(seat, visit.user), level=level or None)
    visit.front.keep_picks(seat, visit.user, picks)
    await visit.show_hand(seat)


async def _pick(visit: Visit, _: str) -> None:
    """Cards chosen in one of several menus are kept and the hand drawn with them."""
    seat = await visit.seat()
    if visit.click.token != seat.token:
        raise EngineRefusal(Trouble.STALE)
    picks = visit.front.picks_of(seat, visit.user).with_picks(visit.click.choices, visit.click.values)
    visit.front.keep_picks(seat, visit.user, picks)
    await visit.show_hand(seat)


async def _sure(visit: Visit, asked: str) -> None:
    """First tap of what takes two: the hand is drawn with the question; without a name it is taken back."""
    seat = await visit.seat()
    if visit.click.token != seat.token:
        raise EngineRefusal(Trouble.STALE)
    picks = replace(visit.front.picks_of(seat, visit.user), asked=asked or None)
    visit.front.keep_picks(seat, visit.user, picks)
    await visit.show_hand(seat)


async def _confirm(visit: Visit, _: str) -> None:
    """Too many cards for a button's id: the kept choice says which."""
    seat = await visit.seat()
    kinds = [prompt.kind for prompt in seat.prompts if isinstance(prompt, PickCards)]
    if visit.click.token != seat.token or not kinds:
        raise EngineRefusal(Trouble.STALE)
    picked = " ".join(visit.front.picks_of(seat, visit.user).picked)
    await visit.act(f"{kinds[0]}:{picked}", visit.click.token)


async def _unpaged(visit: Visit, word: str) -> None:
    await visit.look(looks.UNPAGED[word](visit.front, await visit.table(), visit.words, visit.settings))


async def _score(visit: Visit, page: str) -> None:
    await visit.look(looks.score(visit.front, await visit.table(), visit.words, visit.settings, _number(page)))


async def _rules(visit: Visit, rest: str) -> None:
    """A page by its number, or `to` the chapter chosen in the menu; of the table, or of the profile named after it."""
    page, _, profile = rest.partition(":")
    at = visit.chosen if page == "to" else _number(page)
    if profile:
        game, _, name = profile.partition(":")
        await visit.look(await looks.rules_of(visit.front, visit.guild, game, name, visit.words, at))
        return
    await visit.look(looks.rules(await visit.table(), visit.words, at))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


HANDLERS: Mapping[str, Handler] = MappingProxyType(
    {
        "join": _join,
        "leave": _leave,
        "private": _private,
        "seek": _seek,
        "computer": _computer,
        "teams": _teams,
        "options": _options,
        "profile": _profile,
        "start": _start,
        "hand": _hand,
        "more": _more,
        "fair": _fair,
        "referee": _referee,
        "help": _help,
        "open": _open,
        "learn": lessons.clicked,
        "ready": _ready,
        "rematch": _rematch,
        "here": _here,
        "ask": _ask,
        "agree": _agree,
        "disagree": _disagree,
        "substitute": _substitute,
        "close": _close,
        "retire": _retire,
        "down": _down,
        "level": _level,
        "pick": _pick,
        "confirm": _confirm,
        "sure": _sure,
        "trick": lambda visit, _: _unpaged(visit, "trick"),
        "hands": lambda visit, _: _unpaged(visit, "hands"),
        "score": _score,
        "rules": _rules,
        "own": own_clicked,
        "edit": edit_clicked,
        "import": import_clicked,
        "erase": erase_clicked,
        "history": history.clicked,
        "pref": preferences.clicked,
        "server": server.clicked,
        "pictures": _pictures,
        "hint": advising.hint_clicked,
        "hints": _hints,
        "analysis": advising.analysis_clicked,
    }
)
"""What the words after `ui:` do."""
