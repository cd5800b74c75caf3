"""Routes of interactions: the callback and, by token, the webhook. None of them counts for the global limit."""

from __future__ import annotations

from . import interactions, messages, payloads
from .errors import ApiError
from .rest import NO_CONTENT, Call, Reply, Route


def _callback(call: Call) -> Reply:
    record = interactions.acknowledge(
        call.world, call.id("interaction_id"), call.params["interaction_token"], call.body, call.files
    )
    if call.query.get("with_response") in ("1", "true", "True"):
        return Reply(200, payloads.callback(call.world, record))
    return NO_CONTENT


def _follow_up(call: Call) -> Reply:
    record = interactions.by_token(call.world, call.id("webhook_id"), call.params["webhook_token"])
    message = interactions.follow_up(call.world, record, call.body, call.files)
    return Reply(200, payloads.message(call.world, message))


def _get(call: Call) -> Reply:
    record = interactions.by_token(call.world, call.id("webhook_id"), call.params["webhook_token"])
    message = interactions.find(call.world, record, call.params.get("message_id", "@original"))
    return Reply(200, payloads.message(call.world, message))


def _edit(call: Call) -> Reply:
    record = interactions.by_token(call.world, call.id("webhook_id"), call.params["webhook_token"])
    message = interactions.find(call.world, record, call.params.get("message_id", "@original"))
    if call.world.channels[message.channel_id].archived:
        raise ApiError(50083)
    interactions.edit(call.world, record, message, call.body, call.files)
    return Reply(200, payloads.message(call.world, message))


def _delete(call: Call) -> Reply:
    record = interactions.by_token(call.world, call.id("webhook_id"), call.params["webhook_token"])
    messages.delete(call.world, interactions.find(call.world, record, call.params.get("message_id", "@original")))
    return NO_CONTENT


WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"

ROUTES = (
    Route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", _callback, open=True),
    Route("POST", WEBHOOK, _follow_up, open=True),
    Route("GET", WEBHOOK + "/messages/@original", _get, open=True),
    Route("PATCH", WEBHOOK + "/messages/@original", _edit, open=True),
    Route("DELETE", WEBHOOK + "/messages/@original", _delete, open=True),
    Route("GET", WEBHOOK + "/messages/{message_id}", _get, open=True),
    Route("PATCH", WEBHOOK + "/messages/{message_id}", _edit, open=True),
    Route("DELETE", WEBHOOK + "/messages/{message_id}", _delete, open=True),
)
