"""What is photographed: one story for each club, each on a playground of its own."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tests.shots.desk import DESKTOP, HAND, OFFERS, VERB, WIDE, Desk

PUBLIC = "[...document.querySelectorAll('#table article:not(.ephemeral)')].at(-1)"
PICTURED = f"{PUBLIC}?.querySelector('img.picture')"
REST = f"[...{HAND}.querySelectorAll('.line, .small')].find(l => /^Le reste/.test(l.innerText))"
OVER = "document.querySelector('#table').innerText.match(/Résultat de la donne|Result of deal/)"


def trick(cards: int) -> str:
    """Whether it is our turn in a trick with so many cards in it."""
    lines = f"[...({HAND}?.querySelectorAll('.line') || [])]"
    shown = f"/^(Pli|Trick) \\d+/.test(l.innerText) && l.querySelectorAll('img.emoji').length >= {cards}"
    return f"({lines}.some(l => {shown}) && ({offered('play:')} || {offered('do')}))"


def offered(start: str) -> str:
    """Whether the private hand offers something that begins so."""
    return f"{OFFERS}.some(b => {VERB}(b).startsWith({json.dumps(start)}))"


async def lobby(desk: Desk, game: str, more: str = "") -> None:
    """Open a table and have one computer player sit down."""
    await desk.type(f"/table open game:{game} {more}".rstrip())
    await desk.press("ui:computer")
    await desk.page.wait(PICTURED, 60)


async def begin(desk: Desk) -> None:
    """Start with computer players in the free seats."""
    fill = "document.querySelector('#table [data-id$=\"|ui:start:fill\"]')"
    await desk.press("ui:start")
    await desk.page.wait(f"{fill} || {OFFERS}.length", 60)
    if await desk.page.value(f"Boolean({fill})"):
        await desk.press("ui:start:fill")


async def belote(desk: Desk) -> None:
    """Both rounds of the bidding, a trick, a refusal, the end of a deal, the score sheet."""
    await lobby(desk, "belote")
    await desk.shot("belote-lobby", light=True)
    await begin(desk)
    await desk.act_until(("pass",), offered("take") + " && !" + offered("take:"), 3)
    await desk.shot("belote-round-1")
    await desk.act_until(("pass",), offered("take:"), 3)
    await desk.shot("belote-round-2")
    await desk.act_until(("pass", "play:"), trick(3))
    await desk.dismiss()
    await desk.shot("belote-trick", light=True)
    await desk.shot("belote-trick", WIDE)
    await refusal(desk)
    await desk.act_until(("play:",), OVER)
    await desk.page.wait(PICTURED, 60)
    await desk.shot("belote-result", light=True)
    await desk.press("ui:score", "hand")
    await desk.shot("belote-score")


async def refusal(desk: Desk) -> None:
    """Play until some card may not be played, and try it."""
    await desk.act_until(("play:",), f"{offered('play:')} && {REST}")
    card = str(await desk.page.value(f"{REST}.querySelector('img.emoji').title")).strip(":").replace("_", " ")
    await desk.type(f"/play {card}")
    await desk.page.wait("document.querySelector('#table article.ephemeral')", 60)
    await desk.shot("belote-refusal")
    await desk.detail("refusal", "table")
    await desk.dismiss()


async def coinche(desk: Desk) -> None:
    """Bids with their levels, a double, a trick, a result."""
    await lobby(desk, "coinche")
    await begin(desk)
    await desk.page.wait(offered("bid:"), 60)
    await desk.shot("coinche-bid")
    await desk.act_until(("bid:",), offered("coinche") + f" || {offered('play:')}", 6)
    await desk.shot("coinche-bid-again")
    await desk.act_until(("pass", "play:"), trick(2))
    await desk.shot("coinche-trick")
    await desk.act_until(("play:", "do", "pass"), OVER)
    await desk.shot("coinche-result")
    await desk.detail("result", "table")


async def tarot(desk: Desk, seats: int) -> None:
    """Bids, a king called, the dog and the discard, a trick, a result."""
    name = f"tarot-{seats}"
    await lobby(desk, "tarot", f"players:{seats}")
    if seats == 5:
        await desk.shot(f"{name}-lobby")
    await begin(desk)
    await desk.page.wait(offered("bid:"), 60)
    await desk.shot(f"{name}-bid")
    await desk.act_until(("bid:garde",), f"{offered('ui:pick')} || {offered('call:')} || {offered('play:')}", 3)
    if seats == 5:
        await desk.shot(f"{name}-king-call")
        await desk.act_until(("call:",), f"{offered('ui:pick')} || {offered('play:')}", 2)
    await desk.shot(f"{name}-dog")
    await discard(desk, {3: 6, 4: 6, 5: 3}[seats], f"{name}-discard")
    await desk.act_until(("play:", "do"), trick(seats - 1))
    await desk.dismiss()
    await desk.shot(f"{name}-trick", light=seats == 5)
    if seats == 4:
        await desk.act_until(("play:", "do"), OVER)
        await desk.shot(f"{name}-result")


async def discard(desk: Desk, count: int, name: str) -> None:
    """Put so many cards aside, photographed when all are chosen."""
    await desk.pick(count)
    await desk.shot(name)
    await desk.detail(name, "hand")
    await desk.act(("ui:confirm", "discard", "give"))


async def hearts(desk: Desk, seats: int) -> None:
    """Cards to pass on, a trick, a result."""
    name = f"hearts-{seats}"
    await lobby(desk, "hearts", f"players:{seats}")
    await begin(desk)
    await desk.page.wait(f"{offered('ui:pick')} || {offered('play:')}", 60)
    await desk.shot(f"{name}-pass")
    await discard(desk, 3, f"{name}-passing")
    await desk.act_until(("play:", "do"), trick(seats - 1))
    await desk.shot(f"{name}-trick")
    if seats == 4:
        await desk.act_until(("play:", "do"), OVER)
        await desk.shot(f"{name}-result")


async def small_belote(desk: Desk, game: str, seats: int) -> None:
    """Bids, a trick and a result of belote for two or three."""
    name = f"belote-{seats}"
    await lobby(desk, game)
    await begin(desk)
    await desk.page.wait(f"{offered('take')} || {offered('bid:')}", 60)
    await desk.shot(f"{name}-bid")
    await desk.act_until(("take", "bid:", "play:", "do", "pass"), trick(seats - 1))
    await desk.shot(f"{name}-trick")
    await desk.act_until(("play:", "do", "pass"), OVER)
    await desk.shot(f"{name}-result")


async def lesson(desk: Desk) -> None:
    """A lesson from its first word to the end of its match."""
    await desk.type("/tutorial game:belote")
    await desk.page.wait(f"{offered('take')} || {offered('play:')}", 60)
    await desk.page.click("[...document.querySelectorAll('#tabs button')].at(-1)")
    await desk.shot("lesson-begin")
    await desk.act_until(("take", "play:"), trick(1))
    await desk.shot("lesson-trick")
    await desk.detail("lesson", "hand")
    await desk.act_until(("take", "play:", "do", "pass"), OVER)
    await desk.page.wait(PICTURED, 60)
    await desk.shot("match-end")


async def panels(desk: Desk) -> None:
    """What explains and what is set: help, preferences, settings, rules."""
    for line, name in (("/help", "help"), ("/preferences", "preferences"), ("/settings show", "settings")):
        await desk.type(line)
        await answered(desk)
        await desk.shot(name, light=name == "help")
        await desk.dismiss()
    await desk.type("/rules game:tarot")
    await answered(desk)
    await desk.shot("rules")


async def manners(desk: Desk) -> None:
    """A slow table in four colours, what else can be done there, and its pause."""
    await desk.type("/preferences palette:Quatre couleurs")
    await answered(desk)
    await desk.dismiss()
    await lobby(desk, "coinche", "pace:Lente (24 h par tour)")
    await desk.shot("slow-lobby")
    await begin(desk)
    await desk.act_until(("pass", "play:", "do"), trick(2))
    await desk.dismiss()
    await desk.shot("slow-trick", light=True)
    await desk.press("ui:more")
    await answered(desk)
    await desk.shot("more", light=True)
    await desk.press("ui:ask:pause")
    await desk.page.wait(f"{PUBLIC}?.querySelector('[data-id$=\"|ui:ask:resume\"]')", 60)
    await desk.dismiss()
    await desk.shot("paused")


async def advice(desk: Desk) -> None:
    """A hint at one's turn, what a deal's cards have cost, one of its tricks."""
    await lobby(desk, "belote")
    await desk.type("/table hints allowed:oui")
    await begin(desk)
    await desk.act_until(("take", "play:"), trick(1))
    await desk.dismiss()
    await desk.press("ui:hint", "hand")
    await desk.page.wait("document.querySelector('#hand').innerText.includes('💡')", 60)
    await desk.shot("hint")
    await desk.act_until(("play:",), OVER)
    await desk.press("ui:analysis")
    weighed = "[...document.querySelectorAll('#table article.ephemeral')].at(-1)?.querySelector('img.picture')"
    waiting = "[...document.querySelectorAll('#table article.ephemeral [data-id*=\"|ui:analysis:\"]')].at(-1)"
    # Each look at a page that still waits asks how far the weighing is.
    await desk.page.wait(f"{weighed} || ({waiting}?.click(), false)", 120)
    await desk.shot("analysis")
    await desk.detail("analysis", "table")


async def past(desk: Desk) -> None:
    """A match that is given up after a deal, as one's history tells it."""
    await lobby(desk, "belote")
    await begin(desk)
    await desk.act_until(("take", "play:"), OVER)
    await desk.type("/table close confirm:oui")
    await desk.page.wait(f"!{PUBLIC}?.querySelector('[data-id]:enabled')", 60)
    await desk.dismiss()
    await desk.type("/history")
    await answered(desk)
    await desk.shot("history", light=True)


