"""The gateway: HELLO, IDENTIFY or RESUME, heartbeats, events by intent, and what a test may do to a connection."""

from __future__ import annotations

import asyncio
import importlib
import json
import secrets
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from . import payloads
from .model import Json
from .world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15
HEARTBEAT_MS = 41_250
AUTH_FAILED, INVALID_SEQ, UNKNOWN_OPCODE = 4004, 4007, 4001

Compress = Callable[[bytes], bytes]


def _compressor(kind: str | None) -> Compress | None:
    """One stream for a whole connection, or None for plain text. Raises ValueError for an unknown kind."""
    if kind is None:
        return None
    if kind == "zlib-stream":
        stream = zlib.compressobj()
        return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream":
        # Only installed where discord.py asks for this form, so it is looked for when asked.
        zstandard: Any = importlib.import_module("zstandard")
        packer = zstandard.ZstdCompressor().compressobj()
        return lambda data: bytes(packer.compress(data) + packer.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK))
    raise ValueError(f"unknown transport compression {kind}")


def intent_of(event: str, data: Json) -> int:
    """The intent an event belongs to; 0 for one that is always sent."""
    if event.startswith("MESSAGE_"):
        return DIRECT_MESSAGES if data.get("_private") else GUILD_MESSAGES
    if event.startswith("GUILD_MEMBER_"):
        return GUILD_MEMBERS
    if event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
        return GUILDS
    return 0


@dataclass(slots=True)
class Session:
    """A gateway session. It outlives its connection: what was not received is replayed by RESUME."""

    id: str
    intents: int
    shard: int
    shards: int
    seq: int = 0
    sent: list[Json] = field(default_factory=list)
    connection: Connection | None = None

    def wants(self, event: str, data: Json, guild_id: int | None) -> bool:
        """Whether the event is for this shard (events without a server go to shard 0) and within its intents."""
        shard = (guild_id >> 22) % self.shards if guild_id is not None else 0
        intent = intent_of(event, data)
        return shard == self.shard and (intent == 0 or bool(self.intents & intent))

    def add(self, event: str, data: Json) -> None:
        """Appends an event and passes it to the connection, if there is one."""
        self.seq += 1
        frame = {"op": DISPATCH, "t": event, "s": self.seq, "d": data}
        self.sent.append(frame)
        if self.connection is not None:
            self.connection.put(frame)


class Connection:
    """One websocket. Frames leave in order, each half a round trip after it was put in."""

    def __init__(self, world: World, socket: web.WebSocketResponse, compress: Compress | None) -> None:
        self.world = world
        self.socket = socket
        self.session: Session | None = None
        self._compress = compress
        self._frames: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    def put(self, frame: Json) -> None:
        """Queues a frame."""
        self._frames.put_nowait((self.world.now() + self.world.rtt / 2, json.dumps(frame).encode()))

    async def pump(self) -> None:
        """Sends the queued frames until cancelled or cut."""
        while True:
            at, data = await self._frames.get()
            if at > self.world.now():
                await asyncio.sleep(at - self.world.now())
            try:
                if self._compress is None:
                    await self.socket.send_str(data.decode())
                else:
                    await self.socket.send_bytes(self._compress(data))
            except ConnectionError:
                return  # The session keeps every frame; a RESUME asks for them again.


