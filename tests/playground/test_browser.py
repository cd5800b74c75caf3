"""The page in a real Chromium, with a small bot behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from tests.playground.browser import Page, chromium
from tests.playground.process import Running, toy

pytestmark = pytest.mark.browser

HAND = "[...document.querySelectorAll('#hand .row .button')]"
HAND_CARDS = f"{HAND}.map(b => b.innerText.trim()).join(' ')"
MINE = "document.querySelector('#hand').innerText.includes('À toi')"


@asynccontextmanager
async def opened(
    tmp_path: Path, *, pace: float = 0.05, slow: float = 0.0, phone: bool = False
) -> AsyncIterator[tuple[Page, Running]]:
    """A page on a fresh toy, with a table opened by typing."""
    size = (400, 850) if phone else (1280, 800)
    async with toy(tmp_path / "toy.json", pace=pace, slow=slow) as running, chromium(*size, mobile=phone) as page:
        await page.goto(running.url)
        await page.click("document.querySelector('#table .plain-input')")
        await page.type("/table ouvrir ")
        await page.wait("document.querySelectorAll('#table .suggestions button').length === 4")
        await page.key("Enter")
        await page.wait("document.querySelector('#table .field-in input').value === 'Belote'")
        await page.key("Enter")
        await page.wait(f"{HAND}.length === 8")
        yield page, running
        assert [line for line in page.console if "net::ERR_" not in line] == []  # a killed server is no fault


def button(side: str, text: str) -> str:
    """JavaScript that finds a button of a pane by its text."""
    return f"[...document.querySelectorAll('#{side} button')].find(b => b.innerText.trim() === '{text}')"


def says(side: str, text: str) -> str:
    """JavaScript that tells whether a pane shows a text."""
    return f"document.querySelector('#{side}').innerText.includes({text!r})"


@pytest.mark.parametrize("pace", [0.0, 0.15])
async def test_a_deal_is_played_by_clicks(tmp_path: Path, pace: float) -> None:
    async with opened(tmp_path, pace=pace) as (page, _):
        for left in range(7, -1, -1):
            await page.wait(MINE)
            await page.click(f"{HAND}[0]")
            await page.wait(f"{HAND}.length === {left}")
        await page.wait(says("table", "pli 9"))


async def test_computers_move_by_themselves(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.2) as (page, _):
        await page.click(button("hand", "7S"))
        for card in ("6D", "7D", "8D", "9D")[1:]:
            await page.wait(says("table", card))
        await page.wait(MINE)


async def test_a_press_that_spans_a_redraw_counts(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.25) as (page, _):
        await page.click(button("hand", "7S"))
        await page.wait(says("table", "À Ours"))
        x, y = await page.point(button("table", "Ma main"))
        await page.mouse("mousePressed", x, y)
        await asyncio.sleep(0.5)  # the message has been edited at least once while the button is down
        assert not await page.value(says("table", "pli 2"))
        await page.mouse("mouseReleased", x, y)
        await page.wait(says("table", "Toi seul peux voir ce message"))
        await page.wait(says("table", "pli 2"))


async def test_a_late_click_reaches_the_bot(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, running):
        x, y = await page.point(button("hand", "AS"))
        await page.mouse("mousePressed", x, y)
        await call(running, page, "command", path="play", options={"card": "10S"})
        await page.wait(says("table", "pli 2"))
        await page.mouse("mouseReleased", x, y)
        await page.wait(says("hand", "Trop tard"))
        await page.wait(f"{HAND_CARDS} === '7S AS KH AH 9D JC AC'")


async def test_two_clicks_before_the_first_answer(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.5, slow=0.3) as (page, _):
        press = "fetch('/api/press', {method: 'POST', body: JSON.stringify(%s)}).then(r => r.json())"
        message = await page.value("document.querySelector('#hand article').dataset.message")
        channel = await hand_channel(page)
        cards = [
            press % f"{{channel: '{channel}', message: '{message}', custom_id: 't|1|{card}', type: 2}}"
            for card in ("7S", "10S")
        ]
        await page.value(f"Promise.all([{', '.join(cards)}])")
        await page.wait(says("hand", "Trop tard"))
        await page.wait(f"{HAND_CARDS} === '10S AS KH AH 9D JC AC'")


async def test_killed_and_started_again_the_hand_is_unchanged(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.3) as (page, running):
        await page.click(button("hand", "KH"))
        await page.wait(says("table", "À Renard"))
        await page.click(button("table", "Ma main"))
        await page.wait(says("table", "Toi seul peux voir ce message"))
        await running.kill()
        await page.wait("document.body.classList.contains('lost')")
        before = await page.value(HAND_CARDS)
        async with toy(tmp_path / "toy.json", port=running.port, pace=0.05) as again:
            assert any("continuent" in line for line in [*again.lines, await next_line(again)])
            await page.wait("!document.body.classList.contains('lost')")
            await page.wait(says("table", "pli 2"))
            assert await page.value(HAND_CARDS) == before == "7S 10S AS AH 9D JC AC"
            assert await page.value("document.querySelectorAll('#table .ephemeral').length") == 1
            await page.wait(MINE)
            await page.click(button("hand", "AH"))
            await page.wait(says("table", "pli 3"))
            await page.wait(f"{HAND_CARDS} === '7S 10S AS 9D JC AC'")
            await page.click(button("table", "Note"))
            await page.wait("document.querySelector('dialog').open")


async def test_ctrl_c_ends_cleanly(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.3) as (page, running):
        await page.click(button("hand", "7S"))
        code, rest = await running.interrupt()
        assert code == 0
        assert rest.strip().splitlines()[-1] == "Arrêté."
        assert "Traceback" not in rest
        assert "never" not in rest
        await page.wait("document.body.classList.contains('lost')")


async def test_menu_form_and_private_answers(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, _):
        await page.click("document.querySelector('.select')")
        choose = "[...document.querySelectorAll('#menu [role=option]')]"
        assert await page.value("document.querySelector('#menu > .button').disabled")
        await page.click(f"{choose}[0]")
        await page.click(f"{choose}[3]")
        await page.click("document.querySelector('#menu > .button')")
        await page.wait(says("table", "Écartées : 7S KH"))
        await page.click(button("table", "Note"))
        await page.wait("document.querySelector('dialog').open")
        await page.click("document.querySelector('dialog input')")
        await page.type("bien joué")
        await page.key("Enter")
        await page.wait(says("table", "Noté : bien joué"))
        assert await page.value("document.querySelectorAll('.ephemeral').length") == 2
        await page.click(button("table", "Ignorer le message"))
        await page.wait("document.querySelectorAll('.ephemeral').length === 1")
        await page.goto(await page.value("location.href"))
        assert await page.value("document.querySelectorAll('.ephemeral').length") == 1


async def test_commands_from_the_keyboard(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, _):
        await page.click("document.querySelector('#hand .plain-input')")
        await page.type("/jou")
        await page.wait("document.querySelector('#hand .suggestions button')?.innerText.startsWith('/jouer')")
        await page.key("Enter")
        await page.wait("document.querySelectorAll('#hand .suggestions button').length === 8")
        await page.type("ah")
        await page.wait("document.querySelectorAll('#hand .suggestions button').length === 1")
        await page.key("Enter")
        await page.wait("document.querySelector('#hand .field-in input').value === 'AH (cœur)'")
        await page.key("Enter")
        await page.wait(says("hand", "Joué : AH"))
        await page.type("/nope")
        await page.wait(says("hand", "Aucune commande de ce nom"))
        await page.key("Enter")
        await page.wait("document.querySelector('.toast')")
        assert await page.value("document.querySelectorAll('#hand .chip').length") == 0


async def test_people_can_be_named_and_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, _):
        await page.click("document.querySelector('#table .plain-input')")
        await page.type("/table seat ")
        await page.wait("document.querySelector('#table .chip').innerText === '/table seat'")
        await page.click(button("table", "+ player"))
        await page.wait("document.querySelectorAll('#table .suggestions button').length > 1")
        await page.type("cam")
        await page.key("Enter")
        await page.key("Enter")
        await page.wait(says("table", "Assis : @Camille dans #table"))
        await page.click("document.querySelector('#table .plain-input')")
        await page.type("/table seat ")
        await page.click("document.querySelector('#table .send')")
        await page.wait(says("table", "Qui ?"))
        await page.click("document.querySelector('#table .ephemeral .select')")
        await page.click("[...document.querySelectorAll('#menu [role=option]')].find(o => o.innerText === 'Camille')")
        await page.wait(says("table", "Partenaire : Camille"))


async def test_the_language_of_the_person(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, running):
        await call(running, page, "command", path="hand", options={})
        await page.wait(says("table", "langue fr"))
        await page.click("document.querySelector('[data-locale=en-US]')")
        await page.wait(says("table", "Only you can see this"))
        await call(running, page, "command", path="hand", options={})
        await page.wait(says("table", "langue en-US"))
        await page.click("document.querySelector('#table .plain-input')")
        await page.type("/")
        await page.wait(says("table", "/table open"))


async def test_emoji_embeds_and_pictures_are_shown(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, running):
        loaded = "[...document.querySelectorAll('%s')].filter(i => i.complete && i.naturalWidth).length"
        await page.wait(loaded % "#hand .button img.emoji" + " === 8")
        await page.wait(loaded % "#hand .markdown img.emoji" + " === 8")
        await call(running, page, "command", path="picture", options={})
        await page.wait(loaded % "#table img.picture" + " === 1")
        assert await page.value("document.querySelector('img.picture').alt") != ""
        assert await page.value("document.querySelectorAll('.field.inline').length") == 2


@pytest.mark.parametrize("phone", [False, True])
async def test_table_and_hand_are_both_in_sight(tmp_path: Path, phone: bool) -> None:
    async with opened(tmp_path, phone=phone) as (page, _):
        boxes = await page.value(
            "['#table', '#hand'].map(s => document.querySelector(s).getBoundingClientRect())"
            ".map(b => [b.left, b.top, b.right, b.bottom])"
        )
        (left, top, right, bottom), (left2, top2, right2, bottom2) = boxes
        width, height = (400, 850) if phone else (1280, 800)
        assert right <= width
        assert right2 <= width
        assert bottom2 <= height
        assert (bottom <= top2 and left == left2) if phone else (right <= left2 and top == top2)
        assert await page.value("document.documentElement.scrollWidth <= innerWidth")
        # Every card of the hand can be tapped without scrolling, and no button is smaller than a finger.
        covered = await page.value(
            f"{HAND}.filter(b => {{ const r = b.getBoundingClientRect(); "
            "return !b.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)) || r.height < 36 })"
            ".map(b => b.innerText)"
        )
        assert covered == []


async def hand_channel(page: Page) -> str:
    """The id of the private channel, as the server tells it."""
    text = await page.value(
        "new Promise(done => { const s = new EventSource('/api/events'); "
        "s.onmessage = e => { s.close(); done(JSON.parse(e.data).channels.find(c => c.dm).id) } })"
    )
    return str(text)


async def call(running: Running, page: Page, act: str, **body: object) -> None:
    """An act from elsewhere, as another window of the same person would send it."""
    channel = await page.value(
        "new Promise(done => { const s = new EventSource('/api/events'); "
        "s.onmessage = e => { s.close(); done(JSON.parse(e.data).channels.find(c => !c.dm).id) } })"
    )
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{running.url}api/{act}", json={"channel": channel, **body}) as response,
    ):
        assert await response.json() == {}


async def next_line(running: Running) -> str:
    """One more line of what the process prints."""
    assert running.process.stdout is not None
    return (await running.process.stdout.readline()).decode()
