"""Drives one page as a person does, and photographs it."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.playground.browser import BrowserError, Page
from tests.playground.process import Running, start
from tests.shots.boxes import faults

HAND = "[...document.querySelectorAll('#hand article:not(.ephemeral)')].at(-1)"
OFFERS = f"[...({HAND}?.querySelectorAll('[data-id]:enabled') || [])]"
VERB = "(b => b.dataset.id.split('|').slice(3).join('|'))"
_DRAWN = "!document.querySelector('.busy') && [...document.images].every(i => i.complete)"
_LOOKS = "document.querySelector('main').innerHTML"
_STILL = (
    "[document.querySelectorAll('.who time').forEach(t => { t.textContent = '20:30' }),"
    " document.querySelectorAll('.log').forEach(l => { l.scrollTop = l.scrollHeight }),"
    " document.activeElement?.blur()].length"
)
"""No clock, no caret, and the newest at the bottom."""


@dataclass(frozen=True, slots=True)
class Size:
    """A window: CSS pixels, and whether it is a phone's."""

    name: str
    width: int
    height: int
    mobile: bool = False


DESKTOP = Size("desktop", 1280, 960)
PHONE = Size("phone", 360, 1280, mobile=True)
WIDE = Size("wide", 1280, 760)
TALL = Size("tall", 360, 1900, mobile=True)
SMALL = Size("small", 360, 740, mobile=True)


