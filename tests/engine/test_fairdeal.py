from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256
from itertools import permutations
from pathlib import Path

import pytest

from bot.core.cards import Card, codes, deck_32
from bot.core.registry import games
from bot.engine.fairdeal import (
    SEED_BYTES,
    NotFair,
    SecureDealer,
    _below,
    commitment,
    order,
    shuffled,
    verify,
    with_click,
)
from bot.engine.models import TableId
from bot.engine.ports import DealSecret

ROOT = Path(__file__).parents[2]
SEED = bytes(range(32))
TABLE = TableId(42)

# The vectors of docs/fair-deals.md.
COMMITMENT = "b44868232f145e430c5472196448b61f61346cb7a8a88671927ce74bd97c3cbd"
PLAIN = "QC 9H 10H 8C KS 10S 8D KC JS AS 7H 10C KD 7D 10D AD 7C AH 7S KH 8S JH QD QS JD 9D AC 9S 9C QH 8H JC"
MIXED = "JH 10C AC 9H QC JS 7C 8H AD QD 9S KS QS 10H 7D JC KC 10S 7H 8C 7S KD 9D JD 8D AS 10D AH 9C KH QH 8S"
CLICKS = ("1180000000000000001", "1180000000000000002")


def by_the_document(seed: bytes, table: int, number: int, clicks: tuple[str, ...], deck: list[str]) -> list[str]:
    """The shuffle as docs/fair-deals.md describes it, written from that page alone."""
    context = f"tapis-deal-1|{table}|{number}|{','.join(clicks)}"
    words: list[int] = []
    block = 0
    for last in range(len(deck) - 1, 0, -1):
        while True:
            if not words:
                digest = hmac.new(seed, f"{context}|{block}".encode(), sha256).hexdigest()
                words = [int(digest[start : start + 8], 16) for start in range(0, 64, 8)]
                block += 1
            word = words.pop(0)
            if word < 2**32 - 2**32 % (last + 1):
                break
        other = word % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def test_the_vectors() -> None:
    assert commitment(SEED, TABLE, 1) == COMMITMENT
    assert codes(order(DealSecret(1, SEED), TABLE, deck_32())) == PLAIN
    assert codes(order(DealSecret(1, SEED, CLICKS), TABLE, deck_32())) == MIXED


@pytest.mark.parametrize("key", sorted(games()))
def test_the_page_tells_every_pack_and_an_order_of_it(key: str) -> None:
    page = " ".join((ROOT / "docs" / "fair-deals.md").read_text(encoding="utf-8").split())
    game = games()[key]
    for options in game.presets.values():
        for players in game.seat_counts:
            deck = game.deck(options, players)
            assert codes(deck) in page
            expected = by_the_document(SEED, TABLE, 1, CLICKS, [card.code for card in deck])
            assert [card.code for card in order(DealSecret(1, SEED, CLICKS), TABLE, deck)] == expected
    deck = game.deck(game.presets[game.default_preset], min(game.seat_counts))
    assert codes(order(DealSecret(1, SEED), TABLE, deck)) in page
    expected = by_the_document(SEED, TABLE, 1, (), [card.code for card in deck])
    assert [card.code for card in order(DealSecret(1, SEED), TABLE, deck)] == expected


@pytest.mark.parametrize("clicks", [(), ("7",), CLICKS])
def test_the_document_is_enough_to_recompute_a_deal(clicks: tuple[str, ...]) -> None:
    for number in range(1, 20):
        seed = sha256(str(number).encode()).digest()
        expected = by_the_document(seed, TABLE, number, clicks, [card.code for card in deck_32()])
        assert [card.code for card in order(DealSecret(number, seed, clicks), TABLE, deck_32())] == expected


def test_every_argument_changes_the_order() -> None:
    base = order(DealSecret(1, SEED), TABLE, deck_32())
    others = [
        order(DealSecret(2, SEED), TABLE, deck_32()),
        order(DealSecret(1, bytes(32)), TABLE, deck_32()),
        order(DealSecret(1, SEED), TableId(43), deck_32()),
        order(DealSecret(1, SEED, ("1",)), TABLE, deck_32()),
    ]
    assert base not in others
    assert len(set(others)) == 4
    assert order(DealSecret(1, SEED, ("1", "2")), TABLE, deck_32()) != order(
        DealSecret(1, SEED, ("12",)), TABLE, deck_32()
    )


def test_every_order_is_equally_likely() -> None:
    counts = Counter(shuffled(number.to_bytes(32, "big"), "test", "abcd") for number in range(12_000))
    assert set(counts) == set(permutations("abcd"))
    expected = 12_000 / 24
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_squared < 49.7  # 23 degrees of freedom, one in a thousand


def test_words_that_would_favour_a_number_are_thrown_away() -> None:
    # 2**32 is 1 more than a multiple of 3: its last word is refused.
    assert _below(3, iter([2**32 - 1, 5])) == 2
    assert _below(3, iter([2**32 - 2, 5])) == (2**32 - 2) % 3


def test_another_seed_than_the_one_committed_to_is_refused() -> None:
    shown = commitment(SEED, TABLE, 1)
    assert verify(DealSecret(1, SEED), TABLE, shown, deck_32()) == order(DealSecret(1, SEED), TABLE, deck_32())
    for secret, table in (
        (DealSecret(1, bytes(32)), TABLE),
        (DealSecret(2, SEED), TABLE),
        (DealSecret(1, SEED), TableId(43)),
    ):
        with pytest.raises(NotFair):
            verify(secret, table, shown, deck_32())


@pytest.mark.parametrize("click", ["", "a,b", "a|b", "é", "1" * 65])
def test_clicks_cannot_forge_one_another(click: str) -> None:
    with pytest.raises(ValueError):
        with_click(DealSecret(1, SEED), click)


def test_clicks_are_kept_in_order() -> None:
    secret = with_click(with_click(DealSecret(1, SEED), "1"), "2")
    assert secret == DealSecret(1, SEED, ("1", "2"))


def test_a_printed_secret_does_not_tell_its_seed() -> None:
    assert repr(SEED) not in repr(DealSecret(1, SEED))
    assert SEED.hex() not in repr(DealSecret(1, SEED))


def test_the_secure_dealer_draws_fresh_seeds_of_full_length() -> None:
    dealer = SecureDealer()
    seeds = {dealer.seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {SEED_BYTES}
    secret = DealSecret(1, SEED)
    assert dealer.order(secret, TABLE, deck_32()) == order(secret, TABLE, deck_32())


def test_an_empty_and_a_single_pack_need_no_chance() -> None:
    assert shuffled(SEED, "test", ()) == ()
    assert shuffled(SEED, "test", (Card.parse("AS"),)) == (Card.parse("AS"),)
