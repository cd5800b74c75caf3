"""Discord's weather at a table: failures that are planned, moves made under them, and screens that must catch up."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from bot.core import registry
from bot.core.actions import Pass
from bot.core.seats import Seat
from bot.engine.table import rebuilt, table_view
from bot.ui.emoji.shelf import Shelf
from bot.ui.painter import Painter

from .human import Act
from .model import Channel, Fault
from .players import Club, Offer, Player, take_first
from .screen import Seen

FOR_EVER = 1_000_000
PATIENT = 30.0
"""Seconds: where it is not the point that an answer is late, a slow machine is no failure."""
BY_TOKEN = "/webhooks/*/messages/*"
CALLBACK = "/interactions/*/callback"


def messages_of(channel: Channel) -> str:
    """The messages of one channel, as a pattern for edits."""
    return f"/channels/{channel.id}/messages/*"


def posts_of(channel: Channel) -> str:
    """The messages of one channel, as the path of new ones."""
    return f"/channels/{channel.id}/messages"


def present(club: Club, table: int = 1) -> str:
    """What the table's message must say by what is recorded."""
    found = table_view(rebuilt(club.truth(table).stored, registry.games()))
    return Painter(Shelf()).public(found).text.strip()


def chosen(player: Player) -> Offer:
    """What this player does next: seven passes, of which nobody's hand but the next one's changes, then whatever."""
    code = Pass().code if Pass().code in player.codes else take_first(player.codes)
    return next(offer for offer in player.offers if offer.code == code)


async def begun(club: Club) -> None:
    """A match of belote has begun, and everybody has a hand on the screen: what is drawn from now on are edits."""
    await club.start_by_command("belote")
    for player in club.players:
        await club.world.until(partial(_has_hand, player), within=PATIENT, what=f"a hand for {player}")


def _has_hand(player: Player) -> bool:
    return player.hand is not None


async def next_player(club: Club) -> Player:
    """Who is to act, once the hand on the screen offers it."""
    player = await club.to_move()
    assert player is not None, "the deal is over"
    return player


def after(club: Club, player: Player) -> Player:
    """The player on the left of this one, who acts next while bids go round."""
    seat = Seat((club.truth().seat_of(player.human) + 1) % 4)
    user = club.truth().user_of(seat)
    return next(other for other in club.players if other.human.user.id == user)


async def act(club: Club, player: Player, *, answered: bool = True) -> Act:
    """One act: it is recorded whatever Discord answers. Who gets no answer is not waited for."""
    before = club.truth().stored.entries
    offer = chosen(player)
    deadline = club.world.ack_deadline
    club.world.ack_deadline = PATIENT if answered else 0.1
    done = await player.press(offer)
    club.world.ack_deadline = deadline
    assert not (answered and done.failed)
    await club.world.until(
        lambda: len(club.truth().stored.entries) > len(before), within=PATIENT, what="the move in the log"
    )
    now = club.truth().stored.entries
    assert now[: len(before)] == before
    return done


async def caught_up(club: Club, *, within: float = PATIENT) -> None:
    """Every screen shows what is recorded: the table, and the hand of whoever is to act; nobody else is asked."""
    wanted = present(club)
    await club.world.until(lambda: club.board.text.strip() == wanted, within, what=f"the table as it is:\n{wanted}")
    turn = club.truth().turn()
    if turn is not None:
        user = club.truth().user_of(turn[0])
        for player in club.players:
            right = partial(_asked_rightly, player, turn[1], asked=player.human.user.id == user)
            await club.world.until(right, within, what=f"the hand of {player}")


def _asked_rightly(player: Player, token: str, *, asked: bool) -> bool:
    return bool(player.offers) is asked and all(offer.token == token for offer in player.offers)


def struck(faults: Iterable[Fault]) -> None:
    """Every planned failure was met."""
    missed = [(fault.method, fault.path, fault.status, fault.hits) for fault in faults if fault.hits != fault.times]
    assert not missed, f"never met: {missed}"


def codes_since(club: Club, mark: int) -> list[tuple[str, int, int]]:
    """Refused requests from a position of the log: route, status, code."""
    return [(entry.route, entry.status, entry.code) for entry in club.world.log[mark:] if entry.status >= 400]


def told(player: Player, text: str) -> list[Seen]:
    """The private messages of a player that say this."""
    return [seen for seen in player.human.dm if text in seen.text]
