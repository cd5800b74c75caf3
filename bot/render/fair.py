"""Fair deals in words: the hash before a deal, and everything to check it by afterwards (docs/fair-deals.md)."""

from __future__ import annotations

from bot.i18n.words import Words
from bot.render.panels import Button, Panel, Row
from bot.render.scene import Proof, Scene

SHOWN = 24
"""Digits of a hash that the table's messages show: who looks for another seed with the same ones has 2^48 to try."""


def commitment_line(scene: Scene, words: Words, number: int, *, whole: bool = False) -> str:
    """The hash of a deal that has not begun, for everybody; empty when it is not this deal's.

    Args:
        scene: the table.
        words: the reader's language.
        number: of the deal.
        whole: all 64 digits instead of the beginning.
    """
    if scene.commitment is None or scene.committed != number:
        return ""
    shown = scene.commitment if whole else f"{scene.commitment[:SHOWN]}…"
    return f"-# {words.text('fair.hash', deal=_deal(scene, number), hash=shown)}"


def opened_line(scene: Scene, words: Words) -> str:
    """That the deal just played can be checked, and where; empty when it cannot."""
    if scene.revealed is None:
        return ""
    return f"-# {words.text('fair.opened', deal=_deal(scene, scene.number))}"


def fair_button(words: Words) -> Button:
    """Opens the proof of the latest deal that is over."""
    return Button("ui:fair", words.text("button.fair"))


def fair_panel(scene: Scene, proof: Proof | None, words: Words) -> Panel:
    """Why a deal can be checked, all numbers of one that is over, and the hash of the deal that runs or comes.

    Args:
        scene: the table.
        proof: of the deal; None while the table has none that is over.
        words: the reader's language.
    """
    if scene.lesson:
        return Panel(f"**{words.text('fair.title')}**\n{words.text('fair.lesson')}")
    lines = [f"**{words.text('fair.title')}**", words.text("fair.why")]
    if proof is None:
        lines.append(words.text("fair.none"))
    else:
        clicks = " ".join(f"`{click}`" for click in proof.clicks)
        hashed = f"{proof.seed}|{scene.table}|{proof.number}"
        shell = f"`printf %s '{hashed}' | sha256sum`"
        lines += [
            words.text("fair.deal", deal=_deal(scene, proof.number)),
            words.text("fair.seed", seed=f"`{proof.seed}`"),
            words.text("fair.clicks", clicks=clicks) if clicks else words.text("fair.no_clicks"),
            words.text("fair.shown", hash=f"`{proof.commitment}`"),
            f"-# {words.text('fair.how', sum=f'SHA-256(`{hashed}`)')}",
            f"-# {words.text('fair.shell', command=shell)}",
            f"-# {words.text('fair.command', command=f'`python -m bot verify-deal {scene.table} {proof.number}`')}",
        ]
    lines.append(f"-# {words.text('fair.limits')}")
    if scene.committed is not None:
        lines.append(commitment_line(scene, words, scene.committed, whole=True))
    return Panel("\n".join(line for line in lines if line), _turning(proof, words))


def _turning(proof: Proof | None, words: Words) -> tuple[Row, ...]:
    if proof is None or proof.latest == 1:
        return ()
    before, after = proof.number - 1, proof.number + 1
    row: Row = (
        Button(f"ui:fair:{before}", words.text("button.previous"), disabled=before < 1),
        Button(f"ui:fair:{after}", words.text("button.next"), disabled=after > proof.latest),
    )
    return (row,)


def _deal(scene: Scene, number: int) -> str:
    """A deal by its table and its number there: the two numbers that go into its hash."""
    return f"{scene.table}/{number}"
