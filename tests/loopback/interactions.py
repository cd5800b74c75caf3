"""The life of an interaction: sent, acknowledged within the deadline or not, followed up by its token."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence

from . import messages, payloads
from .errors import ApiError, invalid
from .model import Ack, Channel, Flag, Interaction, Json, Message, Upload, User
from .world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
ALLOWED = {
    COMMAND: (Ack.MESSAGE, Ack.DEFERRED_MESSAGE, Ack.MODAL),
    COMPONENT: (Ack.MESSAGE, Ack.DEFERRED_MESSAGE, Ack.DEFERRED_UPDATE, Ack.UPDATE, Ack.MODAL),
    AUTOCOMPLETE: (Ack.AUTOCOMPLETE,),
    MODAL_SUBMIT: (Ack.MESSAGE, Ack.DEFERRED_MESSAGE, Ack.DEFERRED_UPDATE, Ack.UPDATE),
}


def send(
    world: World,
    kind: int,
    user: User,
    channel: Channel,
    data: Json,
    *,
    message: Message | None = None,
    parent: Interaction | None = None,
    shown: list[Json] | None = None,
) -> Interaction:
    """Makes an interaction, sends it to the bot and starts its deadline.

    `shown` are the components of the message as they were when pressed, if they have changed since.
    """
    token = secrets.token_urlsafe(32)
    record = Interaction(
        world.ids.make(), token, kind, user, channel, data, world.now(), message=message, parent=parent
    )
    world.interactions[token] = record
    asyncio.get_running_loop().call_later(world.ack_deadline, _time_out, world, record)
    body = payloads.interaction(world, record)
    if shown is not None and message is not None:
        body["message"] |= {"components": shown}
    world.dispatch("INTERACTION_CREATE", body, channel.guild_id)
    return record


def _time_out(world: World, record: Interaction) -> None:
    if record.acked is None:
        record.timed_out = True
        world.touch()


def acknowledge(world: World, interaction_id: int, token: str, body: Json, files: Sequence[Upload]) -> Interaction:
    """The callback route. Raises 10062 after the deadline, 40060 the second time, 50035 for an unfit type."""
    record = world.interactions.get(token)
    if record is None or record.id != interaction_id or record.timed_out:
        raise ApiError(10062)
    if record.acked is not None:
        raise ApiError(40060)
    kind = Ack(body["type"])
    if kind not in ALLOWED[record.type] or (kind in (Ack.UPDATE, Ack.DEFERRED_UPDATE) and record.message is None):
        raise invalid("type", "BASE_TYPE_CHOICES", f"An interaction of type {record.type} takes no answer {kind}.")
    data = body.get("data") or {}
    match kind:
        case Ack.MESSAGE:
            record.original = _respond(world, record, data, files)
        case Ack.DEFERRED_MESSAGE:
            if (data.get("flags") or 0) & Flag.IS_COMPONENTS_V2:
                raise invalid("data.flags", "BASE_TYPE_CHOICES", "A deferred answer cannot carry IS_COMPONENTS_V2.")
            record.original = _respond(world, record, data, files, flags=Flag.LOADING)
            record.placeholder_open = True
        case Ack.DEFERRED_UPDATE | Ack.UPDATE:
            record.original = record.message
            if kind == Ack.UPDATE:
                assert record.message is not None
                if record.message.deleted:
                    raise ApiError(10008)
                messages.edit(world, record.message, data, files)
        case Ack.AUTOCOMPLETE:
            if len(data["choices"]) > 25:
                raise invalid("data.choices", "BASE_TYPE_BAD_LENGTH", "Must be 25 or fewer in length.")
        case Ack.MODAL:
            if not 1 <= len(data["title"]) <= 45 or not 1 <= len(data["components"]) <= 5:
                raise invalid("data", "BASE_TYPE_BAD_LENGTH", "A modal has a title of 45 and at most 5 rows.")
    record.acked, record.acked_at, record.ack_data = kind, world.now(), data
    world.answered(record, kind, data)
    return record


def _respond(world: World, record: Interaction, data: Json, files: Sequence[Upload], *, flags: int = 0) -> Message:
    to = record.user.id if (data.get("flags") or 0) & Flag.EPHEMERAL else None
    done = messages.write(
        world,
        record.channel,
        world.bot,
        data,
        files,
        kind=20 if record.type == COMMAND else 0,
        to=to,
        interaction=record,
        flags=flags,
    )
    record.messages.append(done)
    return done


def by_token(world: World, application_id: int, token: str) -> Interaction:
    """The interaction behind a webhook route. Raises 50027 after 15 minutes, 10015 before the first answer."""
    record = world.interactions.get(token)
    if record is None or application_id != world.application_id or record.acked is None:
        raise ApiError(10015)
    if record.expired:
        raise ApiError(50027)
    return record


def find(world: World, record: Interaction, which: str) -> Message:
    """The message a webhook route names: "@original" or one the same token wrote. Raises 10008."""
    if which == "@original":
        message = record.original
    else:
        own = [*record.messages, *([record.message] if record.acked in (Ack.DEFERRED_UPDATE, Ack.UPDATE) else [])]
        message = next((m for m in own if m is not None and str(m.id) == which), None)
    if message is None or message.deleted or world.channels[message.channel_id].deleted:
        raise ApiError(10008)
    return message


def follow_up(world: World, record: Interaction, body: Json, files: Sequence[Upload]) -> Message:
    """A further message. The first one after a deferred answer fills the placeholder and keeps its visibility."""
    if record.placeholder_open and record.original is not None and not record.original.deleted:
        edit(world, record, record.original, body, files)
        return record.original
    message = _respond(world, record, body, files)
    world.answered(record, "message", body)
    return message


def edit(world: World, record: Interaction, message: Message, body: Json, files: Sequence[Upload]) -> None:
    """An edit by token; on the placeholder of a deferred answer it is the answer."""
    if message.loading and not (body.get("content") or body.get("embeds") or body.get("components") or files):
        raise ApiError(50006)
    messages.edit(world, message, body, files)
    if message is record.original:
        record.placeholder_open = False
    world.answered(record, "edit", body)