class Gateway:
    """All gateway sessions of one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.connections: list[Connection] = []
        self.resumed = 0
        self.invalidated = 0
        self.refusing = 0
        self.refused = 0
        world.listeners.append(self.dispatch)

    def dispatch(self, event: str, data: Json, guild_id: int | None) -> None:
        """Gives an event to every session it concerns."""
        for session in self.sessions.values():
            if session.wants(event, data, guild_id):
                session.add(event, self._trimmed(session, event, data))

    def _trimmed(self, session: Session, event: str, data: Json) -> Json:
        body = {k: v for k, v in data.items() if k != "_private"}
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not session.intents & MESSAGE_CONTENT:
            private = data.get("_private") or body["author"]["id"] == str(self.world.bot.id)
            if not private:
                body |= {"content": "", "embeds": [], "components": [], "attachments": []}
        return body

    @property
    def connected(self) -> list[Session]:
        """The sessions that have a connection now."""
        return [s for s in self.sessions.values() if s.connection is not None]

    # What a test may do

    async def kick(self, code: int = 4000) -> None:
        """Closes every connection with a close code; the sessions may be resumed."""
        for connection in list(self.connections):
            await connection.socket.close(code=code)

    def lose(self) -> None:
        """From now on events do not reach the present connections; a RESUME will get them."""
        for session in self.connected:
            assert session.connection is not None
            session.connection.session, session.connection = None, None

    def ask_reconnect(self) -> None:
        """Sends op 7: the bot is to reconnect and resume."""
        for connection in self.connections:
            connection.put({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Sends op 9; unless resumable the sessions are forgotten."""
        self.invalidated += 1
        for connection in self.connections:
            connection.put({"op": INVALID_SESSION, "d": resumable})
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)

    async def fail(self, refusing: int) -> None:
        """Breaks down: sessions are forgotten, connections end, and so many new ones are refused."""
        self.refusing = refusing
        self.sessions.clear()
        await self.kick(1001)

    # Serving

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Handles one websocket of the bot, from HELLO to its end; refuses it while `refusing` is above 0."""
        if self.refusing:
            self.refusing -= 1
            self.refused += 1
            self.world.touch()
            return web.Response(status=503)
        socket = web.WebSocketResponse(heartbeat=None, autoping=True, max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(self.world, socket, _compressor(request.query.get("compress")))
        self.connections.append(connection)
        pump = asyncio.create_task(connection.pump())
        connection.put({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}})
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    await self._receive(connection, json.loads(message.data))
        finally:
            pump.cancel()
            self.connections.remove(connection)
            if connection.session is not None and connection.session.connection is connection:
                connection.session.connection = None
            self.world.touch()
        return socket

    async def _receive(self, connection: Connection, frame: Json) -> None:
        match frame["op"]:
            case 1:
                connection.put({"op": HEARTBEAT_ACK, "d": None})
            case 2:
                await self._identify(connection, frame["d"])
            case 3:
                return
            case 6:
                await self._resume(connection, frame["d"])
            case op:
                self.world.gateway_faults.append(f"gateway: opcode {op} is not served")
                await connection.socket.close(code=UNKNOWN_OPCODE)

    async def _identify(self, connection: Connection, data: Json) -> None:
        if data["token"] != self.world.token:
            await connection.socket.close(code=AUTH_FAILED)
            return
        shard, shards = data.get("shard") or (0, 1)
        session = Session(secrets.token_hex(16), data["intents"], shard, shards)
        session.connection, connection.session = connection, session
        guilds = [g for g in self.world.guilds.values() if (g.id >> 22) % shards == shard]
        ready = {
            "v": 10,
            "user": payloads.me(self.world),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.world.gateway_url,
            "shard": [shard, shards],
            "application": {"id": str(self.world.application_id), "flags": 0},
            "private_channels": [],
        }
        session.add("READY", ready)
        if session.intents & GUILDS:
            for guild in guilds:
                session.add("GUILD_CREATE", payloads.guild_create(self.world, guild))
        self.sessions[session.id] = session
        self.world.identified += 1
        self.world.touch()

    async def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self.world.token:
            connection.put({"op": INVALID_SESSION, "d": False})
            return
        if data["seq"] is not None and data["seq"] > session.seq:
            await connection.socket.close(code=INVALID_SEQ)
            return
        session.connection, connection.session = connection, session
        for frame in session.sent:
            if frame["s"] > (data["seq"] or 0):
                connection.put(frame)
        session.add("RESUMED", {"_trace": []})
        self.resumed += 1
        self.world.touch()
