"""A whole deal of tarot, played act by act; it can always say what each seat may do.

Words are those of the game: "bid:garde", "pass", "cancel", "call:KH", "declare:chelem", "declare:poignee_simple",
"play:T5", "early:T5", "lead:demand", "takeback". What is put aside, what is hidden of a poignée and that a seat has
nothing to announce are not words here but methods.
Rules: docs/rules/tarot.md 4 to 18.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from . import tarot_before as before
from . import tarot_score as scoring
from .tarot_cards import (
    EXCUSE,
    PETIT,
    Illegal,
    Options,
    legal_cards,
    opening_leads,
    suit_of,
    winner_index,
)

MISERES = {"misere_atout": "trumps", "misere_tete": "honours"}


class Trick(NamedTuple):
    leader: int
    plays: tuple[tuple[int, str], ...]
    winner: int
    by_fool: bool


class Table:
    """One deal: `seats` play, the one after the dealer first; `hands` are changed as it goes on."""

    def __init__(self, options: Options, people: int, dealer: int, order: Sequence[str], chien: Sequence[str]) -> None:
        self.options, self.people, self.dealer = options, people, dealer
        self.seats = before.seats_at_play(options, people, dealer)
        self.hands = before.read_deal(order, self.seats, chien)
        self.dealt = {seat: list(hand) for seat, hand in self.hands.items()}
        self.chien = list(chien)
        self.fools = {EXCUSE}
        self.annulled = False
        self.said: list[tuple[int, str]] = []
        self.taker = -1
        self.contract = ""
        self.called: str | None = None
        self.called_seen = False  # it was on the table, also early, also if it went back
        self.turned = False
        self.aside: list[str] = []
        self.silent = False  # without an écart: the taker has said whether he announces a chelem
        self.ready: set[int] = set()
        self.chelem: int | None = None
        self.poignees: dict[int, str] = {}
        self.hiding: tuple[int, str] | None = None
        self.miseres: list[tuple[int, str]] = []
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[Trick] = []
        self.early: dict[int, str] = {}
        self.asked: str | None = None  # the suit of an early lead, while the taker has not answered
        self.order: tuple[str, str] | None = None  # demand or forbid or free, and the suit
        holder = [seat for seat in self.seats if before.is_petit_sec(self.hands[seat])]
        self.lone_petit: int | None = None
        if holder and options["petit_sec"] == "redeal":
            self.annulled = True
        elif holder and options["petit_sec"] == "imprenable":
            self.lone_petit = holder[0]

    # --- where the deal stands ----------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """petit_sec, auction, king, chelem, ecart, ready, play, over."""
        if self.annulled or (self.taker < 0 and len(self.said) == len(self.seats)) or not any(self.hands.values()):
            return "over"
        if self.lone_petit is not None:
            return "petit_sec"
        if self.taker < 0:
            return "auction"
        if len(self.seats) == 5 and self.called is None:
            return "king"
        if self.contract in ("petite", "garde"):
            if not self.aside:
                return "ecart"
        elif not self.silent:
            return "chelem"
        if self.options["poignee_time"] == "before_lead" and not set(self.seats) <= self.ready:
            return "ready"
        return "play"

    @property
    def leader(self) -> int:
        if self.tricks:
            return self.tricks[-1].winner
        return self.seats[0] if self.chelem is None else self.chelem

    @property
    def turn(self) -> int:
        """Who plays a card next."""
        return self.after(self.leader, len(self.trick))

    def after(self, seat: int, steps: int) -> int:
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    @property
    def partner(self) -> int | None:
        for seat in self.seats:
            if seat != self.taker and self.called is not None and self.called in self.dealt[seat]:
                return seat
        return None

    @property
    def camps(self) -> dict[int, str]:
        return scoring.camps(self.seats, self.taker, self.partner)

    @property
    def started(self) -> bool:
        """A card has been played, and lies there."""
        return bool(self.tricks or self.trick)

    def fresh(self, seat: int) -> bool:
        """This seat has not played its first card."""
        return len(self.hands[seat]) == before.HAND[len(self.seats)]

    def partner_known(self) -> bool:
        """Everybody knows who plays with whom."""
        if len(self.seats) != 5 or self.called is None:
            return True
        return self.called_seen or (self.turned and self.called in self.chien)

    def allies(self, seat: int) -> set[int]:
        """Who is of this seat's camp, as far as the seat can know."""
        if self.partner_known() or seat == self.partner:
            return {other for other in self.seats if self.camps[other] == self.camps[seat]}
        return {seat}

    def waits_for(self) -> set[int]:
        """Who must do something now."""
        match self.phase:
            case "petit_sec":
                return set() if self.lone_petit is None else {self.lone_petit}
            case "auction":
                return {self.seats[len(self.said)]}
            case "king" | "chelem" | "ecart":
                return {self.taker}
            case "ready":
                return set(self.seats) - self.ready
            case "play":
                return {self.taker if self.asked is not None else self.turn}
            case _:
                return set()

    # --- what may be done ---------------------------------------------------------------------------

    def offers(self, seat: int) -> set[str]:
        """Every word this seat may say now."""
        phase = self.phase
        if phase == "over" or seat not in self.seats:
            return set()
        if phase == "petit_sec":
            return {"declare:annul", "declare:imprenable"} if seat == self.lone_petit else set()
        if phase == "auction":
            return self._calls(seat)
        if self.hiding is not None and self.hiding[0] == seat:
            return set()
        words: set[str] = set()
        if phase == "king" and seat == self.taker:
            words |= {f"call:{card}" for card in before.callable_cards(self.options, self.hands[seat])}
        if self._chelem_open(seat):
            words.add("declare:chelem")
        if phase in ("ready", "play") and self.asked is None:
            words |= self._announcements(seat)
        if phase == "play":
            words |= self._card_words(seat)
        return words

    def _calls(self, seat: int) -> set[str]:
        now = before.auction(self.options, self.seats, self.said)
        if now["next"] != seat:
            return set()
        words = {"pass" if call == "pass" else f"bid:{call}" for call in now["calls"]}
        if self.options["lone_excuse"] == "may_cancel" and before.is_lone_excuse(self.hands[seat]):
            words.add("cancel")
        return words

    def _chelem_open(self, seat: int) -> bool:
        if self.chelem is not None or self.started or self.asked is not None:
            return False
        if seat != self.taker and self.options["chelem_by_defence"] == "no":
            return False
        if self.options["chelem_window"] == "before_chien":
            return not self.turned and not self.aside and not self.silent
        return True

    def _announcements(self, seat: int) -> set[str]:
        if not self.fresh(seat):
            return set()
        if self.options["poignee_time"] == "before_lead":
            if self.phase != "ready" or seat in self.ready:
                return set()
        elif self.phase != "play" or not (seat == self.turn or self._may_be_early(seat)):
            return set()
        words: set[str] = set()
        if seat not in self.poignees:
            sizes = before.possible_sizes(self.options, len(self.seats), self.hands[seat], self.own_aside(seat))
            words |= {f"declare:poignee_{size}" for size in sizes}
        if self.options["misere"] != "off":
            words |= {
                f"declare:{word}"
                for word, kind in MISERES.items()
                if before.has_misere(kind, self.hands[seat]) and (seat, word) not in self.miseres
            }
        return words

    def own_aside(self, seat: int) -> list[str]:
        return self.aside if seat == self.taker else []

    def _may_be_early(self, seat: int) -> bool:
        if self.options["out_of_turn"] != "stands" or self.asked is not None:
            return False
        return seat != self.turn and seat not in self.early and all(seat != by for by, _ in self.trick)

    def _card_words(self, seat: int) -> set[str]:
        words: set[str] = set()
        if self.options["take_back"] == "uncovered" and self.trick and self.trick[-1][0] == seat:
            words.add("takeback")
        if self.asked is not None:
            return words | ({"lead:demand", "lead:forbid", "lead:free"} if seat == self.taker else set())
        if seat == self.turn:
            words |= {f"play:{card}" for card in self.legal(seat)}
        elif self._may_be_early(seat):
            words |= {f"early:{card}" for card in self.hands[seat]}
        return words

    def legal(self, seat: int) -> set[str]:
        """The cards that the seat, whose turn it is, may play."""
        hand = self.hands[seat]
        legal = legal_cards(hand, [card for _, card in self.trick], self.fools)
        if not self.started:
            own = seat == self.taker
            legal = opening_leads(self.options, hand, self.called, leader_is_taker=own, fools=self.fools)
        fools = self.fools & set(hand)
        kept = {trick.winner for trick in self.tricks} <= self.allies(seat)
        if self.options["excuse_last_trick"] == "forbidden" and len(hand) == 2 and fools and not kept:
            return fools
        if self.order is not None and not self.trick:
            legal = self._ordered(legal)
        return legal

    def _ordered(self, legal: set[str]) -> set[str]:
        """Under the taker's order, unless it cannot be obeyed."""
        assert self.order is not None
        word, suit = self.order
        if word == "free":
            return legal
        obeying = {card for card in legal - self.fools if (suit_of(card) == suit) == (word == "demand")}
        return obeying | (legal & self.fools) if obeying else legal

    # --- what is done -------------------------------------------------------------------------------

    def say(self, seat: int, word: str) -> None:
        """Anything but putting aside and hiding.

        Raises:
            Illegal: the seat may not say so now.
        """
        if word not in self.offers(seat):
            raise Illegal(f"seat {seat} may not say {word}")
        kind, _, what = word.partition(":")
        if kind in ("pass", "bid"):
            self.said.append((seat, what or "pass"))
            now = before.auction(self.options, self.seats, self.said)
            if now["next"] is None and now["high"] is not None:
                self.taker, self.contract = now["high"]
        elif kind == "cancel" or what == "annul":
            self.annulled = True
        elif kind == "call":
            self.called = what
        elif kind == "declare":
            self._declare(seat, what)
        else:
            self._card_word(seat, kind, what)

    def _declare(self, seat: int, what: str) -> None:
        if what == "imprenable":
            self.fools.add(PETIT)
            self.lone_petit = None
        elif what == "chelem":
            led = self.leader
            self.chelem = seat
            self.order = self.order if self.leader == led else None  # an order was for who led by right
            if self.phase == "play":
                self.hiding = None  # somebody else may lead
                self._follow()
        elif what in MISERES:
            self.miseres.append((seat, what))
        else:
            size = what.removeprefix("poignee_")
            _, count = before.hidden_trumps(self.options, len(self.seats), self.hands[seat], self.own_aside(seat), size)
            if count:
                self.hiding = (seat, size)
            else:
                self.poignees[seat] = size

    def hide(self, cards: Sequence[str]) -> None:
        """The trumps that stay hidden of a poignée that was announced."""
        assert self.hiding is not None
        seat, size = self.hiding
        pool, count = before.hidden_trumps(self.options, len(self.seats), self.hands[seat], self.own_aside(seat), size)
        shown = pool - set(cards)
        named = before.shown_size(self.options, len(self.seats), self.hands[seat], self.own_aside(seat), sorted(shown))
        if len(set(cards)) != count or not set(cards) <= pool or named != size:
            raise Illegal(f"{cards} of {pool} cannot stay hidden")
        self.poignees[seat] = size
        self.hiding = None

    def turn_chien(self) -> None:
        """Petite and garde: the chien is shown to everybody and goes to the taker's hand."""
        self.turned = True
        self.hands[self.taker] += self.chien

    def put_aside(self, cards: Sequence[str]) -> None:
        fault = before.ecart_fault(self.hands[self.taker], cards, before.CHIEN[len(self.seats)])
        if fault is not None or self.phase != "ecart":
            raise Illegal(f"{cards} put aside of {self.hands[self.taker]}: {fault}")
        self.aside = list(cards)
        self.hands[self.taker] = [card for card in self.hands[self.taker] if card not in cards]

    def go(self, seat: int) -> None:
        """The seat has nothing to announce any more for now."""
        if not self.silent and not self.turned:
            self.silent = True
        else:
            self.ready.add(seat)

    def _card_word(self, seat: int, kind: str, what: str) -> None:
        if kind == "takeback":
            self.hands[seat].append(self.trick.pop()[1])
            self.hiding = None
        elif kind == "lead":
            assert self.asked is not None
            self.order, self.asked = (what, self.asked), None
        elif kind == "early":
            self.early[seat] = what
            self.called_seen |= what == self.called  # it lies there for all to see, also if it goes back later
            alone = len(self.seats) == 5 and not self.partner_known()
            defends = seat != self.taker if alone else self.camps[seat] == "defence"
            leads = not self.trick and self.turn != self.taker and self.order is None
            if leads and defends and what not in self.fools:
                self.asked = suit_of(what)
        else:
            self._play(seat, what)

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.called_seen |= card == self.called
        if len(self.trick) == len(self.seats):
            self._take_up()
            return
        self._follow()

    def _follow(self) -> None:
        """A card that was played early is played when its turn comes, or goes back to the hand."""
        seat = self.turn
        if seat in self.early:
            card = self.early.pop(seat)
            if card in self.legal(seat):
                self._play(seat, card)

    def _take_up(self) -> None:
        leader = self.trick[0][0]
        wins = self._fool_wins(leader)
        cards = [card for _, card in self.trick]
        winner = self.trick[winner_index(cards, self.fools, fool_leads_to_win=wins)][0]
        self.tricks.append(Trick(leader, tuple(self.trick), winner, wins and cards[0] in self.fools))
        self.trick, self.early, self.order = [], {}, None

    def _fool_wins(self, leader: int) -> bool:
        """Led to the last trick by a side that has won everything (11)."""
        if any(self.hands.values()):
            return False
        camp = self.camps[leader]
        if any(self.camps[trick.winner] != camp for trick in self.tricks):
            return False
        announced = self.chelem is not None and self.camps[self.chelem] == camp
        return self.options["excuse_wins_last"] == "any_chelem" or announced

    # --- the end ------------------------------------------------------------------------------------

    def next_dealer(self) -> int:
        """After the deal. Without a call at five the same goes on dealing until somebody bids."""
        bid = any(call != "pass" for _, call in self.said)
        if self.people == 5 and self.options["five_mode"] == "mort" and not bid:
            return self.dealer
        return (self.dealer + 1) % self.people
