"""The line where one writes, in a real Chromium: commands typed whole or in part, and what is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.playground.browser import Page, chromium
from tests.playground.test_browser import button, opened, says
from tests.playground.test_tapis_browser import tapis

pytestmark = pytest.mark.browser

INPUT = "document.querySelector('#table .plain-input')"
CHIP = "document.querySelector('#table .chip')?.innerText"
LISTED = "[...document.querySelectorAll('#table .suggestions button')]"
NAMES = f"{LISTED}.map(b => b.firstChild.innerText)"
TOAST = "[...document.querySelectorAll('.toast')].at(-1)?.innerText"


async def write(page: Page, text: str) -> None:
    """Type letter by letter, as a person does."""
    for letter in text:
        await page.type(letter)


async def send_line(page: Page, text: str) -> None:
    """Put a whole text into the line at once, and press Enter."""
    await page.click(INPUT)
    await page.type(text)
    await page.key("Enter")


@pytest.mark.parametrize("typed", ["/sco", "/score", "/score "])
async def test_a_command_of_optional_fields_needs_two_enters_at_most(tmp_path: Path, typed: str) -> None:
    async with opened(tmp_path) as (page, _):
        await page.click(INPUT)
        await write(page, typed)
        if typed == "/sco":
            await page.key("Enter")
            assert await page.value(CHIP) == "/score"
        await page.key("Enter")
        await page.wait(says("table", "Score de None, -"))
        assert await page.value(f"{TOAST}") is None
        assert await page.value(f"{INPUT} === document.activeElement && {INPUT}.value === ''")


async def test_a_command_without_fields_is_chosen_then_sent(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, _):
        await page.click(INPUT)
        await write(page, "/pict")
        await page.key("Enter")
        assert await page.value(CHIP) == "/picture"
        assert await page.value("document.querySelector('.embed') === null")
        await page.key("Enter")
        await page.wait("document.querySelector('.embed')")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/table commencer", "Ordis : False"),
        ("/table commencer oui", "Ordis : True"),
        ("/TABLE  start computers:oui", "Ordis : True"),
        ("/jouer AH", "Joué : AH"),
        ("/score 3", "Score de 3, -"),
        ("/score table:3", "Score de 3, -"),
        ("/score 3 pour les deux camps", "Score de 3, pour les deux camps"),
        ("/score note : à la fin table : 2", "Score de 2, à la fin"),
        ("/score à la fin", "Score de None, à la fin"),
        ("/table seat Camille", "Assis : @Camille"),
        ("/table seat @camille", "Assis : @Camille"),
    ],
)
async def test_a_whole_command_and_enter(tmp_path: Path, text: str, said: str) -> None:
    async with opened(tmp_path) as (page, _):
        await send_line(page, text)
        await page.wait(says("table", said))
        assert await page.value(TOAST) is None


async def test_a_whole_command_goes_on_where_something_is_missing(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, _):
        await send_line(page, "/table ouvrir")
        await page.wait("document.activeElement.ariaLabel === 'jeu'")
        assert await page.value(CHIP) == "/table ouvrir"
        await page.key("Escape")
        await page.key("Escape")
        await send_line(page, "/joue du violon")
        await page.wait(f"{TOAST} === 'Aucune commande de ce nom.'")
        assert await page.value(f"{INPUT}.value") == "/joue du violon"


async def test_what_is_typed_behind_a_command(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, _):
        await page.click(INPUT)
        await write(page, "/score n")
        await page.wait(f"{NAMES}.join() === 'note'")
        await page.key("Enter")
        await write(page, "vu")
        await page.key("Enter")
        await page.wait(says("table", "Score de None, vu"))
        await write(page, "/score table:2")
        await page.wait(f"{NAMES}.join() === 'n° 2'")
        await page.key("Enter")
        await page.key("Enter")
        await page.wait(says("table", "Score de 2, -"))
        await write(page, "/score note:")
        await page.key("Backspace")
        await page.wait("document.querySelectorAll('#table .field-in').length === 0")
        await page.key("Backspace")
        await page.wait(f"{INPUT}.placeholder.includes('#table')")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("/score table:-5", "« table » : 1 au moins."),
        ("/score table:12", "« table » : 9 au plus."),
        ("/score table:belote", "« table » attend un nombre entier."),
        ("/score table:1,5", "« table » attend un nombre entier."),
        ("/table commencer peut-être", "« computers » : choisis dans la liste."),
        ("/table seat Personne", "« player » : choisis dans la liste."),
        ("/main gauche", "Cette commande ne prend pas « gauche »."),
    ],
)
async def test_a_refusal_is_readable_and_leaves_the_line(tmp_path: Path, text: str, refusal: str) -> None:
    async with opened(tmp_path) as (page, _):
        await send_line(page, text)
        await page.wait(f"{TOAST} === {refusal!r}")
        assert text.startswith(await page.value(CHIP))
        await page.value("document.querySelector('[data-locale=en-US]').click()")
        await page.wait("document.documentElement.lang === 'en'")
        await page.key("Enter")
        await page.wait(f"/[“]/.test({TOAST})")


@pytest.mark.parametrize("field", ["/jouer A", "/score table:2"])
async def test_sent_before_the_choices_came(tmp_path: Path, field: str) -> None:
    async with opened(tmp_path) as (page, _):
        await page.click(INPUT)
        await write(page, field)
        await page.key("Enter")
        await asyncio.sleep(0.4)  # the choices would be asked for meanwhile; ``opened`` looks for errors
        await page.wait(f"{INPUT}.value === '' && {LISTED}.length === 0")


async def test_enter_never_chooses_what_was_listed_for_another_text(tmp_path: Path) -> None:
    async with opened(tmp_path) as (page, _):
        await page.click(INPUT)
        await write(page, "/jouer ")
        await page.wait(f"{LISTED}.length === 8")
        await page.type("AH")
        await page.key("Enter")
        await page.wait(f"{says('table', 'Joué : AH')} || {LISTED}.length === 1")
        await page.key("Enter")
        await page.key("Enter")
        await page.wait(says("table", "Joué : AH"))


@pytest.mark.parametrize("phone", [False, True])
async def test_the_list_shows_every_command(tmp_path: Path, phone: bool) -> None:
    size = (400, 850) if phone else (1280, 800)
    async with tapis(tmp_path, pause=0) as running, chromium(*size, mobile=phone) as page:
        await page.goto(running.url)
        await page.click(INPUT)
        await page.type("/")
        await page.wait(f"{LISTED}.length > 12")
        names = await page.value(NAMES)
        assert names[0] == "/table ouvrir"
        assert {"/score", "/règles", "/jouer", "/enchérir", "/aide", "/pli", "/réglages langue"} <= set(names)
        assert await page.value(
            "(b => { const r = b.getBoundingClientRect(); "
            f"return b.contains(document.elementFromPoint(r.x + 20, r.y + 3)) }})({LISTED}[0])"
        )
        await page.click(f"{LISTED}.at(-1)")
        assert await page.value(CHIP) == names[-1]


async def test_tapis_takes_whole_commands(tmp_path: Path) -> None:
    async with tapis(tmp_path, pause=0) as running, chromium() as page:
        await page.goto(running.url)
        await send_line(page, "/table ouvrir belote")
        await page.wait(button("table", "Commencer"))
        await send_line(page, "/table commencer oui")
        await page.wait("document.querySelectorAll('#hand img.emoji').length >= 5")
        # Whether or not it is the moment for them, it is the bot that answers.
        for text in ("/score", "/jouer 7 de pique", "/enchérir 90 pique", "/pli"):
            answers = await page.value("document.querySelectorAll('#table article').length")
            await send_line(page, text)
            await page.wait(f"document.querySelectorAll('#table article').length > {answers}")
        assert await page.value(TOAST) is None
        assert page.console == []