async def answered(desk: Desk) -> None:
    """Wait for the private answer to a command."""
    await desk.page.wait("document.querySelector('#table article.ephemeral .markdown')", 60)


async def english(desk: Desk) -> None:
    """A trick of coinche as English players see it."""
    await lobby(desk, "coinche")
    await desk.shot("english-lobby", DESKTOP)
    await begin(desk)
    await desk.page.wait(offered("bid:"), 60)
    await desk.act_until(("pass", "play:", "do"), trick(1))
    await desk.shot("english-trick")


@dataclass(frozen=True, slots=True)
class Story:
    """What happens, to which cards, in which language."""

    tell: Callable[[Desk], Awaitable[None]]
    seed: int
    language: str = "fr"


STORIES: Mapping[str, Story] = {
    "belote": Story(belote, 1),
    "coinche": Story(coinche, 1),
    "tarot-3": Story(partial(tarot, seats=3), 1),
    "tarot-4": Story(partial(tarot, seats=4), 1),
    "tarot-5": Story(partial(tarot, seats=5), 3),
    "hearts-3": Story(partial(hearts, seats=3), 1),
    "hearts-4": Story(partial(hearts, seats=4), 1),
    "hearts-5": Story(partial(hearts, seats=5), 1),
    "belote-2": Story(partial(small_belote, game="belote_two", seats=2), 1),
    "belote-3": Story(partial(small_belote, game="belote_three", seats=3), 1),
    "lesson": Story(lesson, 1),
    "panels": Story(panels, 1),
    "manners": Story(manners, 1),
    "advice": Story(advice, 2),
    "past": Story(past, 1),
    "english": Story(english, 1, "en"),
}
"""By name."""


def chosen(names: Sequence[str]) -> Mapping[str, Story]:
    """The stories of these names; all of them when none is named."""
    return {name: STORIES[name] for name in names or STORIES}
