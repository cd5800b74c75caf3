"""The page and its JSON calls, for one person on the same machine."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Any

from aiohttp import web
from simcord import BackendError, InteractionResult, OptionError, SetupError
from simcord.backend.cdn import CDN_BASE

from bot.playground import views
from bot.playground.adapter import Place, Pressed
from bot.playground.hub import Hub
from bot.playground.words import words_for
from bot.playground.world import World

_LOG = logging.getLogger(__name__)
_HEARTBEAT_SECONDS = 15.0
_ENTITY_MENUS = {5: "user", 6: "role", 7: "user", 8: "channel"}
_STATIC = {
    "index.html": "text/html",
    "style.css": "text/css",
    "words.js": "text/javascript",
    "markdown.js": "text/javascript",
    "messages.js": "text/javascript",
    "commands.js": "text/javascript",
    "composer.js": "text/javascript",
    "form.js": "text/javascript",
    "app.js": "text/javascript",
}
_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class RefusedError(Exception):
    """An act the page asked for cannot be done; the text is for the person."""


class PageServer:
    """Serves the page on a loopback port.

    Only requests that name a loopback host are answered, and acts must come from the page itself, so that another
    site open in the same browser cannot play a card.
    """

    def __init__(self, world: World, hub: Hub) -> None:
        self._world = world
        self._hub = hub
        self._forms: dict[str, tuple[InteractionResult, int]] = {}
        app = web.Application(middlewares=[self._guard], client_max_size=1 << 20)
        app.router.add_get("/", self._static)
        app.router.add_get("/static/{name}", self._static)
        app.router.add_get("/emoji/{id:[0-9]+}", self._emoji)
        app.router.add_get("/media/{path:.+}", self._media)
        app.router.add_get("/api/events", self._events)
        for name, act in (
            ("press", self._press),
            ("command", self._command),
            ("complete", self._complete),
            ("form", self._form),
            ("say", self._say),
            ("dismiss", self._dismiss),
            ("locale", self._locale),
        ):
            app.router.add_post(f"/api/{name}", self._call(act))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)

    async def start(self, port: int) -> int:
        """Listen on ``port`` (0: any free one) of 127.0.0.1; returns the port.

        Raises:
            OSError: the port is taken.
        """
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        address = self._runner.addresses[0]
        return int(address[1])

    async def close(self) -> None:
        """End the pages' streams and stop listening."""
        self._hub.close()
        await self._runner.cleanup()

    # --------------------------------------------------------------- serving

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        host = request.host.rsplit(":", 1)[0]
        origin = request.headers.get("Origin", f"http://{request.host}")
        if host not in {"127.0.0.1", "localhost"} or origin != f"http://{request.host}":
            raise web.HTTPForbidden(text="only from this machine")
        response = await handler(request)
        if not response.prepared:
            response.headers["Content-Security-Policy"] = _POLICY
            response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    async def _static(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", "index.html")
        if name not in _STATIC:
            raise web.HTTPNotFound
        text = files("bot.playground").joinpath("static", name).read_text("utf-8")
        return web.Response(
            text=text, content_type=_STATIC[name], charset="utf-8", headers={"Cache-Control": "no-cache"}
        )

    async def _emoji(self, request: web.Request) -> web.Response:
        image = self._world.emoji_image(int(request.match_info["id"]))
        if image is None:
            raise web.HTTPNotFound
        data, kind = image
        return web.Response(body=data, headers={"Content-Type": kind, "Cache-Control": "max-age=3600"})

    async def _media(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        data = self._world.simulation.env.backend.cdn.get(f"{CDN_BASE}/{path}")
        if data is None:
            raise web.HTTPNotFound
        kind = {"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
        content_type = kind.get(path.rsplit(".", 1)[-1].casefold(), "application/octet-stream")
        return web.Response(body=data, headers={"Content-Type": content_type, "Cache-Control": "max-age=3600"})

    async def _events(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        )
        await response.prepare(request)
        async with self._hub.page() as queue:
            try:
                await self._stream(response, queue)
            except ConnectionResetError:
                _LOG.debug("a page was closed")
        return response

    @staticmethod
    async def _stream(response: web.StreamResponse, queue: asyncio.Queue[str | None]) -> None:
        """Write the queue's texts to the page until the queue ends."""
        while True:
            try:
                async with asyncio.timeout(_HEARTBEAT_SECONDS):
                    text = await queue.get()
            except TimeoutError:
                await response.write(b": still here\n\n")
                continue
            if text is None:
                return
            await response.write(f"data: {text}\n\n".encode())

    # ------------------------------------------------------------------ acts

    def _call(self, act: Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]) -> Handler:
        async def handle(request: web.Request) -> web.Response:
            try:
                body = await request.json()
                answer = await act(body)
            except (json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
                _LOG.warning("the page sent something unreadable to %s: %r", request.path, error)
                return web.json_response({"error": "unreadable request"}, status=400)
            except RefusedError as error:
                answer = {"error": str(error)}
            except (SetupError, BackendError) as error:
                _LOG.warning("refused: %s", error)
                answer = {"error": self._refusal(error, body)}
            self._hub.changed()
            return web.json_response(answer)

        return handle

    def _refusal(self, error: SetupError | BackendError, body: dict[str, Any]) -> str:
        """What simcord refused, in the person's language (its own sentences are for the terminal)."""
        words = words_for(self._world.simulation.locale)
        if not isinstance(error, OptionError) or error.option is None:
            return words.refused
        label = views.option_label(self._world, int(body["channel"]), str(body.get("path", "")), error.option)
        return (words.missing if error.code == "option-required" else words.unfit).format(option=label)

    async def _press(self, body: dict[str, Any]) -> dict[str, Any]:
        channel_id = int(body["channel"])
        message = self._world.message(channel_id, int(body["message"]))
        components = self._world.components_with(message, str(body["custom_id"])) if message is not None else None
        if message is None or components is None:
            raise RefusedError(words_for(self._world.simulation.locale).gone)
        values = None if body.get("values") is None else [str(value) for value in body["values"]]
        kind = int(body["type"])
        named = _ENTITY_MENUS.get(kind)
        entities = tuple(self._world.entity(named, int(value)) for value in values or ()) if named else ()
        pressed = Pressed(str(body["custom_id"]), kind, values, components, entities)
        result = self._world.simulation.press(self._world.you, message, pressed)
        return await self._outcome(result, channel_id)

    async def _command(self, body: dict[str, Any]) -> dict[str, Any]:
        place, actor = self._where(body)
        path = str(body["path"])
        if all(command["path"] != path for command in views.commands_view(self._world, place.channel_id)):
            raise RefusedError(words_for(self._world.simulation.locale).no_command.format(path=path))
        options = {name: self._entity(value) for name, value in dict(body["options"]).items()}
        result = self._world.simulation.command(actor, place, path, options)
        return await self._outcome(result, place.channel_id)

    async def _complete(self, body: dict[str, Any]) -> dict[str, Any]:
        place, actor = self._where(body)
        options = {name: self._entity(value) for name, value in dict(body["options"]).items()}
        focused = (str(body["focused"]), str(body["value"]))
        simulation = self._world.simulation
        result = simulation.complete(actor, place, str(body["path"]), options, focused)
        await simulation.answered(result)
        return {"choices": views.choices_view(result.autocomplete_choices, simulation.locale)}

    async def _form(self, body: dict[str, Any]) -> dict[str, Any]:
        shown, channel_id = self._forms.pop(str(body["form"]), (None, 0))
        found = self._world.place(channel_id)
        if shown is None or found is None:
            raise RefusedError(words_for(self._world.simulation.locale).gone)
        result = await self._world.simulation.submit(found[1], shown, dict(body["values"]))
        return await self._outcome(result, channel_id)

    async def _say(self, body: dict[str, Any]) -> dict[str, Any]:
        place, actor = self._where(body)
        self._world.simulation.say(actor, place, str(body["text"])[:2000])
        return {}

    async def _dismiss(self, body: dict[str, Any]) -> dict[str, Any]:
        message = self._world.message(int(body["channel"]), int(body["message"]))
        if message is not None and message.is_ephemeral:
            self._world.dismiss(message)
        return {}

    async def _locale(self, body: dict[str, Any]) -> dict[str, Any]:
        self._world.simulation.locale = words_for(str(body["locale"])).locale
        return {}

    def _where(self, body: dict[str, Any]) -> tuple[Place, Any]:
        found = self._world.place(int(body["channel"]))
        if found is None:
            raise RefusedError(words_for(self._world.simulation.locale).gone)
        return found

    def _entity(self, value: Any) -> Any:
        """An option's value; the page sends people as ``{"user": id}``, and so for ``role`` and ``channel``."""
        if not isinstance(value, dict):
            return value
        ((kind, key),) = value.items()
        return self._world.entity(kind, int(key))

    async def _outcome(self, result: InteractionResult, channel_id: int) -> dict[str, Any]:
        """What came of an interaction: nothing to say, a form to fill, or no answer in time."""
        if not await self._world.simulation.answered(result):
            return {"error": words_for(self._world.simulation.locale).silent}
        modal = result.modal
        if modal is None:
            return {}
        key = str(modal["custom_id"]) + "/" + str(len(self._forms))
        self._forms[key] = (result, channel_id)
        return {"form": key, "modal": views.for_page(modal)}