@dataclass(slots=True)
class Desk:
    """One page on one playground.

    Attributes:
        folder: where pictures go; None takes none, and judges all the same.
        wrong: what was found wrong, each with the name of its picture.
    """

    page: Page
    running: Running
    folder: Path | None
    wrong: list[str] = field(default_factory=list)
    taken: int = 0

    async def type(self, line: str, side: str = "table") -> None:
        """Type a whole command into a pane and send it."""
        await self.page.click(f"document.querySelector('#{side} .plain-input')")
        await self.page.type(line)
        await self.page.key("Enter")

    async def press(self, verb: str, side: str = "table") -> None:
        """Press the newest enabled control of this verb in a pane."""
        finder = f"[...document.querySelectorAll('#{side} [data-id$={json.dumps('|' + verb)}]:enabled')].at(-1)"
        await self.page.wait(finder, 60)
        await self.page.click(finder)
        await self.page.wait("!document.querySelector('.busy')", 60)

    async def pick(self, count: int) -> None:
        """Choose so many cards in the menus of the private hand, the first ones that may be chosen."""
        left, free = count, "document.querySelectorAll('#menu [aria-selected=\"false\"]:enabled')"
        for number in range(4):
            if not left:
                return
            await self.page.click(f"{OFFERS}.find(b => {VERB}(b) === 'ui:pick:{number}')")
            await self.page.wait("document.querySelector('#menu')")
            while left and await self.page.value(f"{free}.length"):
                await self.page.click(f"{free}[0]")
                left -= 1
            await self.page.click("document.querySelector('#menu > .button')")
            await self.page.wait(
                f"!document.querySelector('.busy, #menu') && {HAND}.innerText.includes('({count - left}/')", 20
            )

    async def act(self, wishes: Sequence[str], *, until: str = "false") -> bool:
        """Do the first thing offered that begins with a wish, the earliest wish first; False once `until` holds.

        Raises:
            BrowserError: nothing of it is offered.
        """
        wish = f"{json.dumps(list(wishes))}.map(w => {OFFERS}.find(b => {VERB}(b).startsWith(w))).find(Boolean)"
        await self.page.wait(f"({until}) || {wish}", 60)
        if await self.page.value(f"Boolean({until})"):
            return False
        custom_id = json.dumps(await self.page.value(f"({wish})?.dataset.id"))
        await self.page.click(f"{OFFERS}.find(b => b.dataset.id === {custom_id})")
        if await self.page.value("Boolean(document.querySelector('#menu'))"):
            await self.page.click("document.querySelector('#menu [role=option]:enabled')")
        # The id names the moment it is good for: another one comes with the next.
        await self.page.wait(
            f"!document.querySelector('.busy') && !{OFFERS}.some(b => b.dataset.id === {custom_id})", 20
        )
        return True

    async def act_until(self, wishes: Sequence[str], until: str, moves: int = 200) -> None:
        """Do the like until something holds in the page.

        Raises:
            BrowserError: it never does.
        """
        for _ in range(moves):
            if not await self.act(wishes, until=until):
                return
        raise BrowserError(f"never: {until}")

    async def quiet(self) -> None:
        """Wait until the page has been the same for half a second, with every picture there."""
        last, since = None, 0
        for _ in range(400):
            looks = await self.page.value(_LOOKS)
            ready = await self.page.value(_DRAWN)
            since = since + 1 if ready and looks == last else 0
            if since >= 5:
                return
            last = looks
            await asyncio.sleep(0.1)
        raise BrowserError("the page does not come to rest")

    async def shot(self, name: str, *sizes: Size, light: bool = False) -> None:
        """Judge the page in each size (desktop and phone unless others are named), and photograph it."""
        await self.quiet()
        for size in sizes or (DESKTOP, PHONE, SMALL):
            await self._resize(size)
            themes = ("dark", "light") if light and size is not SMALL else ("dark",)
            for theme in themes:
                await self._photograph(f"{name}-{size.name}" + ("-light" if theme == "light" else ""), theme, size)
        await self._theme("dark")
        await self._resize(DESKTOP)

    async def _photograph(self, name: str, theme: str, size: Size) -> None:
        await self._theme(theme)
        await self.page.value(_STILL)
        await self.page.wait(_DRAWN)
        found = await faults(self.page)
        self.taken += 1
        self.wrong += [f"{name}: {fault}" for fault in found]
        if self.folder is not None and size is not SMALL:
            await self.page.screenshot(self.folder / f"{name}.png")

    async def detail(self, name: str, side: str) -> None:
        """Photograph the last public message of a pane as a phone shows it, and private answers below it."""
        if self.folder is None:
            return
        await self.quiet()
        await self._resize(TALL)
        await self.page.value(_STILL)
        await self.page.wait(_DRAWN)
        x, y, width, height = await self.page.value(
            f"(() => {{ const log = document.querySelector('#{side} .log').getBoundingClientRect();"
            f" const first = [...document.querySelectorAll('#{side} article:not(.ephemeral)')].at(-1);"
            f" const last = [...document.querySelectorAll('#{side} article')].at(-1);"
            " const top = Math.max(log.top, first.getBoundingClientRect().top - 4);"
            " const bottom = Math.min(log.bottom, last.getBoundingClientRect().bottom + 8);"
            " return [log.left, top, log.width, bottom - top] })()"
        )
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        answer = await self.page.send("Page.captureScreenshot", format="png", clip=clip)
        (self.folder / f"{name}.png").write_bytes(b64decode(answer["data"]))
        await self._resize(DESKTOP)

    async def dismiss(self) -> None:
        """Do away with the private answers in the channel."""
        found = "[...document.querySelectorAll('#table [data-dismiss]')]"
        while count := await self.page.value(f"{found}.length"):
            await self.page.click(f"{found}[0]")
            await self.page.wait(f"{found}.length < {count}", 60)

    async def _resize(self, size: Size) -> None:
        """Until the page knows of it: it closes menus then."""
        await self.page.resize(size.width, size.height, mobile=size.mobile)
        await self.page.wait(f"innerWidth === {size.width}")
        await self.page.value("new Promise(then => requestAnimationFrame(() => requestAnimationFrame(then)))")

    async def _theme(self, theme: str) -> None:
        wish = [{"name": "prefers-color-scheme", "value": theme}]
        await self.page.send("Emulation.setEmulatedMedia", features=wish)


@asynccontextmanager
async def desk(page: Page, seed: int, folder: Path | None, language: str = "fr") -> AsyncIterator[Desk]:
    """A fresh club with the bot in it, dealt from a seed; gone at the end."""
    with TemporaryDirectory() as place:
        running = await start("-m", "tests.shots.seeded", f"{place}/tapis.db", str(seed), language)
        try:
            page.console.clear()
            await page.resize(DESKTOP.width, DESKTOP.height)
            await page.goto(running.url)
            yield Desk(page, running, folder)
        finally:
            await page.send("Page.navigate", url="about:blank")
            if running.process.returncode is None:
                await running.kill()
