"""Members who play at the real bot's tables through the loopback Discord, and what a test may know of their games."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from .human import Act, Human
from .model import Channel, Entry, Json
from .screen import Seen, Widget
from .truth import Secrets, Truth, read_truth
from .world import World

Make = Callable[..., Coroutine[Any, Any, Any]]

NAMES = ("Anna", "Bruno", "Chloé", "Denis")
QUICK: Mapping[str, str] = {
    "TAPIS_COMPUTER_PAUSE": "0",
    "TAPIS_TAKE_BACK_PAUSE": "0",
    "TAPIS_EDIT_INTERVAL": "0",
    "TAPIS_NEXT_DEAL_SECONDS": "3600",
    "TAPIS_TURN_SECONDS": "86400",
    "TAPIS_PICTURES": "text",
}
"""Settings under which nothing waits but for people; pictures are drawn where a test says so."""

DOUBLES = ("coinche", "surcoinche")


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing a hand lets its holder do: the code of the action, and the control for it."""

    code: str
    message: Seen
    widget: Widget

    @property
    def token(self) -> str:
        return self.widget.custom_id.split("|", 3)[2]


class Player:
    """A member at a table: looks at the newest hand on screen and presses what it offers."""

    def __init__(self, human: Human, channel: Channel) -> None:
        self.human = human
        self.channel = channel
        self.places = [channel]

    def __repr__(self) -> str:
        return f"<Player {self.human.user.name}>"

    @property
    def hand(self) -> Seen | None:
        """The newest message on this member's screen that is a hand: by DM, or ephemeral in a channel."""
        hands = [
            *_newest_hand(self.human.newest(self.human.dm_channel)),
            *(hand for place in self.places for hand in _newest_hand(self._private(place))),
        ]
        return max(hands, key=lambda seen: seen.id, default=None)

    def _private(self, place: Channel) -> Iterator[Seen]:
        return (seen for seen in self.human.newest(place) if seen.ephemeral)

    @property
    def offers(self) -> list[Offer]:
        """The actions that the hand offers."""
        seen = self.hand
        return [] if seen is None else list(offers_of(seen))

    @property
    def codes(self) -> list[str]:
        return [offer.code for offer in self.offers]

    async def press(self, offer: Offer) -> Act:
        """Press a button, or pick from the menu, of a hand."""
        if offer.widget.options:
            return await self.human.select(offer.message, offer.code, custom_id=offer.widget.custom_id)
        return await self.human.click(offer.message, custom_id=offer.widget.custom_id)

    async def do(self, code: str) -> Act:
        """Do an action that the hand offers."""
        found = [offer for offer in self.offers if offer.code == code]
        assert found, f"{self} is offered {self.codes}, not {code}"
        return await self.press(found[0])

    async def click(self, verb: str, where: Channel | Seen | None = None) -> Act:
        """Press a control of the table's message, or of another one."""
        return await self.human.click(where or self.channel, custom_id=f"t|*|{verb}")


def _newest_hand(shown: Iterator[Seen]) -> list[Seen]:
    """The first of these that is a hand, if any is."""
    return [*islice((seen for seen in shown if any(is_hand(widget) for widget in seen.widgets)), 1)]


def is_hand(widget: Widget) -> bool:
    """Whether this control belongs to a hand: its token is a seat's, not the table's or a private look's."""
    parts = widget.custom_id.split("|", 3)
    return len(parts) == 4 and parts[2] != "x" and not parts[2].startswith("n")


def offers_of(seen: Seen) -> Iterator[Offer]:
    """What a hand offers; what is only for looking is left out."""
    for widget in seen.widgets:
        if widget.disabled or not is_hand(widget):
            continue
        verb = widget.custom_id.split("|", 3)[3]
        if verb == "do":
            yield from (Offer(value, seen, widget) for _, value in widget.options)
        elif not verb.startswith("ui:"):
            yield Offer(verb, seen, widget)


def calm(codes: Iterable[str]) -> list[str]:
    """What is to be done in turn; doubling may be offered at any time."""
    return [code for code in codes if not code.startswith(DOUBLES)]


def take_first(codes: Sequence[str]) -> str:
    """Take or bid the first that can be, else do the first thing offered; never double."""
    offered = calm(codes)
    return next((code for code in offered if code.startswith(("take", "bid"))), offered[0])


def bid_once(codes: Sequence[str]) -> str:
    """The lowest bid there is, once; then pass and play the first card: an auction of usual length."""
    lowest = [code for code in calm(codes) if code.startswith("bid:80:")]
    passing = [code for code in codes if code == "pass" and any(other.startswith("bid:") for other in codes)]
    return (lowest or passing or [take_first(codes)])[0]


