"""Pictures for messages: drawn in a thread of their own, kept for the next message that shows the same.

Nothing here is ever the reason why a message does not go out: without a picture it goes as text.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from secrets import token_hex
from threading import Thread
from time import monotonic, perf_counter

from bot.engine.models import Pictures
from bot.meter import Meter
from bot.render.art.style import Picture
from bot.ui.message import Document, Draft
from bot.ui.present import reference
from bot.ui.relief import Relief, fewer
from bot.ui.sketch import Drawing, Sketch, Slot
from bot.ui.turns import Turn, Turns

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that a message waits for its picture; it goes without one then, and has it later."""

KEPT = 256
"""Pictures in memory, 20 to 70 KB each: of every table the newest for everybody and for each seat."""

REFUSED_FOR = 600.0
"""Seconds without pictures where Discord takes a message only without one."""

THREADS = 1
"""Drawing and Python take turns: more threads draw no faster, and make the rest of the bot wait for longer."""

HURRIED = 4
"""Pictures that may be drawn before an answer's; it does not wait for its picture behind more."""


@dataclass(frozen=True, slots=True)
class _Begun:
    """A drawing under way, or waiting for its turn."""

    sketch: Sketch
    task: asyncio.Task[Picture | None]
    turn: Turn


class Gallery:
    """Draws pictures and hangs them on messages.

    Attributes:
        meter: what is counted and timed.
        relief: draws less while messages pile up.
    """

    def __init__(
        self,
        drawing: Drawing | None,
        most: Pictures,
        relief: Relief,
        meter: Meter,
        *,
        warming: Iterable[Callable[[], object]] = (),
    ) -> None:
        """Make a gallery that draws nothing before it is asked to.

        Args:
            drawing: draws a picture; None where none can be drawn.
            most: the most that is ever drawn.
            relief: draws less while messages pile up.
            meter: counts and times what is drawn.
            warming: small pieces of work that make later pictures quick; asked for in a thread.
        """
        self._drawing = drawing if most is not Pictures.TEXT else None
        self._most = most
        self.relief = relief
        self.meter = meter
        self._warming = warming
        self._under_way: Callable[[], int] = lambda: 0
        self._threads: ThreadPoolExecutor | None = None
        self._pictures: OrderedDict[Slot, tuple[Sketch, Picture | None]] = OrderedDict()
        self._drawn: dict[Slot, _Begun] = {}
        self._turns = Turns()
        self._not_before: dict[int | None, float] = {}
        self._warmer: Thread | None = None
        self._closed = False

    def attach(self, under_way: Callable[[], int]) -> None:
        """Give what could not be given at first: how many messages are being drawn or sent."""
        self._under_way = under_way

    @property
    def draws(self) -> bool:
        """Whether there are any pictures here, however calm it is: the owner wants them, and Pillow is installed."""
        return self._drawing is not None

    @property
    def level(self) -> Pictures:
        """The most that is drawn now, whatever a table or a reader wants."""
        if self._drawing is None or self._closed:
            return Pictures.TEXT
        return fewer(self._most, self.relief.level(self._under_way()))

    def start(self) -> None:
        """Draw the cards once in the background, so that nobody waits for them later."""
        if self._drawing is not None and self._warmer is None and not self._closed:
            self._warmer = Thread(target=self._warm, name="warm pictures", daemon=True)
            self._warmer.start()

    async def close(self) -> None:
        """Stop drawing: what waits for a picture goes without."""
        self._closed = True
        threads, self._threads = self._threads, None
        if threads is not None:
            await asyncio.to_thread(threads.shutdown, wait=True, cancel_futures=True)
        if self._warmer is not None:
            await asyncio.to_thread(self._warmer.join)
        await asyncio.gather(*(begun.task for begun in self._drawn.values()), return_exceptions=True)

    async def hang(
        self,
        draft: Draft,
        present: Sketch | None = None,
        patience: float | None = None,
        *,
        place: int | None = None,
        hurried: bool = False,
    ) -> Draft:
        """The message with its picture: a new one, the one that is there, or none. Raises nothing.

        Args:
            draft: the message.
            present: the picture on the message now; None for none, or when it is not known.
            patience: seconds to wait for the picture; `PATIENCE` when nothing else is said.
            place: the channel where it will be, which may refuse files; None where that is not known.
            hurried: somebody waits for an answer: its picture is drawn before those of other messages.
        """
        sketch = draft.sketch
        if sketch is None:
            return draft
        if sketch.shown_by(present):
            return draft.keeping()
        if self._closed or self._not_before.get(place, 0.0) > monotonic():
            return draft
        try:
            picture = await self._picture(sketch, PATIENCE if patience is None else patience, hurried=hurried)
        except TimeoutError:
            self.meter.count("pictures", sketch.kind, "late")
            log.info("shown without its picture, which comes later", extra=_about(sketch))
            return replace(draft, late=True, keeps=_may_stay(present, sketch))
        if picture is None:
            return draft
        # Made by chance: a number that counts pictures would tell how many were drawn for others.
        name = f"{picture.stem}-{sketch.scene.number}-{token_hex(4)}.png"
        document = Document(name, picture.png, picture.alt, partial(self._refused, place))
        return replace(draft, document=document)

    def when_drawn(self, sketch: Sketch, then: Callable[[], None]) -> None:
        """Call this once the picture that was late is drawn or given up, soon when it is no more being drawn."""
        begun = self._drawn.get(sketch.slot)
        if begun is not None and begun.sketch == sketch:
            begun.task.add_done_callback(lambda _: then())
        else:
            asyncio.get_running_loop().call_soon(then)

    def _refused(self, place: int | None) -> None:
        """No files are allowed there: spare the requests for a while. Refused ones count against the bot."""
        now = monotonic()
        self._not_before = {other: end for other, end in self._not_before.items() if end > now}
        self._not_before[place] = now + REFUSED_FOR

    async def _picture(self, sketch: Sketch, patience: float, *, hurried: bool) -> Picture | None:
        """The picture; None when there is none, or when it could not be drawn.

        Raises:
            TimeoutError: it is not drawn yet; that goes on, unless a newer one is to take its place.
        """
        kept = self._pictures.get(sketch.slot)
        if kept is not None and kept[0] == sketch:
            self._pictures.move_to_end(sketch.slot)
            self.meter.count("pictures", sketch.kind, "again")
            return kept[1]
        begun = self._begin(sketch)
        if hurried:
            patience = 0.0 if self._turns.hurried >= HURRIED else patience
            self._turns.hurry(begun.turn)
        task = begun.task
        done, _ = await asyncio.wait({task}, timeout=patience)
        if not done or (task.cancelled() and not self._closed):
            raise TimeoutError
        return None if task.cancelled() else task.result()

    def _begin(self, sketch: Sketch) -> _Begun:
        """The drawing of a sketch, begun now unless it was before; an older one in its place that waits is dropped."""
        older = self._drawn.get(sketch.slot)
        if older is not None and older.sketch == sketch:
            return older
        if older is not None:
            self._turns.drop(older.turn)
        turn = self._turns.ask()
        begun = _Begun(sketch, asyncio.create_task(self._draw(sketch, turn)), turn)
        self._drawn[sketch.slot] = begun
        return begun

    async def _draw(self, sketch: Sketch, turn: Turn) -> Picture | None:
        """Draw in the thread and keep the picture; one that cannot be drawn is not tried again."""
        picture, outcome = None, "drawn"
        try:
            await turn
            try:
                if self._closed:
                    return None
                picture = await self._in_thread(sketch)
            finally:
                self._turns.leave()
        except Exception:  # whatever is wrong with a picture, its message is told in text
            outcome = "failed"
            log.exception("a picture was not drawn", extra={**_about(sketch), "ref": reference()})
        finally:
            begun = self._drawn.get(sketch.slot)
            if begun is not None and begun.turn is turn:
                del self._drawn[sketch.slot]
        self.meter.count("pictures", sketch.kind, outcome)
        self._pictures[sketch.slot] = sketch, picture
        self._pictures.move_to_end(sketch.slot)
        while len(self._pictures) > KEPT:
            self._pictures.popitem(last=False)
        return picture

    async def _in_thread(self, sketch: Sketch) -> Picture | None:
        assert self._drawing is not None, "without a drawing no message asks for a picture"
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, "pictures")
        begun = perf_counter()
        picture = await asyncio.get_running_loop().run_in_executor(self._threads, self._drawing, sketch)
        self.meter.time("picture_seconds", perf_counter() - begun, sketch.kind)
        return picture

    def _warm(self) -> None:
        """In a thread of its own: pictures that are wanted meanwhile do not wait for it."""
        try:
            for piece in self._warming:
                if self._closed:
                    return
                piece()
        except Exception:  # the first pictures are slow then, or fail by themselves and say so
            log.warning("the cards are not drawn in advance", exc_info=True)


def _may_stay(present: Sketch | None, wanted: Sketch) -> bool:
    """Whether a message keeps its picture until the wanted one is drawn: a table's only, where the text tells the rest.

    A hand's would show cards that its reader has no more, beside controls for those they have.
    """
    return present is not None and present.slot == wanted.slot and wanted.scene.viewer is None


def _about(sketch: Sketch) -> Mapping[str, int | None]:
    return {"table": sketch.scene.table, "seat": sketch.scene.viewer}
