"""The HTTP API: one middleware (round trip, limits, faults, token, handler, log) around a table of routes.

A request no route takes is answered 501 and remembered in `World.unknown`: a test with such a request fails.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from aiohttp import BodyPartReader, web

from .errors import ApiError
from .model import Attachment, Entry, Fault, Json, Upload
from .world import World

API = "/api/v10"


@dataclass(frozen=True, slots=True)
class Call:
    """A parsed request as a handler sees it: ids of the path, query, JSON body, uploaded files."""

    world: World
    params: dict[str, str]
    query: dict[str, str]
    body: Any
    files: Sequence[Upload] = ()

    def id(self, name: str) -> int:
        """A snowflake of the path."""
        return int(self.params[name])


@dataclass(frozen=True, slots=True)
class Reply:
    """A handler's answer; `body` None means an empty one."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


NO_CONTENT = Reply(204)
Handler = Callable[[Call], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """A method and a path template, written as Discord's description writes it. `open` needs no bot token."""

    method: str
    template: str
    handler: Handler
    open: bool = False

    def match(self, method: str, path: str) -> dict[str, str] | None:
        """The parameters of a path this route takes, else None."""
        if method != self.method:
            return None
        found = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template), path)
        return None if found is None else found.groupdict()


class Weather(Protocol):
    """The seam for a bad network: stands between a request that arrived and its answer."""

    async def meet(self, entry: Entry, handle: Callable[[], Reply]) -> Reply | None:
        """The answer, whether or not `handle` was called for it; None to cut the connection instead."""


class Rest:
    """The application of aiohttp that serves the API of one world."""

    def __init__(self, world: World, routes: Sequence[Route]) -> None:
        self.world = world
        self.routes = routes

    def application(self) -> web.Application:
        """The aiohttp application; the gateway adds its own route."""
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", API + "/{rest:.*}", self.serve)
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self.attachment)
        return app

    async def serve(self, request: web.Request) -> web.Response:
        """Answers one request of the bot."""
        path = request.path.removeprefix(API)
        route, params = self._find(request.method, path)
        body, files = await _read(request)
        template = route.template if route else path
        self.world.last_request_at = self.world.now()
        entry = Entry(request.method, path, template, self.world.now(), body, request.content_type, files=files)
        if self.world.rtt:
            await asyncio.sleep(self.world.rtt)
        reply: Reply | None
        if route is None:
            self.world.unknown.append(f"unknown route: {request.method} {path}")
            reply = Reply(501, {"message": f"loopback: no route {request.method} {path}", "code": 0})
        else:
            call = Call(self.world, params, dict(request.query), body, files)
            handle = partial(self._answer, request, entry, route, call)
            reply = handle() if self.world.weather is None else await self.world.weather.meet(entry, handle)
        if reply is None:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=503)
        entry.status, entry.response = reply.status, reply.body
        entry.code = reply.body.get("code", 0) if isinstance(reply.body, dict) and reply.status >= 400 else 0
        # The log keeps its own copy: records behind an answer change later, what was sent does not.
        text = "" if reply.body is None else json.dumps(reply.body)
        entry.response = json.loads(text) if text else None
        self.world.log.append(entry)
        self.world.touch()
        return _response(reply, text)

    def _find(self, method: str, path: str) -> tuple[Route | None, dict[str, str]]:
        for route in self.routes:
            params = route.match(method, path)
            if params is not None:
                return route, params
        return None, {}

    def _answer(self, request: web.Request, entry: Entry, route: Route, call: Call) -> Reply:
        extra: dict[str, str] = {}
        if self.world.limits is not None:
            refused = self.world.limits.refuse(entry)
            if refused is not None:
                return Reply(*refused)
            extra = self.world.limits.headers(entry)
        fault = self.world.fault_for(entry.method, entry.path)
        if fault is not None and not fault.after:
            return _planned(fault, entry)
        if not route.open and request.headers.get("Authorization") != f"Bot {self.world.token}":
            return Reply(401, {"message": "401: Unauthorized", "code": 0})
        try:
            reply = route.handler(call)
        except ApiError as error:
            reply = Reply(error.status, error.body)
        if fault is not None:
            return _planned(fault, entry)
        return Reply(reply.status, reply.body, reply.headers | extra)

    async def attachment(self, request: web.Request) -> web.Response:
        """Serves an uploaded file, as Discord's CDN does."""
        wanted = int(request.match_info["attachment_id"])
        for message in self.world.messages.values():
            for record in message.attachments:
                if record.id == wanted:
                    return _file(record)
        return web.Response(status=404)


def _planned(fault: Fault, entry: Entry) -> Reply:
    entry.proxied = not fault.via
    if entry.proxied:
        return Reply(fault.status, fault.message, {"Via": "", "Content-Type": "text/html"})
    limited = {"retry_after": 0.05, "global": False} if fault.status == 429 else {}
    return Reply(fault.status, {"message": fault.message, "code": fault.code, **limited, **fault.more})


def _file(record: Attachment) -> web.Response:
    return web.Response(body=record.content, content_type=record.content_type)


def _response(reply: Reply, text: str) -> web.Response:
    # discord.py compares the content type literally, so there must be no charset. Without a Via header it takes
    # a 429 for a ban by the proxy in front of Discord.
    headers = {"Via": "1.1 loopback"} | reply.headers
    if reply.body is not None:
        headers.setdefault("Content-Type", "application/json")
    return web.Response(status=reply.status, body=text.encode(), headers=headers)


async def _read(request: web.Request) -> tuple[Any, list[Upload]]:
    if request.content_type != "multipart/form-data":
        raw = await request.read()
        return (json.loads(raw) if raw else None), []
    body: Json | None = None
    files: list[Upload] = []
    fields: Json = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        assert part.name is not None
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(content)
        elif (found := re.fullmatch(r"files\[(\d+)\]", part.name)) is not None:
            files.append(Upload(int(found[1]), part.filename or "file", content))
        else:
            fields[part.name] = content.decode()
    return (fields if body is None else body), files
