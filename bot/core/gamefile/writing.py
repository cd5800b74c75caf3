"""Writes a played match as lines of JSON: the same match always gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator

from bot.core.cards import codes
from bot.core.derive import Json
from bot.core.gamefile.model import FORMAT, Act, PlayedDeal, PlayedMatch, Proof


def lines_of(played: PlayedMatch) -> Iterator[str]:
    """The match, one object a line, without line ends."""
    yield _line(
        type="match",
        format=FORMAT,
        game=played.game,
        rules=played.rules,
        profile=played.profile,
        players=played.players,
        first_dealer=played.first_dealer,
        seats=list(played.seats),
        options=dict(played.options),
    )
    for deal in played.deals:
        yield from _deal(deal)
    totals: Json = list(played.totals)
    yield _line(type="end", finished=played.finished, totals=totals, winner=played.winner)


def _deal(deal: PlayedDeal) -> Iterator[str]:
    pack = codes(deal.pack)
    yield _line(type="deal", number=deal.number, dealer=deal.dealer, pack=pack, proof=_proof(deal.proof))
    for done in deal.acts:
        yield _act(done)
    over = deal.outcome
    yield _line(
        type="result",
        number=deal.number,
        points=list(over.points),
        totals=list(over.totals),
        taker=over.taker,
        made=over.made,
        counts=over.counts,
    )


def _act(done: Act) -> str:
    return _line(type="act", seat=done.seat, act=done.action.code)


def _proof(proof: Proof | None) -> Json:
    if proof is None:
        return None
    clicks: Json = list(proof.clicks)
    return {"table": proof.table, "seed": proof.seed, "clicks": clicks, "commitment": proof.commitment}


def _line(**data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
