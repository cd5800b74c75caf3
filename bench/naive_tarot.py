"""Random deals of the reference of tarot."""

from __future__ import annotations

import random

from bot.core.game import AnyGame
from bot.core.options import Options
from tests.reference import tarot_before as before
from tests.reference import tarot_cards as cards
from tests.reference.tarot_count import score
from tests.reference.tarot_table import Table


class NaiveTarot:
    """Random deals of three players, as the core's table has them too: any word, any card, any écart."""

    def __init__(self, game: AnyGame, options: Options, chance: random.Random) -> None:
        self.options: cards.Options = options.values()
        self.players = min(game.seat_counts)
        self.chance = chance
        self.dealer = 0

    def deal(self) -> None:
        """One deal."""
        self.dealer = (self.dealer + 1) % self.players
        order = self.chance.sample(cards.DECK, len(cards.DECK))
        step = before.PACKET[self.players] + 1
        chien = [order[step * number - 1] for number in range(1, before.CHIEN[self.players] + 1)]
        table = Table(self.options, self.players, self.dealer, order, chien)
        while table.phase != "over":
            self._act(table)
        if table.tricks:
            score(table)

    def _act(self, table: Table) -> None:
        seat = min(table.waits_for())
        if table.hiding is not None:
            pool, count = before.hidden_trumps(
                self.options, self.players, table.hands[seat], table.own_aside(seat), table.hiding[1]
            )
            table.hide(self.chance.sample(sorted(pool), count))
        elif table.phase == "ecart":
            table.turn_chien()
            self._put_aside(table, seat)
        elif table.phase in ("chelem", "ready"):
            table.go(seat)
        else:
            table.say(seat, self.chance.choice(sorted(table.offers(seat))))

    def _put_aside(self, table: Table, seat: int) -> None:
        size = before.CHIEN[self.players]
        limits = before.ecart_limits(table.hands[seat], size)
        trumps = self.chance.sample(limits["trumps"], limits["trumps_required"])
        table.put_aside([*trumps, *self.chance.sample(limits["plain"], size - len(trumps))])
