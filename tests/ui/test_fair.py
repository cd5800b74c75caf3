"""Deals are checked by what members are shown, and by nothing else."""

from __future__ import annotations

import re
import sqlite3
import subprocess
from contextlib import closing
from hashlib import sha256
from typing import Any

from bot.app import verify_deal
from bot.core.cards import deck_32
from tests.engine.test_fairdeal import by_the_document
from tests.ui.club import Club, Member, control, play_deal, play_match

HASH = re.compile(r"\b(\d+)/(\d+).*?\b([0-9a-f]{24})…")
HEX = re.compile(r"\b[0-9a-f]{64}\b")
CLICK = re.compile(r"`(\d{15,20})`")
DEAL = re.compile(r"\b(\d+)/(\d+)\b")


def promised(club: Club) -> dict[tuple[int, int], str]:
    """The hashes on all messages in the channel, by table and deal."""
    found = [HASH.search(line) for message in club.channel.history() for line in message.content.splitlines()]
    return {(int(match[1]), int(match[2])): match[3] for match in found if match is not None}


async def proof(member: Member, number: int | None = None) -> str:
    """What the score sheet's button tells of a deal, turning pages until it comes."""
    await member.press("ui:score")
    await member.press("ui:fair", member.here)
    while number is not None and int(DEAL.findall(member.here.content)[0][1]) != number:
        shown = int(DEAL.findall(member.here.content)[0][1])
        await member.press(f"ui:fair:{shown + (1 if shown < number else -1)}", member.here)
    return str(member.here.content)


def recomputed(text: str, promise: dict[tuple[int, int], str]) -> tuple[int, int, list[str]]:
    """Table, deal and order of the pack from a proof's text; its seed is the promised one."""
    table, number = map(int, DEAL.findall(text)[0])
    seed, shown = HEX.findall(text)[:2]
    assert sha256(f"{seed}|{table}|{number}".encode()).hexdigest() == shown
    assert shown.startswith(promise[table, number])
    clicks = tuple(CLICK.findall(text))
    return table, number, by_the_document(bytes.fromhex(seed), table, number, clicks, [c.code for c in deck_32()])


async def dealt(club: Club, table: int, number: int) -> list[str]:
    """The order in which the pack was dealt, by the database."""
    lines = await verify_deal(club.settings.database, table, number)
    return next(line for line in lines if line.startswith("order")).split()[1:]


async def test_anybody_recomputes_every_deal_from_what_is_shown(club: Club) -> None:
    await club.open("belote", target=10_000)
    assert set(promised(club)) == {(1, 1)}, "before anybody has clicked"
    await club.fill()
    for number in (1, 2, 3):
        await play_deal(club)
        assert set(promised(club)) == {(1, n) for n in range(1, number + 2)}, "with the result"
        table, shown, order = recomputed(await proof(club.members[number]), promised(club))
        assert (table, shown) == (1, number)
        assert order == await dealt(club, 1, number)
        for member in club.members:
            await member.press("ui:ready")
    for number in (1, 3, 2):
        text = await proof(club.members[0], number)
        assert len(CLICK.findall(text)) == (1 if number == 1 else 4)
        assert recomputed(text, promised(club))[2] == await dealt(club, 1, number)


async def test_the_promise_of_the_first_deal_stays_when_play_begins(club: Club) -> None:
    await club.open("belote")
    before = promised(club)
    await club.fill()
    await club.members[0].press("ui:hand")
    assert promised(club) == before


async def test_the_seed_of_a_deal_that_runs_is_never_told(club: Club) -> None:
    await club.open("belote", target=10_000)
    await club.fill()
    secrets = []
    for running in (1, 2):
        secrets.append(seed_of(club, running))
        anna = club.members[0]
        for asked in ("", ":0", ":1", ":2", ":9", ":x"):
            await anna.press("ui:more")
            told = club.raw_click(anna, anna.here, control(anna.here, "ui:fair") + asked)
            await club.env.settle()
            assert told.acknowledged
            assert all(secrets[-1] not in text for text in everything(club)), asked
        await play_deal(club)
        for member in club.members:
            await member.press("ui:ready")


def seed_of(club: Club, number: int) -> str:
    """The seed of a deal, over or not, in hexadecimal."""
    with closing(sqlite3.connect(club.settings.database)) as connection:
        (seed,) = connection.execute("SELECT seed FROM deals WHERE table_id = 1 AND number = ?", (number,)).fetchone()
    return bytes(seed).hex()


def everything(club: Club) -> list[str]:
    """All that the bot sent so far, to whomever."""
    return [str(entry) for entry in club.env.http_requests]


async def test_a_finished_match_can_be_checked(club: Club) -> None:
    await club.open("belote", target=100)
    await club.fill()
    await play_match(club)
    table, number, order = recomputed(await proof(club.members[0]), promised(club))
    assert order == await dealt(club, table, number)
    assert not [line for line in club.table.content.splitlines() if HEX.search(line)], "nothing is promised any more"


async def test_a_bystander_may_check(club: Club) -> None:
    zoe: Any = Member(club, "Zoé")
    await club.open("belote", target=10_000)
    await club.fill()
    await play_deal(club)
    assert recomputed(await proof(zoe), promised(club))[2] == await dealt(club, 1, 1)


async def test_the_command_tells_the_same_as_the_button(club: Club) -> None:
    zoe: Any = Member(club, "Zoé")
    await club.open("belote", target=10_000)
    early = await zoe.say("verify")
    assert not HEX.findall(early.response.content.replace(promised(club)[1, 1], "")), "before any deal is over"
    await club.fill()
    for number in (1, 2):
        seed = seed_of(club, number)
        for asked in ({"deal": number}, {"deal": number + 1}, {"deal": 99}):
            refused = await zoe.say("verify", **asked)
            assert refused.response.ephemeral
            assert f" {asked['deal']} " in refused.response.content
            assert seed not in refused.response.content
        await zoe.say("verify")
        assert all(seed not in text for text in everything(club))
        await play_deal(club)
        for told in (await zoe.say("verify"), await zoe.say("verify", deal=number)):
            assert told.response.ephemeral
            assert recomputed(told.response.content, promised(club))[:2] == (1, number)
            assert f"{seed}|1|{number}" in told.response.content
        for member in club.members:
            await member.press("ui:ready")
    first = await zoe.say("verify", deal=1)
    assert recomputed(first.response.content, promised(club))[2] == await dealt(club, 1, 1)


async def test_the_shell_command_of_the_page_gives_the_hash(club: Club) -> None:
    await club.open("belote", target=10_000)
    await club.fill()
    await play_deal(club)
    told = await club.members[0].say("verify")
    command = re.search(r"`(printf [^`]+)`", told.response.content)
    assert command is not None
    assert _shell(command[1]).startswith(promised(club)[1, 1])


def _shell(command: str) -> str:
    return subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True).stdout
