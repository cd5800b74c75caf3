"""The people of one table: what they do at random, and what they do to bring a deal to its end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from .chaos_ledger import CONTROL, table_in
from .chaos_plan import Deed, Seating, Step
from .human import Act, Human
from .model import Channel, Guild
from .players import Offer, Player, is_hand, verb_of
from .screen import NotOnScreen, Seen, Widget
from .sitting import LOOKS, Sitting, press_forged

TOLD = ("hand", "score", "trick", "referee", "rules", "table status", "here", "takeback", "table teams", "deal")


MOMENT = 0.05
"""Seconds after which people look again when there was nothing to do."""


class Guest(Player):
    """A member who looks at the hand of one table only: the latest that was opened where they play."""

    table = 0

    @property
    def hand(self) -> Seen | None:
        """The newest message on this member's screen that is a hand of that table."""
        shown = (self._newest_in(place) for place in (self.human.dm_channel, *self.places))
        return max((seen for seen in shown if seen is not None), key=lambda seen: seen.id, default=None)

    def _newest_in(self, place: Channel) -> Seen | None:
        private = place.guild_id is None
        mine = (seen for seen in self.human.newest(place) if private or seen.ephemeral)
        return next((seen for seen in mine if any(self._of_table(widget) for widget in seen.widgets)), None)

    def _of_table(self, widget: Widget) -> bool:
        found = CONTROL.fullmatch(widget.custom_id)
        return is_hand(widget) and found is not None and int(found[1]) == self.table


