"""A real Chromium, driven over its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-extensions",
    "--remote-debugging-port=0",
    "--hide-scrollbars",
    "--disable-background-timer-throttling",
)


class BrowserError(Exception):
    """The page raised, or did not become what was waited for."""


def find_chromium() -> str:
    """The browser to use.

    Raises:
        BrowserError: none is installed.
    """
    for name in NAMES:
        path = shutil.which(name)
        if path is not None:
            return path
    raise BrowserError(
        "no Chromium found (looked for " + ", ".join(NAMES) + "): install it, or unset TAPIS_BROWSER to leave the "
        "browser tests out"
    )


class Page:
    """One page of the browser; mouse and keys are real events of the browser, not calls of the page's code."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.console: list[str] = []
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for received in self._socket:
            message = json.loads(received.data)
            future = self._answers.pop(message.get("id", 0), None)
            if future is not None and not future.done():
                if "error" in message:
                    future.set_exception(BrowserError(str(message["error"])))
                else:
                    future.set_result(message["result"])
            elif message.get("method") == "Runtime.exceptionThrown":
                details = message["params"]["exceptionDetails"]
                self.console.append(details.get("exception", {}).get("description", details["text"]))
            elif message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.console.append(message["params"]["entry"]["text"])

    async def close(self) -> None:
        """Stop listening to the browser."""
        self._reader.cancel()
        await self._socket.close()

    async def send(self, method: str, **params: Any) -> Any:
        """One call of the DevTools protocol."""
        number = next(self._numbers)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        await self._socket.send_json({"id": number, "method": method, "params": params})
        async with asyncio.timeout(20):
            return await future

    async def prepare(self, width: int, height: int, *, mobile: bool = False) -> None:
        """Switch the needed domains on and set the size."""
        for domain in ("Page", "Runtime", "Log"):
            await self.send(f"{domain}.enable")
        await self.resize(width, height, mobile=mobile)

    async def resize(self, width: int, height: int, *, mobile: bool = False) -> None:
        """Set the size of the window in CSS pixels."""
        scale = 2 if mobile else 1
        await self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile
        )

    async def goto(self, url: str) -> None:
        """Open an address and wait until the page shows the world."""
        await self.send("Page.navigate", url=url)
        await self.wait("document.querySelector('#server')?.textContent.length > 5")

    async def value(self, script: str) -> Any:
        """What a JavaScript expression gives, awaited."""
        answer = await self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise BrowserError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    async def wait(self, script: str, seconds: float = 10.0) -> Any:
        """Wait until an expression is true; returns its value.

        Raises:
            BrowserError: it was not after ``seconds``; the text of the page is in the message.
        """
        end = asyncio.get_running_loop().time() + seconds
        while True:
            # An element would come back as an empty object, which Python takes for false.
            value = await self.value(f"(found => found instanceof Node ? true : found)({script})")
            if value:
                return value
            if asyncio.get_running_loop().time() > end:
                text = await self.value("document.body.innerText")
                raise BrowserError(f"still not: {script}\nerrors: {self.console}\n{text}")
            await asyncio.sleep(0.03)

    async def point(self, finder: str) -> tuple[float, float]:
        """The middle of the element an expression finds, scrolled into view."""
        box = await self.wait(
            f"(() => {{ const e = {finder}; if (!e) return null; e.scrollIntoView({{block: 'nearest'}}); "
            "const b = e.getBoundingClientRect(); return b.width ? [b.x + b.width / 2, b.y + b.height / 2] : null })()"
        )
        return box[0], box[1]

    async def mouse(self, kind: str, x: float, y: float) -> None:
        """A mouse event: mousePressed, mouseReleased or mouseMoved."""
        await self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def click(self, finder: str) -> None:
        """Click the element an expression finds, with the mouse."""
        x, y = await self.point(finder)
        await self.mouse("mousePressed", x, y)
        await self.mouse("mouseReleased", x, y)

    async def type(self, text: str) -> None:
        """Type text where the focus is."""
        await self.send("Input.insertText", text=text)

    async def key(self, name: str) -> None:
        """Press and release a key that has no text, such as Enter."""
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "Backspace": 8, "Tab": 9}
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if name == "Enter" and kind == "keyDown" else {}
            code = codes[name]
            await self.send(
                "Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, **text
            )

    async def screenshot(self, path: Path) -> None:
        """Save a picture of the page."""
        answer = await self.send("Page.captureScreenshot", format="png")
        await asyncio.to_thread(path.write_bytes, base64.b64decode(answer["data"]))


@asynccontextmanager
async def chromium(width: int = 1280, height: int = 800, *, mobile: bool = False) -> AsyncIterator[Page]:
    """A fresh browser with one page; killed at the end.

    Raises:
        BrowserError: no browser is installed, or it did not start.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            find_chromium(),
            *FLAGS,
            f"--user-data-dir={profile}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            port = await _devtools_port(Path(profile), process)
            async with aiohttp.ClientSession() as session:
                page = await _open(session, port)
                try:
                    await page.prepare(width, height, mobile=mobile)
                    yield page
                finally:
                    await page.close()
        finally:
            process.kill()
            await process.wait()


async def _devtools_port(profile: Path, process: asyncio.subprocess.Process) -> int:
    written = profile / "DevToolsActivePort"
    for _ in range(600):
        if process.returncode is not None:
            raise BrowserError(f"chromium ended with {process.returncode}")
        if written.exists() and (lines := written.read_text().split()):
            return int(lines[0])
        await asyncio.sleep(0.05)
    raise BrowserError("chromium did not start in 30 s")


async def _open(session: aiohttp.ClientSession, port: int) -> Page:
    for _ in range(200):
        async with session.get(f"http://127.0.0.1:{port}/json/list") as response:
            pages = [entry for entry in await response.json(content_type=None) if entry["type"] == "page"]
        if pages:
            socket = await session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0)
            return Page(socket)
        await asyncio.sleep(0.05)
    raise BrowserError("chromium opened no page")
