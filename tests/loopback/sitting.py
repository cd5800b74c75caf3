"""A table of any game and number of seats: members who press what they are offered, and people who look around."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from .human import Act, Human
from .model import Channel, Guild
from .players import Player, is_hand, verb_of
from .screen import NotOnScreen, Seen, Widget
from .truth import Truth, read_truth
from .world import World

OUT_OF_TURN = ("coinche", "surcoinche", "declare:chelem", "takeback", "early")
"""What may be said or done by somebody whose turn it is not."""

NAMES = ("Anna", "Bruno", "Chloé", "Denis", "Élise", "Farid")

PATIENCE = 2.0
"""Seconds after which a member whose hand has not come asks for it."""

PATIENT = 60.0
"""Seconds in which a turn must come where nobody asks for a hand."""

LOOK = 0.1
"""Seconds between two looks at a table that is played at a pace: hundreds of tables are looked at."""

OVER = ("ui:ready", "ui:rematch")


class Sitting:
    """One table in a channel of its own, with people who have to do with no other.

    Attributes:
        members: who sits there; computer players take the other seats.
        choose: picks one of the codes that a member is offered; by chance unless told otherwise.
        zoe: somebody who can read the channel and has no seat.
        channel: the table's.
        elsewhere: another channel of the same server, which they all can read.
    """

    def __init__(self, harness: Any, database: Path, guild: Guild, number: int, humans: int, chance: Random) -> None:
        self.world: World = harness.world
        self.database = database
        self.chance = chance
        name = str(number)
        self.channel = self.world.add_channel(guild, name)
        self.elsewhere = self.world.add_channel(guild, f"{name}-2")
        # No digits: "Anna 1, roi de carreau" would name a card too many.
        names = [f"{who}{''.join(chr(ord('a') + int(digit)) for digit in name)}" for who in NAMES[:humans]]
        people = [harness.human(each, guild, locale=chance.choice(("fr", "en-US"))) for each in names]
        self.members = [Player(human, self.channel) for human in people]
        for player in self.members:
            player.places.append(self.elsewhere)
        self.zoe: Human = harness.human("Zoé", guild)
        self.acts = 0
        self.choose: Callable[[Sequence[str]], str] = self._by_chance

    # Looking

    @property
    def people(self) -> list[Human]:
        """The members, and Zoé."""
        return [*(player.human for player in self.members), self.zoe]

    @property
    def board(self) -> Seen:
        """The newest message in the channel that everybody sees."""
        return self._public()[-1]

    def _public(self) -> list[Seen]:
        return [seen for seen in self.zoe.sees(self.channel) if not seen.ephemeral]

    @property
    def over(self) -> bool:
        """The deal is over, by what stands in the channel."""
        return any(verb_of(widget) in OVER for widget in self.board.widgets)

    @property
    def table(self) -> int:
        """The table's number."""
        with closing(sqlite3.connect(f"{self.database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            (number,) = connection.execute(
                "SELECT max(id) FROM tables WHERE channel = ?", (self.channel.id,)
            ).fetchone()
        return int(number)

    def truth(self) -> Truth:
        """The table as its database has it."""
        return read_truth(self.database, self.table)

    def asked(self) -> Player | None:
        """A member who is offered something; who may only speak out of turn comes last."""
        late = None
        for player in self.members:
            if _picks(player):
                return player
            codes = player.codes
            if any(not code.startswith(OUT_OF_TURN) for code in codes):
                return player
            late = late or (player if codes else None)
        return late

    # Playing

    async def begin(self, game: str, seats: int, profile: str | None = None) -> None:
        """Open, sit down, fill with computer players, start."""
        await self.sit(game, seats, profile)
        await self.start()

    async def sit(self, game: str, seats: int, profile: str | None = None) -> None:
        """Open, sit down, fill with computer players."""
        wish: dict[str, Any] = {} if profile is None else {"profile": profile}
        await self.members[0].human.slash(self.channel, "table open", game=game, players=seats, **wish)
        # A slow machine promises an answer first.
        await self.world.until(self._public, PATIENT, what="the table's message")
        for player in self.members[1:]:
            await player.click("ui:join", self.board)
        for _ in range(seats - len(self.members)):
            await self.members[0].click("ui:computer", self.board)

    async def start(self) -> None:
        """The host begins the match."""
        await self.members[0].click("ui:start", self.board)

    def deal_shown(self, number: int) -> bool:
        """The table's newest message is of this deal."""
        return any(f"|n{number}|" in widget.custom_id for widget in self.board.widgets)

    async def ask_hands(self) -> None:
        """Everybody asks for their hand under the table's newest message and waits for it."""
        for player in self.members:
            act = await player.click("ui:hand", self.board)
            messages = act.interaction.messages
            await self.world.until(partial(bool, messages), PATIENT, what=f"{player}'s hand")

    def due(self) -> Player | None:
        """A member who must act; nobody who only may."""
        for player in self.members:
            if _picks(player) or any(not code.startswith(OUT_OF_TURN) for code in player.codes):
                return player
        return None

    async def play_calmly(self, pace: float = 0.0, moves: int = 400) -> None:
        """Everybody acts when they must, at most once in so many seconds, until the deal is over."""
        for _ in range(moves):
            player = await self.next_due(LOOK if pace else 0.0)
            if player is None:
                return
            began = self.world.now()
            await self.move(player)
            await asyncio.sleep(max(0.0, pace - (self.world.now() - began)))
        raise AssertionError(f"the deal does not end\n{self.world.transcript()}")

    async def play(self, *, curious: float = 0.5, moves: int = 400) -> None:
        """Act until the deal is over; with this probability somebody looks around or tries something before."""
        for _ in range(moves):
            await self._turn()
            if self.over:
                return
            if self.chance.random() < curious:
                await self._curious()
            player = self.asked()
            if player is not None and not self.over:
                self.acts += 1
                await self.move(player)
        raise AssertionError(f"the deal does not end\n{self.world.transcript()}")

    async def _turn(self) -> None:
        """Wait for somebody's turn or the end. Private messages to newcomers come slowly: some ask for their hand."""

        async def within(seconds: float) -> bool:
            limit = self.world.now() + seconds
            asyncio.get_running_loop().call_later(seconds, self.world.touch)
            await self.world.until(lambda: self._goes_on or self.world.now() >= limit, seconds + 5.0)
            return self._goes_on

        if await within(PATIENCE):
            return
        for player in self.members:
            if not self._goes_on:
                await player.click("ui:hand", self.board)
        assert await within(4 * PATIENCE), f"nobody's turn in #{self.channel.name}\n{self.world.transcript()}"

    @property
    def _goes_on(self) -> bool:
        return self.over or self.asked() is not None

    async def again(self) -> bool:
        """Everybody asks for the next deal; False when the match is over."""
        await self.world.quiet()
        if not any(verb_of(widget) == "ui:ready" for widget in self.board.widgets):
            return False
        before = self.board.id
        for player in self.members:
            await player.click("ui:ready", self.board)
        await self.world.until(lambda: self.board.id != before and not self.over, what="the next deal")
        return True

    async def next_due(self, every: float = 0.0) -> Player | None:
        """Who must act, once it is so; None when the deal is over.

        Args:
            every: seconds between two looks at a table that is one of hundreds; 0 to look whenever anything changes.
        """

        async def waiting() -> bool:
            await asyncio.sleep(every)
            return self.due() is None and not self.over and self.world.now() < limit

        limit = self.world.now() + PATIENT
        while every and await waiting():
            pass
        await self.world.until(lambda: self.over or self.due() is not None, PATIENT, what="a turn or the end")
        return None if self.over else self.due()

    async def move(self, player: Player) -> None:
        """A member does something that their hand offers."""
        menus = _picks(player)
        try:
            if menus:
                await self._pick(player, menus)
                return
            codes = player.codes
            calm = [code for code in codes if not code.startswith(OUT_OF_TURN)] or codes
            await player.do(self.choose(calm))
        except NotOnScreen:
            # The hand was drawn anew meanwhile: look again.
            return

    def _by_chance(self, codes: Sequence[str]) -> str:
        """Rather take than pass."""
        taking = [code for code in codes if code.startswith(("take", "bid"))]
        return self.chance.choice(taking or codes)

    async def _pick(self, player: Player, menus: list[Widget]) -> None:
        """Choose in the menus, whatever was chosen in them before, until the button confirms."""
        hand = player.hand
        assert hand is not None
        pool = [value for menu in menus for _, value in menu.options]
        chosen = set(self.chance.sample(pool, min(_wanted(hand), len(pool))))
        for menu in menus:
            values = [value for _, value in menu.options if value in chosen]
            hand = player.hand
            if hand is None:
                return
            await player.human.select(hand, *values, custom_id=menu.custom_id)
        hand = player.hand
        confirm = None if hand is None else _confirm(hand)
        if hand is not None and confirm is not None and not confirm.disabled:
            await player.human.click(hand, custom_id=confirm.custom_id)

    # Looking around

    async def _curious(self) -> None:
        """Somebody looks, types, or tries what is not theirs."""
        self.acts += 1
        who = self.chance.choice(self.people)
        where = self.chance.choice((self.channel, self.channel, self.elsewhere, who.dm_channel))
        try:
            await self.chance.choice((self._look, self._type, self._say, self._steal))(who, where)
        except NotOnScreen:
            return

    async def _look(self, who: Human, _: Channel) -> None:
        """Press one of the buttons that only show something."""
        seen = self.chance.choice(who.sees(self.channel) + who.dm)
        verbs = [widget for widget in seen.buttons if verb_of(widget).startswith(LOOKS) and not widget.disabled]
        if verbs:
            await who.click(seen, custom_id=self.chance.choice(verbs).custom_id)

    async def _type(self, who: Human, where: Channel) -> None:
        """Begin to type an option of any command, and see what is suggested."""
        command, option = self.chance.choice(_suggesting(self.world))
        await who.autocomplete(where, command, option, self.chance.choice(TYPED))

    async def _say(self, who: Human, where: Channel) -> None:
        """Use a command that tells something, or play a card that may not be one's own."""
        command = self.chance.choice(TELLING)
        if command in PLAYING:
            if any(player.human is who for player in self.members):
                return
            await who.slash(where, command, **{PLAYING[command]: self.chance.choice(TYPED[1:])})
        else:
            await who.slash(where, command)

    async def _steal(self, who: Human, _: Channel) -> None:
        """Send a click on a control of somebody else's hand, as a client that was tampered with could."""
        player = self.chance.choice(self.members)
        hand = player.hand
        if player.human is who or hand is None or not hand.widgets:
            return
        await press_forged(who, self.board, self.chance.choice(hand.widgets).custom_id)


LOOKS = ("ui:more", "ui:score", "ui:trick", "ui:hand", "ui:referee", "ui:rules", "ui:fair", "ui:help")
TYPED = ("", "a", "r", "1", "10", "21", "d", "roi", "pique", "atout", "e", "ex", "7H", "passe")
PLAYING = {"play": "card", "bid": "call", "declare": "what", "call": "card", "discard": "cards"}
TELLING = (
    *("hand", "score", "trick", "referee", "rules", "help", "preferences", "verify", "history", "hint", "analysis"),
    *PLAYING,
)


async def press_forged(who: Human, shown: Seen, custom_id: str, *values: str) -> Act:
    """A click with an id that is not on this message, or not on it any more."""
    data: dict[str, Any] = {"component_type": 3 if values else 2, "custom_id": custom_id, "id": 1}
    if values:
        data["values"] = list(values)
    return await who.forge(data, shown.message)


_COUNT = re.compile(r"\((\d+)/(\d+)\)")


def _suggesting(world: World) -> list[tuple[str, str]]:
    """Every option of every command that suggests as one types."""
    found = []
    for command in world.commands.values():
        steps = [(command.name, command.payload)]
        while steps:
            path, step = steps.pop()
            for option in step.get("options") or []:
                if option["type"] in (1, 2):
                    steps.append((f"{path} {option['name']}", option))
                elif option.get("autocomplete"):
                    found.append((path, option["name"]))
    return sorted(found)


def _picks(player: Player) -> list[Widget]:
    hand = player.hand
    if hand is None:
        return []
    return [widget for widget in hand.widgets if is_hand(widget) and verb_of(widget).startswith("ui:pick")]


def _confirm(hand: Seen) -> Widget | None:
    """The button that says how many cards are chosen, of how many."""
    return next((widget for widget in hand.buttons if _COUNT.search(widget.label)), None)


def _wanted(hand: Seen) -> int:
    """How many cards are to be chosen."""
    confirm = _confirm(hand)
    found = None if confirm is None else _COUNT.search(confirm.label)
    return 0 if found is None else int(found[2])
