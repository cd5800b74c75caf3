"""Tapis itself in the playground, played in a real Chromium."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.playground.browser import BrowserError, Page, chromium
from tests.playground.process import Running, start

pytestmark = pytest.mark.browser

HAND = "[...document.querySelectorAll('#hand article')].at(-1)"
CARDS = f"[...({HAND}?.querySelectorAll('.row button:enabled') || [])].filter(b => b.querySelector('img.emoji'))"
# The hand stands on the line "Ta main", or on "Jouables" and "Le reste".
HELD = (
    f"[...({HAND}?.querySelectorAll('.line, .small') || [])]"
    ".filter(l => /^(Ta main|Jouables?|Le reste)/.test(l.innerText)).flatMap(l => [...l.querySelectorAll('img.emoji')])"
)
HELD_CARDS = f"{HELD}.map(i => i.title).sort().join(' ')"

PICTURES = "[...[...document.querySelectorAll('#{} article:not(.ephemeral)')].at(-1).querySelectorAll('img.picture')]"
SHOWN = (
    "(i, n) => n === 0 && i.complete && i.naturalWidth === 960 && i.alt.length > 20 && i.alt.length <= 1024"
    " && i.getBoundingClientRect().left >= 0 && i.getBoundingClientRect().right <= innerWidth"
    " && Math.abs(i.getBoundingClientRect().width / i.getBoundingClientRect().height"
    " - i.naturalWidth / i.naturalHeight) < 0.02"
)
"""One picture to a message, loaded, in its own shape, within the screen, with words."""


@asynccontextmanager
async def tapis(folder: Path, *, pause: float, port: int = 0, pictures: str = "text") -> AsyncIterator[Running]:
    """``python -m bot playground`` on a database of its own."""
    running = await start(
        "-m",
        "bot",
        "playground",
        "--port",
        str(port),
        environment={
            "TAPIS_DATABASE": str(folder / "tapis.db"),
            "TAPIS_COMPUTER_PAUSE": str(pause),
            "TAPIS_TAKE_BACK_PAUSE": "0",
            "TAPIS_PICTURES": pictures,
            "TAPIS_EDIT_INTERVAL": "0" if not pause else "1.2",
        },
    )
    try:
        yield running
    finally:
        if running.process.returncode is None:
            await running.kill()


def button(side: str, text: str) -> str:
    """JavaScript that finds the newest enabled button of a pane by its text."""
    return (
        f"[...document.querySelectorAll('#{side} button:enabled')].filter(b => b.innerText.trim() === '{text}').at(-1)"
    )


def says(side: str, text: str) -> str:
    """JavaScript that tells whether a pane shows a text."""
    return f"document.querySelector('#{side}').innerText.includes({text!r})"


async def sit_down(page: Page, url: str) -> None:
    """Open a table of belote and start with three computer players."""
    await open_table(page, url)
    await start_match(page)


async def open_table(page: Page, url: str) -> None:
    """Open a table of belote by typing."""
    await page.goto(url)
    await page.click("document.querySelector('#table .plain-input')")
    await page.type("/table ouvrir ")
    await page.wait(f"{says('table', 'Belote')} && document.querySelector('#table .suggestions button')")
    await page.key("Enter")
    await page.wait("document.querySelector('#table .field-in input').value === 'Belote'")
    await page.key("Enter")
    await page.wait(button("table", "Commencer"))


async def start_match(page: Page) -> None:
    """Start; when seats are empty the bot asks, and computer players take them."""
    fill = button("table", "Compléter avec des ordis et commencer")
    await page.click(button("table", "Commencer"))
    await page.wait(f"{HELD}.length >= 5 || {fill}")
    if await page.value(f"{HELD}.length < 5"):
        await page.click(fill)
    await page.wait(f"{HELD}.length >= 5")


async def take(page: Page) -> None:
    """Take as soon as one may, so that a deal is played."""
    while not await page.value(f"{CARDS}.length > 0"):
        await page.wait(f"{button('hand', 'Prendre')} || {CARDS}.length > 0 || {button('hand', 'Continuer')}", 20)
        for name in ("Prendre", "Continuer"):
            if await page.value(f"Boolean({button('hand', name)})"):
                await page.click(button("hand", name))
                await page.wait(f"!({button('hand', name)})?.isConnected || {CARDS}.length > 0")
                break


async def play_card(page: Page) -> str:
    """Play the first playable card; returns its name when the bot has taken it from the hand."""
    card = str(await page.wait(f"{CARDS}[0]?.querySelector('img.emoji').title", 20))
    await page.click(f"{CARDS}[0]")
    await page.wait(f"!{HELD_CARDS}.split(' ').includes('{card}')")
    return card


def no_errors(page: Page) -> bool:
    """Whether the page reported nothing but the server it lost."""
    return [line for line in page.console if "net::ERR_" not in line] == []


async def test_a_whole_deal_without_pauses(tmp_path: Path) -> None:
    async with tapis(tmp_path, pause=0) as running, chromium() as page:
        await sit_down(page, running.url)
        await take(page)
        over = says("table", "Résultat de la donne 1")
        played = []
        while not await page.value(over):
            played.append(await play_card(page))
            await page.wait(f"{over} || {CARDS}.length > 0", 20)
        assert len(set(played)) == len(played)
        assert len(played) in {7, 8}  # the last card may play itself
        assert await page.value("document.querySelector('.toast') === null")
        assert no_errors(page)
        code, rest = await running.interrupt()
        assert code == 0
        assert "Traceback" not in rest


@pytest.mark.parametrize("pause", [0.0, 1.0])
async def test_killed_in_the_middle_of_a_deal(tmp_path: Path, pause: float) -> None:
    async with tapis(tmp_path, pause=pause) as running, chromium() as page:
        await sit_down(page, running.url)
        await take(page)
        await play_card(page)
        before = await page.value(HELD_CARDS)
        assert len(before.split()) == 7
        await running.kill()
        await page.wait("document.body.classList.contains('lost')")
        async with tapis(tmp_path, pause=pause, port=running.port):
            await page.wait("!document.body.classList.contains('lost')")
            assert await page.value(HELD_CARDS) == before
            await play_card(page)
            assert len((await page.value(HELD_CARDS)).split()) == 6
            assert await page.value("document.querySelector('.toast') === null")
            assert no_errors(page)


async def test_clicks_during_the_computers_turns(tmp_path: Path) -> None:
    phone = chromium(390, 844, mobile=True)
    async with tapis(tmp_path, pause=1.0, pictures="full") as running, phone as page:
        await sit_down(page, running.url)
        await take(page)
        await play_card(page)
        for side in ("table", "hand"):
            await page.wait(f"{PICTURES.format(side)}.length && {PICTURES.format(side)}.every({SHOWN})")
        for name in ("Ma main", "Score", "Ma main"):
            seen = await page.value("document.querySelectorAll('#table .ephemeral').length")
            await page.click(button("table", name))
            await page.wait(f"document.querySelectorAll('#table .ephemeral').length > {seen} || {CARDS}.length")
        assert await page.value("document.querySelector('.toast') === null")
        assert no_errors(page)


async def test_no_button_is_dead(tmp_path: Path) -> None:
    async with tapis(tmp_path, pause=0) as running, chromium() as page:
        await open_table(page, running.url)
        # "Équipes" draws partners, and may draw the same ones again.
        pressed = await press_everything(page, without={"Commencer", "Quitter", "Rejoindre", "Équipes"})
        assert {"Options", "Règles", "+ Ordi"} <= pressed
        await start_match(page)
        await take(page)
        await play_card(page)
        await page.wait(f"{CARDS}.length > 0")
        pressed = await press_everything(page, without={"Fermer la table", "Quitter", "Oui, fermer"})
        assert {"Ma main", "Score", "Arbitre"} <= pressed
        assert no_errors(page)


async def press_everything(page: Page, without: set[str]) -> set[str]:
    """Press every button and open every menu but cards and ``without``, and what appears then; each must do something.

    Returns the texts of what was pressed.
    """
    texts: set[str] = set()
    for _ in range(40):
        found = await page.value(
            "[...document.querySelectorAll('article [data-id]:enabled')].filter(b => !b.querySelector('img.emoji'))"
            ".map(b => [b.closest('article').dataset.message, b.dataset.id, b.innerText.trim()])"
        )
        left = [(message, key, text) for message, key, text in found if text not in without | texts]
        if not left:
            return texts
        message, key, text = left[0]
        texts.add(text)
        looks = "JSON.stringify([...document.querySelectorAll('article, #menu, dialog[open]')].map(a => a.outerHTML))"
        before = await page.value(looks)
        await page.click(f'document.querySelector(\'[data-message="{message}"] [data-id="{key}"]\')')
        try:
            changed = f"!document.querySelector('.busy') && {looks} !== {json.dumps(before)}"
            await page.wait(f"{changed} || document.querySelector('.toast')", 6)
        except BrowserError as error:
            raise AssertionError(f"nothing happened on {text} ({key})") from error
        assert await page.value("document.querySelector('.toast')?.innerText") is None, text
        if await page.value("document.querySelector('dialog').open"):
            await page.key("Escape")
        await page.key("Escape")
    raise AssertionError(f"buttons without end: {texts}")
