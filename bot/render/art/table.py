"""The picture of a table while a deal is played: only what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.cards import Card
from bot.core.facts import Fact
from bot.core.seats import Seat, Side
from bot.core.views import TrickView, View, Zone
from bot.i18n.grammar import capital
from bot.i18n.words import Words
from bot.render.art.alt import table_alt, turn_sentence, zone_title
from bot.render.art.canvas import WIDTH, Canvas
from bot.render.art.cast import Cast, cast_of, picture_names, places, spoken_names
from bot.render.art.drawing import Face
from bot.render.art.layout import ROW_CARD, Layout, Spot, is_row, layout_for
from bot.render.art.palette import INK, PLATE, PLATE_EDGE, SOFT_TEXT, TEXT, TURN, WHITE, Colour
from bot.render.art.sprites import (
    Sprite,
    arrow_sprite,
    box_sprite,
    chip_sprite,
    disc_sprite,
    side_sprite,
    slot_sprite,
)
from bot.render.art.style import Picture, Style
from bot.render.art.text import plain, size_for, width_of, wrapped
from bot.render.board import tricks_by_side
from bot.render.rulebook import game_name
from bot.render.scene import Scene

_LOWER = (250, 116)
"""Width and height of the lower corner panels."""

_EDGE = 22

_OPEN_CARD = 124
"""Width of a card that lies open in the middle."""


def playing_table(scene: Scene, view: View, style: Style, words: Words) -> Picture:
    """A running deal."""
    picture = _Table(scene, view, style, words)
    title = words.text("table.title", game=game_name(scene.game, words), number=scene.number)
    alt = table_alt(scene, view, title, words, spoken_names(scene, words))
    return Picture(picture.png(), alt, "table")


class _Table:
    """One table picture being drawn."""

    def __init__(self, scene: Scene, view: View, style: Style, words: Words) -> None:
        self.scene, self.view, self.words = scene, view, words
        self.cast: Cast = cast_of(scene, words)
        self.names = picture_names(self.cast)
        self.layout: Layout = layout_for(scene.seat_count, view.zones)
        self.canvas = Canvas(self.layout.height, style, words)
        self.spots = dict(zip(places(scene), self.layout.spots, strict=True))

    def png(self) -> bytes:
        """Draw everything."""
        loose = [zone for zone in self.view.zones if zone.cards and not is_row(zone)]
        before = not self.view.trick.plays and self.view.last_trick is None
        centre = [zone for zone in loose if zone.seat is None] if before else []
        self._rows()
        if centre:
            self._centre(centre)
        elif self.view.phase == "play" or not before:
            self._trick()
        else:
            self._pack()
        self._upper_left()
        self._contract()
        beside = [zone for zone in loose if zone not in centre]
        if not self.view.trick.plays or self.view.last_trick is None:
            first = next((zone for zone in beside if zone.seat is None), None)
            beside = [zone for zone in beside if zone is not first]
        else:
            first = None
        self._lower(first)
        self._shown(beside)
        self._said()
        for seat, spot in self.spots.items():
            self._player(seat, spot)
        return self.canvas.png()

    def _rows(self) -> None:
        for zone in self.view.zones:
            if zone.seat is not None and is_row(zone):
                self._row(zone, self.spots[zone.seat])

    def _row(self, zone: Zone, spot: Spot) -> None:
        """A player's open cards: those on a hidden card left, each before its back, the others right."""
        covered = zone.name == "on_cover"
        others = sum(len(z.cards) for z in self.view.zones if z.seat == zone.seat and is_row(z)) - len(zone.cards)
        total = len(zone.cards) + others
        step = min(ROW_CARD + 8, (WIDTH - 2 * _EDGE - ROW_CARD - 16) / max(1, total - 1))
        first = WIDTH / 2 - step * (total - 1) / 2 + (0 if covered else step * others)
        for place, card in enumerate(zone.cards):
            x = first + place * step
            if covered:
                self.canvas.card(None, x, spot.row - 12, ROW_CARD)
            self.canvas.card(card, x, spot.row + 3, ROW_CARD)

    def _centre(self, zones: Sequence[Zone]) -> None:
        """Cards that lie open before the first trick, in the middle of the felt."""
        x, y = self.layout.centre
        cards = [card for zone in zones for card in zone.cards]
        step = min(_OPEN_CARD + 10, 320 / max(1, len(cards) - 1))
        for place, card in enumerate(cards):
            self.canvas.card(card, x + (place - (len(cards) - 1) / 2) * step, y, _OPEN_CARD)
        title = zone_title(zones[0], self.words, self.names)
        self._caption(title, x, y + _OPEN_CARD * 3 / 4 + 12)

    def _pack(self) -> None:
        """Before the first trick: the pack, and who is to do what."""
        x, y = self.layout.centre
        for place in range(-2, 3):
            self.canvas.card(None, x + place * 34, y - 30 + abs(place) * 3, 104, -6 * place)
        self._caption(turn_sentence(self.view, self.words, self.names), x, y + 74)

    def _caption(self, text: str, x: int, y: float) -> None:
        """A line under cards in the middle of the felt."""
        if text:
            lines = wrapped(text, Face.TEXT, 30, 400, 3)
            width = round(max(width_of(line, Face.TEXT, 30) for line in lines)) + 40
            self.canvas.box(x - width / 2, y, width, 10 + 34 * len(lines), radius=21)
            for place, line in enumerate(lines):
                self.canvas.text(line, x, y + 22 + 34 * place, 30, colour=SOFT_TEXT, anchor="mm")

    def _trick(self) -> None:
        trick = self._shown_trick()
        played = dict(trick.plays)
        width = self.layout.card
        for seat, spot in self.spots.items():
            if seat not in played:
                piece = slot_sprite(width, spot.angle, turn=seat in self.view.to_act)
                self.canvas.centre(piece, *spot.card)
        for seat, card in trick.plays:
            spot = self.spots[seat]
            self.canvas.card(card, *spot.card, width, spot.angle, ring=seat == trick.winner)

    def _shown_trick(self) -> TrickView:
        """The trick on the table; between two the one just finished stays in sight."""
        if self.view.trick.plays or self.view.last_trick is None:
            return self.view.trick
        return self.view.last_trick

    def _upper_left(self) -> None:
        width, height = self.layout.panel
        self.canvas.box(_EDGE, self.layout.upper, width, height)
        if self.cast.has_teams:
            self._team_scores(width)
        else:
            self._match(width)

    def _team_scores(self, width: int) -> None:
        """Totals of teams by their marks; with their players where both teams' names have room."""
        numbers = [self.words.number(total) for total in self.scene.totals]
        room = width - 66 - max(round(width_of(number, Face.STRONG, 38)) for number in numbers) - 14
        named = all(width_of(team, Face.TEXT, 28) <= room for team in self.cast.teams)
        length = "" if self.scene.target is None else f"/ {self.words.number(self.scene.target)}"
        wide = max(width_of(number, Face.STRONG, 46) for number in numbers) + width_of(length, Face.TEXT, 28)
        if wide > width - 90:
            length = ""
        for side, number in enumerate(numbers):
            y = self.layout.upper + 33 + side * 52
            self.canvas.put(side_sprite(side, 30 if not named else 26), _EDGE + 14, y - 14)
            if named:
                self.canvas.text(self.cast.teams[side], _EDGE + 50, y, 28, colour=SOFT_TEXT)
                self.canvas.text(number, _EDGE + width - 14, y, 38, face=Face.STRONG, anchor="rm")
            else:
                self.canvas.text(number, _EDGE + 62, y, 46, face=Face.STRONG)
                self.canvas.text(length, _EDGE + width - 14, y + 4, 28, colour=SOFT_TEXT, anchor="rm")

    def _match(self, width: int) -> None:
        """The game, the deal and how long the match is."""
        lines = [self.words.text("art.deal", n=self.scene.number)]
        if self.scene.deals is not None:
            lines.append(self.words.text("art.deals", n=self.scene.deals))
        elif self.scene.target is not None:
            lines.append(self.words.text("art.target", n=self.scene.target))
        top, name = self.layout.upper, game_name(self.scene.game, self.words)
        size = size_for(name, Face.STRONG, (36, 32, 28, 25, 23), width - 28)
        self.canvas.text(name, _EDGE + 14, top + 28, size, face=Face.STRONG, limit=width - 28)
        for place, line in enumerate(lines):
            size = size_for(line, Face.TEXT, (26, 24, 22), width - 28)
            self.canvas.text(line, _EDGE + 14, top + 62 + place * 30, size, colour=SOFT_TEXT, limit=width - 28)

    def _contract(self) -> None:
        """The contract in short: its chip, its level, its taker, the card that was called."""
        contract, view = self.view.contract, self.view
        if contract is None:
            return
        width, height = self.layout.panel
        left, top = WIDTH - _EDGE - width, self.layout.upper
        self.canvas.box(left, top, width, height)
        x, room = left + 14, width - 28
        if view.trump is not None:
            self.canvas.put(self._chip(view.trump, 86), left + 10, top + (height - 86) // 2)
            x, room = left + 106, width - 118
        head = plain(self._short(contract))
        size = size_for(head, Face.STRONG, (46, 38, 34, 30, 26), room)
        by = "" if view.taker is None else self.cast.labels[view.taker]
        called = [value for _, value in contract.data if isinstance(value, Card)]
        middle = top + (34 if by else 59)
        if width_of(head, Face.STRONG, size) > room:
            for place, line in enumerate(wrapped(head, Face.STRONG, 26, room, 2)):
                self.canvas.text(line, x, middle - 14 + place * 28, 26, face=Face.STRONG, limit=room)
            middle += 8
        else:
            self.canvas.text(head, x, middle, size, face=Face.STRONG)
        tile_at = top + height - 52
        middle -= 8 if called and height > 130 else 0
        limit = room - (54 if called and height < 130 else 0)
        by_size = size_for(by, Face.TEXT, (30, 27, 24), limit)
        self.canvas.text(by, x, middle + 50, by_size, colour=SOFT_TEXT, limit=limit)
        for card in called:
            at = x if height > 130 else left + width - 60
            self.canvas.tile(card, at, tile_at, 46)
            if height > 130:
                self.canvas.text(self.words.text("art.called"), x + 56, tile_at + 23, 26, colour=SOFT_TEXT)

    def _short(self, contract: Fact) -> str:
        """The contract in a word or two, where the game has them, else the whole sentence."""
        key = f"short.{contract.key}"
        if self.words.has(key):
            return capital(self.words.say(Fact(key, contract.data), self.names))
        return capital(self.words.say(contract, self.names))

    def _lower(self, zone: Zone | None) -> None:
        """Left the last trick, or cards that lie open for all; right the trick's number and who has won what."""
        top, (width, height) = self.layout.lower, _LOWER
        last = self.view.last_trick if self.view.trick.plays else None
        if zone is not None:
            self._strip(zone.cards, zone_title(zone, self.words, self.names), _EDGE, top)
        elif last is not None:
            winner = "" if last.winner is None else self.cast.labels[last.winner]
            self._strip([card for _, card in last.plays], self.words.text("art.last", who=winner), _EDGE, top)
        if not self.view.trick.plays and self.view.last_trick is None and self.view.phase != "play":
            return
        left = WIDTH - _EDGE - width
        self.canvas.box(left, top, width, height)
        number = sum(self.view.tricks_won) + (1 if self.view.trick.plays or self.view.to_act else 0)
        trick = self.words.text("art.trick_number", n=max(1, number))
        if not self.cast.has_teams:
            self.canvas.text(trick, left + width / 2, top + height / 2, 44, face=Face.STRONG, anchor="mm")
            return
        title = f"{self.words.text('art.deal', n=self.scene.number)} · {trick.lower()}"
        self.canvas.text(title, left + 14, top + 24, 26, colour=SOFT_TEXT, limit=width - 28)
        values = self.view.points if self.view.points is not None else tricks_by_side(self.scene, self.view)
        for side, value in enumerate(values):
            x = left + 14 + side * (width - 14) // len(values)
            self.canvas.put(side_sprite(side, 26), x, top + 64)
            self.canvas.text(self.words.number(value), x + 36, top + 78, 40, face=Face.STRONG)

    def _strip(self, cards: Sequence[Card], title: str, left: int, top: int) -> None:
        """A lower panel with a title and tiles as large as there is room for."""
        width, height = _LOWER
        room = width - 28
        size = min(58, (room + 3) // max(1, min(len(cards), 5)) - 3)
        self.canvas.box(left, top, width, height)
        self.canvas.text(title, left + 14, top + 24, 26, colour=SOFT_TEXT, limit=room)
        if len(cards) > 5:
            size = (room + 3) // 6 - 3
        self.canvas.tiles(cards, left + 14, top + 44 + (62 - size) // 2 if len(cards) <= 6 else top + 42, size, 6)

    def _shown(self, zones: Sequence[Zone]) -> None:
        """What players have shown, at the right edge: tiles below a title, smaller where there are many."""
        if not zones:
            return
        top, bottom, width = self.layout.sides
        sizes = (46, 38, 32, 26, 22)
        size = next((s for s in sizes if sum(_block(zone, s, width) for zone in zones) <= bottom - top), sizes[-1])
        y, left = top, WIDTH - _EDGE - width
        for zone in zones:
            block = _block(zone, size, width)
            if y + block > bottom + 4:
                break
            self.canvas.box(left, y, width, block - 8)
            title = zone_title(zone, self.words, self.names)
            self.canvas.text(title, left + 10, y + 18, 24, colour=SOFT_TEXT, limit=width - 20)
            self.canvas.tiles(zone.cards, left + 10, y + 36, size, _per_row(size, width))
            y += block

    def _said(self) -> None:
        """The last thing said aloud, at the left edge; cards that were shown lie at the right one."""
        facts = [said for said in self.view.facts if not any(isinstance(value, tuple) for _, value in said.data)]
        if not facts:
            return
        top, bottom, width = self.layout.sides
        said = capital(plain(self.words.say(facts[-1], self.names)))
        lines = wrapped(said, Face.TEXT, 26, width - 28, 5 if bottom - top > 200 else 2)
        self.canvas.put(box_sprite(width, 24 + 31 * len(lines), 16, WHITE), _EDGE, top + 8)
        for place, line in enumerate(lines):
            self.canvas.text(line, _EDGE + 14, top + 36 + 31 * place, 26, colour=INK)

    def _chip(self, code: str, size: int) -> Sprite:
        key = f"art.denomination.{code}"
        letters = self.words.text(key) if self.words.has(key) else code
        return chip_sprite(code, letters, self.canvas.palette, size)

    def _player(self, seat: Seat, spot: Spot) -> None:
        """A name plate: golden with an arrow for whoever is to act; chips for dealer and taker; score or call by it."""
        x, y = spot.plate
        turn = seat in self.view.to_act
        left, right = x - spot.width // 2, x + spot.width // 2 - 14
        self.canvas.put(
            box_sprite(spot.width, 62, 31, TURN if turn else PLATE, WHITE if turn else PLATE_EDGE), left, y - 31
        )
        start = left + 20
        if turn:
            self.canvas.put(arrow_sprite(26, INK), start, y - 13)
            start += 34
        elif self.cast.has_teams:
            self.canvas.put(side_sprite(self.cast.sides[seat], 24), start, y - 12)
            start += 34
        if seat == self.view.taker:
            code = self.view.trump or ""
            chip = (
                self._chip(code, 46) if code else chip_sprite("", self.words.text("art.taker"), self.canvas.palette, 46)
            )
            self.canvas.put(chip, right - 46, y - 23)
            right -= 50
        if seat == self.view.dealer:
            self.canvas.put(disc_sprite(self.words.text("art.dealer"), 40), right - 40, y - 20)
            right -= 46
        colour = INK if turn else TEXT
        name, room = self.cast.labels[seat], right - start - 4
        size = size_for(name, Face.TEXT, (36, 32, 28), room)
        self.canvas.text(name, start, y + 1, size, colour=colour, limit=room)
        self._beside(seat, spot, left)

    def _beside(self, seat: Seat, spot: Spot, left: int) -> None:
        """What hangs on the plate's inner edge: left the score of who plays alone, right the last call."""
        below = spot.plate[1] < self.layout.height / 2
        y = spot.plate[1] + (26 if below else -60)
        used = 0
        if not self.cast.has_teams:
            used = self._pill(self._own_score(seat), left + 12, y, PLATE_EDGE, WHITE, spot.width - 24) + 6
        if self.view.phase == "bidding":
            call = next((call for call in reversed(self.view.calls) if call.seat == seat), None)
            if call is not None:
                said = capital(plain(self.words.say(call.fact, self.names)))
                limit = spot.width - 20 - used
                size = min(limit, round(width_of(said, Face.TEXT, 28)) + 28)
                self._pill(said, left + spot.width - 6 - size, y, WHITE, INK, limit)

    def _own_score(self, seat: Seat) -> str:
        side: Side = self.cast.sides[seat]
        total = self.words.text("art.total", points=self.scene.totals[side])
        if not any(self.view.tricks_won):
            return total
        if self.view.points is not None:
            return f"{total} · {self.words.text('art.so_far', points=self.view.points[side])}"
        return f"{total} · {self.words.text('art.won', n=self.view.tricks_won[seat])}"

    def _pill(self, text: str, x: int, y: int, ground: Colour, ink: Colour, limit: int) -> int:
        """A small plate with a line; tells how wide it became."""
        width = min(limit, round(width_of(text, Face.TEXT, 26)) + 28)
        self.canvas.put(box_sprite(width, 36, 18, ground), x, y)
        self.canvas.text(text, x + width / 2, y + 18, 26, colour=ink, anchor="mm", limit=width - 20)
        return width


def _per_row(size: int, width: int) -> int:
    return (width - 20 + 3) // (size + 3)


def _block(zone: Zone, size: int, width: int) -> int:
    """Height of shown cards with their title."""
    rows = -(-len(zone.cards) // _per_row(size, width))
    return 36 + rows * (size + 3) + 8 + 8