class Club:
    """A server with a channel, four members, and the bot at a fresh database."""

    def __init__(self, harness: Any, database: Path) -> None:
        self.harness = harness
        self.world: World = harness.world
        self.database = database
        self.guild = self.world.add_guild("Club")
        self.channel = self.world.add_channel(self.guild, "table")
        self.players = [Player(harness.human(name, self.guild), self.channel) for name in NAMES]

    # Getting to the table

    async def open(self, game: str, humans: int = 4, **options: Any) -> None:
        """Anna opens, the others join, computer players take the rest; the match is not begun."""
        await self.players[0].human.slash(self.channel, "table open", game=game, **options)
        for player in self.players[1:humans]:
            await player.click("ui:join")
        for _ in range(4 - humans):
            await self.players[0].click("ui:computer")

    async def start(self, game: str, humans: int = 4, **options: Any) -> None:
        """Open, sit down, begin by a click: its token edits the table's message for a while."""
        await self.open(game, humans, **options)
        await self.players[0].click("ui:start")
        await self.dealt()

    async def start_by_command(self, game: str) -> None:
        """Open, sit down, begin by a command: the table's message is posted and edited by requests."""
        await self.open(game)
        await self.players[0].human.slash(self.channel, "table start")
        await self.dealt()

    async def dealt(self, number: int = 1) -> None:
        """Waits for the message of a deal."""
        await self.world.until(
            lambda: any(f"|n{number}|" in widget.custom_id for widget in self.board.widgets), what=f"deal {number}"
        )

    async def ask_hand(self, player: Player) -> Act:
        """A member presses "my hand" under the table's message and waits for it."""
        act = await player.click("ui:hand", self.board)
        await self.world.until(lambda: act.interaction.messages, what=f"{player}'s hand")
        return act

    # Looking

    def truth(self, table: int = 1) -> Truth:
        return read_truth(self.database, table)

    @property
    def board(self) -> Seen:
        """The newest message in the channel that everybody sees."""
        return next(seen for seen in self.players[0].human.newest(self.channel) if not seen.ephemeral)

    async def to_move(self, table: int = 1) -> Player | None:
        """The member to act, once the hand on the screen offers it; None when the deal is over."""
        truth = self.truth(table)
        turn = truth.turn()
        if turn is None:
            return None
        user = truth.user_of(turn[0])
        player = next(player for player in self.players if player.human.user.id == user)
        await self.world.until(
            lambda: any(offer.token == turn[1] for offer in player.offers), what=f"what {player} may do: {turn}"
        )
        return player

    async def asked(self, player: Player) -> bool:
        """Among computer players: waits until a member must act (True) or the deal is over (False)."""
        await self.world.until(
            lambda: calm(player.codes) or any(verb_of(widget) == "ui:ready" for widget in self.board.widgets),
            what=f"{player}'s turn or the end of the deal",
        )
        return bool(calm(player.codes))

    # Playing

    async def play(
        self, choose: Callable[[Sequence[str]], str] = take_first, moves: int = 150, table: int = 1
    ) -> list[Act]:
        """The members act by their hands until the deal is over."""
        acts: list[Act] = []
        while (player := await self.to_move(table)) is not None:
            assert len(acts) < moves, "the deal does not end"
            acts.append(good(await player.do(choose(player.codes))))
        return acts

    # Judging

    def leaks(self, table: int = 1, since: int = 0) -> list[str]:
        """Every request of the bot, from log position `since`, that told somebody a card he could not know then."""
        return [
            f"{entry.method} {entry.path} told {reader} {sorted(card.code for card in told)}"
            for entry, reader, told in Secrets(self.world, self.truth(table)).told(since)
        ]

    def unanswered(self) -> list[str]:
        """Acts that nobody answered in time."""
        return [f"{i.user.name} {i.data}" for i in self.world.interactions.values() if i.timed_out or i.acked is None]


def verb_of(widget: Widget) -> str:
    """What a control does."""
    return widget.custom_id.split("|", 3)[-1]


def good(act: Act) -> Act:
    """An act that was answered, and not by a sentence about trouble."""
    assert not act.failed, act.interaction.data
    said = [reply.content for reply in act.replies]
    assert not said, f"{act.interaction.user.name} {act.interaction.data}: {said}"
    return act


async def club_of(loopback: Make, tmp_path: Path, *, start: bool = True, **env: str) -> Club:
    """A club with the bot running; its deals come from the test's seed."""
    database = tmp_path / "tapis.db"
    harness = await loopback(("-m", "bot"), database=database, env={**QUICK, **env})
    club = Club(harness, database)
    if start:
        await harness.start()
    return club


class KillAt:
    """Ends the bot with SIGKILL when its n-th request from now on arrives, before or after Discord does what it asks.

    It sits in the place of the world's rate limits: between the arrival of a request and its handling.
    """

    def __init__(self, harness: Any, n: int, *, done: bool, counts: Callable[[Entry], bool] = lambda _: True) -> None:
        self.harness = harness
        self.left = n
        self.done = done
        self.counts = counts
        self.struck: Entry | None = None
        harness.world.limits = self

    def refuse(self, entry: Entry) -> tuple[int, Json, dict[str, str]] | None:
        if self.struck is not None:
            return 503, {"message": "the bot is dead", "code": 0}, {}
        if not self.counts(entry):
            return None
        self.left -= 1
        if self.left > 0:
            return None
        self.struck = entry
        self.harness._expected_end = True
        os.kill(self.harness.process.pid, signal.SIGKILL)
        return None if self.done else (503, {"message": "the bot is dead", "code": 0}, {})

    def headers(self, entry: Entry) -> dict[str, str]:
        return {}

    def disarm(self) -> bool:
        """Stop watching; whether it struck."""
        self.harness.world.limits = None
        return self.struck is not None