class Bench(Sitting):
    """A channel, its people, and whatever table is open there.

    Attributes:
        seating: what they play.
        kept: controls from earlier, to be pressed when they are gone.
    """

    def __init__(self, harness: Any, database: Path, guild: Guild, number: int, seating: Seating, seed: int) -> None:
        super().__init__(harness, database, guild, number, seating.people, Random(f"{seed} people {number}"))
        self.seating = seating
        self.guild = guild
        self.kept: list[Offer] = []
        self.guests = [Guest(player.human, self.channel) for player in self.members]
        self.members = [*self.guests]

    def move_to_new_channel(self) -> None:
        """Their channel is gone: they go on in another one."""
        self.channel = self.world.add_channel(self.guild, f"{self.channel.name}-bis")
        for guest in self.guests:
            guest.channel, guest.places, guest.table = self.channel, [self.channel], 0
        self.kept.clear()

    # Looking

    @property
    def latest(self) -> Seen | None:
        """The newest message in the channel that everybody sees."""
        return next((seen for seen in self.zoe.newest(self.channel) if not seen.ephemeral), None)

    @property
    def verbs(self) -> list[str]:
        """What can be pressed on it."""
        shown = self.latest
        return [] if shown is None else [verb_of(widget) for widget in shown.widgets if not widget.disabled]

    def look(self) -> None:
        """Let everybody mind the table whose message is the newest."""
        shown = self.latest
        for widget in () if shown is None else shown.widgets:
            found = CONTROL.fullmatch(widget.custom_id)
            if found is not None:
                for guest in self.guests:
                    guest.table = int(found[1])
                return

    def hold(self, offers: Sequence[Offer]) -> None:
        """Remember controls, to press them when they are no longer there."""
        self.kept = [*self.kept, *offers][-12:]

    # Acting

    async def do(self, step: Step) -> None:
        """One step of the plan; what cannot be pressed now is left, and a moment passes."""
        self.chance = Random(step.roll)
        self.look()
        before = len(self.world.interactions)
        with contextlib.suppress(NotOnScreen):
            await self._deeds[step.deed]()
        if len(self.world.interactions) == before:
            await asyncio.sleep(MOMENT)

    @property
    def _deeds(self) -> Mapping[Deed, Callable[[], Awaitable[object]]]:
        return {
            Deed.GO_ON: self.go_on,
            Deed.TWICE: self._twice,
            Deed.TOGETHER: self._together,
            Deed.STALE: self._stale,
            Deed.LATE: self._late,
            Deed.WRONG: self._wrong,
            Deed.TYPED: self._typed,
            Deed.FORGED: self._forged,
            Deed.LOOK: self._glance,
            Deed.JOIN: self._join,
            Deed.LEAVE: self._leave,
            Deed.COMMAND: self._ask_something,
            Deed.PAUSE: partial(self._command, "table pause"),
            Deed.CLOSE: partial(self._command, "table close", confirm=True),
        }

    async def go_on(self) -> None:
        """The next natural thing: open, fill, start, answer, play, ask for the next deal."""
        verbs = self.verbs
        asked = [verb for verb in verbs if verb.startswith(("ui:agree:", "ui:disagree:"))]
        if asked and self.chance.random() < 0.7:
            await self._press(self._anybody(), self.chance.choice(asked))
        elif "ui:ask:resume" in verbs:
            await self._press(self._anybody(), "ui:ask:resume")
        elif "ui:start" in verbs:
            await self._fill(verbs)
        elif "ui:ready" in verbs or "ui:rematch" in verbs:
            await self._press(self._anybody(), "ui:ready" if "ui:ready" in verbs else "ui:rematch")
        elif "ui:hand" in verbs or "ui:more" in verbs:
            await self._play_on()
        else:
            await self._open()

    async def _open(self) -> None:
        wish = {"game": self.seating.game, "players": self.seating.seats}
        await self._command("table open", **wish)

    async def _fill(self, verbs: Sequence[str]) -> None:
        if "ui:join" in verbs and self.chance.random() < 0.6:
            await self._press(self._anybody(), self.chance.choice(("ui:join", "ui:join", "ui:computer")))
        elif self.chance.random() < 0.5:
            await self._press(self._anybody(), "ui:start")
        else:
            await self._command("table start", computers=True)

    async def _play_on(self) -> None:
        player = self.asked()
        if player is None:
            await self._press(self._anybody(), "ui:hand")
            return
        self.hold(player.offers)
        await self.move(player)

    async def _twice(self) -> None:
        player = self.asked()
        if player is None or not player.offers:
            await self.go_on()
            return
        offer = self.chance.choice(player.offers)
        self.hold([offer])
        await self._both(player.press(offer), player.press(offer))

    async def _together(self) -> None:
        ready = [player for player in self.guests if player.offers]
        if len(ready) < 2:
            await self.go_on()
            return
        presses = [player.press(self.chance.choice(player.offers)) for player in ready]
        await self._both(*presses)

    async def _both(self, *acts: Awaitable[Act]) -> None:
        done = await asyncio.gather(*acts, return_exceptions=True)
        for result in done:
            if isinstance(result, BaseException) and not isinstance(result, NotOnScreen):
                raise result

    async def _stale(self) -> None:
        """A control from earlier, as a screen that was not drawn anew still shows it."""
        if not self.kept:
            return
        offer, who = self.chance.choice(self.kept), self._anybody()
        values = [offer.code] if offer.widget.options else []
        await press_forged(who, offer.message, offer.widget.custom_id, *values)

    async def _late(self) -> None:
        player = self.asked()
        if player is None or not player.offers:
            return
        offer = self.chance.choice(player.offers)
        if not offer.widget.options:
            await player.human.click(offer.message, custom_id=offer.widget.custom_id, late=True)

    async def _wrong(self) -> None:
        """A card that may not be played, or is not even held, with the token of now."""
        player = self.asked()
        hand = None if player is None else player.hand
        if player is None or hand is None or not player.offers:
            return
        card = f"play:{self.chance.choice(('7', '9', 'J', 'A'))}{self.chance.choice('SHDC')}"
        table, token = player.table if isinstance(player, Guest) else 0, player.offers[0].token
        await press_forged(player.human, hand, f"t|{table}|{token}|{card}")

    async def _typed(self) -> None:
        player = self.asked()
        cards = [] if player is None else [code for code in player.codes if code.startswith("play:")]
        if player is not None and cards:
            await player.human.slash(self.channel, "play", card=self.chance.choice(cards))

    async def _forged(self) -> None:
        player = self.chance.choice(self.guests)
        hand = player.hand
        if hand is not None and hand.widgets and self.latest is not None:
            await press_forged(self.zoe, self.latest, self.chance.choice(hand.widgets).custom_id)

    async def _glance(self) -> None:
        looks = [verb for verb in self.verbs if verb.startswith(LOOKS)]
        if looks:
            await self._press(self.chance.choice(self.people), self.chance.choice(looks))

    async def _join(self) -> None:
        await self._command(self.chance.choice(("table join", "table substitute")))

    async def _leave(self) -> None:
        await self._command("table leave", confirm=True)

    async def _ask_something(self) -> None:
        await self._command(self.chance.choice(TOLD))

    async def _command(self, words: str, **options: Any) -> None:
        await self._anybody().slash(self.channel, words, **options)

    async def _press(self, who: Human, verb: str) -> None:
        if self.latest is not None:
            await who.click(self.latest, custom_id=f"t|*|{verb}")

    def _anybody(self) -> Human:
        return self.chance.choice(self.guests).human

    # To the end

    @property
    def present_table(self) -> int | None:
        """The open table of the channel, or its latest."""
        return table_in(self.database, self.channel.id)
